/** Puts one server process together from its settings: database, broker, engine, HTTP, push. Used by main.ts and by whole-system tests. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { seedAliases } from './aliases/aliases.service.ts'
import { buildApp } from './app.ts'
import { createFolderBlobs } from './blobs/folder-blobs.ts'
import { connectBroker } from './broker/connection.ts'
import { startEmbeddedBroker } from './broker/embedded-broker.ts'
import { selfTest } from './broker/self-test.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { connect } from './db/connect.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { preparePartitions } from './db/partitions.ts'
import { startEngine } from './engine/engine.ts'
import { createMqttDriver } from './engine/link/mqtt-driver.ts'
import { startLoop } from './engine/loop.ts'
import { startRenderPool } from './engine/render/pool.ts'
import { authenticateGateway } from './gateways/gateways.service.ts'
import { seedLayouts } from './layouts/layouts.service.ts'
import { createMailer } from './mail/mailer.ts'
import { clearDeadImports } from './product-files/product-files.queries.ts'
import { startPush } from './push/push.ts'
import { ensureAdministrator } from './session/accounts.service.ts'
import { getSetting } from './settings/settings.service.ts'
import { relaySignals } from './signals/broker-relay.ts'
import { createSignals } from './signals/signals.ts'

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
      for (const step of steps.toReversed()) await step()
    },
  }
}

export async function startServer({ config, log, holder }: { config: Config; log: Logger; holder: string }): Promise<RunningServer> {
  const undo = createUndo()
  try {
    const context = await openContext(config, log, undo.add)
    await prepareData(context)
    const { mqttUrl, connection } = await openBroker(context, undo.add)
    await relaySignals(context.signals, connection, holder)
    if (config.roles.includes('engine') || config.roles.includes('worker')) {
      const pool = config.roles.includes('worker') ? startRenderPool({ log }) : undefined
      if (pool !== undefined) undo.add(() => pool.stop())
      const engine = await startEngine({
        context,
        holder,
        imageBaseUpdate: async () => (await getSetting(context.db, 'system')).imageBaseUpdate,
        ...(config.roles.includes('engine') && { driver: createMqttDriver(connection) }),
        ...(pool !== undefined && { pool }),
      })
      undo.add(() => engine.stop())
    }
    const partitions = startLoop({
      name: 'partitions',
      everyMs: 3_600_000,
      log,
      work: () => preparePartitions(context.db, context.clock.now()).then(() => false),
    })
    undo.add(() => partitions.stop())
    const addresses = config.roles.includes('api') ? await serveHttp(context, undo.add) : { url: '', pushPort: undefined }
    // Last, when nothing can fail any more: a password that was made up is told once, and a start that fails tells none.
    const administrator = await ensureAdministrator(context)
    return { addresses: { ...addresses, mqttUrl }, administrator, context, stop: undo.run }
  } catch (error) {
    await undo.run().catch(() => undefined)
    throw error
  }
}

type Add = (step: () => Promise<unknown>) => void

async function openContext(config: Config, log: Logger, onStop: Add): Promise<Context> {
  let url = config.databaseUrl
  if (url === undefined) {
    const database = await startEmbedded({ folder: config.dataFolder })
    onStop(() => database.stop())
    database.onExit(() => {
      log.fatal('The embedded database ended; so does the server.')
      process.exit(1)
    })
    url = database.url
  }
  const db = connect(url, { poolSize: config.databaseUrl === undefined ? embeddedPoolSize : serverPoolSize })
  onStop(() => db.destroy())
  return {
    db,
    config,
    log,
    clock: systemClock,
    blobs: createFolderBlobs(config.blobFolder),
    signals: createSignals(),
    mailer: createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom }),
  }
}

async function prepareData({ db, clock }: Context) {
  await migrate(db)
  await preparePartitions(db, clock.now())
  await seedAliases(db)
  await seedLayouts(db)
  await clearDeadImports(db, clock.now())
}

async function openBroker({ db, config, log }: Context, onStop: Add) {
  const embedded =
    config.mqttUrl === undefined
      ? await startEmbeddedBroker({
          port: config.mqttPort,
          host: config.host,
          log,
          authenticate: (mac, secret) => authenticateGateway(db, mac, secret),
        })
      : undefined
  if (embedded !== undefined) onStop(() => embedded.stop())
  const url = config.mqttUrl ?? embedded?.url ?? ''
  const connection = await connectBroker({
    url,
    clientId: `endcap-${randomUUID()}`,
    log,
    ...(embedded !== undefined && { username: embedded.username, password: embedded.password }),
  })
  onStop(() => connection.close())
  await selfTest(connection)
  return { mqttUrl: url, connection }
}

async function serveHttp(context: Context, onStop: Add): Promise<{ url: string; pushPort: number | undefined }> {
  const { config } = context
  const app = await buildApp(context)
  const push = startPush(context)
  onStop(() => app.close())
  onStop(() => push.stop())
  push.attach(app.server)
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw new Error(
      `The server cannot listen on port ${config.port}: ${error instanceof Error ? error.message : ''}. Choose another with ENDCAP_PORT.`,
    )
  })
  const pushPort = await push.listen(config.pushPort, config.host).catch((error: unknown) => {
    throw new Error(
      `The push channel cannot listen on port ${config.pushPort}: ${error instanceof Error ? error.message : ''}. Choose another with ENDCAP_PUSH_PORT.`,
    )
  })
  // The server listens on TCP, so its address is one.
  const { port } = app.server.address() as AddressInfo
  return { url: `http://localhost:${port}`, pushPort }
}
