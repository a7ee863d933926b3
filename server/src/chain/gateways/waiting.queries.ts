/** Gateways that were refused, until a person says whose they are. Bounded: by address, as a whole, and by time. */
import type { WaitingGateway } from '@endcap/contract/gateway-registration'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

/** More MACs than a shop has gateways do not come from one address. */
export const maxPerAddress = 20
export const maxWaiting = 500
/** One that has not tried for so long is not there any more. */
const retentionSeconds = 86_400

export interface Refused {
  gwMac: string
  /** Where it is registered, when its secret is what was wrong. */
  storeCode: string | null
  address: string
  at: Date
}

/** Notes an attempt; answers whether the gateway is new among those that wait. One too many of an address or as a whole is left out. */
export async function noteRefused(db: Db, { gwMac, storeCode, address, at }: Refused): Promise<boolean> {
  const now = sql`${at}::timestamptz`
  await sql`delete from waiting_gateways where last_at < ${now} - make_interval(secs => ${retentionSeconds})`.execute(db)
  const result = await sql<{ isNew: boolean }>`
    insert into waiting_gateways (gw_mac, store_code, address, first_at, last_at)
    select ${gwMac}, ${storeCode}::text, ${address}, ${now}, ${now}
    where exists (select 1 from waiting_gateways where gw_mac = ${gwMac})
      or ((select count(*) from waiting_gateways where address = ${address}) < ${maxPerAddress}
        and (select count(*) from waiting_gateways) < ${maxWaiting})
    on conflict (gw_mac) do update set store_code = excluded.store_code, address = excluded.address, last_at = excluded.last_at,
      tries = least(waiting_gateways.tries + 1, 1000000)
    returning tries = 1 as "isNew"`.execute(db)
  return result.rows[0]?.isNew ?? false
}

/** Those that no store knows are for who has the whole chain; the others for who has their store. */
export async function searchWaiting(
  db: Db,
  { stores, at }: { stores: Session['stores']; at: Date },
  request: TableRequest,
): Promise<TablePage<WaitingGateway>> {
  const query = db
    .selectFrom('waiting_gateways as w')
    .leftJoin('stores as s', 's.store_code', 'w.store_code')
    .select(['w.gw_mac', 'w.store_code', 's.store_name', 'w.address', 'w.first_at', 'w.last_at', 'w.tries'])
    .where((is) => is.or([is('w.hidden_until', 'is', null), is('w.hidden_until', '<', at)]))
    .where(ofStores(stores, 'w.store_code'))
  const page = await tablePage(query, request, {
    columns: {
      gwMac: textColumn('w.gw_mac'),
      storeCode: textColumn('w.store_code'),
      address: textColumn('w.address'),
      firstAt: timeColumn('w.first_at'),
      lastAt: timeColumn('w.last_at'),
    },
    defaultOrder: sql`w.last_at desc`,
    tieBreak: sql`w.gw_mac`,
  })
  const data = page.data.map((row) => ({
    gwMac: row.gw_mac,
    storeCode: row.store_code,
    storeName: row.store_name,
    address: row.address,
    firstAt: toEpoch(row.first_at),
    lastAt: toEpoch(row.last_at),
    tries: row.tries,
  }))
  return { ...page, data }
}

/** Reads one for a change in the same transaction: others wait. */
export function lockWaiting(db: Db, gwMac: string): Promise<{ store_code: string | null } | undefined> {
  return db.selectFrom('waiting_gateways').select('store_code').where('gw_mac', '=', gwMac).forUpdate().executeTakeFirst()
}

export async function hideWaiting(db: Db, gwMac: string, until: Date): Promise<void> {
  await db.updateTable('waiting_gateways').set({ hidden_until: until }).where('gw_mac', '=', gwMac).execute()
}
export async function forgetWaiting(db: Db, gwMacs: readonly string[]): Promise<void> {
  await sql`delete from waiting_gateways where gw_mac = any(${gwMacs}::text[])`.execute(db)
}
