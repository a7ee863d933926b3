/** How fast a file goes, and how long it will take. */
export interface Pace {
  bytesPerSecond: number
  secondsLeft: number
}
/** Less says nothing yet. */
const minMs = 2000

/** `at` is called with each part (0 to 1) that has left, `restart` when the connection was lost: what lay between counts as nothing. */
export function measurePace(bytes: number, now: () => number = () => performance.now()) {
  let begun: { at: number; sent: number } | undefined
  return {
    at: (sent: number): Pace | undefined => {
      begun ??= { at: now(), sent }
      const ms = now() - begun.at
      const gone = (sent - begun.sent) * bytes
      if (ms < minMs || gone <= 0) return undefined
      const bytesPerSecond = (gone / ms) * 1000
      return { bytesPerSecond, secondsLeft: ((1 - sent) * bytes) / bytesPerSecond }
    },
    restart: () => {
      begun = undefined
    },
  }
}
