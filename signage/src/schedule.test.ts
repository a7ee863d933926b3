import { describe, expect, test } from 'vitest'
import { instantOf, isTimeZone, localTime } from './local-time.ts'
import { activeSince, isActive, nextChange, problemOf, strip, type Rule } from './schedule.ts'

const always: Rule = { period: null, days: [], time: [] }
const at = (text: string) => Date.parse(text)
const zones = ['Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia']

describe('the wall clock', () => {
  test('shows what it shows, in every zone', () => {
    expect(localTime(at('2026-11-21T15:30:00Z'), 'Asia/Tokyo')).toEqual({ day: at('2026-11-22') / 86_400_000, minute: 30, weekday: 0 })
    expect(localTime(at('2026-11-21T15:30:59.999Z'), 'America/New_York')).toMatchObject({ minute: 10 * 60 + 30, weekday: 6 })
    expect(localTime(at('1969-12-31T23:59:00Z'), 'UTC')).toEqual({ day: -1, minute: 1439, weekday: 3 })
    expect([isTimeZone('Europe/Berlin'), isTimeZone('Middle/Earth')]).toEqual([true, false])
  })
  test('an instant and back, each half hour of the weeks in which clocks change', () => {
    for (const zone of zones) {
      for (const week of ['2026-03-06T00:00Z', '2026-03-27T00:00Z', '2026-10-23T00:00Z', '2026-04-03T00:00Z']) {
        for (let now = at(week); now < at(week) + 4 * 86_400_000; now += 1_800_000) {
          const { day, minute } = localTime(now, zone)
          const back = instantOf(day, minute, zone)
          // A time that comes twice is the first of the two.
          expect(back === now || (back < now && localTime(back, zone).minute === minute)).toBe(true)
          expect(now - back).toBeLessThanOrEqual(3_600_000)
        }
      }
    }
  })
  test('a time that is skipped is the moment of the change, one that comes twice the first', () => {
    const [spring, autumn] = [at('2026-03-29') / 86_400_000, at('2026-10-25') / 86_400_000]
    expect(instantOf(spring, 150, 'Europe/Berlin')).toBe(at('2026-03-29T01:00:00Z'))
    expect(instantOf(autumn, 150, 'Europe/Berlin')).toBe(at('2026-10-25T00:30:00Z'))
  })
})

