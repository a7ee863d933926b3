/** Runs the numbered migrations that are missing, each in one transaction. Safe when several processes start at once. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from './schema.ts'
import { inStartUpTurn } from './start-up-turn.ts'
import { sqlState } from './sql-state.ts'

const folder = new URL('./migrations/', import.meta.url)

interface Migration {
  name: string
  checksum: string
  text: string
}

async function readMigrations(from: URL): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, from), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Names of what this version of the server can apply, first to last. */
export const knownMigrations = async (): Promise<string[]> => (await readMigrations(folder)).map(({ name }) => name)

/** Names of what was applied to the database, first to last. */
export async function readApplied(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

interface MigrateOptions {
  from?: URL
  upTo?: string | undefined
  /** Aborted, no further one begins: the next start goes on with it. */
  signal?: AbortSignal | undefined
}
/** Brings the database to the newest version, or to that of the migration `upTo`; answers the names of what was applied. */
export async function migrate(db: Db, { from = folder, upTo, signal }: MigrateOptions = {}): Promise<string[]> {
  const all = await readMigrations(from)
  const migrations = all.filter(({ name }) => upTo === undefined || name <= upTo)
  await createTable(db)
  const known = await readChecksums(db)
  const applied: string[] = []
  for (const migration of migrations) {
    signal?.throwIfAborted()
    // What is there stays there: only what is missing takes its turn, one transaction for each.
    if (isApplied(migration, known.get(migration.name))) continue
    const isNew = await inStartUpTurn(db, async (tx) => {
      // Another process may have been first.
      if (isApplied(migration, (await readChecksums(tx)).get(migration.name))) return false
      await sql.raw(migration.text).execute(tx)
      await sql`insert into migrations (name, checksum) values (${migration.name}, ${migration.checksum})`.execute(tx)
      return true
    })
    if (isNew) applied.push(migration.name)
  }
  const unknown = (await readApplied(db)).find((name) => !all.some((migration) => migration.name === name))
  if (unknown !== undefined) throw new Error(`This database was made by a newer version: it has the migration ${unknown}`)
  return applied
}

const readChecksums = async (db: Db): Promise<Map<string, string>> => {
  const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from migrations`.execute(db)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}
/** Throws when another text was applied under its name. */
function isApplied({ name, checksum }: Migration, applied: string | undefined): boolean {
  if (applied !== undefined && applied !== checksum) throw new Error(`Migration ${name} has changed since it was applied to this database`)
  return applied !== undefined
}

/** `create table if not exists` can still collide with another process that does the same at the same moment. */
async function createTable(db: Db, attempts = 5): Promise<void> {
  try {
    await sql`create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
      db,
    )
  } catch (error) {
    const collided = ['23505', '42P07'].includes(sqlState(error) ?? '')
    if (!collided || attempts === 1) throw error
    await createTable(db, attempts - 1)
  }
}
