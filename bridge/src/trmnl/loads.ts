/** Signs that are loading a picture now: a line for each, and who waits until there is none. */

export interface Loads {
  /** Lines on which a sign loads. */
  count(mac: string): number
  /** A line begins; answers what is to be called once when it ends. */
  begin(mac: string): () => void
  /** When the sign loads nothing: what it has is known then. */
  quiet(mac: string): Promise<void>
  /** The sign does not wait any more. */
  close(): void
}

/** Nothing is loaded yet. */
export function createLoads(): Loads {
  const loading = new Map<string, { lines: number; waiters: (() => void)[] }>()
  return {
    count: (mac) => loading.get(mac)?.lines ?? 0,
    begin(mac) {
      const one = loading.get(mac) ?? { lines: 0, waiters: [] }
      loading.set(mac, one)
      one.lines++
      return () => {
        if (--one.lines > 0) return
        loading.delete(mac)
        for (const go of one.waiters) go()
      }
    },
    quiet(mac) {
      return new Promise((resolve) => {
        const one = loading.get(mac)
        if (one === undefined) resolve()
        else one.waiters.push(resolve)
      })
    },
    close() {
      for (const { waiters } of loading.values()) for (const go of waiters) go()
    },
  }
}
