/** Starts the parts of one server process over its open database: broker, engine, HTTP, push, jobs. */
import { heartbeatSeconds } from '@endcap/contract/servers'
import { allJobs } from './all-jobs.ts'
import type { BrokerConnection } from './platform/broker/connection.ts'
import type { Config } from './platform/base/config.ts'
import type { Context } from './platform/context.ts'
import { startEngine } from './delivery/engine/engine.ts'
import { createMqttDriver } from './delivery/engine/link/mqtt-driver.ts'
import { startJobs } from './platform/jobs/start-jobs.ts'
import type { ProcessLog } from './platform/log.ts'
import { openBroker } from './open-broker.ts'
import { openContext, prepareData } from './open-context.ts'
import type { OpenDatabase } from './open-database.ts'
import { openHttp } from './open-http.ts'
import { startOwnBridge } from './own-bridge.ts'
import { keepsLease } from './chain/servers/checks.ts'
import { triesRendering } from './labels/rendering/render-check.ts'
import { createMonitor, type Monitor } from './chain/servers/monitor.ts'
import { version } from './platform/base/version.ts'
import { ensureAdministrator } from './people/session/accounts.service.ts'
import { relaySignals } from './platform/signals/broker-relay.ts'
import type { LiveCertificate } from './platform/tls/certificate.ts'
import type { OnStop } from './platform/base/undo.ts'

export interface Parts {
  addresses: { url: string; pushPort: number | undefined; mqttUrl: string }
  /** The administrator, when this start made one. */
  administrator: { email: string; password: string | undefined } | undefined
  context: Context
}
interface Start extends ProcessLog {
  config: Config
  holder: string
  signal: AbortSignal | undefined
  database: OpenDatabase
  certificate: LiveCertificate | undefined
  onStop: OnStop
}

/** How often one process of all looks whether another has fallen silent. */
const watchEveryMs = 5000

export async function startParts({ config, holder, signal, database, certificate, onStop, ...given }: Start): Promise<Parts> {
  const { log, name, folder } = given
  const context = openContext({ config, log, onStop, database })
  await prepareData(context, signal)
  database.keepDatabase()
  const monitor = createMonitor({ context, name, holder, logFolder: folder })
  await monitor.beat()
  signal?.throwIfAborted()
  const { mqttUrl, connection } = await openBroker(context, { monitor, certificate, onStop })
  await relaySignals(context.signals, connection, holder)
  onStop(() => monitor.goodbye().catch((error: unknown) => log.warn({ err: error }, 'leaving without a goodbye')))
  signal?.throwIfAborted()
  if (config.roles.includes('worker')) monitor.add('worker', triesRendering(context.labels))
  if (config.roles.includes('engine')) await openEngine(context, { holder, monitor, connection, onStop })
  signal?.throwIfAborted()
  const addresses = config.roles.includes('api')
    ? await openHttp(context, { monitor, certificate, onStop })
    : { url: '', pushPort: undefined }
  if (config.roles.includes('bridge') && addresses.url !== '') openBridge(context, { holder, url: addresses.url, monitor, onStop })
  keepWatch(context, monitor, onStop)
  const jobs = startJobs(context, allJobs, { holder })
  onStop(() => jobs.stop())
  signal?.throwIfAborted()
  // Last, when nothing can fail any more: a password that was made up is told once, and a start that fails tells none.
  const administrator = await ensureAdministrator(context)
  log.info({ server: name, version, roles: config.roles, url: addresses.url }, 'started')
  onStop(() => log.info({ server: name }, 'stopping'))
  return { addresses: { ...addresses, mqttUrl }, administrator, context }
}

interface Part {
  holder: string
  monitor: Monitor
  onStop: OnStop
}

async function openEngine(context: Context, { holder, monitor, connection, onStop }: Part & { connection: BrokerConnection }) {
  const engine = await startEngine({ context, holder, driver: createMqttDriver(connection) })
  onStop(() => engine.stop())
  monitor.add('engine', keepsLease(context.db, holder))
}

function openBridge(context: Context, { holder, url, monitor, onStop }: Part & { url: string }) {
  const { protocol, port } = new URL(url)
  const bridge = startOwnBridge(context, { holder, serverUrl: `${protocol}//127.0.0.1:${port}` })
  onStop(() => bridge.stop())
  monitor.add('bridge', bridge.check)
  bridge.wake()
}

/** From now on this process sends its heartbeat, and takes its turn in watching the others. */
function keepWatch({ jobs }: Context, monitor: Monitor, onStop: OnStop) {
  monitor.started()
  for (const loop of [
    jobs.start({ name: 'heartbeat', everyMs: heartbeatSeconds * 1000, work: monitor.beat }),
    jobs.start({ name: 'server-watch', everyMs: watchEveryMs, work: monitor.watch }),
  ]) {
    onStop(() => loop.stop())
    loop.wake()
  }
  onStop(() => monitor.end())
}
