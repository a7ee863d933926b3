/** Time partitions of the histories: made ahead of time, dropped when their time is over. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'

type Span = 'day' | 'month'
/** Tables that are partitioned by time, and how long one partition is. */
const partitioned: Record<string, Span> = {
  ledger: 'month',
  product_history: 'month',
  login_history: 'month',
  tag_readings: 'day',
  gateway_samples: 'day',
  server_samples: 'day',
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

/** Makes the partitions of now of what comes next, and of what was just before, for what is told late; does nothing for those that are there. */
export async function preparePartitions(db: Db, now: Date): Promise<void> {
  for (const [table, span] of Object.entries(partitioned)) {
    for (let step = -1; step <= ahead; step++) {
      const [from, to] = [startOf(span, now, step), startOf(span, now, step + 1)]
      const name = nameOf(table, span, from)
      // Names and dates are made here, never from outside.
      await sql
        .raw(
          `create table if not exists "${name}" partition of "${table}" for values from ('${day(from)} 00:00:00+00') to ('${day(to)} 00:00:00+00')`,
        )
        .execute(db)
    }
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
  for (const name of old) await sql.raw(`drop table "${name}"`).execute(db)
  return old
}
