/** The clock on a store's wall: its days and hours in its own time zone, on days when the clocks change too. */

const formats = new Map<string, Intl.DateTimeFormat>()
/** Throws a RangeError for an unknown zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, made)
  return made
}

/** What the wall shows, as milliseconds as if it were UTC. */
function wallMs(at: Date, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** `2026-11-21` */
export const localDay = (at: Date, timeZone: string): string => new Date(wallMs(at, timeZone)).toISOString().slice(0, 10)

/** `2026-11-21 10:00` */
export const localTime = (at: Date, timeZone: string): string => new Date(wallMs(at, timeZone)).toISOString().slice(0, 16).replace('T', ' ')

/** The moment at which the wall shows this full hour of a day. An hour that the clocks skip begins when they have skipped it. */
export function momentOf(day: string, hour: number, timeZone: string): Date {
  const target = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000
  // The difference to UTC around that time is found by two steps: the first may stand on the other side of a change.
  let moment = target
  for (let step = 0; step < 2; step++) moment += target - wallMs(new Date(moment), timeZone)
  return new Date(moment)
}
