/** Panels as the options of an access point name them: their addresses in the network, and the keys of their encrypted connections. */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import { DriverError } from '../driver.ts'
import { readMac } from './discover.ts'
import { defaultPort } from './find.ts'

/** A panel with its address; without a MAC it is known only once it has announced itself. */
export interface Configured {
  mac: string | undefined
  host: string
  port: number
}

/** `[MAC@]host[:port]`, several with commas or spaces between them. Throws with what is no address. */
export function readAddresses(text: string): Configured[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => {
      const [, named, host = '', port] = /^(?:([0-9A-Fa-f:-]{12,17})@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/.exec(one) ?? []
      const mac = named === undefined ? undefined : readMac(named)
      const number = port === undefined ? defaultPort : Number(port)
      if (host === '' || (named !== undefined && mac === undefined) || number < 1 || number > 65_534) {
        throw new DriverError(formatDeviceMessage('panelAddress', { text: one }), { retryable: false })
      }
      return { mac, host: host.replaceAll(/[[\]]/g, ''), port: number }
    })
}

/** Master keys by MAC: 32 hexadecimal digits each. Throws with what is no key. */
export function readKeys(keys: unknown): Map<string, Uint8Array> {
  const read = new Map<string, Uint8Array>()
  if (keys === undefined || keys === null) return read
  if (typeof keys !== 'object') throw new DriverError('Keys are given by MAC', { retryable: false })
  const entries: [string, unknown][] = Object.entries(keys)
  for (const [name, key] of entries) {
    const mac = readMac(name)
    if (mac === undefined || typeof key !== 'string' || !/^[0-9a-f]{32}$/i.test(key)) {
      throw new DriverError(`The key of ${name} is not 32 hexadecimal digits`, { retryable: false })
    }
    read.set(mac, Buffer.from(key, 'hex'))
  }
  return read
}
