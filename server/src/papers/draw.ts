/** Draws paper labels beside the main thread: the thread comes with the first work and goes after a while without any. */
import { Worker } from 'node:worker_threads'
import type { DrawJob, Drawn } from './draw-job.ts'

export type Draw = (job: DrawJob) => Promise<Drawn>

/** A thread that has drawn nothing for so long ends, and gives its typefaces back. */
const restMs = 60_000
/** Drawing takes milliseconds a label; a thread that takes longer for a document is ended. */
const longestMs = 30_000

export function createDrawer(): { draw: Draw; stop(): Promise<void> } {
  let worker: Worker | undefined
  let rest: NodeJS.Timeout | undefined
  /** One after the other: the thread has one canvas. */
  let last: Promise<unknown> = Promise.resolve()

  const end = async () => {
    clearTimeout(rest)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }
  const ask = (job: DrawJob) =>
    new Promise<Drawn>((done, fail) => {
      clearTimeout(rest)
      worker ??= new Worker(new URL('./draw-thread.ts', import.meta.url))
      const one = worker
      const late = setTimeout(() => {
        gone(new Error(`the labels were not drawn within ${longestMs / 1000} s`))
        void one.terminate()
      }, longestMs)
      const forget = () => {
        clearTimeout(late)
        one.off('error', gone).off('exit', gone).off('message', come)
      }
      const gone = (error: unknown) => {
        forget()
        if (worker === one) worker = undefined
        fail(error instanceof Error ? error : new Error('the drawing thread ended'))
      }
      const come = (drawn: Drawn) => {
        forget()
        // From here on it must not keep the process.
        one.unref()
        rest = setTimeout(() => void end(), restMs).unref()
        done(drawn)
      }
      one.on('error', gone).on('exit', gone).on('message', come)
      one.ref()
      one.postMessage(job)
    })
  return {
    draw: (job) => {
      const turn = last.then(() => ask(job))
      last = turn.catch(() => undefined)
      return turn
    },
    stop: async () => {
      await last
      await end()
    },
  }
}
