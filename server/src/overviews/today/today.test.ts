/** What needs a person today: each cause comes with its reason and goes with it, and no outage is told twice. */
import type { Privilege } from '@endcap/contract/privileges'
import { today, type Cause } from '@endcap/contract/today'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPromoter } from '../../labels/promotions/promotions.service.ts'
import { answerOf } from '../../testing/answer-of.ts'
import { caller, seedAccount, seedDisplay, seedStore, sendFile, tagId, type SeededAccount } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, app, engine, root, api } = await startTestEngine()
const { db } = context.context
let numbers = 0

async function causesOf(stores: readonly string[], account: SeededAccount = root): Promise<readonly Cause[]> {
  const { status, body } = await caller(app, account)('GET', `/stats/today?stores=${stores.join(',')}`)
  expect(status).toBe(200)
  return answerOf(today.causes, body).causeList
}
const kindsOf = async (stores: readonly string[], account?: SeededAccount) => (await causesOf(stores, account)).map(({ kind }) => kind)
async function causeOf<K extends Cause['kind']>(kind: K, stores: readonly string[]): Promise<Extract<Cause, { kind: K }> | undefined> {
  return (await causesOf(stores)).find((cause): cause is Extract<Cause, { kind: K }> => cause.kind === kind)
}
const walk = async (kind: string, stores: readonly string[]) => {
  const { body } = await api('GET', `/stats/today/walk?kind=${kind}&stores=${stores.join(',')}`)
  return answerOf(today.walk, body)
}

/** A store with labels that show these prices. */
async function shop(prices: readonly string[], more: { gateways?: number; config?: object } = {}) {
  const number = ++numbers
  const storeCode = `TODAY${number}`
  await seedStore(context.context, storeCode, { storeType: storeCode, ...more.config })
  const macs = Array.from(
    { length: more.gateways ?? 1 },
    (_, place) => `02ED${number.toString(16).toUpperCase().padStart(4, '0')}000${place}`,
  )
  const gateways = await Promise.all(macs.map((gwMac) => engine.gateway(storeCode, gwMac)))
  for (const gateway of gateways) await gateway.online()
  const tags = prices.map((_, place) => tagId(0x40000 + number * 0x100 + place))
  const [gateway] = gateways
  if (gateway === undefined) throw new Error('a shop has a gateway')
  await gateway.hear(...tags.map((tag) => ({ tag })))
  const save = async (next: readonly string[]) => {
    const productList = next.map((price, place) => ({ prCode: `p${place}`, prInfo: ['', `Milk ${place}`, '', price] }))
    expect((await api('POST', '/product', { storeCode, productList })).status).toBe(200)
  }
  const deliver = async () => {
    await engine.engine.settle()
    for (const operation of gateway.taken().filter(({ kind }) => kind === 'SHOW')) {
      await gateway.report(operation, 'accepted')
      await gateway.report(operation, 'shown')
    }
    await engine.engine.settle()
  }
  if (prices.length > 0) await save(prices)
  if (prices.length > 0)
    await api('POST', '/tag/assign', { storeCode, tagList: tags.map((tagMac, place) => ({ tagMac, prCode: `p${place}` })) })
  await deliver()
  return { storeCode, gateway, gateways, tags, save, deliver }
}
/** Labels whose last update came to nothing: their glass keeps what it showed. */
const fail = (storeCode: string, tagMacs: readonly string[]) =>
  sql`update tags set status = 'NG' where store_code = ${storeCode} and tag_mac = any(${[...tagMacs]}::text[])`.execute(db)
const saveUnseen = (storeCode: string, prCode: string, price: string) =>
  sql`update products set pr_info[4] = ${price} where store_code = ${storeCode} and pr_code = ${prCode}`.execute(db)