describe('a rule', () => {
  const berlin = 'Europe/Berlin'
  test('without anything plays always', () => {
    expect(activeSince(always, at('2026-11-21T15:30:00Z'), berlin)).toBe(at('2026-11-20T23:00:00Z'))
  })
  test('holds from its start to before its end, on its days, within its dates', () => {
    const rule: Rule = { period: { start: '2026-11-20', end: '2026-11-22' }, days: [6, 0], time: [{ start: '09:00', end: '17:30' }] }
    const active = (text: string) => isActive(rule, at(text), 'UTC')
    expect([active('2026-11-21T08:59:59Z'), active('2026-11-21T09:00:00Z'), active('2026-11-21T17:29:59Z')]).toEqual([false, true, true])
    expect(active('2026-11-21T17:30:00Z')).toBe(false)
    // A Friday, and a Sunday after its dates.
    expect([active('2026-11-20T10:00:00Z'), active('2026-11-22T10:00:00Z'), active('2026-11-29T10:00:00Z')]).toEqual([false, true, false])
  })
  test('over midnight belongs to the day it begins on', () => {
    const rule: Rule = { period: null, days: [6], time: [{ start: '22:00', end: '02:00' }] }
    expect(activeSince(rule, at('2026-11-22T01:59:00Z'), 'UTC')).toBe(at('2026-11-21T22:00:00Z'))
    expect(isActive(rule, at('2026-11-22T02:00:00Z'), 'UTC')).toBe(false)
    // Sunday's own evening is not Saturday's.
    expect(isActive(rule, at('2026-11-22T22:30:00Z'), 'UTC')).toBe(false)
    expect(isActive(rule, at('2026-11-21T01:00:00Z'), 'UTC')).toBe(false)
  })
  test('an end at midnight, as 24:00 or 00:00; equal times are 24 hours', () => {
    for (const end of ['24:00', '00:00']) {
      const rule: Rule = { period: null, days: [], time: [{ start: '20:00', end }] }
      expect(isActive(rule, at('2026-11-21T23:59:59Z'), 'UTC')).toBe(true)
      expect(isActive(rule, at('2026-11-22T00:00:00Z'), 'UTC')).toBe(false)
    }
    const day: Rule = { period: null, days: [6], time: [{ start: '06:00', end: '06:00' }] }
    expect([isActive(day, at('2026-11-22T05:59:00Z'), 'UTC'), isActive(day, at('2026-11-22T06:00:00Z'), 'UTC')]).toEqual([true, false])
  })
  test('a start in the skipped hour begins with the change; the hour that comes twice plays twice', () => {
    const early: Rule = { period: null, days: [], time: [{ start: '02:30', end: '04:00' }] }
    expect(isActive(early, at('2026-03-29T00:59:59Z'), berlin)).toBe(false)
    // 03:00 after the change is past 02:30.
    expect(isActive(early, at('2026-03-29T01:00:00Z'), berlin)).toBe(true)
    const twice: Rule = { period: null, days: [], time: [{ start: '02:00', end: '03:00' }] }
    const minutes = Array.from({ length: 240 }, (_, minute) => isActive(twice, at('2026-10-25T00:00:00Z') + (minute - 60) * 60_000, berlin))
    expect(minutes.filter(Boolean)).toHaveLength(120)
  })

  test('between one change and the next nothing begins or ends: each minute of weeks in which clocks change', () => {
    const rules: Rule[] = [
      { period: { start: '2026-03-28', end: '2026-03-30' }, days: [], time: [] },
      { period: null, days: [0, 3], time: [{ start: '22:15', end: '01:45' }] },
      {
        period: null,
        days: [],
        time: [
          { start: '08:00', end: '12:00' },
          { start: '12:00', end: '13:30' },
        ],
      },
      { period: null, days: [6], time: [{ start: '23:00', end: '23:00' }] },
    ]
    let missed = 0
    for (const zone of ['Asia/Tokyo', 'Europe/Berlin', 'America/New_York']) {
      let next = 0
      let before = ''
      for (let now = at('2026-03-26T00:00:00Z'); now < at('2026-03-31T00:00:00Z'); now += 60_000) {
        const state = rules.map((rule) => isActive(rule, now, zone)).join()
        if (now < next && state !== before) missed++
        if (now >= next) next = nextChange(rules, now, zone)
        before = state
      }
    }
    expect(missed).toBe(0)
    expect(nextChange([always], at('2026-11-21T15:30:00Z'), 'UTC')).toBe(at('2026-11-22T00:00:00Z'))
    // A rule that is over changes nothing any more; it is looked at once a day.
    expect(nextChange([], at('2026-11-21T15:30:00Z'), 'UTC')).toBe(at('2026-11-29T00:00:00Z'))
  })

  test('who wins: the last that is active, from when to when', () => {
    const lunch: Rule = { period: null, days: [], time: [{ start: '11:00', end: '14:00' }] }
    const saturday: Rule = { period: null, days: [6], time: [] }
    const [from, to] = [at('2026-11-20T00:00:00Z'), at('2026-11-22T00:00:00Z')]
    const seen = strip([lunch, saturday], from, to, 'UTC').map((one) => [new Date(one.from).toISOString().slice(8, 16), one.winner])
    expect(seen).toEqual([
      ['20T00:00', -1],
      ['20T11:00', 0],
      ['20T14:00', -1],
      ['21T00:00', 1],
    ])
  })

  test.each<[string, Rule, ReturnType<typeof problemOf>]>([
    ['nothing', always, { at: '', problem: 'nothing-set' }],
    ['no such date', { ...always, period: { start: '2026-02-30', end: '2026-03-01' } }, { at: 'period.start', problem: 'date' }],
    ['half a period', { ...always, period: { start: '2026-02-03', end: '' } }, { at: 'period.end', problem: 'date' }],
    ['backwards', { ...always, period: { start: '2026-02-03', end: '2026-02-02' } }, { at: 'period.end', problem: 'order' }],
    ['an eighth day', { ...always, days: [1, 7] }, { at: 'days.1', problem: 'day' }],
    ['a day twice', { ...always, days: [1, 1] }, { at: 'days.1', problem: 'day' }],
    ['no time', { ...always, time: [{ start: '25:00', end: '26:00' }] }, { at: 'time.0.start', problem: 'time' }],
    ['minutes', { ...always, time: [{ start: '10:00', end: '10:60' }] }, { at: 'time.0.end', problem: 'time' }],
    ['beginning at 24:00', { ...always, time: [{ start: '24:00', end: '10:00' }] }, { at: 'time.0.start', problem: 'time' }],
  ])('is refused with its place: %s', (_, rule, problem) => {
    expect(problemOf(rule)).toEqual(problem)
  })
  test('is fine with any one of the three', () => {
    expect(problemOf({ ...always, days: [0] })).toBeUndefined()
    expect(problemOf({ ...always, time: [{ start: '22:00', end: '24:00' }] })).toBeUndefined()
    expect(problemOf({ ...always, period: { start: '2026-02-03', end: '2026-02-03' } })).toBeUndefined()
  })
})
