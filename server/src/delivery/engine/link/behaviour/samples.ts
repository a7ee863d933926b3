/** Gateways and messages with which the behaviour of drivers is tried. */
import type { Operation, OpResult, Sighting } from '@endcap/gateway-link/messages'
import { sampleSighting } from '@endcap/gateway-link/samples'
import type { GatewayAddress } from '../driver.ts'

/** The gateways every link under test knows, with their secrets. */
export const linkGateways: Record<string, string> = { '02EC00000001': 'secret-1', '02EC00000002': 'secret-2', '02EC00000003': 'secret-3' }
export const one: GatewayAddress = { storeCode: 'S1', gwMac: '02EC00000001' }
export const two: GatewayAddress = { storeCode: 'S1', gwMac: '02EC00000002' }
export const three: GatewayAddress = { storeCode: 'S1', gwMac: '02EC00000003' }

/** The MAC of the tag (or sensor) with this number. */
export const tagOf = (number: number) => `5A3C9E005${number.toString(16).toUpperCase().padStart(7, '0')}`

/** An operation that shows a label of one page. */
export const operation = (op: string, tag = tagOf(1)): Operation => ({
  op,
  tag,
  kind: 'SHOW',
  hash: 'a'.repeat(64),
  images: [{ page: 0, hash: 'b'.repeat(64), bytes: 10 }],
})

/** What a gateway says of an operation of the first tag. */
export const result = (op: string, outcome: OpResult['outcome'], more: Partial<OpResult> = {}): OpResult => ({
  op,
  tag: tagOf(1),
  outcome,
  at: 1,
  ...more,
})

/** The tag with this number as a gateway heard it: it has shown nothing yet. */
export const sighting = (number: number): Sighting => ({ ...sampleSighting, tag: tagOf(number) })

/** Presence of a start of the gateway; `offline` is its last will. */
export const presence = (state: 'online' | 'offline', session: string) => ({ v: 1, state, session, at: 1 })
