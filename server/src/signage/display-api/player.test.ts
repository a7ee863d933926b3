/** Displays from their first word to what they play: announced, taken in, reporting, told what to do, silent. */
import { once } from 'node:events'
import type { Command, Manifest } from '@endcap/contract/player'
import { sceneAt } from '@endcap/signage/plan'
import { describe, expect, test } from 'vitest'
import { serveDisplayLine } from '../../testing/display-line.ts'
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import { caller, multipart, seedAccount, seedProducts, seedStore } from '../../testing/seed.ts'
import { quietReport } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { markSilentDevices, cleanUpPlayers } from './player.service.ts'

const { context, app, api } = await startTestApp()
const { db, clock } = context.context
let [number, calls] = [0, 0]
const newMac = () => `02:ec:d1:00:00:${(++number).toString(16).padStart(2, '0')}`
const newStore = async () => {
  const storeCode = `D${++number}`
  await seedStore(context.context, storeCode)
  return storeCode
}
const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
const caps = { host: false, reboot: false, brightness: false, screenshot: true, offlineStart: true }
const secretOf = (mac: string) => `claim-${mac.replaceAll(':', '')}-0123456789`
type Body = Record<string, unknown>
async function post(url: string, payload: Body, token?: string) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/player/v1/${url}`,
    payload,
    // Each call from a machine of its own: how often one may announce itself is no matter of these tests.
    remoteAddress: `10.0.${(++calls >> 8) & 255}.${calls & 255}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, body: answer.json<Body>() }
}
const announce = (mac: string, more: Body = {}) =>
  post('register', {
    mac,
    claimSecret: secretOf(mac),
    model: 'IP231A',
    ver: { player: '1.0.0' },
    screen: { width: 1920, height: 158 },
    caps,
    ...more,
  })
