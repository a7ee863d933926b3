/** From a product file to the gateway's topic: import, one label, many labels. Gateways here are bare MQTT clients that accept at once. */
import { setTimeout as wait } from 'node:timers/promises'
import { connectGateway, publishSeen, type BareGateway } from './bare-gateway.ts'
import { startBareBroker, type BareBroker } from './broker-alone.ts'
import { benchIntake } from './intake.ts'
import { median, percentile, type Figure } from './report.ts'
import { productFile, tagId, type BenchSystem } from './system.ts'

const storeCode = 'BENCH'
/** Only take a first file in. */
const firstStores = ['FIRST1', 'FIRST2']
const sizes = { products: 100_000, labels: 20_000, gateways: 20, single: 40 }

/** The store with its gateways, as the measurements find it. */
interface Bench {
  client: BenchSystem['client']
  gateways: BareGateway[]
  kind: 'embedded' | 'native'
  /** Seconds that COPY of so many products takes. */
  rawCopy: (count: number) => Promise<number>
}

/** All figures of the way from a file to gateways; `kind` of database names them. */
export async function benchPipeline(
  { client, mqttUrl }: BenchSystem,
  { kind, rawCopy }: Pick<Bench, 'kind' | 'rawCopy'>,
): Promise<Figure[]> {
  const bench: Bench = { client, kind, rawCopy, gateways: await openStore(client, mqttUrl) }
  const figures: Figure[] = await measureImport(bench)
  await assignLabels(bench)
  const broker = await startBareBroker()
  figures.push(await measureOneLabel(bench, broker))
  figures.push(await measureDryRun(bench))
  figures.push(...(await measureManyLabels(bench, broker)))
  await broker.stop()
  if (kind === 'native')
    figures.push(await benchIntake(bench.gateways, sizes.labels, async () => (await client.tags.counts({ params: { storeCode } })).total))
  for (const gateway of bench.gateways) await gateway.client.endAsync(true)
  return figures
}

async function openStore(client: BenchSystem['client'], mqttUrl: string): Promise<BareGateway[]> {
  for (const store of [storeCode, ...firstStores])
    await client.stores.create({ body: { storeCode: store, storeName: store, currency: 'EUR', locale: 'de-DE' } })
  const macs = Array.from({ length: sizes.gateways }, (_, n) => `02ECBE${n.toString(16).toUpperCase().padStart(6, '0')}`)
  const registered = await client.gateways.predefine({
    body: {},
    file: { name: 'g.csv', content: new Blob([['storeCode,gwMac', ...macs.map((mac) => `${storeCode},${mac}`)].join('\n')]) },
  })
  return Promise.all(registered.gateways.map(({ gwMac, secret }) => connectGateway(mqttUrl, { storeCode, gwMac }, secret)))
}

const fileOf = (price: number) => ({ name: 'p.csv', content: productFile(sizes.products, price) })

/** Seconds that a file of all products takes, from its first byte sent to the answer. */
async function upload({ client }: Bench, price: number, store = storeCode): Promise<number> {
  const file = fileOf(price)
  const start = performance.now()
  await client.productFiles.upload({ body: { storeCode: store }, file })
  return (performance.now() - start) / 1000
}

async function measureImport(bench: Bench): Promise<Figure[]> {
  const { kind } = bench
  // A shared machine is slower from one minute to the next: COPY and files take turns.
  const raws = [await bench.rawCopy(sizes.products)]
  // The first file of three stores, one after the other, as COPY is done three times.
  const added: number[] = []
  for (const store of [...firstStores, storeCode]) added.push(await upload(bench, 100, store))
  raws.push(await bench.rawCopy(sizes.products))
  const again: number[] = []
  for (let round = 0; round < 3; round++) again.push(await upload(bench, 100))
  raws.push(await bench.rawCopy(sizes.products))
  const raw = median(raws)
  const figure = (what: string, value: number, budget: Figure['budget']) => ({ what: `${what}, ${kind}`, value, unit: 's', raw, budget })
  return [
    figure('import of 100,000 new rows (raw: COPY)', median(added), { maxTimesRaw: 4.5, maximum: kind === 'embedded' ? 15 : 8 }),
    figure('the same file again: nothing changed (raw: COPY)', median(again), { maxTimesRaw: 2 }),
  ]
}

