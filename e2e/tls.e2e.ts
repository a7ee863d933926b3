/** With a certificate of its own: gateways by mqtts, bitmaps, console and push channel by https and wss, nothing in plain; a label is shown. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Fleet } from '@endcap/fleet/fleet'
import { chromiumPath } from './chromium.ts'
import { expectedLabel, isOnGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, eanOf, freePort, signIn, until, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'TLS'
const stage = setStage()
const [cert, key] = [join(stage.folder, 'cert.pem'), join(stage.folder, 'key.pem')]
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let layoutPort: number

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const what = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30', '-subj', '/CN=shop']
  execFileSync('openssl', [...what, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert], { stdio: 'ignore' })
  // As NODE_EXTRA_CA_CERTS does it for a program that starts with it.
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(cert, 'utf8')])
  layoutPort = await freePort()
  const env = { ENDCAP_TLS_CERT: cert, ENDCAP_TLS_KEY: key, ENDCAP_LAYOUT_PORT: String(layoutPort) }
  server = await stage.startServer({ env })
  client = await signIn(server.url)
  shop = await createShop(client, { storeCode, gateways: 1, tags: 1 })
  fleet = stage.startFleet(shop, server, `mqtts://127.0.0.1:${server.ports.mqtt}`)
})
beforeEach(needChromium)

const priceOf = (price: string) => [eanOf(0), 'Olive oil', '', price]
const shows = (price: string) => {
  const expected = expectedLabel([priceOf(price)], { layoutId: 'SHELF_PRICE', tagType: 'B5' })
  return isOnGlass(fleet, shop.tagMacs[0] ?? '', expected)
}

test('a price goes from the file to the glass, and a change of it', async () => {
  const upload = (price: string) => {
    const content = new Blob([`PRODUCT_CODE,NAME,PRICE\n${eanOf(0)},Olive oil,${price}\n`])
    return client.productFiles.upload({ body: { storeCode }, file: { name: 'prices.csv', content } })
  }
  await upload('7.49')
  await client.tags.assign({ body: { storeCode, tagList: [{ tagMac: shop.tagMacs[0] ?? '', prCode: eanOf(0) }] } })
  await until('the glass shows the price', () => shows('7.49'))
  await upload('6.99')
  await until('the glass shows the new price', () => shows('6.99'))
})

test('the console is signed in by a cookie that TLS alone carries, and its list follows by wss', async () => {
  const page = await openPage(await stage.launch(), { ignoreHTTPSErrors: true })
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await signInAt(page, `${server.url}/#/product/list/${storeCode}`)
  const row = page.locator('tr[data-row]').filter({ hasText: eanOf(0) })
  const priceInWords = async () => (await client.products.get({ params: { storeCode, prCode: eanOf(0) } })).price
  await row.getByText(await priceInWords(), { exact: true }).waitFor()
  const cookies = await page.context().cookies()
  expect(cookies.length).toBeGreaterThan(0)
  expect(cookies.filter(({ secure, httpOnly }) => !secure || !httpOnly)).toEqual([])
  await client.products.save({ body: { storeCode, productList: [{ prCode: eanOf(0), prInfo: priceOf('5.99') }] } })
  await row.getByText(await priceInWords(), { exact: true }).waitFor()
  expect(sockets.map((url) => new URL(url).protocol)).toContain('wss:')
  await until('the glass shows it, too', () => shows('5.99'))
})

test('no port answers in plain', async () => {
  const firstOf = (port: number, request: string | Buffer) =>
    new Promise<string>((resolve) => {
      let heard = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(request))
      socket.on('data', (bytes) => (heard += bytes.toString('latin1'))).on('error', () => undefined)
      socket.on('close', () => resolve(heard))
    })
  for (const port of [server.ports.http, server.ports.push, layoutPort])
    expect(await firstOf(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).not.toMatch(/^HTTP\/1.1 [123]/)
  // CONNECT of MQTT 3.1.1 with the client id "a".
  const hello = Buffer.from([0x10, 13, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 1, 0x61])
  expect(await firstOf(server.ports.mqtt, hello)).not.toMatch(/^\x20/)
})
