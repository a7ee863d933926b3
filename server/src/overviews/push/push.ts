/** The push channel: tells consoles what changed in their stores (specification 1 §7; docs/http-api.md). */
import type { IncomingMessage, Server } from 'node:http'
import { systemLocation } from '@endcap/contract/alarms'
import { pushHeartbeatMs, pushHello, type PushHello, type PushMessage, type StoreChange } from '@endcap/contract/push'
import type { WebSocket } from 'ws'
import type { Context } from '../../platform/context.ts'
import { cookieOfSocket } from '../../platform/http/cookies.ts'
import { createListeners, type Listeners } from '../../platform/http/listener.ts'
import { createSocketGuard, type SocketGuard, type SocketLimits } from '../../platform/http/socket-guard.ts'
import { openSession, sessionByHash, stillOpen } from '../../people/session/session.service.ts'
import type { Session } from '../../platform/http/session.ts'
import { openCollections } from '../../labels/status-check/status-check.service.ts'

/** Changes of a moment go out together. */
const gatherMs = 200

interface Client {
  socket: WebSocket
  session: Session
  alive: boolean
  /** The collecting stores it was told last. */
  told: string
}
interface CollectingStore {
  storeCode: string
  storeName: string
}

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
}

export function startPush(context: Context, { heartbeatMs = pushHeartbeatMs, limits }: PushOptions = {}): Push {
  const { signals, log } = context
  const sockets = createSocketGuard({ log, trustProxy: context.config.trustProxy, hello: welcome, limits })
  const clients = new Set<Client>()
  const waiting = new Map<string, Set<StoreChange>>()
  let gathering: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined
  const own: Server[] = []

  /** Stores that are collecting; undefined until somebody wants to know. */
  let collectingStores: CollectingStore[] | undefined
  const readCollecting = async () => {
    const open = await openCollections(context.db, 'all')
    collectingStores = open.map(({ storeCode, storeName }) => ({ storeCode, storeName }))
  }
  /** Those of the account's own stores that are collecting (specification 1 §6). */
  const collecting = ({ session }: Client): CollectingStore[] =>
    session.can('tag.read') && !session.factorDue && !session.changeDue
      ? (collectingStores ?? []).filter((store) => session.allows(store.storeCode))
      : []
  /** Said again with every ping: a browser does not see pings, and takes a silent channel for a dead one. */
  const tellCollecting = (client: Client) => {
    const msg = collecting(client)
    client.told = JSON.stringify(msg)
    send(client, { type: 1, msg })
  }
  /** A client that cannot keep up is ended: it comes back, and fetches everything. */
  const send = ({ socket }: Client, message: PushMessage) => sockets.send(socket, message)
  const flush = () => {
    gathering = undefined
    for (const [storeCode, changes] of waiting) {
      for (const client of clients)
        if (mayHear(client.session, storeCode)) send(client, { type: 2, msg: { storeCode, changes: [...changes] } })
    }
    waiting.clear()
  }
  const end = (client: Client, reason: string) => {
    send(client, { type: 3, msg: { reason } })
    // What changes from now on is not told, though the line may take a moment to close.
    clients.delete(client)
    client.socket.close(4401, 'session ended')
  }
  /** From here on it hears what its account may hear now, and is told to ask what that is. */
  const renew = async (client: Client) => {
    const session = await sessionByHash(context, client.session.tokenHash)
    if (session === undefined) return end(client, 'account')
    client.session = session
    send(client, { type: 4, msg: {} })
    return tellCollecting(client)
  }
  let readingAgain = false
  let reading: Promise<void> | undefined
  /** Tells the clients whose stores' collecting changed. */
  const collectingChanged = () => {
    readingAgain = true
    reading ??= (async () => {
      while (readingAgain) {
        readingAgain = false
        await readCollecting()
        for (const client of clients) if (JSON.stringify(collecting(client)) !== client.told) tellCollecting(client)
      }
    })()
      .catch((error: unknown) => log.warn({ err: error }, 'the collecting stores could not be read; they will be with the next ping'))
      .finally(() => (reading = undefined))
  }
  const ends = [
    signals.on('collecting', collectingChanged),
    signals.on('changed', ({ storeCode, changes }) => {
      const set = waiting.get(storeCode) ?? new Set<StoreChange>()
      for (const change of changes) set.add(change)
      waiting.set(storeCode, set)
      gathering ??= setTimeout(flush, gatherMs)
    }),
    signals.on('rights-changed', (whose) => {
      const meant = [...clients].filter(({ session }) =>
        'roleId' in whose ? session.roleId === whose.roleId : session.email === whose.email,
      )
      void Promise.all(meant.map(renew)).catch((error: unknown) => {
        // Rather no channel than one with rights that are no more: the console comes back by itself.
        log.warn({ err: error }, 'sessions of the push channel could not be read again')
        for (const client of meant) client.socket.close(1011)
      })
    }),
    signals.on('sessions-ended', ({ email, tokenHash, but, reason }) => {
      for (const client of clients) {
        const { session } = client
        if (session.email !== email || session.tokenHash === but || (tokenHash !== undefined && session.tokenHash !== tokenHash)) continue
        end(client, reason)
      }
    }),
  ]
  const pings = setInterval(() => {
    for (const client of clients) {
      if (!client.alive) client.socket.terminate()
      client.alive = false
      client.socket.ping()
      tellCollecting(client)
    }
    // A signal may have been lost.
    if (clients.size > 0) collectingChanged()
    checking ??= endExpired()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'sessions of the push channel could not be checked; they will be with the next ping'),
      )
      .finally(() => (checking = undefined))
  }, heartbeatMs)

  /** Nobody signals that a session has run out: those who only listen are looked after here. */
  async function endExpired() {
    const listening = [...clients]
    if (listening.length === 0) return
    const open = await stillOpen(context, [...new Set(listening.map((client) => client.session.tokenHash))])
    for (const client of listening) if (clients.has(client) && !open.has(client.session.tokenHash)) end(client, 'expired')
  }

  /** The console's token is in the cookie that its browser opened the channel with. */
  const tokenOf = (hello: PushHello, request: IncomingMessage): PushHello =>
    hello.accessToken === '' ? { ...hello, accessToken: cookieOfSocket(request, context.config.publicUrl) ?? '' } : hello

  async function welcome(socket: WebSocket, text: string, request: IncomingMessage) {
    const hello = pushHello.safeParse(parse(text))
    const session = hello.success ? await openSession(context, tokenOf(hello.data, request)) : undefined
    if (session === undefined) {
      socket.close(4401, 'no session')
      return
    }
    if (session !== undefined && collectingStores === undefined) await readCollecting()
    if (!sockets.admit(socket, session.email)) return
    const client: Client = { socket, session, alive: true, told: '' }
    clients.add(client)
    socket.on('pong', () => (client.alive = true))
    socket.on('close', () => clients.delete(client))
    tellCollecting(client)
  }

  return {
    sockets,
    listen: (port, host, listeners = createListeners(undefined)) =>
      new Promise((resolve, reject) => {
        const server = listeners((_, response) => response.writeHead(426).end('This port serves a WebSocket.'))
        server.on('upgrade', sockets.upgrade)
        own.push(server)
        server.once('error', reject)
        server.listen(port, host, () => {
          const address = server.address()
          resolve(typeof address === 'object' && address !== null ? address.port : port)
        })
      }),
    stop: async () => {
      clearInterval(pings)
      clearTimeout(gathering)
      for (const stopListening of ends) stopListening()
      sockets.stop()
      await Promise.all([checking, reading])
      await Promise.all(own.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

const systemReaders = ['server.read', 'member.read', 'role.read', 'server_config.read'] as const

/** What is without a store concerns everybody; what concerns the system is for those who have the whole chain, and for those who may read servers, members, roles or software. */
function mayHear(session: Session, storeCode: string): boolean {
  if (session.factorDue || session.changeDue) return false
  return (
    storeCode === '' || session.allows(storeCode) || (storeCode === systemLocation && systemReaders.some((right) => session.can(right)))
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
