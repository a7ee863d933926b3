/** Everything gateways report, taken into the database in batches. */
import type { FailureReason, OperationKind, TagStatus } from '@endcap/contract/vocabulary'
import type { Sighting } from '@endcap/gateway-link/messages'
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
}

/** The operations among these ids that are still open. */
export async function openOperations(db: Db, opIds: readonly string[]): Promise<Map<string, OpenOperation>> {
  const rows = await db
    .selectFrom('operations as o')
    .innerJoin('tags as t', (join) => join.onRef('t.store_code', '=', 'o.store_code').onRef('t.tag_mac', '=', 'o.tag_mac'))
    .select(['o.op_id as opId', 'o.store_code as storeCode', 'o.tag_mac as tagMac', 'o.kind', 'o.lane', 'o.state', 'o.gw_mac as gwMac'])
    .select(['o.tries', 'o.hash', 't.checkin'])
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

/** A link tells when its gateway heard the tag to within this many seconds: writing every sighting down would cost too much. */
export const linkSeconds = 20

/** dBm that a tag counts as heard with which says no strength: it is on a network of its own, or calls by itself. */
export const wiredRssi = 0

/** A sighting with the gateway and store that reported it. */
export interface StoredSighting extends Sighting {
  storeCode: string
  gwMac: string
}

export interface TakenSightings {
  /** Tags with a product whose type turned out to be another than was thought: their labels must be drawn anew. */
  retyped: { storeCode: string; tagMac: string }[]
  /** Tags that no store has. */
  strangers: string[]
}

/** A reading is worth a row in its histories when it moved noticeably since the last one, and once a day. */
const voltsMoved = 0.05
const degreesMoved = 2
const readingSeconds = 86_400

/** What sightings change of a tag: readings and their histories, best gateway, who hears it. A tag may be heard by several gateways at once. */
export async function storeSightings(
  db: Db,
  sightings: readonly StoredSighting[],
  rules: { at: Date; lowBattery: number },
): Promise<TakenSightings> {
  const { at, lowBattery } = rules
  const heard = sql`${at}::timestamptz`
  const s = sql`select distinct on (store_code, tag_mac, gw_mac) * from unnest(
    ${sightings.map((one) => one.storeCode)}::text[], ${sightings.map((one) => one.tag)}::text[], ${sightings.map((one) => one.gwMac)}::text[],
    ${sightings.map((one) => one.type)}::text[], ${sightings.map((one) => one.rssi)}::smallint[], ${sightings.map((one) => one.battery)}::real[],
    ${sightings.map((one) => one.temperature)}::real[], ${sightings.map((one) => one.version)}::text[], ${sightings.map((one) => one.checkin)}::real[],
    ${sightings.map((one) => one.page)}::smallint[], ${sightings.map((one) => one.resets)}::int[]
  ) with ordinality as s (store_code, tag_mac, gw_mac, tag_type, rssi, battery, temperature, version, checkin, page, resets, place)
  order by store_code, tag_mac, gw_mac, place desc`
  // A tag keeps its gateway until another hears it better or its own has not heard it for three check-ins.
  const moves = sql`(t.gw_mac is null or t.gw_mac = b.gw_mac or coalesce(b.rssi, ${wiredRssi}) >= coalesce(t.rssi, -200)
    or not exists (select 1 from tag_links l where l.store_code = t.store_code and l.tag_mac = t.tag_mac and l.gw_mac = t.gw_mac
      and l.heard_at > ${heard} - make_interval(secs => 3 * b.checkin + ${linkSeconds})))`
  // A tag that was missing is what it was before: waiting, failed unless it shows what is wanted, or well.
  const back = sql`coalesce(
    (select case o.state when 'SENT' then 'UPDATE' else 'WIP' end from operations o
      where o.store_code = t.store_code and o.tag_mac = t.tag_mac and o.lane = 'image'),
    (select 'NG' from (
        select l.outcome, l.hash from ledger l where l.store_code = t.store_code and l.tag_mac = t.tag_mac and l.kind in ('SHOW', 'BLANK')
        order by l.finished_at desc, l.op_id desc limit 1
      ) l left join tag_glass g on g.store_code = t.store_code and g.tag_mac = t.tag_mac
      where g.shown_hash <> l.hash or (l.outcome = 'FAILED' and (l.hash is null or g.in_doubt or g.shown_hash is null))),
    case when t.pr_code is null then 'DEASSIGN' else 'OK' end)`
  const result = await sql<{ storeCode: string; tagMac: string; stranger: boolean }>`
    with s as (${s}), best as (
      select distinct on (store_code, tag_mac) * from s order by store_code, tag_mac, rssi desc
    ), before as materialized (
      select t.store_code, t.tag_mac, t.tag_type <> b.tag_type and t.pr_code is not null as retyped, t.noted_at is null
          or abs(t.noted_battery - b.battery) >= ${voltsMoved} or abs(t.noted_temperature - b.temperature) >= ${degreesMoved}
          or t.noted_resets <> b.resets or t.noted_at <= ${heard} - make_interval(secs => ${readingSeconds}) as moved
      from tags t join best b using (store_code, tag_mac)
    ), noted as (
      insert into tag_readings (store_code, tag_mac, read_at, battery, temperature, resets)
      select b.store_code, b.tag_mac, ${heard}, b.battery, b.temperature, b.resets from best b join before m using (store_code, tag_mac) where m.moved
    ), known as (
      update tags t set tag_type = b.tag_type, version = b.version, battery = b.battery, temperature = b.temperature, checkin = b.checkin,
        page = b.page, resets = b.resets, batt_status = case when b.battery < ${lowBattery} then 'NG' else 'OK' end,
        gw_mac = case when ${moves} then b.gw_mac else t.gw_mac end, rssi = case when ${moves} then b.rssi else t.rssi end,
        last_heard_at = ${heard}, responded_at = ${heard},
        noted_battery = case when m.moved then b.battery else t.noted_battery end,
        noted_temperature = case when m.moved then b.temperature else t.noted_temperature end,
        noted_resets = case when m.moved then b.resets else t.noted_resets end, noted_at = case when m.moved then ${heard} else t.noted_at end,
        status = case when t.status = 'MISSING' then ${back} else t.status end
      from best b join before m using (store_code, tag_mac) where t.store_code = b.store_code and t.tag_mac = b.tag_mac
      returning t.store_code, t.tag_mac
    ), linked as (
      insert into tag_links as l (store_code, tag_mac, gw_mac, rssi, heard_at)
      select s.store_code, s.tag_mac, s.gw_mac, coalesce(s.rssi, ${wiredRssi}), ${heard} from s join known using (store_code, tag_mac)
      on conflict (store_code, tag_mac, gw_mac) do update set rssi = excluded.rssi, heard_at = excluded.heard_at
        where l.heard_at < excluded.heard_at - make_interval(secs => ${linkSeconds}) or abs(l.rssi - excluded.rssi) > 5
    ), unknown as (
      select b.store_code, b.tag_mac from best b left join known k using (store_code, tag_mac) where k.tag_mac is null
    )
    select store_code as "storeCode", tag_mac as "tagMac", false as stranger from before where retyped
    union all
    select u.store_code, u.tag_mac, true from unknown u left join lateral (select 1 as one from tags t where t.tag_mac = u.tag_mac limit 1) t on true
      where t.one is null`.execute(db)
  const [strangers, retyped] = [result.rows.filter((row) => row.stranger), result.rows.filter((row) => !row.stranger)]
  return { retyped, strangers: [...new Set(strangers.map((row) => row.tagMac))] }
}
