/** The pause at night, on the clocks of a store: also in the nights in which they are changed. */
import { expect, test } from 'vitest'
import { sleepThrough } from './night.ts'
import { signOptions } from './options.ts'

const pause = { from: '22:00', to: '06:00' }
const zone = 'Europe/Berlin'
/** When a sign wakes that is answered then, as the clocks there show it. */
function wakes(at: string, { rate = 900, night = pause, timeZone = zone } = {}) {
  const start = Date.parse(at)
  const end = start + sleepThrough(start, rate, night, timeZone) * 1000
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(end)
}

test('by day a sign sleeps its rate; one that would wake in the pause sleeps to its end', () => {
  expect(wakes('2026-11-02T12:00:00+01:00')).toBe('2026-11-02 12:15')
  expect(wakes('2026-11-02T21:44:00+01:00')).toBe('2026-11-02 21:59')
  expect(wakes('2026-11-02T21:45:00+01:00')).toBe('2026-11-03 06:00')
  expect(wakes('2026-11-02T23:30:00+01:00')).toBe('2026-11-03 06:00')
  expect(wakes('2026-11-03T05:44:00+01:00')).toBe('2026-11-03 06:00')
  expect(wakes('2026-11-03T05:50:00+01:00')).toBe('2026-11-03 06:05')
  expect(sleepThrough(Date.parse('2026-11-02T23:30:00+01:00'), 900, undefined, zone)).toBe(900)
  expect(sleepThrough(Date.parse('2026-11-02T23:30:00+01:00'), 900, { from: '22:00', to: '22:00' }, zone)).toBe(900)
})
test('one within a day, and rates that are longer than it', () => {
  const noon = { from: '12:00', to: '14:00' }
  expect(wakes('2026-11-02T11:50:00+01:00', { night: noon })).toBe('2026-11-02 14:00')
  expect(wakes('2026-11-02T20:00:00+01:00', { rate: 12 * 3600 })).toBe('2026-11-03 08:00')
})
test('the end is where the clocks show it, an hour earlier or later', () => {
  expect(wakes('2026-10-24T23:00:00+02:00')).toBe('2026-10-25 06:00')
  expect(wakes('2026-03-28T23:00:00+01:00')).toBe('2026-03-29 06:00')
  expect(wakes('2026-03-07T23:00:00-05:00', { timeZone: 'America/New_York' })).toBe('2026-03-08 06:00')
  expect(wakes('2026-04-04T23:00:00+11:00', { timeZone: 'Australia/Lord_Howe' })).toBe('2026-04-05 06:00')
})
test('an end that a night does not have, or has twice, is still an end near it', () => {
  const night = { from: '22:00', to: '02:30' }
  expect(wakes('2026-03-28T23:00:00+01:00', { night })).toMatch(/^2026-03-29 0[13]:30$/)
  expect(wakes('2026-10-24T23:00:00+02:00', { night })).toBe('2026-10-25 02:30')
})
test('never shorter than its rate, nor longer than the night, all over a change', () => {
  for (let at = Date.parse('2026-03-27T00:00:00Z'); at < Date.parse('2026-03-31T00:00:00Z'); at += 420_000) {
    const seconds = sleepThrough(at, 900, pause, zone)
    expect(seconds).toBeGreaterThanOrEqual(900)
    expect(seconds).toBeLessThan(9.5 * 3600)
  }
})
test('settings with a time or a zone that there is not are refused', () => {
  expect(signOptions.safeParse({ timeZone: 'Europe/Nowhere' }).success).toBe(false)
  expect(signOptions.safeParse({ timeZone: zone, night: pause }).success).toBe(true)
  for (const from of ['24:00', '6:00', '22:60', '']) expect(signOptions.safeParse({ night: { from, to: '06:00' } }).success).toBe(false)
})
