/** Configurations of stores in SQL. */
import { channels } from '@endcap/contract/gateways'
import type { ConfigRow, StoreConfig } from '@endcap/contract/stores'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

type Row = Omit<ConfigRow, 'updatedAt'> & { updatedAt: Date }
const checkDay = sql<string>`case when (s.config->>'enableTagStatusCheck')::boolean then coalesce(s.config->>'tagStatusCheckDay', 'SUN') else '' end`

/** Also those that are being deleted. */
export async function searchConfigs(db: Db, stores: Session['stores'], request: TableRequest): Promise<TablePage<ConfigRow>> {
  const all = db
    .selectFrom('stores as s')
    .select([
      's.store_code as storeCode',
      's.store_name as storeName',
      's.address',
      's.store_type as storeType',
      's.time_zone as timeZone',
      's.locale',
      's.currency',
      's.updated_at as updatedAt',
    ])
    .select([checkDay.as('tagStatusCheckDay'), sql<boolean>`s.closing_at is not null`.as('closing')])
  const page: TablePage<Row> = await tablePage(all.where(ofStores(stores, 's.store_code')), request, {
    columns: {
      storeCode: textColumn('s.store_code'),
      storeName: textColumn('s.store_name'),
      address: textColumn('s.address'),
      storeType: textColumn('s.store_type'),
      timeZone: textColumn('s.time_zone'),
      locale: textColumn('s.locale'),
      currency: textColumn('s.currency'),
      tagStatusCheckDay: { sql: checkDay, kind: 'text' as const },
      updatedAt: timeColumn('s.updated_at'),
    },
    dateColumn: sql.ref('s.updated_at'),
    defaultOrder: sql.ref('s.store_name'),
    tieBreak: sql.ref('s.store_code'),
  })
  return { ...page, data: page.data.map((row) => ({ ...row, updatedAt: toEpoch(row.updatedAt) })) }
}

/** Stores of the account with everything that is set, in the order of their names. */
export function readStoreRows(db: Db, stores: Session['stores']) {
  const open = db.selectFrom('stores').selectAll().where('closing_at', 'is', null)
  return open.where(ofStores(stores, 'store_code')).orderBy('store_name').orderBy('store_code').execute()
}

/** The store, for a change in the same transaction: others wait. */
export function lockStore(tx: Db, storeCode: string) {
  return tx
    .selectFrom('stores')
    .selectAll()
    .where('store_code', '=', storeCode)
    .where('closing_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateStore(tx: Db, config: StoreConfig, at: Date): Promise<void> {
  const { storeCode, storeName, address, position, timeZone, locale, currency, storeType, ...rest } = config
  await tx
    .updateTable('stores')
    .set({
      store_name: storeName,
      address,
      time_zone: timeZone,
      locale,
      currency,
      store_type: storeType,
      latitude: position?.latitude ?? null,
      longitude: position?.longitude ?? null,
      config: JSON.stringify(rest),
      updated_at: at,
    })
    .where('store_code', '=', storeCode)
    .execute()
}

/** A gateway of the store that is to be on one of the channels for which outband is needed, and which. */
export async function gatewayOnOutband(tx: Db, storeCode: string): Promise<{ gwMac: string; channel: number } | undefined> {
  const result = await sql<{ gwMac: string; channel: number }>`
    select * from (
      select gw_mac as "gwMac", greatest(
        coalesce((config->>'dataChannel')::int, data_channel), coalesce((config->>'eventChannel')::int, event_channel)) as channel
      from gateways where store_code = ${storeCode}
    ) asked where channel > ${channels.last} order by "gwMac" limit 1`.execute(tx)
  return result.rows[0]
}

/** Tags that show a label of a product. */
export async function labelledTags(tx: Db, storeCode: string): Promise<string[]> {
  const rows = await tx.selectFrom('tags').select('tag_mac').where('store_code', '=', storeCode).where('pr_code', 'is not', null).execute()
  return rows.map((row) => row.tag_mac)
}
