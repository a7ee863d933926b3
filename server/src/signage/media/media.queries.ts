/** Files of displays, and who shows them. */
import type { MediaFile, MediaFileKind, MediaUser } from '@endcap/contract/media'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type Insertable, type Selectable } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import type { SignageTables } from '../../platform/db/signage-tables.ts'
import { numberColumn, tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import { isPlayable } from './android-packages.ts'
import { filmFacts, versionColumns } from './film-facts.ts'

export type FileRow = Selectable<SignageTables['plus_files']>
export type NewFile = Omit<Insertable<SignageTables['plus_files']>, 'file_id'>

/** What the record says of it. */
export const toRecord = (row: Omit<FileRow, 'blob' | 'chunks' | 'store_code'>): Omit<MediaFile, 'playable' | 'playedOn' | 'version'> => ({
  _id: row.file_id,
  kind: row.kind,
  name: row.name,
  type: row.type,
  bytes: Number(row.bytes),
  width: row.width,
  height: row.height,
  duration: row.duration,
  codec: row.codec,
  thumb: row.thumb !== null,
  os: row.os,
  model: row.model,
  ver: row.ver,
  uploadedBy: row.uploaded_by,
  updatedAt: toEpoch(row.updated_at),
})

type Listed = Awaited<ReturnType<ReturnType<typeof ofKind>['executeTakeFirstOrThrow']>>
const toFile = ({ playable, ...row }: Listed, factsOf: Awaited<ReturnType<typeof filmFacts>>): MediaFile => ({
  ...toRecord(row),
  playable,
  ...factsOf(row),
})
const ofKind = (db: Db, storeCode: string, kind: MediaFileKind) =>
  db
    .selectFrom('plus_files as f')
    .leftJoin('plus_film_work as v', (join) => join.onRef('v.film', '=', 'f.blob').on('v.work', '=', 'version'))
    .select(versionColumns)
    .select(['f.file_id', 'f.kind', 'f.name', 'f.type', 'f.bytes', 'f.width', 'f.height', 'f.duration', 'f.codec', 'f.thumb'])
    .select(['f.os', 'f.model', 'f.ver', 'f.uploaded_by', 'f.updated_at'])
    .select(isPlayable(sql.ref('f.type'), { storeCode }).as('playable'))
    .where('f.store_code', '=', storeCode)
    .where('f.kind', '=', kind)

type FileFilter = 'name' | 'os' | 'model' | 'ver' | 'uploadedBy'
export async function searchFiles(
  db: Db,
  storeCode: string,
  kind: MediaFileKind,
  request: TableRequest<FileFilter>,
): Promise<TablePage<MediaFile>> {
  const page = await tablePage(ofKind(db, storeCode, kind), request, {
    columns: {
      name: textColumn('f.name'),
      os: textColumn('f.os'),
      model: textColumn('f.model'),
      ver: textColumn('f.ver'),
      uploadedBy: textColumn('f.uploaded_by'),
      updatedAt: timeColumn('f.updated_at'),
      bytes: numberColumn('f.bytes'),
      width: numberColumn('f.width'),
      height: numberColumn('f.height'),
      duration: numberColumn('f.duration'),
    },
    dateColumn: sql.ref('f.updated_at'),
    defaultOrder: sql.ref('f.name'),
    tieBreak: sql.ref('f.file_id'),
  })
  const factsOf = await filmFacts(db, [storeCode], page.data)
  return { ...page, data: page.data.map((row) => toFile(row, factsOf)) }
}

export async function listFiles(db: Db, storeCode: string, kind: MediaFileKind): Promise<MediaFile[]> {
  const rows = await ofKind(db, storeCode, kind).orderBy('f.name').orderBy('f.file_id').execute()
  const factsOf = await filmFacts(db, [storeCode], rows)
  return rows.map((row) => toFile(row, factsOf))
}

export interface FilePlace {
  storeCode: string
  kind: MediaFileKind
  id: string
}
export const findFile = (db: Db, { storeCode, kind, id }: FilePlace, { lock = false } = {}): Promise<FileRow | undefined> =>
  db
    .selectFrom('plus_files')
    .selectAll()
    .where('store_code', '=', storeCode)
    .where('kind', '=', kind)
    .where('file_id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()

export const insertFile = (tx: Db, row: NewFile): Promise<FileRow> =>
  tx.insertInto('plus_files').values(row).returningAll().executeTakeFirstOrThrow()
export const replaceFile = (tx: Db, id: string, row: NewFile): Promise<FileRow> =>
  tx.updateTable('plus_files').set(row).where('file_id', '=', id).returningAll().executeTakeFirstOrThrow()
export const deleteFile = (tx: Db, id: string) => tx.deleteFrom('plus_files').where('file_id', '=', id).execute()
export const setThumb = (tx: Db, id: string, thumb: string) =>
  tx.updateTable('plus_files').set({ thumb }).where('file_id', '=', id).execute()

/** Whether an id may be that of a row: what stands on slides may be anything. */
export const isNumber = (id: string): boolean => /^\d{1,18}$/.test(id)
/** Of these ids the files of a store. */
export const typesOf = (db: Db, storeCode: string, ids: readonly string[]) =>
  db
    .selectFrom('plus_files')
    .select(['file_id', 'kind', 'type', 'name'])
    .where('store_code', '=', storeCode)
    .where(sql<boolean>`file_id = any(${[...ids]}::bigint[])`)
    .execute()
/** Of these ids the schedules of a store. */
export const knownSchedules = async (db: Db, storeCode: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await db
        .selectFrom('plus_schedules')
        .select('schedule_id')
        .where('store_code', '=', storeCode)
        .where(sql<boolean>`schedule_id = any(${[...ids]}::bigint[])`)
        .execute()
    ).map(({ schedule_id: id }) => id),
  )

/** What stands on slides under an id. */
export type Used = { kind: 'image' | 'video' | 'widget' | 'schedule'; id: string }

/** Displays whose slides, as they are edited or as they are played, have it; and displays of a template that has it. */
export async function usersOf(db: Db, storeCode: string, { kind, id }: Used): Promise<MediaUser[]> {
  const [inShow, inTemplate] =
    kind === 'schedule'
      ? ['$.show[*].schedule[*] ? (@ == $id)', '$[*].schedule[*] ? (@ == $id)']
      : ['$.show[*].object[*] ? (@.type == $kind && @.id == $id)', '$[*].object[*] ? (@.type == $kind && @.id == $id)']
  const vars = sql`jsonb_build_object('kind', ${kind}::text, 'id', ${id}::text)`
  const { rows } = await sql<MediaUser>`select d.mac, d.name from plus_devices d
    where d.store_code = ${storeCode} and (
      jsonb_path_exists(coalesce(d.show, '{}'), ${inShow}::jsonpath, ${vars})
      or jsonb_path_exists(coalesce(d.given_show, '{}'), ${inShow}::jsonpath, ${vars})
      or exists (select from plus_templates t where t.store_code = d.store_code and t.template_id = d.template_id
        and jsonb_path_exists(t.show, ${inTemplate}::jsonpath, ${vars})))
    order by d.name, d.mac`.execute(db)
  return rows
}

/** Which of these fonts of the brand there are; they stay until the transaction ends. */
export async function knownFonts(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.selectFrom('brand_fonts').select('font_id').where('font_id', 'in', ids).orderBy('font_id').forKeyShare().execute()
  return new Set(rows.map(({ font_id: id }) => id))
}

/** Of these ids the files of a store, which stay until the transaction ends. */
export const holdFiles = (tx: Db, storeCode: string, ids: readonly string[]): Promise<FileRow[]> =>
  tx
    .selectFrom('plus_files')
    .selectAll()
    .where('store_code', '=', storeCode)
    .where(sql<boolean>`file_id = any(${[...ids]}::bigint[])`)
    .orderBy('file_id')
    .forShare()
    .execute()
/** A file of a store with the same content, that of the same name first. */
export const sameFile = (tx: Db, storeCode: string, { kind, blob, name }: Pick<FileRow, 'kind' | 'blob' | 'name'>) =>
  tx
    .selectFrom('plus_files')
    .selectAll()
    .where('store_code', '=', storeCode)
    .where('kind', '=', kind)
    .where('blob', '=', blob)
    .orderBy(sql`name = ${name}`, 'desc')
    .orderBy('file_id')
    .forShare()
    .executeTakeFirst()
