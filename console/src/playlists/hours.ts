/** When a playlist plays, as it is drawn: for each day of the week parts of the day, in minutes. */
import { dayMinutes } from '@endcap/signage/local-time'
import { minuteOf, type Rule } from '@endcap/signage/schedule'
import type { TFunction } from 'i18next'

export type Hours = readonly Pick<Rule, 'days' | 'time'>[]
interface Part {
  from: number
  to: number
}
/** 0 is Sunday; parts of a day are in order and do not touch. */
export type Week = readonly (readonly Part[])[]
const sunday = 0
/** As weeks are drawn. */
export const weekdays = [1, 2, 3, 4, 5, 6, sunday] as const
/** What a cell of the drawn week stands for, minutes. */
export const cellMinutes = 30
export const cellsOfDay = dayMinutes / cellMinutes
const wholeDay: Part = { from: 0, to: dayMinutes }
export const always: Week = weekdays.map(() => [wholeDay])
export const never: Week = weekdays.map(() => [])

/** In order, and those that touch as one. */
function joined(parts: readonly Part[]): Part[] {
  const all: Part[] = []
  for (const part of parts.filter(({ from, to }) => to > from).toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1)
    if (last !== undefined && part.from <= last.to) last.to = Math.max(last.to, part.to)
    else all.push({ ...part })
  }
  return all
}
const without = (parts: readonly Part[], { from, to }: Part): Part[] =>
  joined(
    parts.flatMap((part) => [
      { from: part.from, to: Math.min(part.to, from) },
      { from: Math.max(part.from, to), to: part.to },
    ]),
  )
const clipped = (parts: readonly Part[], other: readonly Part[]): Part[] =>
  joined(parts.flatMap(({ from, to }) => other.map((one) => ({ from: Math.max(from, one.from), to: Math.min(to, one.to) }))))

/** What goes on over midnight stands on the next day. */
export function weekOfHours(hours: Hours): Week {
  if (hours.length === 0) return always
  const days: Part[][] = weekdays.map(() => [])
  for (const { days: some, time } of hours)
    for (const day of some.length === 0 ? weekdays : some)
      for (const { start, end } of time.length === 0 ? [{ start: '00:00', end: '24:00' }] : time) {
        const [from = 0, until = 0] = [minuteOf(start), minuteOf(end)]
        if (until > from) days[day]?.push({ from, to: until })
        else {
          days[day]?.push({ from, to: dayMinutes })
          days[(day + 1) % 7]?.push({ from: 0, to: until })
        }
      }
  return days.map(joined)
}
const two = (value: number) => String(value).padStart(2, '0')
export const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
const isWhole = ([first]: readonly Part[]) => first !== undefined && first.from === 0 && first.to === dayMinutes

/** As they are stored: days with the same times together. None is always; a week in which nothing is drawn has none either, see `isNever`. */
export function hoursOfWeek(week: Week): { days: number[]; time: { start: string; end: string }[] }[] {
  if (week.every(isWhole)) return []
  const groups = Map.groupBy(
    weekdays.filter((day) => (week[day]?.length ?? 0) > 0),
    (day) => JSON.stringify(week[day]),
  )
  return [...groups.values()].map((days) => {
    const parts = week[days[0] ?? sunday] ?? []
    return {
      days: days.length === 7 ? [] : days.toSorted((one, other) => one - other),
      time: isWhole(parts) ? [] : parts.map(({ from, to }) => ({ start: clockOf(from), end: clockOf(to) })),
    }
  })
}
export const isAlways = (week: Week): boolean => week.every(isWhole)
export const isNever = (week: Week): boolean => week.every((parts) => parts.length === 0)

export const holdsAt = (week: Week, day: number, minute: number): boolean =>
  week[day]?.some(({ from, to }) => minute >= from && minute < to) ?? false

interface Area {
  days: readonly number[]
  from: number
  to: number
}
/** The same with an area of the week filled, or emptied. */
export const withArea = (week: Week, { days, from, to }: Area, filled: boolean): Week =>
  week.map((parts, day) => (!days.includes(day) ? parts : filled ? joined([...parts, { from, to }]) : without(parts, { from, to })))

/** When both hold. */
export const common = (one: Week, other: Week): Week => one.map((parts, day) => clipped(parts, other[day] ?? []))

/** `Mon–Fri 11:00–14:00; Sat 09:00–12:00` */
export function hoursText(week: Week, t: TFunction): string {
  if (isAlways(week)) return t('schedules.always')
  if (isNever(week)) return t('schedules.never')
  return hoursOfWeek(week)
    .map(({ days, time }) => {
      const times = time.length === 0 ? t('playlists.allDay') : time.map(({ start, end }) => `${start}–${end}`).join(', ')
      return `${days.length === 0 ? t('schedules.everyDay') : daysText(days, t)} ${times}`
    })
    .join('; ')
}
/** Days in a row as one. */
function daysText(days: readonly number[], t: TFunction): string {
  const runs: number[][] = []
  for (const day of weekdays.filter((one) => days.includes(one))) {
    const last = runs.at(-1)
    if (last !== undefined && weekdays.findIndex((one) => one === last.at(-1)) + 1 === weekdays.indexOf(day)) last.push(day)
    else runs.push([day])
  }
  const word = (day: number | undefined) => t(`schedules.day.${day ?? sunday}`)
  return runs.map((run) => (run.length > 2 ? `${word(run[0])}–${word(run.at(-1))}` : run.map(word).join(', '))).join(', ')
}
