/**
 * The embedded database: PostgreSQL in WebAssembly (PGlite) in a process of its own, reached through a socket, so that all code uses
 * the same driver as with a server. It does not fsync: for trials and small shops (docs/database.md).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'

export interface EmbeddedOptions {
  /** Data folder; in memory when absent. */
  folder?: string | undefined
  /** A dumped data folder (tar) to begin with; for tests. */
  snapshot?: string | undefined
  /** Where the socket is: only this user can open it. Absent on systems without such sockets, which use `port`. */
  socketFolder?: string | undefined
  port?: number | undefined
}
export type EmbeddedReady = { ready: true } | { ready: false; message: string }

export interface Embedded {
  url: string
  pid: number
  stop(): Promise<void>
  /** Calls back when the database process ends without being asked to. */
  onExit(listener: () => void): void
}

/** Starts the database; rejects with a clear message when the folder is in use or cannot be opened. */
export async function startEmbedded({ folder, snapshot }: Pick<EmbeddedOptions, 'folder' | 'snapshot'> = {}): Promise<Embedded> {
  const windows = process.platform === 'win32'
  const socketFolder = windows ? undefined : mkdtempSync(join(tmpdir(), 'endcap-db-'))
  const port = windows ? await freePort() : undefined
  const child = fork(new URL('./embedded-process.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const cleanUp = () => socketFolder !== undefined && rmSync(socketFolder, { recursive: true, force: true })
  let stopping = false
  const exited = once(child, 'exit')
  void exited.then(cleanUp)
  child.send({ folder, snapshot, socketFolder, port } satisfies EmbeddedOptions)
  const answer = await Promise.race([
    once(child, 'message').then(([message]) => message as EmbeddedReady),
    exited.then(([code]): EmbeddedReady => ({ ready: false, message: `The embedded database ended at once (code ${code})` })),
  ])
  if (!answer.ready) throw new Error(answer.message)
  return {
    url:
      socketFolder === undefined
        ? `postgres://postgres@127.0.0.1:${port}/postgres`
        : `postgres://postgres@localhost/postgres?host=${encodeURIComponent(socketFolder)}`,
    pid: child.pid ?? 0,
    onExit: (listener) => void exited.then(() => !stopping && listener()),
    stop: async () => {
      stopping = true
      if (child.connected) child.send('stop')
      await exited
    },
  }
}
