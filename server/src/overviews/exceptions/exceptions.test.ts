import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { caller, seedAccount, seedStore, tagId, type SeededAccount } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, api } = await startTestApp()
let clerk: SeededAccount
const storeCode = 'EX1'
const mac = (n: number) => tagId(0x60000 + n)

beforeAll(async () => {
  const { db } = context.context
  await seedStore(context.context, storeCode)
  await seedStore(context.context, 'EX2')
  clerk = await seedAccount(context.context, { email: 'clerk@test.example', stores: [storeCode], privileges: ['tag.read'] })
  const gateway = async (gwMac: string, status: string, sync: boolean) =>
    sql`insert into gateways (store_code, gw_mac, shard, secret_hash, ip, status, time_sync, offline_since)
      values (${storeCode}, ${gwMac}, 0, '', '10.0.0.9:8080', ${status}, ${sync}, ${status === 'OFFLINE' ? context.clock.now() : null})`.execute(
      db,
    )
  await gateway('02EC60000001', 'NORMAL', true)
  await gateway('02EC60000002', 'NORMAL', false)
  await gateway('02EC60000003', 'ALARM', true)
  await gateway('02EC60000004', 'OFFLINE', true)
  // 1 to 3 show one product, 4 shows it beside another, 5 and 6 are alone, 7 and 8 have none.
  const assign = (from: number, to: number, prCode: (n: number) => string) =>
    api('POST', '/tag/assign', {
      storeCode,
      tagList: Array.from({ length: to - from + 1 }, (_, n) => ({ tagMac: mac(from + n), prCode: prCode(from + n) })),
    })
  await assign(1, 3, () => 'same')
  await api('POST', '/tag/assign/multiple', { storeCode, tagList: [{ tagMac: mac(4), prCodeList: ['same', 'other'] }] })
  await assign(5, 6, (n) => `own${n}`)
  await assign(7, 8, (n) => `none${n}`)
  await api('POST', '/tag/deassign', { storeCode, tagList: [{ tagMac: mac(7) }, { tagMac: mac(8) }] })
  // The same product in another store is no duplicate.
  await api('POST', '/tag/assign', { storeCode: 'EX2', tagList: [{ tagMac: mac(20), prCode: 'own5' }] })
  await sql`update tags set last_heard_at = now(), updated_at = now()`.execute(db)
  await sql`update tags set status = 'NG' where tag_mac = ${mac(5)}`.execute(db)
  await sql`update tags set status = 'REQ_ONLY' where tag_mac = ${mac(6)}`.execute(db)
  await sql`update tags set status = 'OK' where tag_mac = any(${[mac(1), mac(2)]}::text[])`.execute(db)
  await sql`update tags set status = 'UPDATE' where tag_mac = ${mac(3)}`.execute(db)
  await sql`update tags set batt_status = 'NG', battery = 2.3 where tag_mac = any(${[mac(2), mac(8)]}::text[])`.execute(db)
})
const idsOf = (rows: Record<string, unknown>[]) => rows.map((row) => row.tagMac)

describe('GET /stats/exceptions/store/{s}', () => {
  test('counts tags, and gateways as they are displayed', async () => {
    const { body } = await api('GET', `/stats/exceptions/store/${storeCode}`)
    expect(body).toMatchObject({ totalTags: 8, errorTags: 2, noProductTags: 2, duplicateTags: 3, batteryNgTags: 2, totalGWs: 4, ngGWs: 3 })
    expect(body.ngGWDetail).toMatchObject([
      { gwMac: '02EC60000002', status: 'ALARM', timeSync: false, offlineSince: null },
      { gwMac: '02EC60000003', status: 'ALARM', timeSync: true },
      { gwMac: '02EC60000004', status: 'OFFLINE', offlineSince: Math.floor(context.clock.now().getTime() / 1000) },
    ])
  })
  test('without the privilege to read stores there are no gateways in it', async () => {
    const { body } = await caller(app, clerk)('GET', `/stats/exceptions/store/${storeCode}`)
    expect(body).toMatchObject({ totalTags: 8, totalGWs: null, ngGWs: null, ngGWDetail: null })
  })
  test('a store without anything has zeros', async () => {
    await seedStore(context.context, 'EMPTY')
    expect((await api('GET', '/stats/exceptions/store/EMPTY')).body).toMatchObject({
      totalTags: 0,
      duplicateTags: 0,
      totalGWs: 0,
      ngGWDetail: [],
    })
  })
})

