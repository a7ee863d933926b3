/**
 * When something plays (specification 3 §3, §5): within a period of dates, on days of the week, at times of the day; what is not set does not
 * limit. All of it on the clock of the device's time zone. A range whose end is not after its start goes on over midnight and belongs to the
 * day it begins on; an end equal to its start means 24 hours.
 */
import { dayMinutes, dayOf, instantOf, localTime, type LocalTime } from './local-time.ts'

export interface Rule {
  /** Dates `yyyy-mm-dd`, both of them within; either end may be open. */
  period: { start: string; end: string } | null
  /** 0 is Sunday; none is every day. */
  days: readonly number[]
  /** `HH:mm`, the start within, the end not; `24:00` is midnight. None is the whole day. */
  time: readonly { start: string; end: string }[]
}
/** Minutes since the midnight of the day that it belongs to; `end` may lie in the next day. */
interface Range {
  start: number
  end: number
}

/** `HH:mm` in minutes, or undefined when it is no time of the day. */
export function minuteOf(text: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(text) ?? []
  const minute = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && minute <= dayMinutes ? minute : undefined
}

/** What is not a time is left out: rules are checked where they are saved. */
const rangesOf = ({ time }: Rule): Range[] =>
  time.length === 0
    ? [{ start: 0, end: dayMinutes }]
    : time.flatMap((range) => {
        const [start, end] = [minuteOf(range.start), minuteOf(range.end)]
        return start === undefined || end === undefined ? [] : [{ start, end: end > start ? end : end + dayMinutes }]
      })

/** Whether ranges that begin on this day count. */
function holdsOn({ period, days }: Rule, { day, weekday }: Pick<LocalTime, 'day' | 'weekday'>): boolean {
  if (days.length > 0 && !days.includes(weekday)) return false
  const first = period === null ? undefined : dayOf(period.start)
  const last = period === null ? undefined : dayOf(period.end)
  return (first === undefined || day >= first) && (last === undefined || day <= last)
}
const dayBefore = ({ day, weekday }: LocalTime) => ({ day: day - 1, weekday: (weekday + 6) % 7 })

/** The instant at which the range that is open at `at` began, or undefined when the rule is not active then. Milliseconds since 1970 UTC. */
export function activeSince(rule: Rule, at: number, timeZone: string): number | undefined {
  const now = localTime(at, timeZone)
  const ranges = rangesOf(rule)
  if (holdsOn(rule, now)) {
    const open = ranges.find(({ start, end }) => now.minute >= start && now.minute < end)
    if (open !== undefined) return instantOf(now.day, open.start, timeZone)
  }
  const yesterday = dayBefore(now)
  if (holdsOn(rule, yesterday)) {
    const open = ranges.find(({ end }) => now.minute < end - dayMinutes)
    if (open !== undefined) return instantOf(yesterday.day, open.start, timeZone)
  }
  return undefined
}

export const isActive = (rule: Rule, at: number, timeZone: string): boolean => activeSince(rule, at, timeZone) !== undefined

/** How far ahead a change is looked for. */
const farthestDays = 8

/**
 * The next instant at which any of the rules may begin or end, at most some days ahead. Rules are to be looked at again then; between now and
 * then nothing of them changes but by a clock that is put back or forward, for which they are looked at now and then besides.
 */
export function nextChange(rules: readonly Rule[], at: number, timeZone: string): number {
  const { day } = localTime(at, timeZone)
  let next = instantOf(day + farthestDays, 0, timeZone)
  const minutes = new Set(
    rules.flatMap((rule) => [0, ...rangesOf(rule).flatMap(({ start, end }) => [start, end % dayMinutes === 0 ? 0 : end % dayMinutes])]),
  )
  for (let ahead = 0; ahead < farthestDays; ahead++) {
    for (const minute of minutes) {
      const instant = instantOf(day + ahead, minute, timeZone)
      if (instant > at && instant < next) next = instant
    }
    // Later days are farther: what was found is the nearest.
    if (next < instantOf(day + ahead + 1, 0, timeZone)) return next
  }
  return next
}

/** Why a rule cannot be saved; undefined when it can. The first place that is wrong, as a path into the rule. */
export function problemOf(rule: Rule): { at: string; problem: 'nothing-set' | 'date' | 'order' | 'day' | 'time' } | undefined {
  const { period, days, time } = rule
  if (period === null && days.length === 0 && time.length === 0) return { at: '', problem: 'nothing-set' }
  if (period !== null) {
    const [first, last] = [dayOf(period.start), dayOf(period.end)]
    if (first === undefined) return { at: 'period.start', problem: 'date' }
    if (last === undefined) return { at: 'period.end', problem: 'date' }
    if (last < first) return { at: 'period.end', problem: 'order' }
  }
  const day = days.findIndex((one, index) => !Number.isInteger(one) || one < 0 || one > 6 || days.indexOf(one) !== index)
  if (day >= 0) return { at: `days.${day}`, problem: 'day' }
  for (const [index, { start, end }] of time.entries()) {
    if (minuteOf(start) === undefined || minuteOf(start) === dayMinutes) return { at: `time.${index}.start`, problem: 'time' }
    if (minuteOf(end) === undefined) return { at: `time.${index}.end`, problem: 'time' }
  }
  return undefined
}

/** Who wins from when to when: rules are layers, the last active one is on top. `winner`: its place, -1 where none is active. */
export function strip(rules: readonly Rule[], from: number, to: number, timeZone: string): { from: number; to: number; winner: number }[] {
  const segments: { from: number; to: number; winner: number }[] = []
  for (let at = from; at < to;) {
    const until = Math.min(to, nextChange(rules, at, timeZone))
    const winner = rules.findLastIndex((rule) => isActive(rule, at, timeZone))
    const last = segments.at(-1)
    if (last?.winner === winner) last.to = until
    else segments.push({ from: at, to: until, winner })
    at = until
  }
  return segments
}
