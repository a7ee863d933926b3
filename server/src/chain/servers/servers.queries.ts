/** Servers as they last reported, and their minutes. */
import type { JobReport } from '@endcap/contract/jobs'
import type { Server, ServerSample, ServerState, ServerType } from '@endcap/contract/servers'
import { sql } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { percentOf, statusOf } from './evaluate-report.ts'

/** What a server says of itself, or what one of our processes sees of it. */
export interface ServerReport {
  id: string
  type: ServerType
  name: string
  /** The start of the process that reports. */
  reporter: string
  state: ServerState | null
  startedAt: Date | null
  details: ServerDetails
}
export interface ServerDetails extends Omit<Server, 'id' | 'type' | 'name' | 'status' | 'state' | 'reportTime' | 'startedAt'> {
  /** Where its log files are on its machine; null when it writes none. */
  logFolder: string | null
  jobs: JobReport[]
}
/** For what a kind of server has nothing to tell about. */
export const nothingReported: Omit<ServerDetails, 'networkInformation' | 'version' | 'serviceStatusList'> = {
  ramUsage: null,
  diskUsage: null,
  diskPath: null,
  load: null,
  processMemory: null,
  roles: [],
  database: null,
  broker: null,
  logFolder: null,
  jobs: [],
}

interface Row {
  server_id: string
  type: ServerType
  name: string
  reporter: string
  state: ServerState | null
  conditions: string[]
  /** Only `saveServer` below writes it; older versions had less to report. */
  report: ServerDetails
  started_at: Date | null
  report_time: Date
}
export interface StoredServer extends ServerReport {
  conditions: string[]
  reportTime: Date
}
const stored = (row: Row): StoredServer => ({
  id: row.server_id,
  type: row.type,
  name: row.name,
  reporter: row.reporter,
  state: row.state,
  startedAt: row.started_at,
  conditions: row.conditions,
  reportTime: row.report_time,
  details: { ...nothingReported, ...row.report },
})
const rowsOf = (db: Db) => db.selectFrom('servers').selectAll().$narrowType<{ report: ServerDetails }>()

/** Of our processes first, then databases, then brokers. */
export async function readServers(db: Db): Promise<StoredServer[]> {
  const order = sql`array_position(array['esl', 'database', 'proxy'], type)`
  return (await rowsOf(db).orderBy(order).orderBy('server_id').execute()).map(stored)
}

export async function readServer(db: Db, id: string): Promise<StoredServer | undefined> {
  const row = await rowsOf(db).where('server_id', '=', id).executeTakeFirst()
  return row && stored(row)
}

/** Reads it for a change in the same transaction: others wait. */
export async function lockServer(db: Db, id: string): Promise<StoredServer | undefined> {
  const row = await rowsOf(db).where('server_id', '=', id).forUpdate().executeTakeFirst()
  return row && stored(row)
}

export async function saveServer(db: Db, { id, type, name, reporter, state, startedAt, conditions, reportTime, details }: StoredServer) {
  const values = {
    type,
    name,
    reporter,
    state,
    conditions,
    status: statusOf(conditions),
    started_at: startedAt,
    report_time: reportTime,
    report: JSON.stringify(details),
  }
  await db
    .insertInto('servers')
    .values({ server_id: id, ...values })
    .onConflict((conflict) => conflict.column('server_id').doUpdateSet(values))
    .execute()
}

export async function deleteServer(db: Db, id: string): Promise<void> {
  await db.deleteFrom('server_samples').where('server_id', '=', id).execute()
  await db.deleteFrom('servers').where('server_id', '=', id).execute()
}

/** Ids of those whose last sign of life is older and that are not marked yet. */
export async function findSilent(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('servers')
    .select('server_id')
    .where('report_time', '<', before)
    .where('status', '<>', 'OFFLINE')
    .orderBy('server_id')
    .execute()
  return rows.map((row) => row.server_id)
}

/** Keeps the first report of each minute. */
export async function insertSample(db: Db, { id, details }: ServerReport, at: Date): Promise<void> {
  const { ramUsage, diskUsage, diskPath, load, database, broker } = details
  await db
    .insertInto('server_samples')
    .values({
      server_id: id,
      sampled_at: new Date(Math.floor(at.getTime() / 60_000) * 60_000),
      ram_used: ramUsage?.used ?? null,
      ram_total: ramUsage?.total ?? null,
      disk_used: diskUsage?.used ?? null,
      disk_total: diskUsage?.total ?? null,
      disk_path: diskPath,
      load: load?.minute ?? null,
      connections: database?.connections ?? broker?.clients ?? null,
      size: database?.size ?? null,
    })
    .onConflict((conflict) => conflict.columns(['server_id', 'sampled_at']).doNothing())
    .execute()
}

export async function readSamples(db: Db, id: string, from: Date, to: Date): Promise<ServerSample[]> {
  const rows = await db
    .selectFrom('server_samples')
    .selectAll()
    .where('server_id', '=', id)
    .where('sampled_at', '>=', from)
    .where('sampled_at', '<=', to)
    .orderBy('sampled_at')
    .execute()
  const percent = (used: string | null, total: string | null) =>
    used === null || total === null ? null : percentOf({ used: Number(used), total: Number(total) })
  return rows.map((row) => {
    const [memory, disk] = [percent(row.ram_used, row.ram_total), percent(row.disk_used, row.disk_total)]
    return {
      time: toEpoch(row.sampled_at),
      memory: memory === null ? null : { percent: memory },
      disk: disk === null ? [] : [{ path: row.disk_path ?? '', percent: disk }],
      load: row.load === null ? null : Math.round(row.load * 100) / 100,
      connections: row.connections,
      size: row.size === null ? null : Number(row.size),
    }
  })
}

export function toServer({ id, type, name, state, startedAt, conditions, reportTime, details }: StoredServer): Server {
  const { logFolder: _logFolder, jobs: _jobs, ...reported } = details
  return {
    id,
    type,
    name,
    state,
    ...reported,
    status: statusOf(conditions),
    reportTime: toEpoch(reportTime),
    startedAt: toEpochOrNull(startedAt),
  }
}
