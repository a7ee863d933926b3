/** Displays over all stores of an account, with what each plays. */
import type { ListedDisplay } from '@endcap/contract/display-list'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { ofStores } from '../../platform/db/of-stores.ts'
import { tablePage, textColumn, timeColumn, type Column } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { displayRows, notShown, screenFault, toDevice, upToDate } from './displays.queries.ts'

type Stores = Session['stores']

/** A display of the v1 line without a timeline shows the prices of its products. */
const plays = sql<ListedDisplay['plays']>`case when d.mode = 'off' then 'off' when d.mode = 'product' then 'products'
  when d.line = 'v1' and made.timeline_id is not null then 'playlists' when d.line = 'v1' and t.timeline_id is not null then 'timeline'
  when d.line = 'v1' then 'products' when coalesce(d.template_id, '') <> '' then 'template' else 'slides' end`
const what = sql<string>`coalesce(case ${plays} when 'timeline' then t.name when 'template' then d.template_id
  when 'playlists' then (select string_agg(p.name, ', ' order by p.name, p.playlist_id)
    from plus_playlist_devices m join plus_playlists p on p.playlist_id = m.playlist_id where m.mac = d.mac) end, '')`
const playing = sql<string>`case when ${notShown} > 0 or ${screenFault} is not null then 'failing' when ${upToDate} then 'current' else 'behind' end`

const listed = (db: Db, stores: Stores) =>
  displayRows(db)
    .innerJoin('stores as s', 's.store_code', 'd.store_code')
    .leftJoin('plus_timeline_devices as x', 'x.mac', 'd.mac')
    .leftJoin('plus_timelines as t', 't.timeline_id', 'x.timeline_id')
    .leftJoin('plus_playlist_timelines as made', 'made.timeline_id', 'x.timeline_id')
    .where('d.store_code', 'is not', null)
    .where(ofStores(stores, 'd.store_code'))
    .select(['s.store_code as storeCode', 's.store_name as storeName', plays.as('plays'), what.as('what')])
    .select(sql<string | null>`x.timeline_id::text`.as('timelineId'))

const columns = {
  mac: textColumn('d.mac'),
  name: textColumn('d.name'),
  storeCode: textColumn('d.store_code'),
  storeName: textColumn('s.store_name'),
  status: textColumn('d.status'),
  playing: { sql: playing, kind: 'text', inSearch: false },
  plays: { sql: plays, kind: 'text', inSearch: false },
  what: { sql: what, kind: 'text' },
  model: textColumn('d.model'),
  recvTime: timeColumn('d.recv_at'),
} satisfies Record<string, Column>

export async function searchDisplayList(
  db: Db,
  stores: Stores,
  request: TableRequest<Exclude<keyof typeof columns, 'recvTime'>>,
): Promise<TablePage<ListedDisplay>> {
  const page = await tablePage(listed(db, stores), request, {
    columns,
    dateColumn: sql.ref('d.recv_at'),
    defaultOrder: sql.ref('d.name'),
    tieBreak: sql.ref('d.mac'),
    total: () => countDisplays(db, stores),
  })
  return { ...page, data: page.data.map(toDevice) }
}

/** Displays of these stores, without the tables that only rows are told from. */
export async function countDisplays(db: Db, stores: Stores): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from plus_devices d
    where d.store_code is not null and ${ofStores(stores, 'd.store_code')}`.execute(db)
  return rows[0]?.total ?? 0
}
