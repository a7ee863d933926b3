/** The checks of a system at rest, as plain functions of what was read: each answers what is wrong, in words. */

/** What each product was given, oldest first, in cents: by store and product code. */
export type Prices = ReadonlyMap<string, readonly number[]>

export interface SeenLabel {
  tagMac: string
  prCode: string | null
  status: string
  /** The newest entry of the ledger. */
  outcome: string | null
  hash: string | null
  cents: number | null
  /** What the server heard that the tag shows. */
  heard: string | null
  /** What it really shows. */
  glass: string | null
  /** Whether the picture on the glass is the one drawn here for the price that was accepted last. */
  pictureIsRight: boolean
}
export interface Seen {
  /** Of all files that were accepted. */
  accepted: Prices
  /** What each server says the products cost. */
  servers: readonly ReadonlyMap<string, number>[]
  /** The history of the products. */
  history: Prices
  labels: ReadonlyMap<string, SeenLabel>
  /** What has not ended, by its kind. */
  open: Readonly<Record<string, number>>
  sums: readonly { sum: string; key: string; counted: number; storedSum: number }[]
}

/** Everything that is not as it must be. */
export const check = (seen: Seen): string[] => [
  ...lostPrices(seen),
  ...wrongHistory(seen),
  ...wrongLabels(seen),
  ...open(seen),
  ...sums(seen),
]

function* lostPrices({ accepted, servers }: Seen): Generator<string> {
  for (const [product, prices] of accepted)
    for (const [index, server] of servers.entries()) {
      const served = server.get(product)
      if (served !== prices.at(-1)) yield `server ${index + 1} says ${served ?? 'nothing'} of ${product}, accepted was ${prices.at(-1)}`
    }
}

function* wrongHistory({ accepted, history }: Seen): Generator<string> {
  for (const [product, prices] of accepted) {
    const recorded = history.get(product) ?? []
    if (recorded.join() !== prices.join()) yield `the history of ${product} is ${recorded.join(' ')}, accepted were ${prices.join(' ')}`
  }
}

function* wrongLabels({ accepted, labels }: Seen): Generator<string> {
  for (const [product, prices] of accepted) {
    const label = labels.get(product)
    if (label === undefined) {
      yield `no tag shows ${product}`
      continue
    }
    const { tagMac, status, outcome, hash, cents, heard, glass, pictureIsRight } = label
    const wrong = (what: string) => `${tagMac} of ${product}: ${what}`
    if (status !== 'OK') yield wrong(`its status is ${status}`)
    // A label that failed and was heard to stand on the glass afterwards is OK; its entry stays.
    if (!['SHOWN', 'SAME', 'FAILED'].includes(outcome ?? '')) yield wrong(`the ledger’s last entry is ${outcome ?? 'missing'}`)
    if (cents !== prices.at(-1)) yield wrong(`the ledger’s last entry has ${cents}, accepted was ${prices.at(-1)}`)
    if (hash === null || glass !== hash) yield wrong(`the glass shows ${glass}, the ledger says ${hash}`)
    if (heard !== glass) yield wrong(`the glass shows ${glass}, the server heard ${heard}`)
    if (!pictureIsRight) yield wrong(`the picture on the glass is not the one of ${prices.at(-1)}`)
  }
}

function* open({ open: kinds }: Seen): Generator<string> {
  for (const [kind, count] of Object.entries(kinds)) if (count > 0) yield `${count} ${kind} are still open`
}

function* sums({ sums: wrong }: Seen): Generator<string> {
  for (const { sum, key, counted, storedSum } of wrong) yield `${sum} (${key}): ${storedSum} is kept, ${counted} are counted`
}
