/** A semaphore: so much runs at once, and the rest waits for its turn in the order it came. */

export interface Semaphore {
  /** Runs the work once there is room for it. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** How much runs or waits. */
  size(): number
}

export function createSemaphore(width: number): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run(work) {
      if (running < width) running++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        // The place goes on to the next in line.
        const next = waiting.shift()
        if (next === undefined) running--
        else next()
      }
    },
    size: () => running + waiting.length,
  }
}
