/**
 * Keeps a few sandboxes, each in a process of its own, and gives each script one that holds nothing of anybody else. None is started before
 * the first script runs, and those without work for a while end.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { ImageFiles } from './image.ts'
import type { Answer, Fault, FromChild, Job, ToChild } from './words.ts'

/** A sandbox that is held for several jobs of one run. */
export interface Lease {
  child?: Child | undefined
  /** Its sandbox has ended: what it held is gone. */
  lost?: boolean
}
/** A run that a person waits for: a trial, or the look at a script before it is saved. */
export interface TrialRun {
  /** The account that asked. */
  account: string
  /** Aborted when the caller has left: the run ends. */
  signal?: AbortSignal | undefined
}
export type JobWanted = Omit<Job, 'id'> & {
  /** Whose script it is: one scope never gets all sandboxes. */
  scope: string
  /** Without it the run is one in production, and goes before trials. */
  trial?: TrialRun | undefined
  lease?: Lease
}
/** The account has as many trials waiting as it may. */
export class TooManyTrials extends Error {}
export interface Ran {
  answers: Answer[]
  /** Milliseconds in the sandbox, and the size of its memory. */
  ms: number
  bytes: number
}
export interface ScriptPool {
  /** Throws TooManyTrials, or that no sandbox can be started. */
  run(job: JobWanted): Promise<Ran>
  /** Gives a held sandbox back; one that still works for it is ended. */
  release(lease: Lease): void
  stop(): Promise<void>
  /** Processes that are there now. */
  size(): number
}

interface Waiting extends JobWanted {
  id: number
  resolve: (ran: Ran) => void
  reject: (error: Error) => void
}
interface Child {
  process: ChildProcess
  job?: Waiting | undefined
  watchdog?: NodeJS.Timeout | undefined
  rest?: NodeJS.Timeout | undefined
  late?: boolean
  key?: string | undefined
  lease?: Lease | undefined
  /** Whose run it works for, or is held for between two jobs. */
  holder?: Pick<JobWanted, 'scope' | 'trial'> | undefined
  usedAt: number
}

/** After its limit a script ends by itself, with its line; a single long operation of the interpreter does not, and is ended so much later. */
const graceMs = 1500
/** A sandbox without work for so long ends. */
const restMs = 60_000
const startMs = 60_000
/** Trials of one account that may wait for their turn, beside the one that runs. */
export const maxWaitingTrials = 3
const here = dirname(fileURLToPath(import.meta.url))
const childFiles = ['child.ts', 'sandbox.ts', 'host.ts', 'words.ts'].map((name) => join(here, name))

const faulty = (type: string, message: string): Ran => {
  const error: Fault = { type, message, line: null, trace: [] }
  return { answers: [{ error }], ms: 0, bytes: 0 }
}

