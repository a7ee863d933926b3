import { expect, test } from 'vitest'
import { createCheckins } from './checkins.ts'

const idle = { called: false, waits: () => false }

test('a tag for which nothing waits is heard at the first of its check-ins and at every third', () => {
  const checkins = createCheckins(3)
  expect(Array.from({ length: 7 }, () => checkins.checkIn(idle))).toEqual([true, false, false, true, false, false, true])
})

test('one for which something waits, or that is called, is heard at once', () => {
  const checkins = createCheckins(3)
  checkins.checkIn(idle)
  expect(checkins.checkIn({ ...idle, waits: () => true })).toBe(true)
  expect(checkins.checkIn({ ...idle, called: true })).toBe(true)
  expect([checkins.checkIn(idle), checkins.checkIn(idle), checkins.checkIn(idle)]).toEqual([false, false, true])
})

test('in step with life, each check-in is heard', () => {
  const checkins = createCheckins(1)
  expect([checkins.checkIn(idle), checkins.checkIn(idle)]).toEqual([true, true])
})
