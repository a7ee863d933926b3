/** Servers that start at the same moment on one PostgreSQL all come up: on an empty database, without partitions, and after a crash of everything. */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { need, setStage } from './stage.ts'
import { administrator, signIn, type ServerProcess } from './system.ts'

const stage = setStage()
const together = [1, 2, 3] as const

/** Starts three servers, and keeps a table from them until all of them stand before it. */
async function startAll(database: string, table: string, ports: ServerProcess['ports'][] = []): Promise<ServerProcess[]> {
  const holder = new pg.Client({ connectionString: database })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`lock table ${table} in access exclusive mode`)
  const env = { DATABASE_URL: database, ENDCAP_BLOBS: `${stage.folder}/blobs`, ENDCAP_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
  const starting = Promise.allSettled(
    together.map((place) => {
      const at = ports[place - 1]
      return stage.startServer({ env, dataFolder: `${stage.folder}/${place}`, ...(at !== undefined && { ports: at }) })
    }),
  )
  const waiting = `select count(distinct pid)::int as n from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`
  while ((await holder.query<{ n: number }>(waiting)).rows[0]!.n < together.length) await wait(50)
  await holder.query('rollback')
  await holder.end()
  const ended = await starting
  expect(ended.filter((one) => one.status === 'rejected')).toEqual([])
  return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

async function query<T extends pg.QueryResultRow>(database: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<T>(text)
  await client.end()
  return rows
}

async function emptyDatabase(name: string): Promise<string | undefined> {
  const database = await stage.postgres()
  if ('missing' in database) return undefined
  await query(database.url, `create database ${name} template template0`)
  const url = new URL(database.url)
  url.pathname = name
  return url.href
}

test('three servers come up on an empty database, and after all of them were killed', async (context) => {
  const database = await emptyDatabase('together_empty')
  if (database === undefined) return need(context, 'PostgreSQL is not installed: apt-get install postgresql')
  // They all stand before the table that each makes first.
  await query(
    database,
    'create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const first = await startAll(database, 'migrations')
  expect(await query(database, 'select email from accounts')).toEqual([{ email: administrator.email }])
  for (const { url } of first) await signIn(url)
  await Promise.all(first.map((server) => server.kill()))
  const again = await startAll(
    database,
    'migrations',
    first.map(({ ports }) => ports),
  )
  for (const { url } of again) await signIn(url)
  expect(await query(database, 'select email from accounts')).toHaveLength(1)
  await Promise.all(again.map((server) => server.stop()))
})

test('three servers come up where no partition is there yet', async (context) => {
  const database = await stage.postgres()
  if ('missing' in database) return need(context, database.missing)
  const servers = await startAll(database.url, 'ledger')
  for (const { url } of servers) await signIn(url)
  await Promise.all(servers.map((server) => server.stop()))
})
