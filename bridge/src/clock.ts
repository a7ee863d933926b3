/** Time as drivers see it, so that tests can let it pass by hand. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls once after so many milliseconds; answers how to take that back. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, Math.min(ms, 2_147_483_647))
    return () => clearTimeout(timer)
  },
}

/** Calls again and again; answers how to end it. */
export function every(clock: Clock, ms: number, work: () => void): () => void {
  let forget = clock.after(ms, turn)
  function turn() {
    forget = clock.after(ms, turn)
    work()
  }
  return () => forget()
}

export interface ManualClock extends Clock {
  /** Lets so much time pass: what is due by then is called in its order, each at its time; what that starts gets its turn first. */
  advance(ms: number): Promise<void>
}

/** A clock that stands still until it is told to go on. */
export function createManualClock(start = Date.UTC(2026, 10, 2, 9)): ManualClock {
  let now = start
  let count = 0
  const waiting = new Map<number, { at: number; work: () => void }>()
  /** Lets everything run that waits for nothing but its turn, and for answers on this machine that are here. */
  const settle = async () => {
    for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    now: () => now,
    after(ms, work) {
      const id = ++count
      waiting.set(id, { at: now + Math.max(0, ms), work })
      return () => void waiting.delete(id)
    },
    async advance(ms) {
      const end = now + ms
      for (;;) {
        await settle()
        const due = [...waiting].filter(([, one]) => one.at <= end).toSorted(([a, x], [b, y]) => x.at - y.at || a - b)[0]
        if (due === undefined) break
        waiting.delete(due[0])
        now = Math.max(now, due[1].at)
        due[1].work()
      }
      now = end
      await settle()
    },
  }
}
