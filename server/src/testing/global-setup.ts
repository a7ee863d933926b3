/** Prepares one database that every test file copies: a snapshot of the embedded one, or a template on a PostgreSQL server. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../platform/db/connect.ts'
import { migrate } from '../platform/db/migrate.ts'
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

/** Made beside the first files of other tiers: a test waits for it (test-context.ts). */
function setupEmbedded(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-test-'))
  const snapshot = join(folder, 'snapshot.tar')
  const made = once(fork(new URL('./make-snapshot.ts', import.meta.url), [snapshot]), 'exit').then(([code]) => {
    if (code !== 0) writeFileSync(`${snapshot}.failed`, '')
  })
  project.provide('testDatabase', { kind: 'embedded', snapshot })
  return async () => {
    await made
    rmSync(folder, { recursive: true })
  }
}
