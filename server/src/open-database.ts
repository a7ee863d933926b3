/** Opens the database of one process: the embedded one, which it starts, or the server of the settings. */
import type { Logger } from 'pino'
import type { Config } from './platform/base/config.ts'
import type { OnStop } from './platform/base/undo.ts'
import type { ConnectOptions } from './platform/db/connect.ts'
import { startEmbedded } from './platform/db/embedded.ts'

/** Connections of one process to a PostgreSQL server. */
const serverPoolSize = 12
/**
 * The embedded database answers one connection at a time anyway, and two that speak at once mix up their unnamed statements
 * (docs/decisions/0002-one-connection-to-the-embedded-database.md).
 */
const embeddedPoolSize = 1

export interface OpenDatabase {
  url: string
  connection: ConnectOptions
  /** From then on the embedded database is started again by itself. Until its tables are made, statements may take long. */
  keepDatabase(): void
}
interface Opening {
  config: Config
  log: Logger
  onStop: OnStop
  signal: AbortSignal | undefined
}

export async function openDatabase({ config, log, onStop, signal }: Opening): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, connection: { poolSize: serverPoolSize, prepares: true }, keepDatabase: () => {} }
  const database = await startEmbedded({ folder: config.dataFolder, signal })
  onStop(() => database.stop())
  signal?.addEventListener('abort', () => database.hurry(), { once: true })
  const onEnd = (reason: string) => {
    log.fatal(`${reason}. The server ends, too.`)
    process.exit(1)
  }
  return { url: database.url, connection: { poolSize: embeddedPoolSize }, keepDatabase: () => database.keep({ log, onEnd }) }
}
