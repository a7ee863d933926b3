/**
 * The map of stores in Chromium with WebGL by software. What the map draws is read from the attribute `data-map` that it keeps
 * (console/src/map/store-map.ts), and from its pixels.
 */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createFleet, type Fleet } from '@endcap/fleet/fleet'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { patienceMs } from './patience.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { signIn, until, type ServerProcess } from './system.ts'

const test = testsInOrder()
const webgl = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
const stage = setStage()
/** 1 × 1 pixel, pure blue. */
const tile = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC', 'base64')
const dark = Array.from({ length: 18 }, (_, index) => `DARK${String(index + 1).padStart(2, '0')}`)
const gateways = { BERLIN: ['02EC0A000001'], SEOUL: ['02EC0A000002', '02EC0A000003'] }

interface Seen {
  zoom: number
  center: [number, number]
  stores: number
  clusters: number
  markers: Record<string, string>
  base: string
  detail: string
  look: string
  atRest: boolean
}
let server: ServerProcess
let peer: Server
let peerUrl: string
let asked: string[] = []
let fleet: Fleet
let page: Page
const outside: string[] = []

beforeAll(async () => {
  if (chromiumPath === undefined) return
  peer = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://peer')
    asked.push(url.pathname + url.search)
    if (url.pathname.startsWith('/tiles/'))
      return void response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(tile)
    if (url.pathname.startsWith('/gone/')) return void response.writeHead(503).end()
    response.writeHead(200, { 'content-type': 'application/json' })
    return void response.end(
      JSON.stringify([
        { lat: '52.39', lon: '13.06', display_name: 'Potsdam, Brandenburg', boundingbox: ['52.34', '52.51', '12.88', '13.17'] },
      ]),
    )
  }).listen(0, '127.0.0.1')
  await once(peer, 'listening')
  peerUrl = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
  stage.atEnd(() => {
    peer.closeAllConnections()
    peer.close()
  })
  server = await stage.startServer({ env: { ENDCAP_GEOCODER: `${peerUrl}/search?q={query}` } })
  const client = await signIn(server.url)
  const create = (storeCode: string, storeName: string, position: { latitude: number; longitude: number } | null) =>
    client.stores.create({ body: { storeCode, storeName, position, address: `${storeName} street 1` } })
  await create('BERLIN', 'Berlin Mitte', { latitude: 52.52, longitude: 13.4 })
  await create('SEOUL', 'Seoul Gangnam', { latitude: 37.4979, longitude: 127.0276 })
  await create('NOWHERE', 'Warehouse', null)
  for (const [index, code] of dark.entries())
    await create(code, `Tokyo ${index + 1}`, { latitude: 35.6 + (index % 5) * 0.05, longitude: 139.6 + Math.floor(index / 5) * 0.05 })
  const rows = Object.entries(gateways).flatMap(([storeCode, macs]) => macs.map((gwMac, index) => `${storeCode},${gwMac},${index}`))
  const content = new Blob([['storeCode,gwMac,gwIndex', ...rows].join('\n')])
  const { gateways: known } = await client.gateways.predefine({ body: {}, file: { name: 'gateways.csv', content } })
  const storeOf = (gwMac: string) => (gwMac === gateways.BERLIN[0] ? 'BERLIN' : 'SEOUL')
  fleet = createFleet({
    serverUrl: server.url,
    mqttUrl: `mqtt://127.0.0.1:${server.ports.mqtt}`,
    tags: [],
    gateways: known.map(({ gwMac, secret }) => ({ storeCode: storeOf(gwMac), gwMac, secret, ip: '10.0.0.1:8080' })),
  })
  stage.atEnd(() => fleet.stop())
  fleet.faults.add({ kind: 'gateway-offline', gwMac: gateways.SEOUL[1] ?? '' })
  fleet.start()
  await until('two gateways are up', async () => {
    const { storeList } = await client.stores.list()
    return (
      storeList.find((one) => one.storeCode === 'BERLIN')?.status === 'NORMAL' &&
      storeList.find((one) => one.storeCode === 'SEOUL')?.status === 'ALARM'
    )
  })
  page = await openMap(await stage.launch(webgl))
})
beforeEach(needChromium)

