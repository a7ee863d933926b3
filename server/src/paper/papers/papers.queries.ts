/** Paper stores, tasks and rows as lists show them. */
import type { PaperRow, PaperStore, PaperTask } from '@endcap/contract/papers'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type Selectable } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Database, Db } from '../../platform/db/schema.ts'
import { numberColumn, tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Session } from '../../platform/http/session.ts'

type StoreRow = Omit<PaperStore, 'position' | 'updatedAt'> & { latitude: number | null; longitude: number | null; updatedAt: Date | null }

/** A printer that was not spoken to for so long says nothing about its store any more. */
const knownDays = 7

/** One row a store with its counters, as a derived table that filters and order can name; contract/src/papers.ts says what they mean. */
function storesOf(stores: Session['stores'], at: Date) {
  const limit = ofStores(stores, 's.store_code')
  return sql<StoreRow>`(
    select s.store_code as "storeCode", s.store_name as "storeName", s.address, s.latitude, s.longitude,
      coalesce(c.tasks, 0) as "totalTaskCount", coalesce(c.complete, 0) as "totalCompleteCount",
      coalesce(d.tasks, 0) as "todayTaskCount", coalesce(d.complete, 0) as "todayCompleteCount",
      case when p.away = p.known then 'OFFLINE' when p.amiss > 0 or d.failed > 0 then 'ALARM' else 'NORMAL' end as status,
      c.updated_at as "updatedAt"
    from stores s
    left join paper_counts c using (store_code)
    left join paper_day_counts d on d.store_code = s.store_code and d.day = (${at}::timestamptz at time zone s.time_zone)::date
    left join (
      select store_code, count(*) as known, count(*) filter (where state = 'OFFLINE') as away, count(*) filter (where state <> 'READY') as amiss
      from paper_printers where asked_at > ${at}::timestamptz - make_interval(days => ${knownDays}) group by 1
    ) p on p.store_code = s.store_code
    where ${limit}
  )`
}
const toStore = ({ latitude, longitude, updatedAt, ...row }: StoreRow): PaperStore => ({
  ...row,
  position: latitude === null || longitude === null ? null : { latitude, longitude },
  updatedAt: toEpochOrNull(updatedAt),
})

export async function listStores(db: Db, stores: Session['stores'], at: Date): Promise<PaperStore[]> {
  const result = await sql<StoreRow>`select * from ${storesOf(stores, at)} as s order by "storeName", "storeCode"`.execute(db)
  return result.rows.map(toStore)
}

export async function searchStores(db: Db, stores: Session['stores'], at: Date, request: TableRequest): Promise<TablePage<PaperStore>> {
  const page = await tablePage(db.selectFrom(storesOf(stores, at).as('s')).selectAll(), request, {
    columns: {
      storeCode: textColumn('s.storeCode'),
      storeName: textColumn('s.storeName'),
      status: textColumn('s.status'),
      totalTaskCount: numberColumn('s.totalTaskCount'),
      totalCompleteCount: numberColumn('s.totalCompleteCount'),
      todayTaskCount: numberColumn('s.todayTaskCount'),
      todayCompleteCount: numberColumn('s.todayCompleteCount'),
      updatedAt: timeColumn('s.updatedAt'),
    },
    defaultOrder: sql.ref('s.storeName'),
    tieBreak: sql.ref('s.storeCode'),
  })
  return { ...page, data: page.data.map(toStore) }
}

const progress = sql<number>`case when total = 0 then 0 else printed * 100 / total end`
type TaskRow = Omit<Selectable<Database['paper_tasks']>, 'complete' | 'day' | 'file_id'> & { progress: number }
const tasksOf = (db: Db, storeCode: string) =>
  db
    .selectFrom('paper_tasks')
    .select(['store_code', 'task_id', 'task_des', 'created_by', 'total', 'printed', 'failed', 'created_at', 'updated_at'])
    .select(progress.as('progress'))
    .where('store_code', '=', storeCode)
const toTask = (row: TaskRow): PaperTask => ({
  _id: row.task_id,
  storeCode: row.store_code,
  taskDes: row.task_des,
  total: row.total,
  complete: row.printed,
  failed: row.failed,
  progress: row.progress,
  createdBy: row.created_by,
  createdAt: toEpoch(row.created_at),
  updatedAt: toEpoch(row.updated_at),
})

