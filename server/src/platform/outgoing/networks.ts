/**
 * Which addresses this server may call (guard against server-side request forgery): networks by their kind, and lists of what an
 * administrator allows besides. Names are looked up through a guard, so that none leads elsewhere between the check and the connection.
 */
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]
/** `other`: link-local (where clouds keep their metadata), unspecified, multicast, transition (NAT64, 6to4, Teredo), reserved. */
export type NetworkKind = 'public' | 'private' | 'loopback' | 'other'

/** All addresses that the registries give to networks of the internet (RFC 4291, 2.4). */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/** An IPv4 address that is written as an IPv6 one is judged as what it is. */
const plainOf = (address: string) => {
  const found = ipaddr.parse(address)
  return found instanceof ipaddr.IPv6 && found.isIPv4MappedAddress() ? found.toIPv4Address() : found
}

/** The kind of network of an address as the system writes it; anything that is no address is `other`. */
export function networkKind(address: string): NetworkKind {
  if (isIP(address) === 0) return 'other'
  const plain = plainOf(address)
  const range = plain.range()
  if (range === 'loopback') return 'loopback'
  if (range === 'private' || range === 'uniqueLocal') return 'private'
  if (range !== 'unicast') return 'other'
  return plain instanceof ipaddr.IPv4 || plain.match(globalUnicast) ? 'public' : 'other'
}
/** Whether an address is one of the internet at large. */
export const isPublic = (address: string): boolean => networkKind(address) === 'public'

/** The error code of a name that leads to where this server may not call. */
export const forbiddenAddress = 'EFORBIDDENADDRESS'

/** Looks names up and lets only allowed addresses through. Addresses that are written out are not looked up: check them before. */
export function guardedLookup(
  allows: (address: string) => boolean,
  refusal = 'The name leads to where this server may not call.',
): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return done(error, '')
      const allowed = found.filter(({ address }) => allows(address))
      const [first] = allowed
      if (first === undefined) return done(Object.assign(new Error(refusal), { code: forbiddenAddress }), '')
      return options.all === true ? done(null, allowed) : done(null, first.address, first.family)
    })
  }
}

/** A host or a network that may be called; without a port at the usual ones, `*` at any. */
export interface Destination {
  host?: string
  network?: Network
  port: number | 'usual' | '*'
}
export interface Target {
  /** As in an address: lower case, IPv6 without brackets. */
  host: string
  port: number
}

/** Ports of web servers; a caller that may name any port has a scanner. */
const defaultPorts: readonly number[] = [80, 443, 8080, 8443]
const hostForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** Reads `erp.local, 10.1.0.0/16, 10.1.2.3:9000, [fc00::5]:8443, hooks.local:*`; answers what is wrong as text. */
export function readDestinations(text: string): readonly Destination[] | string {
  const listed: Destination[] = []
  for (const one of text.split(',').map((part) => part.trim().toLowerCase())) {
    if (one === '') continue
    const bare = isIP(one) === 6 || ipaddr.isValidCIDR(one) ? [one, undefined] : undefined
    const [place = '', given] = bare ?? /^(\[[0-9a-f:.]+\]|[^:/]+(?:\/\d{1,2})?)(?::(\d{1,5}|\*))?$/.exec(one)?.slice(1) ?? []
    const name = place.replaceAll(/^\[|\]$/g, '')
    const port = given === undefined ? 'usual' : given === '*' ? '*' : Number(given)
    const network = networkOf(name)
    const wrongPort = typeof port === 'number' && (port < 1 || port > 65_535)
    if (wrongPort || (network === undefined && !hostForm.test(name)))
      return `"${one}" is no host, no address and no network, with a port or without`
    listed.push(network === undefined ? { host: name, port } : { network, port })
  }
  return listed
}
function networkOf(text: string): Network | undefined {
  if (isIP(text) !== 0) return [ipaddr.parse(text), isIP(text) === 4 ? 32 : 128]
  return isIP(text.replace(/\/.*$/, '')) !== 0 && ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined
}

/** What may be called without being listed, and what a listed host without a port is called at. */
export interface DefaultDestinations {
  ports: readonly number[]
  kinds: readonly NetworkKind[]
}
const ofWeb: DefaultDestinations = { ports: defaultPorts, kinds: ['public'] }
/** Mail servers are often a relay in the own network, or on this machine. */
export const ofMail: DefaultDestinations = { ports: [25, 465, 587, 2525], kinds: ['public', 'private', 'loopback'] }

const fits = ({ port }: Destination, requestedPort: number, { ports }: DefaultDestinations) =>
  port === '*' || (port === 'usual' ? ports.includes(requestedPort) : port === requestedPort)

/** Whether this address of a target may be called: a usual one at a usual port, and what is listed. A listed name leads to no `other` network. */
export function mayCall(listed: readonly Destination[], { host, port }: Target, address: string, defaults = ofWeb): boolean {
  const kind = networkKind(address)
  if (defaults.kinds.includes(kind) && defaults.ports.includes(port)) return true
  return listed.some((one) => {
    if (!fits(one, port, defaults)) return false
    if (one.network === undefined) return one.host === host && kind !== 'other'
    const [network, bits] = one.network
    const plain = isIP(address) === 0 ? undefined : plainOf(address)
    return plain !== undefined && plain.kind() === network.kind() && plain.match([network, bits])
  })
}

/** A host by its name or address, as lists name it: in lower case, without the dot at its end. */
export const targetAt = (host: string, port: number): Target => ({ host: host.toLowerCase().replace(/\.$/, ''), port })

/** What a URL leads to. */
export const targetOf = ({ protocol, hostname, port }: URL): Target =>
  targetAt(hostname.replaceAll(/^\[|\]$/g, ''), port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

/** Whether a target cannot be allowed whatever its name leads to; to be told before anything is looked up. */
export function isHopeless(listed: readonly Destination[], target: Target, defaults = ofWeb): boolean {
  if (isIP(target.host) !== 0) return !mayCall(listed, target, target.host, defaults)
  const own = target.host === 'localhost' || target.host.endsWith('.localhost')
  return own
    ? !['127.0.0.1', '::1'].some((address) => mayCall(listed, target, address, defaults))
    : !defaults.ports.includes(target.port) &&
        !listed.some((one) => fits(one, target.port, defaults) && (one.host ?? target.host) === target.host)
}