test('labels that show a wrong price are one cause, the largest difference first, until they are mended', async () => {
  const { storeCode, tags, save, deliver } = await shop(['198', '500', '100'])
  expect(await kindsOf([storeCode])).toEqual([])
  // The third is failed, too, but its price is right.
  await fail(storeCode, tags)
  await saveUnseen(storeCode, 'p0', '178')
  await saveUnseen(storeCode, 'p1', '1000')
  const cause = await causeOf('wrong-price', [storeCode])
  expect(cause).toMatchObject({ count: 2, stores: 1, orMore: false })
  expect(cause?.examples.map(({ prName, priceOnGlass, price, percent }) => [prName, priceOnGlass, price, percent])).toEqual([
    ['Milk 1', '¥500', '¥1,000', -50],
    ['Milk 0', '¥198', '¥178', 11.2],
  ])
  const { labelList, more } = await walk('wrong-price', [storeCode])
  expect([labelList.map(({ tagMac }) => tagMac), more]).toEqual([[tags[0], tags[1]], false])
  expect(labelList[0]).toMatchObject({
    storeName: `Store ${storeCode}`,
    timeZone: 'Asia/Tokyo',
    prCode: 'p0',
    price: '¥178',
    priceOnGlass: '¥198',
  })

  await save(['179', '1001', '100'])
  await deliver()
  expect(await kindsOf([storeCode])).toEqual([])
  expect((await walk('wrong-price', [storeCode])).labelList).toEqual([])
})

/** A promotion that runs since long ago, with the price 250; answers who brings labels in step with it. */
async function promote(storeCode: string, of: { name: string; prCodeList: string[] }) {
  const promoter = createPromoter(context.context)
  const promotion = { ...of, starts: '2020-01-01T00:00', ends: '2099-01-01T00:00', changes: [{ index: 3, value: '250' }] }
  expect((await api('POST', `/product/promotion/${storeCode}`, promotion)).status).toBe(200)
  await promoter.work()
  return promoter
}

test('the price of a promotion that runs is the right one', async () => {
  const { storeCode, tags, deliver } = await shop(['300', '400'])
  await promote(storeCode, { name: 'Week', prCodeList: ['p0'] })
  await deliver()
  await fail(storeCode, tags)
  expect(await kindsOf([storeCode])).toEqual([])
  await saveUnseen(storeCode, 'p1', '410')
  expect((await causeOf('wrong-price', [storeCode]))?.examples.map(({ prCode, price }) => [prCode, price])).toEqual([['p1', '¥410']])
})

test('a promotion that runs and changes no label is told of until a label shows one of its products', async () => {
  const { storeCode, tags, deliver } = await shop(['300'])
  const promoter = await promote(storeCode, { name: 'Wine', prCodeList: ['p9'] })
  await deliver()
  expect(await causesOf([storeCode])).toMatchObject([
    {
      kind: 'promotions-empty',
      count: 1,
      stores: 1,
      examples: [{ name: 'Wine', storeType: storeCode, storeCode, timeZone: 'Asia/Tokyo' }],
    },
  ])
  await api('POST', '/product', { storeCode, productList: [{ prCode: 'p9', prInfo: ['', 'Rioja', '', '900'] }] })
  await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tags[0], prCode: 'p9' }] })
  await deliver()
  context.clock.advance(11 * 60)
  await promoter.work()
  expect(await kindsOf([storeCode])).toEqual([])
})

test('a promotion that changes labels where it begins is not told of', async () => {
  const { storeCode, deliver } = await shop(['300'])
  await promote(storeCode, { name: 'Milk', prCodeList: ['p0'] })
  await deliver()
  expect(await kindsOf([storeCode])).toEqual([])
})

