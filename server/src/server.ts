/** Puts one server process together from its settings: database, broker, engine, HTTP, push. Used by main.ts and by whole-system tests. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { heartbeatSeconds } from '@endcap/contract/servers'
import { seedAliases } from './aliases/aliases.service.ts'
import { endAlarms, endAlarmsEveryMs } from './alarms/alarm-sweep.ts'
import { buildApp } from './app.ts'
import { createFolderBlobs } from './blobs/folder-blobs.ts'
import { dropLooseBlobs, dropUnfinished } from './blobs/tidy.ts'
import { connectBroker } from './broker/connection.ts'
import { startEmbeddedBroker } from './broker/embedded-broker.ts'
import { selfTest } from './broker/self-test.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { connect } from './db/connect.ts'
import { openFolders } from './db/data-folder.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { preparePartitions } from './db/partitions.ts'
import { refreshStatistics, statisticsEveryMs } from './db/statistics.ts'
import { startEngine } from './engine/engine.ts'
import { createMqttDriver } from './engine/link/mqtt-driver.ts'
import { startLoop } from './jobs/loop.ts'
import { createDoor, dropOldGatewayData } from './gateways/gateways.service.ts'
import { serveLayouts } from './http/layout-port.ts'
import { createListeners } from './http/listener.ts'
import { serveSockets } from './http/sockets.ts'
import { createLabelMaker } from './labels/maker.ts'
import { seedLayouts } from './layouts/layouts.service.ts'
import type { ProcessLog } from './log.ts'
import { createLiveMailer, mailSettingsEveryMs } from './mail/live-mailer.ts'
import { dropOldMails, sendNext } from './mail/outbox.ts'
import { watchMailer } from './mail/watched-mailer.ts'
import { createNotifier, notifyEveryMs } from './notifications/notifications.service.ts'
import { dropOldPapers } from './papers/papers.service.ts'
import { clearDeadImports } from './product-files/product-files.queries.ts'
import { playerPushPath, startPlayerPush } from './player/player-push.ts'
import { tidyPlayers } from './player/player.service.ts'
import { startPush } from './push/push.ts'
import { tidySensors } from './sensors/sensors.service.ts'
import { checkSecretKey } from './secrets/key-check.ts'
import { answers, keepsLease } from './servers/checks.ts'
import { createMonitor, watchEveryMs, type Monitor } from './servers/monitor.ts'
import { dropOldSamples } from './servers/servers.service.ts'
import { version } from './servers/version.ts'
import { createDecoders } from './decoders/pool.ts'
import { startOwnBridge } from './own-bridge.ts'
import { createScriptRunner } from './scripts/runner/runner.ts'
import { ensureAdministrator } from './session/accounts.service.ts'
import { dropOldDevices } from './session/devices.ts'
import { answerNextRequest, requestsEveryMs } from './session/door-requests.ts'
import { dropOldFailures } from './session/throttle.ts'
import { refreshDisplays, refreshEveryMs } from './settings/display-refresh.ts'
import { removeOldDaily, retentionEveryMs } from './settings/retention.ts'
import { getSetting } from './settings/settings.service.ts'
import { relaySignals } from './signals/broker-relay.ts'
import { createSignals } from './signals/signals.ts'
import { settleCollections, settleEveryMs } from './status-check/status-check.service.ts'
import { keepStores } from './store-jobs.ts'
import { dropOldUploads } from './uploads/uploads.service.ts'
import { dropOldMessages, tellEveryMs, tellNext } from './webhooks/outbox.ts'
import { openCertificate, type LiveCertificate } from './tls/certificate.ts'
import { startWorkerJobs } from './worker-jobs.ts'

export interface RunningServer {
  addresses: { url: string; pushPort: number | undefined; mqttUrl: string }
  /** The administrator, when this start made one. */
  administrator: { email: string; password: string | undefined } | undefined
  context: Context
  stop(): Promise<void>
}

/** Connections of one process to a PostgreSQL server. */
const serverPoolSize = 12
/**
 * The embedded database answers one connection at a time anyway, and two that speak at once mix up their unnamed statements
 * (docs/decisions/0002-one-connection-to-the-embedded-database.md).
 */
const embeddedPoolSize = 1

