/**
 * Where a printer is: what people write as its address, and which addresses may be spoken to at all. Addresses come from uploaded files:
 * only private networks and the printing port are allowed, and what the administrator has listed (ENDCAP_PRINTERS).
 */
import { isIP, type LookupFunction } from 'node:net'
import { guardedLookup, networkKind } from './networks.ts'

/** The port that IANA gave to IPP. */
export const ippPort = 631

export interface PrinterAddress {
  secure: boolean
  host: string
  port: number
  /** Undefined: the usual ones are tried. */
  path: string | undefined
}

const hostForm = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/
const isHost = (text: string) => isIP(text) !== 0 || (text.length <= 253 && hostForm.test(text))
const portOf = (text: string | undefined) => (text === undefined || text === '' ? ippPort : Number(text))

/** Reads `host`, `host:port`, `[::1]:631`, and `ipp://` or `ipps://` addresses; answers undefined for anything else. */
export function readAddress(text: string): PrinterAddress | undefined {
  const uri = /^(ipps?):\/\/(\[[0-9A-Fa-f:.]+\]|[^/:?#@\s[\]]+)(?::(\d{1,5}))?(\/[!-~]*)?$/i.exec(text)
  const bare = /^(\[[0-9A-Fa-f:.]+\]|[^/:?#@\s[\]]+)(?::(\d{1,5}))?$/.exec(text)
  const [rawHost, rawPort, path] = uri !== null ? [uri[2], uri[3], uri[4]] : bare !== null ? [bare[1], bare[2], undefined] : [undefined]
  if (rawHost === undefined) return isIP(text) === 6 ? { secure: false, host: text, port: ippPort, path: undefined } : undefined
  const host = rawHost.replaceAll(/^\[|\]$/g, '')
  const port = portOf(rawPort)
  if (!isHost(host) || port < 1 || port > 65_535) return undefined
  return { secure: uri?.[1]?.toLowerCase() === 'ipps', host, port, path: path === '/' ? undefined : path }
}

/** Hosts, with a port or without, that may be spoken to beside the private networks: `print.example.com:8631, 192.0.2.7`. */
export type ListedPrinters = readonly { host: string; port: number | undefined }[]
/** Answers what is wrong with the list as text. */
export function readListed(text: string): ListedPrinters | string {
  const listed: { host: string; port: number | undefined }[] = []
  for (const one of text.split(',').map((part) => part.trim())) {
    if (one === '') continue
    const address = readAddress(one)
    if (address === undefined || address.path !== undefined) return `"${one}" is no host and no host:port`
    listed.push({ host: address.host.toLowerCase(), port: /[^:]:\d+$/.test(one) ? address.port : undefined })
  }
  return listed
}

const isListed = (listed: ListedPrinters, { host, port }: PrinterAddress) =>
  listed.some((one) => one.host === host.toLowerCase() && (one.port ?? ippPort) === port)
const isPrivate = (ip: string) => ['private', 'loopback'].includes(networkKind(ip))

/** Why this address must not be spoken to; undefined when it may be, as far as it can be told before its name is looked up. */
export function whyForbidden(address: PrinterAddress, listed: ListedPrinters): string | undefined {
  if (isListed(listed, address)) return undefined
  if (address.port !== ippPort) return `is at port ${address.port}; only port ${ippPort} and listed printers may be addressed`
  if (isIP(address.host) !== 0 && !isPrivate(address.host)) return 'is in no private network and is not listed'
  return undefined
}

/** Looks names up and lets only allowed addresses through, so that a name cannot lead elsewhere between check and connection. */
export const lookupFor = (address: PrinterAddress, listed: ListedPrinters): LookupFunction =>
  guardedLookup((ip) => isListed(listed, address) || isPrivate(ip), 'The name leads to no private network and is not listed.')

/** Where the printer may be found at its host: what was given, else the queue of that name, else the usual place. */
export function candidatePaths({ path }: PrinterAddress, printerName: string): string[] {
  if (path !== undefined) return [path]
  return [...(printerName === '' ? [] : [`/printers/${encodeURIComponent(printerName)}`]), '/ipp/print']
}
