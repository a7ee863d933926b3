/** Exceptions in SQL: what makes a tag one, and how many there are by the summary counters, in all and store by store. */
import type { NgGateway, StoreExceptions } from '@endcap/contract/exceptions'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { errorStatuses, type ExceptionKind } from '@endcap/contract/vocabulary'
import { sql, type RawBuilder } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { tablePage } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Of a tag of this store under the name `t`. The triggers of migration 0003 count by the same rules. */
export function conditionOf(exception: ExceptionKind, storeCode: string): RawBuilder<boolean> {
  switch (exception) {
    case 'error':
      return sql<boolean>`t.status = any(${[...errorStatuses]}::text[])`
    case 'noproduct':
      return sql<boolean>`t.pr_code is null`
    case 'lowbattery':
      return sql<boolean>`t.batt_status = 'NG'`
    case 'duplicate':
      // Several tags show one product and nothing else. A tag with more products is a family: it may stand beside the product's own tag.
      return sql<boolean>`t.tag_mac in (
        select p.tag_mac from product_tag_counts c join tag_products p using (store_code, pr_code)
        where c.store_code = ${storeCode} and c.tags > 1 and not exists (
          select 1 from tag_products o where o.store_code = p.store_code and o.tag_mac = p.tag_mac and o.slot <> p.slot))`
  }
}

/** Whose stores, and whether their gateways count among the exceptions. */
export interface Reach {
  stores: 'all' | readonly string[]
  gateways: boolean
}
/** One store's figures; those of gateways are 0 where they do not count. */
export type StoreFigures = { [K in keyof StoreExceptions]: NonNullable<StoreExceptions[K]> }

/** One row a store, as a derived table: of each counter no more than the rows of these stores. */
function figuresOf({ stores, gateways }: Reach) {
  const chosen = ofStores(stores, 'store_code')
  return sql<StoreFigures>`(
    select s.store_code as "storeCode", s.store_name as "storeName",
      coalesce(t.total, 0) as "totalTags", coalesce(t.error, 0) as "errorTags", coalesce(f.no_product, 0) as "noProductTags",
      coalesce(d.tags, 0) as "duplicateTags", coalesce(f.low_battery, 0) as "batteryNgTags",
      coalesce(g.total, 0) as "totalGWs", coalesce(g.ng, 0) as "ngGWs"
    from (select store_code, store_name from stores where ${chosen}) s
    left join (
      select store_code, sum(tags)::int as total, coalesce(sum(tags) filter (where status = any(${[...errorStatuses]}::text[])), 0)::int as error
      from tag_counts where ${chosen} group by 1
    ) t using (store_code)
    left join tag_flag_counts f using (store_code)
    left join (select store_code, sum(tags)::int as tags from product_tag_counts where ${chosen} and tags > 1 group by 1) d using (store_code)
    left join (
      select store_code, sum(gateways)::int as total, coalesce(sum(gateways) filter (where status <> 'NORMAL' or not time_sync), 0)::int as ng
      from gateway_kind_counts where ${gateways}::boolean and ${chosen} group by 1
    ) g using (store_code)
  )`
}
const affected = sql<boolean>`(s."errorTags" > 0 or s."noProductTags" > 0 or s."duplicateTags" > 0 or s."batteryNgTags" > 0 or s."ngGWs" > 0)`

export interface ChainFigures extends Omit<StoreFigures, 'storeCode' | 'storeName'> {
  stores: number
  storesAffected: number
}
const summed = ['totalTags', 'errorTags', 'noProductTags', 'duplicateTags', 'batteryNgTags', 'totalGWs', 'ngGWs'] as const
/** One store, some or all in one statement: each costs its way to the database and back. */
export async function sumFigures(db: Db, reach: Reach): Promise<ChainFigures> {
  const sums = summed.map((name) => sql`coalesce(sum(s.${sql.ref(name)}), 0)::int as ${sql.ref(name)}`)
  const result = await sql<ChainFigures>`
    select count(*)::int as stores, (count(*) filter (where ${affected}))::int as "storesAffected", ${sql.join(sums)}
    from ${figuresOf(reach)} as s`.execute(db)
  const [row] = result.rows
  if (row === undefined) throw new Error('A sum without a row.')
  return row
}

/** The stores that have exceptions. Stores with as many errors stand in the order of what comes next to them. */
export function searchFigures(db: Db, reach: Reach, request: TableRequest): Promise<TablePage<StoreFigures>> {
  const number = (name: keyof StoreFigures) => ({ sql: sql.ref(`s.${name}`), kind: 'number' as const })
  const worst = sql`row(s."errorTags", s."ngGWs", s."batteryNgTags", s."duplicateTags", s."noProductTags")`
  return tablePage(
    db
      .selectFrom(figuresOf(reach).as('s'))
      .selectAll()
      .where(() => affected),
    request,
    {
      columns: {
        storeCode: { sql: sql.ref('s.storeCode'), kind: 'text' },
        storeName: { sql: sql.ref('s.storeName'), kind: 'text' },
        totalTags: number('totalTags'),
        errorTags: { ...number('errorTags'), order: worst },
        noProductTags: number('noProductTags'),
        duplicateTags: number('duplicateTags'),
        batteryNgTags: number('batteryNgTags'),
        ...(reach.gateways && { totalGWs: number('totalGWs'), ngGWs: number('ngGWs') }),
      },
      defaultOrder: sql`${worst} desc, s."storeName"`,
      tieBreak: sql.ref('s.storeCode'),
    },
  )
}

/** Gateways that are not well, as they are displayed: NORMAL without time sync is ALARM (specification 1 §4). */
export async function listNgGateways(db: Db, storeCode: string): Promise<NgGateway[]> {
  const rows = await db
    .selectFrom('gateways')
    .select(['gw_mac', 'gw_index', 'ip', 'status', 'time_sync', 'offline_since', 'updated_at'])
    .where('store_code', '=', storeCode)
    .where((is) => is.or([is('status', '<>', 'NORMAL'), is('time_sync', '=', false)]))
    .orderBy('gw_index')
    .orderBy('gw_mac')
    .execute()
  return rows.map((row) => ({
    gwMac: row.gw_mac,
    gwIndex: row.gw_index,
    ip: row.ip,
    status: row.status === 'NORMAL' ? 'ALARM' : row.status,
    timeSync: row.time_sync,
    offlineSince: toEpochOrNull(row.offline_since),
    updatedAt: toEpoch(row.updated_at),
  }))
}
