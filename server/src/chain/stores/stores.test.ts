/** Configurations of stores: kept, guarded, and taking effect where they say; and the end of a store. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { caller, multipart, seedAccount, seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { storeTables } from './closing.queries.ts'
import { clearStores } from './stores.service.ts'

const { context, app, engine, api, root } = await startTestEngine()
const { db } = context.context
type Body = Record<string, unknown>
let numbers = 0

const read = async (storeCode: string) => (await api('GET', `/config/store/${storeCode}`)).body as Body
const save = (storeCode: string, change: Body) => api('PUT', '/config/store', { storeCode, ...change })

/** A store whose gateway hears tags; the first ones show product p1. */
async function shop({ tags = 1, assigned = tags, config = {} }: { tags?: number; assigned?: number; config?: object } = {}) {
  const number = ++numbers
  const storeCode = `SC${number}`
  await seedStore(context.context, storeCode, config)
  const gateway = await engine.gateway(storeCode, `02EC70${number.toString(16).toUpperCase().padStart(6, '0')}`)
  await gateway.online()
  const macs = Array.from({ length: tags }, (_, place) => tagId(number * 0x100 + place))
  await gateway.hear(...macs.map((tag) => ({ tag })))
  await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Name', '', '1234'] }] })
  const tagList = macs.slice(0, assigned).map((tagMac) => ({ tagMac, prCode: 'p1' }))
  if (assigned > 0) await api('POST', '/tag/assign', { storeCode, tagList })
  await engine.engine.settle()
  for (const operation of gateway.taken()) {
    await gateway.report(operation, 'accepted')
    await gateway.report(operation, 'shown', { updates: 1 })
  }
  return { storeCode, gateway, macs }
}

describe('a new store', () => {
  test('has the defaults of the specification', async () => {
    expect((await api('POST', '/config/store', { storeCode: 'NEW1', storeName: 'New' })).status).toBe(200)
    expect(await read('NEW1')).toMatchObject({
      totalDuration: 120,
      eventDuration: 1,
      cpDuration: 39,
      baseTimeout: 60,
      timeoutTag: 0.1,
      nfRandomPercent: 5,
      nfRetryCnt: 8,
      nfBasicSleep: 18,
      nfDeepSleepDuration: 30,
      timeServerPort: 123,
      tagStatusCheckDay: 'SUN',
      storeType: 'STANDARD',
      timeZone: 'UTC',
    })
    expect(await api('POST', '/config/store', { storeCode: 'NEW1', storeName: 'Again' })).toMatchObject({
      status: 409,
      body: { message: 'There is a store NEW1 already.' },
    })
  })
  test('needs what must be given, by the specification’s sentences, and refuses what cannot be', async () => {
    const good = { storeCode: 'NEW2', storeName: 'New' }
    for (const [wrong, field, message] of [
      [{ storeCode: '' }, 'storeCode', 'Enter Store Code, Please!'],
      [{ storeName: '  ' }, 'storeName', 'Enter Store Name, Please!'],
      [{ eventDuration: '' }, 'eventDuration', 'Enter Event Duration, Please!'],
      [{ totalDuration: null }, 'totalDuration', 'Enter Total Duration, Please!'],
      [{ cpDuration: '' }, 'cpDuration', 'Enter CP Duration, Please!'],
      [{ baseTimeout: '' }, 'baseTimeout', 'Enter Base Timeout, Please!'],
      [{ timeoutTag: '' }, 'timeoutTag', 'Enter Timeout Tag, Please!'],
      [{ nfBasicSleep: '' }, 'nfBasicSleep', 'Enter nf Basic Sleep, Please!'],
      [{ nfDeepSleepDuration: '' }, 'nfDeepSleepDuration', 'Enter nf Deep Sleep, Please!'],
      [{ nfRandomPercent: 101 }, 'nfRandomPercent', 'must be at most 100'],
      [{ nfRetryCnt: '' }, 'nfRetryCnt', 'Enter nf Retry Count, Please!'],
      [{ timeZone: '+09:00' }, 'timeZone', 'must be a time zone'],
      [{ tagStatusCheckDay: 'FUNDAY' }, 'tagStatusCheckDay', ''],
      [{ storeCode: 'pagination' }, 'storeCode', 'must not be'],
      [{ storeType: 'type' }, 'storeType', 'must not be type'],
      [{ timeServerIp: 'a b' }, 'timeServerIp', 'must be a host name'],
    ] as const)
      expect(await api('POST', '/config/store', { ...good, ...wrong })).toMatchObject({
        status: 400,
        body: { field, message: expect.stringContaining(message) },
      })
    expect((await api('GET', '/config/store/NEW2')).status).toBe(404)
  })
})

