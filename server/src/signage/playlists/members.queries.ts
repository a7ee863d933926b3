/** Which displays play which playlists. */
import type { PlaylistDisplay } from '@endcap/contract/playlists'
import { sql } from 'kysely'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

type Stores = Session['stores']

/** A display that was moved to another timeline since is in none of its playlists any more. */
const isInForce = sql<boolean>`exists (select from plus_timeline_devices x join plus_playlist_timelines made on made.timeline_id = x.timeline_id
  where x.mac = m.mac)`
/** A derived table. */
export const membersInForce = sql`(select m.playlist_id, m.mac from plus_playlist_devices m where ${isInForce})`

/** Of those that were moved what they were in is forgotten. */
export const forgetMoved = async (tx: Db): Promise<void> => {
  await sql`delete from plus_playlist_devices m where not ${isInForce}`.execute(tx)
}

export interface Member {
  mac: string
  storeCode: string
}
/** Displays of these playlists, whosever they are. */
export async function membersOf(tx: Db, ids: readonly string[]): Promise<Member[]> {
  const { rows } = await sql<Member>`select distinct d.mac, d.store_code as "storeCode" from plus_playlist_devices m
    join plus_devices d on d.mac = m.mac where m.playlist_id = any(${[...ids]}::bigint[]) order by 1`.execute(tx)
  return rows
}
/** Of these addresses the displays of the account's stores; they are not moved by others until the transaction ends. */
export async function holdOwn(tx: Db, stores: Stores, macs: readonly string[]): Promise<Member[]> {
  const { rows } = await sql<Member>`select d.mac, d.store_code as "storeCode" from plus_devices d
    where d.mac = any(${[...macs]}::text[]) and d.store_code is not null and ${ofStores(stores, 'd.store_code')}
    order by d.mac for update`.execute(tx)
  return rows
}

/** What these displays played before their first playlist; `before` of those that are in none yet. */
export async function linesBefore(tx: Db, macs: readonly string[]): Promise<Map<string, 'v0' | 'v1'>> {
  const { rows } = await sql<{ mac: string; line: 'v0' | 'v1' }>`select d.mac, coalesce(min(m.line_before), d.line) as line
    from plus_devices d left join plus_playlist_devices m on m.mac = d.mac where d.mac = any(${[...macs]}::text[]) group by d.mac`.execute(
    tx,
  )
  return new Map(rows.map(({ mac, line }) => [mac, line]))
}
export async function writeMembers(
  tx: Db,
  { id, left, come, lines }: { id: string; left: readonly string[]; come: readonly string[]; lines: ReadonlyMap<string, 'v0' | 'v1'> },
): Promise<void> {
  await sql`delete from plus_playlist_devices where playlist_id = ${id}::bigint and mac = any(${[...left]}::text[])`.execute(tx)
  await sql`insert into plus_playlist_devices (playlist_id, mac, line_before) select ${id}::bigint, one.mac, one.line
    from unnest(${[...come]}::text[], ${come.map((mac) => lines.get(mac) ?? 'v1')}::text[]) as one (mac, line)`.execute(tx)
}
/** They play their slides again. */
export const giveSlidesBack = async (tx: Db, macs: readonly string[], at: Date): Promise<void> => {
  await sql`update plus_devices set line = 'v0', updated_at = ${at} where mac = any(${[...macs]}::text[])`.execute(tx)
}

export interface Screen {
  width: number
  height: number
  rotation: number
}
export interface Placed extends Screen {
  mac: string
  /** Of all its playlists, the weakest first. */
  playlists: string[]
}
const screenOf = sql`d.screen_width as width, d.screen_height as height, coalesce((d.v1_config->>'orientation')::int, 0) as rotation`
/** What hours or a period limit lies over what always plays; of two alike the higher rank is on top. */
const order = sql`(p.hours <> '[]'::jsonb or p.period is not null), p.rank`

/** These displays with their screens and all their playlists. */
export async function placesOf(tx: Db, macs: readonly string[]): Promise<Placed[]> {
  const { rows } = await sql<Placed>`select d.mac, ${screenOf}, coalesce(
      (select array_agg(p.playlist_id::text order by ${order}) from plus_playlist_devices m join plus_playlists p on p.playlist_id = m.playlist_id
        where m.mac = d.mac), '{}') as playlists
    from plus_devices d where d.mac = any(${[...macs]}::text[]) order by d.mac`.execute(tx)
  return rows
}
/** The screens that a playlist is needed for. */
export async function screensOf(tx: Db, id: string): Promise<Screen[]> {
  const { rows } = await sql<Screen>`select distinct ${screenOf} from plus_playlist_devices m join plus_devices d on d.mac = m.mac
    where m.playlist_id = ${id}::bigint order by 1, 2, 3`.execute(tx)
  return rows
}

/** So many displays are offered. */
const maxOffered = 2000
export async function offeredDisplays(db: Db, stores: Stores): Promise<{ deviceList: PlaylistDisplay[]; total: number }> {
  type Offered = Omit<PlaylistDisplay, 'plays'> & {
    kind: PlaylistDisplay['plays']['kind']
    timelineId: string
    what: string
    total: number
  }
  const { rows } = await sql<Offered>`select d.mac, d.name, d.store_code as "storeCode", d.screen_width as "screenWidth",
      d.screen_height as "screenHeight", d.status as connection, count(*) over ()::int as total,
      coalesce((select json_agg(json_build_object('id', p.playlist_id::text, 'name', p.name, 'hours', p.hours, 'period', p.period, 'rank', p.rank)
          order by ${order}) from ${membersInForce} m join plus_playlists p on p.playlist_id = m.playlist_id where m.mac = d.mac), '[]'::json)
        as playlists,
      case when t.timeline_id is not null and made.timeline_id is null then 'timeline'
        when coalesce((select min(m.line_before) from plus_playlist_devices m where m.mac = d.mac and made.timeline_id is not null), d.line) = 'v1'
        then 'prices' when coalesce(d.template_id, '') <> '' then 'template' else 'slides' end as kind,
      coalesce(case when made.timeline_id is null then t.timeline_id::text end, '') as "timelineId",
      coalesce(case when made.timeline_id is null then t.name end, d.template_id, '') as what
    from plus_devices d left join plus_timeline_devices x on x.mac = d.mac left join plus_timelines t on t.timeline_id = x.timeline_id
      left join plus_playlist_timelines made on made.timeline_id = x.timeline_id
    where d.store_code is not null and ${ofStores(stores, 'd.store_code')} order by d.name, d.mac limit ${maxOffered}`.execute(db)
  const deviceList = rows.map(({ kind, timelineId, what, total: _, playlists, ...display }) => ({
    ...display,
    playlists: playlists.toReversed(),
    plays: { kind, id: timelineId, name: kind === 'template' || kind === 'timeline' ? what : '' },
  }))
  return { deviceList, total: rows[0]?.total ?? 0 }
}