/** A signed-in page at the tags' overview, with every state of the map recorded, and every request that is not to our server. */
async function openMap(from: Browser): Promise<Page> {
  const opened = await openPage(from)
  opened.context().on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url()) && !request.url().startsWith(server.url)) outside.push(request.url())
  })
  await opened.addInitScript(() => {
    const mapStates: { at: number; state: string }[] = []
    Object.assign(globalThis, { mapStates })
    new MutationObserver(() => {
      const state = document.querySelector('[data-map]')?.getAttribute('data-map') ?? ''
      if (state !== '' && state !== mapStates.at(-1)?.state) mapStates.push({ at: performance.now(), state })
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-map'] })
  })
  await signInAt(opened, `${server.url}/#/login?next=/tag`)
  await opened.getByRole('heading', { name: 'Tags' }).waitFor()
  return opened
}
const readMap = async (): Promise<Seen> => JSON.parse((await page.locator('[data-map]').getAttribute('data-map')) ?? '{}') as Seen
const mapShows = async (expected: object, timeout = patienceMs) => expect.poll(readMap, { timeout }).toMatchObject(expected)
const list = () => page.getByRole('region', { name: 'Stores on the map' })
const entries = () => list().locator('li button')
const info = (name: string) => page.getByRole('region', { name })
const switchTo = (view: 'Table' | 'Map') => page.getByRole('group', { name: 'View' }).getByRole('button', { name: view }).click()

test('the overview switches to the map: first at zoom 20, after 750 ms with every store in view', async () => {
  await switchTo('Map')
  await mapShows({ stores: 20, markers: { BERLIN: 'NORMAL', SEOUL: 'ALARM' }, base: 'packaged', detail: 'absent' })
  expect(page.url()).toContain('viewType=map')
  const seen = await readMap()
  // The eighteen stores of Tokyo stand close together.
  expect(seen.clusters).toBe(1)
  expect(seen.zoom).toBeLessThan(3)
  const mapStates = await page.evaluate(() => (globalThis as unknown as { mapStates: { at: number; state: string }[] }).mapStates)
  const zooms = mapStates.map(({ at, state }) => ({ at, zoom: (JSON.parse(state) as Seen).zoom }))
  const fitted = zooms.find(({ zoom }) => zoom < 3)
  expect(zooms[0]?.zoom).toBe(20)
  expect((fitted?.at ?? 0) - (zooms[0]?.at ?? 0)).toBeGreaterThan(500)
  expect(await page.getByText('On the map: 20 stores, 1 normal, 1 with an alarm, 18 offline').count()).toBe(1)
  await page.getByText('Natural Earth · GeoNames').waitFor()
})

/** How many pixels of the map have each colour, as `red,green,blue`. */
async function coloursOfMap(): Promise<Record<string, number>> {
  const picture = (await page.locator('[data-map]').screenshot()).toString('base64')
  return await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const pen = canvas.getContext('2d')
    pen?.drawImage(bitmap, 0, 0)
    const { data } = pen?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: new Uint8ClampedArray() }
    const found: Record<string, number> = {}
    for (let at = 0; at < data.length; at += 4) {
      const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`
      found[colour] = (found[colour] ?? 0) + 1
    }
    return found
  }, picture)
}

test('coasts, and the colours of the states, are really drawn', async () => {
  // Land is drawn a moment after the words around the map stand there.
  const few = async () => {
    const counts = await coloursOfMap()
    const min = { '232,234,235': 20_000, '250,250,247': 20_000, '27,138,75': 20, '198,135,0': 20, '213,55,44': 20 }
    return Object.entries(min).filter(([colour, pixels]) => (counts[colour] ?? 0) <= pixels)
  }
  await expect.poll(few).toEqual([])
})

test('a store is selected in the list: zoom 14 and its info window; closing it: zoom 6', async () => {
  await expect.poll(() => entries().count()).toBe(15)
  await list()
    .getByRole('button', { name: /^Seoul Gangnam/ })
    .click()
  await mapShows({ zoom: 14, center: [37.4979, 127.0276], markers: { SEOUL: 'ALARM' }, detail: 'loaded' })
  const window = info('Seoul Gangnam')
  expect(await window.innerText()).toMatch(/SEOUL\s+Alarm\s+Seoul Gangnam street 1\s+Total\s+0\s+Success\s+0\s+In progress\s+0\s+Error\s+0/)
  expect(await window.getByRole('link').getAttribute('href')).toBe('/#/tag/detail/SEOUL?viewType=map')
  expect(page.url()).toContain('store=SEOUL')
  await window.getByRole('button', { name: 'Close' }).click()
  await mapShows({ zoom: 6, center: [37.4979, 127.0276] })
  expect(await window.count()).toBe(0)
})

test('a marker on the map is clicked; a reload keeps the window and the view', async () => {
  // The map stands with Seoul in its middle.
  await mapShows({ zoom: 6, markers: { SEOUL: 'ALARM' }, atRest: true })
  await page.locator('[data-map]').click()
  await info('Seoul Gangnam').waitFor()
  await mapShows({ zoom: 14 })
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await mapShows({ zoom: 13 })
  await expect.poll(() => decodeURIComponent(page.url())).toContain('37.4979,127.0276,13.00')
  await page.reload()
  await info('Seoul Gangnam').waitFor()
  await mapShows({ zoom: 13, center: [37.4979, 127.0276], markers: { SEOUL: 'ALARM' } })
  await page.keyboard.press('Tab')
  await info('Seoul Gangnam').getByRole('button', { name: 'Close' }).press('Escape')
  await mapShows({ zoom: 6 })
})

test('stores are found by typing and chosen by keyboard; one without a position says so', async () => {
  const field = page.getByRole('searchbox', { name: 'Find a store or a place' })
  await field.fill('berl')
  await expect.poll(() => entries().count()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await info('Berlin Mitte').waitFor()
  await mapShows({ zoom: 14, markers: { BERLIN: 'NORMAL' } })
  await field.fill('warehouse')
  await expect.poll(() => entries().count()).toBe(1)
  await list().getByText('1 store has no position').waitFor()
  // An entry that was just drawn may have no text yet: what is out of sight is not laid out.
  await expect.poll(() => entries().innerText()).toContain('No position')
  await entries().click()
  await info('Warehouse')
    .getByText(/^Not on the map/)
    .waitFor()
  await info('Warehouse').getByRole('button', { name: 'Close' }).click()
  await field.fill('')
})

test('the list has pages of 15, 25, 50, 100 or all', async () => {
  const size = list().getByRole('combobox')
  expect(await size.locator('option').allInnerTexts()).toEqual(['15', '25', '50', '100', 'All'])
  await list().getByText('1–15 of 21').waitFor()
  await list().getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => entries().count()).toBe(6)
  await size.selectOption('All')
  await expect.poll(() => entries().count()).toBe(21)
})

test('a place is looked for through the server, and the map goes there', async () => {
  asked = []
  await page.getByRole('searchbox').fill('potsdam')
  await page.getByRole('button', { name: 'Potsdam, Brandenburg' }).click()
  await expect.poll(async () => (await readMap()).center[0]).toBeCloseTo(52.425, 1)
  expect((await readMap()).zoom).toBeGreaterThan(9)
  expect(asked).toEqual(['/search?q=potsdam'])
  await page.getByRole('searchbox').fill('')
})

test('states are filtered in the map and in the table alike', async () => {
  const states = page.getByRole('group', { name: 'Gateways', exact: true })
  await states.getByRole('button', { name: /^Offline/ }).click()
  await mapShows({ stores: 18, markers: {} })
  // Stores that come later than the map goes to what is left of them are brought into view as well.
  await page.route(
    (url) => url.pathname.startsWith('/api/'),
    async (route) => {
      if (route.request().postData()?.includes('ALARM') === true) await setTimeout(2000)
      await route.fallback()
    },
  )
  await states.getByRole('button', { name: /^Alarm/ }).click()
  await mapShows({ stores: 19, markers: { SEOUL: 'ALARM' } })
  await page.unrouteAll({ behavior: 'wait' })
  await switchTo('Table')
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('of 20')
  expect(page.url()).not.toContain('viewType')
  await page.getByLabel('Filter Store').fill('Tokyo 1')
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('of 10')
  await switchTo('Map')
  await mapShows({ stores: 10, markers: {} })
  expect(await page.getByLabel('Filter Store').inputValue()).toBe('Tokyo 1')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await mapShows({ stores: 20 })
})

test('the ways from the map to a list, and back, lead to the map', async () => {
  const address = () => decodeURIComponent(new URL(page.url()).hash)
  await list()
    .getByRole('button', { name: /^Berlin/ })
    .click()
  await info('Berlin Mitte').waitFor()
  await mapShows({ zoom: 14, atRest: true })
  await info('Berlin Mitte').getByRole('link', { name: 'Open the store’s list' }).click()
  await page.locator('[data-part=grid]').waitFor()
  expect(address()).toBe('#/tag/detail/BERLIN?viewType=map')
  // Back and forward: the map as it stood, with its store; the list.
  await page.goBack()
  await info('Berlin Mitte').waitFor()
  await mapShows({ zoom: 14 })
  expect(address()).toContain('store=BERLIN')
  await page.goForward()
  await page.locator('[data-part=grid]').waitFor()
  // What is done in the list does not lose the way back.
  await page.getByLabel('Filter Tag ID').fill('5A')
  await expect.poll(address).toContain('"barcode":"5A"')
  expect(address()).toContain('viewType=map')
  await page.locator('[data-part=crumb]').getByRole('link', { name: 'Tags' }).click()
  await mapShows({ stores: 20 })
  expect(address()).toContain('/tag?viewType=map')
  // The gateways' list has a link of its own, and other lists beside the overview.
  await page.goto(`${server.url}/#/store/detail/BERLIN?viewType=map`)
  await page.getByRole('link', { name: 'All stores' }).click()
  await mapShows({ stores: 20 })
  await page.getByRole('button', { name: 'Predefined gateways' }).click()
  await page.locator('[data-part=grid]').waitFor()
  await page.getByRole('button', { name: 'Stores', exact: true }).click()
  await mapShows({ stores: 20 })
  // A list that was not opened from the map leads to the table.
  await page.goto(`${server.url}/#/tag/detail/BERLIN`)
  await page.locator('[data-part=crumb]').getByRole('link', { name: 'Tags' }).click()
  await page.locator('[data-part=foot]').getByText('of 21').waitFor()
  expect(address()).toBe('#/tag')
  await switchTo('Map')
  await mapShows({ stores: 20 })
})

