/**
 * Render threads: jobs are split among them in batches; a thread that dies is replaced and its batch rendered again. The first comes with
 * the first work and stays; more come with more work than it can do at once and go when they have had none for a while, because each
 * keeps its typefaces.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { RenderJob, RenderResult } from './render-job.ts'

export interface RenderPool {
  /** Results in the order of the jobs; `urgent` ones, that somebody looks at and waits for, go before all others. */
  render(jobs: readonly RenderJob[], options?: { urgent?: boolean }): Promise<RenderResult[]>
  stop(): Promise<void>
}

interface Batch {
  jobs: readonly RenderJob[]
  attempts: number
  resolve: (results: RenderResult[]) => void
}
/** Jobs a thread gets at once: enough to keep it busy, few enough to share the work. */
const batchSize = 16
const maxAttempts = 3
/** A thread without work for so long ends, unless it is the last. */
const restMs = 60_000

export function startRenderPool({ threads = Math.max(1, availableParallelism()), log }: { threads?: number; log: Logger }): RenderPool {
  const queue: Batch[] = []
  const idle: Worker[] = []
  const workers = new Set<Worker>()
  let stopped = false

  function add() {
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url))
    let current: Batch | undefined
    let rest: ReturnType<typeof setTimeout> | undefined
    let retired = false
    worker.unref()
    worker.on('message', ({ results }: { results: RenderResult[] }) => {
      current?.resolve(results)
      current = undefined
      next()
    })
    worker.on('error', (error) => log.error({ err: error }, 'a render thread died'))
    worker.on('exit', () => {
      workers.delete(worker)
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
      clearTimeout(rest)
      if (current !== undefined) again(current)
      if (!stopped && !retired && queue.length > 0) add()
    })
    const retire = () => {
      if (workers.size === 1) return
      retired = true
      workers.delete(worker)
      idle.splice(idle.indexOf(worker), 1)
      void worker.terminate()
    }
    const next = () => {
      clearTimeout(rest)
      const batch = queue.shift()
      current = batch
      if (batch === undefined) {
        idle.push(worker)
        rest = setTimeout(retire, restMs).unref()
      } else worker.postMessage({ id: worker.threadId, jobs: batch.jobs })
    }
    takers.set(worker, next)
    workers.add(worker)
    next()
  }
  const takers = new WeakMap<Worker, () => void>()

  function again(batch: Batch) {
    batch.attempts++
    if (batch.attempts < maxAttempts) queue.unshift(batch)
    else
      batch.resolve(
        batch.jobs.map((): RenderResult => {
          const failure = { reason: 'render-error', detail: 'The renderer stopped while drawing this label' } as const
          return { failure, problems: [{ ...failure, page: 0 }] }
        }),
      )
  }

  return {
    render: async (jobs, { urgent = false } = {}) => {
      const batches: Promise<RenderResult[]>[] = []
      for (let from = 0; from < jobs.length; from += batchSize) {
        const slice = jobs.slice(from, from + batchSize)
        batches.push(
          new Promise((resolve) => {
            const batch = { jobs: slice, attempts: 0, resolve }
            if (urgent) queue.unshift(batch)
            else queue.push(batch)
          }),
        )
      }
      for (let worker = idle.shift(); worker !== undefined; worker = queue.length > 0 ? idle.shift() : undefined) takers.get(worker)?.()
      while (queue.length > 0 && workers.size < threads) add()
      return (await Promise.all(batches)).flat()
    },
    stop: async () => {
      stopped = true
      await Promise.all([...workers].map((worker) => worker.terminate()))
    },
  }
}
