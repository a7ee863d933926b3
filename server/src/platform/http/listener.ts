/**
 * The HTTP servers of console, push channel and layouts: plain, or by TLS with the certificate of the settings. Half-open connections, slow
 * headers and slow bodies (Slowloris) end in bounded time, and cost others nothing while they stand.
 */
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { Counter } from 'prom-client'
import { createNewcomers, type NewcomerLimits } from '../base/newcomers.ts'
import { processRegistry } from '../base/process-metrics.ts'
import { tlsOptions, type LiveCertificate } from '../tls/certificate.ts'

export interface HttpLimits {
  /** Connections without a request under way: newly opened ones, and kept ones between requests. */
  idle: NewcomerLimits
  /** Until the headers of a request are there, in milliseconds. */
  headersMs: number
  /** A body that brings fewer than `slowBytes` within `slowMs` is ended. */
  slowMs: number
  slowBytes: number
  /** Until the whole of a request is there: films come over slow lines. */
  requestMs: number
}
const defaults: HttpLimits = {
  idle: { all: 4096, perAddress: 1024, ms: 75_000 },
  headersMs: 15_000,
  slowMs: 30_000,
  slowBytes: 10_000,
  requestMs: 3_600_000,
}
/** An answer that its client does not read, and a request that the server does not answer. */
const silentMs = 900_000

const ended = new Counter({
  name: 'endcap_http_ended_total',
  help: 'HTTP connections that were ended, by reason',
  labelNames: ['reason'],
  registers: [processRegistry],
})

export type Listeners = (handle: RequestListener) => Server

/** How this process makes its HTTP servers. A new certificate counts for those there are from their next connection on. */
export function createListeners(certificate: LiveCertificate | undefined, limits: Partial<HttpLimits> = {}): Listeners {
  const { headersMs, slowMs, slowBytes, requestMs, idle: idleLimits } = { ...defaults, ...limits }
  const idle = createNewcomers(idleLimits)
  const options = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleLimits.ms,
    connectionsCheckingInterval: Math.min(5000, headersMs),
  }
  return (handle) => {
    const server =
      certificate === undefined
        ? createServer(options, handle)
        : createSecureServer({ ...options, ...tlsOptions(certificate.current()), handshakeTimeout: headersMs }, handle)
    server.setTimeout(silentMs)
    if (certificate !== undefined && 'setSecureContext' in server) {
      const secure = server
      const forget = certificate.onChange((changed) => secure.setSecureContext(tlsOptions(changed)))
      server.once('close', forget)
    }
    keepIdle(server, idle)
    endSlowBodies(server, slowMs, slowBytes)
    return server
  }
}

/** Of a connection: the same for its TCP socket and the TLS socket around it. */
const endOf = ({ remoteAddress = '', remotePort = 0 }: Socket) => `${remoteAddress} ${remotePort}`

function keepIdle(server: Server, idle: ReturnType<typeof createNewcomers>): void {
  const leaves = new Map<string, () => void>()
  /** Of each socket how it last came to rest: a connection that is kept rests after each of its answers, and closes once. */
  const rests = new WeakMap<Socket, () => void>()
  const busy = (socket: Socket) => {
    const name = endOf(socket)
    leaves.get(name)?.()
    leaves.delete(name)
  }
  const left = (socket: Socket, name: string) => {
    const leave = rests.get(socket)
    leave?.()
    if (leaves.get(name) === leave) leaves.delete(name)
  }
  const rest = (socket: Socket) => {
    if (socket.destroyed) return
    const name = endOf(socket)
    const leave = idle.enter(socket.remoteAddress ?? '', (reason) => {
      leaves.delete(name)
      ended.inc({ reason })
      socket.destroy()
    })
    leaves.get(name)?.()
    leaves.set(name, leave)
    if (!rests.has(socket)) socket.once('close', () => left(socket, name))
    rests.set(socket, leave)
  }
  server.on('connection', rest)
  server.on('request', ({ socket }, response) => {
    busy(socket)
    response.once('close', () => rest(socket))
  })
  server.on('upgrade', ({ socket }) => busy(socket))
}

function endSlowBodies(server: Server, slowMs: number, slowBytes: number): void {
  const coming = new Map<Socket, { complete: () => boolean; bytes: number }>()
  server.prependListener('request', (request, response) => {
    const { socket } = request
    coming.set(socket, { complete: () => request.complete, bytes: socket.bytesRead })
    response.once('close', () => coming.delete(socket))
  })
  const looks = setInterval(() => {
    for (const [socket, one] of coming) {
      if (one.complete()) coming.delete(socket)
      // One that we do not read from ourselves is not slow.
      else if (!socket.isPaused() && socket.bytesRead - one.bytes < slowBytes) {
        ended.inc({ reason: 'slow-body' })
        socket.destroy()
      } else one.bytes = socket.bytesRead
    }
  }, slowMs).unref()
  server.once('close', () => clearInterval(looks))
}