describe('the list', () => {
  test('comes in pages by every filter, and has the account’s stores only', async () => {
    const type = `LIST${++numbers}`
    await seedStore(context.context, `${type}A`, {
      storeType: type,
      address: 'Ginza',
      enableTagStatusCheck: true,
      tagStatusCheckDay: 'WED',
    })
    await seedStore(context.context, `${type}B`, { storeType: type, timeZone: 'Europe/Berlin', tagStatusCheckDay: 'WED' })
    const codes = async (filter: Body, by = api) =>
      (await by('POST', '/config/store/pagination', { filter_storeType: type, ...filter })).body.data.map((row) => row.storeCode)
    expect(await codes({})).toEqual([`${type}A`, `${type}B`])
    expect(await codes({ filter_address: 'ginza' })).toEqual([`${type}A`])
    expect(await codes({ filter_timeZone: 'Berlin' })).toEqual([`${type}B`])
    // Where no check runs there is no day.
    expect(await codes({ filter_tagStatusCheckDay: 'WED', condition_tagStatusCheckDay: '==' })).toEqual([`${type}A`])
    const account = await seedAccount(context.context, {
      email: 'list@test.example',
      stores: [`${type}B`],
      privileges: ['store_config.read'],
    })
    const some = caller(app, account)
    expect(await codes({}, some)).toEqual([`${type}B`])
    const { storeList } = (await some('GET', '/config/store')).body as unknown as { storeList: Body[] }
    expect(storeList.map((one) => one.storeCode)).toEqual([`${type}B`])
    expect((await some('PUT', '/config/store', { storeCode: `${type}B`, address: 'x' })).status).toBe(403)
    const none = caller(
      app,
      await seedAccount(context.context, { email: 'nolist@test.example', stores: [], privileges: ['store_config.read'] }),
    )
    expect(await codes({}, none)).toEqual([])
  })
  test('comes in pages of as many rows as the address says, of the request where it says so, and of the default for 0', async () => {
    const stores = Array.from({ length: 26 }, (_, number) => `PAGE${100 + number}`)
    for (const store of stores) await seedStore(context.context, store)
    const some = caller(app, await seedAccount(context.context, { email: 'pages@test.example', stores, privileges: [] }))
    const page = async (rows: string, request: Body = {}) => (await some('POST', `/status/store/pagination/${rows}`, request)).body
    expect(await page('10')).toMatchObject({ recordsTotal: 26, recordsFiltered: 26, data: { length: 10 } })
    expect(await page('0')).toMatchObject({ data: { length: 25 } })
    expect((await page('10', { start: 24, length: 15 })).data.map(({ storeCode }) => storeCode)).toEqual(stores.slice(24))
    expect((await page('10', { filter_storeCode: 'PAGE10[12]' })).data.map(({ storeCode }) => storeCode)).toEqual(['PAGE101', 'PAGE102'])
    for (const rows of ['x', '-1', '1000000'])
      expect(await some('POST', `/status/store/pagination/${rows}`, {})).toMatchObject({ status: 400, body: { field: 'pageRows' } })
  })
  test('of what screens know of a store tells hideLed and showMac', async () => {
    const { storeCode } = await shop({ config: { hideLed: true } })
    const flags = async () => {
      const { storeList } = (await api('GET', '/status/store')).body as unknown as { storeList: Body[] }
      const { hideLed, showMac } = storeList.find((one) => one.storeCode === storeCode)!
      return { hideLed, showMac }
    }
    expect(await flags()).toEqual({ hideLed: true, showMac: false })
    await save(storeCode, { hideLed: false, showMac: true })
    expect(await flags()).toEqual({ hideLed: false, showMac: true })
  })
})

