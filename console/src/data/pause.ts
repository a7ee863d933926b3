/** Specification 2 §9: the picture of a product loads after 100 ms, so that what is only passed by is not asked for. */
const imageDelayMs = 100

/** Rejects when `signal` ends it: a query that no component waits for any more is never sent. */
export function pauseForImage(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, imageDelayMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)))
    })
  })
}
