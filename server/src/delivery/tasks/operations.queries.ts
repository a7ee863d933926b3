/**
 * The life of operations in SQL: queued into `operations`, moved to `ledger` by the statement that ends them. Whoever ends an
 * operation does it here, so that task counters, the tag's status and what is known of its glass change in the same statement.
 */
import type { DeliveryState, FailureReason, OperationKind, TagStatus, TaskType } from '@endcap/contract/vocabulary'
import { laneOf } from '@endcap/gateway-link/messages'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { ownWord } from '../../platform/db/own-word.ts'

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

export { laneOf }

const ledgerColumns = sql`store_code, op_id, task_id, tag_mac, kind, outcome, reason, detail, pr_code, pr_info, layout_id, nfc, hash, images,
  gw_mac, tries, queued_at, rendered_at, sent_at, finished_at, promotion`

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
 * Queues one operation for each of these tags that exists in the store; the task's total follows, and with a label the tags' status: a
 * light, a page or a status check leaves it as it is. Answers the total.
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
      where store_code = ${storeCode} and tag_mac = any(${tagMacs}::text[])
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

/** How one operation ended. */
export interface Ending {
  opId: string
  outcome: Exclude<DeliveryState, 'QUEUED' | 'RENDERED' | 'SENT'>
  reason?: FailureReason | null
  detail?: string | null
  /** What the tag's status becomes. */
  status: TagStatus
  /** Whether the tag itself answered; SAME decided by the server alone is not an answer. */
  answered: boolean
  /** The tag's count of glass changes, when it told. */
  updates?: number | null
  /** false with SHOWN: the device took the picture, but its kind never says what stands on the glass. */
  confirmed?: boolean
  /** The gateway that told the end, and so holds the operation no more; the gateway it is with, if another, is told to leave it. */
  gwMac?: string
}
export interface Ended {
  storeCode: string
  taskId: string
  tagMac: string
  opId: string
  kind: OperationKind
  outcome: string
  /** The tag has changed its glass again since: something else stands there by now. */
  overtaken: boolean
  /** Why it failed, and the gateway it was with. */
  reason: FailureReason | null
  gwMac: string | null
}
export interface EndedTask {
  storeCode: string
  taskId: string
  taskType: TaskType
  total: number
  failed: number
}

/**
 * Ends operations: ledger, task counters, tag status and glass in one statement. Ids that are no longer open are passed over.
 *
 * The tag's count says which of its words is newer. A confirmation with a lower count than a word heard since the operation was made
 * is overtaken, and leaves the glass as that word said; one with a lower count that nothing was heard since is believed: the tag began
 * to count anew. A confirmation without a count that changed what was known means one change of the glass at least.
 */