// Again when the machine was busy with something else for those seconds.
test('a gateway that goes off turns its store red within five seconds, and its return turns it green', { retry: 2 }, async () => {
  fleet.faults.clear('gateway-offline')
  await mapShows({ markers: { BERLIN: 'NORMAL' } })
  const client = await signIn(server.url)
  const isKnown = async (status: string) =>
    (await client.stores.list()).storeList.find((one) => one.storeCode === 'BERLIN')?.status === status
  fleet.faults.add({ kind: 'gateway-offline', gwMac: gateways.BERLIN[0] ?? '' })
  await until('the server knows', () => isKnown('OFFLINE'))
  await mapShows({ markers: { BERLIN: 'OFFLINE' } }, 5000)
  await list()
    .getByRole('button', { name: /^Berlin Mitte Offline/ })
    .waitFor({ timeout: 5000 })
  fleet.faults.clear('gateway-offline')
  await until('the server knows', () => isKnown('NORMAL'))
  await mapShows({ markers: { BERLIN: 'NORMAL', SEOUL: 'NORMAL' } }, 5000)
})

test('light and dark, country names in the language of the console, no accessibility violation', async () => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await mapShows({ look: colorScheme, stores: 20 })
    await list()
      .getByRole('button', { name: /^Berlin/ })
      .click()
    await info('Berlin Mitte').waitFor()
    const found = await violationsOf(page)
    expect({ colorScheme, found }).toEqual({ colorScheme, found: [] })
    await info('Berlin Mitte').getByRole('button', { name: 'Close' }).click()
  }
  expect(await page.getByRole('region', { name: 'Map of stores' }).count()).toBe(1)
})

