/** A client's channel lasts as long as its session, and has the rights of that session. */
import type { IncomingMessage } from 'node:http'
import { pushHello, pushWatch, type PushHello, type PushWatch } from '@endcap/contract/push'
import type { WebSocket } from 'ws'
import { openSession, sessionByHash, stillOpen } from '../../people/session/session.service.ts'
import { cookieOfSocket } from '../../platform/http/cookies.ts'
import type { SignalMap } from '../../platform/signals/signals.ts'
import type { Changes } from './changes.ts'
import { endClient, send, sessionEndedCode, type Channel, type Client } from './clients.ts'
import type { Collecting } from './collecting.ts'
import { parseJson } from '../../platform/base/parse-json.ts'

/** What a socket says first: it becomes a client when that names an open session and there is room, and is closed else. */
export async function welcome(
  channel: Channel,
  { collecting, changes }: { collecting: Collecting; changes: Changes },
  { socket, text, request }: { socket: WebSocket; text: string; request: IncomingMessage },
): Promise<void> {
  const { context, sockets, clients } = channel
  const hello = pushHello.safeParse(parseJson(text))
  const session = hello.success ? await openSession(context, tokenOf(channel, hello.data, request)) : undefined
  if (session === undefined) {
    socket.close(sessionEndedCode, 'no session')
    return
  }
  await collecting.ready()
  if (!sockets.admit(socket, session.email)) return
  const client: Client = {
    socket,
    session,
    alive: true,
    lastSent: '',
    watch: undefined,
    waiting: new Map(),
    nextAt: 0,
    hear: (message) => sockets.send(socket, message),
  }
  clients.add(client)
  socket.on('pong', () => (client.alive = true))
  socket.on('close', () => clients.delete(client))
  // What is not understood changes nothing: what a client sends is bounded by the guard.
  socket.on('message', (data) => {
    const said = pushWatch.safeParse(parseJson(Buffer.isBuffer(data) ? data.toString() : ''))
    if (said.success) changes.watch(client, said.data.watch === null ? undefined : watchedOf(said.data.watch))
  })
  collecting.send(client)
}

const watchedOf = (watch: NonNullable<PushWatch['watch']>): NonNullable<Client['watch']> =>
  new Map(watch.map((entry) => [entry.storeCode, new Set(entry.changes)]))

/** The console's token is in the cookie that its browser opened the channel with. */
const tokenOf = ({ context }: Channel, hello: PushHello, request: IncomingMessage): PushHello =>
  hello.accessToken === '' ? { ...hello, accessToken: cookieOfSocket(request, context.config.publicUrl) ?? '' } : hello

/** The clients of a role or an account hear from here on what their account may hear now, and are told to ask what that is. */
export function renewRights(channel: Channel, collecting: Collecting, whose: SignalMap['rights-changed']): void {
  const meant = [...channel.clients].filter(({ session }) =>
    'roleId' in whose ? session.roleId === whose.roleId : session.email === whose.email,
  )
  void Promise.all(meant.map((client) => renew(channel, collecting, client))).catch((error: unknown) => {
    // Rather no channel than one with rights that are no more: the console comes back by itself.
    channel.context.log.warn({ err: error }, 'sessions of the push channel could not be read again')
    for (const client of meant) client.socket.close(1011)
  })
}

async function renew(channel: Channel, collecting: Collecting, client: Client): Promise<void> {
  const session = await sessionByHash(channel.context, client.session.tokenHash)
  if (session === undefined) return endClient(channel, client, 'account')
  client.session = session
  send(channel, client, { type: 4, msg: {} })
  return collecting.send(client)
}

/** Ends the clients of an account: of one session, of all but one, or of all. */
export function endSessions(channel: Channel, { email, tokenHash, but, reason }: SignalMap['sessions-ended']): void {
  for (const client of channel.clients) {
    const { session } = client
    if (session.email !== email || session.tokenHash === but || (tokenHash !== undefined && session.tokenHash !== tokenHash)) continue
    endClient(channel, client, reason)
  }
}

/** No signal says that a session has run out: clients that only listen are ended here. */
export async function endExpired(channel: Channel): Promise<void> {
  const { context, clients } = channel
  const listening = [...clients]
  if (listening.length === 0) return
  const open = await stillOpen(context, [...new Set(listening.map((client) => client.session.tokenHash))])
  for (const client of listening) if (clients.has(client) && !open.has(client.session.tokenHash)) endClient(channel, client, 'expired')
}
