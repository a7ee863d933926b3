/** How fast a check goes, and how long it will take: from what this screen has seen of it. */

export interface Seen {
  /** Milliseconds. */
  at: number
  checked: number
}
/** Before so much has been seen, a guess would jump about. */
const minMs = 900

/** Labels a second and seconds left; undefined while too little was seen. */
export function paceOf(first: Seen, last: Seen, total: number): { perSecond: number; secondsLeft: number } | undefined {
  const ms = last.at - first.at
  const done = last.checked - first.checked
  if (ms < minMs || done <= 0) return undefined
  const perSecond = (done * 1000) / ms
  return { perSecond, secondsLeft: Math.max(0, total - last.checked) / perSecond }
}

/** `45 s` or `3:05 min` as the words need it. */
export const minutesOf = (seconds: number): { minutes: number; seconds: number } => {
  const whole = Math.ceil(seconds)
  return { minutes: Math.floor(whole / 60), seconds: whole % 60 }
}
