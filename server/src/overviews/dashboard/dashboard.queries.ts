/** The dashboard's figures from the summary counters: nothing is counted over tags on request (docs/database.md). */
import { ofStores } from '../../platform/db/of-stores.ts'
import type { StoreFigures } from '@endcap/contract/dashboard'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { tablePage } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

/** All stores of the chain or some of them, by code. */
export type StoreChoice = Session['stores']
/** One store's figures before it is known what the account may read. */
export type Figures = { [K in keyof StoreFigures]: NonNullable<StoreFigures[K]> }

const within = (stores: StoreChoice) => ofStores(stores, 'store_code')

/**
 * One row a store, as a derived table that filters and order can name. Gateways are told apart as specification 1 §4 wants it for the
 * dashboard: NORMAL without time sync is alarm, OFFLINE is offline, anything else normal. Where no gateway is on line, no good tag is reachable.
 */
function figuresOf(stores: StoreChoice, at: Date) {
  const chosen = within(stores)
  return sql<Figures>`(
    select s.store_code as "storeCode", s.store_name as "storeName",
      coalesce(g.total, 0) as "gwTotal", coalesce(g.total - g.alarm - g.offline, 0) as "gwNormal", coalesce(g.alarm, 0) as "gwAlarm", coalesce(g.offline, 0) as "gwOffline",
      case when g.total > 0 and g.offline = g.total then coalesce(t.total - t.progress - t.error, 0) else 0 end as unreachable,
      coalesce(t.total, 0) as total, coalesce(t.total - t.progress - t.error, 0) as good, coalesce(t.progress, 0) as inprogress, coalesce(t.error, 0) as error,
      coalesce(f.low_battery, 0) as "lowBattery", coalesce(f.no_product, 0) as "noProduct", coalesce(d.distinct_tags, 0) as "todayUpdated",
      coalesce(p.products, 0) as "productCount", coalesce(d.products, 0) as "productsUpdated"
    from (select * from stores where ${chosen}) s
    left join (
      select store_code, sum(gateways)::int as total, coalesce(sum(gateways) filter (where status = 'NORMAL' and not time_sync), 0)::int as alarm,
        coalesce(sum(gateways) filter (where status = 'OFFLINE'), 0)::int as offline
      from gateway_kind_counts where ${chosen} group by 1
    ) g using (store_code)
    left join (
      select store_code, sum(tags)::int as total, coalesce(sum(tags) filter (where status in ('WIP', 'UPDATE')), 0)::int as progress,
        coalesce(sum(tags) filter (where status in ('NG', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2')), 0)::int as error
      from tag_counts where ${chosen} group by 1
    ) t using (store_code)
    left join tag_flag_counts f using (store_code)
    left join product_counts p using (store_code)
    left join daily_counts d on d.store_code = s.store_code and d.day = (${at}::timestamptz at time zone s.time_zone)::date
  )`
}

export async function readFigures(db: Db, stores: StoreChoice, at: Date): Promise<Figures[]> {
  const result = await sql<Figures>`select * from ${figuresOf(stores, at)} as s order by "storeName", "storeCode"`.execute(db)
  return result.rows
}

/** `readable`: the figures that may be ordered by. */
export function searchFigures(
  db: Db,
  stores: StoreChoice,
  { at, readable }: { at: Date; readable: readonly (keyof Figures)[] },
  request: TableRequest,
): Promise<TablePage<Figures>> {
  const column = (name: string, kind: 'text' | 'number') => ({ sql: sql.ref(`s.${name}`), kind })
  return tablePage(db.selectFrom(figuresOf(stores, at).as('s')).selectAll(), request, {
    columns: {
      storeCode: column('storeCode', 'text'),
      storeName: column('storeName', 'text'),
      ...Object.fromEntries(readable.map((name) => [name, column(name, 'number')])),
      // Those that are out of reach are told of as such alone.
      ...(readable.includes('unreachable') && { good: { sql: sql`(s.good - s.unreachable)`, kind: 'number' as const } }),
    },
    defaultOrder: sql.ref('s.storeName'),
    tieBreak: sql.ref('s.storeCode'),
  })
}

