/** How long histories are kept (specification 2 §3: historyRetentionDays, updateHistoryRetentionDays; ours: auditRetentionDays): once a day one process removes what is older. */
import { keysOf } from '@endcap/contract/typed-object'
import { randomUUID } from 'node:crypto'
import type { RetentionRow } from '@endcap/contract/settings'
import { sql } from 'kysely'
import { toEpoch } from '../platform/base/clock.ts'
import type { Context } from '../platform/context.ts'
import { holdLease } from '../platform/db/leases.ts'
import { dropPartitionsBefore, partitionsBefore } from '../platform/db/partitions.ts'
import type { Db } from '../platform/db/schema.ts'
import { getSetting, type Settings } from './settings.service.ts'

type Days = Pick<Settings['server'], RetentionRow['setting']>

/** Histories in partitions: what goes is a whole partition, so what is left may be a day (a month) older than the setting says. */
const partitioned: Record<RetentionRow['setting'], readonly string[]> = {
  historyRetentionDays: [
    'login_history',
    'tag_readings',
    'tag_events',
    'tag_alarms',
    'sensor_readings',
    'sensor_alarms',
    'gateway_samples',
    'server_samples',
  ],
  updateHistoryRetentionDays: ['ledger', 'product_history'],
  auditRetentionDays: ['audit_log'],
}
interface Rows {
  setting: RetentionRow['setting']
  /** Rows of the history that are over and older than this. */
  old: (before: Date) => ReturnType<typeof sql>
}
/** Histories in plain tables. What is open (an alarm, a task) stays however old it is. */
const plain: Record<string, Rows> = {
  alarms: { setting: 'historyRetentionDays', old: (before) => sql`updated_at < ${before} and cleared_at is not null` },
  tasks: { setting: 'updateHistoryRetentionDays', old: (before) => sql`start_time < ${before} and end_time < ${before}` },
  updates: { setting: 'updateHistoryRetentionDays', old: (before) => sql`updated_at < ${before}` },
  files: { setting: 'updateHistoryRetentionDays', old: (before) => sql`received_at < ${before} and finished_at is not null` },
  tag_swaps: { setting: 'updateHistoryRetentionDays', old: (before) => sql`swapped_at < ${before}` },
  collections: { setting: 'updateHistoryRetentionDays', old: (before) => sql`finished_at < ${before} and settled` },
}
/** Rows removed in one statement: short enough for the embedded database, which does one thing at a time. */
const batch = 2000
/** More are not counted before they go. */
const countedRows = 100_000
/** Once a day, whichever process comes first; a little less, so that it does not wander through the day. */
const dailySeconds = 86_400 - 900

/** 0 days: kept for ever. */
const beforeOf = (setting: RetentionRow['setting'], days: Days, now: Date) =>
  days[setting] === 0 ? new Date(0) : new Date(now.getTime() - days[setting] * 86_400_000)

/** What would go if histories were kept so long; histories of which nothing would are left out. */
export async function whatWouldGo({ db, clock }: Context, days: Days): Promise<RetentionRow[]> {
  const now = clock.now()
  const rows: RetentionRow[] = []
  for (const setting of keysOf(partitioned))
    for (const history of partitioned[setting]) {
      const before = beforeOf(setting, days, now)
      const parts = await partitionsBefore(db, history, before)
      const sum = (name: 'rows' | 'bytes') => parts.reduce((total, part) => total + part[name], 0)
      // Partitions that never held anything are made ahead; nothing is lost with them.
      if (parts.some((part) => part.used)) rows.push({ history, setting, rows: sum('rows'), bytes: sum('bytes'), before: toEpoch(before) })
    }
  for (const [history, { setting, old }] of Object.entries(plain)) {
    const before = beforeOf(setting, days, now)
    const counted = await sql<{ amount: string }>`
      select count(*) as amount from (select 1 from ${sql.table(history)} where ${old(before)} limit ${countedRows}) x`.execute(db)
    const amount = Number(counted.rows[0]?.amount ?? 0)
    if (amount > 0) rows.push({ history, setting, rows: amount, bytes: 0, before: toEpoch(before) })
  }
  return rows
}

async function removeRows(db: Db, table: string, old: ReturnType<typeof sql>): Promise<void> {
  for (;;) {
    const result = await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${old} limit ${batch}))`.execute(db)
    if (Number(result.numAffectedRows ?? 0) < batch) return
  }
}

/** Removes what is older than the stored settings say; answers what that was. */
export async function removeOld(context: Context): Promise<RetentionRow[]> {
  const { db, clock, log } = context
  const days = await getSetting(db, 'server')
  const rows = await whatWouldGo(context, days)
  const now = clock.now()
  for (const setting of keysOf(partitioned))
    for (const table of partitioned[setting]) await dropPartitionsBefore(db, table, beforeOf(setting, days, now))
  for (const [table, { setting, old }] of Object.entries(plain)) await removeRows(db, table, old(beforeOf(setting, days, now)))
  if (rows.length > 0) log.info({ removed: rows }, 'old histories removed')
  return rows
}

/** Removes once a day, in one of the processes; false when it was not this one's turn. */
export async function removeOldDaily(context: Context): Promise<boolean> {
  // Each turn is a holder of its own, so that no process prolongs the lease: it stands for the day.
  if (!(await holdLease(context.db, 'retention', randomUUID(), dailySeconds))) return false
  await removeOld(context)
  return true
}
