/** Looks for OpenDisplay panels in this computer's network (mDNS), before they are added. Those of other subnets are not found. */
import { systemClock, type Clock } from '../clock.ts'
import { networkDiscovery, type Announcement, type Discovery } from './discover.ts'

export interface FoundPanel {
  /** As `readAddresses` reads it: `MAC@host`, with the port where it is not the usual one. */
  address: string
  /** `odc0ffee.local`, or its MAC. */
  name: string
  mac: string
}

/** Packets get lost: it asks more than once. */
const questions = 3
const questionMs = 1000
/** A network that announces more panels than a shop has is not believed. */
const maxFound = 200
/** Where panels listen without encryption; with it, on the next port. */
export const defaultPort = 2446

export async function findPanels({
  discovery = networkDiscovery,
  clock = systemClock,
}: { discovery?: Discovery; clock?: Clock } = {}): Promise<FoundPanel[]> {
  const found = new Map<string, Announcement>()
  const end = discovery.watch((one) => {
    if (found.size < maxFound || found.has(one.mac)) found.set(one.mac, one)
  })
  for (let question = 0; question < questions; question++) {
    discovery.ask([])
    await new Promise<void>((next) => void clock.after(questionMs, next))
  }
  end()
  return [...found.values()].map(toPanel).toSorted((a, b) => a.address.localeCompare(b.address, 'en', { numeric: true }))
}

function toPanel({ mac, host, port, name, encrypted }: Announcement): FoundPanel {
  const plain = encrypted ? port - 1 : port
  const place = host.includes(':') ? `[${host}]` : host
  return { address: `${mac}@${place}${plain === defaultPort ? '' : `:${plain}`}`, name: name.replace(/\.local$/, '') || mac, mac }
}
