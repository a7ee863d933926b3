/** Prices old → new before they are applied: of a file, and of products that are saved. Of a task that is taken back: updates.test.ts. */
import type { FileCheck } from '@endcap/contract/product-files'
import type { PriceReview, ProductCheck } from '@endcap/contract/price-review'
import { beforeEach, describe, expect, test } from 'vitest'
import { setSetting } from '../../settings/settings.service.ts'
import { seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { db } = context.context
const header = 'PRODUCT_CODE,NAME,PRICE'
const wide = `${header},UNIT,UNIT_PRICE,TAX_PRICE`
let stores = 0
let storeCode = ''
beforeEach(async () => {
  storeCode = `W${++stores}`
  await seedStore(context.context, storeCode)
  await db.updateTable('stores').set({ locale: 'de-DE', currency: 'EUR' }).where('store_code', '=', storeCode).execute()
  await setSetting(db, 'prices', { risePercent: 100, fallPercent: 50 })
})
async function send(content: string, path = '') {
  const file = { name: 'prices.csv', content }
  const answer = await sendFile<FileCheck & { taskId: string | null }>(app, root, `/product/file${path}`, file, { storeCode })
  expect(answer.status).toBe(200)
  return answer.body
}
const check = (content: string) => send(content, '/check')
const stored = async () =>
  (await db.selectFrom('products').select(['pr_code', 'pr_info']).where('store_code', '=', storeCode).orderBy('pr_code').execute()).map(
    ({ pr_code, pr_info }) => [pr_code, pr_info[3]],
  )
const kinds = ({ prices }: PriceReview) => prices.map(({ prCode, name, kind, percent }) => [prCode, name, kind, percent])

describe('the check of a file', () => {
  test('names prices that are zero, below zero, or slips of the decimal sign, the largest change first', async () => {
    await send(`${header}\n1,Milk,1.98\n2,Tea,2.50\n3,Oil,9.90\n4,Rice,19.80\n5,Salt,1.00\n`)
    const found = await check(`${header}\n1,Milk,1980\n2,Tea,0\n3,Oil,-9.90\n4,Rice,1.98\n5,Salt,1.50\n6,New,0.00\n7,Dear,999\n`)
    expect(found).toMatchObject({ errorCount: 0, priceCount: 5, otherPriceCount: 1, cheaper: 3, dearer: 2 })
    expect(kinds(found)).toEqual([
      ['6', 'PRICE', 'zero', null],
      ['1', 'PRICE', 'tenfold', 99_900],
      ['3', 'PRICE', 'negative', -200],
      ['2', 'PRICE', 'zero', -100],
      ['4', 'PRICE', 'tenth', -90],
    ])
    expect(found.prices[1]).toEqual({
      line: 2,
      prCode: '1',
      productName: 'Milk',
      name: 'PRICE',
      kind: 'tenfold',
      before: '1.98',
      after: '1980',
      beforeWords: '1,98\u00a0€',
      afterWords: '1.980,00\u00a0€',
      percent: 99_900,
      labels: 0,
    })
    expect(found.otherPrices.map(({ prCode, before, after, percent }) => [prCode, before, after, percent])).toEqual([
      ['5', '1.00', '1.50', 50],
    ])
  })

  test('names a rise and a fall beyond what the settings let pass', async () => {
    await send(`${header}\n1,Milk,2.00\n2,Tea,2.00\n3,Oil,2.00\n4,Rice,2.00\n`)
    const next = `${header}\n1,Milk,4.01\n2,Tea,4.00\n3,Oil,0.99\n4,Rice,1.00\n`
    expect(kinds(await check(next))).toEqual([
      ['1', 'PRICE', 'rise', 100.5],
      ['3', 'PRICE', 'fall', -50.5],
    ])
    await setSetting(db, 'prices', { risePercent: 99, fallPercent: 60 })
    expect(kinds(await check(next))).toEqual([
      ['1', 'PRICE', 'rise', 100.5],
      ['2', 'PRICE', 'rise', 100],
    ])
  })

  test('lists all other changes of the price, the largest first, and a price that goes before them', async () => {
    await send(`${header}\n1,Milk,2.00\n2,Tea,2.00\n3,Oil,2.00\n4,Rice,2.00\n`)
    const found = await check(`${header}\n1,Milk,2.10\n2,Tea,1.20\n3,Oil,\n4,Rice,2.00\n`)
    expect(found).toMatchObject({ priceCount: 0, prices: [], otherPriceCount: 3, cheaper: 1, dearer: 1 })
    expect(found.otherPrices.map(({ prCode, afterWords, percent }) => [prCode, afterWords, percent])).toEqual([
      ['3', '', null],
      ['2', '1,20\u00a0€', -40],
      ['1', '2,10\u00a0€', 5],
    ])
  })

  test('names a hundred of each and counts all; what is as before is none', async () => {
    const rows = (price: string) => Array.from({ length: 130 }, (_, n) => `${n},Milk,${price}`).join('\n')
    await send(`${header}\n${rows('1.00')}\n`)
    const zero = await check(`${header}\n${rows('0')}\n`)
    expect([zero.priceCount, zero.prices.length]).toEqual([130, 100])
    const dearer = await check(`${header}\n${rows('1.10')}\n`)
    expect([dearer.priceCount, dearer.otherPriceCount, dearer.otherPrices.length]).toEqual([0, 130, 100])
    expect(await check(`${header}\n${rows('1.00')}\n`)).toMatchObject({ priceCount: 0, otherPriceCount: 0 })
  })

  test('a price that stood before prices were made plain is not compared', async () => {
    await send(`${header}\n1,Milk,5\n`)
    await db
      .updateTable('products')
      .set({ pr_info: ['1', 'Milk', '', '1,298'] })
      .where('store_code', '=', storeCode)
      .execute()
    const found = await check(`${header}\n1,Milk,1\n`)
    expect(found).toMatchObject({ changed: 1, priceCount: 0, otherPrices: [{ before: '1,298', percent: null }] })
  })

  test('counts the labels that show a product', async () => {
    await send(`${header}\n1,Milk,5\n`)
    await db.updateTable('products').set({ tag_count: 3 }).where('store_code', '=', storeCode).execute()
    expect((await check(`${header}\n1,Milk,6\n`)).otherPrices).toMatchObject([{ prCode: '1', labels: 3 }])
  })
})

describe('a unit price and a price with tax', () => {
  test('that stay when the price changes are named, each with what would fit', async () => {
    await send(`${wide}\n1,Milk,1.68,1 l,1.68,1.80\n`)
    const { misfitCount, misfits } = await check(`PRODUCT_CODE,PRICE\n1,1.78\n`)
    expect(misfitCount).toBe(2)
    const of = { line: 2, prCode: '1', productName: 'Milk' }
    expect(misfits).toEqual([
      { ...of, name: 'TAX_PRICE', value: '1.80', valueWords: '1,80\u00a0€', right: '1.91', rightWords: '1,91\u00a0€' },
      { ...of, name: 'UNIT_PRICE', value: '1.68', valueWords: '1,68\u00a0€', right: '1.78', rightWords: '1,78\u00a0€' },
    ])
  })

  test('are not named beside a price that looks wrong, which they go with', async () => {
    await send(`${wide}\n1,Milk,1.68,1 l,1.68,1.80\n2,Tea,2.00,1 l,2.00,2.14\n`)
    const found = await check(`${wide}\n1,Milk,16.80,1 l,16.80,18.00\n2,Tea,2.10,1 l,21.00,2.25\n`)
    expect(kinds(found)).toEqual([
      ['2', 'UNIT_PRICE', 'tenfold', 950],
      ['1', 'PRICE', 'tenfold', 900],
    ])
    expect(found.misfits.map(({ prCode, name }) => [prCode, name])).toEqual([['2', 'UNIT_PRICE']])
  })

  test.each([
    ['in proportion', '1.78,1 l,1.78,1.91'],
    ['within what rounding allows', '1.79,1 l,1.79,1.91'],
    ['of another quantity', '1.78,500 ml,3.56,1.91'],
    ['that go', '1.78,1 l,,'],
    ['beside a price that stays', '1.68,1 l,2.00,3.00'],
  ])('%s are no misfit', async (_, row) => {
    await send(`${wide}\n1,Milk,1.68,1 l,1.68,1.80\n`)
    expect(await check(`${wide}\n1,Milk,${row}\n`)).toMatchObject({ changed: 1, misfitCount: 0, misfits: [] })
  })

  test('may be finer than a coin, and is said as labels say it', async () => {
    await send(`${wide}\n1,Nails,4.99,100,0.0499,\n`)
    const [misfit] = (await check(`PRODUCT_CODE,PRICE\n1,5.99\n`)).misfits
    expect(misfit).toMatchObject({ right: '0.0599', rightWords: '0,0599\u00a0€' })
  })
})

describe('the check of products that are saved', () => {
  const save = (path: string, ...productList: object[]) => api('POST', `/product${path}`, { storeCode, productList })
  const milk = (price: string, more = {}) => ({ prCode: '1', prInfo: ['1', 'Milk', '', price], ...more })

  test('says what saving would change, and changes nothing', async () => {
    await send(`${header}\n1,Milk,1.98\n2,Tea,2.00\n`)
    const { status, body } = await save('/check', milk('19,80 €'), { prCode: '3', prInfo: ['3', 'Oil', '', '0'] })
    const found = body as unknown as ProductCheck
    expect([status, found.newCount, found.changed, found.unchanged]).toEqual([200, 1, 1, 0])
    expect(kinds(found)).toEqual([
      ['3', 'PRICE', 'zero', null],
      ['1', 'PRICE', 'tenfold', 900],
    ])
    expect(await stored()).toEqual([
      ['1', '1.98'],
      ['2', '2.00'],
    ])
    expect(await db.selectFrom('staged_products').select('pr_code').where('store_code', '=', storeCode).execute()).toEqual([])
    await save('', milk('1.98'))
    expect((await save('/check', milk('1.98'))).body).toMatchObject({ changed: 0, unchanged: 1, otherPriceCount: 0 })
  })

  test('is refused where saving would be', async () => {
    await send(`${header}\n1,Milk,1.98\n`)
    expect(await save('/check', milk('dear'))).toMatchObject({ status: 400, body: { field: 'productList.0.prInfo' } })
    expect(await save('/check', milk('2', { layoutId: 'NONE' }))).toMatchObject({ status: 400 })
    expect(await save('/check', milk('2', { updateId: '0' }))).toMatchObject({ status: 409, body: { code: 'changed-since' } })
  })
})
