/** Displays as lists and dialogs show them. */
import type { DeviceCaps } from '@endcap/contract/device-report'
import { maxOverridden, type DeviceStatus, type Display, type OverriddenDisplay } from '@endcap/contract/displays'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { literal } from '../../platform/db/like.ts'
import { toEpochOrNull } from '../../platform/base/clock.ts'
import { numberColumn, tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'

interface Listed {
  mac: string
  name: string
  model: string
  ver: string
  template: string
  timeline: string | null
  playlists: Display['playlists']
  status: DeviceStatus
  recvTime: Date | null
  showIdx: number | null
  mode: Display['mode']
  product: string[]
  upToDate: boolean
  notShown: number
  screenFault: Display['screenFault']
  code: string | null
  caps: DeviceCaps
  width: number
  height: number
}
const version = sql<string>`coalesce(d.versions->>'player', '')`
const products = sql<string[]>`array(select p.pr_code from plus_device_products p where p.mac = d.mac order by p.slot)`

const timeline = sql<string | null>`case when d.line = 'v1' then coalesce((select t.name from plus_timeline_devices x
  join plus_timelines t on t.timeline_id = x.timeline_id where x.mac = d.mac), '') end`

/** Of the timeline that it is in. */
const timelineId = sql<string | null>`(select x.timeline_id::text from plus_timeline_devices x where x.mac = d.mac)`

const playlists = sql<Display['playlists']>`(select coalesce(json_agg(json_build_object('id', p.playlist_id::text, 'name', p.name)
    order by p.name, p.playlist_id), '[]'::json)
  from plus_timeline_devices x join plus_playlist_timelines made on made.timeline_id = x.timeline_id
    join plus_playlist_devices m on m.mac = x.mac join plus_playlists p on p.playlist_id = m.playlist_id
  where x.mac = d.mac)`

export const screenFault = sql<Display['screenFault']>`(select x.fault from plus_screenshots x where x.mac = d.mac)`

/** Whether it plays what it was given last. */
export const upToDate = sql<boolean>`coalesce(d.report->>'rev' = d.rev, false)`
/** How much of that it cannot show. */
export const notShown = sql<number>`jsonb_array_length(jsonb_path_query_array(d.report, '$.errors[*] ? (exists (@.content))'))`

/** Displays as all lists show them. */
export const displayRows = (db: Db) =>
  db
    .selectFrom('plus_devices as d')
    .select(['d.mac', 'd.name', 'd.model', 'd.status', 'd.recv_at as recvTime', 'd.show_idx as showIdx', 'd.mode', 'd.caps'])
    .select(['d.screen_width as width', 'd.screen_height as height'])
    .select([version.as('ver'), sql<string>`coalesce(d.template_id, '')`.as('template'), products.as('product'), timeline.as('timeline')])
    .select([playlists.as('playlists'), upToDate.as('upToDate'), notShown.as('notShown'), screenFault.as('screenFault')])

/**
 * The displays of a store, and those that wait and named this store or none. The code of the latter is read from their screen alone: every
 * store has them in its list, and one of them has the display.
 */
const listedIn = (db: Db, storeCode: string) =>
  displayRows(db)
    .where(
      sql<boolean>`(d.store_code = ${storeCode} or (d.store_code is null and coalesce(d.requested_store, ${storeCode}) = ${storeCode}))`,
    )
    .select(sql<string | null>`case when d.requested_store = ${storeCode} then d.code end`.as('code'))

export const toDevice = <Row extends Omit<Listed, 'code'>>({ recvTime, width, height, ...row }: Row) => ({
  _id: row.mac,
  ...row,
  recvTime: toEpochOrNull(recvTime),
  screen: { width, height },
})

type DeviceFilter = 'mac' | 'name' | 'model' | 'ver' | 'template' | 'status' | 'showIdx' | 'prCode'
export async function searchDevices(db: Db, storeCode: string, request: TableRequest<DeviceFilter>): Promise<TablePage<Display>> {
  const page = await tablePage(listedIn(db, storeCode), request, {
    columns: {
      mac: textColumn('d.mac'),
      name: textColumn('d.name'),
      model: textColumn('d.model'),
      status: textColumn('d.status'),
      ver: { sql: version, kind: 'text' },
      template: textColumn('d.template_id'),
      showIdx: numberColumn('d.show_idx'),
      prCode: { sql: products, kind: 'list' },
      recvTime: timeColumn('d.recv_at'),
    },
    dateColumn: sql.ref('d.recv_at'),
    defaultOrder: sql.ref('d.name'),
    tieBreak: sql.ref('d.mac'),
  })
  return { ...page, data: page.data.map(toDevice) }
}

export const findListed = async (db: Db, storeCode: string, mac: string): Promise<Display | undefined> => {
  const row = await listedIn(db, storeCode).where('d.mac', '=', mac).executeTakeFirst()
  return row && toDevice(row)
}

/** Of these displays those that show something else than their slides; with `anyMode` also those that a mode keeps from it. */
export async function overriddenOf(db: Db, macs: readonly string[], { anyMode }: { anyMode: boolean }): Promise<OverriddenDisplay[]> {
  const { rows } = await sql<OverriddenDisplay>`select d.mac, d.name, d.mode, ${timeline} as timeline, ${timelineId} as "timelineId",
      ${playlists} as playlists
    from plus_devices d where d.mac = any(${[...macs]}::text[]) and (d.line = 'v1' or (${anyMode} and d.mode <> 'normal'))
    order by d.name, d.mac limit ${maxOverridden}`.execute(db)
  return rows
}

/** How many displays a search in a dialog answers. */
const maxFound = 50
/** By address, name or product code. */
export async function findByTerm(db: Db, storeCode: string, term: string): Promise<{ devList: Display[]; prCodeList: string[] }> {
  const like = `%${literal(term.toLowerCase())}%`
  const bare = `%${term.toLowerCase().replaceAll(/[^0-9a-z]/g, '')}%`
  const rows = await listedIn(db, storeCode)
    .where('d.store_code', 'is not', null)
    .where(
      sql<boolean>`(lower(d.name) like ${like} or (${bare} <> '%%' and replace(d.mac, ':', '') like ${bare})
        or exists (select from plus_device_products p where p.mac = d.mac and lower(p.pr_code) like ${like}))`,
    )
    .orderBy('d.name')
    .limit(maxFound)
    .execute()
  const codes = await sql<{ code: string }>`select distinct p.pr_code as code from plus_device_products p
    where p.store_code = ${storeCode} and lower(p.pr_code) like ${like} order by 1 limit ${maxFound}`.execute(db)
  return { devList: rows.map(toDevice), prCodeList: codes.rows.map(({ code }) => code) }
}

/** Of these addresses those that are displays of the store. */
export const ownMacs = async (tx: Db, storeCode: string, macs: readonly string[]): Promise<string[]> =>
  macs.length === 0
    ? []
    : (
        await tx
          .selectFrom('plus_devices')
          .select('mac')
          .where('store_code', '=', storeCode)
          .where('mac', 'in', macs)
          .orderBy('mac')
          .forUpdate()
          .execute()
      ).map(({ mac }) => mac)

export async function statusDetail(db: Db, storeCode: string) {
  const result = await sql<{ mac: string; name: string; kind: 'offline' | 'memory' | 'disk'; percent: number | null; since: Date }>`
    select mac, name, 'offline' as kind, null::int as percent, coalesce(recv_at, created_at) as since from plus_devices
      where store_code = ${storeCode} and status = 'OFFLINE'
    union all
    select d.mac, d.name, u.kind, u.percent, u.open_since from plus_usage u join plus_devices d using (mac)
      where u.store_code = ${storeCode} and u.open_since is not null
    order by 5 desc, 1`.execute(db)
  return result.rows
}
