/** Access points and bridges: who may add what where, what a bridge is given, and what ends with its token. */
import { createHash } from 'node:crypto'
import type { BridgeWork } from '@endcap/contract/access-points'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createGatewayAuthenticator } from '../gateways/gateways.service.ts'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context: test_, app, api } = await startTestApp()
const { context } = test_
for (const code of ['AP1', 'AP2']) await seedStore(context, code)
const ann = await seedAccount(context, { email: 'ann@ap.example', privileges: ['store.read', 'store.write'], stores: ['AP1'] })
const asAnn = caller(app, ann)
const authenticate = createGatewayAuthenticator(context)

let bridge: { bridgeId: string; token: string }
beforeEach(async () => {
  await context.db.deleteFrom('gateways').execute()
  await context.db.deleteFrom('bridges').execute()
  bridge = (await api('POST', '/bridge', { name: 'Shop', storeCodes: ['AP1'] })).body as unknown as typeof bridge
})
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const report = { version: '1', revision: '', have: {}, problems: [], signPort: 2300 }
async function sync(token: string, more: object = {}) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await app.inject({ method: 'POST', url: '/api/bridge/sync', headers, payload: { ...report, ...more } })
  return { status: response.statusCode, body: response.json<BridgeWork>() }
}
const signs = { storeCode: 'AP1', kind: 'trmnl', name: 'Signs' }
const accessPoint = (address: string) => ({ storeCode: 'AP1', kind: 'openepaperlink', name: `At ${address}`, address })
async function add(body: object) {
  const answer = await api('POST', '/access-point', { bridgeId: bridge.bridgeId, ...body })
  expect(answer.status, String(answer.body.message)).toBe(200)
  return String(answer.body.gwMac)
}

