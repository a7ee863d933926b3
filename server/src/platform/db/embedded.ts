/**
 * The embedded database: PostgreSQL in WebAssembly (PGlite) in a process of its own, reached through a socket, so that all code uses
 * the same driver as with a server. It does not fsync: for trials and small shops (docs/database.md). Its server watches it: one that
 * dies, or hangs in a statement, is started again (docs/decisions/0012-the-embedded-database-is-killed-when-it-hangs.md).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { freePort } from '../base/free-port.ts'
import { launch, NotOpened, type DatabaseProcess, type EmbeddedOptions } from './embedded-child.ts'
import { whyNotOpened } from './data-folder.ts'
import { messageOf } from '../base/thrown.ts'

/** A statement that runs longer ends with its database process: nothing else ends it there, and meanwhile no other one runs. */
export const statementSeconds = 30
/** The same while the server stops. */
const statementSecondsAtEnd = 3
/** Milliseconds before each attempt to start it again; after the last one the server ends, too. */
const pausesMs = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000]
/** One that ran this long, or was ended for a statement, is no sign of a database that cannot run. */
const steadyMs = 60_000

export interface Embedded {
  url: string
  /** Of the present process. */
  readonly pid: number
  /** From now on it is started again when it dies, and killed when it hangs; `onEnd` is told when that does not help. */
  keep(to: { log: Logger; onEnd: (reason: string) => void; seconds?: number; pauses?: readonly number[] }): void
  /** The server is about to stop: a statement that hangs is not waited for, and none is started again. */
  hurry(): void
  stop(): Promise<void>
}

/** Starts the database; rejects with a clear message when the folder is in use or cannot be opened. */
export async function startEmbedded({
  folder,
  snapshot,
  signal,
}: Pick<EmbeddedOptions, 'folder' | 'snapshot'> & { signal?: AbortSignal | undefined } = {}): Promise<Embedded> {
  const windows = process.platform === 'win32'
  // The same one for each process that follows: the address stays.
  const socketFolder = windows ? undefined : mkdtempSync(join(tmpdir(), 'endcap-db-'))
  const port = windows ? await freePort() : undefined
  const cleanUp = () => socketFolder !== undefined && rmSync(socketFolder, { recursive: true, force: true })
  const open = () => openOne({ folder, snapshot, socketFolder, port }, signal)
  let stopping = false
  let current = await open().catch((error: unknown) => {
    cleanUp()
    throw error
  })
  let opening: Promise<unknown> = Promise.resolve()
  // Whatever ends this process in an orderly way: it leaves no database behind that is busy with a statement.
  const killLast = () => current.kill()
  process.once('exit', killLast)

  async function goOn({ log, onEnd, seconds = statementSeconds, pauses = pausesMs }: Parameters<Embedded['keep']>[0]) {
    for (let attempts = 0; ;) {
      const began = performance.now()
      const { how, hung } = await untilGone(current, () => (stopping ? statementSecondsAtEnd : seconds))
      if (stopping) return
      if (hung || performance.now() - began > steadyMs) attempts = 0
      log.error(
        hung
          ? `A statement took longer than ${seconds} s: the embedded database was ended (${how}) and starts again.`
          : `The embedded database ended (${how}) and is started again.`,
      )
      for (let failed = `it ended (${how})`; ;) {
        const pause = pauses[attempts++]
        if (pause === undefined) return onEnd(`The embedded database does not stay up after ${pauses.length} attempts: ${failed}`)
        await wait(pause)
        if (stopping) return
        const started = open().then((one) => (current = one))
        opening = started.catch(() => undefined)
        try {
          await started
          break
        } catch (error) {
          failed = messageOf(error)
          log.error(`The embedded database does not start: ${failed}`)
        }
      }
      if (!stopping) log.warn('The embedded database is back.')
    }
  }

  return {
    url:
      socketFolder === undefined
        ? `postgres://postgres@127.0.0.1:${port}/postgres`
        : `postgres://postgres@localhost/postgres?host=${encodeURIComponent(socketFolder)}`,
    get pid() {
      return current.pid
    },
    keep: (to) => void goOn(to),
    hurry: () => void (stopping = true),
    stop: async () => {
      stopping = true
      await opening
      await current.stop()
      process.off('exit', killLast)
      cleanUp()
    },
  }
}

async function openOne(options: EmbeddedOptions, signal: AbortSignal | undefined): Promise<DatabaseProcess> {
  try {
    return await launch(options, signal)
  } catch (error) {
    if (!(error instanceof NotOpened) || error.plain || options.folder === undefined) throw error
    throw new Error(whyNotOpened(options.folder, error.message), { cause: error })
  }
}

/** Until the process ends by itself, or is killed because it answered nothing for so many seconds. */
async function untilGone(one: DatabaseProcess, seconds: () => number): Promise<{ how: string; hung: boolean }> {
  let hung = false
  const unwatch = one.watch(seconds, () => {
    hung = true
    one.kill()
  })
  const how = await one.ended
  unwatch()
  return { how, hung }
}
