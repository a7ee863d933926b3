/**
 * Films that displays are given and cannot play: by what each display has said of itself, worked out for each call, so that nothing is out of
 * date. Such a film is named and not refused: a display may get another machine, or a film another version.
 */
import type { DeviceCaps } from '@endcap/contract/device-report'
import { maxWarnings, type FilmCodec, type UnplayableFilm } from '@endcap/contract/films'
import { areasOn } from '@endcap/signage/shows'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** A screen scales a film down without trouble to a quarter of its pixels; less than full HD is never much. */
const timesTheScreen = 4
export const pixelsOfAny = 1920 * 1080

/** A display that has not said what it plays is not said to play less. `d` is the display. */
export const cannotDecode = (codec: RawBuilder<unknown>) => sql<boolean>`not coalesce(d.caps->'codecs' ? ${codec}, true)`
/** The version of the film `f` that displays play that cannot play the film itself (film-work.ts). */
const hasVersion = sql<boolean>`(not ${cannotDecode(sql.lit('avc'))} and exists (
  select from plus_film_work v where v.film = f.blob and v.work = 'version' and v.state = 'made'))`
/** Far more pixels than the display `d` has. */
export const tooManyPixels = sql<boolean>`f.width::bigint * f.height
  > greatest(${sql.lit(timesTheScreen)} * d.screen_width::bigint * d.screen_height, ${sql.lit(pixelsOfAny)})`
/** Why the display cannot play the film `f`; null when it can, as it is or in its other version. */
const reason = sql<UnplayableFilm['reason'] | null>`case when ${cannotDecode(sql.ref('f.codec'))} and not ${hasVersion} then 'codec'
  when ${tooManyPixels} and not ${hasVersion} then 'pixels' end`

/** Of accounts, as sessions have them. */
export type Stores = 'all' | readonly string[]
export const inStores = (stores: Stores) =>
  stores === 'all' ? sql<boolean>`d.store_code is not null` : sql<boolean>`d.store_code = any(${[...stores]})`

/** Which displays are looked at, and what is given to them. */
interface Asked {
  stores: Stores
  mac?: string
  /** Slides as they are edited: of displays, or of this template for the displays that follow it. Without, what they play. */
  edited?: true | { template: string }
  /** Of what displays play these timelines or this show alone. */
  timelines?: readonly string[]
  show?: string
  limit?: number
}

/** By display, then by film. */
export async function readUnplayable(db: Db, asked: Asked): Promise<UnplayableFilm[]> {
  const limit = asked.limit ?? maxWarnings
  const ofSlides = asked.timelines === undefined && asked.show === undefined ? await onSlides(db, asked, limit) : []
  const ofShows = asked.edited === undefined ? await inShows(db, asked, limit) : []
  return [...ofSlides, ...ofShows].slice(0, limit)
}

const oneOf = ({ mac }: Asked) => (mac === undefined ? sql<boolean>`true` : sql<boolean>`d.mac = ${mac}`)

async function onSlides(db: Db, asked: Asked, limit: number): Promise<UnplayableFilm[]> {
  const { edited } = asked
  const template = edited === undefined || edited === true ? undefined : edited.template
  const slides =
    template === undefined
      ? sql`plus_devices d cross join lateral (select ${edited === undefined ? sql.ref('d.given_show') : sql.ref('d.show')}->'show' as show) given`
      : sql`plus_templates given join plus_devices d on d.store_code = given.store_code and d.template_id = given.template_id`
  const { rows } = await sql<UnplayableFilm>`
    select * from (
      select distinct on (d.name, d.mac, f.file_id) d.mac, d.name, 'video' as kind, f.file_id::text as id, f.name as file,
        (s.place - 1)::int as slide, ${reason} as reason, f.codec, f.width, f.height
      from ${slides}
        cross join lateral jsonb_array_elements(given.show) with ordinality s(slide, place)
        cross join lateral jsonb_path_query(s.slide, '$.object[*] ? (@.type == "video")') o
        join plus_files f on f.store_code = d.store_code and f.kind = 'video' and f.file_id::text = o->>'id'
      where ${inStores(asked.stores)} and ${oneOf(asked)} and d.line = 'v0'
        and ${template === undefined ? sql`true` : sql`given.template_id = ${template}`}
      order by d.name, d.mac, f.file_id, s.place
    ) found where reason is not null limit ${limit}`.execute(db)
  return rows
}

async function inShows(db: Db, asked: Asked, limit: number): Promise<UnplayableFilm[]> {
  const { timelines, show } = asked
  const { rows } = await sql<UnplayableFilm & { screen: number; show: string }>`
    select * from (
      select distinct d.mac, d.name, 'content' as kind, f.content_id::text as id, f.name as file, null::int as slide, ${reason} as reason,
        f.codec, f.width, f.height, x.screen, c.show_id::text as show
      from plus_devices d join plus_timeline_devices x on x.mac = d.mac
        join plus_timeline_sets t on t.timeline_id = x.timeline_id
        join plus_set_shows s on s.set_id = t.set_id
        join plus_show_contents c on c.show_id = s.show_id
        join plus_contents f on f.content_id = c.content_id and f.kind = 'video'
      where ${inStores(asked.stores)} and ${oneOf(asked)} and d.line = 'v1'
        and ${timelines === undefined ? sql`true` : sql`x.timeline_id = any(${[...timelines]}::bigint[])`}
        and ${show === undefined ? sql`true` : sql`s.show_id = ${show}::bigint`}
    ) found where reason is not null order by name, mac, id limit ${limit * manyShows}`.execute(db)
  const shows = await showsOf(
    db,
    rows.map((row) => row.show),
  )
  const found = new Map<string, UnplayableFilm>()
  for (const { screen, show: showId, ...film } of rows) {
    // A screen loads only what it sees of a show.
    const whole = shows.get(showId)
    const isSeen = whole !== undefined && areasOn(whole, screen).some(({ items }) => items.some(({ id }) => id === film.id))
    if (isSeen) found.set(`${film.mac} ${film.id}`, film)
  }
  return [...found.values()]
}
/** The same film may be in several shows of a display. */
const manyShows = 10
async function showsOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('plus_shows')
    .select(['show_id', 'show'])
    .where(sql<boolean>`show_id = any(${[...new Set(ids)]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ show_id, show }) => [show_id, show]))
}

/** The same of one display that is given a film. */
export function cannotPlay(
  { caps, screen_width: width, screen_height: height }: { caps: DeviceCaps; screen_width: number; screen_height: number },
  film: { codec: FilmCodec | null; width: number | null; height: number | null },
): boolean {
  const decodes = (codec: FilmCodec) => caps.codecs?.includes(codec) ?? true
  const isLarge = (film.width ?? 0) * (film.height ?? 0) > Math.max(timesTheScreen * width * height, pixelsOfAny)
  return isLarge || (film.codec !== null && !decodes(film.codec))
}
