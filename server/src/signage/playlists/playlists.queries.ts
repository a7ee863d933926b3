/** Playlists as lists and editors have them: of displays only those of the account's stores. */
import { priceName } from '@endcap/contract/show-sets'
import type { MadeKind, Playlist, PlaylistItem, PlaylistRow } from '@endcap/contract/playlists'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { priceEntry, type SetEntry } from '@endcap/signage/shows'
import { sql, type Insertable, type Selectable } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { SignageV1Tables } from '../../platform/db/signage-v1-tables.ts'
import { numberColumn, tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Session } from '../../platform/http/session.ts'
import { membersInForce } from './members.queries.ts'

export type PlaylistRecord = Selectable<SignageV1Tables['plus_playlists']>
type NewPlaylist = Omit<Insertable<SignageV1Tables['plus_playlists']>, 'playlist_id'>
type Stores = Session['stores']

type Listed = Pick<PlaylistRecord, 'items' | 'hours' | 'period'> & {
  id: string
  name: string
  rank: string
  user: string
  updatedAt: Date
  deviceCount: number
  online: number
}
/** A derived table, so that filters and order can name what is counted. */
const listed = (stores: Stores) => sql<Listed>`(
  select p.playlist_id::text as id, p.name, p.items, p.hours, p.period, p.rank::text as rank, p.updated_by as user, p.updated_at as "updatedAt",
    coalesce(n.devices, 0) as "deviceCount", coalesce(n.online, 0) as online
  from plus_playlists p left join (
    select m.playlist_id, count(*)::int as devices, (count(*) filter (where d.status = 'ONLINE'))::int as online
    from ${membersInForce} m join plus_devices d on d.mac = m.mac where ${ofStores(stores, 'd.store_code')} group by 1
  ) n on n.playlist_id = p.playlist_id
)`

/** So many are drawn in a row of the list. */
const drawnItems = 6
const toRow = (
  { items, rank, updatedAt, hours, ...row }: Listed,
  contents: ReadonlyMap<string, Omit<PlaylistItem, 'duration'>>,
  drawn = items.length,
): PlaylistRow => ({
  ...row,
  hours: hours.map(({ days, time }) => ({ days: [...days], time: [...time] })),
  rank: Number(rank),
  updatedAt: toEpoch(updatedAt),
  itemCount: items.length,
  duration: items.reduce((sum, { duration }) => sum + duration, 0),
  items: items.slice(0, drawn).map(({ id, duration }) => ({ ...(contents.get(id) ?? { ...gone, id }), duration })),
})
/** A content that was removed while no display played the playlist. */
const gone = { name: '', type: 'image', thumb: false, updatedAt: 0 } as const

export async function contentsOf(db: Db, items: readonly SetEntry[]): Promise<Map<string, Omit<PlaylistItem, 'duration'>>> {
  const ids = [...new Set(items.map(({ id }) => id).filter((id) => id !== priceEntry))]
  const { rows } = await sql<Omit<PlaylistItem, 'duration' | 'updatedAt'> & { updatedAt: Date }>`select content_id::text as id, name,
    kind as type, thumb is not null as thumb, updated_at as "updatedAt" from plus_contents
    where content_id = any(${ids}::bigint[])`.execute(db)
  return new Map([
    [priceEntry, { id: priceEntry, name: priceName, type: 'price', thumb: false, updatedAt: 0 }],
    ...rows.map(({ updatedAt, ...row }) => [row.id, { ...row, updatedAt: toEpoch(updatedAt) }] as const),
  ])
}

export async function searchPlaylists(
  db: Db,
  stores: Stores,
  request: TableRequest<'name' | 'deviceCount' | 'user'>,
): Promise<TablePage<PlaylistRow>> {
  const page = await tablePage(db.selectFrom(listed(stores).as('t')).selectAll(), request, {
    columns: {
      name: textColumn('t.name'),
      deviceCount: numberColumn('t.deviceCount'),
      user: textColumn('t.user'),
      updatedAt: timeColumn('t.updatedAt'),
    },
    dateColumn: sql.ref('t.updatedAt'),
    defaultOrder: sql.ref('t.name'),
    tieBreak: sql`t.id::bigint`,
  })
  const contents = await contentsOf(
    db,
    page.data.flatMap(({ items }) => items.slice(0, drawnItems)),
  )
  return { ...page, data: page.data.map((row) => toRow(row, contents, drawnItems)) }
}

