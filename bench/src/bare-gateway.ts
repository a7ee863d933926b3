/** Gateways that are bare MQTT clients: they confirm at once whatever comes, so that the server is measured and not the radio. */
import { maxBatch, operations } from '@endcap/gateway-link/messages'
import { downTopic, gatewaySubscription, upTopic, type GatewayAddress } from '@endcap/gateway-link/topics'
import mqtt, { type MqttClient } from 'mqtt'

export interface BareGateway {
  address: GatewayAddress
  client: MqttClient
  /** When each operation came, by tag, on the clock of `performance`. */
  arrived: Map<string, number>
}

/** Connects a registered gateway and says that it is online. */
export async function connectGateway(mqttUrl: string, address: GatewayAddress, secret: string): Promise<BareGateway> {
  const client = await mqtt.connectAsync(mqttUrl, {
    clientId: address.gwMac,
    username: address.gwMac,
    password: secret,
    protocolVersion: 4,
  })
  const arrived = new Map<string, number>()
  let seq = 0
  client.on('message', (topic, payload) => {
    if (topic !== downTopic(address, 'op')) return
    const now = performance.now()
    const { ops } = operations.parse(JSON.parse(payload.toString()))
    for (const op of ops) arrived.set(op.tag, now)
    // Accepted and shown in one breath: the budget is the server's, not the radio's.
    const results = ops.flatMap((op) => [
      { op: op.op, tag: op.tag, outcome: 'accepted', at: 1 },
      { op: op.op, tag: op.tag, outcome: 'shown', at: 1 },
    ])
    for (let from = 0; from < results.length; from += maxBatch) {
      const message = { session: 'bench', seq: ++seq, results: results.slice(from, from + maxBatch) }
      client.publish(upTopic(address, 'op'), JSON.stringify(message), { qos: 1 })
    }
  })
  await client.subscribeAsync(gatewaySubscription(address), { qos: 1 })
  await client.publishAsync(
    upTopic(address, 'presence'),
    JSON.stringify({ v: 1, state: 'online', session: 'bench', at: Date.now() / 1000 }),
    { qos: 1, retain: true },
  )
  return { address, client, arrived }
}

/** What one tag tells of itself; `seen` publishes it. */
export interface BareSighting {
  tag: string
  at: number
  rssi: number
  battery: number
  temperature: number
  updates?: number
}

/** Publishes sightings in as many messages as they need, numbered from `seq`; answers how many. */
export function publishSeen({ client, address }: BareGateway, session: string, seq: number, sightings: readonly BareSighting[]): number {
  let messages = 0
  for (let from = 0; from < sightings.length; from += maxBatch) {
    const tags = sightings
      .slice(from, from + maxBatch)
      .map((one) => ({ type: 'B5', version: '1', checkin: 60, page: 0, resets: 0, shown: null, ...one }))
    client.publish(upTopic(address, 'seen'), JSON.stringify({ session, seq: seq + messages, tags }), { qos: 1 })
    messages++
  }
  return messages
}