/** Undoes what was started, last first. */
function createUndo() {
  const steps: (() => Promise<unknown>)[] = []
  return {
    add: (step: () => Promise<unknown>) => void steps.push(step),
    run: async () => {
      const failed: unknown[] = []
      // One that fails, such as for a database that is gone, does not keep the others.
      for (const step of steps.toReversed()) await step().catch((error: unknown) => failed.push(error))
      if (failed.length > 0) throw failed[0]
    },
  }
}

/**
 * `holder` names this start of the process in leases; the name it is known by among the servers comes with its log. Once `signal` is
 * aborted the start goes no step further, undoes what it did, and rejects.
 */
export async function startServer({
  config,
  holder,
  signal,
  ...given
}: ProcessLog & { config: Config; holder: string; signal?: AbortSignal }): Promise<RunningServer> {
  const { log, name, folder } = given
  const undo = createUndo()
  try {
    // First: a setting that is wrong is told before anything is begun.
    const certificate = await openCertificate(config, { log, onStop: undo.add })
    openFolders(config, log)
    const { context, keepDatabase } = await openContext(config, log, undo.add, signal)
    await prepareData(context, signal)
    keepDatabase()
    const monitor = createMonitor({ context, name, holder, logFolder: folder })
    await monitor.beat()
    signal?.throwIfAborted()
    const { mqttUrl, connection } = await openBroker(context, monitor, certificate, undo.add)
    await relaySignals(context.signals, connection, holder)
    undo.add(() => monitor.goodbye().catch((error: unknown) => log.warn({ err: error }, 'leaving without a goodbye')))
    signal?.throwIfAborted()
    if (config.roles.includes('engine') || config.roles.includes('worker')) {
      const pool = config.roles.includes('worker') ? context.labels : undefined
      if (pool !== undefined) monitor.add('worker', () => tryRendering(pool))
      const engine = await startEngine({
        context,
        holder,
        imageBaseUpdate: async () => (await getSetting(context.db, 'system')).imageBaseUpdate,
        ...(config.roles.includes('engine') && { driver: createMqttDriver(connection) }),
        ...(pool !== undefined && { pool }),
      })
      undo.add(() => engine.stop())
      if (config.roles.includes('engine')) monitor.add('engine', keepsLease(context.db, holder))
    }
    if (config.roles.includes('worker')) {
      startWorkerJobs(context, holder, undo.add)
    }
    const partitions = startLoop({
      name: 'partitions',
      everyMs: 3_600_000,
      log,
      work: async () => {
        await preparePartitions(context.db, context.clock.now())
        await dropOldSamples(context)
        await dropOldGatewayData(context)
        await tidySensors(context)
        await dropOldPapers(context)
        await dropOldMails(context)
        await dropOldFailures(context.db, context.clock.now())
        await dropOldDevices(context.db, context.clock.now())
        await dropOldMessages(context)
        await dropOldUploads(context)
        await tidyPlayers(context)
        await dropLooseBlobs(context)
        await dropUnfinished(context)
        return false
      },
    })
    undo.add(() => partitions.stop())
    const embedded = config.databaseUrl === undefined
    const statistics = startLoop({
      name: 'statistics',
      everyMs: statisticsEveryMs,
      log,
      work: () => refreshStatistics(context.db, { holder, embedded }).then(() => false),
    })
    undo.add(() => statistics.stop())
    signal?.throwIfAborted()
    const addresses = config.roles.includes('api')
      ? await serveHttp(context, monitor, certificate, undo.add)
      : { url: '', pushPort: undefined }
    if (config.roles.includes('bridge') && addresses.url !== '') {
      const { protocol, port } = new URL(addresses.url)
      const bridge = startOwnBridge(context, { holder, serverUrl: `${protocol}//127.0.0.1:${port}` })
      undo.add(() => bridge.stop())
      monitor.add('bridge', bridge.check)
      bridge.wake()
    }
    keepWatch(monitor, log, undo.add)
    keepTelling(context, holder, undo.add)
    keepStores(context, holder, undo.add)
    signal?.throwIfAborted()
    // Last, when nothing can fail any more: a password that was made up is told once, and a start that fails tells none.
    const administrator = await ensureAdministrator(context)
    log.info({ server: name, version, roles: config.roles, url: addresses.url }, 'started')
    undo.add(async () => log.info({ server: name }, 'stopping'))
    return { addresses: { ...addresses, mqttUrl }, administrator, context, stop: undo.run }
  } catch (error) {
    await undo.run().catch(() => undefined)
    throw error
  }
}

