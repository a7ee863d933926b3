/** What stores ask of the wings above them. */
import type { Db } from '../platform/db/schema.ts'

/** All labels of a store are drawn again, by one task. */
export interface RedrawStart {
  storeCode: string
  tagMacs: readonly string[]
  createdBy: string
  at: Date
}

declare module '../platform/base/ports.ts' {
  interface Ports {
    /** Starts a task that draws these labels again, in the caller's transaction. After the commit the caller notifies `operations`. */
    redrawLabels(tx: Db, start: RedrawStart): Promise<{ taskId: string }>
  }
}
