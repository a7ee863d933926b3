/** Updates of products and what each changed, as lists show them. */
import { noTask, type ProductChange, type Update, type UpdateKind } from '@endcap/contract/updates'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import type { TaskType } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { numberColumn, tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'

/** As clients see the task of an update. */
const taskOf = sql<string>`coalesce(u.task_id::text, ${noTask})`

export async function searchUpdates(db: Db, storeCode: string, request: TableRequest): Promise<TablePage<Update>> {
  const query = db
    .selectFrom('updates as u')
    .leftJoin('files as f', (join) => join.onRef('f.store_code', '=', 'u.store_code').onRef('f.file_id', '=', 'u.file_id'))
    .select(['u.update_id', 'u.task_id', 'u.kind', 'u.product_count', 'u.tag_count', 'u.changed_by', 'u.file_id', 'u.updated_at'])
    .select(['f.file_name'])
    .where('u.store_code', '=', storeCode)
  const page = await tablePage(query, request, {
    columns: {
      updateId: textColumn('u.update_id'),
      taskId: { sql: taskOf, kind: 'text' },
      internalTaskId: numberColumn('u.task_id'),
      kind: textColumn('u.kind'),
      productCount: numberColumn('u.product_count'),
      tagCount: numberColumn('u.tag_count'),
      changedBy: textColumn('u.changed_by'),
      fileName: textColumn('f.file_name'),
      updatedAt: timeColumn('u.updated_at'),
    },
    dateColumn: sql.ref('u.updated_at'),
    defaultOrder: sql`u.updated_at desc`,
    tieBreak: sql`u.update_id desc`,
  })
  const data = page.data.map((row) => ({
    updateId: row.update_id,
    kind: row.kind,
    productCount: row.product_count,
    tagCount: row.tag_count,
    taskId: row.task_id ?? noTask,
    internalTaskId: row.task_id === null ? null : Number(row.task_id),
    changedBy: row.changed_by,
    fileId: row.file_id,
    fileName: row.file_name,
    updatedAt: toEpoch(row.updated_at),
  }))
  return { ...page, data }
}

export type StoredChange = Omit<ProductChange, 'price' | 'priceBefore'>

/** Of `product_history as h`, `updates as u` and `files as f`. */
export const changeColumns = [
  ...(['h.update_id', 'h.pr_code', 'h.pr_info', 'h.layout_id', 'h.nfc', 'h.new_pr_info', 'h.new_layout_id', 'h.new_nfc'] as const),
  ...(['h.changed_by', 'h.file_id', 'h.changed_at', 'u.task_id', 'u.kind', 'f.file_name'] as const),
] as const

interface ChangeRow {
  update_id: string
  task_id: string | null
  kind: UpdateKind | null
  pr_code: string
  pr_info: string[] | null
  layout_id: string | null
  nfc: string | null
  new_pr_info: string[] | null
  new_layout_id: string | null
  new_nfc: string | null
  changed_by: string
  file_id: string | null
  file_name: string | null
  changed_at: Date
}
export const toChange = (row: ChangeRow): StoredChange => ({
  updateId: row.update_id,
  taskId: row.task_id ?? noTask,
  kind: row.kind ?? 'EDIT',
  prCode: row.pr_code,
  prInfo: row.new_pr_info ?? [],
  layoutId: row.new_layout_id,
  nfc: row.new_nfc,
  removed: row.new_pr_info === null,
  before: row.pr_info === null ? null : { prInfo: row.pr_info, layoutId: row.layout_id, nfc: row.nfc },
  changedBy: row.changed_by,
  fileId: row.file_id,
  fileName: row.file_name,
  updatedAt: toEpoch(row.changed_at),
})

/** The changes of one update, or of one product. */
export async function searchChanges(
  db: Db,
  of: { storeCode: string } & ({ updateId: string } | { prCode: string }),
  request: TableRequest,
): Promise<TablePage<StoredChange>> {
  const query = db
    .selectFrom('product_history as h')
    .leftJoin('updates as u', (join) => join.onRef('u.store_code', '=', 'h.store_code').onRef('u.update_id', '=', 'h.update_id'))
    .leftJoin('files as f', (join) => join.onRef('f.store_code', '=', 'h.store_code').onRef('f.file_id', '=', 'h.file_id'))
    .select(changeColumns)
    .where('h.store_code', '=', of.storeCode)
    .where((is) => ('updateId' in of ? is('h.update_id', '=', of.updateId) : is('h.pr_code', '=', of.prCode)))
  const page = await tablePage(query, request, {
    columns: {
      prCode: textColumn('h.pr_code'),
      prInfo: { sql: sql.ref('h.new_pr_info'), kind: 'list' },
      layoutId: textColumn('h.new_layout_id'),
      nfc: textColumn('h.new_nfc'),
      kind: textColumn('u.kind'),
      changedBy: textColumn('h.changed_by'),
      fileName: textColumn('f.file_name'),
      updatedAt: timeColumn('h.changed_at'),
    },
    dateColumn: sql.ref('h.changed_at'),
    defaultOrder: 'prCode' in of ? sql`h.changed_at desc` : sql`h.pr_code`,
    tieBreak: sql`h.update_id desc, h.pr_code`,
  })
  return { ...page, data: page.data.map(toChange) }
}

export async function findTask(
  db: Db,
  storeCode: string,
  taskId: string,
): Promise<{ taskType: TaskType; updateId: string | null } | undefined> {
  return await db
    .selectFrom('tasks as k')
    .leftJoin('updates as u', (join) => join.onRef('u.store_code', '=', 'k.store_code').onRef('u.task_id', '=', 'k.task_id'))
    .select(['k.task_type as taskType', 'u.update_id as updateId'])
    .where('k.store_code', '=', storeCode)
    .where('k.task_id', '=', taskId)
    .executeTakeFirst()
}

/** Products of an update that have changed again since: at most `limit`, and by whom. */
export async function changedSince(tx: Db, storeCode: string, updateId: string, limit: number): Promise<string[]> {
  const result = await sql<{ prCode: string }>`
    select h.pr_code as "prCode" from product_history h
    left join products p on p.store_code = h.store_code and p.pr_code = h.pr_code
    where h.store_code = ${storeCode} and h.update_id = ${updateId}::bigint
      and case when h.new_pr_info is null then p.pr_code is not null else p.update_id is distinct from h.update_id end
    order by 1 limit ${limit}`.execute(tx)
  return result.rows.map((row) => row.prCode)
}

/** Products that were new in an update and came onto labels since, which would lose them: at most `limit`. */
export async function assignedSince(
  tx: Db,
  { storeCode, updateId, taskId }: { storeCode: string; updateId: string; taskId: string },
  limit: number,
): Promise<string[]> {
  const result = await sql<{ prCode: string }>`
    select distinct h.pr_code as "prCode" from product_history h
    join tag_products tp on tp.store_code = h.store_code and tp.pr_code = h.pr_code
    where h.store_code = ${storeCode} and h.update_id = ${updateId}::bigint and h.pr_info is null
      and not exists (select 1 from ledger l where l.store_code = h.store_code and l.task_id = ${taskId}::bigint and l.tag_mac = tp.tag_mac)
      and not exists (select 1 from operations o where o.store_code = h.store_code and o.task_id = ${taskId}::bigint and o.tag_mac = tp.tag_mac)
    order by 1 limit ${limit}`.execute(tx)
  return result.rows.map((row) => row.prCode)
}

/** Whether the history still holds what the update changed: old histories are dropped. */
export async function isRetained(tx: Db, storeCode: string, updateId: string): Promise<boolean> {
  const result = await sql<{ retained: boolean }>`select u.product_count = (select count(*) from product_history h
    where h.store_code = u.store_code and h.update_id = u.update_id) as retained from updates u
    where u.store_code = ${storeCode} and u.update_id = ${updateId}::bigint`.execute(tx)
  return result.rows[0]?.retained ?? false
}
