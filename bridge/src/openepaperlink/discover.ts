/** Looks for access points in this machine's networks. Those of other subnets are not found. */
import { systemClock, type Clock } from '../clock.ts'
import { sharedUdpHub, type UdpHub } from './udp.ts'

export interface FoundAccessPoint {
  ip: string
  alias: string
  channel: number
  /** It tells the number of its tags in 8 bits: this, or 256 more, or 512. */
  tagsModulo256: number
  /** Of its radio's program, four hexadecimal digits. */
  version: string
}

/** Packets get lost: it asks more than once. */
const questions = 3
const questionMs = 1000
/** A network that answers for more access points than a shop has is not believed. */
const maxFound = 200

/** Asks a few times who is there, for three seconds; answers them by their addresses in order. */
export async function findAccessPoints({ udp = sharedUdpHub(), clock = systemClock }: { udp?: UdpHub; clock?: Clock } = {}): Promise<
  FoundAccessPoint[]
> {
  const found = new Map<string, FoundAccessPoint>()
  const end = udp.found(({ alias, channel, tagCount, version }, address) => {
    if (found.size >= maxFound && !found.has(address)) return
    // Where the answer came from is where it can be reached, whatever address it gives.
    const hex = version.toString(16).toUpperCase().padStart(4, '0')
    found.set(address, { ip: address, alias, channel, tagsModulo256: tagCount, version: hex })
  })
  for (let question = 0; question < questions; question++) {
    udp.ask()
    await new Promise<void>((next) => void clock.after(questionMs, next))
  }
  end()
  return [...found.values()].toSorted((a, b) => a.ip.localeCompare(b.ip, 'en', { numeric: true }))
}
