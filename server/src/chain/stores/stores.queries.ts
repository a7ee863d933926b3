/** Stores and their status from the summary counters: nothing is counted on request. */
import type { StoreConfig, StoreStatus } from '@endcap/contract/stores'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import type { NodeStatus } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import { toEpochOrNull } from '../../platform/base/clock.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { tablePage, tableSlice } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

type StatusRow = Omit<StoreStatus, 'position' | 'updatedAt'> & { latitude: number | null; longitude: number | null; updatedAt: Date | null }

/** One row a store with all its counters, as a derived table that filters and order can name. */
function statusOf(stores: Session['stores'], at: Date) {
  const limit = ofStores(stores, 's.store_code')
  return sql<StatusRow>`(
    select s.store_code as "storeCode", s.store_name as "storeName", s.address, s.latitude, s.longitude, s.time_zone as "timeZone", s.locale,
      case when coalesce(g.normal, 0) + coalesce(g.alarm, 0) = 0 then 'OFFLINE' when coalesce(g.offline, 0) + coalesce(g.alarm, 0) > 0 then 'ALARM' else 'NORMAL' end as status,
      coalesce(g.total, 0) as "gwCount", coalesce(g.normal, 0) as normal, coalesce(g.offline, 0) as offline, coalesce(g.alarm, 0) as alarm,
      coalesce(t.total, 0) as total, coalesce(t.total - t.progress - t.error, 0) as success, coalesce(t.progress, 0) as inprogress, coalesce(t.error, 0) as error,
      coalesce(p.products, 0) as "productCount", coalesce(d.products, 0) as "todayUpdated",
      coalesce((s.config->>'enableTagStatusCheck')::boolean, false) as "enableTagStatusCheck", coalesce((s.config->>'hideLed')::boolean, false) as "hideLed",
      coalesce((s.config->>'showMac')::boolean, false) as "showMac", s.updated_at as "updatedAt"
    from stores s
    left join (
      -- NORMAL without time sync is shown as ALARM (specification 1 §4)
      select store_code, sum(gateways)::int as total, coalesce(sum(gateways) filter (where status = 'NORMAL' and time_sync), 0)::int as normal,
        coalesce(sum(gateways) filter (where status = 'OFFLINE'), 0)::int as offline,
        coalesce(sum(gateways) filter (where status = 'ALARM' or (status = 'NORMAL' and not time_sync)), 0)::int as alarm
      from gateway_kind_counts group by 1
    ) g using (store_code)
    left join (
      select store_code, sum(tags)::int as total, coalesce(sum(tags) filter (where status in ('WIP', 'UPDATE')), 0)::int as progress,
        coalesce(sum(tags) filter (where status in ('NG', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2')), 0)::int as error
      from tag_counts group by 1
    ) t using (store_code)
    left join product_counts p using (store_code)
    left join daily_counts d on d.store_code = s.store_code and d.day = (${at}::timestamptz at time zone s.time_zone)::date
    where s.closing_at is null and ${limit}
  )`
}

function toStatus({ latitude, longitude, updatedAt, ...row }: StatusRow): StoreStatus {
  return { ...row, position: latitude === null || longitude === null ? null : { latitude, longitude }, updatedAt: toEpochOrNull(updatedAt) }
}

export async function listStores(db: Db, stores: Session['stores'], at: Date): Promise<StoreStatus[]> {
  const result = await sql<StatusRow>`select * from ${statusOf(stores, at)} as s order by "storeName"`.execute(db)
  return result.rows.map(toStatus)
}

export async function countStates(db: Db, stores: Session['stores'], at: Date): Promise<Record<NodeStatus, number>> {
  const { rows } = await sql<{ status: NodeStatus; count: number }>`
    select status, count(*)::int as count from ${statusOf(stores, at)} as s group by status`.execute(db)
  const counts = { NORMAL: 0, ALARM: 0, OFFLINE: 0 }
  for (const { status, count } of rows) counts[status] = count
  return counts
}

const text = (name: string) => ({ sql: sql.ref(`s.${name}`), kind: 'text' as const })
const number = (name: string) => ({ sql: sql.ref(`s.${name}`), kind: 'number' as const })
const numbers = ['gwCount', 'normal', 'offline', 'alarm', 'total', 'success', 'inprogress', 'error', 'productCount', 'todayUpdated']
/** What filters and order of a store list may name. */
const columns = {
  storeCode: text('storeCode'),
  storeName: text('storeName'),
  status: text('status'),
  ...Object.fromEntries(numbers.map((name) => [name, number(name)])),
}

/** The stores behind `after` in the order of their codes: for reading the whole list in slices. */
export async function readStores(
  db: Db,
  stores: Session['stores'],
  at: Date,
  request: TableRequest,
  slice: { after: string | undefined; limit: number },
): Promise<StoreStatus[]> {
  const rows = await tableSlice(db.selectFrom(statusOf(stores, at).as('s')).selectAll(), request, {
    columns,
    key: sql.ref('s.storeCode'),
    ...slice,
  })
  return rows.map(toStatus)
}

export async function searchStores(db: Db, stores: Session['stores'], at: Date, request: TableRequest): Promise<TablePage<StoreStatus>> {
  const page = await tablePage(db.selectFrom(statusOf(stores, at).as('s')).selectAll(), request, {
    columns,
    defaultOrder: sql.ref('s.storeName'),
    tieBreak: sql.ref('s.storeCode'),
  })
  return { ...page, data: page.data.map(toStatus) }
}

/** False when the code is taken. */
export async function insertStore(db: Db, config: StoreConfig, at: Date): Promise<boolean> {
  const { storeCode, storeName, address, position, timeZone, locale, currency, storeType, ...rest } = config
  const result = await db
    .insertInto('stores')
    .values({
      store_code: storeCode,
      store_name: storeName,
      address,
      latitude: position?.latitude ?? null,
      longitude: position?.longitude ?? null,
      time_zone: timeZone,
      locale,
      currency,
      store_type: storeType,
      config: JSON.stringify(rest),
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('store_code').doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

/** Those of these codes that a store has which is not being deleted. */
export async function knownCodes(db: Db, codes: readonly string[]): Promise<string[]> {
  const result = await sql<{ code: string }>`${prepared} select store_code as code from stores
    where store_code = any(${codes}::text[]) and closing_at is null`.execute(db)
  return result.rows.map(({ code }) => code)
}

/** As many codes as there are stores, at most `limit`. */
export async function firstCodes(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('stores').select('store_code').where('closing_at', 'is', null).limit(limit).execute()
  return rows.map((row) => row.store_code)
}

/** Undefined also for one that is being deleted. */
export function findStore(db: Db, storeCode: string) {
  return db.selectFrom('stores').selectAll().where('store_code', '=', storeCode).where('closing_at', 'is', null).executeTakeFirst()
}
