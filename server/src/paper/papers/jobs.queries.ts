/** Documents on their way to printers: claimed by one process at a time, moved on step by step, ended once. */
import type { PrinterState, PrintResult } from '@endcap/contract/papers'
import { sql, type Selectable } from 'kysely'
import { isTrue } from '../../platform/db/is-true.ts'
import type { Database, Db } from '../../platform/db/schema.ts'
import type { LabelRow } from './draw-job.ts'

export type PaperJob = Selectable<Database['paper_jobs']>

/** Whether any document is not done, also one whose time has not come. */
export const hasOpenJobs = (db: Db): Promise<boolean> => isTrue(db, sql`exists (select from paper_jobs where state <> 'DONE')`)

/** The next document whose time has come and that no worker has. One that was not sent yet waits while its printer has another of ours. */
export async function claimJob(db: Db, { holder, at, until }: { holder: string; at: Date; until: Date }): Promise<PaperJob | undefined> {
  const result = await sql<PaperJob>`
    update paper_jobs set claimed_by = ${holder}, claimed_until = ${until}::timestamptz
    where (store_code, job_id) = (
      select w.store_code, w.job_id from paper_jobs w
      where w.state <> 'DONE' and w.due_at <= ${at}::timestamptz and (w.claimed_until is null or w.claimed_until < ${at}::timestamptz)
        and (w.state <> 'WAITING' or not exists (
          select 1 from paper_jobs o where o.state in ('SENDING', 'SENT') and o.printer_ip = w.printer_ip and o.printer_name = w.printer_name))
      order by w.due_at, w.job_id limit 1 for update of w skip locked)
    returning *`.execute(db)
  return result.rows[0]
}

export type JobChange = Partial<
  Pick<PaperJob, 'state' | 'message' | 'tries' | 'printer_uri' | 'printer_job' | 'stuck_since' | 'sheets' | 'attention' | 'due_at'>
>

/** Moves a document on and keeps it until then, or gives it free; false when it is not this process's any more. */
export async function moveJob(
  db: Db,
  { store_code, job_id }: Pick<PaperJob, 'store_code' | 'job_id'>,
  { holder, until, ...change }: JobChange & { holder: string; until: Date | null },
): Promise<boolean> {
  const result = await db
    .updateTable('paper_jobs')
    .set({ ...change, claimed_until: until, claimed_by: until === null ? null : holder })
    .where('store_code', '=', store_code)
    .where('job_id', '=', job_id)
    .where('claimed_by', '=', holder)
    .where('state', '<>', 'DONE')
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

interface Outcome {
  code: PrintResult
  message: string
  at: Date
}

/** Ends a document: it, its rows and its task in one statement. */
export async function endJob(
  db: Db,
  { store_code, job_id }: Pick<PaperJob, 'store_code' | 'job_id'>,
  { holder, code, message, at }: Outcome & { holder: string },
): Promise<void> {
  await sql`
    with ended as (
      update paper_jobs set state = 'DONE', message = ${message}, claimed_by = null, claimed_until = null
      where store_code = ${store_code} and job_id = ${job_id}::bigint and claimed_by = ${holder} and state <> 'DONE'
      returning store_code, job_id
    ), decided as (
      update paper_rows r set result_code = ${code}::smallint, result_msg = ${message}, updated_at = ${at}::timestamptz,
        printed_at = case when ${code}::int = 1 then ${at}::timestamptz end
      from ended e where r.store_code = e.store_code and r.job_id = e.job_id and r.result_code is null
      returning r.store_code, r.task_id
    )
    update paper_tasks t set updated_at = ${at}::timestamptz,
      printed = t.printed + case when ${code}::int = 1 then n.n else 0 end, failed = t.failed + case when ${code}::int = 1 then 0 else n.n end
    from (select store_code, task_id, count(*)::int as n from decided group by 1, 2) n
    where t.store_code = n.store_code and t.task_id = n.task_id`.execute(db)
}

/** Rows that go without: each with its own reason; their document goes on. */
export async function failRows(
  db: Db,
  { store_code, task_id }: Pick<PaperJob, 'store_code' | 'task_id'>,
  failures: readonly { line: number; detail: string }[],
  { code, at }: Omit<Outcome, 'message'>,
): Promise<void> {
  await sql`
    with decided as (
      update paper_rows r set result_code = ${code}::smallint, result_msg = f.detail, updated_at = ${at}::timestamptz
      from unnest(${failures.map((one) => one.line)}::int[], ${failures.map((one) => one.detail)}::text[]) as f (line, detail)
      where r.store_code = ${store_code} and r.task_id = ${task_id}::bigint and r.line = f.line and r.result_code is null
      returning r.line
    )
    update paper_tasks set failed = failed + (select count(*)::int from decided), updated_at = ${at}::timestamptz
    where store_code = ${store_code} and task_id = ${task_id}::bigint`.execute(db)
}

export function openRows(db: Db, { store_code, job_id }: Pick<PaperJob, 'store_code' | 'job_id'>): Promise<LabelRow[]> {
  return db
    .selectFrom('paper_rows')
    .select(['line', 'pr_code as prCode', 'pr_info as prInfo', 'copies'])
    .where('store_code', '=', store_code)
    .where('job_id', '=', job_id)
    .where('result_code', 'is', null)
    .orderBy('line')
    .execute()
}

type Printer = Pick<PaperJob, 'store_code' | 'printer_ip' | 'printer_name'>
/** The address that worked the last time. */
export async function knownUri(db: Db, { store_code, printer_ip, printer_name }: Printer): Promise<string | null> {
  const row = await db
    .selectFrom('paper_printers')
    .select('uri')
    .where('store_code', '=', store_code)
    .where('printer_ip', '=', printer_ip)
    .where('printer_name', '=', printer_name)
    .executeTakeFirst()
  return row?.uri ?? null
}
export async function notePrinter(
  db: Db,
  { store_code, printer_ip, printer_name }: Printer,
  known: { state: PrinterState; message: string; uri?: string | null; at: Date },
): Promise<void> {
  const { state, message, uri = null, at } = known
  await sql`insert into paper_printers as p (store_code, printer_ip, printer_name, state, message, uri, asked_at)
    values (${store_code}, ${printer_ip}, ${printer_name}, ${state}, ${message}, ${uri}, ${at}::timestamptz)
    on conflict (store_code, printer_ip, printer_name) do update
      set state = excluded.state, message = excluded.message, uri = coalesce(excluded.uri, p.uri), asked_at = excluded.asked_at`.execute(db)
}
