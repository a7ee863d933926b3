/** Product changes: stored with their history, and the labels that show them are updated, in one transaction. */
import type { CallOf } from '@endcap/contract/endpoint'
import type { products as endpoints } from '@endcap/contract/products'
import { sizeName } from '@endcap/label/models'
import { keySlot, listAliases } from '../aliases/aliases.service.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { invalid } from '../http/errors.ts'
import { unknownLayouts } from '../layouts/layouts.service.ts'
import { startTask } from '../tasks/tasks.service.ts'
export {
  countProducts,
  dropStage,
  findProduct,
  nextFileId,
  readProducts,
  stageRows,
  toProduct,
  type Given,
  type StagedRow,
} from './products.queries.ts'
import { affectedTags, dropStage, narrowStage, nextFileId, stageRows, switchStage, type Given, type StagedRow } from './products.queries.ts'

/** Tag types as the product list names their sizes: R290 for 2.90 (specification 1 §9). */
export const productTagType = (tagType: string): string => sizeName(tagType)

export interface Applied {
  taskId: string | null
  changed: number
  unchanged: number
  tagCount: number
}

/**
 * Applies a complete stage: what would change is found first; then one short transaction switches to it and starts the update task.
 * The stage is empty afterwards.
 */
export async function applyStage(
  { db, clock, signals }: Context,
  stage: {
    storeCode: string
    fileId: string
    changedBy: string
    ofFile: boolean
    given: Given
    finish?: (tx: Context['db'], applied: Applied) => Promise<void>
  },
): Promise<Applied> {
  const { storeCode, fileId, changedBy, ofFile, given, finish } = stage
  const unchanged = await narrowStage(db, fileId, given)
  const at = clock.now()
  const applied = await inTransaction(db, async (tx): Promise<Applied> => {
    const tagMacs = await affectedTags(tx, fileId)
    const changed = await switchStage(tx, { storeCode, fileId, changedBy, ofFile, at })
    const task =
      tagMacs.length === 0
        ? undefined
        : await startTask(tx, { storeCode, taskType: 'UPDATE', kind: 'SHOW', tagMacs, createdBy: changedBy, at })
    await dropStage(tx, fileId)
    const result = { taskId: task?.taskId ?? null, changed, unchanged, tagCount: task?.tagCount ?? 0 }
    await finish?.(tx, result)
    return result
  })
  if (applied.taskId !== null) signals.notify('operations', { storeCode })
  if (applied.changed > 0) signals.notify('changed', { storeCode, changes: ['products', 'tasks', 'tags'] })
  return applied
}

/** The specification's word for a change that no label shows counts as success. */
export const appliedMessage = ({ taskId }: Pick<Applied, 'taskId'>): string => (taskId === null ? 'no matching tags' : 'Complete!')

type Save = CallOf<(typeof endpoints)['save']>['body']

export async function saveProducts(
  context: Context,
  { storeCode, productList }: Save,
  changedBy: string,
): Promise<Applied & { message: string }> {
  const { db } = context
  const twice = productList.find((product, place) => productList.findIndex((other) => other.prCode === product.prCode) !== place)
  if (twice !== undefined) throw invalid(`Product ${twice.prCode} stands twice in the list.`, 'productList')
  const named = [...new Set(productList.flatMap((product) => product.layoutId ?? []))].filter((id) => id !== '')
  const unknown = await unknownLayouts(db, storeCode, named)
  if (unknown.length > 0) throw invalid(`There is no layout ${unknown.join(', ')}.`, 'layoutId')
  const key = keySlot(await listAliases(db))
  const rows = productList.map(({ prCode, prInfo, layoutId, nfc }, index): StagedRow => ({
    line: index,
    prCode,
    prInfo: withKey(prInfo, key, prCode),
    layoutId: layoutId || null,
    nfc: nfc || null,
  }))
  const fileId = await nextFileId(db)
  await stageRows(db, storeCode, fileId, rows)
  const given = { slots: undefined, layout: true, nfc: true }
  const applied = await applyStage(context, { storeCode, fileId, changedBy, ofFile: false, given })
  return { ...applied, message: appliedMessage(applied) }
}

/** prInfo with the product code in its slot. */
export function withKey(prInfo: readonly string[], key: number | undefined, prCode: string): string[] {
  if (key === undefined) return [...prInfo]
  const length = Math.max(prInfo.length, key + 1)
  return Array.from({ length }, (_, slot) => (slot === key ? prCode : (prInfo[slot] ?? '')))
}
