/** Files that are being read in: their rows in the history, and the hold that keeps to one import a store at a time. */
import type { ColumnMapping } from '@endcap/contract/file-columns'
import type { FileReason, FileType } from '@endcap/contract/product-files'
import { sql, type RawBuilder } from 'kysely'
import { isTrue } from '../../platform/db/is-true.ts'
import { holdLease, releaseLease } from '../../platform/db/leases.ts'
import type { Db } from '../../platform/db/schema.ts'

export async function insertFile(
  db: Db,
  file: {
    fileId: string
    storeCode: string
    fileName: string
    fileType: FileType
    source: string
    blob: string
    mapping?: ColumnMapping | undefined
    at: Date
  },
): Promise<void> {
  const { fileId, storeCode, fileName, fileType, source, blob, mapping, at } = file
  await sql`insert into files (store_code, file_id, file_name, file_type, source, blob, mapping, received_at)
    values (${storeCode}, ${fileId}, ${fileName}, ${fileType}, ${source}, ${blob},
      ${mapping === undefined ? null : JSON.stringify(mapping)}::jsonb, ${at}::timestamptz)`.execute(db)
}

export interface FileResult {
  dataCount: number
  changedCount: number
  errors: string[]
  reasons: FileReason[]
  /** In which it was read, where that was certain. */
  encoding: string | null
  errorCount: number
  /** Wrong lines that were left out while the others were applied. */
  leftOutCount: number
  taskId: string | null
  tagCount: number
  at: Date
}
/** Tells once how a file ended; false when that was told already. */
export async function finishFile(db: Db, storeCode: string, fileId: string, result: FileResult): Promise<boolean> {
  const ended = await db
    .updateTable('files')
    .set({
      data_count: result.dataCount,
      changed_count: result.changedCount,
      errors: result.errors,
      reasons: JSON.stringify(result.reasons),
      encoding: result.encoding,
      error_count: result.errorCount,
      left_out_count: result.leftOutCount,
      task_id: result.taskId,
      tag_count: result.tagCount,
      finished_at: result.at,
    })
    .where('store_code', '=', storeCode)
    .where('file_id', '=', fileId)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

/** One import a store at a time; `filesComeIn` and `idle` below ask for it by the same name. */
const importLease = (storeCode: string) => `import:${storeCode}`
/** False while another import of the store holds it. */
export const holdImport = (db: Db, storeCode: string, holder: string, seconds: number): Promise<boolean> =>
  holdLease(db, importLease(storeCode), holder, seconds)
export const releaseImport = (db: Db, storeCode: string, holder: string): Promise<void> => releaseLease(db, importLease(storeCode), holder)

/** Whether a file of any store is being taken in. */
export const filesComeIn = (db: Db): Promise<boolean> =>
  isTrue(db, sql`exists (select 1 from leases where name like ${importLease('%')} and expires_at > now())`)

/** What the history says of a file whose server died; that it was not applied is certain. */
export const diedReading = 'The server stopped while the file was read. Nothing was changed.'

/** No import of this store goes on. */
const idle = (storeCode: RawBuilder<unknown>) =>
  sql`not exists (select 1 from leases l where l.name = 'import:' || ${storeCode} and l.expires_at > now())`

/** Stages and open files of uploads whose process died: no process holds their store's import any more. */
export async function clearDeadImports(db: Db, at: Date): Promise<void> {
  // A stage of no import, that is looked at or edited, has a hold of its own.
  await sql`delete from staged_products s where ${idle(sql.ref('s.store_code'))}
    and not exists (select 1 from leases l where l.name = 'stage:' || s.file_id and l.expires_at > now())`.execute(db)
  await sql`update files f set finished_at = ${at}::timestamptz, errors = array[${diedReading}], error_count = 1
    where f.finished_at is null and ${idle(sql.ref('f.store_code'))}`.execute(db)
}

/** The same for one file; nothing happens while a process holds its store's import. */
export async function clearDeadImport(db: Db, { storeCode, fileId }: { storeCode: string; fileId: string }, at: Date): Promise<void> {
  const dead = idle(sql`${storeCode}::text`)
  await sql`delete from staged_products s where s.file_id = ${fileId}::bigint and ${dead}`.execute(db)
  await sql`update files f set finished_at = ${at}::timestamptz, errors = array[${diedReading}], error_count = 1
    where f.store_code = ${storeCode} and f.file_id = ${fileId}::bigint and f.finished_at is null and ${dead}`.execute(db)
}
