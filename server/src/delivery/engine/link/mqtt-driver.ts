/** The driver of gateways that speak the native protocol over MQTT. */
import { maxBatch, maxCancels, type DownMessage } from '@endcap/gateway-link/messages'
import { downTopic, shardSubscription, systemTopic, type DownName } from '@endcap/gateway-link/topics'
import type { BrokerConnection } from '../../../platform/broker/connection.ts'
import type { Capability, GatewayAddress, GatewayDriver, LinkEvent } from './driver.ts'
import { readMessage } from './read-message.ts'

const everything: ReadonlySet<Capability> = new Set(['led', 'page', 'collect', 'reboot', 'log', 'link-check'])
const systemPrefix = systemTopic('')

/** The connection stays its owner's: `close` only stops listening. */
export function createMqttDriver(connection: BrokerConnection): GatewayDriver {
  let listener: ((event: LinkEvent) => void) | undefined
  let served: readonly number[] = []
  let endMessages = () => {}

  const send = <N extends DownName>(gateway: GatewayAddress, name: N, message: DownMessage<N>) =>
    connection.publish(downTopic(gateway, name), JSON.stringify(message))

  return {
    async open() {
      endMessages = connection.onMessage((topic, payload) => {
        // Signals among servers, and what the broker tells of itself.
        if (topic.startsWith(systemPrefix) || topic.startsWith('$')) return
        const event = readMessage(topic, payload)
        if (event !== undefined) listener?.(event)
      })
    },
    async close() {
      listener = undefined
      endMessages()
      await connection.unsubscribe(served.map(shardSubscription)).catch(() => undefined)
    },
    async serve(shards) {
      const gone = served.filter((shard) => !shards.includes(shard))
      const added = shards.filter((shard) => !served.includes(shard))
      served = [...shards]
      await connection.unsubscribe(gone.map(shardSubscription))
      await connection.subscribe(added.map(shardSubscription))
    },
    capabilities: () => everything,
    async show(gateway, operations) {
      for (let from = 0; from < operations.length; from += maxBatch)
        await send(gateway, 'op', { ops: operations.slice(from, from + maxBatch), cancel: [] })
    },
    async cancel(gateway, opIds) {
      for (let from = 0; from < opIds.length; from += maxCancels)
        await send(gateway, 'op', { ops: [], cancel: opIds.slice(from, from + maxCancels) })
    },
    acknowledge: (gateway, place) => send(gateway, 'ack', place),
    request: (gateway, request) => send(gateway, 'request', request),
    configure: (gateway, config) => send(gateway, 'config', config),
    listen(take) {
      listener = take
    },
  }
}