type Add = (step: () => Promise<unknown>) => void

/** From now on this process sends its heartbeat, and takes its turn in watching the others. */
function keepWatch(monitor: Monitor, log: Context['log'], onStop: Add) {
  monitor.started()
  const quiet = (work: () => Promise<unknown>) => () => work().then(() => false)
  for (const loop of [
    startLoop({ name: 'heartbeat', everyMs: heartbeatSeconds * 1000, log, work: quiet(monitor.beat) }),
    startLoop({ name: 'server watch', everyMs: watchEveryMs, log, work: quiet(monitor.watch) }),
  ]) {
    onStop(() => loop.stop())
    loop.wake()
  }
  onStop(async () => monitor.end())
}

/** From now on this process takes its turn in ending alarms and in finding what is to be mailed, and sends mails. */
function keepTelling(context: Context, holder: string, onStop: Add) {
  const { log } = context
  const notifier = createNotifier(context, holder)
  onStop(() => notifier.stop())
  const mails = startLoop({ name: 'mails', everyMs: notifyEveryMs, log, work: () => sendNext(context) })
  const answerAtDoor = async () => {
    const answered = await answerNextRequest(context)
    if (answered) mails.wake()
    return answered
  }
  const requests = startLoop({ name: 'door requests', everyMs: requestsEveryMs, log, work: answerAtDoor })
  const forgetRequests = context.signals.on('door-requests', () => requests.wake())
  onStop(async () => forgetRequests())
  onStop(() => requests.stop())
  const notify = async () => {
    if ((await notifier.sweep()) > 0) mails.wake()
    return false
  }
  const refresh = startLoop({
    name: 'display refresh',
    everyMs: refreshEveryMs,
    log,
    work: () => refreshDisplays(context).then(() => false),
  })
  const forget = context.signals.on('settings', () => refresh.wake())
  onStop(async () => forget())
  for (const loop of [
    mails,
    refresh,
    startLoop({ name: 'retention', everyMs: retentionEveryMs, log, work: () => removeOldDaily(context).then(() => false) }),
    startLoop({ name: 'notifications', everyMs: notifyEveryMs, log, work: notify }),
    startLoop({ name: 'status checks', everyMs: settleEveryMs, log, work: () => settleCollections(context).then(() => false) }),
    // Several at a time, so that a receiver that is slow does not hold up the others.
    ...[1, 2, 3].map(() => startLoop({ name: 'webhooks', everyMs: tellEveryMs, log, work: () => tellNext(context) })),
    startLoop({ name: 'alarms', everyMs: endAlarmsEveryMs, log, work: () => endAlarms(context, holder).then(() => false) }),
  ])
    onStop(() => loop.stop())
}

/** A job that has nothing to draw goes through the queue and a thread, and comes back with that. */
async function tryRendering(pool: Context['labels']): Promise<string> {
  const began = performance.now()
  const job = { layoutKey: '', definition: {}, tagType: '', products: [], aliases: [], locale: 'en', currency: '' }
  const [result] = await pool.render([job])
  if (result?.failure?.reason !== 'unknown-model') throw new Error(result?.failure?.detail ?? 'the render threads do not answer')
  return `${Math.round(performance.now() - began)} ms`
}

/** `keepDatabase`: from then on the embedded database is started again by itself. Until its tables are made, statements may take long. */
async function openContext(
  config: Config,
  log: Context['log'],
  onStop: Add,
  signal: AbortSignal | undefined,
): Promise<{ context: Context; keepDatabase: () => void }> {
  let url = config.databaseUrl
  let keepDatabase = () => {}
  if (url === undefined) {
    const database = await startEmbedded({ folder: config.dataFolder, signal })
    onStop(() => database.stop())
    signal?.addEventListener('abort', () => database.hurry(), { once: true })
    keepDatabase = () =>
      database.keep({
        log,
        onEnd: (reason) => {
          log.fatal(`${reason}. The server ends, too.`)
          process.exit(1)
        },
      })
    url = database.url
  }
  const db = connect(url, { poolSize: config.databaseUrl === undefined ? embeddedPoolSize : serverPoolSize })
  onStop(() => db.destroy())
  const labels = createLabelMaker({ db, clock: systemClock, log })
  onStop(() => labels.stop())
  const scripts = createScriptRunner({ cacheFolder: config.scriptFolder, log })
  onStop(() => scripts.stop())
  const decoders = createDecoders({ log })
  onStop(() => decoders.stop())
  const base = {
    db,
    config,
    log,
    labels,
    scripts,
    decoders,
    clock: systemClock,
    blobs: createFolderBlobs(config.blobFolder),
    signals: createSignals(),
  }
  const mailer = createLiveMailer(base)
  const settings = startLoop({ name: 'mail settings', everyMs: mailSettingsEveryMs, log, work: () => mailer.refresh().then(() => false) })
  const forget = base.signals.on('settings', () => settings.wake())
  onStop(() => {
    forget()
    return settings.stop()
  })
  return { context: { ...base, mailer: watchMailer(mailer, base) }, keepDatabase }
}

