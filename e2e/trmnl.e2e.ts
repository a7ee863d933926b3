/** TRMNL signs from their first call to a price on their glass, through the servers' own bridge and through one in a shop. */
import { join } from 'node:path'
import { systemClock } from '@endcap/bridge/clock'
import { createSign, type SimulatedSign } from '@endcap/bridge/trmnl/simulator'
import type { FoundTag } from '@endcap/contract/tags'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createStore, deviceOf, tagOf } from './access-points.ts'
import { forkBridge, type BridgeProcess } from './bridge.ts'
import { expectedLabel } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { setStage } from './stage.ts'
import { freePort, freePorts, signIn, until, type ApiClient, type Ports, type ServerProcess } from './system.ts'

const code = '4006381333931'
const product = (price: string) => [code, 'Kaffee 500 g', '', price, '', '500 g', '', '', 'EUR', code]
const expected = (price: string) => expectedLabel([product(price)], { layoutId: 'SHELF_PRICE', tagType: 'trmnl-og' })
const tagMac = '7E01A0B1C2000001'

const stage = setStage()
let server: ServerProcess
let client: ApiClient
let ports: Ports
let signPort: number
beforeAll(async () => {
  ;[ports, signPort] = [await freePorts(), await freePort()]
  await start()
  for (const storeCode of ['OWN', 'SHOP']) await createStore(client, storeCode)
})
async function start() {
  server = await stage.startServer({ ports, env: { ENDCAP_TRMNL_PORT: String(signPort) } })
  client = await signIn(server.url)
}
const comesOnline = (gwMac: string) => until(`${gwMac} is online`, async () => (await deviceOf(client, gwMac))?.state === 'online')
const comesTo = (status: FoundTag['status'], storeCode: string, barcode: string) =>
  until(`${barcode} is ${status}`, async () => (await tagOf(client, storeCode, barcode))?.status === status)
const shows = (sign: SimulatedSign, price: string) => {
  const glass = sign.glass()
  return 'picture' in glass && Buffer.compare(glass.picture.pixels, expected(price)) === 0
}

describe('through the servers’ own bridge', () => {
  const test = testsInOrder()
  const storeCode = 'OWN'
  let sign: SimulatedSign
  test('a sign calls, shows its code, and is found', async () => {
    sign = createSign({ mac: 'A0:B1:C2:00:00:01', base: `http://127.0.0.1:${signPort}/${storeCode}`, clock: systemClock })
    const { gwMac } = await client.accessPoints.create({ body: { storeCode, kind: 'trmnl', name: 'Signs', bridgeId: null } })
    await comesOnline(gwMac)
    await sign.wake('powercycle')
    expect(sign.glass()).toHaveProperty('picture')
    await until('it is found', async () => (await tagOf(client, storeCode, tagMac))?.tagType === 'trmnl-og')
    // The code on its glass finds it.
    const found = await client.tags.search({ params: { storeCode }, body: { filter_barcode: sign.code() } })
    expect([sign.code(), found.data.map((tag) => tag.tagMac)]).toEqual(['000001', [tagMac]])
    expect(await tagOf(client, storeCode, tagMac)).toMatchObject({ status: 'DEASSIGN', battery: 4.08, rssi: -58 })
  })
  test('it shows the price of its product, pixel by pixel, once it calls again', async () => {
    await client.products.save({ body: { storeCode, productList: [{ prCode: code, prInfo: product('5.99') }] } })
    await client.tags.assign({ body: { storeCode, tagList: [{ tagMac, prCode: code }] } })
    await comesTo('UPDATE', storeCode, tagMac)
    await sign.wake()
    expect(shows(sign, '5.99')).toBe(true)
    // The panel has 20 seconds to draw it.
    await comesTo('OK', storeCode, tagMac)
    const { timeline } = await client.tags.detail({ params: { storeCode, tagMac } })
    expect(timeline[0]).toMatchObject({ kind: 'SHOW', state: 'SHOWN', confirmed: false })
  })
})

describe('through a bridge in the shop', () => {
  const test = testsInOrder()
  const storeCode = 'SHOP'
  const mac = 'A0:B1:C2:00:00:02'
  const barcode = '7E01A0B1C2000002'
  let bridge: BridgeProcess
  let shopPort: number
  let token: string
  let sign: SimulatedSign
  let gwMac: string
  async function startBridge() {
    bridge = forkBridge({
      serverUrl: server.url,
      token,
      dataFolder: join(stage.folder, 'bridge'),
      env: { ENDCAP_TRMNL_PORT: String(shopPort), ENDCAP_HOST: '127.0.0.1' },
    })
    const status = async () => (await fetch(`http://127.0.0.1:${shopPort}/`).catch(() => undefined))?.status
    await until('it serves something, and so listens', async () => (await status()) === 404)
  }
  afterAll(() => bridge.kill())

  test('it serves the stores of its token, and its signs are found', async () => {
    shopPort = await freePort()
    const made = await client.bridges.create({ body: { name: 'Shop', storeCodes: [storeCode] } })
    token = made.token
    const wrong = client.accessPoints.create({ body: { storeCode: 'OWN', kind: 'opendisplay', name: 'x', bridgeId: made.bridgeId } })
    await expect(wrong).rejects.toMatchObject({ status: 403 })
    ;({ gwMac } = await client.accessPoints.create({ body: { storeCode, kind: 'trmnl', name: 'Signs', bridgeId: made.bridgeId } }))
    await startBridge()
    await comesOnline(gwMac)
    sign = createSign({ mac, base: `http://127.0.0.1:${shopPort}/${storeCode}`, clock: systemClock })
    await sign.wake('powercycle')
    await comesTo('DEASSIGN', storeCode, barcode)
    await client.products.save({ body: { storeCode, productList: [{ prCode: code, prInfo: product('5.99') }] } })
    await client.tags.assign({ body: { storeCode, tagList: [{ tagMac: barcode, prCode: code }] } })
    await comesTo('UPDATE', storeCode, barcode)
    await sign.wake()
    expect(shows(sign, '5.99')).toBe(true)
  })
  test('while the server is away, and the bridge is killed twice, the sign keeps its price; all is reported afterwards', async () => {
    await server.kill()
    for (let times = 0; times < 2; times++) {
      await bridge.kill()
      await startBridge()
      for (let wakes = 0; wakes < 6; wakes++) {
        await sign.wake()
        expect(shows(sign, '5.99')).toBe(true)
      }
    }
    await start()
    await comesTo('OK', storeCode, barcode)
    await client.products.save({ body: { storeCode, productList: [{ prCode: code, prInfo: product('4.99') }] } })
    await comesTo('UPDATE', storeCode, barcode)
    await sign.wake()
    expect(shows(sign, '4.99')).toBe(true)
  })
})
