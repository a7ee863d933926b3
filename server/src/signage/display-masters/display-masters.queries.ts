/** Displays over all stores of an account, with their v1 settings. */
import type { DisplayMaster } from '@endcap/contract/display-masters'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpochOrNull } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { tablePage, textColumn, timeColumn, type Column } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { countDisplays } from '../displays/displays.service.ts'

type Stores = Session['stores']
const products = sql<string[]>`array(select p.pr_code from plus_device_products p where p.mac = d.mac order by p.slot)`

const listed = (db: Db, stores: Stores) =>
  db
    .selectFrom('plus_devices as d')
    .leftJoin('plus_timeline_devices as x', 'x.mac', 'd.mac')
    .leftJoin('plus_timelines as t', 't.timeline_id', 'x.timeline_id')
    .where('d.store_code', 'is not', null)
    .where(ofStores(stores, 'd.store_code'))
    .select(['d.mac', 'd.code_name', 'd.name', 'd.model', 'd.versions', 'd.store_code', 'd.category', 'd.section', 'd.shelf_id'])
    .select(['d.position', 'd.time_zone', 'd.status', 'd.recv_at', 'd.ip', 'd.line', 'd.caps', 'd.screen_width', 'd.screen_height'])
    .select(['x.timeline_id', 'x.screen', 't.name as timeline_name', products.as('product')])
type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const toMaster = (row: Row): DisplayMaster => ({
  _id: row.mac,
  mac: row.mac,
  code: row.code_name,
  name: row.name,
  model: row.model,
  screenWidth: row.screen_width,
  screenHeight: row.screen_height,
  version: row.versions,
  storeCode: row.store_code ?? '',
  product: row.product,
  category: row.category,
  section: row.section,
  shelfID: row.shelf_id,
  position: row.position,
  timezone: row.time_zone,
  connection: row.status,
  recvTime: toEpochOrNull(row.recv_at),
  ipAddress: row.ip,
  line: row.line,
  timeline: row.timeline_id === null ? null : { id: row.timeline_id, name: row.timeline_name ?? '', screen: row.screen ?? 0 },
  caps: row.caps,
})

const columns = {
  mac: textColumn('d.mac'),
  code: textColumn('d.code_name'),
  name: textColumn('d.name'),
  model: textColumn('d.model'),
  storeCode: textColumn('d.store_code'),
  category: textColumn('d.category'),
  section: textColumn('d.section'),
  shelfID: textColumn('d.shelf_id'),
  position: textColumn('d.position'),
  timezone: textColumn('d.time_zone'),
  connection: textColumn('d.status'),
  line: textColumn('d.line'),
  recvTime: timeColumn('d.recv_at'),
  product: {
    sql: products,
    kind: 'list',
    some: (holds) =>
      sql<boolean>`exists (select from plus_device_products q where q.mac = d.mac and q.store_code = d.store_code and ${holds(sql.ref('q.pr_code'))})`,
  },
} satisfies Record<string, Column>

export async function searchMasters(
  db: Db,
  stores: Stores,
  request: TableRequest<keyof typeof columns>,
): Promise<TablePage<DisplayMaster>> {
  const page = await tablePage(listed(db, stores), request, {
    columns,
    dateColumn: sql.ref('d.recv_at'),
    defaultOrder: sql.ref('d.name'),
    tieBreak: sql.ref('d.mac'),
    total: () => countDisplays(db, stores),
  })
  return { ...page, data: page.data.map(toMaster) }
}

export async function listMasters(db: Db, stores: Stores, macs: readonly string[]): Promise<DisplayMaster[]> {
  const rows = await listed(db, stores)
    .where(sql<boolean>`d.mac = any(${[...macs]}::text[])`)
    .orderBy('d.name')
    .orderBy('d.mac')
    .execute()
  return rows.map(toMaster)
}

/** Of these those that are displays of the account's stores, kept from others until the transaction ends. */
export async function holdOwn(
  tx: Db,
  stores: Stores,
  macs: readonly string[],
): Promise<{ mac: string; storeCode: string; name: string; model: string }[]> {
  const { rows } = await sql<{
    mac: string
    storeCode: string
    name: string
    model: string
  }>`select d.mac, d.store_code as "storeCode", d.name, d.model
    from plus_devices d where d.mac = any(${[...macs]}::text[]) and d.store_code is not null and ${ofStores(stores, 'd.store_code')}
    order by d.mac for update`.execute(tx)
  return rows
}

/** Instead of those that it had; answers these, in their order. */
export async function replaceProducts(
  tx: Db,
  { mac, storeCode }: { mac: string; storeCode: string },
  codes: readonly string[],
): Promise<string[]> {
  const before = await sql<{ slot: number; code: string }>`delete from plus_device_products where mac = ${mac}
    returning slot, pr_code as code`.execute(tx)
  await sql`insert into plus_device_products (mac, slot, store_code, pr_code)
    select ${mac}, c.slot, ${storeCode}, c.code from unnest(${[...codes]}::text[]) with ordinality as c (code, slot)`.execute(tx)
  return before.rows.toSorted((a, b) => a.slot - b.slot).map(({ code }) => code)
}

export const deleteDisplays = (tx: Db, macs: readonly string[]) =>
  tx
    .deleteFrom('plus_devices')
    .where(sql<boolean>`mac = any(${[...macs]}::text[])`)
    .execute()

/** What belongs to the store that a display leaves: its slides name files and schedules of that store, its last picture shows them. */
export async function leaveStore(tx: Db, mac: string): Promise<void> {
  await tx.deleteFrom('plus_usage').where('mac', '=', mac).execute()
  await tx.deleteFrom('plus_screenshots').where('mac', '=', mac).execute()
  await tx
    .updateTable('plus_devices')
    .set({ template_id: null, show: null, given_show: null, show_idx: null })
    .where('mac', '=', mac)
    .execute()
}
