/** The embedded database through kill -9, statements without end, and servers that are gone. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import type { Db } from './schema.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-embedded-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
/** The folder of a database that was started once and holds nothing; making one takes seconds. */
const started = mkdtempSync(join(tmpdir(), 'endcap-embedded-'))
beforeAll(async () => {
  const database = await startEmbedded({ folder: started })
  await database.stop()
})
afterAll(() => rmSync(started, { recursive: true, force: true }))
function startedFolder(): string {
  const folder = newFolder()
  cpSync(started, folder, { recursive: true, preserveTimestamps: true })
  return folder
}
function open(url: string): Db {
  const db = connect(url, { poolSize: 1 })
  onTestFinished(() => db.destroy().catch(() => undefined))
  return db
}
/** A log whose lines are kept. */
function recordingLog() {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
  return { log, lines }
}
const endless = sql`select count(*) from generate_series(1, 100000000000000) as a`
const answersAgain = async (db: Db) => {
  for (;;) {
    const answer = await sql<{ n: number }>`select count(*)::int as n from kept`.execute(db).catch(() => undefined)
    if (answer !== undefined) return answer.rows[0]!.n
    await wait(50)
  }
}
function isAlive(pid: number): boolean {
  try {
    // A process that was stopped or has ended, and is not yet collected, is no longer running.
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const untilGone = async (pid: number) => {
  while (isAlive(pid)) await wait(50)
}

describe('a database that its server keeps', () => {
  test('keeps what it acknowledged through kill -9, and lets no second process into its folder', async () => {
    const folder = startedFolder()
    const database = await startEmbedded({ folder })
    const db = open(database.url)
    await sql`create table kept (n int)`.execute(db)
    await expect(startEmbedded({ folder })).rejects.toThrow(`in use by process ${database.pid}`)
    let written = 0
    try {
      for (;;) {
        const insert = sql`insert into kept values (${written})`.execute(db)
        // While a statement is under way.
        if (written === 100) setImmediate(() => process.kill(database.pid, 'SIGKILL'))
        await insert
        written++
      }
    } catch {
      // Its process is gone.
    }
    await database.stop()
    const next = await startEmbedded({ folder })
    onTestFinished(next.stop)
    const found = await sql<{ n: number }>`select count(*)::int as n from kept`.execute(open(next.url))
    expect(found.rows[0]?.n).toBeGreaterThanOrEqual(written)
    expect(written).toBeGreaterThanOrEqual(100)
  })

  test('is killed in a statement without end and comes back by itself with all that was acknowledged', async () => {
    const database = await startEmbedded({ folder: startedFolder() })
    onTestFinished(database.stop)
    const { log, lines } = recordingLog()
    database.keep({ log, seconds: 2, onEnd: (reason) => lines.push(reason) })
    const [db, first] = [open(database.url), database.pid]
    await sql`create table kept (n int)`.execute(db)
    await sql`insert into kept select generate_series(1, 500)`.execute(db)
    const hanging = db.transaction().execute(async (tx) => {
      await sql`insert into kept values (501)`.execute(tx)
      await endless.execute(tx)
    })
    await expect(hanging).rejects.toThrow(/terminated|ECONNRESET|connection error/)
    expect(await answersAgain(db)).toBe(500)
    expect(database.pid).not.toBe(first)
    expect(isAlive(first)).toBe(false)
    expect(lines).toEqual([
      'A statement took longer than 2 s: the embedded database was ended (signal SIGKILL) and starts again.',
      'The embedded database is back.',
    ])
  })

  test('comes back at the same address after kill -9', async () => {
    const database = await startEmbedded({ folder: startedFolder() })
    onTestFinished(database.stop)
    const { log, lines } = recordingLog()
    database.keep({ log, onEnd: (reason) => lines.push(reason) })
    const db = open(database.url)
    await sql`create table kept (n int)`.execute(db)
    for (const round of [1, 2, 3]) {
      await sql`insert into kept values (${round})`.execute(db)
      process.kill(database.pid, 'SIGKILL')
      expect(await answersAgain(db)).toBe(round)
    }
    expect(lines.filter((line) => line === 'The embedded database is back.')).toHaveLength(3)
  })

  test('that cannot start any more ends with the reason', async () => {
    const folder = startedFolder()
    const database = await startEmbedded({ folder })
    onTestFinished(database.stop)
    const { log } = recordingLog()
    const ended = new Promise<string>((onEnd) => database.keep({ log, onEnd, pauses: [0, 0] }))
    truncateSync(join(folder, 'postgres/global/pg_control'), 100)
    process.kill(database.pid, 'SIGKILL')
    expect(await ended).toMatch(/does not stay up after 2 attempts: The database in .* is damaged/)
  })
})

test('a transfer between accounts that is killed anywhere is done whole or not at all', { timeout: 600_000 }, async () => {
  const folder = startedFolder()
  let moved = 0
  for (let round = 0; round < 6; round++) {
    const database = await startEmbedded({ folder })
    const db = open(database.url)
    if (round === 0) await sql`create table kept as select n, 100 as amount from generate_series(1, 3000) as n`.execute(db)
    const found = await sql<{ sum: number; moved: number }>`select sum(amount)::int as sum, max(amount) - 100 as moved from kept`.execute(
      db,
    )
    expect(found.rows[0]!.sum).toBe(300_000)
    // The transfer that was under way may have been kept; none that was acknowledged is missing.
    expect([moved, moved + 1]).toContain(found.rows[0]!.moved)
    moved = found.rows[0]!.moved
    const killing = wait(150 + 130 * round).then(() => process.kill(database.pid, 'SIGKILL'))
    try {
      for (;;) {
        await db.transaction().execute(async (tx) => {
          await sql`update kept set amount = amount + 1 where n % 2 = 0`.execute(tx)
          await sql`update kept set amount = amount - 1 where n % 2 = 1`.execute(tx)
        })
        moved++
      }
    } catch {
      // Its process is gone.
    }
    await killing
    await database.stop()
  }
  expect(moved).toBeGreaterThan(0)
})

test('a first start that is told to stop is given up wherever it is, and the next one opens', { timeout: 600_000 }, async () => {
  const folder = newFolder()
  for (const ms of [0, 100, 400, 900, 1800]) {
    const stopRequest = new AbortController()
    const { signal } = stopRequest
    const over = startEmbedded({ folder, signal }).then(
      (database) => database.stop().then(() => 'opened'),
      (error: unknown) => (error === signal.reason ? 'given up' : error),
    )
    // Where that is in the start, the machine decides; a quick one has long opened it at the last of them.
    await wait(ms)
    stopRequest.abort()
    expect(ms === 0 ? ['given up'] : ['given up', 'opened']).toContain(await over)
  }
  const database = await startEmbedded({ folder })
  onTestFinished(database.stop)
  expect((await sql<{ n: number }>`select 1 as n`.execute(open(database.url))).rows).toEqual([{ n: 1 }])
})

describe('a database whose server is gone', () => {
  /** A process that opens the database and begins a statement without end; answers its number and that of the database. */
  async function startServer(folder: string) {
    const server = fork(new URL('../../testing/serve-embedded.ts', import.meta.url), [folder])
    const [pid] = (await once(server, 'message')) as [number]
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')))
    return { server, pid }
  }

  test.each(['SIGKILL', 'SIGTERM'] as const)('in a statement without end does not outlive it (%s)', async (signal) => {
    const folder = startedFolder()
    const { server, pid } = await startServer(folder)
    server.kill(signal)
    await once(server, 'exit')
    await untilGone(pid)
    const next = await startEmbedded({ folder })
    await next.stop()
  })

  test('and that cannot end itself is ended by the next start', async () => {
    const folder = startedFolder()
    const { server, pid } = await startServer(folder)
    // Its watchdog is held up with it.
    process.kill(pid, 'SIGSTOP')
    server.kill('SIGKILL')
    await once(server, 'exit')
    const next = await startEmbedded({ folder })
    expect(isAlive(pid)).toBe(false)
    await next.stop()
  })
})

describe('starts', () => {
  test('a folder whose first start was cut off is begun anew', async () => {
    const folder = startedFolder()
    // As a first start leaves it that was killed half way.
    rmSync(join(folder, 'postgres/PG_VERSION'))
    rmSync(join(folder, 'postgres/global'), { recursive: true })
    writeFileSync(join(folder, 'postgres.unfinished'), '')
    const second = await startEmbedded({ folder })
    await sql`select 1`.execute(open(second.url))
    await second.stop()
  })

  test.each([
    ['a file cut off', (at: string) => truncateSync(join(at, 'global/pg_control'), 100)],
    ['its control file gone', (at: string) => rmSync(join(at, 'global/pg_control'))],
    ['its log gone', (at: string) => rmSync(join(at, 'pg_wal'), { recursive: true })],
    ['its version gone', (at: string) => rmSync(join(at, 'PG_VERSION'))],
    ['its catalogue gone', (at: string) => rmSync(join(at, 'base'), { recursive: true })],
    ['a control file of noise', (at: string) => writeFileSync(join(at, 'global/pg_control'), Buffer.alloc(8192, 0x5a))],
  ])('a damaged database is named with the way out, and is left as it is: %s', async (_, damage) => {
    const folder = startedFolder()
    damage(join(folder, 'postgres'))
    await expect(startEmbedded({ folder })).rejects.toThrow(
      /^The database in \S+\/postgres is damaged or not complete, .*Keep a copy .* npm run restore -- FILE\./,
    )
    expect(statSync(join(folder, 'postgres')).isDirectory()).toBe(true)
  })
})