test('a store none of whose gateways is on line is one entry; its labels are told of there alone', async () => {
  const { storeCode, gateways, tags } = await shop(['198', '500'], { gateways: 3 })
  await fail(storeCode, tags.slice(0, 1))
  await saveUnseen(storeCode, 'p0', '178')
  await gateways[0]?.breakOff()
  expect(await kindsOf([storeCode])).toEqual(['wrong-price', 'gateway-offline'])
  expect(await causeOf('gateway-offline', [storeCode])).toMatchObject({
    count: 1,
    stores: 1,
    examples: [{ storeCode, gwMac: gateways[0]?.gwMac, labels: 2 }],
  })
  const since = Math.floor(context.clock.now().getTime() / 1000)
  for (const gateway of gateways.slice(1)) await gateway.breakOff()
  expect(await kindsOf([storeCode])).toEqual(['store-offline'])
  expect(await causeOf('store-offline', [storeCode])).toMatchObject({
    count: 1,
    examples: [{ storeCode, since, gateways: 3, labels: 2, wrong: 1, together: true }],
  })
  expect((await walk('wrong-price', [storeCode])).labelList).toEqual([])
  await gateways[1]?.online('b')
  expect(await kindsOf([storeCode])).toEqual(['wrong-price', 'gateway-offline'])
})

test('gateways that fell silent one after the other did not do so together, and one that was never heard is no outage', async () => {
  const { storeCode, gateways } = await shop([], { gateways: 2 })
  await engine.gateway(storeCode, '02EDFFFF0001')
  expect(await kindsOf([storeCode])).toEqual([])
  await gateways[0]?.breakOff()
  context.clock.advance(120)
  await gateways[1]?.breakOff()
  expect((await causeOf('store-offline', [storeCode]))?.examples).toMatchObject([{ gateways: 2, together: false }])
})

test('a file that was refused is told of until a later one is taken in', async () => {
  const { storeCode } = await shop([])
  const upload = (content: string) => sendFile(app, root, '/product/file', { name: 'prices.csv', content }, { storeCode })
  await upload('PRODUCT_CODE,NAME,PRICE\np1,Milk,no price\np2,Tea,also none\n')
  const cause = await causeOf('files-refused', [storeCode])
  expect(cause).toMatchObject({ count: 1, stores: 1, examples: [{ storeCode, fileName: 'prices.csv', errorCount: 2 }] })
  await upload('PRODUCT_CODE,NAME,PRICE\np1,Milk,100\n')
  expect(await kindsOf([storeCode])).toEqual([])
})

test('gateways and displays that wait for approval are one cause, for those who may decide', async () => {
  const { storeCode } = await shop([])
  const at = context.clock.now()
  await sql`insert into waiting_gateways (gw_mac, store_code, address, first_at, last_at) values ('02EDAAAA0001', ${storeCode}, '10.0.0.9', ${at}, ${at})`.execute(
    db,
  )
  await seedDisplay(
    context.context,
    { mac: '02:ed:aa:aa:00:02', storeCode, name: '' },
    { store_code: null, requested_store: storeCode, status: 'PENDING' },
  )
  expect(await causeOf('approvals', [storeCode])).toMatchObject({
    count: 2,
    gateways: 1,
    displays: 1,
    examples: [
      { device: 'gateway', mac: '02EDAAAA0001', address: '10.0.0.9', storeCode },
      { device: 'display', mac: '02:ed:aa:aa:00:02', storeCode },
    ],
  })
  const privileges: Privilege[] = ['dashboard.read', 'store.read']
  const clerk = await seedAccount(context.context, { email: 'approves@test.example', stores: [storeCode], privileges })
  expect(await causesOf([], clerk)).toMatchObject([{ kind: 'approvals', gateways: 1, displays: 0 }])
})

test('low batteries are counted store by store, and walked to', async () => {
  const [first, second] = [await shop(['1', '2']), await shop(['3'])]
  const stores = [first.storeCode, second.storeCode]
  await sql`update tags set batt_status = 'NG' where store_code = any(${stores}::text[])`.execute(db)
  expect(await causeOf('low-battery', stores)).toMatchObject({
    count: 3,
    stores: 2,
    examples: [
      { storeCode: first.storeCode, labels: 2 },
      { storeCode: second.storeCode, labels: 1 },
    ],
  })
  const { labelList } = await walk('low-battery', stores)
  expect(labelList.map(({ tagMac, prName, price }) => [tagMac, prName, price])).toEqual(
    [...first.tags, ...second.tags].map((tag, place) => [tag, ['Milk 0', 'Milk 1', 'Milk 0'][place], '']),
  )
})

