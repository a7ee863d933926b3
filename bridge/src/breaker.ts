/** A circuit breaker: after failures in a row nothing is asked for a while, then one thing is tried. */
import type { Clock } from './clock.ts'

/** Failures in a row that open it. */
const failures = 3
const shortestMs = 1000
const longestMs = 60_000

export function createBreaker(clock: Pick<Clock, 'now'>) {
  let inARow = 0
  let closedAt = 0
  return {
    /** Milliseconds until something may be tried; 0 for now. */
    wait: () => Math.min(longestMs, Math.max(0, closedAt - clock.now())),
    /** One thing at a time, to see whether it answers again. */
    isTrying: () => inARow >= failures,
    failed() {
      // What was begun before it opened says nothing new.
      if (inARow >= failures && this.wait() > 0) return
      if (++inARow >= failures) closedAt = clock.now() + Math.min(longestMs, shortestMs * 2 ** (inARow - failures))
    },
    worked() {
      inARow = 0
      closedAt = 0
    },
  }
}
