import { randomUUID } from 'node:crypto'
import { gatewaySubscription, upTopic } from '@endcap/gateway-link/topics'
import mqtt from 'mqtt'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { connectBroker, type BrokerConnection } from '../../../platform/broker/connection.ts'
import { selfTest } from '../../../platform/broker/self-test.ts'
import { mqttSide } from '../../../testing/mqtt-side.ts'
import { startMosquitto } from '../../../testing/mosquitto.ts'
import { linkBehaviour, linkGateways } from './behaviour.ts'
import { createMqttDriver } from './mqtt-driver.ts'

const log = pino({ level: 'silent' })
const missing = 'Mosquitto is not installed: apt-get install mosquitto'

linkBehaviour(
  'Mosquitto',
  async () => {
    const broker = await startMosquitto(linkGateways)
    if (broker === undefined) return undefined
    const connections: BrokerConnection[] = []
    return {
      createDriver: async () => {
        const connection = await connectBroker({ url: broker.url, clientId: randomUUID(), log })
        connections.push(connection)
        return createMqttDriver(connection)
      },
      side: mqttSide(`mqtt://127.0.0.1:${broker.port}`, linkGateways),
      stop: async () => {
        for (const connection of connections) await connection.close()
        await broker.stop()
      },
    }
  },
  missing,
)

test('Mosquitto with our access list keeps gateways to their own topics, and passes the self-test', async (context) => {
  const broker = await startMosquitto(linkGateways)
  if (broker === undefined && process.env.ENDCAP_REQUIRE_ALL === undefined) context.skip(missing)
  if (broker === undefined) throw new Error(missing)
  const server = await connectBroker({ url: broker.url, clientId: randomUUID(), log })
  await selfTest(server)
  const heard: string[] = []
  server.onMessage((topic) => heard.push(topic))
  await server.subscribe(['ec/v1/#'])
  const [mac = '', other = ''] = Object.keys(linkGateways)
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
    clientId: mac,
    username: mac,
    password: linkGateways[mac] ?? '',
    protocolVersion: 4,
  })
  const spied: string[] = []
  client.on('message', (topic) => spied.push(topic))
  await client.subscribeAsync(gatewaySubscription({ storeCode: 'S1', gwMac: other }), { qos: 1 }).catch(() => undefined)
  await client.publishAsync(upTopic({ storeCode: 'S1', gwMac: other }, 'op'), '{}', { qos: 1 }).catch(() => undefined)
  await server.publish(gatewaySubscription({ storeCode: 'S1', gwMac: other }).replace('+', 'op'), '{}')
  await client.publishAsync(upTopic({ storeCode: 'S1', gwMac: mac }, 'op'), '{}', { qos: 1 })
  await expect.poll(() => heard.filter((topic) => topic.includes('/up/'))).toEqual([upTopic({ storeCode: 'S1', gwMac: mac }, 'op')])
  expect(spied).toEqual([])
  await client.endAsync(true)
  await server.close()
  await broker.stop()
})
