/**
 * An hour without the server for TRMNL signs: each shows what it should, wakes as it was told to, and never shows an error. The bridge of the
 * shop and its signs go by a clock that runs ahead of the time of day; the server is a process that is killed.
 */
import { join } from 'node:path'
import { createManualClock } from '@endcap/bridge/clock'
import { readConfig } from '@endcap/bridge/config'
import { createFamilies } from '@endcap/bridge/families'
import { startBridge, type RunningBridge } from '@endcap/bridge/runtime'
import { createSign, type SimulatedSign } from '@endcap/bridge/trmnl/simulator'
import { beforeAll, expect } from 'vitest'
import { createStore, deviceOf, tagOf } from './access-points.ts'
import { expectedLabel } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { setStage } from './stage.ts'
import { eanOf, freePort, freePorts, signIn, until, type ApiClient, type Ports, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'AWAY'
const hourMs = 3_600_000
/** A picture counts as drawn once its sign had the time to draw it, and to call again after a failure. */
const drawnMs = 120_000
/** By number: the first has its price before the server goes, the second gets it meanwhile, the third has no product. */
const macs = [1, 2, 3].map((n) => `A0:B1:C2:00:01:0${n}`)
const tagMacs = macs.map((mac) => `7E01${mac.replaceAll(':', '')}`)
const product = (index: number, price: string) => [eanOf(index), `Kaffee ${index}`, '', price, '', '500 g', '', '', 'EUR', eanOf(index)]

const stage = setStage()
// It ends with the time of day.
const began = Date.now() - hourMs - 2 * drawnMs
const clock = createManualClock(began)
let ports: Ports
let signPort: number
let server: ServerProcess
let client: ApiClient
let token: string
let bridge: RunningBridge
let gwMac: string
let signs: SimulatedSign[]

async function startServer() {
  server = await stage.startServer({ ports })
  client = await signIn(server.url)
}
async function openBridge() {
  const config = readConfig({
    ENDCAP_SERVER: server.url,
    ENDCAP_BRIDGE_TOKEN: token,
    ENDCAP_BRIDGE_DATA: join(stage.folder, 'bridge'),
    ENDCAP_TRMNL_PORT: String(signPort),
    ENDCAP_HOST: '127.0.0.1',
  })
  bridge = startBridge({
    config,
    families: createFamilies(config),
    version: '0.0.0',
    clock,
    log: () => undefined,
    onRemoved: () => undefined,
  })
  await bridge.started
}
async function restartBridge() {
  await bridge.stop()
  await openBridge()
}
const statusIs = (index: number, status: string) =>
  until(`sign ${index} is ${status}`, async () => (await tagOf(client, storeCode, tagMacs[index] ?? ''))?.status === status)
const timelineOf = async (index: number) => (await client.tags.detail({ params: { storeCode, tagMac: tagMacs[index] ?? '' } })).timeline
const bridgeHas = (index: number) =>
  until(`the bridge has the picture of sign ${index}`, async () => (await timelineOf(index))[0]?.state === 'SENT')
const shows = (index: number, price: string) => {
  const glass = signs[index]?.glass()
  const expected = expectedLabel([product(index, price)], { layoutId: 'SHELF_PRICE', tagType: 'trmnl-og' })
  return glass !== undefined && 'picture' in glass && Buffer.compare(glass.picture.pixels, expected) === 0
}
const glasses = () => signs.map((sign) => ('picture' in sign.glass() ? 'picture' : sign.glass()))
const bringPrices = (price: string) =>
  client.products.save({
    body: { storeCode, productList: [0, 1].map((index) => ({ prCode: eanOf(index), prInfo: product(index, price) })) },
  })

beforeAll(async () => {
  ;[ports, signPort] = [await freePorts(), await freePort()]
  await startServer()
  await createStore(client, storeCode)
  const made = await client.bridges.create({ body: { name: 'Shop', storeCodes: [storeCode] } })
  token = made.token
  ;({ gwMac } = await client.accessPoints.create({ body: { storeCode, kind: 'trmnl', name: 'Signs', bridgeId: made.bridgeId } }))
  await openBridge()
  stage.atEnd(() => bridge.stop())
  await until('it is online', async () => (await deviceOf(client, gwMac))?.state === 'online')
  signs = macs.map((mac) => createSign({ mac, base: `http://127.0.0.1:${signPort}/${storeCode}`, clock }))
  for (const sign of signs) await sign.wake('powercycle')
  // What is heard gathers for a second of the bridge's clock, which stands still.
  await clock.advance(1000)
  for (const index of signs.keys()) await statusIs(index, 'DEASSIGN')
  await bringPrices('5.99')
  await client.tags.assign({
    body: { storeCode, tagList: [0, 1].map((index) => ({ tagMac: tagMacs[index] ?? '', prCode: eanOf(index) })) },
  })
  for (const index of [0, 1]) await bridgeHas(index)
  await signs[0]?.wake()
  await clock.advance(drawnMs)
  await statusIs(0, 'OK')
})

test('an hour without the server: no sign shows an error, each has its price, also after the bridge was restarted', async () => {
  await server.kill()
  const end = clock.now() + hourMs
  const due = signs.map(() => clock.now() + 1000)
  const wakes = signs.map(() => 0)
  let restarted = false
  for (;;) {
    const index = due.indexOf(Math.min(...due))
    const sign = signs[index]
    if (sign === undefined || (due[index] ?? end) >= end) break
    await clock.advance(Math.max(0, (due[index] ?? 0) - clock.now()))
    if (!restarted && clock.now() > end - hourMs / 2) {
      await restartBridge()
      restarted = true
    }
    await sign.wake()
    wakes[index] = (wakes[index] ?? 0) + 1
    const sleeps = sign.sleeps()
    expect({ index, glasses: glasses(), sleeps: sleeps !== undefined }).toEqual({
      index,
      glasses: signs.map(() => 'picture'),
      sleeps: true,
    })
    due[index] = clock.now() + (sleeps ?? 0) * 1000
  }
  await clock.advance(end - clock.now())
  expect({ restarted, often: wakes.every((count) => count >= 4) }).toEqual({ restarted: true, often: true })
  expect([0, 1].map((index) => shows(index, '5.99'))).toEqual([true, true])
})

test('when it is back everything is reported, and prices go on', async () => {
  await startServer()
  await statusIs(1, 'OK')
  const [shown] = await timelineOf(1)
  expect(shown).toMatchObject({ kind: 'SHOW', state: 'SHOWN', gwMac })
  expect(await tagOf(client, storeCode, tagMacs[2] ?? '')).toMatchObject({ status: 'DEASSIGN' })
  await bringPrices('4.99')
  for (const index of [0, 1]) await bridgeHas(index)
  for (const index of [0, 1]) await signs[index]?.wake()
  await clock.advance(drawnMs)
  for (const index of [0, 1]) await statusIs(index, 'OK')
  expect([0, 1].map((index) => shows(index, '4.99'))).toEqual([true, true])
})
