/** Gateways as the console sees and sets them: lists, details, history, settings, channels, the predefined file, deleting. */
import { encodeBarcode } from '@endcap/label/barcode'
import { describe, expect, test } from 'vitest'
import { dropOldGatewayData } from './gateways.service.ts'
import { caller, seedAccount, seedStore, sendFile, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { createTestContext } from '../../testing/test-context.ts'
import type { TestGateway } from '../../testing/test-engine.ts'

const { context, app, engine, root, api } = await startTestEngine()
let numbers = 0

const newMac = () => `02EC10${(++numbers).toString(16).toUpperCase().padStart(6, '0')}`
/** A store with gateways that are online and have reported. */
async function newStore(count = 1, more: object = {}): Promise<{ storeCode: string; gateways: TestGateway[]; first: TestGateway }> {
  const storeCode = `GW${++numbers}`
  await seedStore(context.context, storeCode, more)
  const gateways: TestGateway[] = []
  for (let n = 0; n < count; n++) {
    const gateway = await engine.gateway(storeCode, newMac())
    await gateway.online()
    await gateway.sendStatus()
    gateways.push(gateway)
  }
  return { storeCode, gateways, first: gateways[0]! }
}
const upload = async (name: string, content: string, account = root) => {
  return sendFile<{ message: string; error?: string[]; gateways: { gwMac: string; secret: string }[] }>(app, account, '/gw/predefined', {
    name,
    content,
  })
}
const rowOf = async (storeCode: string, gwMac: string) =>
  (await api('POST', `/status/store/${storeCode}/gw/search`, { filter_gwMac: gwMac, condition_gwMac: '==' })).body.data[0]!

describe('the gateways of a store', () => {
  test('in pages, by every filter; NORMAL without time sync is found as ALARM', async () => {
    const { storeCode, gateways } = await newStore(3)
    const [near, late, gone] = gateways as [TestGateway, TestGateway, TestGateway]
    await late.sendStatus({ at: context.clock.now().getTime() / 1000 - 3600, dataChannel: 14 })
    await gone.breakOff()
    const find = async (body: object) => (await api('POST', `/status/store/${storeCode}/gw/search`, body)).body.data.map((row) => row.gwMac)
    expect(await find({ filter_status: 'NORMAL', condition_status: '==' })).toEqual([near.gwMac])
    expect(await find({ filter_status: 'ALARM,OFFLINE' })).toEqual([late.gwMac, gone.gwMac].toSorted())
    expect(await find({ filter_timeSync: 'NG', condition_timeSync: '==' })).toEqual([late.gwMac])
    expect(await find({ filter_dataChannel: '12', condition_dataChannel: '>=' })).toEqual([late.gwMac])
    expect(await find({ filter_upLink: 'NG', condition_upLink: '==' })).toEqual([gone.gwMac])
    expect(await find({ length: 2, start: 2 })).toHaveLength(1)
    const { body } = await api('POST', `/status/store/pagination/gateway`, { filter_storeCode: storeCode, condition_storeCode: '==' })
    // What the list shows as ALARM counts as an alarm of the store.
    expect(body.data[0]).toMatchObject({ gwCount: 3, normal: 1, alarm: 1, offline: 1, status: 'ALARM' })
  })
  test('one of them: memory, disks, services, versions and since when it is there', async () => {
    const { storeCode, first } = await newStore()
    await first.sendStatus({
      memory: 47.26,
      disks: [
        { path: '/ramdisk', percent: 22.04 },
        { path: '/ramdisk/logs', percent: 8 },
      ],
      services: [
        { name: 'gmp', running: true },
        { name: 'grm', running: false },
      ],
    })
    const { status, body } = await api('GET', `/status/store/${storeCode}/gw/${first.gwMac}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      storeCode,
      gwMac: first.gwMac,
      status: 'ALARM',
      timeSync: true,
      ip: '10.0.0.1:8080',
      gmpVersion: '1',
      grmVersion: '1',
      ramUsage: { percent: 47.3 },
      diskUsage: [
        { path: '/ramdisk', percent: 22 },
        { path: '/ramdisk/logs', percent: 8 },
      ],
      serviceStatusList: [
        { name: 'gmp', status: 'OK' },
        { name: 'grm', status: 'NG' },
      ],
      onlineSince: context.clock.now().getTime() / 1000,
      offlineSince: null,
    })
    await first.breakOff()
    expect((await api('GET', `/status/store/${storeCode}/gw/${first.gwMac}`)).body).toMatchObject({
      status: 'OFFLINE',
      upLink: 'NG',
      downLink: 'NG',
      onlineSince: null,
      offlineSince: context.clock.now().getTime() / 1000,
    })
  })
  test('of another store is not found, by whatever address', async () => {
    const { first } = await newStore()
    const other = await newStore()
    const few = caller(
      app,
      await seedAccount(context.context, {
        email: `few${numbers}@test.example`,
        stores: [other.storeCode],
        privileges: ['store.read', 'store.write'],
      }),
    )
    for (const [method, url] of [
      ['GET', `/status/store/${other.storeCode}/gw/${first.gwMac}`],
      ['GET', `/system/status/gw/${first.gwMac}`],
      ['GET', `/check/link/gw/${first.gwMac}`],
      ['POST', `/gw/reboot/${first.gwMac}`],
      ['GET', `/config/store/${other.storeCode}/gw/${first.gwMac}`],
      ['GET', `/config/store/${other.storeCode}/gw/${first.gwMac}/removal`],
      ['DELETE', `/config/store/${other.storeCode}/gw/${first.gwMac}`],
      ['POST', `/gw/secret/${first.gwMac}`],
    ] as const)
      expect({ url, status: (await few(method, url)).status }).toEqual({ url, status: 404 })
    expect((await few('PUT', `/config/store/${other.storeCode}/gw`, { gwList: [{ gwMac: first.gwMac, gwIndex: 3 }] })).status).toBe(404)
  })
})

describe('the history of a gateway', () => {
  const report = (memory: number) => ({ memory, disks: [{ path: '/ramdisk', percent: memory / 2 }] })
  test('is what it reported in the last 24 hours', async () => {
    const { first } = await newStore()
    await engine.pass(300)
    context.clock.advance(60)
    await first.sendStatus(report(80))
    const { body } = await api('GET', `/system/status/gw/${first.gwMac}`)
    const now = context.clock.now().getTime() / 1000
    expect(body).toMatchObject({ start: now - 86_400, end: now })
    expect(body.data.at(-1)).toEqual({ time: now, memory: { percent: 80 }, disk: [{ path: '/ramdisk', percent: 40 }] })
    expect(body.data.length).toBeGreaterThan(2)
    const later = await api('GET', `/system/status/gw/${first.gwMac}?start=${now - 10}&end=${now}`)
    expect(later.body.data).toHaveLength(1)
  })
  test('asks for at most a day, from its beginning to its end', async () => {
    const { first } = await newStore()
    for (const query of ['start=0&end=86401', 'start=20&end=10', 'start=x'])
      expect((await api('GET', `/system/status/gw/${first.gwMac}?${query}`)).status).toBe(400)
  })
  test('is dropped after seven days, a day at a time', async () => {
    const own = await createTestContext()
    const { db } = own.context
    const partitions = async () =>
      (await db.introspection.getTables()).map((table) => table.name).filter((name) => /^gateway_samples_\d+$/.test(name)).length
    const before = await partitions()
    await dropOldGatewayData(own.context)
    expect(await partitions()).toBe(before)
    own.clock.advance(8 * 86_400)
    await dropOldGatewayData(own.context)
    // Those of the first day and the days that were ready ahead of it, but for the last seven.
    expect(await partitions()).toBeLessThan(before)
    await own.close()
  })
})

describe('settings', () => {
  test('are stored at once, told to the gateway, and pending until it reports them', async () => {
    const { storeCode, first } = await newStore()
    expect((await rowOf(storeCode, first.gwMac)).pending).toBeNull()
    first.settings()
    const { body } = await api('PUT', `/config/store/${storeCode}/gw`, {
      gwList: [{ gwMac: first.gwMac, gwIndex: 7, dataChannel: 15, ip: '10.0.0.9:8080', netmask: '255.255.255.0', checkin: 45 }],
    })
    expect(body).toEqual({ gwOK: [first.gwMac], gwNG: [] })
    await engine.engine.settle()
    const reported = { dataChannel: 15, eventChannel: 26, channelGroupIndex: 0, ip: '10.0.0.9:8080', netmask: '255.255.255.0', checkin: 45 }
    expect(first.settings()).toEqual([{ version: 2, ...reported }])
    expect(await rowOf(storeCode, first.gwMac)).toMatchObject({
      gwIndex: 7,
      dataChannel: 11,
      pending: { dataChannel: 15, eventChannel: null },
    })
    await first.sendStatus({ dataChannel: 15, ip: '10.0.0.9:8080', config: 2 })
    expect(await rowOf(storeCode, first.gwMac)).toMatchObject({ dataChannel: 15, ip: '10.0.0.9:8080', pending: null })
    expect((await api('GET', `/config/store/${storeCode}/gw/${first.gwMac}`)).body).toMatchObject({
      ...reported,
      gwIndex: 7,
      pending: false,
    })
  })
  test('asked to wait, it tells who has taken the settings and who has not', async () => {
    const { storeCode, gateways } = await newStore(3)
    const [takes, silent, off] = gateways.map((one) => one.gwMac) as [string, string, string]
    await gateways[2]!.breakOff()
    const set = (wait?: number) =>
      api('PUT', `/config/store/${storeCode}/gw`, {
        gwList: [takes, silent, off].map((gwMac) => ({ gwMac, dataChannel: wait === undefined ? 15 : 16 })),
        ...(wait !== undefined && { wait }),
      })
    // Who does not wait is told who is there.
    expect((await set()).body).toEqual({ gwOK: [takes, silent], gwNG: [off] })
    const answer = set(2)
    // Meanwhile one of them takes them.
    const version = async () =>
      (await context.context.db.selectFrom('gateways').select('config_version').where('gw_mac', '=', takes).executeTakeFirstOrThrow())
        .config_version
    await expect.poll(version).toBe(3)
    await gateways[0]!.sendStatus({ dataChannel: 16, config: 3 })
    expect((await answer).body).toEqual({ gwOK: [takes], gwNG: [silent, off].toSorted() })
    expect((await api('PUT', `/config/store/${storeCode}/gw`, { gwList: [{ gwMac: takes, gwIndex: 9 }], wait: 2 })).body).toEqual({
      gwOK: [takes],
      gwNG: [],
    })
  })
  test('are told again while the gateway does not take them, and when it reports others', async () => {
    const { storeCode, first } = await newStore()
    first.settings()
    await api('PUT', `/config/store/${storeCode}/gw`, { gwList: [{ gwMac: first.gwMac, eventChannel: 20 }] })
    await engine.engine.settle()
    expect(first.settings()).toMatchObject([{ version: 2, eventChannel: 20 }])
    await engine.engine.settle()
    expect(first.settings()).toEqual([])
    await engine.pass(60)
    expect(first.settings()).toMatchObject([{ version: 2 }])
    await first.sendStatus({ eventChannel: 20, config: 2 })
    context.clock.advance(25)
    await engine.engine.settle()
    expect(first.settings()).toEqual([])
    // A person has changed it at the gateway itself.
    await first.sendStatus({ eventChannel: 19, config: 2 })
    await engine.engine.settle()
    expect(first.settings()).toMatchObject([{ version: 2, eventChannel: 20 }])
  })
  test('of one that is offline are told when it is back', async () => {
    const { storeCode, first } = await newStore()
    await first.breakOff()
    first.settings()
    const { body } = await api('PUT', `/config/store/${storeCode}/gw`, { gwList: [{ gwMac: first.gwMac, dataChannel: 18 }] })
    expect(body).toEqual({ gwOK: [], gwNG: [first.gwMac] })
    await engine.engine.settle()
    expect(first.settings()).toEqual([])
    await first.online('b')
    expect(first.settings()).toMatchObject([{ dataChannel: 18 }])
  })
  test.each([
    ['another port', { ip: '10.0.0.9:80' }, 'Enter the correct ipv4 format in Gateway IP.'],
    ['no address', { dns: '10.0.0' }, 'IPv4'],
    ['channel 10', { dataChannel: 10 }, 'dataChannel'],
    ['channel 32', { eventChannel: 32 }, 'eventChannel'],
    ['channel 27 without outband', { dataChannel: 27 }, 'needs outband'],
    ['one channel for both', { dataChannel: 26 }, 'must differ'],
    ['no index', { gwIndex: 'a' }, 'Enter a number for the GW Index.'],
  ])('%s is refused, and nothing is stored', async (_, change, message) => {
    const { storeCode, gateways } = await newStore(2)
    const [one, two] = gateways as [TestGateway, TestGateway]
    const answer = await api('PUT', `/config/store/${storeCode}/gw`, {
      gwList: [
        { gwMac: one.gwMac, gwIndex: 5 },
        { gwMac: two.gwMac, ...change },
      ],
    })
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } })
    expect(await rowOf(storeCode, one.gwMac)).toMatchObject({ gwIndex: 0 })
  })
  test('channels above 26 are taken where outband is enabled', async () => {
    const { storeCode, first } = await newStore(1, { outbandEnable: true })
    expect((await api('PUT', `/config/store/${storeCode}/gw`, { gwList: [{ gwMac: first.gwMac, dataChannel: 31 }] })).status).toBe(200)
    expect((await api('GET', `/config/store/${storeCode}/gw`)).body).toMatchObject({
      outbandEnable: true,
      gwList: [{ gwMac: first.gwMac, dataChannel: 31, pending: true }],
    })
  })
  test('outband is not switched off under a gateway that needs it, which is named; once it has another channel it is', async () => {
    const { storeCode, first } = await newStore(1, { outbandEnable: true })
    const set = (dataChannel: number) => api('PUT', `/config/store/${storeCode}/gw`, { gwList: [{ gwMac: first.gwMac, dataChannel }] })
    const switchOff = () => api('PUT', '/config/store', { storeCode, outbandEnable: false })
    await set(27)
    expect(await switchOff()).toMatchObject({
      status: 409,
      body: {
        code: 'outband-in-use',
        field: 'outbandEnable',
        message: `Gateway ${first.gwMac} is set to channel 27, which needs outband. Set it to 11 to 26 first.`,
      },
    })
    await set(12)
    expect((await switchOff()).status).toBe(200)
  })
})

describe('the channel setting of the chain', () => {
  const setIndex = (storeCode: string, gateway: TestGateway, gwIndex: number) =>
    api('PUT', `/config/store/${storeCode}/gw`, { gwList: [{ gwMac: gateway.gwMac, gwIndex }] })
  test('reaches every gateway with its index in every store, is answered again, and is what new gateways get', async () => {
    const [one, two] = [await newStore(2), await newStore(1)]
    await setIndex(one.storeCode, one.gateways[1]!, 41)
    await setIndex(two.storeCode, two.first, 41)
    for (const gateway of [...one.gateways, two.first]) gateway.settings()
    const channel = { '41': { dataChannel: 17, eventChannel: 25 } }
    expect((await api('POST', '/config/gw/channel', { channel })).body).toEqual({ count: 2 })
    expect((await api('GET', '/config/gw/channel')).body).toEqual({ channel })
    await engine.engine.settle()
    expect(one.gateways[1]!.settings()).toMatchObject([channel['41']])
    expect(two.first.settings()).toMatchObject([channel['41']])
    expect(one.first.settings()).toEqual([])
    // The same again changes nothing.
    expect((await api('POST', '/config/gw/channel', { channel })).body).toEqual({ count: 0 })
    const gwMac = newMac()
    await upload('new.csv', `storeCode,gwMac,gwIndex\n${one.storeCode},${gwMac},41\n`)
    expect(await rowOf(one.storeCode, gwMac)).toMatchObject({ dataChannel: 17, eventChannel: 25 })
  })
  test('refuses one channel for both, channels beyond 31, and 27 to 31 where a store has no outband', async () => {
    const off = await newStore()
    const on = await newStore(1, { outbandEnable: true })
    await setIndex(off.storeCode, off.first, 51)
    await setIndex(on.storeCode, on.first, 52)
    const set = (index: string, dataChannel: number, eventChannel = 26) =>
      api('POST', '/config/gw/channel', { channel: { [index]: { dataChannel, eventChannel } } })
    expect(await set('51', 26)).toMatchObject({ status: 400, body: { message: 'GW index 51: data and event channel must differ.' } })
    expect((await set('51', 32)).status).toBe(400)
    expect((await set('x', 12)).status).toBe(400)
    expect(await set('51', 27)).toMatchObject({ status: 400, body: { message: expect.stringContaining(`It is off in ${off.storeCode}.`) } })
    expect((await set('52', 27)).status).toBe(200)
  })
  test('needs an account with all stores', async () => {
    const { storeCode } = await newStore()
    const few = await seedAccount(context.context, {
      email: `channels${numbers}@test.example`,
      stores: [storeCode],
      privileges: ['store.read', 'store.write'],
    })
    const answer = await caller(app, few)('POST', '/config/gw/channel', { channel: {} })
    expect(answer).toMatchObject({ status: 403, body: { code: 'all-stores' } })
  })
})

describe('the file of predefined gateways', () => {
  test.each(['gateways.xlsx', 'gateways', 'gateways.csv.exe'])('%s is "Invalid file format"', async (name) => {
    expect(await upload(name, 'storeCode,gwMac\n')).toMatchObject({ status: 400, body: { message: 'Invalid file format' } })
  })
  test('skips empty lines and comments, and names every wrong row by its line', async () => {
    const { storeCode } = await newStore()
    const [good, twice] = [newMac(), newMac()]
    const lines = [
      'storeCode,gwMac,gwIndex,ip,dataChannel,eventChannel,channelGroupIndex',
      '# the shop floor',
      '',
      `${storeCode},${good},1,10.0.0.5:8080,12,25,2`,
      `${storeCode},${twice},1,10.0.0.6:8081,12,25,2`,
      `${storeCode},nonsense,1,,12,25,2`,
      `${storeCode},${twice},1,,32,25,2`,
      `${storeCode},${twice},1,,27,25,2`,
    ]
    const refused = await upload('g.txt', lines.join('\n'))
    expect(refused.status).toBe(400)
    expect(refused.body.error).toEqual([
      'line 5: ip must be an IPv4 address with port 8080',
      'line 6: gwMac must be a gateway MAC: 12 hexadecimal digits',
      'line 7: dataChannel must be 11 to 31',
      `line 8: channel 27 needs outband, which is off in store ${storeCode}`,
    ])
    expect((await upload('g.txt', lines.slice(0, 4).join('\r\n'))).body.gateways).toMatchObject([
      { gwMac: good, secret: expect.any(String) },
    ])
    expect(await rowOf(storeCode, good)).toMatchObject({
      gwIndex: 1,
      ip: '10.0.0.5:8080',
      dataChannel: 12,
      eventChannel: 25,
      channelGroupIndex: 2,
    })
  })
  test('a line with too many columns ends the reading, however much follows', async () => {
    const { storeCode } = await newStore()
    const rows = Array.from({ length: 5000 }, () => `${storeCode},${newMac()}`)
    const { status, body } = await upload('long.csv', ['storeCode,gwMac', `${storeCode},${newMac()},9`, ...rows].join('\n'))
    expect({ status, error: body.error }).toEqual({ status: 400, error: [expect.stringContaining('on line 2')] })
  })
  test('may name more gateways than a statement has room for', async () => {
    const rows = Array.from({ length: 70_000 }, (_, number) => `NOWHERE,02EE${number.toString(16).padStart(8, '0').toUpperCase()}`)
    const { status, body } = await upload('long.csv', ['storeCode,gwMac', ...rows].join('\n'))
    expect({ status, message: body.message }).toEqual({ status: 400, message: 'line 2: there is no store NOWHERE among yours' })
    expect(body.error).toHaveLength(100)
  })
  test('a second time: what it leaves out stays, the secret too', async () => {
    const { storeCode } = await newStore()
    const gwMac = newMac()
    const first = await upload('a.csv', `storeCode,gwMac,gwIndex,ip,dataChannel\n${storeCode},${gwMac},3,10.0.0.5:8080,13\n`)
    const again = await upload('b.csv', `storeCode,gwMac,eventChannel\n${storeCode},${gwMac},24\n`)
    expect([first.body.gateways.length, again.body.gateways]).toEqual([1, []])
    expect(await rowOf(storeCode, gwMac)).toMatchObject({ gwIndex: 3, ip: '10.0.0.5:8080', dataChannel: 13, eventChannel: 24 })
  })
  test('can be looked at: by GET with a text, and as a table', async () => {
    const { storeCode, first } = await newStore()
    const gwMac = newMac()
    await upload('a.csv', `storeCode,gwMac,gwIndex,ip\n${storeCode},${gwMac},3,10.0.0.5:8080\n`)
    const { body } = await api('GET', `/gw/predefined/search?search=${gwMac}`)
    expect(body).toMatchObject({
      recordsTotal: 1,
      data: [{ storeCode, gwMac, gwIndex: 3, ip: '10.0.0.5:8080', dataChannel: 11, connected: false }],
    })
    const table = await api('POST', '/gw/predefined/search', { filter_storeCode: storeCode, condition_storeCode: '==' })
    expect(table.body.data.map((row) => [row.gwMac, row.connected])).toEqual([
      [first.gwMac, true],
      [gwMac, false],
    ])
  })
  test('says how each gateway is now, not that it was heard once', async () => {
    const { storeCode, first } = await newStore()
    const row = async () => (await api('GET', `/gw/predefined/search?search=${first.gwMac}`)).body.data
    expect(await row()).toMatchObject([{ storeCode, connected: true, status: 'NORMAL' }])
    const heardAt = Math.floor(context.clock.now().getTime() / 1000)
    await first.breakOff()
    expect(await row()).toMatchObject([{ connected: true, status: 'OFFLINE', lastHeardAt: heardAt }])
  })
  test('counts tags itself, whatever a gateway says of its own', async () => {
    const { storeCode, gateways } = await newStore(2)
    const [near, far] = gateways as [TestGateway, TestGateway]
    const tag = tagId(0x9200 + numbers)
    await far.hear({ tag, rssi: -70 })
    await near.hear({ tag, rssi: -40 })
    await near.sendStatus({ tagCount: 205 })
    await far.sendStatus({ tagCount: 95 })
    const counts = async () =>
      (
        (await api('POST', `/status/store/${storeCode}/gw/search`, { order: { column: 'tagCount', dir: 'desc' } })).body.data as {
          gwMac: string
          tagCount: number
        }[]
      )
        .map(({ gwMac, tagCount }) => [gwMac, tagCount])
        .toSorted()
    expect(await counts()).toEqual(
      [
        [near.gwMac, 1],
        [far.gwMac, 0],
      ].toSorted(),
    )
    expect((await api('GET', `/status/store/${storeCode}`)).body).toMatchObject({
      gwList: gateways.map(({ gwMac }) => ({ gwMac, tagCount: gwMac === near.gwMac ? 1 : 0 })),
    })
  })
})

describe('deleting a gateway', () => {
  test('counts its tags and those that no other gateway hears, and moves what can be moved', async () => {
    const { storeCode, gateways } = await newStore(2)
    const [near, far] = gateways as [TestGateway, TestGateway]
    const [both, alone] = [tagId(0x9000 + numbers), tagId(0x9100 + numbers)]
    await near.hear({ tag: both, rssi: -40 }, { tag: alone, rssi: -40 })
    await far.hear({ tag: both, rssi: -70 })
    await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Name', '', '100'] }] })
    await api('POST', '/tag/assign', { storeCode, tagList: [both, alone].map((tagMac) => ({ tagMac, prCode: 'p1' })) })
    await engine.engine.settle()
    expect(near.taken()).toHaveLength(2)
    const url = `/config/store/${storeCode}/gw/${near.gwMac}`
    expect((await api('GET', `${url}/removal`)).body).toEqual({ tags: 2, alone: 1, operations: 2 })
    expect((await api('DELETE', url)).body).toEqual({ gwMac: near.gwMac })
    expect((await api('GET', `/status/store/${storeCode}`)).body.gwList).toMatchObject([{ gwMac: far.gwMac }])
    const tags = await context.context.db
      .selectFrom('tags')
      .select(['tag_mac', 'gw_mac'])
      .where('store_code', '=', storeCode)
      .orderBy('tag_mac')
      .execute()
    expect(tags).toEqual([
      { tag_mac: both, gw_mac: far.gwMac },
      { tag_mac: alone, gw_mac: null },
    ])
    // Both labels are still wanted: they go out through the one that is left.
    await engine.engine.settle()
    expect(
      far
        .taken()
        .map((operation) => operation.tag)
        .toSorted(),
    ).toEqual([both, alone])
    // In its time, the one that no gateway hears is missing.
    await far.hear({ tag: both })
    await engine.pass(1500)
    await far.hear({ tag: both })
    await engine.pass(600)
    for (let round = 0; round < 6; round++) await engine.pass(20)
    const missing = await context.context.db
      .selectFrom('tags')
      .select('tag_mac')
      .where('store_code', '=', storeCode)
      .where('status', '=', 'MISSING')
      .execute()
    expect(missing.map((row) => row.tag_mac)).toEqual([alone])
  })
  test('is done once, and its open requests go with it', async () => {
    const { storeCode, first } = await newStore()
    const waiting = api('GET', `/check/link/gw/${first.gwMac}`)
    await expect.poll(() => first.asked().length).toBe(1)
    const url = `/config/store/${storeCode}/gw/${first.gwMac}`
    expect((await api('DELETE', url)).status).toBe(200)
    expect((await waiting).body).toMatchObject({ result: 'Fail' })
    expect((await api('DELETE', url)).status).toBe(404)
  })
})

describe('one gateway that is added', () => {
  const add = (storeCode: string, gwMac: string, more: object = {}) =>
    api('POST', '/gw/registration', { storeCode, gwMac, host: 'labels.shop.example', ...more })

  test('is registered, and all that is set in it is answered with a QR code of the same', async () => {
    const { storeCode } = await newStore(0)
    const gwMac = newMac()
    const { status, body } = await add(storeCode, gwMac.toLowerCase().match(/../g)!.join(':'))
    expect(status).toBe(200)
    const { port } = (await api('GET', '/gw/broker')).body
    expect(body).toMatchObject({ storeCode, gwMac, host: 'labels.shop.example', port, secure: false })
    const modules = encodeBarcode('qr', `mqtt://${gwMac}:${String(body.secret)}@labels.shop.example:${String(port)}/?store=${storeCode}`)
    expect(body.qr).toEqual(typeof modules === 'string' ? [] : modules.rows.map((row) => row.join('')))
    const listed = await api('POST', '/gw/predefined/search', { filter_gwMac: gwMac, condition_gwMac: '==' })
    expect(listed.body.data).toMatchObject([{ storeCode, gwMac, connected: false, gwIndex: 0, dataChannel: 11, eventChannel: 26 }])
    // The secret is stored as a hash alone.
    const row = await context.context.db.selectFrom('gateways').select('secret_hash').where('gw_mac', '=', gwMac).executeTakeFirstOrThrow()
    expect(row.secret_hash).not.toContain(String(body.secret))
  })
  test('is refused with its field: no MAC, a host that is none; one that is registered is left alone', async () => {
    const { storeCode, first } = await newStore()
    expect(await add(storeCode, 'x')).toMatchObject({ status: 400, body: { field: 'gwMac' } })
    expect(await add(storeCode, newMac(), { host: 'a b' })).toMatchObject({ status: 400, body: { field: 'host' } })
    expect(await add(storeCode, first.gwMac)).toMatchObject({ status: 409, body: { code: 'gateway-registered' } })
    expect(await add('NOWHERE', newMac())).toMatchObject({ status: 404, body: { code: 'unknown-store' } })
  })
})
