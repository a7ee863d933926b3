/** Wall clocks of time zones, by the zone data that every browser and Node bring. */

/** Minutes of a day. */
export const dayMinutes = 1440
const minuteMs = 60_000
const dayMs = dayMinutes * minuteMs

export interface LocalTime {
  /** Days since 1970-01-01 on the zone's calendar. */
  day: number
  /** Minutes since midnight on the zone's clock. */
  minute: number
  /** 0 is Sunday. */
  weekday: number
}

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (format === undefined) {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn', ...parts })
    formats.set(timeZone, format)
  }
  return format
}

/** Whether the zone data know this name (IANA). */
export function isTimeZone(timeZone: string): boolean {
  try {
    formatOf(timeZone)
    return true
  } catch {
    return false
  }
}

/** What the wall clock shows at an instant (milliseconds since 1970 UTC), as if it were UTC. */
function wallOf(at: number, timeZone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % 1000) + 1000) % 1000)
}

export function localTime(at: number, timeZone: string): LocalTime {
  const wall = wallOf(at, timeZone)
  const day = Math.floor(wall / dayMs)
  return { day, minute: Math.floor((wall - day * dayMs) / minuteMs), weekday: (((day + 4) % 7) + 7) % 7 }
}

/**
 * The instant at which a wall clock shows a time; `minute` may lie outside the day. A time that a change of the clock skips is the moment of
 * the change, one that comes twice is the first.
 */
export function instantOf(day: number, minute: number, timeZone: string): number {
  const wall = day * dayMs + minute * minuteMs
  // The zone's distance from UTC on both sides of a change that may be near: the earlier of the instants that show the wanted time.
  const distances = [wall - dayMs, wall + dayMs].map((near) => wallOf(near, timeZone) - near)
  const instants = distances.map((distance) => wall - distance).filter((at) => wallOf(at, timeZone) === wall)
  if (instants.length > 0) return Math.min(...instants)
  return changeBetween(wall - Math.max(...distances), wall - Math.min(...distances), timeZone)
}

/** The moment between two instants at which the clock is put forward. */
function changeBetween(from: number, to: number, timeZone: string): number {
  let [low, high] = [from, to]
  const distance = wallOf(low, timeZone) - low
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (wallOf(middle, timeZone) - middle === distance) low = middle
    else high = middle
  }
  return high
}

/** `2026-03-29` as a day since 1970, or undefined when there is no such date. */
export function dayOf(text: string): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined) return undefined
  const at = Date.UTC(Number(year), Number(month) - 1, Number(date))
  return new Date(at).toISOString().startsWith(text) ? at / dayMs : undefined
}
