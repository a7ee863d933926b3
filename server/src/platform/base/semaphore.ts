/** A semaphore: lets some in at a time, in the order in which they came: a thousand who ask at once take no more of the server than a few of them. */
export interface Semaphore {
  run<T>(work: () => Promise<T>): Promise<T>
  /** Resolves with what leaves again; at the latest after `patienceMs`, however many are in. */
  enter(patienceMs?: number): Promise<() => void>
}

export function createSemaphore(places: number): Semaphore {
  let inside = 0
  const waiting = new Set<() => void>()
  const leave = () => {
    inside--
    // Who lost patience is in beyond the places.
    const [next] = waiting
    if (inside < places) next?.()
  }
  const enter = (patienceMs?: number) =>
    new Promise<() => void>((resolve) => {
      const come = () => {
        clearTimeout(late)
        waiting.delete(come)
        inside++
        let left = false
        resolve(() => {
          if (!left) leave()
          left = true
        })
      }
      const late = patienceMs === undefined || inside < places ? undefined : setTimeout(come, patienceMs)
      if (inside < places) come()
      else waiting.add(come)
    })
  return {
    enter,
    run: async (work) => {
      const left = await enter()
      try {
        return await work()
      } finally {
        left()
      }
    },
  }
}