const report = { ...quietReport, rssi: -50 }
const beat = async (token: string, more: Body = {}) => {
  const { status, body } = await post('heartbeat', { ...report, ...more }, token)
  return { status, ...(body as { rev: string; commands: Command[] }) }
}
const manifestOf = async (token: string, rev = '') => {
  const answer = await app.inject({
    url: `/api/player/v1/manifest${rev === '' ? '' : `?rev=${rev}`}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.json<{ rev: string; manifest: Manifest | null }>()
}
/** A display that is in a store, with its token. */
async function newDisplay(storeCode: string) {
  const mac = newMac()
  const { code } = (await announce(mac)).body
  expect((await api('POST', `/plus/store/${storeCode}/device/accept`, { mac, code, name: `Shelf ${number}` })).status).toBe(200)
  const { deviceToken } = (await announce(mac)).body
  return { mac, token: String(deviceToken) }
}
const listed = async (storeCode: string, mac: string) =>
  ((await api('POST', `/status/store/${storeCode}/plus/device/search`, {})).body.data as Body[]).find((row) => row.mac === mac)

describe('a display that announces itself', () => {
  test('waits with a code, is taken in by who types it, and then has a token', async () => {
    const storeCode = await newStore()
    const mac = newMac()
    const { body } = await announce(mac)
    expect(body).toMatchObject({ pending: true, code: expect.stringMatching(/^\d{6}$/) })
    // Every store has it in its list: the code is read from the screen alone.
    expect(await listed(storeCode, mac)).toMatchObject({ status: 'PENDING', code: null })
    expect((await api('GET', `/status/store/${storeCode}/plus/device/${mac}`)).body.code ?? null).toBeNull()
    expect((await announce(mac)).body.code).toBe(body.code)
    const wrong = await api('POST', `/plus/store/${storeCode}/device/accept`, { mac, code: '000000x' })
    expect(wrong.body).toMatchObject({ code: 'wrong-screen-code', field: 'code' })
    expect((await api('POST', `/plus/store/${storeCode}/device/accept`, { mac, code: body.code, name: 'Bread' })).status).toBe(200)
    expect((await api('POST', `/plus/store/${storeCode}/device/accept`, { mac, code: body.code })).status).toBe(409)
    const taken = (await announce(mac)).body
    expect(taken).toMatchObject({ pending: false, heartbeatSeconds: 30 })
    expect(await listed(storeCode, mac)).toMatchObject({ status: 'ONLINE', name: 'Bread', code: null, model: 'IP231A', ver: '1.0.0' })
    expect((await beat(String(taken.deviceToken))).status).toBe(200)
  })
  test('with the enrolment token of a store is in it at once; with another one it waits there', async () => {
    const storeCode = await newStore()
    const { enrolToken } = (await api('POST', `/plus/store/${storeCode}/setting`, { newEnrolToken: true })).body
    const [good, bad] = [newMac(), newMac()]
    expect((await announce(good, { storeCode, enrolToken })).body.pending).toBe(false)
    const waiting = (await announce(bad, { storeCode, enrolToken: `${String(enrolToken)}x` })).body
    expect(waiting.pending).toBe(true)
    expect(await listed(storeCode, bad)).toMatchObject({ status: 'PENDING', code: waiting.code })
    expect(await listed(await newStore(), bad)).toBeUndefined()
    await api('POST', `/plus/store/${storeCode}/setting`, { newEnrolToken: true })
    expect((await announce(newMac(), { storeCode, enrolToken })).body.pending).toBe(true)
  })
  test('keeps its address against others, until it is paired anew', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    const stranger = { claimSecret: 'somebody-elses-secret-000' }
    expect((await announce(mac, stranger)).body).toMatchObject({ code: 'duplicate-device' })
    expect((await beat(token)).status).toBe(200)
    await api('POST', `/plus/store/${storeCode}/device/pair`, { mac })
    expect((await beat(token)).status).toBe(401)
    expect((await announce(mac, stranger)).body.pending).toBe(false)
  })
  test('gets a new token with each announcement, and the old one is void; removed, it has none', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    const { deviceToken } = (await announce(mac)).body
    expect([(await beat(token)).status, (await beat(String(deviceToken))).status]).toEqual([401, 200])
    await api('DELETE', `/plus/store/${storeCode}/device/${mac}`)
    expect((await beat(String(deviceToken))).status).toBe(401)
    expect(await listed(storeCode, mac)).toBeUndefined()
  })
  test.each([
    ['an address that is none', { mac: '12:34' }],
    ['a secret that can be guessed', { claimSecret: '1234' }],
    ['a screen without pixels', { screen: { width: 0, height: 100 } }],
  ])('is refused with %s', async (_, wrong) => expect((await announce(newMac(), wrong)).status).toBe(400))
})

describe('what it plays', () => {
  const slide = { duration: 20, object: [{ type: 'product', id: '1', left: 0, top: 0, width: 320, height: 158, index: 0 }] }
  const show = { screenWidth: 1920, screenHeight: 158, show: [slide] }

  test('its slides, schedules, products with their cards, as one revision that changes with them', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    await api('POST', '/product', { storeCode, productList: [{ prCode: '4006381333931', prInfo: ['', 'Rye bread', '', '349'] }] })
    const first = await manifestOf(token)
    expect(first.manifest).toMatchObject({
      rev: first.rev,
      screen: { width: 1920, height: 158 },
      mode: 'normal',
      products: [],
      plan: { slides: [] },
    })
    expect(await manifestOf(token, first.rev)).toEqual({ rev: first.rev, manifest: null })
    await api('POST', '/plus/assign', { storeCode, devList: [{ mac: `${mac}1`, product: '4006381333931' }] })
    expect((await api('POST', `/plus/store/${storeCode}/device/${mac}/show`, show)).status).toBe(200)
    const second = await manifestOf(token)
    expect(second.rev).not.toBe(first.rev)
    expect(second.manifest?.products).toMatchObject([{ slot: 1, prCode: '4006381333931', name: 'Rye bread', price: '¥349' }])
    const [card] = second.manifest?.cards ?? []
    expect(card).toMatchObject({ slot: 1, width: 320, height: 158 })
    const picture = await app.inject({ url: card?.url ?? '', headers: { authorization: `Bearer ${token}` } })
    expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, max-age=31536000, immutable' })
    expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    expect([picture.rawPayload.readUInt32BE(16), picture.rawPayload.readUInt32BE(20)]).toEqual([320, 158])
    // Another price is another card, under another address.
    await api('POST', '/product', { storeCode, productList: [{ prCode: '4006381333931', prInfo: ['', 'Rye bread', '', '299'] }] })
    const third = await manifestOf(token)
    expect(third.manifest?.cards[0]?.url).not.toBe(card?.url)
    const after = await app.inject({ url: third.manifest?.cards[0]?.url ?? '', headers: { authorization: `Bearer ${token}` } })
    expect(after.rawPayload.equals(picture.rawPayload)).toBe(false)
    // What the device makes of it.
    const manifest = third.manifest!
    const { timeZone, opentime, closetime } = manifest.settings
    const plan = { timeZone, opentime, closetime, mode: manifest.mode, hasProducts: true, plan: manifest.plan }
    expect(sceneAt(plan, clock.now().getTime())).toMatchObject({ kind: 'slide', index: 0 })
  })
  test('a product without its price or its name is left out, from the list and from the slides', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    const set = (name: string, price: string) =>
      api('POST', '/product', { storeCode, productList: [{ prCode: '1', prInfo: ['', name, '', price, '398'] }] })
    await set('Rye bread', '349')
    await api('POST', '/plus/assign', { storeCode, devList: [{ mac: `${mac}1`, product: '1' }] })
    await api('POST', `/plus/store/${storeCode}/device/${mac}/show`, show)
    const shown = async () => {
      const { manifest } = await manifestOf(token)
      return [manifest?.products.length, manifest?.cards.length]
    }
    const url = (await manifestOf(token)).manifest?.cards[0]?.url ?? ''
    expect(await shown()).toEqual([1, 1])
    for (const [name, price] of [
      ['Rye bread', ''],
      ['Rye bread', 'cheap'],
      [' ', '349'],
    ] as const) {
      await set(name, price)
      expect(await shown()).toEqual([0, 0])
      expect((await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(404)
    }
    await set('Rye bread', '299')
    expect(await shown()).toEqual([1, 1])
  })
  test('what it leaves out is said in its details and in the status of the store, with the reason, until it is mended', async () => {
    const storeCode = await newStore()
    const { mac } = await newDisplay(storeCode)
    const set = (name: string, price: string) =>
      api('POST', '/product', { storeCode, productList: [{ prCode: '1', prInfo: ['', name, '', price, '398'] }] })
    const leftOut = async () => {
      const { body } = await api('GET', `/plus/store/${storeCode}/status/detail`)
      const info = (await api('GET', `/status/store/${storeCode}/plus/device/${mac}`)).body.leftOut as Body[]
      expect(body.leftOut).toEqual(info.map((one) => ({ mac, name: `Shelf ${number}`, ...one })))
      return info
    }
    await set('Rye bread', '349')
    await seedProducts(api, storeCode, 'gone')
    await api('POST', '/plus/assign', { storeCode, devList: [{ mac, product: ['1', 'gone'] }] })
    await db.deleteFrom('products').where('store_code', '=', storeCode).where('pr_code', '=', 'gone').execute()
    expect(await leftOut()).toEqual([])
    for (const [name, price, reason] of [
      ['Rye bread', '', 'no-price'],
      ['Rye bread', 'cheap', 'no-price'],
      [' ', '349', 'no-name'],
    ] as const) {
      await set(name, price)
      expect(await leftOut()).toEqual([{ prCode: '1', reason }])
    }
    await set('Rye bread', '299')
    expect(await leftOut()).toEqual([])
  })
  test('modes and a slide alone are part of it', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    await api('POST', `/plus/store/${storeCode}/switch/mode`, { macList: [mac], mode: 'off' })
    await api('POST', `/plus/store/${storeCode}/set/showIdx`, { macList: [mac], showIdx: 2 })
    expect((await manifestOf(token)).manifest).toMatchObject({ mode: 'off', plan: { showIdx: 2 } })
    await api('POST', `/plus/store/${storeCode}/unset/showIdx`, { macList: [mac] })
    await api('POST', `/plus/store/${storeCode}/switch/mode`, { all: true, mode: 'normal' })
    expect((await manifestOf(token)).manifest).toMatchObject({ mode: 'normal', plan: { showIdx: null } })
    expect((await api('POST', `/plus/store/${storeCode}/switch/mode`, { mode: 'off' })).status).toBe(400)
  })
  test('groups and locks of objects are the editor’s alone: the slides go on as they are', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    const box = { left: 0, top: 0, width: 100, height: 100 }
    const object = (more: object) => [{ type: 'webpage', id: 'http://a.example/', ...box, index: 0, ...more }]
    const save = async (more: object) => {
      const body = { screenWidth: 1920, screenHeight: 158, show: [{ object: object(more) }] }
      expect((await api('POST', `/plus/store/${storeCode}/device/${mac}/show`, body)).status).toBe(200)
      return manifestOf(token)
    }
    const before = await save({})
    expect(await save({ group: 3, locked: true })).toEqual(before)
    const { show } = (await api('GET', `/plus/store/${storeCode}/device/${mac}/show`)).body
    expect(show).toMatchObject([{ object: [{ group: 3, locked: true }] }])
  })
  test('content that its plan does not name is not for it', async () => {
    const { token } = await newDisplay(await newStore())
    const answer = await app.inject({ url: `/api/player/v1/content/${'0'.repeat(64)}`, headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode).toBe(404)
  })
})

describe('what it is asked to do', () => {
  test('comes with each heartbeat until it is done, or its time is over', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    await api('POST', `/plus/store/${storeCode}/device/reboot`, { devList: [mac] })
    await api('POST', `/plus/store/${storeCode}/device/reboot`, { devList: [mac] })
    const { commands } = await beat(token)
    expect(commands).toMatchObject([{ type: 'reboot' }])
    expect((await beat(token)).commands).toEqual(commands)
    await api('POST', `/plus/store/${storeCode}/device/show/info`, { devList: [mac], duration: 20 })
    const done = [{ id: commands[0]?.id, result: 'reloaded' }]
    expect((await beat(token, { done })).commands).toMatchObject([{ type: 'info', args: { seconds: 20 } }])
    expect((await manifestOf(token)).manifest?.settings.infoSeconds).toBe(20)
    context.clock.advance(61)
    expect((await beat(token)).commands).toEqual([])
    for (const duration of [10, 300, 20.5])
      expect((await api('POST', `/plus/store/${storeCode}/device/show/info`, { devList: [mac], duration })).status).toBe(400)
  })
  test('a product flashes where it is; nowhere is an error', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    await seedProducts(api, storeCode, 'A1', 'B2')
    await api('POST', '/plus/assign', { storeCode, devList: [{ mac, product: ['A1', 'B2'] }] })
    expect((await api('POST', `/plus/store/${storeCode}/blink/product`, { prCode: 'B2' })).body).toMatchObject({ devices: 1 })
    expect((await beat(token)).commands).toMatchObject([{ type: 'blink', args: { slot: 2 } }])
    expect((await api('POST', `/plus/store/${storeCode}/blink/product`, { prCode: 'C3' })).status).toBe(404)
  })
})

describe('products in places', () => {
  test('a list goes into the lowest free places without doubles; a place takes one; too many change nothing', async () => {
    const storeCode = await newStore()
    const { mac } = await newDisplay(storeCode)
    const many = Array.from({ length: 16 }, (_, index) => `P${index}`)
    await seedProducts(api, storeCode, 'A', 'B', 'C', 'D', 'E', 'X', ...many)
    const codes = async () => (await listed(storeCode, mac))?.product
    const assign = (address: string, product: string | string[]) =>
      api('POST', '/plus/assign', { storeCode, devList: [{ mac: address, product }] })
    await assign(mac, ['A', 'B', 'A'])
    await assign(`${mac.toUpperCase().replaceAll(':', '-')}4`, 'D')
    await assign(mac, ['B', 'C', 'E'])
    expect(await codes()).toEqual(['A', 'B', 'C', 'D', 'E'])
    await assign(`${mac}2`, 'X')
    expect(await codes()).toEqual(['A', 'X', 'C', 'D', 'E'])
    expect((await assign(mac, many)).body).toMatchObject({ code: 'no-free-place' })
    for (const [address, product] of [
      [`${mac}21`, 'A'],
      [`${mac}0`, 'A'],
      ['12:34', 'A'],
      [`${mac}3`, ['A', 'B']],
    ] as const)
      expect((await assign(address, product as string)).status).toBe(400)
    expect(await codes()).toEqual(['A', 'X', 'C', 'D', 'E'])
    await api('POST', '/plus/deassign', { storeCode, devList: [{ mac: `${mac}1` }] })
    expect(await codes()).toEqual(['X', 'C', 'D', 'E'])
    await api('POST', '/plus/deassign', { storeCode, devList: [{ mac }] })
    expect(await codes()).toEqual([])
  })
  test('what is no product of the store is refused; a bar code leads to its product, unless several have it', async () => {
    const storeCode = await newStore()
    const { mac } = await newDisplay(storeCode)
    const [slots, index] = [12, Number((await listAliases(db)).find(({ type }) => type === 'barcode')?.index)]
    const withCode = (prCode: string, barcode: string) => {
      const prInfo = Array.from({ length: slots }, (_, slot) => (slot === index ? barcode : ''))
      return { prCode, prInfo }
    }
    const productList = [withCode('A', '4006381333931'), withCode('B', '4006381333948'), withCode('C', '4006381333948')]
    expect((await api('POST', '/product', { storeCode, productList })).status).toBe(200)
    const assign = (product: string | string[], address = mac) =>
      api('POST', '/plus/assign', { storeCode, devList: [{ mac: address, product }] })
    expect(await assign(['A', 'NOPE'])).toMatchObject({
      status: 404,
      body: { code: 'unknown-product', field: 'devList.0.product', values: { code: 'NOPE' } },
    })
    expect(await assign('4006381333948', `${mac}2`)).toMatchObject({ status: 409, body: { code: 'several-products' } })
    expect((await api('POST', '/plus/v1/assign', { mac, product: ['B', 'NOPE'] })).body).toMatchObject({
      code: 'unknown-product',
      field: 'product.1',
    })
    // As many as a call may name, more than a statement has parameters.
    const many = Array.from({ length: 400 }, (_, one) => ({ mac, product: Array.from({ length: 200 }, (_, two) => `${one}-${two}`) }))
    expect(await api('POST', '/plus/assign', { storeCode, devList: many })).toMatchObject({
      status: 404,
      body: { code: 'unknown-product' },
    })
    expect((await listed(storeCode, mac))?.product).toEqual([])
    expect((await assign('4006381333931', `${mac}2`)).status).toBe(200)
    expect((await listed(storeCode, mac))?.product).toEqual(['A'])
    // The same product, scanned in two ways.
    expect((await api('POST', '/plus/v1/assign', { mac, product: ['4006381333931', 'C', 'A'] })).status).toBe(200)
    expect((await listed(storeCode, mac))?.product).toEqual(['A', 'C'])
  })
  test('one display that is not the store’s leaves all of them as they were', async () => {
    const storeCode = await newStore()
    const { mac } = await newDisplay(storeCode)
    const other = await newDisplay(await newStore())
    const devList = [
      { mac, product: 'A' },
      { mac: other.mac, product: 'A' },
    ]
    expect((await api('POST', '/plus/assign', { storeCode, devList })).status).toBe(404)
    expect((await listed(storeCode, mac))?.product).toEqual([])
  })
  test('a search finds displays by address, name and product', async () => {
    const storeCode = await newStore()
    const { mac } = await newDisplay(storeCode)
    await seedProducts(api, storeCode, 'MILK-1')
    await api('POST', '/plus/assign', { storeCode, devList: [{ mac, product: 'MILK-1' }] })
    for (const term of [mac, mac.replaceAll(':', '').slice(4), 'shelf', 'milk']) {
      const { body } = await api('GET', `/plus/store/${storeCode}/device/search/${encodeURIComponent(term)}`)
      expect((body.devList as Body[]).map((device) => device.mac)).toEqual([mac])
    }
    expect((await api('GET', `/plus/store/${storeCode}/device/search/milk`)).body.prCodeList).toEqual(['MILK-1'])
    expect((await api('GET', `/plus/store/${storeCode}/device/search/%25`)).body.devList).toEqual([])
  })
})

describe('proof of what was played', () => {
  test('is kept where the store wants it, a batch that comes twice once, and goes after a quarter of a year', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    const at = clock.now().getTime()
    const items = [
      { k: 'play', content: 'image:1', from: at - 20_000, to: at - 10_000 },
      { k: 'error', content: 'image:2', code: 'image-failed', detail: '', at },
      { k: 'play', content: 'content:3', area: 2, from: at - 10_000, to: at },
    ]
    const plays = () => db.selectFrom('plus_plays').select(['content', 'area']).where('mac', '=', mac).orderBy('item').execute()
    expect((await post('events', { seq: 1, items }, token)).status).toBe(200)
    expect(await plays()).toEqual([])
    await api('POST', `/plus/store/${storeCode}/setting`, { proofOfPlay: true })
    for (let times = 0; times < 2; times++) await post('events', { seq: 2, items }, token)
    expect(await plays()).toEqual([
      { content: 'image:1', area: null },
      { content: 'content:3', area: 2 },
    ])
    await db
      .updateTable('plus_plays')
      .set({ to_at: daysAgo(93) })
      .where('mac', '=', mac)
      .where('content', '=', 'image:1')
      .execute()
    await cleanUpPlayers(context.context)
    expect((await plays()).map(({ content }) => content)).toEqual(['content:3'])
  })
})

describe('how it is', () => {
  test('online while it is heard, out of reach after three heartbeats without', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    const overview = async () =>
      ((await api('GET', '/status/store/plus/device')).body.storeList as Body[]).find((store) => store.storeCode === storeCode)
    await beat(token)
    expect(await overview()).toMatchObject({ total: 1, online: 1, offline: 0, status: 'NORMAL' })
    context.clock.advance(89)
    await markSilentDevices(context.context)
    expect(await listed(storeCode, mac)).toMatchObject({ status: 'ONLINE' })
    context.clock.advance(2)
    await markSilentDevices(context.context)
    expect(await listed(storeCode, mac)).toMatchObject({ status: 'OFFLINE' })
    expect(await overview()).toMatchObject({ total: 1, online: 0, offline: 1, status: 'OFFLINE' })
    expect((await api('GET', `/plus/store/${storeCode}/status/detail`)).body.detailList).toMatchObject([{ mac, kind: 'offline' }])
    await beat(token)
    expect(await listed(storeCode, mac)).toMatchObject({ status: 'ONLINE' })
  })
  test('a disk that is nearly full is an alarm after three reports, until it is five percent under', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    const detail = async () => (await api('GET', `/plus/store/${storeCode}/status/detail`)).body.detailList
    const times = async (count: number, used: number) => {
      for (let turn = 0; turn < count; turn++) await beat(token, { disk: { used, total: 100 } })
    }
    await times(2, 91)
    await times(1, 50)
    await times(2, 91)
    expect(await detail()).toEqual([])
    await times(1, 90)
    expect(await detail()).toMatchObject([{ mac, kind: 'disk', percent: 90 }])
    await times(5, 86)
    expect(await detail()).toHaveLength(1)
    await times(3, 85)
    expect(await detail()).toEqual([])
    await api('POST', `/plus/store/${storeCode}/alarm/setting`, { memoryThreshold: 50, diskThreshold: 80 })
    await times(3, 81)
    expect(await detail()).toHaveLength(1)
    expect((await api('POST', `/plus/store/${storeCode}/alarm/setting`, { memoryThreshold: 0, diskThreshold: 101 })).status).toBe(400)
  })
  test('a picture of its screen', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    const send = (content: Buffer) => {
      const form = multipart({}, { name: 'screen.jpg', content })
      const headers = { ...form.headers, authorization: `Bearer ${token}` }
      return app.inject({ method: 'POST', url: '/api/player/v1/screenshot', payload: form.payload, headers })
    }
    expect((await send(Buffer.from('no picture'))).statusCode).toBe(400)
    expect((await api('GET', `/plus/store/${storeCode}/device/${mac}/screenshot`)).status).toBe(404)
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])
    expect((await send(jpeg)).statusCode).toBe(200)
    expect((await api('GET', `/status/store/${storeCode}/plus/device/${mac}`)).body.screenshotAt).not.toBeNull()
    const other = await newStore()
    expect((await api('GET', `/plus/store/${other}/device/${mac}/screenshot`)).status).toBe(404)
  })
  test('a display that is not taken in is forgotten after a month', async () => {
    const mac = newMac()
    await announce(mac)
    const isKnown = async () => (await db.selectFrom('plus_devices').select('mac').where('mac', '=', mac).execute()).length === 1
    await db
      .updateTable('plus_devices')
      .set({ updated_at: daysAgo(29) })
      .where('mac', '=', mac)
      .execute()
    await cleanUpPlayers(context.context)
    expect(await isKnown()).toBe(true)
    await db
      .updateTable('plus_devices')
      .set({ updated_at: daysAgo(31) })
      .where('mac', '=', mac)
      .execute()
    await cleanUpPlayers(context.context)
    expect(await isKnown()).toBe(false)
  })
})

test('settings: unknown zones and volumes that it does not have are refused', async () => {
  const storeCode = await newStore()
  const { mac, token } = await newDisplay(storeCode)
  const save = (config: Body) => api('POST', '/plus/device/config', { storeCode, mac, ...config })
  expect((await save({ tz: 'Middle/Earth' })).body).toMatchObject({ field: 'tz' })
  expect((await save({ volume: 16 })).body).toMatchObject({ field: 'volume' })
  expect((await save({ brightness: 256 })).status).toBe(400)
  expect((await save({ tz: 'Asia/Seoul', volume: 15, brightness: 51, name: 'Fish' })).status).toBe(200)
  const { manifest } = await manifestOf(token)
  expect(manifest).toMatchObject({ device: { name: 'Fish' }, settings: { timeZone: 'Asia/Seoul', volume: 1, brightness: 0.2 } })
})

test('who may only read changes nothing', async () => {
  const storeCode = await newStore()
  const { mac } = await newDisplay(storeCode)
  const reader = caller(
    app,
    await seedAccount(context.context, { email: 'plus-reader@test.example', privileges: ['plus.read'], stores: [storeCode] }),
  )
  expect((await reader('GET', `/status/store/${storeCode}/plus/device/${mac}`)).status).toBe(200)
  // Nor takes displays in.
  const { enrolToken } = (await api('POST', `/plus/store/${storeCode}/setting`, { newEnrolToken: true })).body
  expect(enrolToken).toMatch(/^\S{20,}$/)
  expect((await reader('GET', `/plus/store/${storeCode}/setting`)).body).toEqual({
    enrolToken: null,
    offlineDot: true,
    proofOfPlay: false,
    priceList: { background: '#e6e6e1', cardStyle: 'customer' },
  })
  expect((await api('GET', `/plus/store/${storeCode}/setting`)).body).toMatchObject({ enrolToken })
  expect((await reader('DELETE', `/plus/store/${storeCode}/device/${mac}`)).status).toBe(403)
})

describe('the line', () => {
  const open = serveDisplayLine({ context: context.context, app })
  test('tells of a new revision and of commands at once, and what the clock is', async () => {
    const storeCode = await newStore()
    await api('POST', '/product', { storeCode, productList: [{ prCode: 'A', prInfo: ['', 'Milk', '', '198'] }] })
    const { mac, token } = await newDisplay(storeCode)
    const { socket, heard } = await open(token)
    await expect.poll(() => heard).toMatchObject([{ t: 'rev' }])
    socket.send(JSON.stringify({ t: 'ping', c: 42 }))
    await expect.poll(() => heard.at(-1)).toMatchObject({ t: 'pong', c: 42, s: clock.now().getTime() })
    await api('POST', '/plus/assign', { storeCode, devList: [{ mac, product: 'A' }] })
    await expect.poll(() => heard.filter(({ t }) => t === 'rev')).toHaveLength(2)
    await api('POST', `/plus/store/${storeCode}/device/sync`, { devList: [mac] })
    await expect.poll(() => heard.at(-1)).toMatchObject({ t: 'cmd', cmd: { type: 'sync' } })
    socket.close()
  })
  test('of a display that has none, lists say at once that there is something newer than what it plays', async () => {
    const storeCode = await newStore()
    await seedProducts(api, storeCode, 'A')
    const { mac, token } = await newDisplay(storeCode)
    await api('POST', '/plus/assign', { storeCode, devList: [{ mac, product: 'A' }] })
    await beat(token, { rev: (await manifestOf(token)).rev })
    const isUpToDate = async () => (await listed(storeCode, mac))?.upToDate
    await expect.poll(isUpToDate).toBe(true)
    const said: string[] = []
    const forget = context.context.signals.on('changed', (one) => one.storeCode === storeCode && said.push(...one.changes))
    await api('POST', '/product', { storeCode, productList: [{ prCode: 'A', prInfo: ['', 'Product A', '', '298'] }] })
    await expect.poll(isUpToDate).toBe(false)
    await expect.poll(() => said).toContain('displays')
    forget()
  })
  test('is not worked at for what displays say of themselves', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    const { socket, heard } = await open(token)
    const otherStore = await newStore()
    const later = await newDisplay(otherStore)
    const marker = await open(later.token)
    for (const said of [heard, marker.heard]) await expect.poll(() => said).toHaveLength(1)
    const workedOutAt = async (of = mac) =>
      (await db.selectFrom('plus_devices').select('rev_at').where('mac', '=', of).executeTakeFirstOrThrow()).rev_at?.getTime()
    const before = await workedOutAt()
    // A plan that is found as it was is noted anew only after half a minute.
    context.clock.advance(31)
    const other = await newDisplay(storeCode)
    await expect.poll(() => workedOutAt()).toBeGreaterThan(before ?? 0)
    const since = await workedOutAt()
    context.clock.advance(31)
    await beat(other.token, { rev: 'another' })
    // Changes are told of in their order: when a later one of another store has come, this one would have.
    await newDisplay(otherStore)
    await expect.poll(() => workedOutAt(later.mac)).toBeGreaterThan(since ?? 0)
    expect(await workedOutAt()).toBe(since)
    for (const line of [socket, marker.socket]) line.close()
  })
  test('is one for each display, however many it opens: the last', async () => {
    const { token } = await newDisplay(await newStore())
    const other = await open((await newDisplay(await newStore())).token)
    const lines = await Promise.all(Array.from({ length: 60 }, () => open(token)))
    const isOpen = ({ socket }: (typeof lines)[number]) => socket.readyState === socket.OPEN
    await expect.poll(() => lines.filter(isOpen)).toHaveLength(1)
    const [left] = lines.filter(isOpen)
    await expect.poll(() => left?.heard).toEqual([expect.objectContaining({ t: 'rev' })])
    expect(isOpen(other)).toBe(true)
    for (const { socket } of [left!, other]) socket.close()
  })
  test('is closed to who has no token, and stays open to nonsense', async () => {
    const { socket } = await open('nonsense')
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBe(4401)
    const { token } = await newDisplay(await newStore())
    const good = await open(token)
    await expect.poll(() => good.heard).toHaveLength(1)
    good.socket.send('{')
    good.socket.send(JSON.stringify({ t: 'ping', c: 1 }))
    await expect.poll(() => good.heard.at(-1)).toMatchObject({ t: 'pong' })
    good.socket.close()
  })
})

test('nothing of all this is left behind in the audit log as a secret', async () => {
  const rows = await db.selectFrom('audit_log').selectAll().where('kind', 'in', ['display', 'display-settings']).execute()
  expect(rows.length).toBeGreaterThan(10)
  const { enrol_token } = await db
    .selectFrom('plus_settings')
    .select('enrol_token')
    .where('enrol_token', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(rows)).not.toContain(enrol_token)
})
