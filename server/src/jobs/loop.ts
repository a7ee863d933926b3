/** A piece of background work with one owner: runs when woken and at least every so often, never twice at once. */
import type { Logger } from 'pino'

export interface Loop {
  /** Asks for a run now; during a run, for another one after it. */
  wake(): void
  /** Runs until there is nothing left to do; for tests. */
  settle(): Promise<void>
  /** No new run; resolves when the current one is over. */
  stop(): Promise<void>
}

/** `work` answers true when it should run again at once. A failure is logged and tried again after `retryMs`. */
export function startLoop(options: { name: string; everyMs: number; retryMs?: number; log: Logger; work: () => Promise<boolean> }): Loop {
  const { name, everyMs, retryMs = 1000, log, work } = options
  let stopped = false
  let wanted = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const plan = (ms: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(wake, ms)
  }
  const run = async () => {
    try {
      do wanted = false
      while ((await work()) || (wanted && !stopped))
      plan(everyMs)
    } catch (error) {
      log.error({ err: error, loop: name }, 'background work failed; it will be tried again')
      plan(retryMs)
    } finally {
      running = undefined
    }
  }
  function wake() {
    wanted = true
    if (!stopped) running ??= run()
  }
  plan(everyMs)

  return {
    wake,
    settle: async () => {
      wake()
      while (running !== undefined) await running
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
