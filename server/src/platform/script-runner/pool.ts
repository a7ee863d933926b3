/**
 * Keeps a few sandboxes, each in a process of its own, and gives each script one that holds nothing of any other script. None is started before
 * the first script runs, and those without work for a while end.
 */
import type { ChildProcess } from 'node:child_process'
import type { Logger } from 'pino'
import type { ImageFiles } from './image.ts'
import { forkSandbox, startedSandbox } from './sandbox-process.ts'
import { giveJob, loseJob, takeAnswer, sendTo } from './sandbox-job.ts'
import {
  childFor,
  faulty,
  inTurn,
  isNewTrial,
  mustWait,
  type Child,
  type RequestedJob,
  type Lease,
  type Ran,
  type Waiting,
} from './turns.ts'
import type { FromChild } from './messages.ts'

/** The account has as many trials waiting as it may. */
export class TooManyTrials extends Error {}
export interface ScriptPool {
  /** Throws TooManyTrials, or that no sandbox can be started. */
  run(job: RequestedJob): Promise<Ran>
  /** Gives a held sandbox back; one that still works for it is ended. */
  release(lease: Lease): void
  stop(): Promise<void>
  /** Processes that are there now. */
  size(): number
}

/** A sandbox without work for so long ends. */
const restMs = 60_000
/** Trials of one account that may wait for their turn, beside the one that runs. */
export const maxWaitingTrials = 3

export function createPool({ files, size, log }: { files: () => Promise<ImageFiles>; size: number; log: Logger }): ScriptPool {
  const children = new Set<Child>()
  const leaving = new Set<ChildProcess>()
  let queue: Waiting[] = []
  let [starting, lastId, stopped] = [0, 0, false]

  /** A new sandbox; what it says while it starts is in the error when it does not. */
  async function start(): Promise<void> {
    const process = forkSandbox(await files())
    leaving.add(process)
    const child: Child = { process, usedAt: Date.now() }
    process.on('message', (message: FromChild) => take(child, message))
    process.on('exit', (code, signal) => {
      leaving.delete(process)
      onExit(child, String(signal ?? code))
    })
    await startedSandbox(process)
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

  function take(child: Child, message: FromChild): void {
    if (!takeAnswer(child, message)) return
    idle(child)
    pump()
  }

  function onExit(child: Child, how: string): void {
    children.delete(child)
    loseJob(child, how)
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

  /** The caller of a trial has left, so that its answer is not waited for. */
  function leave(job: Waiting): void {
    queue = queue.filter((one) => one !== job)
    for (const child of children) if (child.job === job) end(child)
    job.resolve(faulty('Cancelled', 'the caller has left'))
    pump()
  }

  function pump(): void {
    for (const job of inTurn(queue)) {
      if (job.lease?.lost === true) {
        queue = queue.filter((one) => one !== job)
        job.resolve(faulty('Crash', 'the sandbox ended'))
        continue
      }
      if (mustWait(job, children, size)) continue
      const child = childFor(job, children)
      if (child === undefined) continue
      queue = queue.filter((one) => one !== job)
      giveJob(child, job)
    }
    const needed = queue.filter((job) => job.lease?.child === undefined && !mustWait(job, children, size)).length
    if (!stopped && needed > starting && children.size + starting < size) grow()
  }

  function run(job: RequestedJob): Promise<Ran> {
    return new Promise((resolve, reject) => {
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
    })
  }

  return {
    run,
    release: (lease) => {
      const { child } = lease
      if (child === undefined || lease.lost === true) return
      child.lease = undefined
      child.holder = undefined
      child.key = undefined
      if (child.job !== undefined) end(child)
      else {
        sendTo(child, { reset: true })
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
