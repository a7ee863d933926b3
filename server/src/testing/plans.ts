/** How much the database reads for an answer: by the plans of statements, as `explain (format json)` answers them, or by its own counters. */
import { sql } from 'kysely'
import type { Db } from '../platform/db/schema.ts'

export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Total Cost': number
  Plans?: Plan[]
}
export interface Explained {
  'QUERY PLAN': { Plan: Plan }[]
}
const isExplained = (row: object): row is Explained => 'QUERY PLAN' in row
/** Those of these rows that are plans. */
export const explainedOf = (rows: readonly object[]): Explained[] => rows.filter(isExplained)
const within = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(within)]
/** Every node of the plans, each before those that it reads from. */
export const nodesOf = (explained: readonly Explained[]): Plan[] =>
  explained.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan: plan }) => within(plan))
/** The tables that the plans read from end to end. A part of a table for months to come is empty: to read it costs nothing. */
export const wholeTablesOf = (nodes: readonly Plan[]): string[] =>
  nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Total Cost'] > 0).map((node) => node['Relation Name'] ?? '')

/** Rows of a table that were read: one after the other, and by an index. */
export interface Reads {
  table: string
  inTurn: number
  byIndex: number
}
async function readSoFar(tx: Db, tables: readonly string[]): Promise<Reads[]> {
  const { rows } =
    await sql<Reads>`select relname as "table", seq_tup_read::integer as "inTurn", coalesce(idx_tup_fetch, 0)::integer as "byIndex"
    from pg_stat_xact_user_tables where relname = any(${tables}::text[]) order by 1`.execute(tx)
  return rows
}
/** What the work reads of each of these tables, and what it answers. */
export const readsOf = <T>(db: Db, tables: readonly string[], work: (tx: Db) => Promise<T>): Promise<{ answer: T; reads: Reads[] }> =>
  db.transaction().execute(async (tx) => {
    const before = new Map((await readSoFar(tx, tables)).map((one) => [one.table, one]))
    const answer = await work(tx)
    const reads = (await readSoFar(tx, tables)).map(({ table, inTurn, byIndex }) => ({
      table,
      inTurn: inTurn - (before.get(table)?.inTurn ?? 0),
      byIndex: byIndex - (before.get(table)?.byIndex ?? 0),
    }))
    return { answer, reads }
  })