describe('a change', () => {
  test('leaves what it does not name, and stands in the audit log', async () => {
    const { storeCode } = await shop({ config: { nfRetryCnt: 3, address: 'Old street' } })
    expect(await save(storeCode, { address: 'New street', position: { latitude: 35.6, longitude: 139.7 } })).toMatchObject({
      status: 200,
      body: { address: 'New street', nfRetryCnt: 3, taskId: null },
    })
    expect(await read(storeCode)).toMatchObject({ address: 'New street', nfRetryCnt: 3, position: { latitude: 35.6, longitude: 139.7 } })
    const { body } = await api('POST', '/audit/search', { filter_kind: 'store', condition_kind: '==', length: 1 })
    expect(body.data[0]).toMatchObject({ action: 'stores.save', subject: storeCode, changed: ['address', 'position'] })
    expect((await save('NOSTORE', { address: 'x' })).status).toBe(404)
    expect(await save(storeCode, { totalDuration: 0 })).toMatchObject({ status: 400, body: { field: 'totalDuration' } })
  })
  test('that was made on what another account has changed since is refused', async () => {
    const { storeCode } = await shop()
    const before = await read(storeCode)
    context.clock.advance(2)
    expect((await save(storeCode, { storeName: 'Theirs', version: before.version })).status).toBe(200)
    const mine = { storeName: 'Mine' }
    expect(await save(storeCode, { ...mine, version: before.version })).toMatchObject({
      status: 409,
      body: { code: 'store-changed-since' },
    })
    // Who knows only when it was changed is refused as well.
    expect(await save(storeCode, { ...mine, updatedAt: before.updatedAt })).toMatchObject({
      status: 409,
      body: { code: 'store-changed-since' },
    })
    expect((await read(storeCode)).storeName).toBe('Theirs')
    const now = await read(storeCode)
    expect((await save(storeCode, { ...mine, version: now.version, updatedAt: now.updatedAt })).status).toBe(200)
    const { version } = await read(storeCode)
    const twice = await Promise.all([1, 2].map((n) => save(storeCode, { address: `${n}`, version })))
    expect(twice.map((one) => one.status).toSorted()).toEqual([200, 409])
  })
  test('of language or currency draws every label again', async () => {
    const { storeCode, gateway, macs } = await shop({ tags: 3, assigned: 2 })
    const hashes = async () =>
      (await db.selectFrom('tag_glass').select('shown_hash').where('tag_mac', 'in', macs.slice(0, 2)).execute()).map(
        (row) => row.shown_hash,
      )
    const before = await hashes()
    const { body } = await save(storeCode, { locale: 'de-DE', currency: 'EUR' })
    expect(body.taskId).toEqual(expect.any(String))
    await engine.engine.settle()
    const operations = gateway.taken()
    expect(operations.map((one) => one.tag).toSorted()).toEqual(macs.slice(0, 2))
    for (const operation of operations) {
      await gateway.report(operation, 'accepted')
      await gateway.report(operation, 'shown', { updates: 2 })
    }
    for (const hash of await hashes()) expect(before).not.toContain(hash)
    expect((await save(storeCode, { locale: 'de-DE', currency: 'EUR', address: 'x' })).body.taskId).toBeNull()
  })
  test('of durations, timeouts and radio is told to the store’s gateways, also that it is the default again; new ones are told too', async () => {
    const { storeCode, gateway } = await shop()
    await engine.engine.settle()
    // What it is registered with.
    const [first] = gateway.settings()
    expect(first).not.toHaveProperty('store')
    await gateway.sendStatus({ config: first!.version })
    await save(storeCode, { totalDuration: 90, nfRetryCnt: 4, eventLedCtrl: true, outbandEnable: true })
    await engine.engine.settle()
    const [reported] = gateway.settings()
    expect(reported?.store).toEqual({
      totalDuration: 90,
      eventDuration: 1,
      cpDuration: 39,
      oneChannelEnable: false,
      channelMaskEnable: false,
      outbandEnable: true,
      eventLedCtrl: true,
      baseTimeout: 60,
      timeoutTag: 0.1,
      nfRandomPercent: 5,
      nfRetryCnt: 4,
      nfBasicSleep: 18,
      nfDeepSleepDuration: 30,
    })
    await gateway.sendStatus({ config: reported!.version })
    // What does not concern them is not told.
    await save(storeCode, { showMac: true, address: 'y' })
    await engine.pass(40)
    expect(gateway.settings()).toEqual([])
    const late = await engine.gateway(storeCode, '02EC71000001')
    await late.online()
    await late.sendStatus()
    expect(late.settings()).toMatchObject([{ store: { totalDuration: 90, nfRetryCnt: 4 } }])
    await save(storeCode, { totalDuration: 120, nfRetryCnt: 8, eventLedCtrl: false, outbandEnable: false })
    await engine.engine.settle()
    expect(gateway.settings()).toMatchObject([{ store: { totalDuration: 120, nfRetryCnt: 8, eventLedCtrl: false } }])
  })
})

