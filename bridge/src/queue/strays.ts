/** Strays: cancelled operations that the device may still carry out. What they show then is told. */

/** Operations that were taken back in vain and are remembered. */
const maxStrays = 5000

export interface Strays<T extends { op: string }> {
  keep(one: T): void
  /** The operation is no stray any more; answers what was kept of it. */
  take(op: string): T | undefined
}

/** No strays yet. Of too many the oldest are forgotten. */
export function createStrays<T extends { op: string }>(): Strays<T> {
  const strays = new Map<string, T>()
  return {
    keep(one) {
      strays.set(one.op, one)
      for (const op of strays.keys()) {
        if (strays.size <= maxStrays) break
        strays.delete(op)
      }
    },
    take(op) {
      const one = strays.get(op)
      strays.delete(op)
      return one
    },
  }
}
