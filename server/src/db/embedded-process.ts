/** The process of the embedded database: PGlite behind a socket. Lives and dies with the process that started it. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import type { EmbeddedOptions, EmbeddedReady } from './embedded.ts'
import { lockFolder } from './folder-lock.ts'

/** Connections the socket accepts: two server processes with their pools, and a person with psql. */
const maxConnections = 60
/** A predecessor that was killed needs a moment to notice it. */
const lockPatienceMs = 8000

async function lockPatiently(folder: string): Promise<() => void> {
  const until = Date.now() + lockPatienceMs
  for (;;) {
    try {
      return lockFolder(folder)
    } catch (error) {
      if (Date.now() > until) throw error
      await wait(250)
    }
  }
}

async function start({ folder, snapshot, socketFolder, port }: EmbeddedOptions) {
  const unlock = folder === undefined ? () => undefined : await lockPatiently(folder)
  if (folder !== undefined) mkdirSync(join(folder, 'postgres'), { recursive: true })
  const db = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: join(folder, 'postgres') }),
    ...(snapshot === undefined ? {} : { loadDataDir: new Blob([readFileSync(snapshot)]) }),
  })
  const place = socketFolder === undefined ? { host: '127.0.0.1', port } : { path: join(socketFolder, '.s.PGSQL.5432') }
  const server = new PGLiteSocketServer({ db, maxConnections, ...place })
  await server.start()
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await server.stop().catch(() => undefined)
    await db.close().catch(() => undefined)
    unlock()
    process.exit(0)
  }
  process.on('message', (message) => {
    if (message === 'stop') void stop()
  })
  process.on('disconnect', () => void stop())
  return stop
}

// The starter decides when to stop; a Ctrl-C reaches the whole process group.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.once('message', (options: EmbeddedOptions) => {
  start(options).then(
    () => process.send?.({ ready: true } satisfies EmbeddedReady),
    (error: unknown) => {
      process.send?.({ ready: false, message: error instanceof Error ? error.message : String(error) } satisfies EmbeddedReady)
      process.disconnect()
      process.exit(1)
    },
  )
})
