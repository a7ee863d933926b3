/** OpenDisplay panels that announce themselves in the network (mDNS, `_opendisplay._tcp`). */
import createMdns from 'multicast-dns'

/** What a panel announces of itself. */
export interface Announcement {
  /** Its Bluetooth address, by which it is known: 12 hexadecimal digits, capitals. */
  mac: string
  host: string
  /** `odc0ffee.local`; empty where it did not say. */
  name: string
  /** Where it listens now: with encryption this is the other port already. */
  port: number
  encrypted: boolean
  /** As `parseTelemetry` reads it. */
  telemetry: Uint8Array | undefined
}

export interface Discovery {
  /** Tells every announcement from now on; answers how to end that. */
  watch(listener: (announcement: Announcement) => void): () => void
  /** Asks which panels are there: those in this network, and these addresses, which may be in another one. */
  ask(hosts: readonly string[]): void
}

const service = '_opendisplay._tcp.local'
/** Instances that are remembered: a store has fewer, and what announces more is no panel. */
const maxInstances = 1000

interface Record_ {
  type: string
  name: string
  data?: unknown
}
interface Packet {
  answers?: readonly Record_[]
  additionals?: readonly Record_[]
}
interface Instance {
  port?: number
  target?: string
  text: Map<string, string>
}

/** Puts announcements together from packets, which may bring a changed text alone. */
export function createReader() {
  const instances = new Map<string, Instance>()
  const addresses = new Map<string, string>()
  return (packet: Packet, sender: string): Announcement[] => {
    const changed = new Set<string>()
    for (const { type, name, data } of [...(packet.answers ?? []), ...(packet.additionals ?? [])]) {
      if (type === 'A' && typeof data === 'string') remember(addresses, name.toLowerCase(), data)
      if (!name.toLowerCase().endsWith(`.${service}`)) continue
      const instance = instances.get(name) ?? { text: new Map<string, string>() }
      if (type === 'SRV') Object.assign(instance, readService(data))
      else if (type === 'TXT') instance.text = readText(data)
      else continue
      remember(instances, name, instance)
      changed.add(name)
    }
    return [...changed].flatMap((name) => {
      const instance = instances.get(name)
      return instance === undefined ? [] : (announcement(instance, addresses, sender) ?? [])
    })
  }
}

/** The oldest is forgotten where there are too many. */
function remember<T>(all: Map<string, T>, name: string, value: T): void {
  all.delete(name)
  all.set(name, value)
  if (all.size > maxInstances) all.delete(all.keys().next().value ?? name)
}

function readService(data: unknown): Pick<Instance, 'port' | 'target'> {
  if (typeof data !== 'object' || data === null || !('port' in data) || !('target' in data)) return {}
  return typeof data.port === 'number' && typeof data.target === 'string' ? { port: data.port, target: data.target.toLowerCase() } : {}
}
function readText(data: unknown): Map<string, string> {
  const text = new Map<string, string>()
  for (const one of Array.isArray(data) ? data : [data]) {
    const line = one instanceof Uint8Array ? Buffer.from(one).toString('latin1') : String(one)
    const at = line.indexOf('=')
    if (at > 0) text.set(line.slice(0, at).toLowerCase(), line.slice(at + 1))
  }
  return text
}

function announcement({ port, target, text }: Instance, addresses: Map<string, string>, sender: string): Announcement | undefined {
  const mac = readMac(text.get('mac') ?? '')
  if (mac === undefined || port === undefined || port < 1 || port > 65_535) return undefined
  const telemetry = text.get('msd') ?? ''
  return {
    mac,
    port,
    host: addresses.get(target ?? '') ?? sender,
    name: target ?? '',
    encrypted: text.get('tls') === '1',
    telemetry: /^([0-9a-f]{2}){11,16}$/i.test(telemetry) ? Buffer.from(telemetry, 'hex') : undefined,
  }
}

/** 12 hexadecimal digits, with or without colons; undefined for anything else. */
export function readMac(text: string): string | undefined {
  const digits = text.replaceAll(/[:-]/g, '').toUpperCase()
  return /^[0-9A-F]{12}$/.test(digits) ? digits : undefined
}

interface NetworkSetup {
  warn?: (problem: string) => void
  /** Address of this computer in the network to look in; without: in the one that the system chooses. */
  own?: string
}
/** Listens in the network: one listener for all drivers of this process, from the first that watches to the last. */
export function createNetworkDiscovery({ warn = () => undefined, own }: NetworkSetup = {}): Discovery {
  const listeners = new Set<(announcement: Announcement) => void>()
  let mdns: ReturnType<typeof createMdns> | undefined
  const open = () => {
    const reader = createReader()
    mdns = createMdns(own === undefined ? {} : { interface: own, bind: '0.0.0.0' })
    mdns.on('response', (packet, { address }) => {
      for (const one of reader(packet, address)) for (const listener of listeners) listener(one)
    })
    // Another program may hold the port for itself: panels are then found by their addresses only.
    mdns.on('error', (error) => warn(`Panels cannot be looked for in this network: ${error.message}`))
    mdns.on('warning', () => undefined)
  }
  return {
    watch(listener) {
      listeners.add(listener)
      if (mdns === undefined) open()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        mdns?.destroy()
        mdns = undefined
      }
    },
    ask(hosts) {
      const question = { questions: [{ name: service, type: 'PTR' as const }] }
      mdns?.query(question)
      for (const address of hosts) mdns?.query(question, { address, port: 5353 })
    },
  }
}

/** The one of this process. */
export const networkDiscovery = createNetworkDiscovery()
