/** When events are stored that change nothing by themselves, such as sightings: a chain at rest reports some every 50 ms, and each transaction costs. */

interface Options {
  /** Milliseconds after the last ones before they are stored. */
  gatherMs: number
  /** Records that are worth a transaction of their own. */
  enough: number
  store: () => void
}

export interface Gathering {
  /** An event has come; `waiting`: records that are not stored yet. What cannot wait takes the others along. */
  came(event: { mayWait: boolean; waiting: number }): void
  /** All that had come is stored. */
  stored(): void
  stop(): void
}

export function createGathering({ gatherMs, enough, store }: Options): Gathering {
  let storedAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  const forget = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    came: ({ mayWait, waiting }) => {
      if (mayWait && waiting < enough) timer ??= setTimeout(store, Math.max(0, storedAt + gatherMs - performance.now()))
      else store()
    },
    stored: () => {
      forget()
      storedAt = performance.now()
    },
    stop: forget,
  }
}
