/** Two server processes on one PostgreSQL and one Mosquitto share the gateways; one is killed, the other takes over and finishes. */
import type { Fleet } from '@endcap/fleet/fleet'
import { beforeAll, expect, test } from 'vitest'
import { need, setStage } from './stage.ts'
import { createShop, showAll, signIn, until, uploadPrices, type ServerProcess, type Shop } from './system.ts'

const labels = 400
const stage = setStage()
let missing: string | undefined
let servers: [ServerProcess, ServerProcess]
let shop: Shop
let fleet: Fleet

beforeAll(async () => {
  const database = await stage.postgres()
  if ('missing' in database) {
    missing = database.missing
    return
  }
  const env = { DATABASE_URL: database.url, ENDCAP_BLOBS: `${stage.folder}/blobs` }
  // The gateways' secrets come from the server, and Mosquitto must know them before a gateway connects.
  const first = await stage.startServer({ env })
  shop = await createShop(await signIn(first.url), { storeCode: 'TWO', gateways: 8, tags: labels })
  await first.stop()
  const broker = await stage.startPeer<{ url: string; port: number }>(
    'server/src/testing/serve-mosquitto.ts',
    Object.fromEntries(shop.gateways.map(({ gwMac, secret }) => [gwMac, secret])),
  )
  if ('missing' in broker) {
    missing = broker.missing
    return
  }
  const shared = { ...env, MQTT_URL: broker.url }
  servers = [await stage.startServer({ env: shared }), await stage.startServer({ env: shared })]
  fleet = stage.startFleet(shop, servers[1], `mqtt://127.0.0.1:${broker.port}`)
})

test('the survivor takes over within its lease and the update completes', async (context) => {
  need(context, missing)
  const client = await signIn(servers[1].url)
  const upload = (cents: number) =>
    uploadPrices(
      client,
      'TWO',
      shop.tagMacs.map(() => cents),
    )
  await upload(100)
  await showAll(client, shop)

  const { taskId } = await upload(250)
  await until('the update is under way', () => [...fleet.tags()].some(({ transmissions }) => transmissions.size > 1))
  await servers[0].kill()
  const readTask = async () =>
    (await client.tasks.search({ params: {}, body: { filter_taskId: taskId ?? '', condition_taskId: '==' } })).data[0]!
  await until('the update completes', async () => (await readTask()).endTime !== null)
  expect(await readTask()).toMatchObject({ progress: 100, totalTags: labels, failed: 0 })
  expect((await client.tags.counts({ params: { storeCode: 'TWO' } })).byStatus.OK).toBe(labels)
})