describe('an access point', () => {
  test('is a gateway of its store, which its bridge gets with a secret that authenticates it', async () => {
    const gwMac = await add(accessPoint('10.1.2.3'))
    expect(gwMac).toMatch(/^02[0-9A-F]{10}$/)
    const { body } = await sync(bridge.token)
    expect(body.accessPoints).toMatchObject([
      { gwMac, storeCode: 'AP1', kind: 'openepaperlink', address: '10.1.2.3', options: { timeZone: expect.any(String) as string } },
    ])
    const secret = body.accessPoints[0]?.secret ?? ''
    expect(await authenticate(gwMac, secret, '10.0.0.9')).toEqual({ storeCode: 'AP1', gwMac })
    // Who has it is not given another one.
    const again = await sync(bridge.token, { have: { [gwMac]: hash(secret) } })
    expect(again.body.accessPoints[0]).not.toHaveProperty('secret')
    expect(await authenticate(gwMac, secret, '10.0.0.9')).toBeDefined()
    expect((await api('POST', '/access-point/search', {})).body.data).toMatchObject([
      { gwMac, name: 'At 10.1.2.3', bridgeName: 'Shop', device: null },
    ])
  })
  test('may be panels, each with its MAC before its address', async () => {
    const address = 'D0CF5E000001@10.1.2.3:2446, D0:CF:5E:00:00:02@[fd00::7]'
    await add({ storeCode: 'AP1', kind: 'opendisplay', name: 'Panels', address })
    expect((await sync(bridge.token)).body.accessPoints).toMatchObject([{ kind: 'opendisplay', address }])
  })
  test('is told no channels: it keeps its own', async () => {
    const gwMac = await add(accessPoint('10.1.2.3'))
    const row = await context.db.selectFrom('gateways').select('config').where('gw_mac', '=', gwMac).executeTakeFirstOrThrow()
    expect(row.config).toEqual({})
  })
  test('signs that call are one gateway in a store, and an address is one', async () => {
    await add(signs)
    expect(await api('POST', '/access-point', { ...signs, bridgeId: bridge.bridgeId })).toMatchObject({
      status: 409,
      body: { code: 'kind-taken' },
    })
    await add(accessPoint('10.1.2.3'))
    expect(await api('POST', '/access-point', { ...accessPoint('10.1.2.3'), bridgeId: bridge.bridgeId })).toMatchObject({
      status: 409,
      body: { code: 'address-taken' },
    })
  })
  test.each([
    ['without an address', accessPoint(''), 'address'],
    ['with an address that is none', accessPoint('http://x/y'), 'address'],
    ['of an unknown kind', { ...signs, kind: 'fax' }, 'kind'],
    ['with a rate that empties batteries', { ...signs, options: { refreshSeconds: 1 } }, 'options.refreshSeconds'],
    ['with a night that is none', { ...signs, options: { night: { from: '25:00', to: '6' } } }, 'options.night.from'],
  ])('%s is refused with the field', async (_, body, field) => {
    expect(await api('POST', '/access-point', { bridgeId: bridge.bridgeId, ...body })).toMatchObject({ status: 400, body: { field } })
  })
  test('goes to bridges that serve its store alone', async () => {
    expect(await api('POST', '/access-point', { ...signs, storeCode: 'AP2', bridgeId: bridge.bridgeId })).toMatchObject({ status: 403 })
    expect(await api('POST', '/access-point', { ...signs, bridgeId: '999999' })).toMatchObject({ status: 404 })
  })
  test('is changed, and its bridge hears of it', async () => {
    const gwMac = await add(signs)
    const before = await sync(bridge.token)
    const have = { [gwMac]: hash(before.body.accessPoints[0]?.secret ?? '') }
    const known = (await sync(bridge.token, { have })).body.revision
    const waiting = sync(bridge.token, { have, revision: known })
    expect((await api('PUT', `/access-point/${gwMac}`, { options: { refreshSeconds: 1800 } })).status).toBe(200)
    expect((await waiting).body.accessPoints[0]?.options).toMatchObject({ refreshSeconds: 1800 })
  })
  test('of encrypted panels has their keys, which are sent to its bridge alone', async () => {
    const key = '00112233445566778899aabbccddeeff'
    const panels = { storeCode: 'AP1', kind: 'opendisplay', name: 'Panels', address: '', keys: { D0CF5E000001: key, D0CF5E000002: key } }
    const gwMac = await add(panels)
    const reportedKeys = async () => (await sync(bridge.token)).body.accessPoints[0]?.options.keys
    expect(await reportedKeys()).toEqual({ D0CF5E000001: key, D0CF5E000002: key })
    const other = 'ffeeddccbbaa99887766554433221100'
    expect((await api('PUT', `/access-point/${gwMac}`, { keys: { D0CF5E000001: null, D0CF5E000003: other } })).status).toBe(200)
    expect(await reportedKeys()).toEqual({ D0CF5E000002: key, D0CF5E000003: other })
    // What is left out stays.
    expect((await api('PUT', `/access-point/${gwMac}`, { name: 'Panels at the door' })).status).toBe(200)
    expect(await reportedKeys()).toEqual({ D0CF5E000002: key, D0CF5E000003: other })
    expect((await api('GET', `/access-point/${gwMac}`)).body).toMatchObject({ keyed: ['D0CF5E000002', 'D0CF5E000003'] })
    // Neither in what is told nor in what is stored or recorded.
    const rows = [
      await api('GET', `/access-point/${gwMac}`),
      await api('POST', '/access-point/search', {}),
      await context.db.selectFrom('access_points').selectAll().execute(),
      await context.db.selectFrom('audit_log').selectAll().execute(),
    ]
    for (const secret of [key, other]) expect(JSON.stringify(rows)).not.toContain(secret)
    const bad = await api('PUT', `/access-point/${gwMac}`, { keys: { D0CF5E000001: 'short' } })
    expect(bad).toMatchObject({ status: 400, body: { field: 'keys.D0CF5E000001' } })
  })
  test('goes with its gateway', async () => {
    const gwMac = await add(signs)
    expect((await api('DELETE', `/config/store/AP1/gw/${gwMac}`)).status).toBe(200)
    expect((await sync(bridge.token)).body.accessPoints).toEqual([])
  })
})