export function createPool({ files, size, log }: { files: () => Promise<ImageFiles>; size: number; log: Logger }): ScriptPool {
  const children = new Set<Child>()
  const leaving = new Set<ChildProcess>()
  let queue: Waiting[] = []
  let [starting, lastId, stopped] = [0, 0, false]

  function fork_({ wasm, image }: ImageFiles): ChildProcess {
    const readable = [...childFiles, wasm, image, `${image}.json`]
    return fork(join(here, 'child.ts'), [wasm, image], {
      env: {},
      cwd: here,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [
        '--no-warnings',
        '--permission',
        ...readable.map((file) => `--allow-fs-read=${file}`),
        '--max-old-space-size=256',
        '--disallow-code-generation-from-strings',
        '--disable-proto=delete',
      ],
    })
  }

  /** A new sandbox; what it says while it starts is in the error when it does not. */
  async function start(): Promise<void> {
    const process = fork_(await files())
    leaving.add(process)
    const child: Child = { process, usedAt: Date.now() }
    let said = ''
    process.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2000)))
    process.on('message', (message: FromChild) => take(child, message))
    process.on('exit', (code, signal) => {
      leaving.delete(process)
      onExit(child, String(signal ?? code))
    })
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => process.kill('SIGKILL'), startMs)
      process.once('message', () => {
        clearTimeout(late)
        resolve()
      })
      process.once('exit', (code) => {
        clearTimeout(late)
        reject(new Error(`A sandbox for scripts did not start (${code}). ${said.trim()}`))
      })
      process.once('error', reject)
    })
    if (stopped) process.kill('SIGKILL')
    else children.add(child)
    idle(child)
  }

  function grow(): void {
    starting++
    start()
      .catch((error: Error) => {
        log.error({ err: error }, 'no sandbox for scripts')
        if (children.size > 0) return
        for (const one of queue) one.reject(error)
        queue = []
      })
      .finally(() => {
        starting--
        pump()
      })
  }

  function take(child: Child, { ready, id, answers = [], ms = 0, bytes = 0 }: FromChild): void {
    const { job } = child
    if (ready === true || job === undefined || job.id !== id) return
    clearTimeout(child.watchdog)
    child.job = undefined
    if (child.lease === undefined) child.holder = undefined
    child.usedAt = Date.now()
    if (job.once || answers.at(-1)?.error !== undefined) child.key = undefined
    job.resolve({ answers, ms, bytes })
    idle(child)
    pump()
  }

  function onExit(child: Child, how: string): void {
    children.delete(child)
    clearTimeout(child.watchdog)
    clearTimeout(child.rest)
    if (child.lease !== undefined) child.lease.lost = true
    const { job } = child
    child.job = undefined
    if (job !== undefined)
      job.resolve(
        child.late === true
          ? faulty('Timeout', 'the script was stopped: it did not end within its time')
          : faulty('Crash', `the sandbox ended (${how})`),
      )
    if (!stopped) pump()
  }

  function idle(child: Child): void {
    clearTimeout(child.rest)
    if (child.lease === undefined) child.rest = setTimeout(() => end(child), restMs).unref()
  }
  function end(child: Child): void {
    children.delete(child)
    child.process.kill('SIGKILL')
  }
  const send = (child: Child, message: ToChild) => void child.process.send(message)

  function give(child: Child, job: Waiting): void {
    const { scope, trial, lease, resolve: _, reject: __, ...rest } = job
    clearTimeout(child.rest)
    Object.assign(child, { job, key: job.key, lease, holder: { scope, trial } })
    if (lease !== undefined) lease.child = child
    child.watchdog = setTimeout(() => {
      child.late = true
      child.process.kill('SIGKILL')
    }, job.ms + graceMs)
    send(child, rest)
  }

  function childFor(job: Waiting): Child | undefined {
    const free = [...children].filter((child) => child.job === undefined)
    if (job.lease?.child !== undefined) return free.find((child) => child === job.lease?.child)
    const open = free.filter((child) => child.lease === undefined)
    return open.find((child) => child.key === job.key) ?? open.toSorted((a, b) => a.usedAt - b.usedAt)[0]
  }
  /** Whether a run must leave the sandboxes that are free to others, even while nobody else waits: it may hold what it gets for minutes. */
  function mustWait({ scope, trial, lease }: Waiting): boolean {
    if (lease?.child !== undefined || size === 1) return false
    const holders = [...children].flatMap(({ holder }) => holder ?? [])
    if (trial === undefined) return holders.filter((one) => one.scope === scope && one.trial === undefined).length >= size - 1
    const hasOne = holders.some((one) => one.trial !== undefined && (one.trial.account === trial.account || one.scope === scope))
    return hasOne || holders.length >= size - 1
  }
  /** Production first, and otherwise as they came. A trial that goes on in the sandbox it holds waits for nothing. */
  const inTurn = () => queue.toSorted((a, b) => Number(isNewTrial(a)) - Number(isNewTrial(b)))
  const isNewTrial = ({ trial, lease }: Waiting) => trial !== undefined && lease?.child === undefined

  /** The caller of a trial has left: nobody waits for its answer. */
  function leave(job: Waiting): void {
    queue = queue.filter((one) => one !== job)
    for (const child of children) if (child.job === job) end(child)
    job.resolve(faulty('Cancelled', 'the caller has left'))
    pump()
  }

  function pump(): void {
    for (const job of inTurn()) {
      if (job.lease?.lost === true) {
        queue = queue.filter((one) => one !== job)
        job.resolve(faulty('Crash', 'the sandbox ended'))
        continue
      }
      if (mustWait(job)) continue
      const child = childFor(job)
      if (child === undefined) continue
      queue = queue.filter((one) => one !== job)
      give(child, job)
    }
    const wanted = queue.filter((job) => job.lease?.child === undefined && !mustWait(job)).length
    if (!stopped && wanted > starting && children.size + starting < size) grow()
  }

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(new Error('The server is stopping.'))
        const { account, signal } = job.trial ?? {}
        if (signal?.aborted === true) return resolve(faulty('Cancelled', 'the caller has left'))
        const settled = () => signal?.removeEventListener('abort', onLeft)
        const waiting: Waiting = {
          ...job,
          id: ++lastId,
          reject,
          resolve: (ran) => {
            settled()
            resolve(ran)
          },
        }
        const onLeft = () => leave(waiting)
        if (isNewTrial(waiting) && queue.filter((one) => isNewTrial(one) && one.trial?.account === account).length >= maxWaitingTrials)
          return reject(new TooManyTrials())
        signal?.addEventListener('abort', onLeft, { once: true })
        queue.push(waiting)
        pump()
      }),
    release: (lease) => {
      const { child } = lease
      if (child === undefined || lease.lost === true) return
      child.lease = undefined
      child.holder = undefined
      child.key = undefined
      if (child.job !== undefined) end(child)
      else {
        send(child, { reset: true })
        idle(child)
        pump()
      }
    },
    size: () => children.size,
    stop: async () => {
      stopped = true
      for (const job of queue) job.reject(new Error('The server is stopping.'))
      queue = []
      const gone = [...leaving].map((process) => new Promise((resolve) => process.once('exit', resolve)))
      for (const process of leaving) process.kill('SIGKILL')
      await Promise.all(gone)
    },
  }
}