describe('the chain', () => {
  const rowsOf = async (request: object, as = api) => {
    const { status, body } = await as('POST', '/stats/exceptions/store/search', request)
    const rows = body.data as { storeCode: string }[]
    return { status, total: body.recordsFiltered, codes: status === 200 ? rows.map((row) => row.storeCode) : [], rows }
  }
  beforeAll(async () => {
    const { db } = context.context
    await seedStore(context.context, 'WELL')
    await api('POST', '/tag/assign', { storeCode: 'WELL', tagList: [{ tagMac: mac(30), prCode: 'well' }] })
    await seedStore(context.context, 'WORST')
    await api('POST', '/tag/assign', { storeCode: 'WORST', tagList: [31, 32, 33].map((n) => ({ tagMac: mac(n), prCode: `worst${n}` })) })
    // As many errors as EX1 has, and nothing else.
    await seedStore(context.context, 'AFTER')
    await api('POST', '/tag/assign', { storeCode: 'AFTER', tagList: [34, 35].map((n) => ({ tagMac: mac(n), prCode: `after${n}` })) })
    await sql`update tags set status = 'OK', last_heard_at = now(), updated_at = now() where store_code in ('WELL', 'EX2')`.execute(db)
    await sql`update tags set status = 'NG', last_heard_at = now(), updated_at = now() where store_code in ('WORST', 'AFTER')`.execute(db)
    // Nothing but a gateway.
    await seedStore(context.context, 'DARK')
    await sql`insert into gateways (store_code, gw_mac, shard, secret_hash, status, time_sync, offline_since)
      values ('DARK', '02EC60000009', 0, '', 'OFFLINE', true, now())`.execute(db)
  })

  test('GET /stats/exceptions adds up the account’s stores', async () => {
    const { body } = await api('GET', '/stats/exceptions')
    expect(body).toMatchObject({ storesAffected: 4, totalTags: 15, errorTags: 7, noProductTags: 2, duplicateTags: 3, batteryNgTags: 2 })
    expect(body).toMatchObject({
      totalGWs: 5,
      ngGWs: 4,
      stores: await context.context.db
        .selectFrom('stores')
        .execute()
        .then((all) => all.length),
    })
    expect((await caller(app, clerk)('GET', '/stats/exceptions')).body).toMatchObject({
      stores: 1,
      storesAffected: 1,
      totalTags: 8,
      errorTags: 2,
      totalGWs: null,
      ngGWs: null,
    })
  })
  test('its stores with exceptions are listed, the worst first', async () => {
    const { rows, total, codes } = await rowsOf({})
    expect([codes, total]).toEqual([['WORST', storeCode, 'AFTER', 'DARK'], 4])
    expect(rows[1]).toEqual({
      storeCode,
      storeName: `Store ${storeCode}`,
      totalTags: 8,
      errorTags: 2,
      noProductTags: 2,
      duplicateTags: 3,
      batteryNgTags: 2,
      totalGWs: 4,
      ngGWs: 3,
    })
    expect(rows.find((row) => row.storeCode === 'DARK')).toMatchObject({ totalTags: 0, errorTags: 0, totalGWs: 1, ngGWs: 1 })
  })
  test('in pages, ordered and filtered', async () => {
    expect(await rowsOf({ length: 2, start: 2 })).toMatchObject({ codes: ['AFTER', 'DARK'], total: 4 })
    expect((await rowsOf({ order: { column: 'errorTags', dir: 'desc' } })).codes).toEqual(['WORST', storeCode, 'AFTER', 'DARK'])
    expect((await rowsOf({ order: { column: 'errorTags', dir: 'asc' } })).codes).toEqual(['DARK', 'AFTER', storeCode, 'WORST'])
    expect((await rowsOf({ order: { column: 'ngGWs', dir: 'desc' } })).codes.slice(0, 2)).toEqual([storeCode, 'DARK'])
    expect((await rowsOf({ filter_storeName: 'wor|dark' })).codes).toEqual(['WORST', 'DARK'])
    expect((await rowsOf({ filter_storeCode: 'WELL', condition_storeCode: '==' })).codes).toEqual([])
  })
  test('holds nothing but the account’s stores, and without the privilege to read stores no gateway', async () => {
    const other = await seedAccount(context.context, { email: 'dark@test.example', stores: ['DARK', 'AFTER'], privileges: ['tag.read'] })
    const as = caller(app, other)
    expect((await rowsOf({}, as)).codes).toEqual(['AFTER'])
    expect((await rowsOf({}, as)).rows[0]).toMatchObject({ errorTags: 2, totalGWs: null, ngGWs: null })
    expect((await rowsOf({ order: { column: 'ngGWs', dir: 'desc' } }, as)).status).toBe(400)
    expect((await as('GET', '/stats/exceptions')).body).toMatchObject({ stores: 2, storesAffected: 1, ngGWs: null })
  })
})

describe('GET /tag/{kind}/store/{s}/list', () => {
  test.each([
    ['error', [5, 6]],
    ['noproduct', [7, 8]],
    ['lowbattery', [2, 8]],
    ['duplicate', [1, 2, 3]],
  ])('lists and counts the tags of the kind %s', async (kind, expected) => {
    const list = (await api('GET', `/tag/${kind}/store/${storeCode}/list`)).body.tagList as Record<string, unknown>[]
    expect(idsOf(list).toSorted()).toEqual(expected.map(mac))
    const page = (await api('POST', `/tag/${kind}/store/${storeCode}/search`, { length: 1 })).body
    expect(page).toMatchObject({ recordsTotal: expected.length, recordsFiltered: expected.length })
    expect(page.data).toHaveLength(1)
  })
  test('takes the filters and orders of the tag list', async () => {
    const page = await api('POST', `/tag/duplicate/store/${storeCode}/search`, {
      filter_status: 'OK',
      condition_status: '==',
      order: { column: 'barcode', dir: 'desc' },
    })
    expect(page.body).toMatchObject({ recordsTotal: 3, recordsFiltered: 2 })
    expect(idsOf(page.body.data)).toEqual([mac(2), mac(1)])
  })
  test('a tag that gets a second product, or the last one beside it goes: both leave the duplicates', async () => {
    const before = (await api('GET', `/stats/exceptions/store/${storeCode}`)).body.duplicateTags
    await api('POST', '/tag/assign', { storeCode, tagList: [10, 11].map((n) => ({ tagMac: mac(n), prCode: 'pair' })) })
    expect((await api('GET', `/stats/exceptions/store/${storeCode}`)).body.duplicateTags).toBe(Number(before) + 2)
    await api('POST', '/tag/assign/multiple', { storeCode, tagList: [{ tagMac: mac(10), prCodeList: ['pair', 'more'] }] })
    expect((await api('GET', `/stats/exceptions/store/${storeCode}`)).body.duplicateTags).toBe(before)
  })
  test('another kind is refused', async () => {
    expect((await api('GET', `/tag/strange/store/${storeCode}/list`)).status).toBe(400)
  })
})
