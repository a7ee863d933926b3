/** What a process makes labels with: the render threads, and the layouts as they stand. Made once, part of the context. */
import type { Logger } from 'pino'
import type { Clock } from '../../platform/base/clock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { createLayoutBook, type LayoutBook } from './layouts.ts'
import { startRenderPool, type RenderPool } from './pool.ts'

export interface LabelMaker extends RenderPool {
  /** Layouts and aliases, read anew when they changed. */
  book(): Promise<LayoutBook>
}

declare module '../../platform/context.ts' {
  interface Context {
    /** Draws labels, in threads of its own. */
    labels: LabelMaker
  }
}

/** Costs nothing until the first label is asked for. */
export function createLabelMaker({ db, clock, ...options }: { db: Db; clock: Clock; log: Logger; threads?: number }): LabelMaker {
  return { ...startRenderPool(options), book: createLayoutBook(db, clock) }
}
