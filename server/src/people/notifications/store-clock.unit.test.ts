import { describe, expect, test } from 'vitest'
import { dueDay, reportHour } from './daily-report.ts'
import { localDay, localTime, momentOf } from './store-clock.ts'

const at = (text: string) => new Date(`${text}Z`)

describe('10:00 on the wall', () => {
  test.each([
    ['Asia/Tokyo', '2026-11-21', '2026-11-21T01:00'],
    ['Asia/Seoul', '2026-11-21', '2026-11-21T01:00'],
    ['Europe/Berlin', '2026-01-15', '2026-01-15T09:00'],
    ['Europe/Berlin', '2026-07-15', '2026-07-15T08:00'],
    // The clocks went forward at 2:00, back at 3:00 of that day.
    ['Europe/Berlin', '2026-03-28', '2026-03-28T09:00'],
    ['Europe/Berlin', '2026-03-29', '2026-03-29T08:00'],
    ['Europe/Berlin', '2026-10-24', '2026-10-24T08:00'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T09:00'],
    ['America/St_Johns', '2026-11-21', '2026-11-21T13:30'],
    ['Asia/Kathmandu', '2026-11-21', '2026-11-21T04:15'],
    ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T20:00'],
    ['Pacific/Pago_Pago', '2026-11-21', '2026-11-21T21:00'],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T23:00'],
  ])('%s on %s', (zone, day, utc) => {
    const moment = momentOf(day, reportHour, zone)
    expect(moment).toEqual(at(`${utc}:00`))
    expect(localTime(moment, zone)).toBe(`${day} 10:00`)
  })
  test('an hour that the clocks skip begins when they have skipped it', () => {
    expect(momentOf('2026-03-29', 2, 'Europe/Berlin')).toEqual(at('2026-03-29T01:00:00'))
  })
  test('each day of a year has it once, and it belongs to that day', () => {
    for (const zone of ['Europe/Berlin', 'Asia/Tokyo', 'America/New_York', 'Africa/Casablanca'])
      for (let day = 0; day < 365; day++) {
        const name = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
        expect(localTime(momentOf(name, reportHour, zone), zone)).toBe(`${name} 10:00`)
      }
  })
  test('an unknown zone throws a RangeError', () => {
    expect(() => localDay(new Date(), 'Mars/Olympus')).toThrow(RangeError)
  })
})

describe('the report of a day is due', () => {
  const store = { timeZone: 'Europe/Berlin', createdAt: at('2026-01-01T00:00:00') }
  test.each([
    ['2026-11-21T08:59:59', undefined],
    ['2026-11-21T09:00:00', '2026-11-21'],
    ['2026-11-21T09:20:00', '2026-11-21'],
    ['2026-11-21T22:59:59', '2026-11-21'],
    // Midnight in Berlin: the day is over, and the new one not yet due.
    ['2026-11-21T23:00:00', undefined],
  ])('at %s UTC, the day that is due is %s', (time, day) => {
    expect(dueDay(at(time), store)).toBe(day)
  })
  test('not on the day a store was made after 10:00', () => {
    const young = { ...store, createdAt: at('2026-11-21T09:00:01') }
    expect(dueDay(at('2026-11-21T12:00:00'), young)).toBeUndefined()
    expect(dueDay(at('2026-11-22T12:00:00'), young)).toBe('2026-11-22')
  })
})
