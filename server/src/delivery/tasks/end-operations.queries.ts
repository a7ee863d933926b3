/**
 * The end of operations, in one statement of named steps: what ends leaves `operations` for the ledger, and with it follow the counters of
 * its task, the status of its tag and what is known of its glass.
 */
import type { DeliveryState, FailureReason, OperationKind, TagStatus, TaskType } from '@endcap/contract/vocabulary'
import { sql, type RawBuilder } from 'kysely'
import { ownWord } from '../../platform/db/own-word.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inSteps, type Sql } from '../../platform/db/steps.ts'
import { ledgerColumns } from './ledger-columns.ts'

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

/** Ends operations. Ids that are no longer open are passed over. */
export async function endOperations(db: Db, endings: readonly Ending[], at: Date): Promise<{ ended: Ended[]; endedTasks: EndedTask[] }> {
  if (endings.length === 0) return { ended: [], endedTasks: [] }
  const [row] = (await endingStatement(endings, at).execute(db)).rows
  return { ended: row?.ended ?? [], endedTasks: row?.tasks ?? [] }
}

export function endingStatement(endings: readonly Ending[], at: Date): RawBuilder<{ ended: Ended[] | null; tasks: EndedTask[] | null }> {
  const now = sql`${at}::timestamptz`
  return inSteps(
    {
      ending: given(endings),
      gone: takenOut,
      recorded: inLedger(now),
      withdrawn: gatewaysToLeaveIt(now),
      known: knownOfGlass,
      confirmed: confirmations,
      glass: glassShown(now),
      doubted: glassInDoubt,
      marked: tagStatus(now),
      heard: tagsThatAnswered(now),
      shown_today: shownToday(now),
      daily: dailyCounts,
      counted: taskCounters(now),
    },
    sql`select (${endedRows}) as ended, (${endedTaskRows}) as tasks`,
  )
}

/**
 * A label that stands on its glass by the tag's own word, and of which nothing was known: it came with an operation that was given up before
 * its confirmation. For people, counters and the ledger this is where it was shown.
 */
const shownUnnoticed = sql`
  exists (
    select 1 from operations o left join tag_glass g using (store_code, tag_mac)
    where o.op_id = e.op_id and o.kind = 'SHOW' and ${ownWord(sql`o.store_code`, sql`o.gw_mac`)} and case
      when g.shown_hash is distinct from o.hash then g.in_doubt
      else exists (select 1 from ledger l where l.store_code = g.store_code and l.tag_mac = g.tag_mac and l.op_id = g.delivery_id
        and l.outcome in ('SUPERSEDED', 'FAILED'))
    end)`

/** `ending`: how each operation ended, as it was told. */
const given = (endings: readonly Ending[]): Sql => sql`
  select e.op_id, case when e.outcome = 'SAME' and e.answered and ${shownUnnoticed} then 'SHOWN' else e.outcome end as outcome,
    e.reason, e.detail, e.status, e.answered, e.updates, e.reported_by, e.sure from unnest(
    ${endings.map((one) => one.opId)}::bigint[], ${endings.map((one) => one.outcome)}::text[],
    ${endings.map((one) => one.reason ?? null)}::text[], ${endings.map((one) => one.detail ?? null)}::text[],
    ${endings.map((one) => one.status)}::text[], ${endings.map((one) => one.answered)}::boolean[],
    ${endings.map((one) => one.updates ?? null)}::int[], ${endings.map((one) => one.gwMac ?? null)}::text[],
    ${endings.map((one) => one.confirmed ?? true)}::boolean[]
  ) as e (op_id, outcome, reason, detail, status, answered, updates, reported_by, sure)`

/** `gone`: those of them that were still open, with their ending. */
const takenOut = sql`
  delete from operations o using ending e where o.op_id = e.op_id
  returning o.*, e.outcome, e.reason, e.detail as end_detail, e.status, e.answered, e.updates, e.reported_by, e.sure or e.outcome <> 'SHOWN' as sure`

const inLedger = (now: Sql): Sql => sql`
  insert into ledger (${ledgerColumns}, confirmed)
  select store_code, op_id, task_id, tag_mac, kind, outcome, reason, end_detail, pr_code, pr_info, layout_id, nfc, hash, images,
    gw_mac, tries, queued_at, rendered_at, sent_at, ${now}, promotion, sure from gone`

/** A gateway that holds the operation and is not the one that told its end is to leave it. */
const gatewaysToLeaveIt = (now: Sql): Sql => sql`
  insert into cancellations (store_code, gw_mac, op_id, due_at)
  select store_code, gw_mac, op_id, ${now} from gone
    where offered_at is not null and gw_mac is not null and gw_mac is distinct from reported_by
  on conflict (store_code, gw_mac, op_id) do nothing`

/**
 * `known`: what was known of the glass of tags that confirm. Row by row through the key, and locked: two confirmations of one tag must not
 * both build on what was known before.
 */
const knownOfGlass = sql`
  select g.* from gone cross join lateral (
    select * from tag_glass g where g.store_code = gone.store_code and g.tag_mac = gone.tag_mac limit 1 for update
  ) g where gone.lane = 'image' and gone.outcome in ('SHOWN', 'SAME')`

