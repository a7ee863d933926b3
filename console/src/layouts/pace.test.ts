import { expect, test } from 'vitest'
import { minutesOf, paceOf } from './pace.ts'

test('the pace of a check is what was seen of it, from where it was first seen', () => {
  expect(paceOf({ at: 0, checked: 400 }, { at: 2000, checked: 1200 }, 3200)).toEqual({ perSecond: 400, secondsLeft: 5 })
  expect(paceOf({ at: 0, checked: 400 }, { at: 100, checked: 800 }, 3200)).toBeUndefined()
  expect(paceOf({ at: 0, checked: 400 }, { at: 5000, checked: 400 }, 3200)).toBeUndefined()
  // Labels with several products may be more than were counted.
  expect(paceOf({ at: 0, checked: 0 }, { at: 1000, checked: 90 }, 80)?.secondsLeft).toBe(0)
})
test('what is left is told in minutes and seconds', () => {
  expect(minutesOf(44.2)).toEqual({ minutes: 0, seconds: 45 })
  expect(minutesOf(185)).toEqual({ minutes: 3, seconds: 5 })
})
