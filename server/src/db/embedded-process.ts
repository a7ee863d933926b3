/** The process of the embedded database: PGlite behind a socket. Lives and dies with the process that started it. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
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
    // A starter that was killed cannot do it.
    if (socketFolder !== undefined) rmSync(socketFolder, { recursive: true, force: true })
    process.exit(0)
  }
  return stop
}

// The starter decides when to stop; a Ctrl-C reaches the whole process group.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.once('message', (options: EmbeddedOptions) => {
  const starting = start(options)
  // A folder half made is of no use to the next start: what has begun is finished, then closed.
  const stop = () => void starting.then((close) => close())
  process.on('disconnect', stop)
  process.on('message', (message) => {
    if (message === 'stop') stop()
  })
  starting.then(
    () => answer({ ready: true }),
    (error: unknown) => answer({ ready: false, message: error instanceof Error ? error.message : String(error) }, () => process.exit(1)),
  )
})

/** Tells the starter; one that is gone meanwhile is no error. */
function answer(ready: EmbeddedReady, then: () => void = () => undefined): void {
  process.send?.(ready, undefined, undefined, then)
}
