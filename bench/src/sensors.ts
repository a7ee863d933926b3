/** Readings of sensors through the link into the database: how many in a second, and what they cost the sightings of tags beside them. */
import { setTimeout as wait } from 'node:timers/promises'
import { downTopic, upTopic } from '@endcap/gateway-link/topics'
import { connectGateway, type BareGateway } from './bare-gateway.ts'
import type { Figure } from './report.ts'
import { tagId, type BenchSystem } from './system.ts'

const storeCode = 'SENSE'
const sizes = { gateways: 10, sensors: 4000, readings: 5, tags: 20_000, sightings: 2, turns: 3 }
/** A chain of 1,600 stores with ten sensors each that report once a minute. */
const chainReadingsPerSecond = 270
const perMessage = 200

type Open = { count: number }
let seq = 0

function publish(gateway: BareGateway, name: 'sensor' | 'seen', message: object, open: Open) {
  open.count++
  gateway.client.publish(upTopic(gateway.address, name), JSON.stringify({ session: 'sense', seq: ++seq, ...message }), { qos: 1 })
}
const sensorId = (number: number) => `5E3C9E00${number.toString(16).toUpperCase().padStart(8, '0')}`
/** `round`: each one is a minute later and warmer, so that all of them are kept. */
function readings(from: number, count: number, round: number) {
  const clock = 1_000_000 + round * 61
  const one = (number: number) => ({
    sensor: sensorId(from + number),
    type: 'ROOM',
    at: clock - 300 + round * 61,
    value: 15 + round,
    operation: 'REPORT' as const,
    rssi: -60,
    battery: 2.9,
    version: '1',
    period: 60,
  })
  return { clock, readings: Array.from({ length: count }, (_, number) => one(number)) }
}
const sightings = (from: number, count: number, round: number) => ({
  tags: Array.from({ length: count }, (_, number) => ({
    tag: tagId(from + number),
    type: 'B5',
    at: 1,
    rssi: -48 - round * 7,
    battery: 2.9,
    temperature: 20 + round * 3,
    version: '1',
    checkin: 60,
    page: 0,
    resets: 0,
    shown: null,
    updates: 0,
  })),
})

async function timed(open: Open, work: () => void): Promise<number> {
  const start = performance.now()
  work()
  while (open.count > 0 && performance.now() - start < 120_000) await wait(5)
  if (open.count > 0) throw new Error(`${open.count} messages were not acknowledged`)
  return (performance.now() - start) / 1000
}

export async function benchSensors({ client, mqttUrl }: BenchSystem): Promise<Figure[]> {
  await client.stores.create({ body: { storeCode, storeName: 'Sense' } })
  const macs = Array.from({ length: sizes.gateways }, (_, n) => `02ECBF${n.toString(16).toUpperCase().padStart(6, '0')}`)
  const registered = await client.gateways.predefine({
    body: {},
    file: { name: 'g.csv', content: new Blob([['storeCode,gwMac', ...macs.map((mac) => `${storeCode},${mac}`)].join('\n')]) },
  })
  const gateways = await Promise.all(registered.gateways.map(({ gwMac, secret }) => connectGateway(mqttUrl, { storeCode, gwMac }, secret)))
  const open: Open = { count: 0 }
  for (const { client: connection, address } of gateways)
    connection.on('message', (topic) => {
      if (topic === downTopic(address, 'ack')) open.count--
    })
  /** Everything once, spread over the gateways. */
  const all = (total: number, send: (gateway: BareGateway, from: number) => void) => {
    for (let from = 0; from < total; from += perMessage) send(gateways[(from / perMessage) % gateways.length]!, from)
  }
  const sense = (round: number) =>
    all(sizes.sensors, (gateway, from) => publish(gateway, 'sensor', readings(from, perMessage, round), open))
  const see = (round: number) => all(sizes.tags, (gateway, from) => publish(gateway, 'seen', sightings(from, perMessage, round), open))
  // What is new is found first.
  await timed(open, () => sense(0))
  await timed(open, () => see(0))

  const readingSeconds = await timed(open, () => {
    for (let round = 1; round <= sizes.readings; round++) sense(round)
  })
  const { total: rows } = await client.sensors.history({ params: { storeCode, sensorMac: sensorId(7) }, query: {} })
  if (rows < sizes.readings) throw new Error(`${rows} readings of a sensor were kept instead of ${sizes.readings}`)
  // In turns, so that what else the machine does falls on both.
  const seconds = { alone: 0, together: 0 }
  let round = 0
  const seeAll = () => {
    for (let time = 0; time < sizes.sightings; time++) see(++round)
  }
  for (let turn = 0; turn < sizes.turns; turn++) {
    seconds.alone += await timed(open, seeAll)
    let step = 0
    const beside = setInterval(() => {
      const gateway = gateways[step % gateways.length]!
      publish(gateway, 'sensor', readings((step++ * 27) % sizes.sensors, chainReadingsPerSecond / 10, 10 + turn), open)
    }, 100)
    seconds.together += await timed(open, seeAll).finally(() => clearInterval(beside))
  }
  for (const gateway of gateways) await gateway.client.endAsync(true)
  const { total } = await client.sensors.counts({ params: { storeCode } })
  const seen = sizes.tags * sizes.sightings * sizes.turns
  return [
    {
      what: `readings taken in and kept (of ${total} sensors), native`,
      value: (sizes.sensors * sizes.readings) / readingSeconds,
      unit: 'readings/s',
      budget: { minimum: 10 * chainReadingsPerSecond },
    },
    { what: 'sightings taken in without sensors, native', value: seen / seconds.alone, unit: 'records/s', budget: undefined },
    {
      what: `the same beside ${chainReadingsPerSecond} readings a second, native`,
      value: seen / seconds.together,
      unit: 'records/s',
      budget: { minimum: Math.round((0.8 * seen) / seconds.alone) },
    },
  ]
}