describe('an account of one store', () => {
  test('sees and makes what is of its store alone', async () => {
    const everywhere = (await api('POST', '/bridge', { name: 'Chain', storeCodes: null })).body as unknown as typeof bridge
    const gwMac = String((await api('POST', '/access-point', { ...signs, storeCode: 'AP2', bridgeId: everywhere.bridgeId })).body.gwMac)
    expect((await asAnn('GET', `/access-point/${gwMac}`)).status).toBe(404)
    expect((await asAnn('PUT', `/access-point/${gwMac}`, { name: 'Mine' })).status).toBe(404)
    expect((await asAnn('POST', '/access-point/search', {})).body.data).toEqual([])
    expect((await asAnn('POST', '/bridge/search', {})).body.data).toMatchObject([{ name: 'Shop' }])
    expect((await asAnn('POST', '/bridge', { name: 'All', storeCodes: null })).status).toBe(403)
    expect((await asAnn('POST', '/bridge', { name: 'Other', storeCodes: ['AP2'] })).status).toBe(403)
    for (const [method, url] of [
      ['POST', `/bridge/${everywhere.bridgeId}/token`],
      ['DELETE', `/bridge/${everywhere.bridgeId}`],
    ] as const)
      expect((await asAnn(method, url)).status).toBe(404)
  })
})

