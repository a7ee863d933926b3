import type { AddressInfo } from 'node:net'

/** The TCP port that a server listens on; throws when it listens on none. */
export function listeningPort(server: { address(): AddressInfo | string | null }): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  return address.port
}
