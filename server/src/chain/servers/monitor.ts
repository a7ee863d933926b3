/**
 * The heartbeat of one process: tries each of its parts, looks at its machine, and reports. One process at a time, by a lease, also watches
 * what cannot report itself (database, broker) and notices who has fallen silent. Any process may: when the last engine is gone,
 * that must not go unnoticed.
 */
import { resolve } from 'node:path'
import { heartbeatSeconds, offlineAfterSeconds, type portNames, type ServiceName, type ServiceStatus } from '@endcap/contract/servers'
import { sql } from 'kysely'
import type { BrokerConnection } from '../../platform/broker/connection.ts'
import type { EmbeddedBroker } from '../../platform/broker/embedded-broker.ts'
import type { Context } from '../../platform/context.ts'
import { holdLease, releaseLease } from '../../platform/db/leases.ts'
import { readMachine, readNetwork } from './machine.ts'
import { observeDatabase } from './observe-database.ts'
import { embeddedBrokerId, watchBroker, type BrokerWatch } from './observe-broker.ts'
import { markSilent, nothingTold, takeGoodbye, takeReport, type ServerReport } from './servers.service.ts'
import { version } from '../../platform/base/version.ts'

/** A part that has not answered by then does not work. */
const checkMs = 5000
/** How long the watch lasts if this process dies; on the database's clock. */
const leaseSeconds = 20
const leaseName = 'servers'

/** Tries a part: answers a remark such as the time it took, rejects when it does not work. */
type Check = () => Promise<string | null>

export interface Monitor {
  /** From now on this part is tried with every heartbeat. */
  add(part: ServiceName, check: Check): void
  listens(name: (typeof portNames)[number], port: number): void
  /** The broker this process uses: `embedded` when it is a thread of its own, else `url` tells where it is. */
  broker(connection: BrokerConnection, place: { url: string; embedded: EmbeddedBroker | undefined }): void
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

async function tryPart(name: ServiceName, check: Check, ended: Promise<never>): Promise<ServiceStatus> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${checkMs / 1000} s`)), checkMs)
  })
  try {
    return { name, status: 'OK', detail: await Promise.race([check(), late, ended]) }
  } catch (error) {
    return { name, status: 'NG', detail: error instanceof Error ? error.message.slice(0, 200) : 'does not work' }
  } finally {
    clearTimeout(timer)
  }
}

export function createMonitor({ context, name, holder, logFolder }: Options): Monitor {
  const { db, clock, config, log, jobs } = context
  const checks = new Map<ServiceName, Check>()
  const ports: ServerReport['details']['networkInformation']['ports'] = []
  const startedAt = clock.now()
  let [starting, beats, warned] = [true, 0, false]
  let observed: Date | undefined
  let broker: { watch: BrokerWatch; embedded: boolean } | undefined

  const ending = new AbortController()
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(new Error('the process ends')), { once: true })
  })
  ended.catch(() => undefined)

  checks.set('database', async () => {
    const began = performance.now()
    await sql`select 1`.execute(db)
    return `${Math.round(performance.now() - began)} ms`
  })

  async function report(): Promise<ServerReport> {
    const [machine, serviceStatusList] = await Promise.all([
      readMachine(config.dataFolder),
      Promise.all([...checks].map(([part, check]) => tryPart(part, check, ended))),
    ])
    return {
      id: name,
      type: 'esl',
      name,
      reporter: holder,
      state: starting ? 'STARTUP' : null,
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

  async function observe(): Promise<void> {
    const url = config.databaseUrl
    for (const one of await observeDatabase(db, { url, reporter: holder, hostName: readNetwork().hostName })) await takeReport(context, one)
    if (broker?.embedded === false) await observeBroker(broker.watch)
  }

  /** Without an answer no report: it falls silent. */
  async function observeBroker(watch: BrokerWatch): Promise<void> {
    const seen = await Promise.race([watch.observe(holder), ended]).catch(() => undefined)
    if (seen !== undefined) await takeReport(context, seen)
  }

  return {
    add: (part, check) => void checks.set(part, check),
    listens: (port, number) => void ports.push({ name: port, port: number }),
    broker: (connection, { url, embedded }) => {
      const watch = watchBroker(connection, { url, embedded, processName: name, hostName: readNetwork().hostName })
      broker = { watch, embedded: embedded !== undefined }
      checks.set('broker', async () => `${await watch.ping()} ms`)
    },
    started: () => {
      starting = false
    },
    beat: async () => {
      const found = await report()
      if (ending.signal.aborted) return
      const { rival } = await takeReport(context, found)
      // The first one may follow right upon a predecessor that was killed.
      if (rival && beats > 0 && !warned) log.warn({ name }, 'another process reports under the same name: set ENDCAP_NAME')
      warned ||= rival && beats > 0
      beats++
      if (broker?.embedded === true) await observeBroker(broker.watch)
    },
    watch: async () => {
      // At most one process watches.
      if (!(await holdLease(db, leaseName, holder, leaseSeconds))) return []
      const at = clock.now()
      if (observed === undefined || at.getTime() - observed.getTime() >= heartbeatSeconds * 1000) {
        await observe()
        observed = at
      }
      // Who was not there cannot say that others were silent: after a common restart they may come a moment later.
      if (at.getTime() - startedAt.getTime() < offlineAfterSeconds * 1000) return []
      const silent = await markSilent(context)
      for (const id of silent) log.warn({ server: id }, 'a server has fallen silent')
      return silent
    },
    end: () => ending.abort(),
    goodbye: async () => {
      await takeGoodbye(context, name, holder)
      if (broker?.embedded === true) await takeGoodbye(context, embeddedBrokerId(name), holder)
      await releaseLease(db, leaseName, holder)
    },
  }
}
