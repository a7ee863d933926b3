/**
 * The life of operations in SQL: queued into `operations`, replaced by newer ones. What ends them otherwise is in end-operations.queries.ts:
 * every end of an operation is one of these two, so that counters, status and glass change in the same statement.
 */
import type { OperationKind, TaskType } from '@endcap/contract/vocabulary'
import { laneOf } from '@endcap/gateway-link/messages'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { ledgerColumns } from './ledger-columns.ts'

export interface NewTask {
  storeCode: string
  taskType: TaskType
  layoutId: string | null
  priorTaskId: string | null
  createdBy: string
  at: Date
}

export async function insertTask(db: Db, { storeCode, taskType, layoutId, priorTaskId, createdBy, at }: NewTask): Promise<string> {
  const row = await db
    .insertInto('tasks')
    .values({
      store_code: storeCode,
      task_type: taskType,
      layout_id: layoutId,
      prior_task_id: priorTaskId,
      created_by: createdBy,
      start_time: at,
    })
    .returning('task_id')
    .executeTakeFirstOrThrow()
  return row.task_id
}

/** Waits for other tasks that are started for these tags; always in the same order, so that two never wait for each other. */
export async function lockTags(tx: Db, storeCode: string, tagMacs: readonly string[]): Promise<void> {
  await sql`select 1 from tags where store_code = ${storeCode} and tag_mac = any(${tagMacs}::text[]) order by tag_mac for no key update`.execute(
    tx,
  )
}

/**
 * Ends the open operations of these tags in a lane: newer ones take their place. What was under way leaves the glass in doubt, and its
 * gateway is told to leave it: the newer one may go through another gateway, and must not be overwritten by the older one.
 */
export async function supersede(db: Db, place: { storeCode: string; lane: string; tagMacs: readonly string[]; at: Date }): Promise<void> {
  const { storeCode, lane, tagMacs, at } = place
  await sql`
    with gone as (
      delete from operations where store_code = ${storeCode} and lane = ${lane} and tag_mac = any(${tagMacs}::text[]) returning *
    ), kept as (
      insert into ledger (${ledgerColumns})
      select store_code, op_id, task_id, tag_mac, kind, 'SUPERSEDED', null, null, pr_code, pr_info, layout_id, nfc, hash, images,
        gw_mac, tries, queued_at, rendered_at, sent_at, ${at}::timestamptz, promotion from gone
    ), withdrawn as (
      insert into cancellations (store_code, gw_mac, op_id, due_at)
      select store_code, gw_mac, op_id, ${at}::timestamptz from gone where offered_at is not null and gw_mac is not null
      on conflict (store_code, gw_mac, op_id) do nothing
    ), doubted as (
      insert into tag_glass (store_code, tag_mac, in_doubt) select store_code, tag_mac, true from gone where offered_at is not null and lane = 'image'
      on conflict (store_code, tag_mac) do update set in_doubt = true
    )
    update tasks t set superseded = t.superseded + n.n,
      end_time = case when t.shown + t.same + t.superseded + n.n + t.failed >= t.total then ${at}::timestamptz end
    from (select task_id, count(*)::int as n from gone group by task_id) n
    where t.store_code = ${storeCode} and t.task_id = n.task_id`.execute(db)
}

/** A label was tried for this tag in vain, and nothing was ever heard of it. */
const isLeft = sql<boolean>`(tags.responded_at is null and exists (
  select from ledger l where l.store_code = tags.store_code and l.tag_mac = tags.tag_mac and l.reason = 'not-heard'))`

export interface NewOperations {
  storeCode: string
  taskId: string
  taskType: TaskType
  kind: OperationKind
  tagMacs: readonly string[]
  force: boolean
  /** Smaller goes first; 5 is usual. */
  priority: number
  at: Date
  /** Settings of each tag's operation, for kinds that have some. */
  params?: ReadonlyMap<string, Record<string, number>> | undefined
}

/**
 * Queues one operation for each of these tags that the store has, but for retired ones, and on an update for those that are expected: their
 * label is drawn when they are heard. The task's total follows, and with a label the tags' status: a light, a page or a status check leaves
 * it as it is. Answers the total.
 */
export async function insertOperations(
  db: Db,
  { storeCode, taskId, taskType, kind, tagMacs, force, priority, at, params }: NewOperations,
): Promise<number> {
  const result = await sql<{ total: number }>`
    with added as (
      insert into operations (store_code, task_id, tag_mac, kind, lane, force, priority, pr_code, params, queued_at, due_at)
      select store_code, ${taskId}, tag_mac, ${kind}, ${laneOf[kind]}, ${force}, ${priority}, pr_code, p.params, ${at}::timestamptz, ${at}::timestamptz
      from tags left join unnest(${[...(params?.keys() ?? [])]}::text[], ${[...(params?.values() ?? [])].map((one) => JSON.stringify(one))}::jsonb[])
        as p (mac, params) on p.mac = tag_mac
      where store_code = ${storeCode} and tag_mac = any(${tagMacs}::text[]) and lifecycle is distinct from 'RETIRED'
        and not (${taskType === 'UPDATE'} and ${isLeft})
      returning store_code, tag_mac, lane
    ), marked as (
      update tags t set status = 'WIP', operation = ${kind}, operation_name = ${taskType}, updated_at = ${at}::timestamptz
      from added a where a.lane = 'image' and t.store_code = a.store_code and t.tag_mac = a.tag_mac
    )
    update tasks set total = total + (select count(*) from added),
      end_time = case when total + (select count(*) from added) = 0 then ${at}::timestamptz end
    where store_code = ${storeCode} and task_id = ${taskId} returning total`.execute(db)
  return result.rows[0]?.total ?? 0
}

/** Whether a label of this task did not come to its glass. */
export async function failedToShow(db: Db, storeCode: string, taskId: string): Promise<boolean> {
  const result = await sql`select 1 from ledger where store_code = ${storeCode} and task_id = ${taskId}::bigint and kind = 'SHOW'
    and outcome = 'FAILED' limit 1`.execute(db)
  return result.rows.length > 0
}
