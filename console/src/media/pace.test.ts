import { expect, test } from 'vitest'
import { measurePace } from './pace.ts'

test('says how fast a file goes after two seconds, and begins anew after a lost connection', () => {
  let now = 0
  const pace = measurePace(1_000_000, () => now)
  // A file that goes on where it was begins in the middle.
  expect(pace.at(0.5)).toBeUndefined()
  now = 1000
  expect(pace.at(0.55)).toBeUndefined()
  now = 2000
  expect(pace.at(0.6)).toEqual({ bytesPerSecond: expect.closeTo(50_000), secondsLeft: expect.closeTo(8) })
  pace.restart()
  now = 600_000
  expect(pace.at(0.6)).toBeUndefined()
  now = 604_000
  expect(pace.at(0.8)).toEqual({ bytesPerSecond: expect.closeTo(50_000), secondsLeft: expect.closeTo(4) })
})
