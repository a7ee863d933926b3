/** What was made of playlists: shows and sets for each size of screens, timelines for each list of playlists. */
import { sql } from 'kysely'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

/** What was changed by hand stays as it is, on its own. */
export async function letChangedGo(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from plus_playlist_shows p using plus_shows w where w.show_id = p.show_id and w.updated_at <> p.made_at
    and p.playlist_id = any(${[...ids]}::bigint[])`.execute(tx)
  await sql`delete from plus_playlist_sets p using plus_sets s where s.set_id = p.set_id and s.updated_at <> p.made_at
    and p.playlist_id = any(${[...ids]}::bigint[])`.execute(tx)
  await sql`delete from plus_playlist_timelines p using plus_timelines t where t.timeline_id = p.timeline_id and t.updated_at <> p.made_at
    and string_to_array(p.playlists, ',') && ${[...ids]}::text[]`.execute(tx)
}

export interface MadeSet {
  id: string
  screen: string
}
export async function setsMadeOf(tx: Db, id: string): Promise<MadeSet[]> {
  const { rows } = await sql<MadeSet>`select set_id::text as id, screen from plus_playlist_sets where playlist_id = ${id}::bigint`.execute(
    tx,
  )
  return rows
}
export async function showsMadeOf(tx: Db, id: string): Promise<MadeSet[]> {
  const { rows } = await sql<MadeSet>`select show_id::text as id, screen from plus_playlist_shows where playlist_id = ${id}::bigint
    order by show_id`.execute(tx)
  return rows
}
export interface MadeTimeline {
  id: string
  playlists: string
  screen: string
  /** By hand, since it was made. */
  changed: boolean
}
export async function timelinesMadeOf(tx: Db, playlists: readonly string[]): Promise<MadeTimeline[]> {
  const { rows } = await sql<MadeTimeline>`select p.timeline_id::text as id, p.playlists, p.screen,
      t.updated_at <> p.made_at as changed
    from plus_playlist_timelines p join plus_timelines t on t.timeline_id = p.timeline_id
    where string_to_array(p.playlists, ',') && ${[...playlists]}::text[] order by p.timeline_id`.execute(tx)
  return rows
}
/** Of these those that no display is in, and that are as they were made. */
export async function emptyTimelines(tx: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select p.timeline_id::text as id
    from plus_playlist_timelines p join plus_timelines t on t.timeline_id = p.timeline_id
    where p.timeline_id = any(${[...ids]}::bigint[]) and t.updated_at = p.made_at
      and not exists (select from plus_timeline_devices x where x.timeline_id = p.timeline_id)`.execute(tx)
  return rows.map(({ id }) => id)
}
/** Of the account's stores. */
export async function displaysIn(tx: Db, stores: Session['stores'], timelineId: string): Promise<string[]> {
  const { rows } = await sql<{ mac: string }>`select x.mac from plus_timeline_devices x join plus_devices d on d.mac = x.mac
    where x.timeline_id = ${timelineId}::bigint and ${ofStores(stores, 'd.store_code')} order by x.place, x.mac`.execute(tx)
  return rows.map(({ mac }) => mac)
}

interface Made {
  id: string
  screen: string
  at: Date
}
export const noteShow = async (tx: Db, playlistId: string, { id, screen, at }: Made): Promise<void> => {
  await sql`insert into plus_playlist_shows (show_id, playlist_id, screen, made_at)
    values (${id}::bigint, ${playlistId}::bigint, ${screen}, ${at})
    on conflict (show_id) do update set made_at = excluded.made_at`.execute(tx)
}
export const noteSet = async (tx: Db, playlistId: string, { id, screen, at }: Made): Promise<void> => {
  await sql`insert into plus_playlist_sets (set_id, playlist_id, screen, made_at)
    values (${id}::bigint, ${playlistId}::bigint, ${screen}, ${at})
    on conflict (set_id) do update set made_at = excluded.made_at`.execute(tx)
}
export const noteTimeline = async (tx: Db, playlists: string, { id, screen, at }: Made): Promise<void> => {
  await sql`insert into plus_playlist_timelines (timeline_id, screen, playlists, made_at)
    values (${id}::bigint, ${screen}, ${playlists}, ${at})
    on conflict (timeline_id) do update set made_at = excluded.made_at`.execute(tx)
}
