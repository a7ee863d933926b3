/**
 * Where a caller is: behind reverse proxies, what X-Forwarded-For says, as far as proxies of ours wrote it (ENDCAP_TRUST_PROXY). Rate limits,
 * the doors of gateways and the audit log go by it.
 */
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import proxyAddresses from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Whether the one at this address, so many hops away from us (0: who connected), is a proxy of ours. */
export type TrustedProxies = (address: string, hop: number) => boolean

/** More proxies in a row than any installation has. */
const maxHops = 10
const advice =
  'Name the addresses of your proxies, such as "loopback" or "10.0.0.5, 10.1.0.0/16", or say how many there are in a row, such as "1".'

/**
 * Reads `false`, a number of hops, or a list of addresses, networks, and the names `loopback`, `linklocal` and `uniquelocal`.
 * Answers what is wrong as text. Never all addresses: whatever a client writes itself would be believed.
 */
export function readTrustedProxies(text: string): TrustedProxies | false | string {
  const given = text.trim().toLowerCase()
  if (['', 'false', '0', 'no', 'off'].includes(given)) return false
  if (['true', 'yes', 'on', '*', 'all'].includes(given))
    return `must not be "${given}": every client could then choose the address that it seems to call from. ${advice}`
  if (/^\d+$/.test(given)) {
    const hops = Number(given)
    return hops > maxHops ? `must be at most ${maxHops} proxies in a row. ${advice}` : (_address, hop) => hop < hops
  }
  const listed = given.split(',').map((one) => one.trim())
  const openRange = listed.find((one) => /\/0+$/.test(one) || /\/0+(\.0+){3}$/.test(one))
  if (openRange !== undefined) return `"${openRange}" is every address there is. ${advice}`
  try {
    return proxyAddresses.compile(listed)
  } catch (error) {
    return `${error instanceof Error ? error.message : 'is no list of addresses'}. ${advice}`
  }
}

/** One entry of the header as a bare address: without port, brackets and zone. Undefined where it is none. */
function bareAddress(entry: string): string | undefined {
  const text = entry.trim().replaceAll(/^"|"$/g, '')
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1]
  const bare = (bracketed ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1')).replace(/%.*$/, '')
  return isIP(bare) === 0 ? undefined : bare
}

/**
 * The header as far as it can be read, from its end, where the nearest proxy writes: what is no address, and all that stands before it, was
 * written by a client. Undefined when nothing is left.
 */
export function readableAddresses(header: string): string | undefined {
  const read: string[] = []
  for (const entry of header.split(',').toReversed()) {
    const address = bareAddress(entry)
    if (address === undefined) break
    read.unshift(address)
  }
  return read.length === 0 ? undefined : read.join(', ')
}

/** Before anything asks for a caller's address. */
export function readForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const header = headers['x-forwarded-for']
    if (header === undefined) return
    const readable = readableAddresses(String(header))
    if (readable === undefined) delete headers['x-forwarded-for']
    else headers['x-forwarded-for'] = readable
  })
}

/** The address of a request that the web framework does not see: the opening of a web socket. */
export function addressOf(request: IncomingMessage, trusted: TrustedProxies | false): string {
  const header = request.headers['x-forwarded-for']
  const readable = header === undefined ? undefined : readableAddresses(String(header))
  if (trusted === false || readable === undefined) return request.socket.remoteAddress ?? ''
  request.headers['x-forwarded-for'] = readable
  return proxyAddresses(request, trusted)
}

/** Bits of an IPv6 address that one customer of a provider is given at least: who has one address has them all. */
const networkBits = 64

/** What callers are counted by: an IPv4 address, the network of an IPv6 one; all that is unreadable is counted together. */
export function countedBy({ ip }: Pick<FastifyRequest, 'ip'>): string {
  // A caller that has left has no address any more, whatever the type says.
  const address = String(ip).replace(/%.*$/, '').toLowerCase()
  if (isIPv4(address)) return address
  if (isIP(address) === 0) return 'unknown'
  const six = ipaddr.IPv6.parse(address)
  return six.isIPv4MappedAddress()
    ? six.toIPv4Address().toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${networkBits}`).toString()
}
