/** Download tasks in SQL: claimed by workers, asked for by their creators, dropped when their day is over. */
import type { DownloadStart, DownloadType } from '@endcap/contract/downloads'
import { sql, type Selectable } from 'kysely'
import type { Database, Db } from '../../platform/db/schema.ts'

export type DownloadRow = Selectable<Database['downloads']>

export async function insertDownload(
  db: Db,
  task: {
    type: DownloadType
    storeCode: string | null
    request: DownloadStart
    createdBy: string
    stores: readonly string[] | null
    host: string | null
    at: Date
    expiresAt: Date
  },
): Promise<string> {
  const { type, storeCode, request, createdBy, stores, host, at, expiresAt } = task
  const row = await db
    .insertInto('downloads')
    .values({
      type,
      store_code: storeCode,
      request: JSON.stringify(request),
      created_by: createdBy,
      stores: stores === null ? null : [...stores],
      host,
      created_at: at,
      expires_at: expiresAt,
    })
    .returning('download_id')
    .executeTakeFirstOrThrow()
  return row.download_id
}

/** How many of an account are waiting or being worked on. */
export async function countOpen(db: Db, createdBy: string): Promise<number> {
  const row = await db
    .selectFrom('downloads')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('created_by', '=', createdBy)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirstOrThrow()
  return row.open
}

/** A download of this account that is still kept. */
export function findDownload(db: Db, downloadId: string, createdBy: string, at: Date): Promise<DownloadRow | undefined> {
  return db
    .selectFrom('downloads')
    .selectAll()
    .where('download_id', '=', downloadId)
    .where('created_by', '=', createdBy)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/** Ends one that has not finished; its worker notices at its next beat. */
export async function cancelDownload(db: Db, downloadId: string, at: Date): Promise<boolean> {
  const result = await db
    .updateTable('downloads')
    .set({ state: 'CANCELLED', reason: 'download-cancelled', detail: 'The download was cancelled.', finished_at: at, claimed_by: null })
    .where('download_id', '=', downloadId)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

export interface Claim {
  holder: string
  /** The machine: some files are only there. */
  host: string
  at: Date
  until: Date
}

/** The next one that waits, or whose worker has given no sign of life in time. */
export async function claimDownload(db: Db, { holder, host, at, until }: Claim): Promise<DownloadRow | undefined> {
  const result = await sql<DownloadRow>`
    update downloads set state = 'RUNNING', claimed_by = ${holder}, claimed_until = ${until}::timestamptz, tries = tries + 1, rows_done = 0
    where download_id = (
      select download_id from downloads
      where (state = 'QUEUED' or (state = 'RUNNING' and claimed_until < ${at}::timestamptz)) and (host is null or host = ${host})
      order by download_id limit 1 for update skip locked)
    returning *`.execute(db)
  return result.rows[0]
}

/** Says how far it is and keeps the claim; false when it is not this worker's any more. */
export async function keepClaim(
  db: Db,
  downloadId: string,
  beat: { holder: string; until: Date; rowsDone: number; rowsTotal: number | null },
): Promise<boolean> {
  const result = await db
    .updateTable('downloads')
    .set({ claimed_until: beat.until, rows_done: beat.rowsDone, rows_total: beat.rowsTotal })
    .where('download_id', '=', downloadId)
    .where('claimed_by', '=', beat.holder)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

/** Gives a claim back: the next worker begins anew. */
export async function releaseClaim(db: Db, downloadId: string, holder: string): Promise<void> {
  await db
    .updateTable('downloads')
    .set({ state: 'QUEUED', claimed_by: null, claimed_until: null, tries: sql`tries - 1`, rows_done: 0 })
    .where('download_id', '=', downloadId)
    .where('claimed_by', '=', holder)
    .where('state', '=', 'RUNNING')
    .execute()
}

export interface Finished {
  fileName: string
  mediaType: string
  blob: string
  bytes: number
  rowsDone: number
  at: Date
  expiresAt: Date
}
/** False when the claim was lost meanwhile. */
export async function finishDownload(db: Db, downloadId: string, holder: string, result: Finished): Promise<boolean> {
  const { fileName, mediaType, blob, bytes, rowsDone, at, expiresAt } = result
  const done = await db
    .updateTable('downloads')
    .set({ state: 'DONE', file_name: fileName, media_type: mediaType, blob, bytes, rows_done: rowsDone, rows_total: rowsDone })
    .set({ finished_at: at, expires_at: expiresAt, claimed_by: null, claimed_until: null })
    .where('download_id', '=', downloadId)
    .where('claimed_by', '=', holder)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  return Number(done.numUpdatedRows) > 0
}

/** False when the claim was lost meanwhile. */
export async function failDownload(
  db: Db,
  downloadId: string,
  holder: string | null,
  failure: { reason: string; detail: string; at: Date },
): Promise<boolean> {
  const { reason, detail, at } = failure
  const query = db
    .updateTable('downloads')
    .set({ state: 'FAILED', reason, detail, finished_at: at, claimed_by: null, claimed_until: null })
    .where('download_id', '=', downloadId)
  const mine = holder === null ? query.where('state', '=', 'QUEUED') : query.where('claimed_by', '=', holder).where('state', '=', 'RUNNING')
  return Number((await mine.executeTakeFirst()).numUpdatedRows) > 0
}

/** Waiting for long for a worker of another machine. */
export function findStranded(db: Db, host: string, createdBefore: Date): Promise<DownloadRow[]> {
  return db
    .selectFrom('downloads')
    .selectAll()
    .where('state', '=', 'QUEUED')
    .where('host', 'is not', null)
    .where('host', '<>', host)
    .where('created_at', '<', createdBefore)
    .limit(20)
    .execute()
}

export async function insertLink(
  db: Db,
  link: { tokenHash: string; downloadId: string; sessionHash: string; expiresAt: Date },
): Promise<void> {
  const { tokenHash, downloadId, sessionHash, expiresAt } = link
  await db
    .insertInto('download_links')
    .values({ token_hash: tokenHash, download_id: downloadId, session_hash: sessionHash, expires_at: expiresAt })
    .execute()
}

/** Uses a link up; answers the download it was for, if it was good. */
export async function useLink(db: Db, downloadId: string, tokenHash: string, at: Date): Promise<DownloadRow | undefined> {
  const result = await sql<DownloadRow>`
    delete from download_links l using downloads d
    where l.token_hash = ${tokenHash} and l.download_id = ${downloadId}::bigint and l.expires_at > ${at}::timestamptz
      and d.download_id = l.download_id and d.state = 'DONE' and d.expires_at > ${at}::timestamptz
    returning d.*`.execute(db)
  return result.rows[0]
}

export async function findExpired(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('downloads').select('download_id').where('expires_at', '<=', at).limit(limit).execute()
  return rows.map((row) => row.download_id)
}
export async function deleteDownloads(db: Db, downloadIds: readonly string[]): Promise<void> {
  await db.deleteFrom('downloads').where('download_id', 'in', downloadIds).execute()
}
export async function deleteDeadLinks(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('download_links').where('expires_at', '<=', at).execute()
}
