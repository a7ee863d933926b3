/**
 * Where access points may stand: in private networks, and at hosts that are listed (ENDCAP_ACCESS_POINT_HOSTS). An account that
 * may add one must not make the bridge speak with this machine itself, or with the world.
 */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

const privateNetworks = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(net, bits, 'ipv6')

const isPrivate = (ip: string) => privateNetworks.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')

/** `host`, `host:port`, `[v6]:port`, with a MAC and @ before it or without. */
export function hostOf(address: string): string {
  const rest = address.trim().split('@').at(-1) ?? ''
  const bracketed = /^\[([^\]]*)\]/.exec(rest)
  if (bracketed !== null) return bracketed[1] ?? ''
  return isIP(rest) === 6 ? rest : (rest.split(':')[0] ?? '')
}

/** Throws, in plain words, where one of these addresses may not be spoken with. Empty ones are passed over. */
export async function checkAddress(addresses: string, listed: readonly string[]): Promise<void> {
  for (const address of addresses.split(/[\s,]+/).filter(Boolean)) {
    const host = hostOf(address)
    if (listed.includes(host) || listed.includes(address)) continue
    const ips = isIP(host) === 0 ? (await lookup(host, { all: true }).catch(() => [])).map((one) => one.address) : [host]
    if (ips.length === 0) throw new Error(formatDeviceMessage('noHost', { host }))
    if (!ips.every(isPrivate)) throw new Error(formatDeviceMessage('notPrivate', { host }))
  }
}