export async function searchTasks(db: Db, storeCode: string, request: TableRequest): Promise<TablePage<PaperTask>> {
  const page = await tablePage(tasksOf(db, storeCode), request, {
    columns: {
      _id: numberColumn('task_id'),
      taskDes: textColumn('task_des'),
      createdBy: textColumn('created_by'),
      total: numberColumn('total'),
      complete: numberColumn('printed'),
      failed: numberColumn('failed'),
      progress: { sql: progress, kind: 'number' },
      createdAt: timeColumn('created_at'),
      updatedAt: timeColumn('updated_at'),
    },
    dateColumn: sql.ref('created_at'),
    defaultOrder: sql`created_at desc`,
    tieBreak: sql`task_id desc`,
  })
  return { ...page, data: page.data.map(toTask) }
}
export async function findTask(db: Db, storeCode: string, taskId: string): Promise<PaperTask | undefined> {
  const row = await tasksOf(db, storeCode).where('task_id', '=', taskId).executeTakeFirst()
  return row === undefined ? undefined : toTask(row)
}

type RowRow = Omit<PaperRow, 'printedTime' | 'updatedAt'> & { printedTime: Date | null; updatedAt: Date }
/** A row that is under way says what its document waits for. */
function rowsOf(storeCode: string, taskId: string) {
  return sql<RowRow>`(
    select r.line, r.pr_code as "prCode", r.pr_info as "prInfo", r.layout, r.copies::int, r.printer_ip as "printerIp", r.printer_name as "printerName",
      case when r.result_code is null then 'NONE' when r.result_code = 1 then 'SUCCESS' else 'FAIL' end as state,
      r.result_code::int as "resultCode", case when r.result_code is null then coalesce(j.message, '') else r.result_msg end as "resultMsg",
      r.printed_at as "printedTime", r.updated_at as "updatedAt"
    from paper_rows r left join paper_jobs j on j.store_code = r.store_code and j.job_id = r.job_id
    where r.store_code = ${storeCode} and r.task_id = ${taskId}::bigint
  )`
}
const toRow = (row: RowRow): PaperRow => ({
  ...row,
  printedTime: toEpochOrNull(row.printedTime),
  updatedAt: toEpoch(row.updatedAt),
})

export async function searchRows(
  db: Db,
  { storeCode, taskId }: { storeCode: string; taskId: string },
  request: TableRequest,
): Promise<TablePage<PaperRow>> {
  const page = await tablePage(db.selectFrom(rowsOf(storeCode, taskId).as('r')).selectAll(), request, {
    columns: {
      line: numberColumn('r.line'),
      prCode: textColumn('r.prCode'),
      layout: textColumn('r.layout'),
      copies: numberColumn('r.copies'),
      printerIp: textColumn('r.printerIp'),
      printerName: textColumn('r.printerName'),
      state: textColumn('r.state'),
      resultCode: numberColumn('r.resultCode'),
      resultMsg: textColumn('r.resultMsg'),
      printedTime: timeColumn('r.printedTime'),
      updatedAt: timeColumn('r.updatedAt'),
    },
    dateColumn: sql.ref('r.updatedAt'),
    defaultOrder: sql.ref('r.line'),
    tieBreak: sql.ref('r.line'),
  })
  return { ...page, data: page.data.map(toRow) }
}
export async function listRows(db: Db, storeCode: string, taskId: string): Promise<PaperRow[]> {
  const result = await sql<RowRow>`select * from ${rowsOf(storeCode, taskId)} as r order by line`.execute(db)
  return result.rows.map(toRow)
}
export async function findRow(db: Db, storeCode: string, taskId: string, line: number): Promise<PaperRow | undefined> {
  const result = await sql<RowRow>`select * from ${rowsOf(storeCode, taskId)} as r where line = ${line}`.execute(db)
  return result.rows.map(toRow)[0]
}

/** The layouts that products name themselves. */
export async function layoutIdsOf(db: Db, storeCode: string, prCodes: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await sql<{ prCode: string; layoutId: string | null }>`select pr_code as "prCode", layout_id as "layoutId" from products
    where store_code = ${storeCode} and pr_code = any(${prCodes}::text[])`.execute(db)
  return new Map(rows.rows.map((row) => [row.prCode, row.layoutId]))
}
/** What the store's products of these codes say. */
export async function productsOf(db: Db, storeCode: string, prCodes: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await sql<{ prCode: string; prInfo: string[] }>`select pr_code as "prCode", pr_info as "prInfo" from products
    where store_code = ${storeCode} and pr_code = any(${prCodes}::text[])`.execute(db)
  return new Map(rows.rows.map((row) => [row.prCode, row.prInfo]))
}