test('the page sent requests to our own server only', () => {
  expect(outside).toEqual([])
})

test('tiles of another host lie under the stores; when they cannot be had, the packaged map does', async () => {
  for (const [path, base] of [
    ['tiles', 'tiles'],
    ['gone', 'packaged'],
  ] as const) {
    await server.stop()
    server = await stage.startServer({
      ports: server.ports,
      env: { ENDCAP_MAP_TILES: `${peerUrl}/${path}/{z}/{x}/{y}.png`, ENDCAP_MAP_ATTRIBUTION: '© Makers <b>of</b> tiles' },
    })
    asked = []
    await page.goto('about:blank')
    await page.goto(`${server.url}/#/tag?viewType=map`)
    await expect.poll(() => asked.some((one) => one.startsWith(`/${path}/`))).toBe(true)
    await mapShows({ base, stores: 20 })
    await page.getByText(path === 'tiles' ? '© Makers <b>of</b> tiles' : 'Natural Earth · GeoNames').waitFor()
    expect(await page.getByText('The map service cannot be reached.').count()).toBe(path === 'tiles' ? 0 : 1)
    expect(await page.getByRole('searchbox', { name: 'Find a store', exact: true }).count()).toBe(1)
    expect(outside.filter((url) => !url.startsWith(peerUrl))).toEqual([])
  }
})

test('a browser without WebGL shows the table and says so', async () => {
  const other = await openMap(await stage.launch(['--disable-3d-apis']))
  await other.goto(`${server.url}/#/tag?viewType=map`)
  await other.getByText(/^This browser cannot draw the map/).waitFor()
  await other.getByRole('link', { name: 'Berlin Mitte' }).waitFor()
  await settled(other)
  expect(await other.locator('[data-map]').count()).toBe(0)
})
