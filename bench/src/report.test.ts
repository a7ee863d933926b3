import { expect, test } from 'vitest'
import { describe as rowOf } from './report.ts'

const outcomeOf = (value: number, budget: Parameters<typeof rowOf>[0]['budget']) =>
  rowOf({ what: 'x', value, unit: 'ms', raw: 10, budget }).split('|').slice(-3, -1).join('').trim()

test('a budget is a limit from below or from above, of the figure or of its raw limit', () => {
  expect(outcomeOf(8, { minTimesRaw: 0.5 })).toBe('>= 0.5 ×  kept')
  expect(outcomeOf(4, { minTimesRaw: 0.5 })).toBe('>= 0.5 ×  MISSED')
  expect(outcomeOf(40, { minimum: 50 })).toBe('>= 50  MISSED')
  expect(outcomeOf(30, { maxTimesRaw: 2, maximum: 50 })).toBe('<= 2 ×, <= 50  MISSED')
  expect(outcomeOf(20, { maxTimesRaw: 2, maximum: 50 })).toBe('<= 2 ×, <= 50  kept')
})
