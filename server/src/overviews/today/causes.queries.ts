/** What needs a person, cause by cause: few rows of many, by partial indexes (migration 0063) and the summary counters. */
import { sql } from 'kysely'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

type Stores = Session['stores']
export interface Place {
  storeCode: string
  storeName: string
  timeZone: string
}
const place = sql`s.store_code as "storeCode", s.store_name as "storeName", s.time_zone as "timeZone"`

/** Gateways that were on line once and are not; one that was never heard is still to be set up. */
const offline = (stores: Stores) => sql`g.status = 'OFFLINE' and g.offline_since is not null and ${ofStores(stores, 'g.store_code')}`
const noneOnLine = sql`not exists (
  select from gateway_counts o where o.store_code = s.store_code and o.status <> 'OFFLINE' and o.gateways > 0)`

export interface OfflineStore extends Place {
  since: Date
  gateways: number
  labels: number
  /** All fell silent within a minute. */
  together: boolean
}
/** Stores none of whose gateways is on line, those with the most labels first. */
export async function readOfflineStores(db: Db, stores: Stores): Promise<OfflineStore[]> {
  const { rows } = await sql<OfflineStore>`
    select ${place}, d.since, d.gateways, d.together,
      (select coalesce(sum(c.tags), 0)::int from tag_counts c where c.store_code = s.store_code) as labels
    from (
      select g.store_code, max(g.offline_since) as since, count(*)::int as gateways,
        count(*) > 1 and max(g.offline_since) - min(g.offline_since) <= interval '1 minute' as together
      from gateways g where ${offline(stores)} group by 1
    ) d join stores s using (store_code) where s.closing_at is null and ${noneOnLine}
    order by labels desc, s.store_code`.execute(db)
  return rows
}

export interface OfflineGateway extends Place {
  gwMac: string
  since: Date
  labels: number
  /** What its access point is called; null for a gateway. */
  name: string | null
}
/** Gateways and access points that are out of reach in stores that are not: one outage is one entry. Those with the most labels first. */
export async function readOfflineGateways(db: Db, stores: Stores): Promise<OfflineGateway[]> {
  const { rows } = await sql<OfflineGateway>`
    select ${place}, g.gw_mac as "gwMac", g.offline_since as since, a.name, coalesce(c.tags, 0) as labels
    from gateways g join stores s on s.store_code = g.store_code and s.closing_at is null
    left join access_points a on a.gw_mac = g.gw_mac
    left join gateway_tag_counts c on c.store_code = g.store_code and c.gw_mac = g.gw_mac
    where ${offline(stores)} and not ${noneOnLine}
    order by labels desc, g.gw_mac`.execute(db)
  return rows
}

export interface RefusedFile extends Place {
  fileId: string
  fileName: string
  since: Date
  errorCount: number
  /** Files, and stores that they are of. */
  count: number
  stores: number
}
/** Product files of which nothing was taken, newest first, until a later one of the kind is taken in. */
export async function readRefusedFiles(
  db: Db,
  { stores, after, limit }: { stores: Stores; after: Date; limit: number },
): Promise<RefusedFile[]> {
  const { rows } = await sql<RefusedFile>`
    select ${place}, f.file_id::text as "fileId", f.file_name as "fileName", f.received_at as since, f.error_count as "errorCount",
      count(*) over ()::int as count,
      (dense_rank() over (order by f.store_code) + dense_rank() over (order by f.store_code desc) - 1)::int as stores
    from files f join stores s on s.store_code = f.store_code and s.closing_at is null
    where f.error_count > 0 and f.changed_count = 0 and f.finished_at is not null and f.received_at > ${after}::timestamptz
      and f.file_type in ('product', 'family', 'secondCode') and ${ofStores(stores, 'f.store_code')}
      and not exists (
        select from files o where o.store_code = f.store_code and o.file_id > f.file_id and o.file_type = f.file_type
          and o.finished_at is not null and (o.error_count = 0 or o.changed_count > 0))
    order by f.received_at desc, f.file_id desc limit ${limit}`.execute(db)
  return rows
}

