/** What readings make of a sensor: the rules of docs/sensors.md, one by one. */
import { describe, expect, test } from 'vitest'
import { conditionsOf, evaluateReadings, type SensedReading, type SensorState } from './evaluate-readings.ts'

const noon = Date.UTC(2026, 10, 21, 12, 0, 0)
const at = (seconds: number) => new Date(noon + seconds * 1000)
const reading = (seconds: number, more: Partial<SensedReading> = {}): SensedReading => ({
  storeCode: 'S1',
  gwMac: 'A',
  sensorMac: '5E',
  type: 'CHILLER',
  sensedAt: at(seconds),
  value: 4,
  operation: 'REPORT' as const,
  rssi: -50,
  battery: 3,
  version: '1',
  period: 60,
  ...more,
})
const known = (more: Partial<SensedReading> = {}): SensorState => evaluateReadings(undefined, [reading(0, more)], at(0))!.state

describe('what is amiss', () => {
  test.each([
    ['a chiller as it should be', { value: 4 }, []],
    ['at the upper end', { value: 8 }, []],
    ['too warm', { value: 8.1 }, ['OUT_OF_RANGE']],
    ['too cold', { value: -1.1 }, ['OUT_OF_RANGE']],
    ['a freezer as it should be', { type: 'FREEZER', value: -20 }, []],
    ['a freezer that thaws', { type: 'FREEZER', value: -14.9 }, ['OUT_OF_RANGE']],
    ['an unknown type has no range', { type: 'SAUNA', value: 90 }, []],
    ['a battery at the limit', { battery: 2.5 }, []],
    ['a low battery', { battery: 2.49 }, ['LOW_BATTERY']],
    ['both', { value: 9, battery: 2 }, ['OUT_OF_RANGE', 'LOW_BATTERY']],
  ] as const)('evaluates the conditions of one reading: %s', (_, more, expected) => {
    expect(conditionsOf([], reading(0, more))).toEqual(expected)
  })
  test('what was amiss lasts until it is clearly over', () => {
    expect(conditionsOf(['OUT_OF_RANGE'], reading(0, { value: 7.6 }))).toEqual(['OUT_OF_RANGE'])
    expect(conditionsOf(['OUT_OF_RANGE'], reading(0, { value: 7.5 }))).toEqual([])
    expect(conditionsOf(['LOW_BATTERY'], reading(0, { battery: 2.55 }))).toEqual(['LOW_BATTERY'])
    expect(conditionsOf(['LOW_BATTERY'], reading(0, { battery: 2.6 }))).toEqual([])
  })
})

describe('the history', () => {
  test('keeps what moved, what changed something, and one reading a minute', () => {
    const values = [4, 4.1, 4.19, 4.2, 4.2, 4.2]
    const { keep } = evaluateReadings(
      undefined,
      values.map((value, place) => reading(place * 20, { value })),
      at(100),
    )!
    expect(keep).toEqual([
      { at: at(0), value: 4, late: false },
      { at: at(60), value: 4.2, late: false },
    ])
    const drained = evaluateReadings(known(), [reading(5, { battery: 2 })], at(5))!
    expect(drained.keep).toEqual([{ at: at(5), value: 4, late: false }])
  })
  test('what is older than the newest changes nothing but the history', () => {
    const before = known()
    const { state, keep, alarms } = evaluateReadings(before, [reading(-200, { value: 30 }), reading(-190, { value: 30 })], at(10))!
    expect(state).toEqual(before)
    expect(alarms).toEqual([])
    expect(keep).toEqual([{ at: at(-200), value: 30, late: true }])
  })
})

test('readings count in the order of their time, however they come', () => {
  const { state, alarms } = evaluateReadings(known(), [reading(120, { value: 4 }), reading(60, { value: 12 })], at(130))!
  expect(state).toMatchObject({ value: 4, conditions: [], sensedAt: at(120) })
  expect(alarms).toEqual([
    { change: 'begun', type: 'OUT_OF_RANGE', at: at(60), value: 12 },
    { change: 'over', type: 'OUT_OF_RANGE', at: at(120) },
  ])
})

describe('a silent sensor', () => {
  const silent: SensorState = { ...known(), conditions: ['SILENT'] }
  test('is heard again: that it was silent is over when we hear of it', () => {
    expect(evaluateReadings(silent, [reading(3600)], at(3601))).toMatchObject({
      state: { conditions: [] },
      alarms: [{ change: 'over', type: 'SILENT', at: at(3601) }],
    })
  })
  test('is still silent when its gateway only tells what was long ago', () => {
    expect(evaluateReadings(silent, [reading(600, { value: 9 })], at(3600))).toMatchObject({
      state: { conditions: ['SILENT', 'OUT_OF_RANGE'], value: 9 },
      alarms: [{ change: 'begun', type: 'OUT_OF_RANGE', at: at(600) }],
    })
  })
})

describe('the gateway of a sensor', () => {
  test.each([
    ['stays while it hears it and another hears it worse', { gwMac: 'B', rssi: -70 }, 60, 'A'],
    ['is another that hears it better', { gwMac: 'B', rssi: -40 }, 60, 'B'],
    ['is another when its own has missed three reports', { gwMac: 'B', rssi: -70 }, 180, 'B'],
  ])('the gateway of a sensor %s', (_, more, seconds, expected) => {
    expect(evaluateReadings(known(), [reading(seconds, more)], at(seconds))!.state.gwMac).toBe(expected)
  })
})