async function prepareData(context: Context, signal: AbortSignal | undefined) {
  const { db, clock } = context
  await migrate(db, { signal })
  await checkSecretKey(context)
  await preparePartitions(db, clock.now())
  await seedAliases(db)
  await seedLayouts(db)
  await clearDeadImports(db, clock.now())
  context.signals.notify('settings', {})
}

async function openBroker(context: Context, monitor: Monitor, certificate: LiveCertificate | undefined, onStop: Add) {
  const { config, log, signals } = context
  const embedded =
    config.mqttUrl === undefined
      ? await startEmbeddedBroker({
          port: config.mqttPort,
          securePort: config.mqttsPort,
          certificate,
          host: config.host,
          log,
          authenticate: createDoor(context),
        })
      : undefined
  if (embedded !== undefined) {
    onStop(() => embedded.stop())
    const forget = signals.on('gateway-locked-out', ({ gwMac }) => embedded.drop(gwMac))
    onStop(async () => forget())
  }
  const url = config.mqttUrl ?? embedded?.url ?? ''
  const connection = await connectBroker({
    url: config.mqttUrl ?? embedded?.ownUrl ?? '',
    caFile: config.mqttCaFile,
    clientId: `endcap-${randomUUID()}`,
    log,
    ...(embedded !== undefined && { username: embedded.username, password: embedded.password }),
  })
  onStop(() => connection.close())
  await selfTest(connection)
  if (embedded !== undefined) monitor.listens('mqtt', embedded.port)
  monitor.broker(connection, { url, embedded })
  return { mqttUrl: url, connection }
}

async function serveHttp(
  context: Context,
  monitor: Monitor,
  certificate: LiveCertificate | undefined,
  onStop: Add,
): Promise<{ url: string; pushPort: number | undefined }> {
  const { config } = context
  const listeners = createListeners(certificate)
  const secure = certificate !== undefined
  const app = await buildApp(context, listeners)
  const push = startPush(context)
  onStop(() => app.close())
  onStop(() => push.stop())
  const players = startPlayerPush(context)
  onStop(() => players.stop())
  serveSockets(app.server, { '/push': push.sockets, [playerPushPath]: players.sockets })
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw new Error(
      `The server cannot listen on port ${config.port}: ${error instanceof Error ? error.message : ''}. Choose another with ENDCAP_PORT.`,
    )
  })
  const pushPort = await push.listen(config.pushPort, config.host, listeners).catch((error: unknown) => {
    throw new Error(
      `The push channel cannot listen on port ${config.pushPort}: ${error instanceof Error ? error.message : ''}. Choose another with ENDCAP_PUSH_PORT.`,
    )
  })
  // Nobody is shut out when something else has it: the console has the layouts, too.
  await serveLayouts(app, { port: config.layoutPort, host: config.host, listeners }).then(
    (layouts) => onStop(() => layouts.stop()),
    (error: unknown) =>
      context.log.warn(
        { err: error },
        `Layouts have no port of their own: ${config.layoutPort} cannot be listened on (ENDCAP_LAYOUT_PORT).`,
      ),
  )
  // The server listens on TCP, so its address is one.
  const { port } = app.server.address() as AddressInfo
  monitor.listens('http', port)
  monitor.add('api', answers({ host: config.host, port, path: '/health', code: 200, secure }))
  monitor.listens('push', pushPort)
  monitor.add('push', answers({ host: config.host, port: pushPort, path: '/', code: 426, secure }))
  return { url: `${secure ? 'https' : 'http'}://localhost:${port}`, pushPort }
}
