import { dayOf } from '@endcap/signage/local-time'
import type { Rule } from '@endcap/signage/schedule'
import { describe, expect, test } from 'vitest'
import { fatesOf } from './winning.ts'

const always: Rule = { period: null, days: [], time: [] }
const today = dayOf('2026-11-24')! // a Tuesday
const at = (start: string, end: string, more: Partial<Rule> = {}): Rule => ({ ...always, time: [{ start, end }], ...more })

describe('what becomes of a layer', () => {
  test('the strongest is on top: what it always covers is never seen', () => {
    expect(fatesOf([always, at('09:00', '12:00')], today)).toEqual(['wins', 'wins'])
    expect(fatesOf([at('09:00', '12:00'), always], today)).toEqual(['covered', 'wins'])
    expect(fatesOf([at('09:00', '12:00'), at('08:00', '11:00'), at('11:00', '13:00')], today)).toEqual(['covered', 'wins', 'wins'])
  })

  test('days of the week and periods that lie ahead count, those that are over do not', () => {
    const weekdays = { ...always, days: [1, 2, 3, 4, 5] }
    expect(fatesOf([{ ...always, days: [6] }, weekdays], today)).toEqual(['wins', 'wins'])
    expect(fatesOf([{ ...always, days: [5] }, weekdays], today)).toEqual(['covered', 'wins'])
    const advent = { ...always, period: { start: '2027-12-01', end: '2027-12-24' } }
    expect(fatesOf([advent, weekdays], today)).toEqual(['wins', 'wins'])
    expect(fatesOf([advent, always], today)).toEqual(['covered', 'wins'])
    expect(fatesOf([{ ...always, period: { start: '2026-01-01', end: '2026-11-23' } }, always], today)).toEqual(['over', 'wins'])
    // A stronger one that ends leaves the rest of the period.
    const first = { ...always, period: { start: '2027-12-01', end: '2027-12-23' } }
    expect(fatesOf([advent, first], today)).toEqual(['wins', 'wins'])
  })

  test('what goes on over midnight is seen where nothing else is in the morning', () => {
    const night = at('22:00', '06:00', { days: [1] })
    expect(fatesOf([night, { ...always, days: [1] }], today)).toEqual(['wins', 'wins'])
    expect(fatesOf([night, { ...always, days: [1, 2] }], today)).toEqual(['covered', 'wins'])
  })
})
