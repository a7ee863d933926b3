import type { ServerState, ServiceName } from '@endcap/contract/servers'
import { describe, expect, test } from 'vitest'
import { alarmChanges, evaluateReport, percentOf, statusOf } from './evaluate-report.ts'
import { replicaState } from './observe-database.ts'

const report = (percent: { memory?: number; disk?: number } = {}, broken: ServiceName[] = [], state: ServerState | null = null) => ({
  state,
  ramUsage: percent.memory === undefined ? null : { used: percent.memory, total: 100 },
  diskUsage: percent.disk === undefined ? null : { used: percent.disk, total: 100 },
  serviceStatusList: (['api', 'engine', 'broker'] as const).map((name) => ({
    name,
    status: broken.includes(name) ? ('NG' as const) : ('OK' as const),
    detail: null,
  })),
})

const limits = { diskPercent: 90, memoryPercent: 90 }

describe('what is out of the ordinary', () => {
  test.each([
    ['nothing', report({ memory: 50, disk: 50 }), [], 'NORMAL'],
    ['a machine that does not tell', report(), [], 'NORMAL'],
    ['just below the threshold', report({ memory: 89.9, disk: 89.9 }), [], 'NORMAL'],
    ['memory', report({ memory: 90, disk: 1 }), ['memory'], 'ALARM'],
    ['disk', report({ memory: 1, disk: 97 }), ['disk'], 'ALARM'],
    ['services', report({}, ['engine', 'broker']), ['service:engine', 'service:broker'], 'ALARM'],
    ['a replica behind', report({}, [], 'RECOVERING'), ['state:RECOVERING'], 'ALARM'],
    ['a start', report({}, [], 'STARTUP'), [], 'NORMAL'],
    ['a state we may not see', report({}, [], 'UNKNOWN'), [], 'NORMAL'],
  ] as const)('finds what is out of the ordinary in a report: %s', (_, given, conditions, status) => {
    expect(evaluateReport([], given, limits)).toEqual(conditions)
    expect(statusOf(evaluateReport([], given, limits))).toBe(status)
  })
  test('full stays full until it is three points lower', () => {
    expect(evaluateReport(['disk'], report({ disk: 87 }), limits)).toEqual(['disk'])
    expect(evaluateReport(['disk'], report({ disk: 86.9 }), limits)).toEqual([])
    expect(evaluateReport(['memory'], report({ disk: 88, memory: 88 }), limits)).toEqual(['memory'])
  })
  test('percentages have one decimal, also of nothing', () => {
    expect([percentOf({ used: 1, total: 3 }), percentOf({ used: 0, total: 0 })]).toEqual([33.3, 0])
  })
})

describe('alarms', () => {
  test('come with a change and not with what lasts', () => {
    expect(alarmChanges([], ['disk'], false)).toEqual([{ type: 'DISK USAGE ABNORMAL', raise: { class: 2, conditions: ['disk'] } }])
    expect(alarmChanges(['disk', 'service:api'], ['service:api', 'disk'], false)).toEqual([])
    expect(alarmChanges(['service:api'], ['service:api', 'service:push'], false)).toMatchObject([
      { type: 'SERVER STATUS ABNORMAL', raise: { conditions: ['service:api', 'service:push'] } },
    ])
    expect(alarmChanges(['memory', 'offline'], ['memory'], false)).toEqual([{ type: 'SERVER STATUS ABNORMAL', raise: undefined }])
  })
  test('are critical when a server vanished, a warning when it was stopped', () => {
    expect(alarmChanges([], ['offline'], true)[0]?.raise?.class).toBe(3)
    expect(alarmChanges([], ['offline'], false)[0]?.raise?.class).toBe(2)
  })
})

test.each([
  ['streaming', null],
  ['startup', 'STARTUP2'],
  ['catchup', 'RECOVERING'],
  ['stopping', 'DOWN'],
  [null, 'UNKNOWN'],
] as const)('a replica in the phase %s has the state %s', (phase, state) => {
  expect(replicaState(phase)).toBe(state)
})
