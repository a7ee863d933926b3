import { randomUUID } from 'node:crypto'
import { gatewaySubscription, upTopic } from '@endcap/gateway-link/topics'
import mqtt from 'mqtt'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectBroker } from '../../../platform/broker/connection.ts'
import { startEmbeddedBroker, type EmbeddedBroker } from '../../../platform/broker/embedded-broker.ts'
import { selfTest } from '../../../platform/broker/self-test.ts'
import { mqttSide } from '../../../testing/mqtt-side.ts'
import { linkBehaviour, linkGateways } from './behaviour.ts'
import { createMqttDriver } from './mqtt-driver.ts'

const log = pino({ level: 'silent' })
const start = () =>
  startEmbeddedBroker({
    port: 0,
    host: '127.0.0.1',
    log,
    authenticate: async (gwMac, secret) => (linkGateways[gwMac] === secret ? { storeCode: 'S1', gwMac } : undefined),
  })
const connectServer = ({ url, username, password }: EmbeddedBroker) =>
  connectBroker({ url, username, password, clientId: randomUUID(), log })

linkBehaviour('the embedded broker', async () => {
  const broker = await start()
  const connections: Awaited<ReturnType<typeof connectServer>>[] = []
  return {
    createDriver: async () => {
      const connection = await connectServer(broker)
      connections.push(connection)
      return createMqttDriver(connection)
    },
    side: mqttSide(broker.url, linkGateways),
    stop: async () => {
      for (const connection of connections) await connection.close()
      await broker.stop()
    },
  }
})

describe('the embedded broker', () => {
  let broker: EmbeddedBroker
  beforeAll(async () => {
    broker = await start()
  })
  afterAll(() => broker.stop())
  const [mac = '', other = ''] = Object.keys(linkGateways)
  const [own, foreign] = [
    { storeCode: 'S1', gwMac: mac },
    { storeCode: 'S1', gwMac: other },
  ]
  const connectAs = (more: object = {}) =>
    mqtt.connectAsync(broker.url, {
      clientId: mac,
      username: mac,
      password: linkGateways[mac] ?? '',
      protocolVersion: 4,
      reconnectPeriod: 0,
      ...more,
    })

  test('passes the self-test of the server', async () => {
    const connection = await connectServer(broker)
    await expect(selfTest(connection)).resolves.toBeUndefined()
    await connection.close()
  })
  test.each([
    ['a wrong secret', { password: 'wrong' }],
    ['a gateway that is not registered', { clientId: '02EC0000FFFF', username: '02EC0000FFFF' }],
    ['a client id that is not its MAC', { clientId: 'other' }],
    ['no name at all', { username: undefined, password: undefined }],
    ['the server’s name with a guess', { username: 'endcap-server', password: 'x' }],
  ])('refuses a connection: %s', async (_, more) => {
    await expect(connectAs(more)).rejects.toThrow(/[Nn]ot authorized|Bad/)
  })
  test('a gateway may not listen to others, nor to everything', async () => {
    const client = await connectAs()
    for (const filter of [gatewaySubscription(foreign), '#', 'ec/v1/#'])
      await expect(client.subscribeAsync(filter, { qos: 1 })).rejects.toThrow()
    await client.endAsync(true)
  })
  test('what a gateway publishes to another’s topic reaches no subscriber, and others go on', async () => {
    const server = await connectServer(broker)
    const heard: string[] = []
    server.onMessage((topic) => heard.push(topic))
    await server.subscribe(['ec/v1/#'])
    const bad = await connectAs()
    bad.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => bad.once('close', () => resolve()))
    await bad.publishAsync(upTopic(foreign, 'op'), '{}', { qos: 0 })
    await bad.publishAsync('ec/v1/sys/signal', '{}', { qos: 0 })
    // The broker ends the connection when it has refused.
    await closed
    const good = await mqtt.connectAsync(broker.url, {
      clientId: other,
      username: other,
      password: linkGateways[other] ?? '',
      protocolVersion: 4,
      reconnectPeriod: 0,
    })
    await good.publishAsync(upTopic(foreign, 'op'), '{}', { qos: 1 })
    await expect.poll(() => heard).toEqual([upTopic(foreign, 'op')])
    await Promise.all([bad.endAsync(true), good.endAsync(true), server.close()])
    expect(own.gwMac).not.toBe(foreign.gwMac)
  })
  test('a second connection with the same MAC takes the first one over', async () => {
    const first = await connectAs()
    const closed = new Promise((resolve) => first.once('close', () => resolve(undefined)))
    const second = await connectAs()
    await closed
    expect(second.connected).toBe(true)
    await second.endAsync(true)
  })
  test('a gateway that is locked out loses its connection, and its last will tells it; others stay', async () => {
    const server = await connectServer(broker)
    const heard: string[] = []
    server.onMessage((topic, payload) => heard.push(`${topic} ${payload.toString()}`))
    await server.subscribe(['ec/v1/#'])
    const will = { topic: upTopic(own, 'presence'), payload: Buffer.from('gone'), qos: 1 as const, retain: false }
    const first = await connectAs({ will })
    const stays = await mqtt.connectAsync(broker.url, {
      clientId: other,
      username: other,
      password: linkGateways[other] ?? '',
      protocolVersion: 4,
      reconnectPeriod: 0,
    })
    const closed = new Promise((resolve) => first.once('close', () => resolve(undefined)))
    broker.drop(mac)
    broker.drop('02EC0000FFFF')
    await closed
    await expect.poll(() => heard).toEqual([`${upTopic(own, 'presence')} gone`])
    expect(stays.connected).toBe(true)
    await Promise.all([stays.endAsync(true), server.close()])
  })
  test('tells who asks for a gateway from which address it comes', async () => {
    const asked: string[] = []
    const own = await startEmbeddedBroker({
      port: 0,
      host: '127.0.0.1',
      log,
      authenticate: async (gwMac, _, address) => {
        asked.push(`${gwMac} ${address}`)
        return undefined
      },
    })
    await expect(
      mqtt.connectAsync(own.url, { clientId: mac, username: mac, password: 'x', protocolVersion: 4, reconnectPeriod: 0 }),
    ).rejects.toThrow()
    expect(asked).toEqual([`${mac} 127.0.0.1`])
    await own.stop()
  })
  test('a taken port is named with the setting that changes it', async () => {
    await expect(startEmbeddedBroker({ port: broker.port, host: '127.0.0.1', log, authenticate: async () => undefined })).rejects.toThrow(
      'ENDCAP_MQTT_PORT',
    )
  })
})