/**
 * `confirmed`: the tag's count of its glass changes says which of its words is newer. A confirmation with a lower count than a word heard
 * since the operation was made is overtaken, and leaves the glass as that word said; one with a lower count that nothing was heard since is
 * believed: the tag began to count anew. A confirmation without a count that changed what was known means one change of the glass at least.
 */
const confirmations = sql`
  select gone.*, coalesce(gone.updates < k.updates and k.shown_at >= gone.rendered_at, false) as overtaken,
    coalesce(gone.updates, k.updates + (k.shown_hash is distinct from gone.hash)::int, 1) as counted
  from gone left join known k using (store_code, tag_mac) where gone.lane = 'image' and gone.outcome in ('SHOWN', 'SAME')`

const glassShown = (now: Sql): Sql => sql`
  insert into tag_glass as g (store_code, tag_mac, shown_hash, images, delivery_id, shown_at, in_doubt, updates)
  select store_code, tag_mac, hash, coalesce(images, '[]'), op_id, ${now}, false, counted from confirmed where not overtaken
  on conflict (store_code, tag_mac) do update
    set shown_hash = excluded.shown_hash, images = excluded.images, delivery_id = excluded.delivery_id, shown_at = excluded.shown_at,
      in_doubt = false, updates = excluded.updates`

/** What was offered and not confirmed may stand on the glass or not. */
const glassInDoubt = sql`
  insert into tag_glass (store_code, tag_mac, in_doubt) select store_code, tag_mac, true from gone
    where lane = 'image' and outcome in ('FAILED', 'SUPERSEDED') and offered_at is not null
  on conflict (store_code, tag_mac) do update set in_doubt = true`

/** SAME is sure where its tag's own word is, unless the tag was told of before. */
const tagStatus = (now: Sql): Sql => sql`
  update tags t set status = gone.status, updated_at = ${now},
    responded_at = case when gone.answered then ${now} else t.responded_at end,
    confirmed = case gone.outcome when 'SHOWN' then gone.sure when 'SAME' then coalesce(t.confirmed, ${ownWord(sql`t.store_code`, sql`coalesce(gone.reported_by, t.gw_mac)`)})
      else t.confirmed end,
    shown_day = case when gone.outcome = 'SHOWN' and gone.kind = 'SHOW' then (${now} at time zone s.time_zone)::date else t.shown_day end
  from gone join stores s using (store_code)
  where gone.lane = 'image' and t.store_code = gone.store_code and t.tag_mac = gone.tag_mac`

/** A light, a page or a check that was answered. Not where `marked` changes the tag: a row can be changed only once in a statement. */
const tagsThatAnswered = (now: Sql): Sql => sql`
  update tags t set responded_at = ${now} from gone
  where gone.answered and gone.lane <> 'image' and t.store_code = gone.store_code and t.tag_mac = gone.tag_mac
    and not exists (select 1 from gone i where i.lane = 'image' and i.store_code = gone.store_code and i.tag_mac = gone.tag_mac)`

/** `shown_today`: labels that came to their glass, by the day of their store. */
const shownToday = (now: Sql): Sql => sql`
  select gone.store_code, gone.tag_mac, (${now} at time zone s.time_zone)::date as day from gone join stores s using (store_code)
    where gone.outcome = 'SHOWN' and gone.kind = 'SHOW'`

/** A tag counts once a day as a distinct one: `tags` is read as it was before `marked`. */
const dailyCounts = sql`
  insert into daily_counts as d (store_code, day, tags, distinct_tags)
  select n.store_code, n.day, count(*), count(*) filter (where t.shown_day is distinct from n.day)
    from shown_today n join tags t using (store_code, tag_mac) group by 1, 2
  on conflict (store_code, day) do update set tags = d.tags + excluded.tags, distinct_tags = d.distinct_tags + excluded.distinct_tags`

/** `counted`: tasks with their new counters; one that all its operations have left gets its end. */
const taskCounters = (now: Sql): Sql => sql`
  update tasks t set shown = t.shown + n.shown, same = t.same + n.same, superseded = t.superseded + n.superseded, failed = t.failed + n.failed,
    delivered = t.delivered + n.delivered, end_time = case when t.shown + t.same + t.superseded + t.failed + n.n >= t.total then ${now} end
  from (
    select store_code, task_id, count(*)::int as n,
      (count(*) filter (where outcome = 'SHOWN'))::int as shown, (count(*) filter (where outcome = 'SAME'))::int as same,
      (count(*) filter (where outcome = 'SUPERSEDED'))::int as superseded, (count(*) filter (where outcome = 'FAILED'))::int as failed,
      (count(*) filter (where not sure))::int as delivered
    from gone group by 1, 2
  ) n where t.store_code = n.store_code and t.task_id = n.task_id
  returning t.store_code, t.task_id, t.task_type, t.total, t.failed, t.end_time`

const endedRows = sql`
  select jsonb_agg(jsonb_build_object('storeCode', gone.store_code, 'taskId', gone.task_id::text, 'tagMac', gone.tag_mac, 'opId', gone.op_id::text,
      'kind', gone.kind, 'outcome', gone.outcome, 'overtaken', coalesce(c.overtaken, false), 'reason', gone.reason, 'gwMac', gone.gw_mac))
    from gone left join confirmed c using (op_id)`

const endedTaskRows = sql`
  select jsonb_agg(jsonb_build_object('storeCode', store_code, 'taskId', task_id::text, 'taskType', task_type, 'total', total, 'failed', failed))
    from counted where end_time is not null`
