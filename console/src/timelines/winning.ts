/** Layers of a timeline: which of them is ever seen, and what stands in the week. The rules themselves are those of the displays. */
import { dayOf, instantOf, localTime } from '@endcap/signage/local-time'
import { isActive, minuteOf, strip, type Rule } from '@endcap/signage/schedule'

export type Fate = 'wins' | 'covered' | 'over'
/** All days of the week, each behind every other: a rule repeats after that. */
const weekDays = 8

/**
 * What becomes of each layer from a day on (layers from the weakest to the strongest): it is seen at some time, is always covered by stronger
 * ones, or its period is over. Days are those of any calendar: changes of the clock do not count.
 */
export function fatesOf(rules: readonly Rule[], today: number): Fate[] {
  const zone = 'UTC'
  const minutes = [
    ...new Set([0, ...rules.flatMap(({ time }) => time.flatMap(({ start, end }) => [minuteOf(start), minuteOf(end)]))]),
  ].flatMap((minute) => (minute === undefined ? [] : [minute % 1440]))
  // Where no period begins or ends, weeks are alike.
  const begins = rules.flatMap(({ period }) => {
    const [first, last] = [period && dayOf(period.start), period && dayOf(period.end)]
    return [...(first === undefined || first === null ? [] : [first]), ...(last === undefined || last === null ? [] : [last + 1])]
  })
  const days = [
    ...new Set(
      [today, ...begins.filter((day) => day > today)].flatMap((day) => Array.from({ length: weekDays }, (_, ahead) => day + ahead)),
    ),
  ]
  const wins = new Set<number>()
  const active = new Set<number>()
  for (const day of days) {
    for (const minute of minutes) {
      if (wins.size === rules.length) break
      const at = instantOf(day, minute, zone)
      let isCovered = false
      for (let place = rules.length - 1; place >= 0; place--) {
        const rule = rules[place]
        if (rule === undefined || (isCovered && active.has(place)) || !isActive(rule, at, zone)) continue
        active.add(place)
        if (!isCovered) wins.add(place)
        isCovered = true
      }
    }
  }
  return rules.map((_, place) => (wins.has(place) ? 'wins' : active.has(place) ? 'covered' : 'over'))
}

export interface Span {
  /** Parts of the day, 0 to 1. */
  left: number
  width: number
  /** The layer that is seen; -1 for none. */
  winner: number
  /** `08:00–12:30` */
  text: string
}
export interface Day {
  weekday: number
  /** `11-24` */
  date: string
  spans: Span[]
}
const two = (value: number) => String(value).padStart(2, '0')

/** The seven days from one instant on, on the clock of a zone. */
export function weekOf(rules: readonly Rule[], now: number, timeZone: string): Day[] {
  const first = localTime(now, timeZone)
  return Array.from({ length: 7 }, (_, ahead) => {
    const day = first.day + ahead
    const [from, to] = [instantOf(day, 0, timeZone), instantOf(day + 1, 0, timeZone)]
    const clock = (at: number) => {
      const local = localTime(at, timeZone)
      return local.day > day ? '24:00' : `${two(Math.floor(local.minute / 60))}:${two(local.minute % 60)}`
    }
    return {
      weekday: (first.weekday + ahead) % 7,
      date: new Date(day * 86_400_000).toISOString().slice(5, 10),
      spans: strip(rules, from, to, timeZone).map((span) => ({
        left: (span.from - from) / (to - from),
        width: (span.to - span.from) / (to - from),
        winner: span.winner,
        text: `${clock(span.from)}–${clock(span.to)}`,
      })),
    }
  })
}
