/**
 * The heartbeat of one process: tries each of its parts, looks at its machine, and reports. One process at a time, by a lease, also watches
 * what cannot report itself (database, broker) and notices who has fallen silent. Any process may: when the last engine is gone,
 * that must not go unnoticed.
 */
import { resolve } from 'node:path'
import { heartbeatSeconds, offlineAfterSeconds, type portNames, type ServiceName } from '@endcap/contract/servers'
import { sql } from 'kysely'
import type { BrokerConnection } from '../../platform/broker/connection.ts'
import type { EmbeddedBroker } from '../../platform/broker/embedded-broker.ts'
import type { Context } from '../../platform/context.ts'
import { holdLease, releaseLease } from '../../platform/db/leases.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readMachine, readNetwork } from './machine.ts'
import { observeDatabase } from './observe-database.ts'
import { embeddedBrokerId, watchBroker, type BrokerWatch } from './observe-broker.ts'
import { markSilent, nothingTold, takeGoodbye, takeReport, type ServerReport } from './servers.service.ts'
import { tryParts, type Check } from './try-parts.ts'
import { version } from '../../platform/base/version.ts'

/** How long the watch lasts if this process dies; on the database's clock. */
const leaseSeconds = 20
const leaseName = 'servers'

interface BrokerPlace {
  url: string
  embedded: EmbeddedBroker | undefined
}

export interface Monitor {
  /** From now on this part is tried with every heartbeat. */
  add(part: ServiceName, check: Check): void
  listens(name: (typeof portNames)[number], port: number): void
  /** The broker this process uses: `embedded` when it is a thread of its own, else `url` tells where it is. */
  broker(connection: BrokerConnection, place: BrokerPlace): void
  /** The start is over: the state STARTUP ends. */
  started(): void
  /** One heartbeat; every 15 s. */
  beat(): Promise<void>
  /** One round of the watch, if it is this process's turn; every 5 s. Answers the servers found silent. */
  watch(): Promise<string[]>
  /** The process is about to end: nothing that is under way here is waited for any more. */
  end(): void
  /** The last word, after `end` and the last `beat`. */
  goodbye(): Promise<void>
}

interface Options {
  context: Context
  /** Its name among the servers. */
  name: string
  /** Names this start of it. */
  holder: string
  logFolder: string | undefined
}

interface State extends Options {
  checks: Map<ServiceName, Check>
  ports: ServerReport['details']['networkInformation']['ports']
  startedAt: Date
  /** Until the process says that its start is over. */
  starting: boolean
  /** Heartbeats so far. */
  beats: number
  /** A rival under the same name was reported. */
  warned: boolean
  /** When this process last looked at what cannot report itself. */
  observed: Date | undefined
  broker: { watch: BrokerWatch; embedded: boolean } | undefined
  ending: AbortController
  /** Rejects when the process is about to end. */
  ended: Promise<never>
}

/** Reports nothing by itself: its jobs call `beat` and `watch`. */
export function createMonitor(options: Options): Monitor {
  const { db, clock } = options.context
  const ending = new AbortController()
  const monitor: State = {
    ...options,
    checks: new Map([['database', () => pingDatabase(db)]]),
    ports: [],
    startedAt: clock.now(),
    starting: true,
    beats: 0,
    warned: false,
    observed: undefined,
    broker: undefined,
    ending,
    ended: rejectAtEnd(ending.signal),
  }
  return {
    add: (part, check) => void monitor.checks.set(part, check),
    listens: (port, number) => void monitor.ports.push({ name: port, port: number }),
    broker: (connection, place) => useBroker(monitor, connection, place),
    started: () => {
      monitor.starting = false
    },
    beat: () => beat(monitor),
    watch: () => watch(monitor),
    end: () => ending.abort(),
    goodbye: () => goodbye(monitor),
  }
}

function rejectAtEnd(signal: AbortSignal): Promise<never> {
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the process ends')), { once: true })
  })
  ended.catch(() => undefined)
  return ended
}

async function pingDatabase(db: Db): Promise<string> {
  const began = performance.now()
  await sql`select 1`.execute(db)
  return `${Math.round(performance.now() - began)} ms`
}

function useBroker(monitor: State, connection: BrokerConnection, { url, embedded }: BrokerPlace): void {
  const watch = watchBroker(connection, { url, embedded, processName: monitor.name, hostName: readNetwork().hostName })
  monitor.broker = { watch, embedded: embedded !== undefined }
  monitor.checks.set('broker', async () => `${await watch.ping()} ms`)
}

async function beat(monitor: State): Promise<void> {
  const { context, name, ending } = monitor
  const found = await reportOf(monitor)
  if (ending.signal.aborted) return
  const { rival } = await takeReport(context, found)
  // The first one may follow right upon a predecessor that was killed.
  if (rival && monitor.beats > 0 && !monitor.warned)
    context.log.warn({ name }, 'another process reports under the same name: set ENDCAP_NAME')
  monitor.warned ||= rival && monitor.beats > 0
  monitor.beats++
  if (monitor.broker?.embedded === true) await observeBroker(monitor, monitor.broker.watch)
}

async function reportOf(monitor: State): Promise<ServerReport> {
  const { context, name, holder, logFolder, checks, ports, startedAt, ended } = monitor
  const { config, jobs } = context
  const [machine, serviceStatusList] = await Promise.all([readMachine(config.dataFolder), tryParts(checks, ended)])
  return {
    id: name,
    type: 'esl',
    name,
    reporter: holder,
    state: monitor.starting ? 'STARTUP' : null,
    startedAt,
    details: {
      ...nothingTold,
      ...machine,
      diskPath: resolve(config.dataFolder),
      processMemory: process.memoryUsage.rss(),
      version,
      roles: [...config.roles],
      serviceStatusList,
      networkInformation: { ...readNetwork(), ports },
      logFolder: logFolder ?? null,
      jobs: jobs.reports(),
    },
  }
}

async function watch(monitor: State): Promise<string[]> {
  const { context, holder, startedAt } = monitor
  // At most one process watches.
  if (!(await holdLease(context.db, leaseName, holder, leaseSeconds))) return []
  const at = context.clock.now()
  const { observed } = monitor
  if (observed === undefined || at.getTime() - observed.getTime() >= heartbeatSeconds * 1000) {
    await observe(monitor)
    monitor.observed = at
  }
  // Who was not there cannot say that others were silent: after a common restart they may come a moment later.
  if (at.getTime() - startedAt.getTime() < offlineAfterSeconds * 1000) return []
  const silent = await markSilent(context)
  for (const id of silent) context.log.warn({ server: id }, 'a server has fallen silent')
  return silent
}

/** Reports for what cannot report itself. */
async function observe(monitor: State): Promise<void> {
  const { context, holder } = monitor
  const { db, config } = context
  const url = config.databaseUrl
  for (const one of await observeDatabase(db, { url, reporter: holder, hostName: readNetwork().hostName })) await takeReport(context, one)
  const { broker } = monitor
  if (broker?.embedded === false) await observeBroker(monitor, broker.watch)
}

/** Without an answer no report: it falls silent. */
async function observeBroker({ context, holder, ended }: State, watch: BrokerWatch): Promise<void> {
  const seen = await Promise.race([watch.observe(holder), ended]).catch(() => undefined)
  if (seen !== undefined) await takeReport(context, seen)
}

async function goodbye(monitor: State): Promise<void> {
  const { context, name, holder } = monitor
  await takeGoodbye(context, name, holder)
  if (monitor.broker?.embedded === true) await takeGoodbye(context, embeddedBrokerId(name), holder)
  await releaseLease(context.db, leaseName, holder)
}
