/** On which database a journey's servers run: each journey has one of its own on PostgreSQL where that is installed, else the embedded one. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL server for all journeys (`server/src/testing/global-setup.ts`). */
    testDatabase: { kind: 'postgres'; url: string } | { kind: 'missing' }
  }
}

/** Addresses by the data folder of the servers: one that is started anew finds what was there. */
const made = new Map<string, Promise<string>>()

/** The database of servers with this data folder. */
export async function databaseOf(dataFolder: string): Promise<{ url: string } | { missing: string }> {
  const shared = inject('testDatabase')
  if (shared.kind === 'missing') return { missing: 'PostgreSQL is not installed: apt-get install postgresql' }
  const url = made.get(dataFolder) ?? createDatabase(shared.url)
  made.set(dataFolder, url)
  return { url: await url }
}

async function createDatabase(server: string): Promise<string> {
  const name = `journey_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name} template template_endcap`)
  await client.end()
  const url = new URL(server)
  url.pathname = name
  return url.href
}
