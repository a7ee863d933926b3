/** Heartbeats of servers, what follows when they come, tell of trouble or stay away, and what may be asked about them. */
import { readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { systemLocation } from '@endcap/contract/alarms'
import type { ResultOf } from '@endcap/contract/endpoint'
import type { JobReport } from '@endcap/contract/jobs'
import {
  historyWindowSeconds,
  offlineAfterSeconds,
  type servers as endpoints,
  type Server,
  type ServerSample,
  type ServerState,
} from '@endcap/contract/servers'
import { clearAlarm, raiseAlarm } from '../../people/alarms/alarms.service.ts'
import { fromEpoch, toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { dropPartitionsBefore } from '../../platform/db/partitions.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, invalid, notFound } from '../../platform/base/errors.ts'
import { logFilePattern } from '../../platform/log.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { alarmChanges, evaluateReport, offline, percentOf } from './evaluate-report.ts'
import * as queries from './servers.queries.ts'
import type { ServerReport, StoredServer } from './servers.queries.ts'

export { nothingReported as nothingTold, type ServerReport } from './servers.queries.ts'

/** Minutes are kept for so long; the screens show the last day (specification 1 §9). */
const sampleRetentionDays = 7

const silentBefore = (at: Date) => new Date(at.getTime() - offlineAfterSeconds * 1000)
/** It said goodbye, or has been silent for too long. */
const isGone = ({ state, reportTime }: StoredServer, at: Date) => state === 'DOWN' || reportTime < silentBefore(at)

/** As it stands at this moment, also where no process has noticed yet that a server is gone. */
function asOf(stored: StoredServer, at: Date): StoredServer {
  if (!isGone(stored, at) || stored.conditions.includes(offline)) return stored
  return { ...stored, state: stateWhenGone(stored), conditions: [...stored.conditions, offline] }
}

/**
 * A replica or broker that does not answer the processes that watch it is DOWN, and so is a process that said goodbye. The state of a
 * process that fell silent, and of the broker inside it, is not known: UNKNOWN.
 */
function stateWhenGone({ state, type, details }: StoredServer): ServerState {
  const watchedByOthers = type !== 'esl' && details.broker?.embedded !== true && details.database?.embedded !== true
  return state === 'DOWN' || watchedByOthers ? 'DOWN' : 'UNKNOWN'
}

const notifyChange = ({ signals }: Context) => signals.notify('changed', { storeCode: systemLocation, changes: ['servers', 'alarms'] })

/** Raises and clears alarms for what has changed; in the transaction of the change. */
async function updateAlarms(tx: Db, before: readonly string[], after: StoredServer, at: Date): Promise<void> {
  const { id: subject, name, conditions, state, details } = after
  for (const { type, raise } of alarmChanges(before, conditions, state !== 'DOWN')) {
    const alarm = { storeCode: systemLocation, type, subject, at }
    if (raise === undefined) {
      await clearAlarm(tx, alarm)
      continue
    }
    const usage = type === 'MEMORY USAGE ABNORMAL' ? details.ramUsage : type === 'DISK USAGE ABNORMAL' ? details.diskUsage : null
    const data = { name, conditions: raise.conditions, ...(usage === null ? { state } : { percent: percentOf(usage) }) }
    await raiseAlarm(tx, { ...alarm, class: raise.class, data })
  }
}

/**
 * Takes a heartbeat: keeps the report and the minute, raises and clears alarms. Answers whether another process, still alive,
 * reports under the same name.
 */
export async function takeReport(context: Context, report: ServerReport): Promise<{ rival: boolean }> {
  const at = context.clock.now()
  const before = await inTransaction(context.db, async (tx) => {
    const known = await queries.lockServer(tx, report.id)
    const conditions = evaluateReport(known?.conditions ?? [], { state: report.state, ...report.details }, await getSetting(tx, 'alarms'))
    const after = { ...report, conditions, reportTime: at }
    await queries.saveServer(tx, after)
    await queries.insertSample(tx, report, at)
    await updateAlarms(tx, known?.conditions ?? [], after, at)
    return known && { ...known, changed: known.state !== report.state || known.conditions.join() !== conditions.join() }
  })
  if (before === undefined || before.changed) notifyChange(context)
  return { rival: before !== undefined && before.reporter !== report.reporter && !isGone(before, at) }
}

/** A process ends in order: OFFLINE at once, an alarm only if it stays away. */
export async function takeGoodbye(context: Context, id: string, reporter: string): Promise<void> {
  const at = context.clock.now()
  const left = await inTransaction(context.db, async (tx) => {
    const known = await queries.lockServer(tx, id)
    // Another start of the same name may have taken over meanwhile.
    if (known === undefined || known.reporter !== reporter || known.state === 'DOWN') return false
    await queries.saveServer(tx, { ...known, state: 'DOWN', reportTime: at })
    return true
  })
  if (left) notifyChange(context)
}

/** Marks the servers that have fallen silent and raises their alarms; answers their ids. */
export async function markSilent(context: Context): Promise<string[]> {
  const { db, clock } = context
  const at = clock.now()
  const marked: string[] = []
  for (const id of await queries.findSilent(db, silentBefore(at))) {
    const done = await inTransaction(db, async (tx) => {
      const known = await queries.lockServer(tx, id)
      if (known === undefined || known.reportTime >= silentBefore(at) || known.conditions.includes(offline)) return false
      // What its services did is no longer known; how full its disk was still stands.
      const lasting = known.conditions.filter((one) => one === 'memory' || one === 'disk')
      const after = { ...known, state: stateWhenGone(known), conditions: [...lasting, offline] }
      await queries.saveServer(tx, after)
      await updateAlarms(tx, known.conditions, after, at)
      return true
    })
    if (done) marked.push(id)
  }
  if (marked.length > 0) notifyChange(context)
  return marked
}

export async function listServers({ db, clock }: Context): Promise<Server[]> {
  const at = clock.now()
  return (await queries.readServers(db)).map((one) => queries.toServer(asOf(one, at)))
}

async function getServer(db: Db, id: string): Promise<StoredServer> {
  const known = await queries.readServer(db, id)
  if (known === undefined) throw notFound(`There is no server ${id}.`)
  return known
}

export async function findServer({ db, clock }: Context, id: string): Promise<Server> {
  return queries.toServer(asOf(await getServer(db, id), clock.now()))
}

/** How its background jobs have run, as it last reported. */
export async function serverJobs({ db }: Context, id: string): Promise<ResultOf<(typeof endpoints)['jobs']>> {
  const { details, reportTime } = await getServer(db, id)
  return { jobList: details.jobs, reportTime: toEpoch(reportTime) }
}

/** The jobs of all processes that still report, by the name of the process. */
export async function jobsOfServers({ db, clock }: Context): Promise<{ server: string; jobs: JobReport[] }[]> {
  const at = clock.now()
  const reporting = (await queries.readServers(db)).filter((one) => one.type === 'esl' && !isGone(one, at))
  return reporting.map(({ id, details }) => ({ server: id, jobs: details.jobs }))
}

/** Takes a server off the list; its open alarms end. Refused (409) while it reports. One that comes back is listed again. */
export async function removeServer(context: Context, id: string): Promise<void> {
  const { db, clock } = context
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    const known = await queries.lockServer(tx, id)
    if (known === undefined) throw notFound(`There is no server ${id}.`)
    if (!isGone(known, at)) throw conflict(`Server ${id} still reports. Stop it first.`, 'server-reports')
    for (const type of ['SERVER STATUS ABNORMAL', 'DISK USAGE ABNORMAL', 'MEMORY USAGE ABNORMAL'] as const)
      await clearAlarm(tx, { storeCode: systemLocation, type, subject: id, at })
    await queries.deleteServer(tx, id)
  })
  notifyChange(context)
}

