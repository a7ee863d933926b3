/** Prepares one database that every test file copies: a snapshot of the embedded one, or a template on a PostgreSQL server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { connect } from '../platform/db/connect.ts'
import { migrate } from '../platform/db/migrate.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { createDatabase, startPostgres } from './postgres-server.ts'
import { fillTemplate } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabase: { kind: 'embedded'; snapshot: string } | { kind: 'postgres'; url: string } | { kind: 'missing' }
  }
}

export default async function setup(project: TestProject) {
  return project.name === 'domain' ? setupEmbedded(project) : setupPostgres(project)
}

async function setupPostgres(project: TestProject) {
  const server = await startPostgres()
  if (server === undefined) {
    project.provide('testDatabase', { kind: 'missing' })
    return undefined
  }
  const db = connect(await createDatabase(server.url, 'template_endcap'))
  // The servers of journeys have the time of day, and fill their databases themselves.
  await (project.name === 'e2e' ? migrate(db) : fillTemplate(db))
  await db.destroy()
  project.provide('testDatabase', { kind: 'postgres', url: server.url })
  return () => server.stop()
}

async function setupEmbedded(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-test-'))
  const database = await startEmbedded({ folder })
  const db = connect(database.url, { poolSize: 1 })
  await fillTemplate(db)
  await db.destroy()
  await database.stop()
  const pglite = await PGlite.create({ dataDir: join(folder, 'postgres') })
  const snapshot = join(folder, 'snapshot.tar')
  writeFileSync(snapshot, new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  project.provide('testDatabase', { kind: 'embedded', snapshot })
  return () => rmSync(folder, { recursive: true, force: true })
}
