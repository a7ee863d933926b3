/** Draws paper labels beside the main thread. */
import { startThreads } from '../threads.ts'
import type { DrawJob, Drawn } from './draw-job.ts'

export type Draw = (job: DrawJob) => Promise<Drawn>

/** Drawing takes milliseconds a label; a thread that takes longer for a document is ended. */
const longestMs = 30_000

export function createDrawer(): { draw: Draw; stop(): Promise<void> } {
  const script = new URL('./draw-thread.ts', import.meta.url)
  const thread = startThreads<DrawJob, Drawn>({ script, most: 1, kept: 0, attempts: 1, longestMs })
  let last: Promise<unknown> = Promise.resolve()
  return {
    draw: (job) => {
      const drawn = thread.run(job)
      last = drawn.catch(() => undefined)
      return drawn
    },
    /** Once all is drawn: documents are drawn one after the other. */
    stop: async () => {
      await last
      await thread.stop()
    },
  }
}
