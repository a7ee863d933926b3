/** Draws paper labels beside the main thread. */
import type { NeededGlyphs, TypefaceFile } from '@endcap/label/pdf-typefaces'
import type { Context } from '../../platform/context.ts'
import { drawingOfProduct } from '../../labels/rendering/labels.service.ts'
import { startThreads } from '../../platform/base/threads.ts'
import { layoutIdsOf } from './papers.queries.ts'
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

/** Paper in black and red. */
const palette = 'bwr'
/** The job with the drawings that people made for this paper, by the layouts of its products. */
async function withDrawings({ db, labels }: Pick<Context, 'db' | 'labels'>, job: DrawJob): Promise<DrawJob> {
  const book = await labels.book()
  const { storeCode, layout: size, timeZone } = job
  if (!book.sizes.has(size)) return job
  const named = await layoutIdsOf(
    db,
    storeCode,
    job.rows.map((row) => row.prCode),
  )
  const drawings: Record<string, object> = {}
  const rows = job.rows.map((row) => {
    const product = { ...row, layoutId: named.get(row.prCode) ?? null }
    const found = drawingOfProduct(product, { storeCode, timeZone, size, palette }, book)
    if (found !== undefined) drawings[found.key] = found.definition
    return { ...row, drawing: found?.key }
  })
  return { ...job, rows, drawings }
}

export function createDrawer(context: Pick<Context, 'db' | 'labels'>): Drawer {
  const script = new URL('./draw-thread.ts', import.meta.url)
  const thread = startThreads<DrawRequest, DrawAnswer>({ script, max: 1, maxIdle: 0, attempts: 1, longestMs })
  let last: Promise<unknown> = Promise.resolve()
  function run(request: DrawRequest): Promise<DrawAnswer> {
    const drawn = thread.run(request)
    last = drawn.catch(() => undefined)
    return drawn
  }
  return {
    draw: async (job) => {
      const answer = await run({ draw: await withDrawings(context, job) })
      if (Array.isArray(answer)) throw new Error('The thread answered a document with typefaces')
      return answer
    },
    typefaces: async (needed) => {
      const answer = await run({ typefaces: needed })
      if (!Array.isArray(answer)) throw new Error('The thread answered typefaces with a document')
      return answer
    },
    /** Once all is drawn: documents are drawn one after the other. */
    stop: async () => {
      await last
      await thread.stop()
    },
  }
}
