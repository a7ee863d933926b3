/** Time partitions of the histories: made ahead of time, dropped when their time is over. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'
import { inStartUpTurn } from './start-up-turn.ts'

type Span = 'day' | 'month'
/** Tables that are partitioned by time, and how long one partition is. */
const partitioned: Record<string, Span> = {
  ledger: 'month',
  product_history: 'month',
  login_history: 'month',
  tag_readings: 'day',
  gateway_samples: 'day',
  server_samples: 'day',
  tag_events: 'month',
  tag_alarms: 'month',
  sensor_readings: 'day',
  sensor_alarms: 'month',
  audit_log: 'month',
}
/** Partitions ready before they are needed. */
const ahead = 3

function startOf(span: Span, time: Date, steps: number): Date {
  return span === 'day'
    ? new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + steps))
    : new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + steps, 1))
}
const day = (time: Date) => time.toISOString().slice(0, 10)
const nameOf = (table: string, span: Span, start: Date) =>
  `${table}_${day(start)
    .slice(0, span === 'day' ? 10 : 7)
    .replaceAll('-', '')}`

/**
 * Makes the partitions of now, of what comes next, and of what was just before, for what is told late; does nothing for those that are
 * there. Servers that start at once, or do this at the same hour, take turns.
 */
export async function preparePartitions(db: Db, now: Date): Promise<void> {
  const required = Object.entries(partitioned).flatMap(([table, span]) =>
    Array.from({ length: ahead + 2 }, (_, step) => {
      const [from, to] = [startOf(span, now, step - 1), startOf(span, now, step)]
      return { table, from, to, name: nameOf(table, span, from) }
    }),
  )
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relname = any(${required.map(({ name }) => name)}::text[])`.execute(db)
  const there = new Set(rows.map(({ name }) => name))
  for (const { table, from, to, name } of required.filter((one) => !there.has(one.name))) {
    // One at a time: each needs its table for itself. Names and dates are made here, never from outside.
    const make = `create table if not exists "${name}" partition of "${table}" for values from ('${day(from)} 00:00:00+00') to ('${day(to)} 00:00:00+00')`
    await inStartUpTurn(db, (tx) => sql.raw(make).execute(tx))
  }
}

/** Partitions whose last row is older than this. `rows` is what the database last counted, 0 while it never did. */
export async function partitionsBefore(
  db: Db,
  table: string,
  before: Date,
): Promise<{ name: string; rows: number; bytes: number; used: boolean }[]> {
  const span = partitioned[table]
  if (span === undefined) throw new Error(`${table} is not partitioned`)
  const { rows } = await sql<{ name: string; rows: number; bytes: string; used: boolean }>`
    select c.relname as name, greatest(c.reltuples, 0)::float8 as rows, pg_total_relation_size(c.oid) as bytes, pg_relation_size(c.oid) > 0 as used
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${table}::regclass order by 1`.execute(db)
  const last = nameOf(table, span, startOf(span, before, 0))
  return rows.filter((row) => row.name < last).map((row) => ({ ...row, bytes: Number(row.bytes) }))
}

/** Drops partitions whose last row is older than this; answers their names. */
export async function dropPartitionsBefore(db: Db, table: string, before: Date): Promise<string[]> {
  const old = (await partitionsBefore(db, table, before)).map((one) => one.name)
  // Another server may be doing the same.
  for (const name of old) await sql.raw(`drop table if exists "${name}"`).execute(db)
  return old
}
