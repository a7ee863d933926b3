/** A piece of background work with one owner: runs when woken and at least every so often, never twice at once. */

/** What work answers when there is nothing that time alone would make due: the next look comes after `idleMs`, unless it is woken. */
export const idle = Symbol('idle')

export interface Loop {
  /** Asks for a run now; during a run, for another one after it. */
  wake(): void
  /** Runs until there is nothing left to do; for tests. */
  settle(): Promise<void>
  /** No new run; resolves when the current one is over. */
  stop(): Promise<void>
}

export interface LoopOptions {
  /** Milliseconds between the end of a run and the next one. */
  everyMs: number
  /** Milliseconds to the next run after one that answered `idle`; `everyMs` unless given. */
  idleMs?: number
  /** Milliseconds to the first run; `everyMs` unless given. */
  firstMs?: number
  /** Milliseconds from a failure to the next run. */
  retryMs?: number
  /** Asked when it would run by itself: `false` leaves that turn out. */
  looks?: () => boolean
  /** Answers `true` when it should run again at once, `idle` when nothing is there to wait for. */
  work: () => Promise<unknown>
  /** Hears how it runs. */
  began?: () => void
  ended?: (error?: unknown) => void
  /** The next run by itself is in so many milliseconds; undefined: there is none. */
  planned?: (inMs: number | undefined) => void
}

/** A failure is handed to `ended`, and the work is tried again after `retryMs`. */
export function startLoop(options: LoopOptions): Loop {
  const { everyMs, idleMs = everyMs, firstMs = everyMs, retryMs = 1000, looks, work, began, ended, planned } = options
  let stopped = false
  let requested = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const plan = (ms: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => (looks?.() === false ? plan(everyMs) : wake()), ms)
    planned?.(stopped ? undefined : ms)
  }
  const run = async () => {
    began?.()
    try {
      let answer: unknown
      do {
        requested = false
        answer = await work()
      } while (!stopped && (answer === true || requested))
      ended?.()
      plan(answer === idle ? idleMs : everyMs)
    } catch (error) {
      ended?.(error)
      plan(retryMs)
    } finally {
      running = undefined
    }
  }
  function wake() {
    requested = true
    // Later than this call, so that a wake from within the work finds the run that it is in.
    if (!stopped) running ??= Promise.resolve().then(run)
  }
  plan(firstMs)

  return {
    wake,
    settle: async () => {
      wake()
      while (running !== undefined) await running
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      planned?.(undefined)
      await running
    },
  }
}
