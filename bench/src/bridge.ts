/**
 * A bridge with 20 access points of 300 labels each: what it takes while labels call and nothing changes, and how long a price change of
 * 400 labels of one access point takes, as a ratio to bare uploads to another access point of the same run.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ask, fieldOf, messageOf, numberOf, numbersOf, textsOf } from './child.ts'
import type { Figure } from './report.ts'
import { optionsOf, processFigures, type BenchSystem } from './system.ts'
import { until } from './until.ts'

const storeCode = 'BRIDGE'
const size = { points: 20, labels: 300, many: 400 }
/** Labels of an access point that it lists. */
const listed = 250
const quietMs = 60_000
const root = fileURLToPath(new URL('../..', import.meta.url))

export async function benchBridge({ client, url }: BenchSystem): Promise<Figure[]> {
  await client.stores.create({ body: { storeCode, storeName: 'Bridge', currency: 'EUR', locale: 'de-DE' } })
  const devices = fork(fileURLToPath(new URL('bridge-devices.ts', import.meta.url)), Object.values(size).map(String))
  const addresses = textsOf(fieldOf(await messageOf(devices), 'addresses'))
  const { bridgeId, token } = await client.bridges.create({ body: { name: 'Bench', storeCodes: [storeCode] } })
  // The second one gets bare uploads.
  const served = addresses.filter((_, index) => index !== 1)
  for (const [index, address] of served.entries())
    await client.accessPoints.create({ body: { storeCode, kind: 'openepaperlink', name: `Access point ${index}`, address, bridgeId } })
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-bridge-'))
  const start = () =>
    fork(join(root, 'bridge/src/main.ts'), {
      execArgv: optionsOf('bridge'),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ENDCAP_SERVER: url,
        ENDCAP_BRIDGE_TOKEN: token,
        ENDCAP_BRIDGE_DATA: folder,
        ENDCAP_ACCESS_POINT_HOSTS: addresses.join(),
      },
    })
  let bridge = start()
  const tags = async () => (await client.tags.counts({ params: { storeCode } })).total
  const all = size.many + (served.length - 1) * size.labels
  // What stands behind place 256 of its list is heard when it calls.
  await until('the labels are heard', async () => (await tags()) >= size.many + (served.length - 1) * listed)
  // As after an update: what it compiled is kept.
  bridge.kill('SIGTERM')
  await once(bridge, 'exit')
  bridge = start()
  const figures = processFigures(bridge.pid)
  await wait(quietMs / 2)
  const before = figures.computed()
  await wait(quietMs)
  const share = (figures.computed() - before) / (quietMs / 1000)
  const quiet = figures.memory()

  const bare = numberOf(fieldOf(await ask(devices, { give: 1 }), 'took'))
  const ids = Array.from({ length: size.many }, (_, label) => `0000021D0000${label.toString(16).padStart(4, '0')}`.toUpperCase())
  const productList = (price: string) =>
    ids.map((_, n) => ({ prCode: String(n), prInfo: [String(n), `Product ${n}`, '', price, '', '1 kg', '', '', 'EUR'] }))
  const drawn = async (times: number) =>
    numbersOf(fieldOf(await ask(devices, { drawings: 0 }), 'drawings')).every((count) => count >= times)
  await client.products.save({ body: { storeCode, productList: productList('1.99') } })
  await client.tags.assign({ body: { storeCode, tagList: ids.map((tagMac, n) => ({ tagMac, prCode: String(n) })) } })
  await until('every label shows its price', () => drawn(1))
  await until('all is reported', async () => (await client.tags.counts({ params: { storeCode } })).byStatus.OK >= size.many)
  const computed = figures.computed()
  const begin = performance.now()
  await client.products.save({ body: { storeCode, productList: productList('2.49') } })
  await until('every label shows its new price', () => drawn(2))
  const took = performance.now() - begin
  const busy = (figures.computed() - computed) / (took / 1000)
  const after = figures.memory()

  devices.disconnect()
  bridge.kill('SIGTERM')
  await once(bridge, 'exit')
  rmSync(folder, { recursive: true, force: true })
  const what = `bridge, ${size.points} access points with ${all} labels`
  return [
    { what: `${what} that call every ten minutes: part of one core`, value: share * 100, unit: '%', budget: { maximum: 15 } },
    { what: `${what}: memory`, value: quiet, unit: 'MB', budget: { maximum: 150 } },
    { what: `${what}: memory after a price change of ${size.many} labels`, value: after, unit: 'MB', budget: { maximum: 150 } },
    { what: `${what}: part of one core during it`, value: busy * 100, unit: '%', budget: undefined },
    {
      what: `${size.many} labels of one access point, a call a minute: price change → the last glass`,
      value: took / 1000,
      unit: 's',
      budget: undefined,
    },
    { what: `the same pictures given to an access point with nothing between`, value: bare / 1000, unit: 's', budget: undefined },
    { what: `${size.many} labels of one access point: beside that`, value: took / bare, unit: '×', budget: { maximum: 1.1 } },
  ]
}
