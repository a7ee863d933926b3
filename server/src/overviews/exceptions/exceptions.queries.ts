/** Exceptions of one store in SQL: what makes a tag one, and how many there are by the summary counters. */
import type { NgGateway } from '@endcap/contract/exceptions'
import { errorStatuses, type ExceptionKind } from '@endcap/contract/vocabulary'
import { sql, type RawBuilder } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
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

export interface ExceptionCounts extends Record<ExceptionKind | 'total', number> {
  gateways: number
}
/** All of a store in one statement: each costs its way to the database and back. */
export async function countExceptions(db: Db, storeCode: string): Promise<ExceptionCounts> {
  const result = await sql<ExceptionCounts>`
    select coalesce(sum(c.tags), 0)::int as total,
      coalesce(sum(c.tags) filter (where c.status = any(${[...errorStatuses]}::text[])), 0)::int as error,
      coalesce((select max(no_product) from tag_flag_counts where store_code = ${storeCode}), 0) as noproduct,
      coalesce((select max(low_battery) from tag_flag_counts where store_code = ${storeCode}), 0) as lowbattery,
      (select coalesce(sum(tags), 0)::int from product_tag_counts where store_code = ${storeCode} and tags > 1) as duplicate,
      (select coalesce(sum(gateways), 0)::int from gateway_kind_counts where store_code = ${storeCode}) as gateways
    from tag_counts c where c.store_code = ${storeCode}`.execute(db)
  return result.rows[0] ?? { total: 0, error: 0, noproduct: 0, lowbattery: 0, duplicate: 0, gateways: 0 }
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
