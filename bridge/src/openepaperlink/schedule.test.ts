/** How often an access point is asked for what. */
import { expect, test } from 'vitest'
import { createSchedule, dueTimes, lookLessOften, lookSoon, readLessOften, readSoon } from './schedule.ts'

const second = 1000
const minute = 60 * second
const now = Date.UTC(2026, 10, 2, 9)
const started = () => {
  const schedule = createSchedule()
  for (const name of ['read', 'clock', 'sign', 'look'] as const) schedule.at[name] = now
  return schedule
}
const dueIn = (schedule: ReturnType<typeof createSchedule>, isUnderWay: boolean) =>
  Object.fromEntries(Object.entries(dueTimes(schedule, now, isUnderWay)).map(([name, at]) => [name, at - now]))

test('everything is due at first', () => {
  expect(Object.values(dueTimes(createSchedule(), now, true)).every((at) => at < now)).toBe(true)
})
test('nothing is looked for while nothing is under way', () => {
  expect(dueIn(started(), false)).toEqual({ clock: 60 * minute, read: minute, look: Infinity, sign: 5 * minute })
})
test('where its packets arrive, which tell the same, records are read rarely', () => {
  const schedule = started()
  schedule.at.packet = now - 15 * minute + 1
  expect(dueIn(schedule, true)).toMatchObject({ read: 15 * minute, look: minute })
  schedule.at.packet = now - 15 * minute
  expect(dueIn(schedule, true)).toMatchObject({ read: minute, look: 20 * second })
})
test('pauses grow to ten minutes while nothing happens, and begin anew when something does', () => {
  const schedule = started()
  readLessOften(schedule)
  lookLessOften(schedule, now)
  expect(dueIn(schedule, true)).toMatchObject({ read: 90 * second, look: 30 * second })
  for (let time = 0; time < 20; time++) {
    readLessOften(schedule)
    lookLessOften(schedule, now)
  }
  expect(dueIn(schedule, true)).toMatchObject({ read: 10 * minute, look: 10 * minute, sign: 5 * minute })
  readSoon(schedule)
  lookSoon(schedule, now)
  expect(dueIn(schedule, true)).toMatchObject({ read: minute, look: 20 * second, sign: minute })
})
