/**
 * What the database knows of its own tables, from which it plans queries. A shop that grows from nothing to 20,000 labels within seconds
 * is planned as if it had ten until its rows are counted again: PostgreSQL does so once a minute, the embedded database never. Nor does that
 * one take away what changed rows leave behind.
 */
import { sql } from 'kysely'
import { takeLease } from './leases.ts'
import type { Db } from './schema.ts'

/** A process that stops leaves the work to another one after this long. */
const leaseSeconds = 10
/** Changed rows after which a table is counted again: so many, and this share of what it has. */
const changedRows = 500
const changedPercent = 20

/** Counts the tables that have changed much since they were last counted, one process at a time; answers their names. */
export async function refreshStatistics(db: Db, { holder, embedded }: { holder: string; embedded: boolean }): Promise<string[]> {
  // One statement, and two columns of the thirty of pg_stat_user_tables: it is asked every two seconds.
  const stale = await sql<{ name: string; dead: boolean }>`
    with mine as (${takeLease('statistics', holder, leaseSeconds)})
    select relname as name, pg_stat_get_dead_tuples(oid) > 0 as dead from pg_class where exists (select from mine)
      and relkind = 'r' and relnamespace = current_schema()::regnamespace
      and pg_stat_get_mod_since_analyze(oid) > ${changedRows} + ${changedPercent} * pg_stat_get_live_tuples(oid) / 100 order by relname`.execute(
    db,
  )
  // One statement each, so that others have their turn in between. A table that is being changed as a whole is left for the next time.
  for (const { name, dead } of stale.rows) {
    const table = sql.table(name)
    await (embedded && dead ? sql`vacuum (analyze, skip_locked) ${table}` : sql`analyze (skip_locked) ${table}`).execute(db)
  }
  return stale.rows.map(({ name }) => name)
}
