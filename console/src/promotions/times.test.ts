import { describe, expect, test } from 'vitest'
import { fromLocal, spanOf, timesOfDay, toLocal, withDay, withTimeOfDay } from './times.ts'

const at = (text: string, timeZones = ['Europe/Berlin'], starts = '') => ({ timeZones, now: new Date(text), starts })

describe('the times of a promotion', () => {
  test('are read as they are typed or pasted, in 24 hours, to the second', () => {
    expect(toLocal('2027-03-05 6:00')).toBe('2027-03-05T06:00:00')
    expect(toLocal('2027-03-05 23:59:58')).toBe('2027-03-05T23:59:58')
    for (const text of ['2027-02-29 06:00', '2027-03-05 24:00', '2027-03-05', '2027-03-05 6', '5.3.2027 06:00', ''])
      expect(toLocal(text), text).toBeUndefined()
    expect([fromLocal('2027-03-05T06:00:00'), fromLocal('2027-03-05T06:00:05')]).toEqual(['2027-03-05 06:00', '2027-03-05 06:00:05'])
    expect(withDay('2027-03-05 06:00', '2027-03-06')).toBe('2027-03-06 06:00')
    expect(withDay('2027-03-05 06:00', '2027-03-06T07:30:01')).toBe('2027-03-06 07:30:01')
    expect(withTimeOfDay('2027-03-05 06:00', '07:05')).toBe('2027-03-05 07:05')
  })
  test('are offered five minutes apart', () => {
    expect([timesOfDay.length, timesOfDay[0], timesOfDay[73], timesOfDay.at(-1)]).toEqual([288, '00:00', '06:05', '23:55'])
  })
  test('of a weekend are those from Saturday to Monday of the stores’ clock', () => {
    const weekend = { starts: '2027-03-06 06:00', ends: '2027-03-08 06:00' }
    const next = { starts: '2027-03-13 06:00', ends: '2027-03-15 06:00' }
    for (const day of ['2027-03-01', '2027-03-05', '2027-03-06', '2027-03-07']) {
      expect(spanOf('weekend', at(`${day}T12:00:00Z`)), day).toEqual(weekend)
      expect(spanOf('nextWeekend', at(`${day}T12:00:00Z`)), day).toEqual(next)
    }
    // Sunday evening in Berlin is Monday in Tokyo: the next weekend of both is meant.
    expect(spanOf('weekend', at('2027-03-07T17:00:00Z', ['Europe/Berlin', 'Asia/Tokyo']))).toEqual(next)
  })
  test('of a week begin with the start that stands there', () => {
    expect(spanOf('week', at('2027-03-01T12:00:00Z', undefined, '2027-03-30 07:05'))).toEqual({
      starts: '2027-03-30 07:05',
      ends: '2027-04-06 07:05',
    })
    expect(spanOf('week', at('2027-03-01T12:00:00Z'))).toEqual({ starts: '2027-03-02 06:00', ends: '2027-03-09 06:00' })
  })
})
