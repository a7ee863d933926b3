/** Waits for the end of a socket. `events.once` would fail on its error: a socket may be reset while its peer still sends. */
import type { Socket } from 'node:net'

export const closedSocket = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : void socket.once('close', () => resolve())))