export async function readWhole(db: Db, stores: Stores, id: string): Promise<Playlist | undefined> {
  const { rows } = await sql<Listed>`select * from ${listed(stores)} as t where t.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const devices = await sql<{ mac: string }>`select m.mac from ${membersInForce} m join plus_devices d on d.mac = m.mac
    where m.playlist_id = ${id}::bigint and ${ofStores(stores, 'd.store_code')} order by d.name, d.mac`.execute(db)
  return {
    ...toRow(row, await contentsOf(db, row.items)),
    device: devices.rows.map(({ mac }) => mac),
    changed: await changedParts(db, [id]),
  }
}

/** What was made of these playlists and changed by hand since. */
export async function changedParts(db: Db, ids: readonly string[]): Promise<Playlist['changed']> {
  const { rows } = await sql<Playlist['changed'][number]>`
    select 'show' as kind, w.show_id::text as id, w.name from plus_playlist_shows p join plus_shows w on w.show_id = p.show_id
      where p.playlist_id = any(${[...ids]}::bigint[]) and w.updated_at <> p.made_at
    union all
    select 'set', s.set_id::text, s.name from plus_playlist_sets p join plus_sets s on s.set_id = p.set_id
      where p.playlist_id = any(${[...ids]}::bigint[]) and s.updated_at <> p.made_at
    union all
    select 'timeline', t.timeline_id::text, t.name from plus_playlist_timelines p join plus_timelines t on t.timeline_id = p.timeline_id
      where string_to_array(p.playlists, ',') && ${[...ids]}::text[] and t.updated_at <> p.made_at
    order by 1, 3`.execute(db)
  return rows
}

/** Where each stands, and the playlists that it was made of. */
const parts = {
  show: {
    there: sql`select from plus_shows where show_id =`,
    of: sql`select x.playlist_id from plus_playlist_shows x where x.show_id =`,
  },
  set: {
    there: sql`select from plus_sets where set_id =`,
    of: sql`select x.playlist_id from plus_playlist_sets x where x.set_id =`,
  },
  timeline: {
    there: sql`select from plus_timelines where timeline_id =`,
    of: sql`select string_to_table(x.playlists, ',')::bigint from plus_playlist_timelines x where x.timeline_id =`,
  },
} satisfies Record<MadeKind, unknown>
/** The playlists that one of these was made of, also when it was changed by hand since. Undefined: there is no such thing. */
export async function playlistsOfPart(db: Db, kind: MadeKind, id: string): Promise<{ id: string; name: string }[] | undefined> {
  const { there, of } = parts[kind]
  const found = await sql`${there} ${id}::bigint`.execute(db)
  if (found.rows.length === 0) return undefined
  const { rows } = await sql<{ id: string; name: string }>`select p.playlist_id::text as id, p.name from plus_playlists p
    where p.playlist_id in (${of} ${id}::bigint) order by p.name, p.playlist_id`.execute(db)
  return rows
}

export const findPlaylist = (tx: Db, id: string): Promise<PlaylistRecord | undefined> =>
  tx.selectFrom('plus_playlists').selectAll().where('playlist_id', '=', id).executeTakeFirst()
export const findPlaylists = (tx: Db, ids: readonly string[]): Promise<PlaylistRecord[]> =>
  tx
    .selectFrom('plus_playlists')
    .selectAll()
    .where(sql<boolean>`playlist_id = any(${[...ids]}::bigint[])`)
    .orderBy('playlist_id')
    .execute()

/** A write of a playlist may change what is made of others on the same displays: one is written at a time. */
export const holdAll = async (tx: Db): Promise<void> => {
  await sql`lock table plus_playlists in share row exclusive mode`.execute(tx)
}
export const nextRank = async (tx: Db): Promise<string> => {
  const { rows } = await sql<{ rank: string }>`select (coalesce(max(rank), 0) + 1)::text as rank from plus_playlists`.execute(tx)
  return rows[0]?.rank ?? '1'
}
export const writePlaylist = (tx: Db, id: string | undefined, row: NewPlaylist): Promise<PlaylistRecord> =>
  id === undefined
    ? tx.insertInto('plus_playlists').values(row).returningAll().executeTakeFirstOrThrow()
    : tx.updateTable('plus_playlists').set(row).where('playlist_id', '=', id).returningAll().executeTakeFirstOrThrow()
export const deletePlaylists = (tx: Db, ids: readonly string[]) =>
  tx
    .deleteFrom('plus_playlists')
    .where(sql<boolean>`playlist_id = any(${[...ids]}::bigint[])`)
    .execute()
