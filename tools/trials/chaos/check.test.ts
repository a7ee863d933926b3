import { expect, test } from 'vitest'
import { check, type Seen, type SeenLabel } from './check.ts'

const milk = 'S1 4001'
const label: SeenLabel = {
  tagMac: '5A01',
  prCode: '4001',
  status: 'OK',
  outcome: 'SHOWN',
  cents: 250,
  hash: 'new',
  heard: 'new',
  glass: 'new',
  pictureIsRight: true,
}
const right: Seen = {
  accepted: new Map([[milk, [199, 250]]]),
  servers: [new Map([[milk, 250]]), new Map([[milk, 250]])],
  history: new Map([[milk, [199, 250]]]),
  labels: new Map([[milk, label]]),
  open: { tasks: 0, operations: 0 },
  sums: [],
}
const withLabel = (change: Partial<SeenLabel>): Seen => ({ ...right, labels: new Map([[milk, { ...label, ...change }]]) })

test('nothing is said of what is right', () => {
  expect(check(right)).toEqual([])
  expect(check(withLabel({ outcome: 'SAME' }))).toEqual([])
  // It failed, was heard on the glass afterwards, and is OK.
  expect(check(withLabel({ outcome: 'FAILED' }))).toEqual([])
})

const wrong: Record<string, [seen: Seen, words: string]> = {
  'a lost price': [{ ...right, servers: [new Map([[milk, 250]]), new Map([[milk, 199]])] }, 'server 2 says 199'],
  'a lost product': [{ ...right, servers: [new Map()] }, 'server 1 says nothing'],
  'an accepted price that never was valid': [{ ...right, history: new Map([[milk, [250]]]) }, 'the history of S1 4001 is 250'],
  'a price that was applied twice': [{ ...right, history: new Map([[milk, [199, 250, 199, 250]]]) }, 'the history of S1 4001'],
  'another picture than the ledger says': [withLabel({ glass: 'old', heard: 'old' }), 'the glass shows old, the ledger says new'],
  'a glass that the server does not know': [withLabel({ heard: 'old' }), 'the server heard old'],
  'a blank glass': [withLabel({ hash: null, heard: null, glass: null }), 'the glass shows null'],
  'a wrong picture under the right name': [withLabel({ pictureIsRight: false }), 'the picture on the glass is not the one of 250'],
  'an old price in the ledger': [withLabel({ cents: 199 }), 'the ledger’s last entry has 199'],
  'an end that is none': [withLabel({ outcome: 'SUPERSEDED' }), 'the ledger’s last entry is SUPERSEDED'],
  'a label without an entry': [withLabel({ outcome: null }), 'the ledger’s last entry is missing'],
  'a tag that waits': [withLabel({ status: 'WIP' }), 'its status is WIP'],
  'a product that no tag shows': [{ ...right, labels: new Map() }, 'no tag shows S1 4001'],
  'a task that never ends': [{ ...right, open: { tasks: 1 } }, '1 tasks are still open'],
  'a wrong sum': [
    { ...right, sums: [{ sum: 'products', key: 'S1', counted: 1, storedSum: 2 }] },
    'products (S1): 2 is kept, 1 are counted',
  ],
}
test.each(Object.entries(wrong))('%s is noticed', (_, [seen, words]) => {
  expect(check(seen).join('\n')).toContain(words)
})
