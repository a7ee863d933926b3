/** Displays over all stores: found, set, moved, given products, restarted, removed. */
import type { MasterConfig } from '@endcap/contract/display-masters'
import { describe, expect, test } from 'vitest'
import { seedProducts } from '../../testing/seed.ts'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const parts = await startTestApp()
const { api, app, context } = parts
const { db } = context.context
const { newStore, newDisplay, newChain, newWriter, manifestOf, beat, good, recorded } = signageOf({ ...parts, mark: 'f1' })
const configOf = async (mac: string) => (await api('GET', `/plus/v1/config/device/${mac}`)).body
const save = (mac: string, config: Partial<Record<keyof MasterConfig, unknown>>, more: object = {}) =>
  api('POST', '/plus/v1/config', { mac, config, ...more })
const search = async (filter: object, call: typeof api = api) => (await call('POST', '/plus/v1/device/search', filter)).body.data

describe('the list', () => {
  test('has the displays of the account’s stores, with each filter of theirs, in pages and in order', async () => {
    const [one, two] = [await newStore(), await newStore()]
    const a = await newDisplay(one, { model: 'IP291TA' })
    const b = await newDisplay(two, { status: 'OFFLINE', recv_at: new Date(Date.UTC(2026, 0, 2)) })
    await newDisplay('', { store_code: null, status: 'PENDING', requested_store: one, token_hash: null })
    const words = { code: 'K-1', category: 'Dairy', section: 'S 4', shelfID: 'R2', position: 'Left', timezone: 'Asia/Seoul' }
    await good(save(a.mac, { ...words, name: 'Milk', storeCode: one }))
    await seedProducts(api, one, 'M-1', 'M-2')
    await good(api('POST', '/plus/v1/assign', { mac: a.mac, product: ['M-1', 'M-2'] }))
    const [row] = await search({ filter_code: 'K-1' })
    expect(row).toMatchObject({
      _id: a.mac,
      mac: a.mac,
      ...words,
      name: 'Milk',
      model: 'IP291TA',
      version: { player: '1.0.0' },
      storeCode: one,
      line: 'v1',
      product: ['M-1', 'M-2'],
      connection: 'ONLINE',
      timeline: null,
      recvTime: context.clock.now().getTime() / 1000,
    })
    const filters = {
      mac: a.mac,
      name: 'milk',
      model: 'IP29',
      storeCode: one,
      product: 'M-2',
      category: 'dairy',
      section: 'S 4',
      shelfID: 'R2',
      position: 'left',
      timezone: 'Seoul',
      line: 'v1',
    }
    for (const [name, value] of Object.entries(filters)) expect([name, await search({ [`filter_${name}`]: value })]).toEqual([name, [row]])
    expect((await search({ filter_connection: 'OFFLINE', condition_connection: '==' })).map(({ mac }) => mac)).toEqual([b.mac])
    expect((await search({ filter_endDate: Date.UTC(2026, 0, 3) / 1000 })).map(({ mac }) => mac)).toEqual([b.mac])
    expect((await search({ length: 1, start: 1, order: { column: 'recvTime', dir: 'asc' } })).map(({ mac }) => mac)).toEqual([a.mac])
    const writer = await newWriter(two)
    expect((await search({}, writer)).map(({ mac }) => mac)).toEqual([b.mac])
    for (const _id of [[a.mac, b.mac], { in: [a.mac, b.mac] }])
      expect((await writer('POST', '/plus/v1/device/list', { _id })).body.deviceList).toMatchObject([{ mac: b.mac }])
    expect((await writer('GET', `/plus/v1/config/device/${a.mac}`)).status).toBe(404)
  })
})