describe('a bridge', () => {
  test('is let in with its token alone', async () => {
    for (const token of ['ecb_wrong', 'x', '']) expect((await sync(token)).status).toBe(401)
    expect((await sync(bridge.token)).status).toBe(200)
    expect((await api('POST', '/bridge/search', {})).body.data).toMatchObject([{ name: 'Shop', version: '1', accessPoints: 0 }])
  })
  test('with a new token: the old one ends, also for who waits with it, and so do the secrets it was given', async () => {
    const gwMac = await add(signs)
    const { body } = await sync(bridge.token)
    const secret = body.accessPoints[0]?.secret ?? ''
    const have = { [gwMac]: hash(secret) }
    const known = (await sync(bridge.token, { have })).body.revision
    const waiting = sync(bridge.token, { have, revision: known })
    const renewed = await api('POST', `/bridge/${bridge.bridgeId}/token`)
    context.signals.notify('bridges', {})
    expect((await waiting).status).toBe(401)
    expect((await sync(bridge.token)).status).toBe(401)
    expect(await authenticate(gwMac, secret, '10.0.0.9')).toBeUndefined()
    const next = await sync(String(renewed.body.token), { have })
    expect(await authenticate(gwMac, next.body.accessPoints[0]?.secret ?? '', '10.0.0.9')).toBeDefined()
  })
  test('is not removed while it has access points', async () => {
    const gwMac = await add(signs)
    expect(await api('DELETE', `/bridge/${bridge.bridgeId}`)).toMatchObject({ status: 409, body: { code: 'bridge-in-use' } })
    await api('DELETE', `/config/store/AP1/gw/${gwMac}`)
    expect((await api('DELETE', `/bridge/${bridge.bridgeId}`)).status).toBe(200)
    expect((await sync(bridge.token)).status).toBe(401)
  })
  test('finds out what a waiting caller asked, once, and only for its own requests', async () => {
    await sync(bridge.token)
    const asking = api('POST', '/access-point/probe', { bridgeId: bridge.bridgeId, kind: 'openepaperlink', address: '10.1.2.3' })
    const other = (await api('POST', '/bridge', { name: 'Other', storeCodes: ['AP2'] })).body as unknown as typeof bridge
    let requests: BridgeWork['requests'] = []
    while (requests.length === 0) ({ requests } = (await sync(bridge.token)).body)
    expect(requests).toMatchObject([{ kind: 'probe', params: { kind: 'openepaperlink', address: '10.1.2.3' } }])
    const answer = { requestId: requests[0]?.requestId, problem: 'It answers with a web page of something else.' }
    const send = (token: string) =>
      app.inject({ method: 'POST', url: '/api/bridge/answer', headers: { authorization: `Bearer ${token}` }, payload: answer })
    expect((await send(other.token)).statusCode).toBe(404)
    expect((await send(bridge.token)).statusCode).toBe(200)
    expect(await asking).toMatchObject({ status: 200, body: { probed: null, problem: answer.problem } })
    expect((await send(bridge.token)).statusCode).toBe(404)
  })
  test('is told the keys of panels that are tried: those that were entered, and those that are known', async () => {
    await sync(bridge.token)
    const [known, entered] = ['11'.repeat(16), '22'.repeat(16)]
    const panels = { storeCode: 'AP1', bridgeId: bridge.bridgeId, kind: 'opendisplay', name: 'Keyed', address: 'A0B1C2000007@10.5.0.1' }
    const gwMac = await add({ ...panels, keys: { A0B1C2000007: known, A0B1C2000009: known } })
    const asking = api('POST', '/access-point/probe', {
      bridgeId: bridge.bridgeId,
      kind: 'opendisplay',
      address: 'A0B1C2000007@10.5.0.1, a0:b1:c2:00:00:08@10.5.0.2',
      gwMac,
      keys: { A0B1C2000008: entered },
    })
    let requests: BridgeWork['requests'] = []
    while (requests.length === 0) ({ requests } = (await sync(bridge.token)).body)
    expect(requests[0]?.keys).toEqual({ A0B1C2000007: known, A0B1C2000008: entered })
    const { rows } = await sql<{ text: string }>`select params::text as text from bridge_requests`.execute(context.db)
    expect(rows.map(({ text }) => [known, entered].some((key) => text.includes(key)))).toEqual([false])
    await app.inject({
      method: 'POST',
      url: '/api/bridge/answer',
      headers: { authorization: `Bearer ${bridge.token}` },
      payload: { requestId: requests[0]?.requestId, problem: 'Enough.' },
    })
    expect((await asking).body).toEqual({ probed: null, problem: 'Enough.' })
    const foreign = { bridgeId: null, kind: 'opendisplay', address: '', gwMac }
    expect(
      await caller(app, await seedAccount(context, { email: 'bob@ap.example', privileges: ['store.write'], stores: ['AP2'] }))(
        'POST',
        '/access-point/probe',
        foreign,
      ),
    ).toMatchObject({ status: 404 })
  })
  test('looks in its network; what is served already is said to be', async () => {
    await sync(bridge.token)
    const own = { storeCode: 'AP1', bridgeId: bridge.bridgeId }
    await add({ ...own, kind: 'openepaperlink', name: 'Served', address: '10.4.0.1' })
    await add({ ...own, kind: 'opendisplay', name: 'Panels', address: 'A0B1C2000001@10.4.0.2, A0B1C2000002@10.4.0.3' })
    await context.db
      .insertInto('tags')
      .values({ store_code: 'AP1', tag_mac: '0D15A0B1C2000003', barcode: '0D15A0B1C2000003', tag_type: 'od-e1001' })
      .execute()
    const asking = api('POST', '/access-point/find', { bridgeId: bridge.bridgeId })
    let requests: BridgeWork['requests'] = []
    while (requests.length === 0) ({ requests } = (await sync(bridge.token)).body)
    const point = (address: string) => ({ kind: 'openepaperlink', address, name: address, detail: '' })
    const panel = (mac: string, host: string) => ({ kind: 'opendisplay', address: `${mac}@${host}`, name: mac, detail: mac })
    const found = [
      point('10.4.0.1'),
      point('10.4.0.9'),
      panel('A0B1C2000002', '10.4.0.3'),
      panel('A0B1C2000003', '10.4.0.4'),
      panel('A0B1C2000004', '10.4.0.5'),
    ]
    const answer = await app.inject({
      method: 'POST',
      url: '/api/bridge/answer',
      headers: { authorization: `Bearer ${bridge.token}` },
      payload: { requestId: requests[0]?.requestId, found },
    })
    expect(answer.statusCode).toBe(200)
    const known = [true, false, true, true, false]
    expect((await asking).body.found).toMatchObject(known.map((is) => ({ known: is })))
  })
  test('that is away is said to be', async () => {
    const asked = await api('POST', '/access-point/find', { bridgeId: bridge.bridgeId })
    expect(asked).toMatchObject({ status: 200, body: { found: [], problem: 'bridge-away' } })
  })
})
