/** From a thing of the library to the displays that play it: content, show, set, timeline, display, store. */
import { sql, type RawBuilder } from 'kysely'
import { isTrue } from '../../platform/db/is-true.ts'
import type { Db } from '../../platform/db/schema.ts'

export const playedKinds = ['content', 'show', 'set', 'timeline', 'playlist'] as const
export type PlayedKind = (typeof playedKinds)[number]

const joins: Record<PlayedKind, RawBuilder<unknown>> = {
  content: sql`plus_show_contents x join plus_set_shows ss on ss.show_id = x.show_id join plus_timeline_sets ts on ts.set_id = ss.set_id
    join plus_timeline_devices t on t.timeline_id = ts.timeline_id`,
  show: sql`plus_set_shows x join plus_timeline_sets ts on ts.set_id = x.set_id
    join plus_timeline_devices t on t.timeline_id = ts.timeline_id`,
  set: sql`plus_timeline_sets x join plus_timeline_devices t on t.timeline_id = x.timeline_id`,
  timeline: sql`plus_timeline_devices x join plus_timeline_devices t on t.mac = x.mac`,
  playlist: sql`plus_playlist_sets x join plus_timeline_sets ts on ts.set_id = x.set_id
    join plus_timeline_devices t on t.timeline_id = ts.timeline_id`,
}
const columns: Record<PlayedKind, RawBuilder<unknown>> = {
  content: sql`x.content_id`,
  show: sql`x.show_id`,
  set: sql`x.set_id`,
  timeline: sql`x.timeline_id`,
  playlist: sql`x.playlist_id`,
}
const playing = (kind: PlayedKind, ids: readonly string[]) =>
  sql`${joins[kind]} join plus_devices d on d.mac = t.mac where ${columns[kind]} = any(${[...ids]}::bigint[]) and d.store_code is not null`

/** Stores with displays that play one of these things. */
export async function storesPlaying(db: Db, kind: PlayedKind, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ store: string }>`select distinct d.store_code as store from ${playing(kind, ids)} order by 1`.execute(db)
  return rows.map(({ store }) => store)
}

/** Whether a display outside of these stores plays one of them. */
export const isPlayedOutside = (db: Db, kind: PlayedKind, ids: readonly string[], stores: readonly string[]): Promise<boolean> =>
  isTrue(db, sql`exists (select from ${playing(kind, ids)} and d.store_code <> all(${[...stores]}::text[]))`)
