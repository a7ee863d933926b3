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

export interface FlagCounts {
  lowBattery: number
  noProduct: number
  duplicate: number
}
export async function countFlags(db: Db, storeCode: string): Promise<FlagCounts> {
  const result = await sql<FlagCounts>`
    select coalesce(max(f.low_battery), 0) as "lowBattery", coalesce(max(f.no_product), 0) as "noProduct",
      (select coalesce(sum(tags), 0)::int from product_tag_counts where store_code = ${storeCode} and tags > 1) as duplicate
    from tag_flag_counts f where f.store_code = ${storeCode}`.execute(db)
  return result.rows[0] ?? { lowBattery: 0, noProduct: 0, duplicate: 0 }
}

export async function countGateways(db: Db, storeCode: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select coalesce(sum(gateways), 0)::int as n from gateway_kind_counts where store_code = ${storeCode}`.execute(db)
  return result.rows[0]?.n ?? 0
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
