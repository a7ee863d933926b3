/** The map's settings and the search for places, against a geocoder that is a real small HTTP server. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../platform/base/config.ts'
import { caller, seedAccount, seedStore, type SeededAccount } from '../../testing/seed.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'

let test_: TestContext
let account: SeededAccount
let peer: Server
let answer: RequestListener
let heard: { url: string; language: string | undefined }[] = []
let [plain, withPeer, withoutPeers]: FastifyInstance[] = []

const json =
  (body: unknown): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

beforeAll(async () => {
  test_ = await createTestContext()
  await seedStore(test_.context, 'MAP1')
  account = await seedAccount(test_.context, { email: 'map@test.example', stores: ['MAP1'], privileges: [] })
  peer = createServer((request, response) => {
    heard.push({ url: request.url ?? '', language: request.headers['accept-language'] })
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(peer, 'listening')
  const { port } = peer.address() as AddressInfo
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const { port: freePort } = gone.address() as AddressInfo
  gone.close()
  const build = (env: Record<string, string>) =>
    buildApp({ ...test_.context, config: readConfig({ ENDCAP_DATA: test_.context.config.dataFolder, ...env }) })
  plain = await build({})
  withPeer = await build({
    ENDCAP_GEOCODER: `http://127.0.0.1:${port}/search?format=json&q={query}`,
    ENDCAP_MAP_TILES: 'https://tiles.example:8443/v1/{z}/{x}/{y}.png?key=abc',
    ENDCAP_MAP_ATTRIBUTION: '© Tile makers',
    ENDCAP_MAP_BORDERS: 'false',
  })
  withoutPeers = await build({ ENDCAP_GEOCODER: `http://127.0.0.1:${freePort}/?q={query}`, ENDCAP_MAP_TILES: '/tiles/{z}/{x}/{y}.png' })
})
afterAll(async () => {
  for (const app of [plain, withPeer, withoutPeers]) await app?.close()
  peer.closeAllConnections()
  peer.close()
  await test_.close()
})
beforeEach(() => {
  heard = []
})
const get = (app: FastifyInstance | undefined, url: string) => caller(app!, account)('GET', url)

describe('GET /map/config', () => {
  test('by itself the map needs no other server: own base map, no search of places', async () => {
    expect(await get(plain, '/map/config')).toEqual({
      status: 200,
      body: { tiles: null, attribution: '', borders: true, places: false },
    })
  })
  test('tells the tiles, their makers, the borders, and that places can be looked for', async () => {
    expect((await get(withPeer, '/map/config')).body).toEqual({
      tiles: 'https://tiles.example:8443/v1/{z}/{x}/{y}.png?key=abc',
      attribution: '© Tile makers',
      borders: false,
      places: true,
    })
  })
  test('the security policy opens for the origin of the tiles and for nothing else', async () => {
    const policyOf = async (app: FastifyInstance | undefined) =>
      Object.fromEntries(
        String((await app!.inject('/health')).headers['content-security-policy'])
          .split('; ')
          .map((rule) => [rule.split(' ', 1)[0], rule.slice(rule.indexOf(' ') + 1)]),
      )
    const closed = await policyOf(plain)
    expect(closed).toMatchObject({ 'default-src': "'self'", 'img-src': "'self' data: blob:", 'connect-src': "'self' ws: wss:" })
    expect(await policyOf(withPeer)).toEqual({
      ...closed,
      'img-src': "'self' data: blob: https://tiles.example:8443",
      'connect-src': "'self' ws: wss: https://tiles.example:8443",
    })
    expect(await policyOf(withoutPeers)).toEqual(closed)
  })
  test.each([
    ['ENDCAP_MAP_TILES', 'https://tiles.example/{z}/{x}.png'],
    ['ENDCAP_MAP_TILES', 'https://{z}.example/{z}/{x}/{y}.png'],
    ['ENDCAP_MAP_TILES', "https://a.example;script-src'*'/{z}/{x}/{y}"],
    ['ENDCAP_MAP_TILES', 'javascript:{z}{x}{y}'],
    ['ENDCAP_MAP_TILES', '//other.example/{z}/{x}/{y}'],
    ['ENDCAP_GEOCODER', 'https://geo.example/search'],
    ['ENDCAP_GEOCODER', 'file:///{query}'],
    ['ENDCAP_MAP_BORDERS', 'perhaps'],
  ])('the start refuses %s=%s and names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name}: must be`)
  })
})

describe('GET /map/places', () => {
  test('reads a list as Nominatim answers it; what is no place is left out', async () => {
    answer = json([
      { lat: '35.6595', lon: '139.7005', display_name: '渋谷, 東京都', boundingbox: ['35.6', '35.7', '139.6', '139.8'] },
      { lat: '91', lon: '0', display_name: 'Beyond the pole' },
      { lat: 'x', lon: '0', display_name: 'Nowhere' },
      { lat: '1.5', lon: '-2', display_name: 'Without bounds' },
      null,
    ])
    const { status, body } = await get(withPeer, `/map/places?q=${encodeURIComponent('渋谷 & co/?')}&language=ja_JP`)
    expect(status).toBe(200)
    expect(body).toEqual({
      places: [
        { name: '渋谷, 東京都', latitude: 35.6595, longitude: 139.7005, bounds: [139.6, 35.6, 139.8, 35.7] },
        { name: 'Without bounds', latitude: 1.5, longitude: -2, bounds: null },
      ],
    })
    expect(heard).toEqual([{ url: `/search?format=json&q=${encodeURIComponent('渋谷 & co/?')}`, language: 'ja-JP' }])
  })
  test('reads GeoJSON, and answers ten places at most', async () => {
    const feature = (name: string, more: object = {}) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [13.4, 52.5] },
      properties: { name, city: 'Berlin', country: 'Germany', ...more },
    })
    answer = json({
      type: 'FeatureCollection',
      features: [
        feature('Prenzlauer Berg', { extent: [13.3, 52.6, 13.5, 52.4] }),
        feature('Berlin'),
        { geometry: { type: 'Polygon', coordinates: [] }, properties: {} },
        ...Array.from({ length: 20 }, (_, n) => feature(`Street ${n}`)),
      ],
    })
    const { places } = (await get(withPeer, '/map/places?q=Berlin')).body as unknown as { places: unknown[] }
    expect(places).toHaveLength(10)
    expect(places.slice(0, 2)).toEqual([
      { name: 'Prenzlauer Berg, Berlin, Germany', latitude: 52.5, longitude: 13.4, bounds: [13.3, 52.4, 13.5, 52.6] },
      { name: 'Berlin, Germany', latitude: 52.5, longitude: 13.4, bounds: null },
    ])
  })
  test('nothing found is an empty list', async () => {
    answer = json([])
    expect((await get(withPeer, '/map/places?q=zzz')).body).toEqual({ places: [] })
  })
  test.each<[string, RequestListener, string]>([
    ['a page', (_, response) => void response.end('<html>Sign in</html>'), 'neither a list of places nor GeoJSON'],
    ['other JSON', json({ error: 'quota' }), 'neither a list of places nor GeoJSON'],
    ['an error', (_, response) => void response.writeHead(403).end('no'), 'the service answers 403'],
    ['a redirect', (_, response) => void response.writeHead(302, { location: '/inside' }).end(), 'the service answers 302'],
    ['too much', (_, response) => void response.end(' '.repeat(1_500_000)), 'its answer is too long'],
    ['a broken line', (_, response) => void response.destroy(), 'the service cannot be reached'],
  ])('%s is told as what it is', async (_, listener, reason) => {
    answer = listener
    const { status, body } = await get(withPeer, '/map/places?q=a')
    expect({ status, body }).toEqual({
      status: 502,
      body: {
        code: 'geocoder-failed',
        message: `The search for places failed: ${reason.startsWith('neither') ? `its answer is ${reason}` : reason}.`,
      },
    })
    expect(heard).toHaveLength(1)
  })
  test.each<[string, RequestListener]>([
    ['says nothing', () => undefined],
    ['stops in the middle', (_, response) => void response.writeHead(200).write('[')],
  ])('a geocoder that %s is given up after three seconds', async (_, listener) => {
    answer = listener
    const began = performance.now()
    const { status, body } = await get(withPeer, '/map/places?q=slow')
    expect({ status, body }).toEqual({
      status: 504,
      body: { code: 'geocoder-slow', message: 'The search for places did not answer within 3 seconds.' },
    })
    expect(performance.now() - began).toBeLessThan(4500)
    expect(performance.now() - began).toBeGreaterThan(2900)
  })
  test('an address where no service answers is reported, and so is a missing one', async () => {
    expect(await get(withoutPeers, '/map/places?q=a')).toMatchObject({
      status: 502,
      body: { message: 'The search for places failed: the service cannot be reached.' },
    })
    expect(await get(plain, '/map/places?q=a')).toMatchObject({ status: 404, body: { code: 'geocoder-missing' } })
  })
  test.each(['', '?q=', '?q=%20', `?q=${'a'.repeat(201)}`, '?q=a&language=de_DE'])(
    'refuses a search with the query "%s"',
    async (query) => {
      expect(await get(withPeer, `/map/places${query}`)).toMatchObject({ status: 400, body: { code: 'invalid' } })
      expect(heard).toEqual([])
    },
  )
  test('sixty a minute from one address', async () => {
    answer = json([])
    const ask = () => withPeer!.inject({ url: '/api/map/places?q=a', headers: account.headers, remoteAddress: '10.9.9.9' })
    for (let call = 0; call < 60; call++) expect((await ask()).statusCode).toBe(200)
    expect((await ask()).json()).toMatchObject({ code: 'too-many' })
    expect(heard).toHaveLength(60)
  })
})