export async function readStoreNames(db: Db, stores: StoreChoice): Promise<{ storeCode: string; storeName: string }[]> {
  const result = await sql<{ storeCode: string; storeName: string }>`
    select store_code as "storeCode", store_name as "storeName" from stores where ${within(stores)} order by 2, 1`.execute(db)
  return result.rows
}

export async function readTagTypes(db: Db, stores: StoreChoice): Promise<{ tagType: string; tags: number; errors: number }[]> {
  const result = await sql<{ tagType: string; tags: number; errors: number }>`
    select tag_type as "tagType", sum(tags)::int as tags, sum(errors)::int as errors from tag_type_counts where ${within(stores)}
    group by 1 having sum(tags) <> 0 order by 1`.execute(db)
  return result.rows
}

export interface VersionCount {
  gmpVersion: string
  grmVersion: string
  total: number
}
/** Gateways by the versions they reported, most first; those that never reported have an empty version. */
export async function readVersions(db: Db, stores: StoreChoice): Promise<VersionCount[]> {
  const result = await sql<VersionCount>`
    select gmp_version as "gmpVersion", grm_version as "grmVersion", sum(gateways)::int as total from gateway_kind_counts where ${within(stores)}
    group by 1, 2 having sum(gateways) <> 0 order by 3 desc, 1 desc, 2 desc`.execute(db)
  return result.rows
}

/** Updates by how many days ago they were, each store by its own calendar: 0 is today in all of them. Days without any are left out. */
export async function readDays(
  db: Db,
  stores: StoreChoice,
  { at, days }: { at: Date; days: number },
): Promise<{ ago: number; tags: number; products: number }[]> {
  // The first condition is of no store: it finds the days by their index.
  const result = await sql<{ ago: number; tags: number; products: number }>`
    select s.today - d.day as ago, sum(d.tags)::int as tags, sum(d.products)::int as products
    from (select store_code, (${at}::timestamptz at time zone time_zone)::date as today from stores where ${within(stores)}) s
    join daily_counts d using (store_code)
    where d.day > (${at}::timestamptz at time zone 'UTC')::date - ${days + 2}::int and d.day <= s.today and s.today - d.day < ${days}::int
    group by 1`.execute(db)
  return result.rows
}

/** The newest day that has begun in one of these stores, as `YYYY-MM-DD`; undefined without stores. */
export async function readToday(db: Db, stores: StoreChoice, at: Date): Promise<string | undefined> {
  const result = await sql<{ day: string | null }>`
    select max((${at}::timestamptz at time zone time_zone)::date) as day from (select distinct time_zone from stores where ${within(stores)}) z`.execute(
    db,
  )
  return result.rows[0]?.day ?? undefined
}

export interface GatewayTags {
  gwMac: string
  gwIndex: number
  ip: string
  total: number
  good: number
  inprogress: number
  error: number
  unreachable: number
}
export async function readGatewayTags(db: Db, storeCode: string): Promise<GatewayTags[]> {
  const result = await sql<GatewayTags>`
    select g.gw_mac as "gwMac", g.gw_index as "gwIndex", g.ip, coalesce(c.tags, 0) as total, coalesce(c.tags - c.progress - c.errors, 0) as good,
      coalesce(c.progress, 0) as inprogress, coalesce(c.errors, 0) as error,
      case when g.status = 'OFFLINE' then coalesce(c.tags - c.progress - c.errors, 0) else 0 end as unreachable
    from gateways g left join gateway_tag_counts c using (store_code, gw_mac) where g.store_code = ${storeCode} order by g.gw_index, g.gw_mac`.execute(
    db,
  )
  return result.rows
}
