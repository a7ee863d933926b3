/** Ways back: a task is reverted, products that no label shows are removed (specification 2 §2, §7). */
import type { ProductCheck } from '@endcap/contract/price-review'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { codesOfSite } from '../../settings/settings.service.ts'
import { done } from '../../platform/http/done.ts'
import { conflict, notFound } from '../../platform/base/errors.ts'
import { applyStaged, checkStaged, keepUsed, stageBefore, stageUnused } from '../products/products.service.ts'
import { assignedSince, changedSince, findTask, isRetained } from './updates.queries.ts'

/** Products named in a refusal. */
const named = 5
const list = (prCodes: readonly string[]) => prCodes.slice(0, named).join(', ') + (prCodes.length > named ? ', …' : '')

interface OfTask {
  storeCode: string
  taskId: string
}
/** The update that a task carried, and what refuses to take it back while others wait to change the store's products. */
async function updateToRevert(db: Db, { storeCode, taskId }: OfTask) {
  const task = await findTask(db, storeCode, taskId)
  if (task === undefined) throw notFound('There is no such task.')
  const { updateId, taskType } = task
  if (updateId === null)
    throw conflict(`A task of type ${taskType} changed no product data: there is nothing to take back.`, 'not-revertible')
  const refuseLoss = async (tx: Db) => {
    if (!(await isRetained(tx, storeCode, updateId)))
      throw conflict('The history of this task is not kept any more: what was before is not known.', 'not-revertible')
    const changed = await changedSince(tx, storeCode, updateId, named + 1)
    if (changed.length > 0)
      throw conflict(`Newer changes would be lost: ${list(changed)} changed again since. Nothing was changed.`, 'newer-changes')
    const assigned = await assignedSince(tx, { storeCode, updateId, taskId }, named + 1)
    if (assigned.length > 0)
      throw conflict(`Labels would lose their product: ${list(assigned)} came onto labels since. Nothing was changed.`, 'newer-changes')
  }
  return { fill: (fileId: string) => stageBefore(db, storeCode, fileId, updateId), refuseLoss }
}

/** Brings the products of a task's update back to what they were; their labels follow by a task of its own. */
export async function revertTask(
  context: Context,
  of: OfTask,
  changedBy: string,
): Promise<{ taskId: string; changed: number; tagCount: number; message: string }> {
  const { storeCode, taskId } = of
  const { fill, refuseLoss } = await updateToRevert(context.db, of)
  const stage = { storeCode, kind: 'REVERT', changedBy, reverts: taskId } as const
  const { changed, tagCount, ...applied } = await applyStaged(context, stage, fill, refuseLoss)
  return { taskId: applied.taskId ?? '', changed, tagCount, ...done }
}

/** What that would change. */
export async function checkRevert({ db }: Context, of: OfTask): Promise<ProductCheck> {
  const { fill, refuseLoss } = await updateToRevert(db, of)
  await refuseLoss(db)
  return await checkStaged(db, of.storeCode, fill)
}

/** Removes products that no label shows: those named, or all of the store. */
export async function removeUnused(
  context: Context,
  { storeCode, prCodeList }: { storeCode: string; prCodeList?: string[] | undefined },
  changedBy: string,
): Promise<{ removed: number; message: string }> {
  const codes = prCodeList && (await codesOfSite(context.db, prCodeList))
  const { changed } = await applyStaged(
    context,
    { storeCode, kind: 'REMOVE', changedBy },
    (fileId) => stageUnused(context.db, storeCode, fileId, codes),
    (tx, fileId) => keepUsed(tx, storeCode, fileId),
  )
  return { removed: changed, ...done }
}
