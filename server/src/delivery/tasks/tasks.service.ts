/** Tasks: what one request wants from the tags of a store, started here and ended by the engine. */
import { isLabelTask, type OperationKind, type TaskType } from '@endcap/contract/vocabulary'
import { laneOf } from '@endcap/gateway-link/messages'
import { raiseAlarm } from '../../people/alarms/alarms.service.ts'
import { raiseNotTaken } from '../../people/alarms/gateway-alarms.ts'
import type { Db } from '../../platform/db/schema.ts'
import { endOperations, type Ended, type Ending } from './end-operations.queries.ts'
import { failedToShow, insertOperations, insertTask, lockTags, supersede } from './operations.queries.ts'

export type { Ended, Ending }
export { expectedSeconds } from './tasks.queries.ts'
export { deliveriesOf, listConfirmedSql, listStatus, listStatusSql, toDelivery, type DeliveryRow } from './deliveries.queries.ts'

export interface TaskStart {
  storeCode: string
  taskType: TaskType
  kind: OperationKind
  /** The tags it is about; ids that the store does not have are passed over. */
  tagMacs: readonly string[]
  /** Account, file or rule that caused it. */
  createdBy: string
  at: Date
  /** Send even when the glass already shows it. */
  force?: boolean
  /** Smaller goes first; 5 is usual. */
  priority?: number
  layoutId?: string | null
  priorTaskId?: string | null
  /** Other tags of which the same task wants something else. */
  also?: Pick<TaskStart, 'kind' | 'tagMacs'>
  /** Settings of each tag's operation, for kinds that have some. */
  params?: ReadonlyMap<string, Record<string, number>>
}

/**
 * Starts a task in the caller's transaction: older operations for the same tags are superseded and new ones queued. Another task that is
 * being started for one of them is waited for.
 * After the commit the caller notifies the signal `operations`.
 */
export async function startTask(tx: Db, start: TaskStart): Promise<{ taskId: string; tagCount: number }> {
  const {
    storeCode,
    taskType,
    kind,
    tagMacs,
    at,
    createdBy,
    force = false,
    priority = 5,
    layoutId = null,
    priorTaskId = null,
    also,
    params,
  } = start
  await lockTags(tx, storeCode, [...tagMacs, ...(also?.tagMacs ?? [])])
  await supersede(tx, { storeCode, lane: laneOf[kind], tagMacs, at })
  const taskId = await insertTask(tx, { storeCode, taskType, layoutId, priorTaskId, createdBy, at })
  const tagCount = await insertOperations(tx, { storeCode, taskId, taskType, kind, tagMacs, force, priority, at, params })
  if (also === undefined) return { taskId, tagCount }
  await supersede(tx, { storeCode, lane: laneOf[also.kind], tagMacs: also.tagMacs, at })
  return { taskId, tagCount: await insertOperations(tx, { storeCode, taskId, taskType, ...also, force, priority, at }) }
}

/** Ends whatever is under way for these tags, as if newer ones had taken its place: they will be told nothing more. */
export async function endTagOperations(tx: Db, storeCode: string, tagMacs: readonly string[], at: Date): Promise<void> {
  if (tagMacs.length === 0) return
  for (const lane of new Set(Object.values(laneOf))) await supersede(tx, { storeCode, lane, tagMacs, at })
}

/** Ends operations in the caller's transaction; a task that ends with failures raises the alarm UPDATE FAILURE, a gateway that took nothing SEND TO GW FAILURE. */
export async function finishOperations(tx: Db, endings: readonly Ending[], at: Date): Promise<Ended[]> {
  const { ended, endedTasks } = await endOperations(tx, endings, at)
  for (const { storeCode, taskId, taskType, total, failed } of endedTasks) {
    // Tasks of other kinds leave no wrong glass behind: their own rows report it, no alarm is raised.
    if (failed === 0 || !isLabelTask(taskType)) continue
    // A broken tag that was swapped may well be silent for ever: no alarm is raised because it cannot be blanked.
    if (taskType === 'SWAP' && !(await failedToShow(tx, storeCode, taskId))) continue
    await raiseAlarm(tx, { storeCode, type: 'UPDATE FAILURE', class: 2, subject: taskId, data: { taskId, taskType, total, failed }, at })
  }
  const failed = ended.flatMap(({ reason, gwMac, ...one }) =>
    reason === null || gwMac === null || laneOf[one.kind] !== 'image' ? [] : [{ ...one, reason, gwMac }],
  )
  await raiseNotTaken(tx, failed, at)
  return ended
}
