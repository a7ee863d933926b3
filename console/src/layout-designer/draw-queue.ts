/**
 * One call at a time: while it is under way only the newest of those that came since waits. An answer counts as long as it is of the subject that
 * is asked for now (another product, another panel): one of another subject is discarded, and its call is given up.
 */

export interface Asked<Q> {
  subject: string
  question: Q
}
export interface DrawQueue<Q> {
  ask(asked: Asked<Q>): void
  /** What is under way and what waits is not wanted any more. */
  stop(): void
}
interface Options<Q, A> {
  call: (question: Q, signal: AbortSignal) => Promise<A>
  onAnswer: (answer: A, question: Q) => void
  onError: (error: unknown, question: Q) => void
  /** Whether an answer is awaited. */
  onBusy?: (busy: boolean) => void
}

export function createDrawQueue<Q, A>({ call, onAnswer, onError, onBusy = () => undefined }: Options<Q, A>): DrawQueue<Q> {
  let waiting: Asked<Q> | undefined
  let running: { asked: Asked<Q>; abort: AbortController } | undefined

  async function run(asked: Asked<Q>) {
    const abort = new AbortController()
    const mine = { asked, abort }
    running = mine
    onBusy(true)
    // An answer of another subject than what was asked for since, or after the end, does not count.
    const counts = () => running === mine && !abort.signal.aborted
    try {
      const answer = await call(asked.question, abort.signal)
      if (counts()) onAnswer(answer, asked.question)
    } catch (error) {
      // What waits may do better.
      if (counts() && waiting === undefined) onError(error, asked.question)
    }
    if (running !== mine) return
    running = undefined
    const next = waiting
    waiting = undefined
    if (next === undefined) onBusy(false)
    else void run(next)
  }
  return {
    ask(asked) {
      if (running === undefined) return void run(asked)
      waiting = asked
      if (running.asked.subject !== asked.subject) running.abort.abort()
    },
    stop() {
      waiting = undefined
      running?.abort.abort()
      running = undefined
    },
  }
}
