/** The push channel: tells consoles what changed in their stores (specification 1 §7; docs/http-api.md). */
import { listeningPort } from '../../platform/base/listening-port.ts'
import type { Server } from 'node:http'
import { pushHeartbeatMs } from '@endcap/contract/push'
import type { Context } from '../../platform/context.ts'
import { createListeners, type Listeners } from '../../platform/http/listener.ts'
import { createSocketGuard, type SocketGuard, type SocketLimits } from '../../platform/http/socket-guard.ts'
import { gatherChanges } from './changes.ts'
import type { Channel } from './clients.ts'
import { watchCollecting, type Collecting } from './collecting.ts'
import { endExpired, endSessions, renewRights, welcome } from './sessions.ts'

export interface Push {
  /** To be served at `/push` of an HTTP server as well. */
  sockets: SocketGuard
  /** Serves it on a port of its own; answers the port. */
  listen(port: number, host: string, listeners?: Listeners): Promise<number>
  stop(): Promise<void>
}

interface PushOptions {
  heartbeatMs?: number
  limits?: Partial<SocketLimits>
  /** How long a client rests between two messages of changes. */
  restMs?: number
}

/** Begins to listen to the signals that clients are told of; `stop` ends all of it. */
export function startPush(context: Context, { heartbeatMs = pushHeartbeatMs, limits, restMs }: PushOptions = {}): Push {
  const { signals, log } = context
  const sockets = createSocketGuard({
    log,
    trustProxy: context.config.trustProxy,
    hello: (socket, text, request) => welcome(channel, { collecting, changes }, { socket, text, request }),
    limits,
  })
  const channel: Channel = { context, sockets, clients: new Set() }
  const collecting = watchCollecting(channel)
  const changes = gatherChanges(() => channel.clients, { restMs })
  const unsubscribe = [
    signals.on('collecting', collecting.changed),
    signals.on('changed', (change) => changes.note(change.storeCode, change.changes)),
    signals.on('rights-changed', (whose) => renewRights(channel, collecting, whose)),
    signals.on('sessions-ended', (which) => endSessions(channel, which)),
  ]
  const heartbeat = startHeartbeat(channel, collecting, heartbeatMs)
  const own: Server[] = []

  return {
    sockets,
    listen: async (port, host, listeners = createListeners(undefined)) => {
      const server = listeners((_, response) => response.writeHead(426).end('This port serves a WebSocket.'))
      server.on('upgrade', sockets.upgrade)
      own.push(server)
      return listenOn(server, port, host)
    },
    stop: async () => {
      const checked = heartbeat.stop()
      changes.stop()
      for (const end of unsubscribe) end()
      sockets.stop()
      await Promise.all([checked, collecting.settled()])
      await Promise.all(own.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

/** Every `everyMs`: a client that did not answer the last ping is ended, and so are those whose sessions have run out. */
function startHeartbeat(channel: Channel, collecting: Collecting, everyMs: number): { stop(): Promise<void> } {
  const { context, clients } = channel
  let checking: Promise<void> | undefined
  const pings = setInterval(() => {
    for (const client of clients) {
      if (!client.alive) client.socket.terminate()
      client.alive = false
      client.socket.ping()
      collecting.send(client)
    }
    // A signal may have been lost.
    if (clients.size > 0) collecting.changed()
    checking ??= endExpired(channel)
      .catch((error: unknown) =>
        context.log.warn({ err: error }, 'sessions of the push channel could not be checked; they will be with the next ping'),
      )
      .finally(() => (checking = undefined))
  }, everyMs)
  return {
    stop: async () => {
      clearInterval(pings)
      await checking
    },
  }
}

/** The port it listens on: for port 0, the one that the system chose. */
function listenOn(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(listeningPort(server)))
  })
}
