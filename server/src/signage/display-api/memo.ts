/** Memoised reads: what answers the same for many displays is read once, as long as one look at all of them takes. */
export type Memo = <T>(what: string, read: () => Promise<T>) => Promise<T>

/** For one display by itself: all is read. */
export const unmemoized: Memo = (_, read) => read()

export function createMemo(): Memo {
  const known = new Map<string, Promise<unknown>>()
  return <T>(what: string, read: () => Promise<T>) => {
    // The same key always reads the same.
    const found = known.get(what) as Promise<T> | undefined
    const answer = found ?? read()
    // What failed is not remembered: the next display asks anew.
    if (found === undefined) {
      known.set(what, answer)
      answer.catch(() => known.delete(what))
    }
    return answer
  }
}
