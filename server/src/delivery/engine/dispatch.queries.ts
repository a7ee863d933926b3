/** Which operations go to which gateway now. */
import type { OperationKind } from '@endcap/contract/vocabulary'
import type { GatewayAddress } from '@endcap/gateway-link/topics'
import { sql } from 'kysely'
import { isTrue } from '../../platform/db/is-true.ts'
import type { Db, LabelImage } from '../../platform/db/schema.ts'
import { linkSeconds } from './sightings.queries.ts'

export interface Route {
  opId: string
  gwMac: string
}
interface RouteRules {
  at: Date
  policy: { missingCheckins: number; missingMinSeconds: number }
  limit: number
}

/** Nothing is under way, which is so in many seconds: one small question stands for all that are asked otherwise. */
export const isIdle = (db: Db): Promise<boolean> =>
  isTrue(db, sql`not exists (select from operations) and not exists (select from cancellations)`)

/**
 * Chooses a gateway for rendered operations without one: the one that hears the tag best among those that are online and were not
 * tried yet; then one that was tried; then one that has missed check-ins that another heard, because the tag was carried away from it;
 * then any that is online. Without one online the tag's own gateway, to wait for.
 * Operations of a gateway that went offline are moved when another one hears the tag.
 */
export async function routeOperations(db: Db, { at, policy, limit }: RouteRules): Promise<number> {
  const now = sql`${at}::timestamptz`
  const result = await sql`
    with waiting as (
      select o.store_code, o.op_id, o.tag_mac, o.gw_mac, o.gateways_tried from operations o
      where o.state = 'RENDERED' and o.deadline_at is null and o.due_at <= ${now} and o.gw_mac is null
      order by o.priority, o.op_id limit ${limit} for update skip locked
    ), chosen as (
      select w.store_code, w.op_id, coalesce(best.gw_mac, t.gw_mac, fallback.gw_mac) as gw_mac
      from waiting w join tags t using (store_code, tag_mac)
      left join lateral (
        select l.gw_mac from tag_links l join gateways g on g.store_code = l.store_code and g.gw_mac = l.gw_mac
        where l.store_code = w.store_code and l.tag_mac = w.tag_mac and g.status <> 'OFFLINE'
          and l.heard_at > ${now} - make_interval(secs => greatest(${policy.missingCheckins} * t.checkin, ${policy.missingMinSeconds}))
        order by l.heard_at < t.last_heard_at - make_interval(secs => ${policy.missingCheckins} * t.checkin + ${linkSeconds}),
          l.gw_mac = any(w.gateways_tried), l.rssi desc limit 1
      ) best on true
      left join lateral (
        select g.gw_mac from gateways g where g.store_code = w.store_code
        order by g.status = 'OFFLINE', g.gw_mac = any(w.gateways_tried), g.gw_mac limit 1
      ) fallback on true
    )
    update operations o set gw_mac = g.gw_mac, shard = g.shard
    from chosen c join gateways g on g.store_code = c.store_code and g.gw_mac = c.gw_mac
    where o.op_id = c.op_id and o.state = 'RENDERED' and o.gw_mac is null`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/**
 * Takes operations away from gateways that are offline, where an online one has heard the tag: they are routed anew. The one that may
 * still hold them is told to leave them before anything else when it is back.
 */
export async function leaveOfflineGateways(
  db: Db,
  shards: readonly number[],
  { at, policy }: Omit<RouteRules, 'limit'>,
): Promise<(Route & { storeCode: string })[]> {
  const now = sql`${at}::timestamptz`
  const result = await sql<Route & { storeCode: string }>`
    with stranded as (
      select o.store_code, o.op_id, o.gw_mac, o.offered_at is not null as offered from operations o
      join gateways g on g.store_code = o.store_code and g.gw_mac = o.gw_mac and g.status = 'OFFLINE' and g.shard = any(${shards}::smallint[])
      join tags t on t.store_code = o.store_code and t.tag_mac = o.tag_mac
      where o.state <> 'QUEUED' and exists (
        select 1 from tag_links l join gateways other on other.store_code = l.store_code and other.gw_mac = l.gw_mac
        where l.store_code = o.store_code and l.tag_mac = o.tag_mac and other.status <> 'OFFLINE'
          and l.heard_at > ${now} - make_interval(secs => greatest(${policy.missingCheckins} * t.checkin, ${policy.missingMinSeconds})))
      limit 5000
    ), withdrawn as (
      insert into cancellations (store_code, gw_mac, op_id, due_at)
      select s.store_code, s.gw_mac, s.op_id, ${now} from stranded s where s.offered
      on conflict (store_code, gw_mac, op_id) do nothing
    )
    update operations o set state = 'RENDERED', gw_mac = null, shard = null, deadline_at = null, due_at = ${now},
      gateways_tried = case when o.offered_at is null or s.gw_mac = any(o.gateways_tried) then o.gateways_tried else o.gateways_tried || s.gw_mac end
    from stranded s where o.op_id = s.op_id
    returning o.op_id as "opId", o.store_code as "storeCode", s.gw_mac as "gwMac"`.execute(db)
  return result.rows
}

export interface Offer extends GatewayAddress {
  opId: string
  tagMac: string
  kind: OperationKind
  hash: string | null
  images: LabelImage[]
  params: Record<string, number> | null
}

interface OfferRules {
  at: Date
  deadline: Date
  /** Offered and not accepted yet, at most. */
  window: number
  /** Offered or accepted, at most. */
  queue: number
}

/**
 * Marks as offered what the windows of our online gateways have room for, oldest of the highest priority first.
 * Each offer counts as a try. What is not accepted until `deadline` is offered again. A gateway that was told to leave an operation
 * and gets it once more must not be told to leave it any longer.
 */
export async function takeOffers(db: Db, shards: readonly number[], { at, deadline, window, queue }: OfferRules): Promise<Offer[]> {
  const result = await sql<Offer>`
    with busy as (
      select o.gw_mac, count(*) filter (where o.state = 'RENDERED') as offered, count(*) as held
      from operations o where o.deadline_at is not null and o.shard = any(${shards}::smallint[]) group by o.gw_mac
    ), room as (
      select g.store_code, g.gw_mac, g.shard, least(${window} - coalesce(b.offered, 0), ${queue} - coalesce(b.held, 0)) as n
      from gateways g left join busy b using (gw_mac) where g.shard = any(${shards}::smallint[]) and g.status <> 'OFFLINE'
    ), taken as (
      select o.store_code, o.op_id from room r cross join lateral (
        select store_code, op_id from operations o
        where o.state = 'RENDERED' and o.shard = r.shard and o.gw_mac = r.gw_mac and o.deadline_at is null and o.due_at <= ${at}::timestamptz
        order by o.priority, o.op_id limit greatest(r.n, 0) for update skip locked
      ) o where r.n > 0
    ), wanted_again as (
      delete from cancellations c using taken t join operations o using (op_id)
      where c.store_code = t.store_code and c.op_id = t.op_id and c.gw_mac = o.gw_mac
    )
    update operations o set offered_at = ${at}::timestamptz, deadline_at = ${deadline}::timestamptz, tries = o.tries + 1
    from taken t where o.op_id = t.op_id and o.state = 'RENDERED' and o.deadline_at is null
    returning o.store_code as "storeCode", o.gw_mac as "gwMac", o.op_id as "opId", o.tag_mac as "tagMac", o.kind, o.hash,
      coalesce(o.images, '[]') as images, o.params`.execute(db)
  return result.rows
}

export interface OverdueRow {
  opId: string
  storeCode: string
  gwMac: string | null
  tries: number
  sent: boolean
  asked: boolean
  offline: boolean
  kind: OperationKind
  /** Nothing was ever heard of its tag. */
  expected: boolean
}

/** Operations of our gateways whose deadline has passed. */
export async function overdueOperations(db: Db, shards: readonly number[], at: Date): Promise<OverdueRow[]> {
  const result = await sql<OverdueRow>`
    select o.op_id as "opId", o.store_code as "storeCode", o.gw_mac as "gwMac", o.tries, o.state = 'SENT' as sent, o.asked_at is not null as asked,
      g.status = 'OFFLINE' as offline, o.kind, t.responded_at is null as expected
    from operations o join gateways g on g.store_code = o.store_code and g.gw_mac = o.gw_mac
    join tags t on t.store_code = o.store_code and t.tag_mac = o.tag_mac
    where o.deadline_at < ${at}::timestamptz and o.shard = any(${shards}::smallint[]) order by o.deadline_at limit 2000`.execute(db)
  return result.rows
}

/** Keeps overdue operations waiting for a gateway that is offline: they are offered again when it is back. */
export async function holdForGateway(db: Db, opIds: readonly string[], at: Date): Promise<void> {
  if (opIds.length === 0) return
  await sql`update operations set state = 'RENDERED', deadline_at = null, due_at = ${at}::timestamptz, last_reason = 'gateway-offline',
    tries = greatest(tries - 1, 0) where op_id = any(${opIds}::bigint[])`.execute(db)
}

/** Labels, and lights, pages and checks, that have waited longer than they may for gateways that are offline, or for a store without any gateway. */
export async function givenUpOffline(
  db: Db,
  { queuedBefore, controlBefore }: { queuedBefore: Date; controlBefore: Date },
): Promise<{ opId: string; gwMac: string | null }[]> {
  const result = await sql<{ opId: string; gwMac: string | null }>`
    select o.op_id as "opId", o.gw_mac as "gwMac" from operations o
    left join gateways g on g.store_code = o.store_code and g.gw_mac = o.gw_mac
    where o.state = 'RENDERED' and o.queued_at < case o.lane when 'image' then ${queuedBefore}::timestamptz else ${controlBefore}::timestamptz end and (o.gw_mac is null or g.status = 'OFFLINE')
    limit 2000`.execute(db)
  return result.rows
}
