/** Counts what the broker refuses, so that a flood is some lines of the log in an interval, not one for each packet. */
import type { Refusal } from './packet-reader.ts'

export interface RefusedPeer {
  reason: Refusal
  address: string
  /** Empty when it did not sign in. */
  gwMac: string
  count: number
  /** The last topic, where it is about one. */
  topic: string
}
export interface RefusedReport {
  totals: Partial<Record<Refusal, number>>
  /** Those with the most; `others` tells how many refusals are of peers that are not among them. */
  peers: RefusedPeer[]
  others: number
}

/** Peers that are told apart in an interval; a flood from many addresses shall not cost memory. */
const maxPeers = 1000
const maxReportedPeers = 5

export function createRefusals() {
  let totals: Partial<Record<Refusal, number>> = {}
  const peers = new Map<string, RefusedPeer>()
  return {
    note({ reason, address, gwMac = '', topic = '' }: { reason: Refusal; address: string; gwMac?: string; topic?: string }): void {
      totals[reason] = (totals[reason] ?? 0) + 1
      const key = `${reason} ${gwMac === '' ? address : gwMac}`
      const known = peers.get(key)
      if (known !== undefined) Object.assign(known, { count: known.count + 1, address, topic: topic.slice(0, 100) })
      else if (peers.size < maxPeers) peers.set(key, { reason, address, gwMac, count: 1, topic: topic.slice(0, 100) })
    },
    /** What came since the last call. */
    take(): RefusedReport {
      const largest = [...peers.values()].toSorted((one, other) => other.count - one.count).slice(0, maxReportedPeers)
      const all = Object.values(totals).reduce((sum, count) => sum + count, 0)
      const report = { totals, peers: largest, others: all - largest.reduce((sum, { count }) => sum + count, 0) }
      totals = {}
      peers.clear()
      return report
    },
  }
}
