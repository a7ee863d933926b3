/** What holds in the seven days from one instant on, on the clock of a zone. */
import { instantOf, localTime } from '@endcap/signage/local-time'
import { strip, type Rule } from '@endcap/signage/schedule'

interface Span {
  /** Parts of the day, 0 to 1. */
  left: number
  width: number
  /** The rule that holds; -1 for none. */
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

/** `rules` from the weakest to the strongest. */
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
