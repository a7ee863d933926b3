/** What is to be made of films (0079): found from what is there, so that nothing has to be remembered when displays or slides change. */
import type { FilmCodec } from '@endcap/contract/films'
import { sql } from 'kysely'
import type { SignageTables } from '../../platform/db/signage-tables.ts'
import type { Db } from '../../platform/db/schema.ts'
import { cannotDecode, pixelsOfAny, tooManyPixels } from './unplayable-films.ts'

/** Of the process that makes them; while it holds, films are made. */
export const filmLease = 'films'
/** A picture that the sender of a film has comes so soon behind it. */
const pictureRestSeconds = 20
/** A film that was begun so often, and never ended, ends the server with it. */
const maxAttempts = 3
/** A disk that was full may have room then. */
const fullRestMs = 3_600_000

/** Films that have no picture yet, and pictures of films that another file of the same content has already. */
export async function queuePictures(db: Db, at: Date): Promise<void> {
  const before = new Date(at.getTime() - pictureRestSeconds * 1000)
  await sql`insert into plus_film_work (film, work, changed_at)
    select distinct f.blob, 'picture', ${at}::timestamptz from (
      select blob, updated_at from plus_files where kind = 'video' and thumb is null
      union all select blob, updated_at from plus_contents where kind = 'video' and thumb is null) f
    where f.updated_at <= ${before}::timestamptz and not exists (select from plus_film_work w where w.film = f.blob and w.work = 'picture')
    on conflict do nothing`.execute(db)
}

/**
 * Films that some display cannot play: of its store, or of any store for the library, by codec; by pixels only where it is given the film. Of one
 * content, or of all.
 */
export async function queueVersions(db: Db, at: Date, film?: string): Promise<void> {
  const asked = sql<boolean>`f.kind = 'video' and ${film === undefined ? sql`true` : sql`f.blob = ${film}`}
    and not exists (select from plus_film_work w where w.film = f.blob and w.work = 'version')`
  const isLarge = sql<boolean>`f.width::bigint * f.height > ${sql.lit(pixelsOfAny)}`
  const lacksCodec = sql<boolean>`f.codec <> 'avc' and ${cannotDecode(sql.ref('f.codec'))} and not ${cannotDecode(sql.lit('avc'))}`
  await sql`insert into plus_film_work (film, work, changed_at)
    select distinct blob, 'version', ${at}::timestamptz from (
      select f.blob from plus_files f where ${asked} and (
        exists (select from plus_devices d where d.store_code = f.store_code and ${lacksCodec})
        or ${isLarge} and exists (select from plus_devices d where d.store_code = f.store_code and d.line = 'v0' and ${tooManyPixels}
          and jsonb_path_exists(d.given_show, '$.show[*].object[*] ? (@.type == "video" && @.id == $id)',
            jsonb_build_object('id', f.file_id::text))))
      union select f.blob from plus_contents f where ${asked} and (
        exists (select from plus_devices d where d.store_code is not null and ${lacksCodec})
        or ${isLarge} and exists (select from plus_show_contents x join plus_set_shows s on s.show_id = x.show_id
          join plus_timeline_sets t on t.set_id = s.set_id join plus_timeline_devices p on p.timeline_id = t.timeline_id
          join plus_devices d on d.mac = p.mac where x.content_id = f.content_id and d.line = 'v1' and ${tooManyPixels}))
    ) f order by blob on conflict do nothing`.execute(db)
}

/** What was made of films that are not there any more goes. Only for who has the lease. */
export async function forgetGone(db: Db): Promise<void> {
  await sql`delete from plus_film_work w where not exists (select from plus_files f where f.kind = 'video' and f.blob = w.film)
    and not exists (select from plus_contents f where f.kind = 'video' and f.blob = w.film)`.execute(db)
}

/** Puts pictures that are made where none is; answers whether there were such places. */
export async function placePictures(db: Db): Promise<boolean> {
  const placed = async (table: 'plus_files' | 'plus_contents') => {
    const { numAffectedRows } = await sql`update ${sql.table(table)} f set thumb = w.blob from plus_film_work w
      where w.film = f.blob and w.work = 'picture' and w.state = 'made' and f.kind = 'video' and f.thumb is null`.execute(db)
    return (numAffectedRows ?? 0n) > 0n
  }
  const files = await placed('plus_files')
  return (await placed('plus_contents')) || files
}

export interface FilmTask {
  film: string
  work: SignageTables['plus_film_work']['work']
  attempts: number
  type: 'video/mp4' | 'video/webm'
  width: number
  height: number
  /** Seconds. */
  duration: number
  codec: FilmCodec | null
}

/** Takes what is next: pictures first, each in its order. What another process had begun was not ended. Only for who has the lease. */
export async function takeTask(db: Db, at: Date): Promise<FilmTask | undefined> {
  const { rows } = await sql<FilmTask>`
    update plus_film_work w set state = 'making', percent = 0, reason = null, attempts = w.attempts + 1, changed_at = ${at}::timestamptz
    from (
      select o.film, o.work, f.* from plus_film_work o cross join lateral (
        select type, width, height, duration, codec from plus_files where kind = 'video' and blob = o.film
        union all select type, width, height, duration, codec from plus_contents where kind = 'video' and blob = o.film limit 1) f
      where o.state in ('waiting', 'making')
        or o.state = 'failed' and o.reason = 'full' and o.changed_at <= ${new Date(at.getTime() - fullRestMs)}::timestamptz
      order by o.work, o.changed_at, o.film limit 1) n
    where w.film = n.film and w.work = n.work
    returning w.film, w.work, w.attempts, n.type, n.width, n.height, n.duration, n.codec`.execute(db)
  const [task] = rows
  if (task === undefined || task.attempts <= maxAttempts) return task
  await setWork(db, task, { state: 'failed', reason: 'interrupted', changed_at: at })
  return takeTask(db, at)
}

type Changed = Partial<Pick<SignageTables['plus_film_work'], 'reason' | 'blob' | 'width' | 'height'>> & {
  state?: 'waiting' | 'made' | 'failed'
  percent?: number
  attempts?: number
  bytes?: string
  chunks?: string[]
  changed_at?: Date
}
export const setWork = (db: Db, { film, work }: Pick<FilmTask, 'film' | 'work'>, change: Changed) =>
  db.updateTable('plus_film_work').set(change).where('film', '=', film).where('work', '=', work).execute()

export const findVersion = async (db: Db, film: string) =>
  (await db
    .selectFrom('plus_film_work')
    .select(['state as versionState', 'percent as versionPercent', 'reason as versionReason'])
    .where('film', '=', film)
    .where('work', '=', 'version')
    .executeTakeFirst()) ?? { versionState: null, versionPercent: null, versionReason: null }

/** Stores that have the film in their files, and contents of the library that are it. */
export async function placesOfFilm(db: Db, film: string): Promise<{ stores: string[]; contents: string[] }> {
  const files = await db.selectFrom('plus_files').select('store_code').distinct().where('blob', '=', film).execute()
  const contents = await db.selectFrom('plus_contents').select('content_id').where('blob', '=', film).execute()
  return { stores: files.map((row) => row.store_code), contents: contents.map((row) => row.content_id) }
}

/** Whether some process makes versions of films: one that has ffmpeg. */
export async function isFilmMaker(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    is: boolean
  }>`select exists (select from leases where name = ${filmLease} and expires_at > now()) as is`.execute(db)
  return rows[0]?.is === true
}
