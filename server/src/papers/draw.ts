/** Draws paper labels beside the main thread. */
import type { NeededGlyphs, TypefaceFile } from '@endcap/label/pdf-typefaces'
import { startThreads } from '../threads.ts'
import type { DrawAnswer, DrawJob, Drawn, DrawRequest } from './draw-job.ts'

export type Draw = (job: DrawJob) => Promise<Drawn>
export interface Drawer {
  draw: Draw
  /** What a document of `labels` ends with. */
  typefaces(needed: readonly NeededGlyphs[]): Promise<TypefaceFile[]>
  stop(): Promise<void>
}

/** Drawing takes milliseconds a label; a thread that takes longer for a document is ended. */
const longestMs = 30_000

export function createDrawer(): Drawer {
  const script = new URL('./draw-thread.ts', import.meta.url)
  const thread = startThreads<DrawRequest, DrawAnswer>({ script, most: 1, kept: 0, attempts: 1, longestMs })
  let last: Promise<unknown> = Promise.resolve()
  function run<Answer extends DrawAnswer>(request: DrawRequest): Promise<Answer> {
    const drawn = thread.run(request) as Promise<Answer>
    last = drawn.catch(() => undefined)
    return drawn
  }
  return {
    draw: (job) => run({ draw: job }),
    typefaces: (needed) => run({ typefaces: needed }),
    /** Once all is drawn: documents are drawn one after the other. */
    stop: async () => {
      await last
      await thread.stop()
    },
  }
}
