/** Once a day the page starts anew: what a browser gathers over months is gone, and a new player comes. */
import { instantOf, localTime } from '@endcap/signage/local-time'

/** Four in the morning, on the display's clock. */
const restartMinute = 240
const hourMs = 3_600_000

export interface Daily {
  /** The server's clock. */
  now(): number
  timeZone(): string
  /** Not when the page could not be loaded: it is tried again on the next day then. */
  mayRestart(): boolean
  restart(): void
}

/** Clocks and zones may change meanwhile: it looks anew every hour. */
export function restartDaily(daily: Daily): void {
  const { now, timeZone, mayRestart, restart } = daily
  const { day } = localTime(now(), timeZone())
  const today = instantOf(day, restartMinute, timeZone())
  const at = today > now() ? today : instantOf(day + 1, restartMinute, timeZone())
  setTimeout(
    () => {
      if (now() >= at && mayRestart()) restart()
      else restartDaily(daily)
    },
    Math.min(hourMs, at - now()),
  )
}
