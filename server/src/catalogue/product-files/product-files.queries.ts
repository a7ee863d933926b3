/** Files received and what became of them. */
import { sql } from 'kysely'
import { columnMapping, type ColumnMapping } from '@endcap/contract/file-columns'
import type { FileType, FileUpload } from '@endcap/contract/product-files'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { numberColumn, tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Database, Db } from '../../platform/db/schema.ts'
import type { Selectable } from 'kysely'
import type { Session } from '../../platform/http/session.ts'

const toUpload = (row: Selectable<Database['files']>): FileUpload => ({
  _id: row.file_id,
  fileName: row.file_name,
  storeCode: row.store_code,
  fileType: row.file_type,
  count: row.changed_count,
  dataCount: row.data_count,
  received: toEpoch(row.received_at),
  finished: toEpochOrNull(row.finished_at),
  error: row.errors,
  errorCount: row.error_count,
  leftOutCount: row.left_out_count,
  reasons: row.reasons,
  encoding: row.encoding,
  taskId: row.task_id,
  tagCount: row.tag_count,
  source: row.source,
})

/** Paper files have a list of their own: who may read products need not see them. */
const productTypes = ['product', 'family', 'secondCode'] as const satisfies FileType[]

function filesOf(db: Db, stores: Session['stores'], types: readonly FileType[]) {
  const all = db.selectFrom('files').selectAll().where('file_type', 'in', types)
  return all.where(ofStores(stores, 'store_code'))
}

export async function searchFiles(
  db: Db,
  stores: Session['stores'],
  request: TableRequest,
  types: readonly FileType[] = productTypes,
): Promise<TablePage<FileUpload>> {
  const page = await tablePage(filesOf(db, stores, types), request, {
    columns: {
      fileName: textColumn('file_name'),
      storeCode: textColumn('store_code'),
      fileType: textColumn('file_type'),
      source: textColumn('source'),
      received: timeColumn('received_at'),
      finished: timeColumn('finished_at'),
      count: numberColumn('changed_count'),
      dataCount: numberColumn('data_count'),
      errorCount: numberColumn('error_count'),
    },
    dateColumn: sql.ref('received_at'),
    defaultOrder: sql`received_at desc`,
    tieBreak: sql`file_id desc`,
  })
  return { ...page, data: page.data.map(toUpload) }
}

export async function findFile(
  db: Db,
  stores: Session['stores'],
  fileId: string,
  types: readonly FileType[] = productTypes,
): Promise<{ upload: FileUpload; blob: string | null; mapping: ColumnMapping | undefined } | undefined> {
  const row = await filesOf(db, stores, types).where('file_id', '=', fileId).executeTakeFirst()
  return row === undefined ? undefined : { upload: toUpload(row), blob: row.blob, mapping: columnMapping.safeParse(row.mapping).data }
}

/** Whether the configuration of a store lets the good lines of a product file be applied without the wrong ones; undefined without such a store. */
export async function allowsGoodLines(db: Db, storeCode: string): Promise<boolean | undefined> {
  const allowed = sql<boolean>`coalesce((config->>'applyGoodLines')::boolean, false)`.as('allowed')
  return (
    await db.selectFrom('stores').select(allowed).where('store_code', '=', storeCode).where('closing_at', 'is', null).executeTakeFirst()
  )?.allowed
}
