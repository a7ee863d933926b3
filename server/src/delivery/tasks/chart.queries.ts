/** A task in figures, counted in the database: one row each for its outcomes, and few for its times and its store's days. */
import { chartDays, chartSteps, type TaskChart } from '@endcap/contract/tasks'
import type { FailureReason } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Undefined when there is no such task. */
export async function chartTask(db: Db, storeCode: string, taskId: string): Promise<TaskChart | undefined> {
  const task = await db
    .selectFrom('tasks')
    .select(['total', 'shown', 'delivered', 'same', 'superseded', 'failed'])
    .where('store_code', '=', storeCode)
    .where('task_id', '=', taskId)
    .executeTakeFirst()
  if (task === undefined) return undefined
  const { total, ...outcomes } = task
  const of = sql`l.store_code = ${storeCode} and l.task_id = ${taskId}::bigint`
  const figures = await sql<{ from: Date | null; to: Date | null; shown: number; median: number; p95: number; longest: number }>`
    select min(finished_at) as "from", max(finished_at) as "to", (count(*) filter (where outcome = 'SHOWN'))::int as shown,
      percentile_cont(0.5) within group (order by w)::real as median, percentile_cont(0.95) within group (order by w)::real as p95, max(w)::real as longest
    from (select finished_at, outcome, case when outcome = 'SHOWN' then extract(epoch from finished_at - queued_at) end as w from ledger l where ${of}) l`.execute(
    db,
  )
  const { from = null, to = null, shown = 0, median = 0, p95 = 0, longest = 0 } = figures.rows[0] ?? {}
  const span = from === null || to === null ? 0 : (to.getTime() - from.getTime()) / 1000
  const stepSeconds = Math.max(1, Math.ceil((span + 1) / chartSteps))
  const steps = await sql<{ time: Date; shown: number; same: number; superseded: number; failed: number }>`
    select date_bin(make_interval(secs => ${stepSeconds}), finished_at, ${from}::timestamptz) as time,
      (count(*) filter (where outcome = 'SHOWN'))::int as shown, (count(*) filter (where outcome = 'SAME'))::int as same,
      (count(*) filter (where outcome = 'SUPERSEDED'))::int as superseded, (count(*) filter (where outcome = 'FAILED'))::int as failed
    from ledger l where ${of} group by 1 order by 1`.execute(db)
  const reasons = await sql<{ reason: FailureReason; tagCount: number }>`select reason, count(*)::int as "tagCount" from ledger l
    where ${of} and outcome = 'FAILED' and reason is not null group by 1 order by 2 desc, 1`.execute(db)
  const days = await sql<{ date: string; tasks: number; tags: number; failed: number }>`
    select to_char(k.start_time at time zone s.time_zone, 'YYYY-MM-DD') as date, count(*)::int as tasks, sum(k.total)::int as tags, sum(k.failed)::int as failed
    from tasks k join stores s using (store_code) where k.store_code = ${storeCode}
    group by 1 order by 1 desc limit ${chartDays}`.execute(db)
  return {
    ...outcomes,
    left: Math.max(0, total - outcomes.shown - outcomes.same - outcomes.superseded - outcomes.failed),
    reasons: reasons.rows,
    seconds: shown === 0 ? null : { median, p95, longest },
    stepSeconds,
    steps: steps.rows.map(({ time, ...counts }) => ({ time: toEpoch(time), ...counts })),
    days: days.rows.toReversed(),
  }
}