/** The minutes from `start` to `end` (epoch seconds), the last 24 hours unless told otherwise (specification 1 §9). */
export async function serverHistory(
  { db, clock }: Context,
  id: string,
  range: { start?: number | undefined; end?: number | undefined },
): Promise<{ start: number; end: number; data: ServerSample[] }> {
  await getServer(db, id)
  const end = range.end ?? (range.start === undefined ? toEpoch(clock.now()) : range.start + historyWindowSeconds)
  const start = range.start ?? end - historyWindowSeconds
  if (start > end) throw invalid('start: must not be after end', 'start')
  if (end - start > historyWindowSeconds) throw invalid('start: must be at most 24 hours before end', 'start')
  return { start, end, data: await queries.readSamples(db, id, fromEpoch(start), fromEpoch(end)) }
}

/** Drops minutes whose time is over; for the hourly housekeeping. */
export async function dropOldSamples({ db, clock }: Context): Promise<void> {
  await dropPartitionsBefore(db, 'server_samples', new Date(clock.now().getTime() - sampleRetentionDays * 86_400_000))
}

/**
 * The log files of a server, newest first, when it runs (or ran) on this machine. 409 names the machine when it is another one, and
 * what has no log of ours; 404 when there are no files.
 */
export async function serverLogFiles({ db }: Context, id: string): Promise<string[]> {
  const { type, details } = await getServer(db, id)
  if (type !== 'esl') throw conflict(`${id} is not a process of Endcap; its log is its own matter.`, 'server-without-log')
  const { logFolder, networkInformation } = details
  if (logFolder === null) throw conflict(`Server ${id} writes no log files.`, 'server-without-log')
  if (networkInformation.hostName !== hostname())
    throw conflict(`Server ${id} runs on ${networkInformation.hostName}: its log files are there, in ${logFolder}.`, 'server-on-other-host')
  const files = (await readdir(logFolder).catch(() => [])).filter((name) => logFilePattern.test(name))
  if (files.length === 0) throw notFound(`There are no log files of server ${id} in ${logFolder}.`)
  const age = (name: string) => Number(logFilePattern.exec(name)?.[1] ?? 0)
  return files.toSorted((a, b) => age(a) - age(b)).map((name) => join(logFolder, name))
}
