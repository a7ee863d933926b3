/** A driver without a network, for tests of the engine: gateways are objects, messages go through the same checks. */
import { downTopic, upTopic, type UpName } from '@endcap/gateway-link/topics'
import type { DownMessage } from '@endcap/gateway-link/messages'
import type { Capability, GatewayAddress, GatewayDriver, LinkEvent } from './driver.ts'
import { readMessage } from './read-message.ts'

/** The gateways' side of a link, the same for every driver under test. */
export interface GatewaySide {
  /** Connects a gateway; what comes down is handed to `onDown`. Resolves when it can hear. */
  connect(gateway: GatewayAddress, lastWill: unknown, onDown: (name: string, message: unknown) => void): Promise<GatewayEnd>
}
export interface GatewayEnd {
  publish(name: UpName, message: unknown, retain?: boolean): Promise<void>
  /** The line breaks without a goodbye. */
  breakOff(): Promise<void>
}

/** `capabilities`: what its gateways can do beside showing labels. */
export function createMemoryLink(capabilities: ReadonlySet<Capability> = new Set(['led', 'page', 'collect'])): {
  createDriver(): GatewayDriver
  side: GatewaySide
} {
  const drivers = new Set<(topic: string, payload: Buffer) => void>()
  const listeners = new Map<string, (message: unknown) => void>()
  const retained = new Map<string, Buffer>()
  const deliver = (topic: string, message: unknown, retain: boolean) => {
    const payload = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message))
    if (retain) retained.set(topic, payload)
    for (const driver of drivers) driver(topic, payload)
  }

  function createDriver(): GatewayDriver {
    let listener: ((event: LinkEvent) => void) | undefined
    let served: readonly number[] = []
    const take = (topic: string, payload: Buffer) => {
      if (!served.includes(Number(topic.split('/')[2]))) return
      const event = readMessage(topic, payload)
      if (event !== undefined) listener?.(event)
    }
    const send = async (gateway: GatewayAddress, name: 'op' | 'ack' | 'request' | 'config', message: unknown) =>
      listeners.get(downTopic(gateway, name))?.(message)
    return {
      open: async () => void drivers.add(take),
      close: async () => void drivers.delete(take),
      serve: async (shards) => {
        const added = shards.filter((shard) => !served.includes(shard))
        served = [...shards]
        for (const [topic, payload] of retained) if (added.includes(Number(topic.split('/')[2]))) take(topic, payload)
      },
      capabilities: () => capabilities,
      show: (gateway, ops) => send(gateway, 'op', { ops, cancel: [] } satisfies DownMessage<'op'>),
      cancel: (gateway, cancel) => send(gateway, 'op', { ops: [], cancel } satisfies DownMessage<'op'>),
      acknowledge: (gateway, place) => send(gateway, 'ack', place),
      request: (gateway, request) => send(gateway, 'request', request),
      configure: (gateway, config) => send(gateway, 'config', config),
      listen: (one) => void (listener = one),
    }
  }
  return {
    createDriver,
    side: {
      connect: async (gateway, lastWill, onDown) => {
        for (const name of ['op', 'ack', 'config', 'request'] as const)
          listeners.set(downTopic(gateway, name), (message) => onDown(name, message))
        return {
          publish: async (name, message, retain = false) => deliver(upTopic(gateway, name), message, retain),
          breakOff: async () => deliver(upTopic(gateway, 'presence'), lastWill, true),
        }
      },
    },
  }
}
