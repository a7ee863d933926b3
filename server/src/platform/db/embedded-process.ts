/** The process of the embedded database: PGlite behind a socket. Lives and dies with the process that started it. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { dataDir as preparedDatabase } from '@electric-sql/pglite-prepopulatedfs'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { beginDatabaseFolder, ownOnly, tighten } from './data-folder.ts'
import { closeGraceMs, type EmbeddedOptions, type EmbeddedReady } from './embedded-child.ts'
import type { WatchdogData } from './embedded-watchdog.ts'
import { FolderTaken, isOrphan, lockFolder } from './folder-lock.ts'
import { messageOf } from '../base/thrown.ts'

/** Connections the socket accepts: two server processes with their pools, and a person with psql. */
const maxConnections = 60
/** A predecessor that was killed needs a moment to notice it. */
const lockPatienceMs = 8000
/** Often enough that a server that is started again while its sources are changed does not wait for it: a look is two small files. */
const lockLookMs = 20
/** The pipe to the server, after standard input, output, errors and the channel of messages. */
const watchdogFd = 4

ownOnly()

async function lockPatiently(folder: string): Promise<() => void> {
  const began = Date.now()
  for (;;) {
    try {
      return lockFolder(folder)
    } catch (error) {
      const waited = Date.now() - began
      // One whose server is gone may be closing its files; after its time for that it hangs, and no other process can end it.
      if (error instanceof FolderTaken && waited > closeGraceMs && isOrphan(error.holder)) process.kill(error.holder.pid, 'SIGKILL')
      else if (!(error instanceof FolderTaken) || waited > lockPatienceMs) throw error
      await wait(lockLookMs)
    }
  }
}

/**
 * The database writes once over all of its buffers when it starts, so that all of them are resident from then on. Pages beyond them are
 * read from the system's cache of files. (PostgreSQL's default of 128 MB costs eight times as much memory.)
 *
 * Statistics of a table are made of 300 rows for each step of this target: 7,500 in place of 30,000, in half of the time, during which no other
 * statement runs. That is enough for the tables of a few shops.
 */
const settings = ['shared_buffers=16MB', 'default_statistics_target=25', 'timezone=UTC', 'log_timezone=UTC']
const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])]

/** The database's program. */
async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))
}

/**
 * PGlite on the folder, or in memory. A new database is a copy of a prepared one: initdb would take three times as long. A first start that is
 * cut off leaves a folder that the next one begins anew.
 */
async function open(folder: string | undefined, snapshot: string | undefined, pgliteWasmModule: WebAssembly.Module): Promise<PGlite> {
  if (folder === undefined)
    return PGlite.create({
      startParams,
      pgliteWasmModule,
      loadDataDir: snapshot === undefined ? await preparedDatabase() : new Blob([readFileSync(snapshot)]),
    })
  const { isNew, opened } = beginDatabaseFolder(folder)
  const dataDir = join(folder, 'postgres')
  const db = await PGlite.create({ dataDir, startParams, pgliteWasmModule, ...(isNew && { loadDataDir: await preparedDatabase() }) })
  // It gives its first files the modes of an archive.
  tighten(dataDir)
  opened()
  return db
}

async function start({ folder, snapshot, socketFolder, port }: EmbeddedOptions) {
  watchOver(socketFolder)
  // Compiled while a predecessor closes the folder.
  const [unlock, program] = await Promise.all([folder === undefined ? () => undefined : lockPatiently(folder), compile()])
  const db = await open(folder, snapshot, program)
  endWhenBroken(db)
  if (socketFolder !== undefined) clearSocket(socketFolder)
  const place = socketFolder === undefined ? { host: '127.0.0.1', port } : { path: join(socketFolder, socketName) }
  const server = new PGLiteSocketServer({ db, maxConnections, ...place })
  await server.start()
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await server.stop().catch(() => undefined)
    await db.close().catch(() => undefined)
    unlock()
    // A starter that was killed cannot do it.
    if (socketFolder !== undefined) rmSync(socketFolder, { recursive: true, force: true })
    // All is closed. An exit would wait for what V8 compiles for speed at this moment: a third of a second of each stop.
    process.kill(process.pid, 'SIGKILL')
  }
  return stop
}

const socketName = '.s.PGSQL.5432'

/** The socket of a predecessor that was killed is in the way of the next one. */
function clearSocket(socketFolder: string) {
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 })
  const socket = join(socketFolder, socketName)
  if (existsSync(socket)) rmSync(socket)
}

function watchOver(socketFolder: string | undefined) {
  const workerData: WatchdogData = { fd: watchdogFd, graceMs: closeGraceMs, socketFolder }
  new Worker(new URL('./embedded-watchdog.ts', import.meta.url), { workerData }).unref()
}

/** Errors of statements are answers. One that is thrown means that PGlite itself has ended, and its socket would wait for ever. */
function endWhenBroken(db: PGlite) {
  const run = db.execProtocolRawStream.bind(db)
  db.execProtocolRawStream = async (...statement) => {
    try {
      return await run(...statement)
    } catch (error) {
      console.error(`The embedded database has broken down: ${messageOf(error)}`)
      process.exit(1)
    }
  }
}

// The starter decides when to stop; a Ctrl-C reaches the whole process group.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.once('message', (options: EmbeddedOptions) => {
  const starting = start(options)
  // What has begun is finished, then closed, if its watchdog leaves the time.
  const stop = () => void starting.then((close) => close())
  process.on('disconnect', stop)
  process.on('message', (message) => {
    if (message === 'stop') stop()
    if (message === 'ping') process.send?.('pong')
  })
  starting.then(
    () => answer({ ready: true }),
    (error: unknown) => answer({ ready: false, message: messageOf(error), plain: error instanceof FolderTaken }, () => process.exit(1)),
  )
})

/** Tells the starter; one that is gone meanwhile is no error. */
function answer(ready: EmbeddedReady, then: () => void = () => undefined): void {
  process.send?.(ready, undefined, undefined, then)
}