test('an access point is out of reach under its own name', async () => {
  const { storeCode, gateways } = await shop([], { gateways: 2 })
  const [, point] = gateways
  const at = context.clock.now()
  await sql`insert into bridges (bridge_id, name, token_hash, created_by, created_at) values (900, 'Cellar', 'hash of today', 'test', ${at})`.execute(
    db,
  )
  await sql`insert into access_points (store_code, gw_mac, bridge_id, kind, name, address, created_by, created_at, updated_at)
    values (${storeCode}, ${point?.gwMac}, 900, 'openepaperlink', 'Dairy', '10.0.0.3', 'test', ${at}, ${at})`.execute(db)
  await point?.breakOff()
  expect(await causesOf([storeCode])).toMatchObject([
    { kind: 'access-points', count: 1, examples: [{ name: 'Dairy', gwMac: point?.gwMac }] },
  ])
})

test('holds nothing but the account’s stores and what it may read', async () => {
  const { storeCode, gateways, tags } = await shop(['198'])
  await fail(storeCode, tags)
  await saveUnseen(storeCode, 'p0', '178')
  const other = await shop([])
  const account = (email: string, privileges: Privilege[]) =>
    seedAccount(context.context, { email, stores: [storeCode], privileges: ['dashboard.read', ...privileges] })
  const clerk = await account('clerk@today.example', ['tag.read'])
  expect(await kindsOf([], clerk)).toEqual(['wrong-price'])
  for (const address of ['/stats/today?', '/stats/today/walk?kind=wrong-price&']) {
    const foreign = await caller(app, clerk)('GET', `${address}stores=${storeCode},${other.storeCode}`)
    expect([foreign.status, foreign.body.code]).toEqual([403, 'other-store'])
  }
  expect((await caller(app, clerk)('GET', '/stats/today/walk?kind=anything')).status).toBe(400)
  await gateways[0]?.breakOff()
  const keeper = await account('keeper@today.example', ['store.read'])
  expect(await causesOf([], keeper)).toMatchObject([{ kind: 'store-offline', examples: [{ storeCode, wrong: null }] }])
  expect((await caller(app, keeper)('GET', '/stats/today/walk?kind=wrong-price')).status).toBe(403)
  expect(await kindsOf([], await account('nothing@today.example', []))).toEqual([])
})

test('displays that do not answer are one cause, for who may read them; those of a store that is out of reach belong to its outage', async () => {
  const { storeCode, gateway } = await shop([])
  const recv_at = new Date('2026-11-20T06:00:00Z')
  await seedDisplay(context.context, { mac: '02:ed:aa:aa:01:01', storeCode, name: 'Wall' }, { status: 'OFFLINE', recv_at })
  await seedDisplay(context.context, { mac: '02:ed:aa:aa:01:02', storeCode, name: 'Door' })
  expect(await causeOf('displays-offline', [storeCode])).toEqual({
    kind: 'displays-offline',
    count: 1,
    stores: 1,
    examples: [
      {
        storeCode,
        storeName: `Store ${storeCode}`,
        timeZone: 'Asia/Tokyo',
        mac: '02:ed:aa:aa:01:01',
        name: 'Wall',
        since: recv_at.getTime() / 1000,
      },
    ],
  })
  const account = (email: string, privileges: Privilege[]) => seedAccount(context.context, { email, stores: [storeCode], privileges })
  const blind = await account('no-displays@today.example', ['dashboard.read', 'store.read'])
  const seesDisplaysOnly = await account('displays@today.example', ['dashboard.read', 'plus.read'])
  expect(await kindsOf([storeCode], blind)).toEqual([])
  await gateway.breakOff()
  expect(await kindsOf([storeCode])).toEqual(['store-offline'])
  // Who is not told of the outage is told of the display.
  expect(await kindsOf([storeCode], seesDisplaysOnly)).toEqual(['displays-offline'])
})
