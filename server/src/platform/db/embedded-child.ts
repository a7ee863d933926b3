/** One process of the embedded database, as its server sees it: started, asked whether it answers, stopped. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { partsOf } from '@endcap/contract/typed-object'

export interface EmbeddedOptions {
  /** Data folder; in memory when absent. */
  folder?: string | undefined
  /** A dumped data folder (tar) to begin with; for tests. */
  snapshot?: string | undefined
  /** Where the socket is: only this user can open it. Absent on systems without such sockets, which use `port`. */
  socketFolder?: string | undefined
  port?: number | undefined
}
/** `plain`: the message says all that a person needs. */
export type EmbeddedReady = { ready: true } | { ready: false; message: string; plain: boolean }

export interface DatabaseProcess {
  pid: number
  /** Resolves when it has ended, with how. */
  ended: Promise<string>
  /** Calls back when it has not answered for so many seconds. Answers what ends this; `seconds` is read each second. */
  watch(seconds: () => number, onSilent: () => void): () => void
  /** Asks it to close; kills it when it does not within the grace. */
  stop(): Promise<void>
  kill(): void
}

/** A database that was killed replays its log before it answers. */
const openingMs = 300_000
/** Time to close its files when asked to; a statement that cannot be broken off may take all of it. */
export const closeGraceMs = 3000

/**
 * Of Node: what the process computes is in WebAssembly, which the first two do not slow down; its JavaScript is little. What is computed
 * often is compiled a second time, for speed, once it has run fifteen times as much as V8 asks for by default: what a start and the
 * migrations compute is not worth it (half a second of a processor at each start), what a product file computes is reached as soon.
 */
export const nodeOptions = ['--max-semi-space-size=1', '--optimize-for-size', '--wasm-tiering-budget=200000000'] as const
/** One in memory is soon over: compiling its WebAssembly a second time, for speed, costs more than it would save. */
const inMemoryOptions = ['--max-semi-space-size=1', '--liftoff-only']
/**
 * Of glibc: compiling the database's WebAssembly takes hundreds of megabytes for a moment, in pieces of 32 kB. They are given back to the
 * system when they are let go, in place of some being left in the heaps of all threads.
 */
export const allocation = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '30000', MALLOC_TRIM_THRESHOLD_: '131072' } as const

/** Rejects with what the process said when it cannot open its data; `plain` errors are told as they are. */
export class NotOpened extends Error {
  readonly plain: boolean
  constructor(message: string, plain: boolean) {
    super(message)
    this.plain = plain
  }
}

/** What its process says first (embedded-process.ts). */
function readyOf(received: unknown): EmbeddedReady {
  const { ready, message, plain } = partsOf(received)
  return ready === true ? { ready } : { ready: false, message: String(message), plain: plain === true }
}

/** A process that opens when `signal` is aborted is killed: nothing was done in it yet, and the next start begins where this one did. */
export async function launch(options: EmbeddedOptions, signal?: AbortSignal): Promise<DatabaseProcess> {
  signal?.throwIfAborted()
  // The last one is the pipe by which its watchdog notices that this process is gone.
  const child = fork(new URL('./embedded-process.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
    execArgv: [...(options.folder === undefined ? inMemoryOptions : nodeOptions)],
    env: { ...process.env, ...allocation },
  })
  child.stdio[4]?.on('error', () => undefined)
  const ended = once(child, 'exit').then(([code, signal]) => (signal === null ? `code ${code}` : `signal ${signal}`))
  let late: NodeJS.Timeout | undefined
  const giveUp = () => void child.kill('SIGKILL')
  signal?.addEventListener('abort', giveUp)
  send(child, options)
  const answer = await Promise.race<EmbeddedReady>([
    once(child, 'message').then(([message]) => readyOf(message)),
    ended.then((how) =>
      how.startsWith('signal')
        ? {
            ready: false,
            message: `The embedded database was killed while it opened (${how}): start again, with more memory if that was short.`,
            plain: true,
          }
        : { ready: false, message: `its process ended at once (${how})`, plain: false },
    ),
    new Promise((resolve) => {
      late = setTimeout(
        () => resolve({ ready: false, message: `it did not open within ${openingMs / 60_000} minutes`, plain: false }),
        openingMs,
      )
    }),
  ])
  clearTimeout(late)
  signal?.removeEventListener('abort', giveUp)
  if (!answer.ready) {
    child.kill('SIGKILL')
    await ended
    signal?.throwIfAborted()
    throw new NotOpened(answer.message, answer.plain)
  }
  return {
    pid: child.pid ?? 0,
    ended,
    watch: (seconds, onSilent) => watchAnswers(child, seconds, onSilent),
    stop: async () => {
      const giveUp = setTimeout(() => child.kill('SIGKILL'), closeGraceMs)
      send(child, 'stop')
      await ended
      clearTimeout(giveUp)
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

function send(child: ChildProcess, message: EmbeddedOptions | 'stop' | 'ping') {
  // One that is gone, or just goes, is told of by its exit.
  if (child.connected) child.send(message, () => undefined)
}

/** Counts turns, not time: a server that was held up itself for a while hears the answer before it counts on. */
function watchAnswers(child: ChildProcess, seconds: () => number, onSilent: () => void): () => void {
  let unanswered = 0
  const hear = (message: unknown) => {
    if (message === 'pong') unanswered = 0
  }
  child.on('message', hear)
  const timer = setInterval(() => {
    if (unanswered >= seconds()) {
      unanswered = 0
      onSilent()
    } else if (unanswered++ === 0) send(child, 'ping')
  }, 1000)
  timer.unref()
  return () => {
    clearInterval(timer)
    child.off('message', hear)
  }
}