/** Each label shows a product and has settled afterwards. */
async function assignLabels(bench: Bench): Promise<void> {
  const { client, gateways } = bench
  const labels = Array.from({ length: sizes.labels }, (_, n) => n)
  // Each gateway hears its share of the tags, so that operations spread.
  for (const [place, gateway] of gateways.entries()) {
    const own = labels.filter((n) => n % gateways.length === place)
    const sightings = own.map((n) => ({ tag: tagId(n), at: 1, rssi: -50, battery: 2.9, temperature: 20, updates: 0 }))
    publishSeen(gateway, 'bench', 1, sightings)
  }
  for (let from = 0; from < sizes.labels; from += 10_000) {
    const tagList = labels.slice(from, from + 10_000).map((n) => ({ tagMac: tagId(n), prCode: String(1_000_000 + n) }))
    await client.tags.assign({ body: { storeCode, tagList } })
  }
  await settled(bench, 240)
}

/** Waits until no label is under way; throws after so many seconds. */
async function settled({ client }: Bench, limitSeconds: number): Promise<void> {
  const until = performance.now() + limitSeconds * 1000
  while (performance.now() < until) {
    const { byStatus } = await client.tags.counts({ params: { storeCode } })
    if (byStatus.WIP + byStatus.UPDATE === 0) return
    await wait(250)
  }
  throw new Error('The labels did not settle')
}

const forgetArrivals = ({ gateways }: Bench) => {
  for (const gateway of gateways) gateway.arrived.clear()
}

async function measureOneLabel(bench: Bench, broker: BareBroker): Promise<Figure> {
  const latencies: number[] = []
  const bare: number[] = []
  for (let n = 0; n < sizes.single; n++) {
    forgetArrivals(bench)
    latencies.push(await changePrice(bench, n))
    await wait(150)
    bare.push(await broker.latency())
  }
  return {
    what: `price change of one label → its gateway's topic, p95 (raw: the broker alone), ${bench.kind}`,
    value: percentile(latencies, 0.95),
    unit: 'ms',
    raw: percentile(bare, 0.95),
    budget: { maximum: 250 },
  }
}

/** Milliseconds until the label of the nth product is at its gateway; infinite when it is not there within 5 s. */
async function changePrice({ client, gateways }: Bench, n: number): Promise<number> {
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
  return (came ?? Number.POSITIVE_INFINITY) - start
}

async function measureDryRun({ client, kind }: Bench): Promise<Figure> {
  const file = fileOf(500)
  const start = performance.now()
  const checked = await client.productFiles.check({ body: { storeCode }, file })
  if (checked.checkedCount !== sizes.labels) throw new Error(`The dry run tried ${checked.checkedCount} labels`)
  return {
    what: `dry run of 100,000 changed rows, 20,000 labels drawn, ${kind}`,
    value: (performance.now() - start) / 1000,
    unit: 's',
    budget: undefined,
  }
}

/** All labels change by one file; leaves them settled. */
async function measureManyLabels(bench: Bench, broker: BareBroker): Promise<Figure[]> {
  const { gateways, kind } = bench
  forgetArrivals(bench)
  const seconds = await upload(bench, 500)
  const begin = performance.now()
  while (gateways.reduce((sum, gateway) => sum + gateway.arrived.size, 0) < sizes.labels && performance.now() - begin < 300_000)
    await wait(50)
  const times = gateways.flatMap((gateway) => [...gateway.arrived.values()])
  const figures: Figure[] = [
    {
      what: `20,000 changed labels of one store: operations issued (raw: messages of the broker alone), ${kind}`,
      value: sizes.labels / ((Math.max(...times) - Math.min(...times)) / 1000),
      unit: 'labels/s',
      raw: await broker.rate(sizes.labels),
      budget: { minimum: 500 },
    },
    { what: `import of 100,000 changed rows with 20,000 labels, ${kind}`, value: seconds, unit: 's', budget: undefined },
  ]
  await settled(bench, 120)
  return figures
}