describe('settings', () => {
  test('are kept, and put right where the specification says so', async () => {
    const storeCode = await newStore()
    const { mac } = await newDisplay(storeCode)
    expect(await configOf(mac)).toMatchObject({
      config: { storeCode, volume: 0, bright: 10, orientation: 0, autorun: true },
      pins: { admin: false, manager: false },
    })
    const config = {
      storeCode,
      code: 'A',
      name: 'Bread',
      category: 'c',
      section: 's',
      shelfID: 'i',
      position: 'p',
      timezone: 'Europe/Berlin',
      volume: 7,
      bright: 3,
      orientation: 270,
      bt: true,
      nfc: true,
      autorun: false,
      autoupdate: true,
      timeserver: 'ntp.example',
      opentime: '08:00',
      closetime: '24:00',
      screenInterval: 60,
      cameraInterval: 5,
    }
    await good(save(mac, config))
    expect((await configOf(mac)).config).toEqual({ ...config, adminPwd: '', managerPwd: '' })
    await good(save(mac, { ...config, volume: 16, bright: -1 }))
    expect((await configOf(mac)).config).toMatchObject({ volume: 0, bright: 10 })
  })
  test.each([
    ['timezone', 'Middle/Earth', 'config.timezone'],
    ['orientation', 45, 'config.orientation'],
    ['opentime', '8:00', 'config.opentime'],
    ['adminPwd', '12a4', 'config.adminPwd'],
    ['managerPwd', '123', 'config.managerPwd'],
    ['screenInterval', -1, 'config.screenInterval'],
    ['storeCode', 'NOWHERE', 'config.storeCode', 404],
  ])('with a %s that cannot be are refused: %s', async (name, value, field, status = 400) => {
    const storeCode = await newStore()
    const { mac } = await newDisplay(storeCode)
    expect(await save(mac, { storeCode, [name]: value })).toMatchObject({ status, body: { field } })
  })
  test('codes of the menu are stored as hashes, are in no answer, and say who types them', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    const menu = async (pin: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await app.inject({ method: 'POST', url: '/api/player/v1/menu', payload: { pin }, headers })).json<object>()
    }
    expect(await menu('1234')).toEqual({ role: null, needed: false })
    await good(save(mac, { storeCode, adminPwd: '1234', managerPwd: '98765' }))
    expect(await configOf(mac)).toMatchObject({ config: { adminPwd: '', managerPwd: '' }, pins: { admin: true, manager: true } })
    expect([await menu('1234'), await menu('98765'), await menu('0000'), await menu('')]).toEqual([
      { role: 'admin', needed: true },
      { role: 'manager', needed: true },
      { role: null, needed: true },
      { role: null, needed: true },
    ])
    await good(save(mac, { storeCode, adminPwd: '', managerPwd: null }))
    expect([await menu('1234'), await menu('98765')]).toMatchObject([{ role: 'admin' }, { role: null }])
    const row = await db.selectFrom('plus_devices').select('admin_pin').where('mac', '=', mac).executeTakeFirstOrThrow()
    expect(row.admin_pin).toMatch(/^\$argon2id\$/)
    const audit = JSON.stringify(await recorded('display', mac))
    expect([audit.includes('1234'), audit.includes('98765'), audit.includes('argon2')]).toEqual([false, false, false])
    expect(audit).toContain('"managerPin":"removed"')
  })
  test('of another store move the display there, without what belongs to the one that it leaves', async () => {
    const [from, to, foreign] = [await newStore(), await newStore(), await newStore()]
    const { mac, token } = await newDisplay(from)
    await seedProducts(api, from, 'A')
    await good(api('POST', '/plus/v1/assign', { mac, product: ['A'] }))
    const { timeline } = await newChain([[mac]])
    const writer = await newWriter(from, to)
    expect(await writer('POST', '/plus/v1/config', { mac, config: { storeCode: foreign } })).toMatchObject({
      status: 403,
      body: { code: 'other-store' },
    })
    expect((await writer('POST', '/plus/v1/config', { mac, config: { storeCode: to } })).status).toBe(200)
    expect(await search({ filter_mac: mac })).toMatchObject([{ storeCode: to, product: [], timeline: { id: timeline, screen: 0 } }])
    expect((await recorded('display', mac))[0]).toMatchObject({
      before: { storeCode: from, products: ['A'] },
      after: { storeCode: to, products: [] },
    })
    expect((await manifestOf(token)).device.storeCode).toBe(to)
    expect((await (await newWriter(from))('POST', '/plus/v1/config', { mac, config: { storeCode: from } })).status).toBe(404)
  })
  test('of line v0 take a display out of its timeline', async () => {
    const storeCode = await newStore()
    const { mac, token } = await newDisplay(storeCode)
    const { timeline } = await newChain([[mac]])
    expect((await manifestOf(token)).plan.line).toBe('v1')
    await good(save(mac, { storeCode }, { line: 'v0' }))
    expect(await search({ filter_mac: mac })).toMatchObject([{ line: 'v0', timeline: null }])
    expect((await manifestOf(token)).plan.line).toBe('v0')
    expect((await recorded('display-timeline', timeline))[0]).toMatchObject({ before: { device: [mac] }, after: { device: [] } })
  })
})

describe('displays', () => {
  test('get products instead of those that they had, each once', async () => {
    const storeCode = await newStore()
    const { mac } = await newDisplay(storeCode)
    await seedProducts(api, storeCode, 'A', 'B', 'C')
    await good(api('POST', '/plus/v1/assign', { mac, product: ['A', 'B', 'C'] }))
    await good(api('POST', '/plus/v1/assign', { mac, product: ['C', 'A', 'C'] }))
    expect(await search({ filter_mac: mac })).toMatchObject([{ product: ['C', 'A'] }])
    expect((await recorded('display', mac))[0]).toMatchObject({ before: { product: ['A', 'B', 'C'] }, after: { product: ['C', 'A'] } })
    await good(api('POST', '/plus/v1/assign', { mac, product: [] }))
    expect(await search({ filter_mac: mac })).toMatchObject([{ product: [] }])
  })
  test('are restarted and removed, all that are named or none', async () => {
    const [one, two] = [await newStore(), await newStore()]
    const [a, b] = [await newDisplay(one), await newDisplay(two)]
    await newChain([[a.mac]])
    const writer = await newWriter(one)
    for (const what of ['delete', 'reboot'])
      expect(await writer('POST', `/plus/v1/device/${what}`, [a.mac, b.mac])).toMatchObject({ status: 404 })
    expect((await api('POST', '/plus/v1/device/reboot', [a.mac, b.mac])).body).toMatchObject({ devices: 2 })
    expect([(await beat(a.token)).commands, (await beat(b.token)).commands]).toMatchObject([[{ type: 'reboot' }], [{ type: 'reboot' }]])
    expect((await api('POST', '/plus/v1/device/delete', [a.mac, b.mac])).body).toMatchObject({ devices: 2 })
    expect((await beat(a.token)).status).toBe(401)
    expect(await db.selectFrom('plus_timeline_devices').selectAll().where('mac', '=', a.mac).execute()).toEqual([])
    expect((await recorded('display', b.mac))[0]).toMatchObject({ action: 'displayMasters.remove', after: null })
  })
})
