/** What lists and answers to uploads say of films: how many displays play them, and what has become of their other version. */
import { filmCodecs, type FilmCodec, type FilmTaken, type FilmVersion, type PlayCount } from '@endcap/contract/films'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { findVersion, isFilmMaker, queueVersions } from './film-work.queries.ts'
import { inStores, type Stores } from './unplayable-films.ts'

/** What is read of a film for that. */
export interface FilmRow {
  codec: FilmCodec | null
  versionState: FilmVersion['state'] | null
  versionPercent: number | null
  versionReason: FilmVersion['reason']
}
/** Beside columns of the film `f` or `c`, for a left join of `plus_film_work as v`. */
export const versionColumns = ['v.state as versionState', 'v.percent as versionPercent', 'v.reason as versionReason'] as const

/** How many displays of these stores can play films of each codec, and how many when there is an H.264 version as well. */
async function countPlayers(db: Db, stores: Stores): Promise<(film: FilmRow) => PlayCount | undefined> {
  const plays = sql`(d.codecs ? c.codec or v.made and d.codecs ? 'avc')`
  // Displays of one make say the same: they are counted by what they say before that is compared with each codec.
  const { rows } = await sql<PlayCount & { codec: FilmCodec; hasVersion: boolean }>`
    select c.codec, v.made as "hasVersion", coalesce(sum(d.displays) filter (where ${plays}), 0)::int as can,
      coalesce(sum(d.displays) filter (where not ${plays}), 0)::int as cannot,
      coalesce(sum(d.displays) filter (where d.codecs is null), 0)::int as unknown
    from (select d.caps->'codecs' as codecs, count(*) as displays from plus_devices d where ${inStores(stores)} group by 1) d
      cross join unnest(${[...filmCodecs]}::text[]) c(codec) cross join (values (true), (false)) v(made) group by 1, 2`.execute(db)
  const counts = new Map(rows.map(({ codec, hasVersion, ...count }) => [`${codec} ${hasVersion}`, count]))
  return ({ codec, versionState }) =>
    codec === null ? undefined : (counts.get(`${codec} ${versionState === 'made'}`) ?? { can: 0, cannot: 0, unknown: 0 })
}
const isWaiting = ({ versionState: state }: FilmRow) => state === 'waiting' || state === 'making'

/** What lists and answers to uploads say of films: who plays them, and their other version. `files` are those of the list. */
export async function filmFacts(
  db: Db,
  stores: Stores,
  files: readonly FilmRow[],
): Promise<(film: FilmRow) => Pick<FilmTaken, 'playedOn' | 'version'>> {
  if (files.every(({ codec, versionState }) => codec === null && versionState === null)) return () => ({})
  const countOf = await countPlayers(db, stores)
  const hasMaker = files.some(isWaiting) && (await isFilmMaker(db))
  return (film) => {
    const { versionState: state, versionPercent: percent, versionReason: reason } = film
    const version: FilmVersion | undefined =
      state === null
        ? undefined
        : isWaiting(film) && !hasMaker
          ? { state: 'failed', percent: 0, reason: 'no-ffmpeg' }
          : { state, percent: percent ?? 0, reason }
    return { playedOn: countOf(film), ...(version && { version }) }
  }
}

/** What the answer to a film says that was taken; nothing of other files. In the transaction that makes its row. */
export async function playersOf(
  tx: Db,
  stores: Stores,
  { codec, blob, at }: { codec: FilmCodec | null; blob: string; at: Date },
): Promise<Pick<FilmTaken, 'codec' | 'playedOn' | 'version'>> {
  if (codec === null) return {}
  await queueVersions(tx, at, blob)
  const film = { codec, ...(await findVersion(tx, blob)) }
  return { codec, ...(await filmFacts(tx, stores, [film]))(film) }
}
