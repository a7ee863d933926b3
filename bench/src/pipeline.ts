/** From a product file to the gateway's topic: import, one label, many labels. Gateways here are bare MQTT clients that accept at once. */
import { setTimeout as wait } from 'node:timers/promises'
import { downTopic, gatewaySubscription, upTopic, type GatewayAddress } from '@endcap/gateway-link/topics'
import type { DownMessage } from '@endcap/gateway-link/messages'
import mqtt, { type MqttClient } from 'mqtt'
import { percentile, type Figure } from './report.ts'
import { productFile, tagId, type BenchSystem } from './system.ts'

export interface BareGateway {
  address: GatewayAddress
  client: MqttClient
  /** When each operation came, by tag. */
  arrived: Map<string, number>
}

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
    const { ops } = JSON.parse(payload.toString()) as DownMessage<'op'>
    for (const op of ops) arrived.set(op.tag, performance.now())
    // Accepted and shown in one breath: the budget is the server's, not the radio's.
    const results = ops.flatMap((op) => [
      { op: op.op, tag: op.tag, outcome: 'accepted', at: 1 },
      { op: op.op, tag: op.tag, outcome: 'shown', at: 1 },
    ])
    if (results.length === 0) return
    for (let from = 0; from < results.length; from += 200)
      client.publish(upTopic(address, 'op'), JSON.stringify({ session: 'bench', seq: ++seq, results: results.slice(from, from + 200) }), {
        qos: 1,
      })
  })
  await client.subscribeAsync(gatewaySubscription(address), { qos: 1 })
  await client.publishAsync(
    upTopic(address, 'presence'),
    JSON.stringify({ v: 1, state: 'online', session: 'bench', at: Date.now() / 1000 }),
    { qos: 1, retain: true },
  )
  return { address, client, arrived }
}

const storeCode = 'BENCH'
const sizes = { products: 100_000, labels: 20_000, gateways: 20, single: 40 }