export async function endOperations(db: Db, endings: readonly Ending[], at: Date): Promise<{ ended: Ended[]; endedTasks: EndedTask[] }> {
  if (endings.length === 0) return { ended: [], endedTasks: [] }
  const result = await sql<{ ended: Ended[] | null; tasks: EndedTask[] | null }>`
    with e as (
      select * from unnest(
        ${endings.map((one) => one.opId)}::bigint[], ${endings.map((one) => one.outcome)}::text[],
        ${endings.map((one) => one.reason ?? null)}::text[], ${endings.map((one) => one.detail ?? null)}::text[],
        ${endings.map((one) => one.status)}::text[], ${endings.map((one) => one.answered)}::boolean[],
        ${endings.map((one) => one.updates ?? null)}::int[], ${endings.map((one) => one.gwMac ?? null)}::text[],
        ${endings.map((one) => one.confirmed ?? true)}::boolean[]
      ) as e (op_id, outcome, reason, detail, status, answered, updates, told_by, sure)
    ), gone as (
      delete from operations o using e where o.op_id = e.op_id
      returning o.*, e.outcome, e.reason, e.detail as end_detail, e.status, e.answered, e.updates, e.told_by, e.sure or e.outcome <> 'SHOWN' as sure
    ), kept as (
      insert into ledger (${ledgerColumns}, confirmed)
      select store_code, op_id, task_id, tag_mac, kind, outcome, reason, end_detail, pr_code, pr_info, layout_id, nfc, hash, images,
        gw_mac, tries, queued_at, rendered_at, sent_at, ${at}::timestamptz, promotion, sure from gone
    ), withdrawn as (
      insert into cancellations (store_code, gw_mac, op_id, due_at)
      select store_code, gw_mac, op_id, ${at}::timestamptz from gone
        where offered_at is not null and gw_mac is not null and gw_mac is distinct from told_by
      on conflict (store_code, gw_mac, op_id) do nothing
    ), known as (
      -- row by row through the key, and locked: two confirmations of one tag must not both build on what was known before
      select g.* from gone cross join lateral (
        select * from tag_glass g where g.store_code = gone.store_code and g.tag_mac = gone.tag_mac limit 1 for update
      ) g where gone.lane = 'image' and gone.outcome in ('SHOWN', 'SAME')
    ), confirmed as (
      select gone.*, coalesce(gone.updates < k.updates and k.shown_at >= gone.rendered_at, false) as overtaken,
        coalesce(gone.updates, k.updates + (k.shown_hash is distinct from gone.hash)::int, 1) as counted
      from gone left join known k using (store_code, tag_mac) where gone.lane = 'image' and gone.outcome in ('SHOWN', 'SAME')
    ), glass as (
      insert into tag_glass as g (store_code, tag_mac, shown_hash, images, delivery_id, shown_at, in_doubt, updates)
      select store_code, tag_mac, hash, coalesce(images, '[]'), op_id, ${at}::timestamptz, false, counted from confirmed where not overtaken
      on conflict (store_code, tag_mac) do update
        set shown_hash = excluded.shown_hash, images = excluded.images, delivery_id = excluded.delivery_id, shown_at = excluded.shown_at, in_doubt = false,
          updates = excluded.updates
    ), doubted as (
      insert into tag_glass (store_code, tag_mac, in_doubt) select store_code, tag_mac, true from gone
        where lane = 'image' and outcome = 'FAILED' and offered_at is not null
      on conflict (store_code, tag_mac) do update set in_doubt = true
    ), marked as (
      update tags t set status = gone.status, updated_at = ${at}::timestamptz,
        responded_at = case when gone.answered then ${at}::timestamptz else t.responded_at end,
        confirmed = case gone.outcome when 'SHOWN' then gone.sure when 'SAME' then coalesce(t.confirmed, ${ownWord(sql`t.store_code`, sql`coalesce(gone.told_by, t.gw_mac)`)})
          else t.confirmed end,
        shown_day = case when gone.outcome = 'SHOWN' and gone.kind = 'SHOW' then (${at}::timestamptz at time zone s.time_zone)::date else t.shown_day end
      from gone join stores s using (store_code)
      where gone.lane = 'image' and t.store_code = gone.store_code and t.tag_mac = gone.tag_mac
    ), heard as (
      -- a light, a page or a check that was answered; a row can be changed only once in a statement
      update tags t set responded_at = ${at}::timestamptz from gone
      where gone.answered and gone.lane <> 'image' and t.store_code = gone.store_code and t.tag_mac = gone.tag_mac
        and not exists (select 1 from gone i where i.lane = 'image' and i.store_code = gone.store_code and i.tag_mac = gone.tag_mac)
    ), shown_today as (
      select gone.store_code, gone.tag_mac, (${at}::timestamptz at time zone s.time_zone)::date as day from gone join stores s using (store_code)
        where gone.outcome = 'SHOWN' and gone.kind = 'SHOW'
    ), daily as (
      insert into daily_counts as d (store_code, day, tags, distinct_tags)
      select n.store_code, n.day, count(*), count(*) filter (where t.shown_day is distinct from n.day)
        from shown_today n join tags t using (store_code, tag_mac) group by 1, 2
      on conflict (store_code, day) do update set tags = d.tags + excluded.tags, distinct_tags = d.distinct_tags + excluded.distinct_tags
    ), counted as (
      update tasks t set shown = t.shown + n.shown, same = t.same + n.same, superseded = t.superseded + n.superseded, failed = t.failed + n.failed,
        delivered = t.delivered + n.delivered, end_time = case when t.shown + t.same + t.superseded + t.failed + n.n >= t.total then ${at}::timestamptz end
      from (
        select store_code, task_id, count(*)::int as n,
          (count(*) filter (where outcome = 'SHOWN'))::int as shown, (count(*) filter (where outcome = 'SAME'))::int as same,
          (count(*) filter (where outcome = 'SUPERSEDED'))::int as superseded, (count(*) filter (where outcome = 'FAILED'))::int as failed,
          (count(*) filter (where not sure))::int as delivered
        from gone group by 1, 2
      ) n where t.store_code = n.store_code and t.task_id = n.task_id
      returning t.store_code, t.task_id, t.task_type, t.total, t.failed, t.end_time
    )
    select
      (select jsonb_agg(jsonb_build_object('storeCode', gone.store_code, 'taskId', gone.task_id::text, 'tagMac', gone.tag_mac, 'opId', gone.op_id::text,
          'kind', gone.kind, 'outcome', gone.outcome, 'overtaken', coalesce(c.overtaken, false), 'reason', gone.reason, 'gwMac', gone.gw_mac))
        from gone left join confirmed c using (op_id)) as ended,
      (select jsonb_agg(jsonb_build_object('storeCode', store_code, 'taskId', task_id::text, 'taskType', task_type, 'total', total, 'failed', failed))
        from counted where end_time is not null) as tasks`.execute(db)
  const row = result.rows[0]
  return { ended: row?.ended ?? [], endedTasks: row?.tasks ?? [] }
}

/** Whether a label of this task did not come to its glass. */
export async function failedToShow(db: Db, storeCode: string, taskId: string): Promise<boolean> {
  const result = await sql`select 1 from ledger where store_code = ${storeCode} and task_id = ${taskId}::bigint and kind = 'SHOW'
    and outcome = 'FAILED' limit 1`.execute(db)
  return result.rows.length > 0
}
