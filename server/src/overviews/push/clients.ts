/** Who listens on the push channel, and what each may hear. */
import { systemLocation } from '@endcap/contract/alarms'
import type { PushMessage } from '@endcap/contract/push'
import type { WebSocket } from 'ws'
import type { Context } from '../../platform/context.ts'
import type { Session } from '../../platform/http/session.ts'
import type { SocketGuard } from '../../platform/http/socket-guard.ts'
import type { Listener } from './changes.ts'

export interface Client extends Listener {
  socket: WebSocket
  session: Session
  /** It has answered the last ping. */
  alive: boolean
  /** The collecting stores it was told last, as JSON. */
  lastSent: string
}

/** The channel of one process: its clients come and go. */
export interface Channel {
  readonly context: Context
  readonly sockets: SocketGuard
  readonly clients: Set<Client>
}

/** Closes a channel whose session is no more; the console then goes back to the sign-in. */
export const sessionEndedCode = 4401

/** A client that cannot keep up is ended: it comes back, and fetches everything. */
export const send = ({ sockets }: Channel, { socket }: Client, message: PushMessage) => sockets.send(socket, message)

/** Tells a client why its session is over, and closes its channel. */
export function endClient(channel: Channel, client: Client, reason: string): void {
  send(channel, client, { type: 3, msg: { reason } })
  // What changes from now on is not told, though the line may take a moment to close.
  channel.clients.delete(client)
  client.socket.close(sessionEndedCode, 'session ended')
}

const systemReaders = ['server.read', 'member.read', 'role.read', 'server_config.read'] as const

/** What says of a session what it may hear. */
export type Hearing = Pick<Session, 'factorDue' | 'changeDue' | 'can' | 'allows'>

/** What is without a store concerns every account; what concerns the system is for those who have the whole chain, and for those who may read servers, members, roles or software. */
export function mayHear(session: Hearing, storeCode: string): boolean {
  if (session.factorDue || session.changeDue) return false
  return (
    storeCode === '' || session.allows(storeCode) || (storeCode === systemLocation && systemReaders.some((right) => session.can(right)))
  )
}
