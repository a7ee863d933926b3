/** What is here of files that come in parts. */
import type { UploadOutcome } from '@endcap/contract/resumable'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

export const findUpload = (db: Db, id: string) =>
  db.selectFrom('uploads').select(['bytes', 'received', 'about', 'outcome']).where('upload_id', '=', id).executeTakeFirst()

export async function beginUpload(
  db: Db,
  { id, purpose, email, bytes, about, at }: { id: string; purpose: string; email: string; bytes: number; about?: object; at: Date },
): Promise<void> {
  await db
    .insertInto('uploads')
    .values({ upload_id: id, purpose, email, bytes, updated_at: at, ...(about !== undefined && { about: JSON.stringify(about) }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds a part where the last one ended, and answers how much is here then; undefined when it does not begin there. */
export async function addPart(
  db: Db,
  { id, offset, bytes, whole, hash, at }: { id: string; offset: number; bytes: number; whole: number; hash: string; at: Date },
): Promise<number | undefined> {
  // One statement: of two that send the same part, one finds that it came too late.
  const result = await sql<{ received: string }>`
    with added as (
      update uploads set received = received + ${bytes}::bigint, updated_at = ${at}::timestamptz
      where upload_id = ${id} and received = ${offset}::bigint and bytes = ${whole}::bigint and outcome is null returning upload_id, received
    ), kept as (
      insert into upload_parts (upload_id, start, bytes, hash)
      select upload_id, ${offset}::bigint, ${bytes}::bigint, ${hash} from added where ${bytes}::bigint > 0
    )
    select received from added`.execute(db)
  const [row] = result.rows
  return row === undefined ? undefined : Number(row.received)
}

export const partsOf = (db: Db, id: string): Promise<{ hash: string }[]> =>
  db.selectFrom('upload_parts').select('hash').where('upload_id', '=', id).orderBy('start').execute()

export const lastPart = (db: Db, id: string): Promise<{ hash: string } | undefined> =>
  db.selectFrom('upload_parts').select('hash').where('upload_id', '=', id).orderBy('start', 'desc').limit(1).executeTakeFirst()

/** Forgets the last part of a file that is all here and of which nothing came yet; answers how much is here then. */
export async function stepBack(db: Db, id: string): Promise<number> {
  const result = await sql<{ received: string }>`
    with back as (
      update uploads u set received = p.start
      from (select upload_id, start from upload_parts where upload_id = ${id} order by start desc limit 1) p
      where u.upload_id = p.upload_id and u.received = u.bytes and u.outcome is null returning u.upload_id, u.received
    ), gone as (
      delete from upload_parts p using back where p.upload_id = back.upload_id and p.start = back.received
    )
    select received from back
    union all select received from uploads where upload_id = ${id} and not exists (select from back)`.execute(db)
  return Number(result.rows[0]?.received ?? 0)
}

/** Whether it was the first to say so. */
export async function setOutcome(db: Db, { id, outcome, at }: { id: string; outcome: UploadOutcome; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ outcome: JSON.stringify(outcome), updated_at: at })
    .where('upload_id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countOpen(db: Db, purpose: string, email: string): Promise<number> {
  const { n } = await db
    .selectFrom('uploads')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Uploads that were not gone on with since `before`, of one account or of all. */
export async function staleUploads(db: Db, before: Date, of?: { purpose: string; email: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('upload_id')
    .where('updated_at', '<', before)
    .$if(of !== undefined, (some) => some.where('purpose', '=', of?.purpose ?? '').where('email', '=', of?.email ?? ''))
    .execute()
  return rows.map((row) => row.upload_id)
}

export async function dropRows(db: Db, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('upload_id', '=', id).execute()
}
