/** Hours of a week as they are drawn and as they are stored. */
import { describe, expect, test } from 'vitest'
import { always, common, holdsAt, hoursOfWeek, hoursText, isNever, never, weekOfHours, withArea } from './hours.ts'

const words: Record<string, string> = { 'schedules.always': 'always', 'schedules.everyDay': 'daily', 'playlists.allDay': 'all day' }
const t = ((key: string) => words[key] ?? key.replace('schedules.day.', 'd')) as Parameters<typeof hoursText>[1]
const lunch = [{ days: [1, 2, 3, 4, 5], time: [{ start: '11:00', end: '14:00' }] }]

describe('hours', () => {
  test('come back as they were, days with the same times together', () => {
    const hours = [...lunch, { days: [6], time: [] }]
    expect(hoursOfWeek(weekOfHours(hours))).toEqual(hours)
    expect([hoursOfWeek(always), hoursOfWeek(weekOfHours([])), isNever(never)]).toEqual([[], [], true])
  })
  test('over midnight stand on the next day', () => {
    expect(hoursOfWeek(weekOfHours([{ days: [6], time: [{ start: '22:00', end: '02:00' }] }]))).toEqual([
      { days: [6], time: [{ start: '22:00', end: '24:00' }] },
      { days: [0], time: [{ start: '00:00', end: '02:00' }] },
    ])
  })
  test('are said in words', () => {
    expect(hoursText(weekOfHours([...lunch, { days: [6, 0], time: [{ start: '09:00', end: '12:00' }] }]), t)).toBe(
      'd1–d5 11:00–14:00; d6, d0 09:00–12:00',
    )
    expect(hoursText(weekOfHours([{ days: [], time: [{ start: '08:00', end: '09:30' }] }]), t)).toBe('daily 08:00–09:30')
    expect([hoursText(always, t), hoursText(weekOfHours([{ days: [1, 3], time: [] }]), t)]).toEqual(['always', 'd1, d3 all day'])
  })
})
describe('an area of the week', () => {
  test('is filled and joins what it touches, and is emptied out of the middle', () => {
    const filled = withArea(weekOfHours(lunch), { days: [1], from: 14 * 60, to: 15 * 60 }, true)
    expect(hoursOfWeek(filled)[0]).toEqual({ days: [1], time: [{ start: '11:00', end: '15:00' }] })
    const holed = withArea(filled, { days: [1, 2], from: 12 * 60, to: 13 * 60 }, false)
    expect(hoursOfWeek(holed)[0]?.time).toEqual([
      { start: '11:00', end: '12:00' },
      { start: '13:00', end: '15:00' },
    ])
    expect([holdsAt(holed, 1, 11 * 60), holdsAt(holed, 1, 12 * 60), holdsAt(holed, 0, 11 * 60)]).toEqual([true, false, false])
  })
  test('that two have in common is when both hold', () =>
    expect(hoursOfWeek(common(weekOfHours(lunch), weekOfHours([{ days: [5, 6], time: [{ start: '13:00', end: '18:00' }] }])))).toEqual([
      { days: [5], time: [{ start: '13:00', end: '14:00' }] },
    ]))
})
