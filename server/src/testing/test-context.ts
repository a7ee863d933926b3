/** A context with a real database for tests: embedded or PostgreSQL, a clock that is set by hand, mail that is kept. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createFolderBlobs } from '../platform/blobs/folder-blobs.ts'
import { readConfig } from '../platform/base/config.ts'
import { ports } from '../ports.ts'
import type { Context } from '../platform/context.ts'
import { connect } from '../platform/db/connect.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import type { Db } from '../platform/db/schema.ts'
import { createDecoders } from '../platform/decoders/pool.ts'
import { createJobRunner } from '../platform/jobs/runner.ts'
import { createLabelMaker } from '../labels/rendering/maker.ts'
import { createScriptRunner } from '../platform/script-runner/runner.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import { createSignals } from '../platform/signals/signals.ts'
import { createDatabase } from './postgres-server.ts'
import { scriptCache } from './script-cache.ts'
import { noteStatement, writeStatements } from './statements.ts'
import { testsBegin } from './template.ts'

export interface FakeClock {
  now(): Date
  advance(seconds: number): void
}
export interface TestContext {
  context: Context
  clock: FakeClock
  mails: Mail[]
  close(): Promise<void>
}

const newName = () => `test_${randomUUID().replaceAll('-', '')}`

async function openDatabase() {
  const database = inject('testDatabase')
  if (database.kind === 'missing') throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  if (database.kind === 'postgres') {
    const own = await createDatabase(database.url, newName(), 'template_endcap')
    const db = connect(own, { poolSize: 6, prepares: true, onStatement: noteStatement })
    const close = async () => {
      await db.destroy()
      writeStatements()
    }
    return { db, close }
  }
  return openEmbedded(await whenMade(database.snapshot))
}

async function openEmbedded(snapshot?: string) {
  const embedded = await startEmbedded({ snapshot })
  const db = connect(embedded.url, { poolSize: 1 })
  return {
    db,
    close: async () => {
      await db.destroy()
      await embedded.stop()
    },
  }
}

/** One without a table, on the same database as the tests, for what makes its tables itself. */
export async function openEmptyDatabase(): Promise<{ db: Db; close: () => Promise<void> }> {
  const database = inject('testDatabase')
  if (database.kind !== 'postgres') return openEmbedded()
  const db = connect(await createDatabase(database.url, newName()), { poolSize: 1 })
  return { db, close: () => db.destroy() }
}

/** The first files begin while it is made. */
async function whenMade(snapshot: string): Promise<string> {
  while (!existsSync(snapshot)) {
    if (existsSync(`${snapshot}.failed`)) throw new Error('The database of domain tests could not be made: its process says why.')
    await wait(100)
  }
  return snapshot
}

/** One for each test file; tests within keep apart by their stores. */
export async function createTestContext({ mail = true } = {}): Promise<TestContext> {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-test-'))
  const { db, close } = await openDatabase()
  let time = testsBegin.getTime()
  const clock: FakeClock = { now: () => new Date(time), advance: (seconds) => (time += seconds * 1000) }
  const mails: Mail[] = []
  const log = pino({ level: 'silent' })
  const signals = createSignals()
  const labels = createLabelMaker({ db, clock, log, threads: 1 })
  const scripts = createScriptRunner({ cacheFolder: scriptCache, log })
  const decoders = createDecoders({ log })
  const context: Context = {
    db,
    clock,
    labels,
    decoders,
    scripts,
    ports,
    config: readConfig({ ENDCAP_DATA: folder }),
    blobs: createFolderBlobs(join(folder, 'blobs')),
    signals,
    jobs: createJobRunner({ log, signals, clock }),
    mailer: { enabled: mail, send: async (one) => void mails.push(one) },
    log,
  }
  return {
    context,
    clock,
    mails,
    close: async () => {
      await labels.stop()
      await scripts.stop()
      await decoders.stop()
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
