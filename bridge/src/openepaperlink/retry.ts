/** How long to wait before something that failed is tried again. */

const firstMs = 1000
const longestMs = 60_000
/** More doublings than this change nothing, and would only make a huge number. */
const maxDoublings = 10

/** Milliseconds until the next try: a second after the first failure (`failures` 0), twice as long after each further one, a minute at most. */
export const retryPause = (failures: number): number => Math.min(longestMs, firstMs * 2 ** Math.min(maxDoublings, failures))
