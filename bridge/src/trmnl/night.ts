/** When signs sleep through: a pause at night saves half of a battery, and no customer reads prices then. */
import * as z from 'zod'

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time as 22:00')
export const nightPause = z.object({ from: clockTime, to: clockTime })
export type NightPause = z.infer<typeof nightPause>

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const day = 1440

const clocks = new Map<string, Intl.DateTimeFormat>()
/** Minutes since midnight on the clocks of a zone. */
function minuteThere(at: number, timeZone: string): number {
  let clock = clocks.get(timeZone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    clocks.set(timeZone, clock)
  }
  return minutesOf(clock.format(at))
}

/**
 * Seconds that a sign is to sleep from `at` (milliseconds): its rate, or to the end of the pause where it would wake within it. The end is
 * where the clocks of the zone show it, also in a night in which they are changed.
 */
export function sleepThrough(at: number, rate: number, pause: NightPause | undefined, timeZone: string): number {
  if (pause === undefined || pause.from === pause.to) return rate
  const [from, to] = [minutesOf(pause.from), minutesOf(pause.to)]
  const within = (minute: number) => (minute - from + day) % day < (to - from + day) % day
  const wakes = at + rate * 1000
  if (!within(minuteThere(wakes, timeZone))) return rate
  let end = wakes + ((to - minuteThere(wakes, timeZone) + day) % day) * 60_000
  // Clocks that were changed meanwhile show another time then.
  const off = ((minuteThere(end, timeZone) - to + day + day / 2) % day) - day / 2
  end -= off * 60_000
  return Math.max(rate, Math.round((end - at) / 1000))
}
