/**
 * Guards a WebSocket address: connections are bounded before they have said who they are (newcomers.ts), by whom they belong to, in what
 * they send and in what waits to be sent to them. What breaks a bound loses its socket, and others keep theirs.
 */
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { tryLaterCode } from '@endcap/contract/push'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { WebSocket, WebSocketServer } from 'ws'
import { createNewcomers, type NewcomerLimits } from '../base/newcomers.ts'
import { processRegistry } from '../base/process-metrics.ts'
import { addressOf, type TrustedProxies } from '../base/client-address.ts'

export interface SocketLimits {
  /** Until a socket is admitted: its opening, its first message and the look-up of who that is. */
  newcomers: NewcomerLimits
  /** Look-ups at once: each is a query, and the database has others to serve. */
  lookUps: number
  /** Open at once, all together and of one account or display. */
  all: number
  each: number
  /** What one may send: a message, and within `ms` so many messages (pings count) and bytes. */
  messageBytes: number
  incoming: { ms: number; messages: number; bytes: number }
  /** What may wait for one that reads slowly. */
  waitingBytes: number
}
const defaults: SocketLimits = {
  newcomers: { all: 1024, perAddress: 256, ms: 5000 },
  lookUps: 4,
  all: 5000,
  each: 100,
  messageBytes: 4096,
  incoming: { ms: 10_000, messages: 200, bytes: 65_536 },
  waitingBytes: 256_000,
}
/** So long a client has for its part of a close. */
const closeMs = 2000

const ended = new Counter({
  name: 'endcap_sockets_ended_total',
  help: 'Web sockets that broke a bound and were ended, by reason',
  labelNames: ['reason'],
  registers: [processRegistry],
})

export interface SocketGuard {
  /** Takes what the `upgrade` event of an HTTP server says. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** The socket is known from here on as one of `whose`. False when there is no room: it is told to try later. */
  admit(socket: WebSocket, whose: string): boolean
  send(socket: WebSocket, message: object): void
  stop(): void
}
export interface SocketGuardParts {
  log: Logger
  trustProxy: TrustedProxies | false
  /** What a socket says first. It is admitted in here, or closed. */
  hello: (socket: WebSocket, text: string, request: IncomingMessage) => Promise<unknown>
  limits?: Partial<SocketLimits> | undefined
}

export function createSocketGuard({ log, trustProxy, hello, limits = {} }: SocketGuardParts): SocketGuard {
  const { newcomers: newcomerLimits, lookUps, all, each, messageBytes, incoming, waitingBytes } = { ...defaults, ...limits }
  // Its types do not know the last one yet.
  const options = { noServer: true, maxPayload: messageBytes, closeTimeout: closeMs }
  const sockets = new WebSocketServer(options)
  const newcomers = createNewcomers(newcomerLimits)
  /** How a newcomer leaves its place. */
  const leaves = new WeakMap<WebSocket, () => void>()
  const open = new Map<string, number>()
  let total = 0
  const turns = createTurns(lookUps, (socket, error) => {
    log.error({ err: error }, 'web socket')
    socket.close(1011)
  })

  const end = (socket: WebSocket, code: number, reason: string) => {
    ended.inc({ reason })
    socket.close(code, reason)
  }
  const welcome = (socket: WebSocket, raw: Socket, request: IncomingMessage) => {
    bound(socket, raw, incoming, () => {
      end(socket, 1008, 'flood')
      // What else it sends is not even looked at.
      raw.destroySoon()
    })
    socket.on('error', () => socket.terminate())
    socket.once('message', (data) => {
      if (socket.readyState !== WebSocket.OPEN) return
      if (total >= all) {
        end(socket, tryLaterCode, 'full')
        return
      }
      turns.wait(socket, () => hello(socket, Buffer.isBuffer(data) ? data.toString() : '', request))
    })
  }
  return {
    upgrade: (request, stream, head) => {
      // What an HTTP server hands over is its connection, by TLS or not.
      if (!(stream instanceof Socket)) return void stream.destroy()
      const raw = stream
      let known: WebSocket | undefined
      const leave = newcomers.enter(addressOf(request, trustProxy), (why) => {
        if (why === 'too-slow' && known?.readyState === WebSocket.OPEN) return end(known, 4408, why)
        ended.inc({ reason: why })
        return void raw.destroy()
      })
      raw.on('error', () => raw.destroy())
      raw.once('close', leave)
      if (raw.destroyed) return
      sockets.handleUpgrade(request, raw, head, (socket) => {
        known = socket
        leaves.set(socket, leave)
        welcome(socket, raw, request)
      })
    },
    admit: (socket, whose) => {
      // Gone while it was looked up: its close is over, and nothing would take it off the list again.
      if (socket.readyState !== WebSocket.OPEN) return false
      const before = open.get(whose) ?? 0
      if (total >= all || before >= each) {
        end(socket, tryLaterCode, total >= all ? 'full' : 'account-full')
        return false
      }
      leaves.get(socket)?.()
      total++
      open.set(whose, before + 1)
      socket.once('close', () => {
        total--
        const left = (open.get(whose) ?? 1) - 1
        if (left === 0) open.delete(whose)
        else open.set(whose, left)
      })
      return true
    },
    send: (socket, message) => {
      if (socket.readyState !== WebSocket.OPEN) return
      if (socket.bufferedAmount > waitingBytes) {
        ended.inc({ reason: 'slow-reader' })
        socket.terminate()
      } else socket.send(JSON.stringify(message))
    },
    stop: () => {
      for (const client of sockets.clients) client.terminate()
    },
  }
}

/** Looks up who sockets are, a few at once, in the order in which they came; one that closes loses its turn. */
function createTurns(maxConcurrent: number, failed: (socket: WebSocket, error: unknown) => void) {
  const waiting = new Map<WebSocket, () => Promise<unknown>>()
  let looking = 0
  const next = () => {
    for (const [socket, work] of waiting) {
      if (looking >= maxConcurrent) return
      waiting.delete(socket)
      looking++
      void work()
        .catch((error: unknown) => failed(socket, error))
        .finally(() => {
          looking--
          next()
        })
    }
  }
  return {
    wait: (socket: WebSocket, work: () => Promise<unknown>) => {
      waiting.set(socket, work)
      socket.once('close', () => waiting.delete(socket))
      next()
    },
  }
}

/** Calls `onFlood` once, when more comes in within a span of time than may. Frames without content are bytes as well, and pings are answered. */
function bound(socket: WebSocket, raw: Socket, { ms, messages, bytes }: SocketLimits['incoming'], onFlood: () => void): void {
  let [since, messagesLeft, bytesLeft, over] = [performance.now(), messages, bytes, false]
  const count = (newMessages: number, newBytes: number) => {
    const now = performance.now()
    if (now - since >= ms) [since, messagesLeft, bytesLeft] = [now, messages, bytes]
    messagesLeft -= newMessages
    bytesLeft -= newBytes
    if (over || (messagesLeft >= 0 && bytesLeft >= 0)) return
    over = true
    onFlood()
  }
  const message = () => count(1, 0)
  socket.on('message', message).on('ping', message).on('pong', message)
  raw.on('data', (chunk: Buffer) => count(0, chunk.length))
}
