/** TRMNL signs from their first call to a price on their glass, through the servers' own bridge and through one in a shop. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@endcap/bridge/clock'
import { createSign, type SimulatedSign } from '@endcap/bridge/trmnl/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectedLabel } from './glass.ts'
import { freePort, freePorts, signIn, startServer, type ApiClient, type Ports, type ServerProcess } from './system.ts'

const code = '4006381333931'
const product = (price: string) => [code, 'Kaffee 500 g', '', price, '', '500 g', '', '', 'EUR', code]
const wanted = (price: string) => expectedLabel([product(price)], { layoutId: 'SHELF_PRICE', tagType: 'trmnl-og' })
const tagMac = '7E01A0B1C2000001'

let folder: string
let server: ServerProcess
let client: ApiClient
let ports: Ports
let signPort: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'endcap-trmnl-'))
  ;[ports, signPort] = [await freePorts(), await freePort()]
  await start()
  for (const storeCode of ['OWN', 'SHOP'])
    await client.stores.create({ body: { storeCode, storeName: storeCode, timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' } })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
async function start() {
  server = await startServer({ dataFolder: join(folder, 'server'), ports, env: { ENDCAP_TRMNL_PORT: String(signPort) } })
  client = await signIn(server.url)
}
const tagOf = async (storeCode: string, barcode = tagMac) =>
  (await client.tags.search({ params: { storeCode }, body: { filter_barcode: barcode, condition_barcode: '==' } })).data[0]
const isOnline = async (gwMac: string) => (await client.accessPoints.detail({ params: { gwMac } })).device?.state
const shows = (sign: SimulatedSign, price: string) => {
  const glass = sign.glass()
  return 'picture' in glass && Buffer.compare(glass.picture.pixels, wanted(price)) === 0
}

describe('through the servers’ own bridge', () => {
  const storeCode = 'OWN'
  let sign: SimulatedSign
  test('a sign calls, shows its code, and is found', async () => {
    sign = createSign({ mac: 'A0:B1:C2:00:00:01', base: `http://127.0.0.1:${signPort}/${storeCode}`, clock: systemClock })
    const { gwMac } = await client.accessPoints.create({ body: { storeCode, kind: 'trmnl', name: 'Signs', bridgeId: null } })
    await expect.poll(() => isOnline(gwMac), { timeout: 60_000 }).toBe('online')
    await sign.wake('powercycle')
    expect(sign.glass()).toHaveProperty('picture')
    await expect.poll(async () => (await tagOf(storeCode))?.tagType).toBe('trmnl-og')
    // Whoever reads the code from its glass finds it by that.
    const found = await client.tags.search({ params: { storeCode }, body: { filter_barcode: sign.code() } })
    expect([sign.code(), found.data.map((tag) => tag.tagMac)]).toEqual(['000001', [tagMac]])
    expect(await tagOf(storeCode)).toMatchObject({ status: 'DEASSIGN', battery: 4.08, rssi: -58 })
  })
  test('it shows the price of its product, pixel by pixel, once it calls again', async () => {
    await client.products.save({ body: { storeCode, productList: [{ prCode: code, prInfo: product('5.99') }] } })
    await client.tags.assign({ body: { storeCode, tagList: [{ tagMac, prCode: code }] } })
    await expect.poll(async () => (await tagOf(storeCode))?.status, { timeout: 30_000 }).toBe('UPDATE')
    await sign.wake()
    expect(shows(sign, '5.99')).toBe(true)
    // The panel has 20 seconds to draw it.
    await expect.poll(async () => (await tagOf(storeCode))?.status, { timeout: 60_000 }).toBe('OK')
    const { timeline } = await client.tags.detail({ params: { storeCode, tagMac } })
    expect(timeline[0]).toMatchObject({ kind: 'SHOW', state: 'SHOWN', confirmed: false })
  })
})

describe('through a bridge in the shop', () => {
  const storeCode = 'SHOP'
  const mac = 'A0:B1:C2:00:00:02'
  const barcode = '7E01A0B1C2000002'
  let bridge: ChildProcess
  let shopPort: number
  let token: string
  let sign: SimulatedSign
  let gwMac: string
  async function startBridge() {
    bridge = fork(fileURLToPath(new URL('../bridge/src/main.ts', import.meta.url)), {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...{ ENDCAP_SERVER: server.url, ENDCAP_BRIDGE_TOKEN: token, ENDCAP_BRIDGE_DATA: join(folder, 'bridge') },
        ...{ ENDCAP_TRMNL_PORT: String(shopPort), ENDCAP_HOST: '127.0.0.1' },
      },
    })
    // It listens as soon as it serves something.
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${shopPort}/`).catch(() => undefined))?.status, { timeout: 60_000 })
      .toBe(404)
  }
  const killBridge = async () => {
    bridge.kill('SIGKILL')
    await once(bridge, 'exit')
  }
  afterAll(killBridge)

  test('it serves the stores of its token, and its signs are found', async () => {
    shopPort = await freePort()
    const made = await client.bridges.create({ body: { name: 'Shop', storeCodes: [storeCode] } })
    token = made.token
    const wrong = client.accessPoints.create({ body: { storeCode: 'OWN', kind: 'opendisplay', name: 'x', bridgeId: made.bridgeId } })
    await expect(wrong).rejects.toMatchObject({ status: 403 })
    ;({ gwMac } = await client.accessPoints.create({ body: { storeCode, kind: 'trmnl', name: 'Signs', bridgeId: made.bridgeId } }))
    await startBridge()
    await expect.poll(() => isOnline(gwMac), { timeout: 60_000 }).toBe('online')
    sign = createSign({ mac, base: `http://127.0.0.1:${shopPort}/${storeCode}`, clock: systemClock })
    await sign.wake('powercycle')
    await expect.poll(async () => (await tagOf(storeCode, barcode))?.status).toBe('DEASSIGN')
    await client.products.save({ body: { storeCode, productList: [{ prCode: code, prInfo: product('5.99') }] } })
    await client.tags.assign({ body: { storeCode, tagList: [{ tagMac: barcode, prCode: code }] } })
    await expect.poll(async () => (await tagOf(storeCode, barcode))?.status, { timeout: 30_000 }).toBe('UPDATE')
    await sign.wake()
    expect(shows(sign, '5.99')).toBe(true)
  })
  test('while the server is away, and the bridge is killed twice, the sign keeps its price; all is reported afterwards', async () => {
    await server.kill()
    for (let times = 0; times < 2; times++) {
      await killBridge()
      await startBridge()
      for (let wakes = 0; wakes < 6; wakes++) {
        await sign.wake()
        expect(shows(sign, '5.99')).toBe(true)
      }
    }
    await start()
    await expect.poll(async () => (await tagOf(storeCode, barcode))?.status, { timeout: 90_000 }).toBe('OK')
    await client.products.save({ body: { storeCode, productList: [{ prCode: code, prInfo: product('4.99') }] } })
    await expect.poll(async () => (await tagOf(storeCode, barcode))?.status, { timeout: 30_000 }).toBe('UPDATE')
    await sign.wake()
    expect(shows(sign, '4.99')).toBe(true)
  })
})