export interface EmptyPromotion extends Place {
  name: string
  storeType: string
  since: Date
  /** Promotions, and stores in which they run. */
  count: number
  stores: number
}
/** Promotions that run in some of these stores and change a label in none of them, those that began last first. */
export async function readEmptyPromotions(db: Db, { stores, limit }: { stores: Stores; limit: number }): Promise<EmptyPromotion[]> {
  const { rows } = await sql<EmptyPromotion>`
    select e.*, p.name, p.store_type as "storeType", count(*) over ()::int as count, sum(e.running) over ()::int as stores
    from (
      select r.promotion_id, r.version, min(r.since) as since, count(*)::int as running, (array_agg(s.store_code order by r.since, s.store_code))[1] as "storeCode",
        (array_agg(s.store_name order by r.since, s.store_code))[1] as "storeName",
        (array_agg(s.time_zone order by r.since, s.store_code))[1] as "timeZone"
      from promotions_running r join stores s on s.store_code = r.store_code and s.closing_at is null
      where r.labels = 0 and ${ofStores(stores, 'r.store_code')}
      group by 1, 2
    ) e join promotions p using (promotion_id, version)
    where not exists (select from promotions_running o where o.promotion_id = e.promotion_id and o.labels > 0 and ${ofStores(stores, 'o.store_code')})
    order by e.since desc, p.name limit ${limit}`.execute(db)
  return rows
}

export interface Waiting {
  device: 'gateway' | 'display'
  mac: string
  storeCode: string | null
  address: string
  since: Date
  count: number
}
/** Gateways that were refused and wait. Those of no store are for who has the whole chain. */
export async function readWaitingGateways(db: Db, { stores, at, limit }: { stores: Stores; at: Date; limit: number }): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select 'gateway' as device, w.gw_mac as mac, w.store_code as "storeCode", w.address, w.first_at as since, count(*) over ()::int as count
    from waiting_gateways w where (w.hidden_until is null or w.hidden_until < ${at}::timestamptz) and ${ofStores(stores, 'w.store_code')}
    order by w.first_at, w.gw_mac limit ${limit}`.execute(db)
  return rows
}

/** Displays that announced themselves and wait. Those that name no store of the chain wait in every store. */
export async function readWaitingDisplays(db: Db, { stores, limit }: { stores: Stores; limit: number }): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select 'display' as device, d.mac, d.requested_store as "storeCode", d.ip as address, d.created_at as since, count(*) over ()::int as count
    from plus_devices d where d.status = 'PENDING' and (d.requested_store is null or ${ofStores(stores, 'd.requested_store')})
    order by d.created_at desc, d.mac limit ${limit}`.execute(db)
  return rows
}

export interface OfflineDisplay extends Place {
  mac: string
  name: string
  since: Date
  /** Displays, and stores that they stand in. */
  count: number
  stores: number
}
/** Displays that do not answer, silent for longest first. `outagesReported`: those of stores that are out of reach belong to the outage. */
export async function readOfflineDisplays(
  db: Db,
  { stores, outagesReported, limit }: { stores: Stores; outagesReported: boolean; limit: number },
): Promise<OfflineDisplay[]> {
  const isReported = sql`(${outagesReported} and ${noneOnLine} and exists (
    select from gateways g where g.store_code = s.store_code and g.status = 'OFFLINE' and g.offline_since is not null))`
  const { rows } = await sql<OfflineDisplay>`
    select ${place}, d.mac, d.name, coalesce(d.recv_at, d.created_at) as since, count(*) over ()::int as count,
      (dense_rank() over (order by d.store_code) + dense_rank() over (order by d.store_code desc) - 1)::int as stores
    from plus_devices d join stores s on s.store_code = d.store_code and s.closing_at is null
    where d.status = 'OFFLINE' and ${ofStores(stores, 'd.store_code')} and not ${isReported}
    order by coalesce(d.recv_at, d.created_at), d.mac limit ${limit}`.execute(db)
  return rows
}

export interface StoreBatteries extends Place {
  labels: number
  count: number
  stores: number
}
/** Stores by the number of their labels whose battery is low. */
export async function readBatteries(db: Db, { stores, limit }: { stores: Stores; limit: number }): Promise<StoreBatteries[]> {
  const { rows } = await sql<StoreBatteries>`
    select ${place}, f.low_battery as labels, sum(f.low_battery) over ()::int as count, count(*) over ()::int as stores
    from tag_flag_counts f join stores s on s.store_code = f.store_code and s.closing_at is null
    where f.low_battery > 0 and ${ofStores(stores, 'f.store_code')}
    order by f.low_battery desc, s.store_code limit ${limit}`.execute(db)
  return rows
}
