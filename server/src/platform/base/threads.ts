/**
 * Work beside the main thread: threads of one script that answer each message with one message. They come with more work than the others can
 * do at once and go when they have had none for a while, because each keeps what it has loaded; one that dies is replaced.
 */
import { Worker } from 'node:worker_threads'

export interface Threads<Job, Answer> {
  /** Rejects when too many threads died of the job. `urgent` ones go before all others. */
  run(job: Job, options?: { urgent?: boolean }): Promise<Answer>
  /** Ends the threads at once: what they are at is never answered. */
  stop(): Promise<void>
}
export interface ThreadOptions {
  script: URL
  /** Threads at most, and how many of them stay without work. */
  max: number
  maxIdle: number
  /** Threads that get a job, one after the other, while they die of it. */
  attempts: number
  /** A thread that takes longer for a job is ended, and counts as dead. */
  longestMs?: number
  onError?: (error: unknown) => void
}
interface Waiting<Job, Answer> extends PromiseWithResolvers<Answer> {
  job: Job
  deaths: number
}
/** A thread without work for so long ends. */
const restMs = 60_000

/** Costs nothing until the first job. */
export function startThreads<Job, Answer>({ script, max, maxIdle, attempts, longestMs, onError }: ThreadOptions): Threads<Job, Answer> {
  const queue: Waiting<Job, Answer>[] = []
  /** Gives a thread without work the next job. */
  const idle: (() => void)[] = []
  const workers = new Set<Worker>()
  let stopped = false

  function serve() {
    const wake = idle.shift()
    if (wake !== undefined) wake()
    else if (workers.size < max) add()
  }
  function add() {
    const worker = new Worker(script)
    let current: Waiting<Job, Answer> | undefined
    let timer: NodeJS.Timeout | undefined
    const next = () => {
      clearTimeout(timer)
      current = queue.shift()
      if (current === undefined) {
        idle.push(next)
        // From here on it must not keep the process.
        worker.unref()
        timer = setTimeout(() => workers.size > maxIdle && end(), restMs).unref()
        return
      }
      worker.ref()
      if (longestMs !== undefined) timer = setTimeout(end, longestMs, new Error(`no answer within ${longestMs / 1000} s`))
      worker.postMessage(current.job)
    }
    const gone = (reason: unknown) => {
      if (!workers.delete(worker)) return
      clearTimeout(timer)
      worker.removeAllListeners('message')
      if (idle.includes(next)) idle.splice(idle.indexOf(next), 1)
      if (stopped) return
      if (current !== undefined && ++current.deaths < attempts) queue.unshift(current)
      else current?.reject(reason)
      if (queue.length > 0) serve()
    }
    const end = (reason?: Error) => {
      gone(reason)
      void worker.terminate()
    }
    worker.on('message', (answer: Answer) => {
      current?.resolve(answer)
      next()
    })
    worker.on('error', (error) => {
      onError?.(error)
      gone(error)
    })
    worker.on('exit', () => gone(new Error('the thread ended')))
    workers.add(worker)
    next()
  }

  return {
    run: (job, { urgent = false } = {}) => {
      const waiting = { job, deaths: 0, ...Promise.withResolvers<Answer>() }
      if (urgent) queue.unshift(waiting)
      else queue.push(waiting)
      serve()
      return waiting.promise
    },
    stop: async () => {
      stopped = true
      await Promise.all([...workers].map((worker) => worker.terminate()))
    },
  }
}
