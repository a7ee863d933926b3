/** Paper tasks come to be, and are printed again: rows are put into documents, one for each printer and layout. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export interface NewRow {
  line: number
  prCode: string
  prInfo: string[]
  layout: string
  copies: number
  printerIp: string
  printerName: string
}
interface Place {
  storeCode: string
  taskId: string
}

/** Labels of one document: more are printed in several, so that a printer gets each within its time. */
const labelsOfDocument = 500
/** Rows written in one statement. */
const batchSize = 1000

export async function insertTask(
  tx: Db,
  task: { storeCode: string; fileId: string; taskDes: string; createdBy: string; rows: readonly NewRow[]; at: Date },
): Promise<string> {
  const { storeCode, fileId, taskDes, createdBy, rows, at } = task
  const inserted = await sql<{ taskId: string }>`
    insert into paper_tasks (store_code, file_id, task_des, created_by, total, created_at, day, updated_at)
    select store_code, ${fileId}::bigint, ${taskDes}, ${createdBy}, ${rows.length}::int, ${at}::timestamptz, (${at}::timestamptz at time zone time_zone)::date,
      ${at}::timestamptz
    from stores where store_code = ${storeCode} returning task_id as "taskId"`.execute(tx)
  const [row] = inserted.rows
  if (row === undefined) throw new Error(`There is no store ${storeCode}`)
  const { taskId } = row
  const jobs = await insertJobs(tx, { storeCode, taskId }, rows, at)
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize).map((one) => ({ ...one, jobId: jobs.get(one.line) }))
    await sql`
      insert into paper_rows (store_code, task_id, line, pr_code, pr_info, layout, copies, printer_ip, printer_name, job_id, updated_at)
      select ${storeCode}, ${taskId}::bigint, line, "prCode", array(select jsonb_array_elements_text("prInfo")), layout, copies, "printerIp", "printerName",
        "jobId", ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as r (line int, "prCode" text, "prInfo" jsonb, layout text, copies smallint,
        "printerIp" text, "printerName" text, "jobId" bigint)`.execute(tx)
  }
  return taskId
}

/** Makes the documents of these rows; answers each row's, by its line. */
async function insertJobs(
  tx: Db,
  { storeCode, taskId }: Place,
  rows: readonly Omit<NewRow, 'prCode' | 'prInfo'>[],
  at: Date,
): Promise<Map<number, string>> {
  const jobs: { printerIp: string; printerName: string; layout: string; lines: number[]; labels: number }[] = []
  const open = new Map<string, (typeof jobs)[number]>()
  for (const { line, printerIp, printerName, layout, copies } of rows) {
    const key = JSON.stringify([printerIp, printerName, layout])
    let job = open.get(key)
    if (job === undefined || job.labels + copies > labelsOfDocument) {
      job = { printerIp, printerName, layout, lines: [], labels: 0 }
      jobs.push(job)
      open.set(key, job)
    }
    job.lines.push(line)
    job.labels += copies
  }
  const byLine = new Map<number, string>()
  for (const { printerIp, printerName, layout, lines } of jobs) {
    const { job_id } = await tx
      .insertInto('paper_jobs')
      .values({ store_code: storeCode, task_id: taskId, printer_ip: printerIp, printer_name: printerName, layout, due_at: at })
      .returning('job_id')
      .executeTakeFirstOrThrow()
    for (const line of lines) byLine.set(line, job_id)
  }
  return byLine
}

/**
 * Takes the results of finished rows back and puts them into new documents. Rows under way are left alone, so that nothing is printed
 * twice. Answers how many; undefined when there is no such task.
 */
export async function printAgain(
  tx: Db,
  { storeCode, taskId, which, at }: Place & { which: 'all' | 'failed' | readonly number[]; at: Date },
): Promise<number | undefined> {
  const task = await sql`select 1 from paper_tasks where store_code = ${storeCode} and task_id = ${taskId}::bigint for update`.execute(tx)
  if (task.rows.length === 0) return undefined
  const selected = which === 'all' ? sql`true` : which === 'failed' ? sql`result_code <> 1` : sql`line = any(${which}::int[])`
  const found = await sql<Omit<NewRow, 'prCode' | 'prInfo'> & { printed: boolean }>`
    select line, layout, copies::int, printer_ip as "printerIp", printer_name as "printerName", result_code = 1 as printed from paper_rows
    where store_code = ${storeCode} and task_id = ${taskId}::bigint and result_code is not null and ${selected} order by line for update`.execute(
    tx,
  )
  const rows = found.rows
  if (rows.length === 0) return 0
  const jobs = await insertJobs(tx, { storeCode, taskId }, rows, at)
  await sql`
    update paper_rows r set result_code = null, result_msg = '', printed_at = null, job_id = n.job_id, updated_at = ${at}::timestamptz
    from unnest(${[...jobs.keys()]}::int[], ${[...jobs.values()]}::bigint[]) as n (line, job_id)
    where r.store_code = ${storeCode} and r.task_id = ${taskId}::bigint and r.line = n.line`.execute(tx)
  const printed = rows.filter((row) => row.printed).length
  await sql`update paper_tasks set printed = printed - ${printed}::int, failed = failed - ${rows.length - printed}::int, updated_at = ${at}::timestamptz
    where store_code = ${storeCode} and task_id = ${taskId}::bigint`.execute(tx)
  return rows.length
}

/** Forgets some of the tasks that came before this time, with their rows; answers their stores, none when nothing is left to forget. */
export async function dropTasks(tx: Db, before: Date, limit: number): Promise<string[]> {
  const result = await sql<{ storeCode: string }>`
    with old as (
      select store_code, task_id from paper_tasks where created_at < ${before}::timestamptz order by store_code, task_id limit ${limit}
    ), gone as (
      delete from paper_tasks t using old where t.store_code = old.store_code and t.task_id = old.task_id returning t.store_code
    ) select distinct store_code as "storeCode" from gone`.execute(tx)
  await sql`delete from paper_day_counts where tasks = 0`.execute(tx)
  return result.rows.map((row) => row.storeCode)
}
