/**
 * Thread of the database process that ends it when its server is gone. The process itself cannot hear that while a statement runs, which
 * may be for ever; a thread can. What was acknowledged is kept, as after any `kill -9` (docs/database.md).
 */
import { rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { workerData } from 'node:worker_threads'

export interface WatchdogData {
  /** One end of a pipe whose other end only the server has: it closes with the server, however that ends. */
  fd: number
  /** How long the process may take to close by itself. */
  graceMs: number
  socketFolder: string | undefined
}

// Node types what a thread is given as `any`; embedded-process.ts gives this.
const { fd, graceMs, socketFolder } = workerData as WatchdogData
const line = new Socket({ fd })
line.resume()
line.on('error', () => undefined)
line.once('close', () => {
  setTimeout(() => {
    if (socketFolder !== undefined) rmSync(socketFolder, { recursive: true, force: true })
    process.kill(process.pid, 'SIGKILL')
  }, graceMs)
})