export async function benchPipeline(system: BenchSystem, kind: 'embedded' | 'native'): Promise<Figure[]> {
  const { client, mqttUrl } = system
  const figures: Figure[] = []
  await client.stores.create({ body: { storeCode, storeName: 'Bench', currency: 'EUR', locale: 'de-DE' } })
  const macs = Array.from({ length: sizes.gateways }, (_, n) => `02ECBE${n.toString(16).toUpperCase().padStart(6, '0')}`)
  const registered = await client.gateways.predefine({
    body: {},
    file: { name: 'g.csv', content: new Blob([['storeCode,gwMac', ...macs.map((mac) => `${storeCode},${mac}`)].join('\n')]) },
  })
  const gateways = await Promise.all(registered.gateways.map(({ gwMac, secret }) => connectGateway(mqttUrl, { storeCode, gwMac }, secret)))

  const upload = async (price: number) => {
    const start = performance.now()
    const answer = await client.productFiles.upload({
      body: { storeCode },
      file: { name: 'p.csv', content: productFile(sizes.products, price) },
    })
    return { answer, seconds: (performance.now() - start) / 1000 }
  }
  const first = await upload(100)
  figures.push({
    what: `import of 100,000 new rows, ${kind}`,
    value: first.seconds,
    unit: 's',
    budget: { atMost: kind === 'embedded' ? 15 : 8 },
  })
  const same = await upload(100)
  figures.push({ what: `the same file again: nothing changed, ${kind}`, value: same.seconds, unit: 's', budget: undefined })

  // Each gateway hears its share of the tags, so that operations spread.
  const heard = Array.from({ length: sizes.labels }, (_, n) => n)
  for (const [place, gateway] of gateways.entries()) {
    const own = heard.filter((n) => n % gateways.length === place)
    for (let from = 0, seq = 1; from < own.length; from += 200, seq++) {
      const tags = own.slice(from, from + 200).map((n) => ({
        tag: tagId(n),
        type: 'B5',
        at: 1,
        rssi: -50,
        battery: 2.9,
        temperature: 20,
        version: '1',
        checkin: 60,
        page: 0,
        resets: 0,
        shown: null,
        updates: 0,
      }))
      gateway.client.publish(upTopic(gateway.address, 'seen'), JSON.stringify({ session: 'bench', seq, tags }), { qos: 1 })
    }
  }
  for (let from = 0; from < sizes.labels; from += 10_000) {
    await client.tags.assign({
      body: { storeCode, tagList: heard.slice(from, from + 10_000).map((n) => ({ tagMac: tagId(n), prCode: String(1_000_000 + n) })) },
    })
  }
  const settled = async (limitSeconds: number) => {
    const until = performance.now() + limitSeconds * 1000
    while (performance.now() < until) {
      const { byStatus } = await client.tags.counts({ params: { storeCode } })
      if (byStatus.WIP + byStatus.UPDATE === 0) return
      await wait(250)
    }
    throw new Error('The labels did not settle')
  }
  await settled(240)

  const latencies: number[] = []
  for (let n = 0; n < sizes.single; n++) {
    for (const gateway of gateways) gateway.arrived.clear()
    const start = performance.now()
    await client.products.save({
      body: {
        storeCode,
        productList: [{ prCode: String(1_000_000 + n), prInfo: ['', `Product ${n}`, 'Maker', String(300 + n), '', '1 kg'] }],
      },
    })
    let came: number | undefined
    while (came === undefined && performance.now() - start < 5000) {
      came = gateways.map((gateway) => gateway.arrived.get(tagId(n))).find((time) => time !== undefined)
      if (came === undefined) await wait(2)
    }
    latencies.push((came ?? Number.POSITIVE_INFINITY) - start)
    await wait(150)
  }
  figures.push({
    what: `price change of one label → its gateway's topic, p95, ${kind}`,
    value: percentile(latencies, 0.95),
    unit: 'ms',
    budget: { atMost: 250 },
  })

  const beforeCheck = performance.now()
  const checked = await client.productFiles.check({
    body: { storeCode },
    file: { name: 'p.csv', content: productFile(sizes.products, 500) },
  })
  if (checked.checkedCount !== sizes.labels) throw new Error(`The dry run tried ${checked.checkedCount} labels`)
  figures.push({
    what: `dry run of 100,000 changed rows, 20,000 labels drawn, ${kind}`,
    value: (performance.now() - beforeCheck) / 1000,
    unit: 's',
    budget: undefined,
  })

  for (const gateway of gateways) gateway.arrived.clear()
  const mass = await upload(500)
  const begin = performance.now()
  while (gateways.reduce((sum, gateway) => sum + gateway.arrived.size, 0) < sizes.labels && performance.now() - begin < 300_000)
    await wait(50)
  const last = Math.max(...gateways.flatMap((gateway) => [...gateway.arrived.values()]))
  const firstCame = Math.min(...gateways.flatMap((gateway) => [...gateway.arrived.values()]))
  figures.push({
    what: `20,000 changed labels of one store: operations issued, ${kind}`,
    value: sizes.labels / ((last - firstCame) / 1000),
    unit: 'labels/s',
    budget: { atLeast: 500 },
  })
  figures.push({ what: `import of 100,000 changed rows with 20,000 labels, ${kind}`, value: mass.seconds, unit: 's', budget: undefined })
  await settled(120)

  if (kind === 'native') figures.push(await benchIntake(gateways, client))
  for (const gateway of gateways) await gateway.client.endAsync(true)
  return figures
}

/** Sightings of 20,000 tags, published at once; taken in when the last acknowledgement is back. */
async function benchIntake(gateways: BareGateway[], client: BenchSystem['client']): Promise<Figure> {
  const rounds = 3
  let open = 0
  for (const { client: connection, address } of gateways) {
    connection.on('message', (topic) => {
      if (topic === downTopic(address, 'ack')) open--
    })
  }
  await wait(500)
  open = 0
  const start = performance.now()
  for (let round = 0; round < rounds; round++) {
    for (const [place, { client: connection, address }] of gateways.entries()) {
      const own = Array.from({ length: sizes.labels / gateways.length }, (_, n) => n * gateways.length + place)
      for (let from = 0; from < own.length; from += 200) {
        open++
        const tags = own.slice(from, from + 200).map((n) => ({
          tag: tagId(n),
          type: 'B5',
          at: 2,
          rssi: -48 - round * 7,
          battery: 2.9 - round * 0.1,
          temperature: 20 + round * 3,
          version: '1',
          checkin: 60,
          page: 0,
          resets: 0,
          shown: null,
        }))
        connection.publish(upTopic(address, 'seen'), JSON.stringify({ session: 'bench2', seq: 1000 + round * 100 + from / 200, tags }), {
          qos: 1,
        })
      }
    }
  }
  while (open > 0 && performance.now() - start < 120_000) await wait(20)
  const seconds = (performance.now() - start) / 1000
  const { total } = await client.tags.counts({ params: { storeCode } })
  return {
    what: `sightings taken in and stored (of ${total} tags), native`,
    value: (rounds * sizes.labels) / seconds,
    unit: 'records/s',
    budget: { atLeast: 5000 },
  }
}
