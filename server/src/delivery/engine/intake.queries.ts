/** What gateways say of operations, taken into the database in batches. */
import type { FailureReason, OperationKind, TagStatus } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export interface OpenOperation {
  opId: string
  storeCode: string
  tagMac: string
  kind: OperationKind
  lane: string
  state: 'QUEUED' | 'RENDERED' | 'SENT'
  gwMac: string | null
  tries: number
  hash: string | null
  checkin: number
  /** Nothing was ever heard of its tag. */
  expected: boolean
}

/** The operations among these ids that are still open. */
export async function openOperations(db: Db, opIds: readonly string[]): Promise<Map<string, OpenOperation>> {
  const rows = await db
    .selectFrom('operations as o')
    .innerJoin('tags as t', (join) => join.onRef('t.store_code', '=', 'o.store_code').onRef('t.tag_mac', '=', 'o.tag_mac'))
    .select(['o.op_id as opId', 'o.store_code as storeCode', 'o.tag_mac as tagMac', 'o.kind', 'o.lane', 'o.state', 'o.gw_mac as gwMac'])
    .select(['o.tries', 'o.hash', 't.checkin', sql<boolean>`t.responded_at is null`.as('expected')])
    .where(sql<boolean>`o.op_id = any(${opIds}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.opId, row]))
}

export interface Accepted {
  opId: string
  deadline: Date
}
/** The gateway has taken these operations: they are SENT, and their tags UPDATE. */
export async function markSent(db: Db, accepted: readonly Accepted[], at: Date): Promise<void> {
  if (accepted.length === 0) return
  await sql`
    with a as (select * from unnest(${accepted.map((one) => one.opId)}::bigint[], ${accepted.map((one) => one.deadline)}::timestamptz[]) as a (op_id, deadline)),
    sent as (
      update operations o set state = 'SENT', sent_at = coalesce(o.sent_at, ${at}::timestamptz), asked_at = null, deadline_at = a.deadline
      from a where o.op_id = a.op_id and o.state = 'RENDERED' and o.deadline_at is not null returning o.store_code, o.tag_mac, o.lane
    )
    update tags t set status = 'UPDATE' from sent where sent.lane = 'image' and t.store_code = sent.store_code and t.tag_mac = sent.tag_mac
      and t.status = 'WIP'`.execute(db)
}

export interface Retry {
  opId: string
  dueAt: Date
  reason: FailureReason
  detail: string | null
  /** What the tag's status becomes, null to leave it. */
  status: TagStatus | null
  /** Whether the gateway may still hold it: then it is told to leave it. */
  held: boolean
}
/** Puts operations back to be offered again, through whichever gateway is best then. */
export async function retryOperations(db: Db, retries: readonly Retry[], at: Date): Promise<void> {
  if (retries.length === 0) return
  await sql`
    with r as (
      select * from unnest(${retries.map((one) => one.opId)}::bigint[], ${retries.map((one) => one.dueAt)}::timestamptz[],
        ${retries.map((one) => one.reason)}::text[], ${retries.map((one) => one.detail)}::text[], ${retries.map((one) => one.status)}::text[],
        ${retries.map((one) => one.held)}::boolean[]) as r (op_id, due_at, reason, detail, status, held)
    ), withdrawn as (
      insert into cancellations (store_code, gw_mac, op_id, due_at)
      select o.store_code, o.gw_mac, o.op_id, ${at}::timestamptz from operations o join r using (op_id)
        where r.held and o.state <> 'QUEUED' and o.offered_at is not null and o.gw_mac is not null
      on conflict (store_code, gw_mac, op_id) do nothing
    ), back as (
      update operations o set state = 'RENDERED', due_at = r.due_at, last_reason = r.reason, detail = r.detail, deadline_at = null,
        gateways_tried = case when o.gw_mac = any(o.gateways_tried) or o.gw_mac is null then o.gateways_tried else o.gateways_tried || o.gw_mac end,
        gw_mac = null, shard = null
      from r where o.op_id = r.op_id and o.state <> 'QUEUED' returning o.store_code, o.tag_mac, case when o.lane = 'image' then r.status end as status
    )
    update tags t set status = back.status from back where back.status is not null and t.store_code = back.store_code and t.tag_mac = back.tag_mac`.execute(
    db,
  )
}
