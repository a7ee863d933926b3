/** A pace for an answer that many ask for: worked out at most once in a while, and never from before it was asked for. */
export type Pace<T> = (what: string, read: () => Promise<T>) => Promise<T>

interface Turn<T> {
  /** Milliseconds of the machine's clock. */
  began: number
  under: Promise<T>
  next?: Promise<T>
}

/**
 * Who asks within `restMs` of the last beginning, or while an answer is being worked out, shares the next one. `what` always reads the same,
 * and says all that the answer depends on, such as the rights of who asks. Of more than `limit` at once, each is worked out for itself.
 */
export function createPace<T>(restMs: number, limit = 500): Pace<T> {
  const turns = new Map<string, Turn<T>>()
  function begin(what: string, read: () => Promise<T>): Promise<T> {
    const began = performance.now()
    const under = read()
    const turn: Turn<T> = { began, under }
    turns.set(what, turn)
    const end = () => {
      setTimeout(() => {
        if (turns.get(what) === turn && turn.next === undefined) turns.delete(what)
      }, restMs).unref()
    }
    under.then(end, end)
    return under
  }
  return async (what, read) => {
    const turn = turns.get(what)
    if (turn === undefined) return turns.size < limit ? begin(what, read) : read()
    turn.next ??= (async () => {
      await turn.under.catch(() => undefined)
      const restLeft = turn.began + restMs - performance.now()
      if (restLeft > 0) await new Promise((resolve) => setTimeout(resolve, restLeft))
      return begin(what, read)
    })()
    return turn.next
  }
}
