/** Turns: for each tag one thing after the other, so that what was read of it still holds when it is judged. Tags do not wait for each other. */

export interface Turns {
  /** Does the work once all that was given for this tag before is over, however that came out. Answers as the work does. */
  take<T>(tag: string, work: () => Promise<T>): Promise<T>
  /** Whether something is being done for this tag, or waits for its turn. */
  has(tag: string): boolean
  /** Tags for which something is being done. */
  size(): number
}

/** Turns of tags for which nothing is being done yet. */
export function createTurns(): Turns {
  /** The newest turn of each tag. */
  const newest = new Map<string, Promise<unknown>>()
  return {
    take(tag, work) {
      const turn = (newest.get(tag) ?? Promise.resolve()).catch(() => undefined).then(work)
      newest.set(tag, turn)
      // A newer one waits behind an older one.
      const leave = () => {
        if (newest.get(tag) === turn) newest.delete(tag)
      }
      turn.then(leave, leave)
      return turn
    },
    has: (tag) => newest.has(tag),
    size: () => newest.size,
  }
}
