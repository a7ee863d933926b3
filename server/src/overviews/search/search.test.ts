/** One search over all stores: what is found, whose it is, and that its time is bounded. */
import type { Privilege } from '@endcap/contract/privileges'
import { maxHits, type Found } from '@endcap/contract/search'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holdImport, releaseImport } from '../../catalogue/file-imports/file-imports.service.ts'
import { createChain } from '../../testing/chain.ts'
import { seedAccount, seedDisplay, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { followProducts, openProductTexts } from './product-texts.ts'
import { findProducts } from './search.queries.ts'
import { readTerm } from './terms.ts'

const { context: given, app, root, api } = await startTestApp()
const { context } = given
const { db } = context
const chain = createChain(given, app, root)
await seedStore(context, 'TOKYO', { storeName: '東京本店' })
await seedStore(context, 'BERLIN', { storeName: 'Berlin Mitte' })
await sql`update aliases set name = 'OTHER_' || index`.execute(db)
await sql`delete from aliases`.execute(db)
await db
  .insertInto('aliases')
  .values([
    { index: 0, name: 'CODE', key: true },
    { index: 1, name: 'NAME', type: 'name' },
    { index: 2, name: 'PRICE', type: 'price' },
    { index: 3, name: 'EAN', type: 'barcode' },
    { index: 4, name: 'ORIGIN' },
  ])
  .execute()

const follow = async () => {
  while (await followProducts(context));
}
type Values = [prCode: string, name: string, price?: string, ean?: string, origin?: string]
async function save(storeCode: string, ...products: Values[]) {
  const productList = products.map(([prCode, name, price = '168', ean = '', origin = '']) => ({
    prCode,
    prInfo: [prCode, name, price, ean, origin],
  }))
  expect((await api('POST', '/product', { storeCode, productList })).status).toBe(200)
  await follow()
}
async function search(term: string, { headers = root.headers, near = '' } = {}): Promise<Found> {
  const query = new URLSearchParams({ term, ...(near !== '' && { storeCode: near }) })
  const answer = await app.inject({ method: 'GET', url: `/api/search?${query.toString()}`, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Found>()
}
const codes = async (...asked: Parameters<typeof search>) => (await search(...asked)).products.map(({ prCode }) => prCode)
let accounts = 0
const reader = (stores: string[], ...privileges: Privilege[]) =>
  seedAccount(context, { email: `reader${++accounts}@example.com`, stores, privileges })

await save('TOKYO', ['100', '北海道 牛乳', '168', '4901234567894', '北海道'], ['200', '深蒸し 緑茶', '398', '4909876543215', '静岡'])
await save(
  'BERLIN',
  ['100', '北海道 牛乳', '3'],
  ['300', 'Äpfel aus der Region', '2', '4001111111118', 'Bodensee'],
  ['400', '100% Saft', '2'],
)

test('the product that is called so comes first, then those that have the words side by side', async () => {
  await save('BERLIN', ['5003', 'Regal 1'], ['5001', 'Regal links 3'], ['5002', 'Das Regal 3 rechts'], ['5004', 'Regal 3'])
  const found = await codes('regal 3')
  expect(found.slice(0, 2)).toEqual(['5004', '5002'])
  expect(found.toSorted()).toEqual(['5001', '5002', '5003', '5004'])
})

test('a product is found by a part of its name, in Japanese by two characters or one, in any case and width', async () => {
  for (const term of ['牛乳', '牛', '道 牛', '乳 北海']) expect(await codes(term), term).toEqual(['100'])
  for (const term of ['äpf', 'REGION', 'aus der', 'Ｒｅｇｉｏｎ']) expect(await codes(term), term).toEqual(['300'])
  expect(await codes('緑乳')).toEqual([])
  expect(await codes('100%')).toEqual(['400'])
  expect(await codes('_')).toEqual([])
})

test('by the value of any alias that is no amount, by its code, its bar code, and the beginning of either', async () => {
  expect(await codes('bodensee')).toEqual(['300'])
  expect(await codes('静岡')).toEqual(['200'])
  expect(await codes('398')).toEqual([])
  expect((await codes('100'))[0]).toBe('100')
  expect(await codes('4909876543215')).toEqual(['200'])
  expect(await codes('400111')).toEqual(['300'])
})

test('a hit says what it is called, what it costs and in which store; what is in the near store comes from there', async () => {
  const [hit] = (await search('牛乳', { near: 'TOKYO' })).products
  expect(hit).toMatchObject({ storeCode: 'TOKYO', storeName: '東京本店', name: '北海道 牛乳', prCode: '100', glass: null })
  expect(hit?.price).toContain('168')
  expect((await search('牛乳', { near: 'BERLIN' })).products[0]).toMatchObject({ storeCode: 'BERLIN', storeName: 'Berlin Mitte' })
})

test('what is renamed or gone is not found any more', async () => {
  await save('BERLIN', ['500', 'Birnen'])
  expect(await codes('birnen')).toEqual(['500'])
  await save('BERLIN', ['500', 'Pflaumen'])
  expect(await codes('birnen')).toEqual([])
  expect(await codes('pflaumen')).toEqual(['500'])
  await db.deleteFrom('products').where('pr_code', '=', '500').execute()
  // The job has not looked yet.
  expect(await codes('pflaumen')).toEqual([])
  await follow()
  expect(await db.selectFrom('product_texts').select('words').where('pr_code', '=', '500').execute()).toEqual([])
  expect(await db.selectFrom('product_changes').selectAll().execute()).toEqual([])
})

test('another type of an alias is followed for all products', async () => {
  await db.updateTable('aliases').set({ type: 'number' }).where('index', '=', 4).execute()
  await follow()
  expect(await codes('bodensee')).toEqual([])
  await db.updateTable('aliases').set({ type: 'text' }).where('index', '=', 4).execute()
  await follow()
  expect(await codes('bodensee')).toEqual(['300'])
})

test('files that are being taken in go first, for a minute', async () => {
  const job = openProductTexts(context)
  const work = () => job.work({ holder: 'here', place: 1 })
  const product = { storeCode: 'BERLIN', productList: [{ prCode: '700', prInfo: ['700', 'Quitten', '2', '', ''] }] }
  expect((await api('POST', '/product', product)).status).toBe(200)
  await holdImport(db, 'TOKYO', 'a file', 300)
  expect(await work()).toBe(false)
  given.clock.advance(59)
  expect(await work()).toBe(false)
  expect(await codes('quitten')).toEqual([])
  given.clock.advance(1)
  while ((await work()) === true);
  expect(await codes('quitten')).toEqual(['700'])
  // What comes then waits anew.
  await api('POST', '/product', { ...product, productList: [{ prCode: '701', prInfo: ['701', 'Mispeln', '2', '', ''] }] })
  expect(await work()).toBe(false)
  await releaseImport(db, 'TOKYO', 'a file')
  given.clock.advance(4)
  expect(await work()).toBe(false)
  given.clock.advance(1)
  while ((await work()) === true);
  expect(await codes('mispeln')).toEqual(['701'])
})

test('tags, stores, gateways, layouts, displays and members are found by name or id', async () => {
  const [tagMac = ''] = await chain.addTags('BERLIN', 2)
  const { tags } = await search(tagMac.toLowerCase())
  expect(tags).toMatchObject([{ tagMac, storeCode: 'BERLIN', storeName: 'Berlin Mitte' }])
  expect((await search(tagMac.slice(0, 6))).tags.length).toBeGreaterThan(0)
  expect((await search(tagMac.slice(0, 3))).tags).toEqual([])
  expect((await search('本店')).stores).toEqual([{ storeCode: 'TOKYO', storeName: '東京本店' }])
  expect((await search('berlin')).stores).toEqual([{ storeCode: 'BERLIN', storeName: 'Berlin Mitte' }])
  const { layouts } = await search('shelf_price')
  expect(layouts.length).toBeGreaterThan(0)
  const [first] = layouts
  const drawing = await api('GET', `/layout/drawing/${first?.drawingId}`)
  expect(first).toMatchObject({ modelClass: drawing.body.modelClass, updatedAt: drawing.body.updatedAt })
  const gwMac = await chain.addGateway('BERLIN')
  await db.updateTable('gateways').set({ ip: '10.7.0.3' }).where('gw_mac', '=', gwMac).execute()
  const gateway = { gwMac, storeCode: 'BERLIN', storeName: 'Berlin Mitte' }
  expect((await search(gwMac.toLowerCase())).gateways).toEqual([gateway])
  expect((await search('10.7.0')).gateways).toEqual([gateway])
  const mac = '02AB00000001'
  await seedDisplay(context, { mac, storeCode: 'TOKYO', name: 'Fenster links' })
  const display = { mac, name: 'Fenster links', storeCode: 'TOKYO', storeName: '東京本店' }
  expect((await search('fenster')).displays).toEqual([display])
  expect((await search(mac)).displays).toEqual([display])
  const { email } = await reader(['TOKYO'])
  expect((await search(email)).members).toEqual([{ email, name: email }])
})

test('an account finds only what it may read, in its own stores', async () => {
  const { headers } = await reader(['BERLIN'], 'product.read')
  expect((await search('牛乳', { headers, near: 'TOKYO' })).products).toMatchObject([{ storeCode: 'BERLIN' }])
  expect(await codes('緑茶', { headers })).toEqual([])
  expect(await codes('4909876543215', { headers })).toEqual([])
  expect((await search('本店', { headers })).stores).toEqual([])
  const [tagMac = ''] = await chain.addTags('BERLIN', 1)
  expect((await search(tagMac, { headers })).tags).toEqual([])
  expect((await search('shelf_price', { headers })).layouts).toEqual([])
  expect((await search('reader', { headers })).members).toEqual([])
  expect((await search('10.7.0', { headers })).gateways).toEqual([])
  expect((await search('fenster', { headers })).displays).toEqual([])
  const other = await reader(['TOKYO'], 'tag.read')
  expect((await search(tagMac, { headers: other.headers })).tags).toEqual([])
  expect(await codes('牛乳', { headers: other.headers })).toEqual([])
})

test('a text that is too long is refused', async () => {
  const answer = await app.inject({ method: 'GET', url: `/api/search?term=${'a'.repeat(101)}`, headers: root.headers })
  expect(answer.statusCode).toBe(400)
  expect(await codes('   ')).toEqual([])
})

test('with many thousand products an answer has few hits, found by the index of pairs', async () => {
  await sql`insert into products (store_code, pr_code, pr_info)
    select 'BERLIN', 'x' || n, array['x' || n, 'Produkt ' || n || case when n = 7777 then ' Rarität' else '' end] from generate_series(1, 20000) n`.execute(
    db,
  )
  await follow()
  expect((await search('produkt')).products).toHaveLength(maxHits)
  expect(await codes('rarität')).toEqual(['x7777'])
  await sql`analyze product_texts`.execute(db)
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select text_id from product_texts t
    where text_grams(t.words) @> array['rar', 'ari']::text[] and t.words like all (array['%rar%'])`.execute(db)
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('product_texts_by_gram')
  const term = readTerm('Rarität')
  expect(term && (await findProducts(db, term, { stores: ['TOKYO'], near: undefined, limit: 6 }))).toEqual([])
})
