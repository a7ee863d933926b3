/** What scripts did in earnest, in SQL. */
import type { RunOutcome, ScriptKind } from '@endcap/contract/scripts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export interface NewRun {
  /** Where it ran; empty for what belongs to no store. */
  storeCode: string
  kind: ScriptKind
  /** Store code, or empty: the default script. */
  scope: string
  version: number
  /** Runs of the same key are one. */
  key: string
  /** File, account or task. */
  subject: string
  /** Further tasks in the same run. */
  more: number
  startedAt: Date
  endedAt: Date
  ms: number
  items: number
  failed: number
  outcome: RunOutcome
  detail: string
  line: number | null
  output: string
}
export interface RunRow extends Omit<NewRun, 'key' | 'output'> {
  runId: string
  storeName: string | null
  /** Characters that are kept of what it printed. */
  printed: number
}

/** Runs that are kept of a script in a store, and characters that are kept of what one prints: the last. */
export const retainedRuns = 20
export const retainedOutput = 65_536

/** Adds a run, or to the one of its key; the oldest of its script and store beyond what is kept are forgotten. */
export async function writeRun(tx: Db, run: NewRun): Promise<void> {
  const { storeCode, kind, scope, version, key, subject, more, startedAt, endedAt, ms, items, failed, outcome, detail, line, output } = run
  // Of a run in parts the first failure is the one that is told.
  await sql`insert into script_runs as r (store_code, kind, scope, version, run_key, subject, more, started_at, ended_at, ms, items, failed, outcome, detail, line, output)
    values (${storeCode}, ${kind}, ${scope}, ${version}, ${key}, ${subject}, ${more}, ${startedAt}::timestamptz, ${endedAt}::timestamptz, ${ms}, ${items}, ${failed},
      ${outcome}, ${detail}, ${line}, ${output})
    on conflict (store_code, kind, run_key) do update set ended_at = excluded.ended_at, ms = r.ms + excluded.ms, items = r.items + excluded.items,
      failed = r.failed + excluded.failed, outcome = case when r.outcome = 'OK' then excluded.outcome else r.outcome end,
      detail = case when r.outcome = 'OK' then excluded.detail else r.detail end, line = case when r.outcome = 'OK' then excluded.line else r.line end,
      output = right(r.output || excluded.output, ${retainedOutput})`.execute(tx)
  await sql`delete from script_runs where store_code = ${storeCode} and kind = ${kind} and run_id not in (
    select run_id from script_runs where store_code = ${storeCode} and kind = ${kind} order by ended_at desc, run_id desc limit ${retainedRuns})`.execute(
    tx,
  )
}

const columns = [
  sql<string>`r.run_id::text`.as('runId'),
  sql<number>`length(r.output)`.as('printed'),
  'r.store_code as storeCode',
  's.store_name as storeName',
  'r.kind',
  'r.scope',
  'r.version',
  'r.subject',
  'r.more',
  'r.started_at as startedAt',
  'r.ended_at as endedAt',
  'r.ms',
  'r.items',
  'r.failed',
  'r.outcome',
  'r.detail',
  'r.line',
] as const

/** Where runs are looked for: in a store, whosever script it was; or, with an empty scope, those of the default script in every store. */
interface Place {
  kind: ScriptKind
  scope: string
}
const runsOf = (db: Db, { kind, scope }: Place) =>
  db
    .selectFrom('script_runs as r')
    .leftJoin('stores as s', 's.store_code', 'r.store_code')
    .select([...columns])
    .where('r.kind', '=', kind)
    .where(scope === '' ? 'r.scope' : 'r.store_code', '=', scope)

/** Newest first. */
export const listRuns = (db: Db, place: Place, limit: number): Promise<RunRow[]> =>
  runsOf(db, place).orderBy('r.ended_at', 'desc').orderBy('r.run_id', 'desc').limit(limit).execute()

export const findRun = (db: Db, place: Place, runId: string): Promise<(RunRow & { output: string }) | undefined> =>
  runsOf(db, place).select('r.output').where('r.run_id', '=', runId).executeTakeFirst()
