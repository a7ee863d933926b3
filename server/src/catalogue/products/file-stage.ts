/** The stage of a file: rows that change nothing are left out while they come, where it is known by then what they carry of a product. */
import type { Db } from '../../platform/db/schema.ts'
import { productsState, stageChanges, type ProductsState } from './stage-changes.queries.ts'
import { stageRows, unstageLines, type Given, type StagedRow } from './stage.queries.ts'

const linesPerStatement = 5000

/** Products have changed since rows of a file were compared with them. */
export class ProductsChanged extends Error {}

/** What was staged of a file. */
export interface Staged {
  /** Rows in the stage. */
  staged: number
  /** Rows of the file that were left out because they changed nothing while the products stood so. */
  compared?: { unchanged: number; state: ProductsState }
}

export interface FileStage {
  /** `given`: what the rows carry of a product; without it they are all staged. */
  add: (rows: readonly StagedRow[], given: Given | undefined) => Promise<void>
  /** Takes the rows of these lines out again. */
  leaveOut: (lines: readonly number[]) => Promise<void>
  staged: () => Staged
}

/** `asTheyCome`: rows are compared when they come; else all of them are staged. */
export async function createFileStage(
  db: Db,
  { storeCode, fileId, asTheyCome }: { storeCode: string; fileId: string; asTheyCome: boolean },
): Promise<FileStage> {
  const state = asTheyCome ? await productsState(db, storeCode) : undefined
  let [staged, unchanged, compares] = [0, 0, false]
  return {
    add: async (rows, given) => {
      if (state === undefined || given === undefined) {
        staged += await stageRows(db, storeCode, fileId, rows)
        return
      }
      compares = true
      // In a store without products each row is a new one.
      const stage = state.count === 0 ? stageRows(db, storeCode, fileId, rows) : stageChanges(db, { storeCode, fileId, rows, given })
      const changes = await stage
      staged += changes
      unchanged += rows.length - changes
    },
    leaveOut: async (lines) => {
      for (let from = 0; from < lines.length; from += linesPerStatement)
        staged -= await unstageLines(db, fileId, lines.slice(from, from + linesPerStatement))
    },
    staged: () => ({ staged, ...(state !== undefined && compares && { compared: { unchanged, state } }) }),
  }
}
