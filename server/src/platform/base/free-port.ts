/** A port of this machine that nothing listens on, for a program of its own that must be told one. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { listeningPort } from './listening-port.ts'

/**
 * Below the ports that the system gives to connections (32768 on Linux, 49152 elsewhere): one of those may be taken by any connection
 * before the program listens.
 */
const [lowest, count] = [20_000, 12_000]

export async function freePort(): Promise<number> {
  const server = createServer().listen(lowest + Math.floor(Math.random() * count))
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  const port = listeningPort(server)
  server.close()
  await once(server, 'close')
  return port
}
