/** The topics of the native gateway protocol: `ec/v1/{shard}/{storeCode}/{gwMac}/{up|down}/{name}` (docs/gateway-protocol.md). */

const root = 'ec/v1'

/** Engine processes share the gateways by leasing shards; a gateway's shard follows from its MAC alone. */
export const shardCount = 64

/** FNV-1a over the MAC: stable over languages and easy to repeat in a gateway's firmware. */
export function shardOf(gwMac: string): number {
  let hash = 0x811c9dc5
  for (const char of gwMac) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  return (hash >>> 0) % shardCount
}

export interface GatewayAddress {
  storeCode: string
  gwMac: string
}

/** presence: retained, last will. status: every 60 s. seen: tags heard. op: results. ack-down: what of a stream the server has stored. */
export const upNames = ['presence', 'status', 'seen', 'op', 'sensor', 'log', 'reply'] as const
export type UpName = (typeof upNames)[number]
export const downNames = ['op', 'ack', 'config', 'request'] as const
export type DownName = (typeof downNames)[number]
export const isDownName = (name: string): name is DownName => downNames.some((one) => one === name)

const base = ({ storeCode, gwMac }: GatewayAddress) => `${root}/${shardOf(gwMac)}/${storeCode}/${gwMac}`
export const upTopic = (gateway: GatewayAddress, name: UpName) => `${base(gateway)}/up/${name}`
export const downTopic = (gateway: GatewayAddress, name: DownName) => `${base(gateway)}/down/${name}`
/** What a gateway subscribes to. */
export const gatewaySubscription = (gateway: GatewayAddress) => `${base(gateway)}/down/+`
/** What the engine that leases a shard subscribes to. */
export const shardSubscription = (shard: number) => `${root}/${shard}/+/+/up/+`
/** Signals among server processes; no gateway may read or write here. */
export const systemTopic = (name: string) => `${root}/sys/${name}`
export const systemSubscription = `${root}/sys/+`

export interface ParsedTopic extends GatewayAddress {
  direction: 'up' | 'down'
  name: string
}

/** Takes a gateway topic apart; undefined when it is none of ours or its shard does not belong to its MAC. */
export function parseTopic(topic: string): ParsedTopic | undefined {
  const match = /^ec\/v1\/(\d{1,2})\/([A-Za-z0-9][A-Za-z0-9_.-]{0,31})\/([0-9A-F]{12})\/(?:(up)|down)\/([a-z]+)$/.exec(topic)
  if (match === null) return undefined
  const [, shard, storeCode = '', gwMac = '', up, name = ''] = match
  return Number(shard) === shardOf(gwMac) ? { storeCode, gwMac, direction: up === undefined ? 'down' : 'up', name } : undefined
}

/** The own-topic rule: a gateway publishes below its `up` and subscribes below its `down`, and nowhere else. */
export function gatewayMayPublish(gateway: GatewayAddress, topic: string): boolean {
  return upNames.some((name) => topic === upTopic(gateway, name))
}
export function gatewayMaySubscribe(gateway: GatewayAddress, filter: string): boolean {
  return (
    filter === gatewaySubscription(gateway) ||
    filter === `${base(gateway)}/down/#` ||
    downNames.some((name) => filter === downTopic(gateway, name))
  )
}