describe('deleting a store', () => {
  const rowsOf = async (storeCode: string) => {
    let total = 0
    for (const table of await storeTables(db)) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where store_code = ${storeCode}`.execute(
        db,
      )
      total += rows[0]?.n ?? 0
    }
    return total
  }
  test('tells what goes with it, and is refused while a gateway is online', async () => {
    const { storeCode, gateway } = await shop({ tags: 3, assigned: 2 })
    expect((await api('GET', `/config/store/${storeCode}/removal`)).body).toEqual({
      tags: 3,
      assigned: 2,
      gateways: 1,
      online: 1,
      products: 1,
      families: 0,
      tasks: 1,
    })
    expect(await api('DELETE', `/config/store/${storeCode}`)).toMatchObject({ status: 409, body: { code: 'gateways-online' } })
    expect((await read(storeCode)).storeCode).toBe(storeCode)
    await gateway.breakOff()
    expect((await api('GET', `/config/store/${storeCode}/removal`)).body).toMatchObject({ online: 0 })
  })
  test('takes everything of it and nothing of others, in pieces that a killed process leaves to another; the audit log stays', async () => {
    const other = await shop()
    const { storeCode, gateway } = await shop({ tags: 4 })
    const email = 'closing@test.example'
    await seedAccount(context.context, { email, stores: [storeCode, other.storeCode], privileges: ['tag.read'] })
    const { payload, headers } = multipart({ storeCode }, { name: 'p.csv', content: 'PRODUCT_CODE,NAME\n1,One' })
    await app.inject({ method: 'POST', url: '/api/product/file', headers: { ...root.headers, ...headers }, payload })
    await sql`insert into products (store_code, pr_code, pr_info) select ${storeCode}, 'x' || n, '{}' from generate_series(1, 4500) n`.execute(
      db,
    )
    await gateway.breakOff()
    const untouched = await rowsOf(other.storeCode)
    expect((await api('DELETE', `/config/store/${storeCode}`)).status).toBe(200)

    // From that moment on it is gone for every account; the list of configurations says that it is under way.
    const { storeList } = (await api('GET', '/status/store')).body as unknown as { storeList: Body[] }
    expect(storeList.some((one) => one.storeCode === storeCode)).toBe(false)
    expect((await api('GET', `/config/store/${storeCode}`)).status).toBe(404)
    expect((await api('DELETE', `/config/store/${storeCode}`)).status).toBe(404)
    expect(
      (await api('POST', '/config/store/pagination', { filter_storeCode: storeCode, condition_storeCode: '==' })).body.data,
    ).toMatchObject([{ closing: true }])
    expect((await api('POST', '/config/store', { storeCode, storeName: 'Again' })).status).toBe(409)
    expect(await db.selectFrom('account_stores').select('store_code').where('email', '=', email).execute()).toEqual([
      { store_code: other.storeCode },
    ])

    expect(await clearStores(context.context, 'first')).toBe(true)
    expect(await rowsOf(storeCode)).toBeGreaterThan(0)
    // The first process was killed: its lease runs out, another one goes on.
    expect(await clearStores(context.context, 'second')).toBe(false)
    await sql`update leases set expires_at = now() where name = 'closing stores'`.execute(db)
    while (await clearStores(context.context, 'second'));
    expect(await rowsOf(storeCode)).toBe(0)
    expect(await db.selectFrom('stores').select('store_code').where('store_code', '=', storeCode).execute()).toEqual([])
    expect(await rowsOf(other.storeCode)).toBe(untouched)
    const audit = await api('POST', '/audit/search', { filter_storeCode: storeCode, condition_storeCode: '==' })
    expect(audit.body.data[0]).toMatchObject({ action: 'stores.remove', subject: storeCode })

    // A new store of the same code begins with nothing.
    expect((await api('POST', '/config/store', { storeCode, storeName: 'Again' })).status).toBe(200)
    expect((await api('GET', `/config/store/${storeCode}/removal`)).body).toEqual({
      tags: 0,
      assigned: 0,
      gateways: 0,
      online: 0,
      products: 0,
      families: 0,
      tasks: 0,
    })
  })
})
