/** Runs the numbered migrations that are missing, each in one transaction. Safe when several processes start at once. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from './schema.ts'
import { sqlState } from './transaction.ts'

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

/** Brings the database to the newest version; answers the names of what was applied. */
export async function migrate(db: Db, from: URL = folder): Promise<string[]> {
  const migrations = await readMigrations(from)
  await createTable(db)
  const applied: string[] = []
  for (const migration of migrations) {
    const isNew = await db.transaction().execute(async (tx) => {
      // Whoever comes second waits here until the first has committed, and then finds the row.
      await sql`lock table migrations in exclusive mode`.execute(tx)
      const known = await sql<{ checksum: string }>`select checksum from migrations where name = ${migration.name}`.execute(tx)
      const [row] = known.rows
      if (row !== undefined && row.checksum !== migration.checksum)
        throw new Error(`Migration ${migration.name} has changed since it was applied to this database`)
      if (row !== undefined) return false
      await sql.raw(migration.text).execute(tx)
      await sql`insert into migrations (name, checksum) values (${migration.name}, ${migration.checksum})`.execute(tx)
      return true
    })
    if (isNew) applied.push(migration.name)
  }
  const rows = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  const unknown = rows.rows.find((row) => !migrations.some((migration) => migration.name === row.name))
  if (unknown !== undefined) throw new Error(`This database was made by a newer version: it has the migration ${unknown.name}`)
  return applied
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
