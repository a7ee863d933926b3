/** Render threads: jobs are split among them in batches; a batch that a thread dies of is rendered again. */
import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { startThreads } from '../../platform/base/threads.ts'
import type { RenderJob, RenderResult } from './render-job.ts'

export interface RenderPool {
  /** Results in the order of the jobs; `urgent` ones, that a person looks at and waits for, go before all others. */
  render(jobs: readonly RenderJob[], options?: { urgent?: boolean }): Promise<RenderResult[]>
  stop(): Promise<void>
}

/** Jobs a thread gets at once: enough to keep it busy, few enough to share the work. */
const batchSize = 16
/** A batch takes milliseconds; a thread that takes so long does not come back. */
const longestMs = 30_000
const failure = { reason: 'render-error', detail: 'The renderer stopped while drawing this label' } as const
const notRendered: RenderResult = { failure, problems: [{ ...failure, page: 0 }] }

export function startRenderPool({ threads = Math.max(1, availableParallelism()), log }: { threads?: number; log: Logger }): RenderPool {
  const pool = startThreads<readonly RenderJob[], RenderResult[]>({
    script: new URL('./render-worker.ts', import.meta.url),
    // The first stays: the next label is there without loading typefaces.
    max: threads,
    maxIdle: 1,
    attempts: 3,
    longestMs,
    onError: (error) => log.error({ err: error }, 'a render thread died'),
  })
  return {
    render: async (jobs, options) => {
      const batches: Promise<RenderResult[]>[] = []
      for (let from = 0; from < jobs.length; from += batchSize) {
        const batch = jobs.slice(from, from + batchSize)
        batches.push(pool.run(batch, options).catch(() => batch.map(() => notRendered)))
      }
      return (await Promise.all(batches)).flat()
    },
    stop: pool.stop,
  }
}
