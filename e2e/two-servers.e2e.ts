/** Two server processes on one PostgreSQL and one Mosquitto share the gateways; one is killed, the other takes over and finishes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fleet } from '@endcap/fleet/fleet'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createShop,
  eanOf,
  fleetOf,
  freePorts,
  priceFile,
  signIn,
  startPeer,
  startServer,
  temporaryFolder,
  until,
  type ServerProcess,
  type Shop,
} from './system.ts'

const labels = 400
const folder = temporaryFolder()
const stops: (() => unknown)[] = []
let missing: string | undefined
let servers: [ServerProcess, ServerProcess]
let shop: Shop
let fleet: Fleet

beforeAll(async () => {
  const database = await startPeer<{ url: string }>('server/src/testing/serve-postgres.ts')
  if ('missing' in database) {
    missing = database.missing
    return
  }
  stops.push(() => database.stop())
  const env = { DATABASE_URL: database.url, ENDCAP_BLOBS: `${folder.path}/blobs` }
  // The gateways' secrets come from the server, and Mosquitto must know them before anybody connects.
  const first = await startServer({ dataFolder: folder.path, ports: await freePorts(), env })
  shop = await createShop(await signIn(first.url), { storeCode: 'TWO', gateways: 8, tags: labels })
  await first.stop()
  const broker = await startPeer<{ url: string; port: number }>(
    'server/src/testing/serve-mosquitto.ts',
    Object.fromEntries(shop.gateways.map(({ gwMac, secret }) => [gwMac, secret])),
  )
  if ('missing' in broker) {
    missing = broker.missing
    return
  }
  stops.push(() => broker.stop())
  const shared = { ...env, MQTT_URL: broker.url }
  servers = [
    await startServer({ dataFolder: folder.path, ports: await freePorts(), env: shared }),
    await startServer({ dataFolder: folder.path, ports: await freePorts(), env: shared }),
  ]
  fleet = fleetOf(shop, { serverUrl: servers[1].url, mqttUrl: `mqtt://127.0.0.1:${broker.port}` })
  fleet.start()
})
afterAll(async () => {
  await fleet?.stop()
  for (const server of servers ?? []) await server.stop()
  for (const stop of stops.toReversed()) await stop()
  folder.remove()
})

test('the survivor takes over within its lease and the update completes', { timeout: 240_000 }, async (context) => {
  if (missing !== undefined && process.env.ENDCAP_REQUIRE_ALL === undefined) context.skip(missing)
  expect(missing).toBeUndefined()
  const client = await signIn(servers[1].url)
  const upload = (cents: number) =>
    client.productFiles.upload({
      body: { storeCode: 'TWO' },
      file: { name: 'a.csv', content: new Blob([priceFile(Array.from({ length: labels }, () => cents))]) },
    })
  await upload(100)
  await wait(3000)
  await client.tags.assign({ body: { storeCode: 'TWO', tagList: shop.tagMacs.map((tagMac, index) => ({ tagMac, prCode: eanOf(index) })) } })
  await until(
    'the first labels are shown',
    async () => (await client.tags.counts({ params: { storeCode: 'TWO' } })).byStatus.OK === labels,
    90,
  )

  const { taskId } = await upload(250)
  await wait(300)
  await servers[0].kill()
  const readTask = async () =>
    (await client.tasks.search({ params: {}, body: { filter_taskId: taskId ?? '', condition_taskId: '==' } })).data[0]!
  await until('the update completes', async () => (await readTask()).endTime !== null, 90)
  expect(await readTask()).toMatchObject({ progress: 100, totalTags: labels, failed: 0 })
  expect((await client.tags.counts({ params: { storeCode: 'TWO' } })).byStatus.OK).toBe(labels)
})
