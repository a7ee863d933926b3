/** Opens the database: kysely on the pg driver, for the embedded database and for a PostgreSQL server alike. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './prepared.ts'
import type { Database, Db } from './schema.ts'

/** PostgreSQL's type numbers. */
const dateType = pg.types.builtins.DATE

export interface ConnectOptions {
  poolSize?: number
  /** A statement that runs longer is broken off (SQLSTATE 57014). */
  statementTimeoutMs?: number
  /** Of a PostgreSQL server: it keeps plans (prepared.ts). */
  prepares?: boolean
  /** Called with the text of each statement that was sent. */
  onStatement?: ((text: string) => void) | undefined
}

/** Cancels a query beside the pool (list-time.ts). One that breaks leaves the query to its time limit, and must not end the process. */
class ControlClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}

/** bigint stays text, date stays `YYYY-MM-DD`, timestamptz becomes Date. */
export function connect(
  url: string,
  { poolSize = 10, statementTimeoutMs = 60_000, prepares = false, onStatement }: ConnectOptions = {},
): Db {
  const pool = new pg.Pool({
    ...(prepares && { Client: PreparingClient }),
    connectionString: url,
    max: poolSize,
    statement_timeout: statementTimeoutMs,
    application_name: 'endcap',
    // Queries are many and short: compiling one takes longer than it runs.
    options: '-c jit=off',
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    types: {
      getTypeParser: (type, format) => (type === dateType ? (text: string) => text : pg.types.getTypeParser(type, format)),
    },
  })
  // An idle connection that breaks is replaced by the pool; the next query tells whether the database is gone.
  pool.on('error', () => undefined)
  // One that breaks in the middle of a query fails that query; without a listener it would end the process as well.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool, controlClient: ControlClient }),
    ...(onStatement && { log: ({ query }) => onStatement(query.sql) }),
  })
}
