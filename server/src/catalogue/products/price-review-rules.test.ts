/** From where a change of a price is to be looked at, and which rows of a stage count. What a check answers: price-review.test.ts. */
import { reportedPrices } from '@endcap/contract/price-review'
import type { Alias } from '@endcap/contract/products'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { setSetting } from '../../settings/settings.service.ts'
import { seedStore } from '../../testing/seed.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { reviewedPrices, reviewPrices } from './price-review.queries.ts'

const { context, close } = await createTestContext()
afterAll(close)
const { db } = context
const names = ['CODE', 'NAME', 'PRICE', 'UNIT', 'UNIT_PRICE', 'TAX_PRICE', 'CURRENCY', 'STOCK'] as const
type Name = (typeof names)[number]
const typeOf = (name: Name): Alias['type'] =>
  name === 'NAME' ? 'name' : name.endsWith('PRICE') ? 'price' : name === 'STOCK' ? 'number' : 'text'
type Values = Partial<Record<Name, string>>

let number = 0
let storeCode = ''
let fileId = ''
/** Only these slots have a name. */
async function callThem(...called: readonly Name[]) {
  await db.deleteFrom('aliases').execute()
  const rows = called.map((name) => ({ index: names.indexOf(name), name, key: name === 'CODE', type: typeOf(name), display_names: '{}' }))
  await db.insertInto('aliases').values(rows).execute()
}
beforeEach(async () => {
  storeCode = `R${++number}`
  fileId = String(number)
  await seedStore(context, storeCode)
  await db.updateTable('stores').set({ locale: 'en-US', currency: 'EUR' }).where('store_code', '=', storeCode).execute()
  await setSetting(db, 'prices', { risePercent: 100, fallPercent: 50 })
  await callThem(...names)
})
const slots = (code: string, values: Values) => names.map((name) => ({ NAME: `Name ${code}`, ...values, CODE: code })[name] ?? '')
const stand = (products: Record<string, Values>, more: { store_code?: string; tag_count?: number } = {}) =>
  db
    .insertInto('products')
    .values(
      Object.entries(products).map(([code, values]) => ({ store_code: storeCode, pr_code: code, pr_info: slots(code, values), ...more })),
    )
    .execute()
const stage = (products: Record<string, Values>, more: { store_code?: string; file_id?: string; removed?: boolean } = {}) =>
  db
    .insertInto('staged_products')
    .values(
      Object.entries(products).map(([code, values], at) => ({
        store_code: storeCode,
        file_id: fileId,
        line: at + 2,
        pr_code: code,
        pr_info: slots(code, values),
        ...more,
      })),
    )
    .execute()
/** What is in the way: the same products in another store, in another file, and one that the file removes. */
async function standBeside() {
  const other = `${storeCode}B`
  await seedStore(context, other)
  await stand({ 1: { PRICE: '7.00', UNIT_PRICE: '7.00' }, 2: { PRICE: '0.01' } }, { store_code: other, tag_count: 9 })
  await stage({ 1: { PRICE: '70.00' }, 2: { PRICE: '0.03' } }, { store_code: other, file_id: `${fileId}000` })
  await stage({ 1: { PRICE: '90.00' }, 2: { PRICE: '0.09' } }, { file_id: `${fileId}001` })
  await stand({ 3: { PRICE: '1.00', UNIT_PRICE: '1.00' } })
  await stage({ 3: { PRICE: '2.00', UNIT_PRICE: '1.00' } }, { removed: true })
}
const review = () => reviewPrices(db, { storeCode, fileId })
const kindOf = async (before: Values, after: Values) => {
  await stand({ 1: before })
  await stage({ 1: after })
  const { prices } = await review()
  return prices.map(({ name, kind }) => [name, kind])
}

test('of changes that read alike in percent the larger one comes first, wherever its line is', async () => {
  await stand({ 1: { PRICE: '11.03' }, 2: { PRICE: '11.00' }, 3: { PRICE: '0.11' }, 4: { PRICE: '0.10' } })
  await stage({ 1: { PRICE: '10.03' }, 2: { PRICE: '10.00' }, 3: { PRICE: '1103.00' }, 4: { PRICE: '1003.00' } })
  const { prices, otherPrices } = await review()
  expect(otherPrices.map(({ prCode, percent }) => [prCode, percent])).toEqual([
    ['2', -9.1],
    ['1', -9.1],
  ])
  expect(prices.map(({ prCode }) => prCode)).toEqual(['4', '3'])
})

test('of more changes than are told, the largest are told, those that look wrong and the others', async () => {
  const codes = Array.from({ length: reportedPrices + 1 }, (_, at) => at)
  await stand(
    Object.fromEntries(
      codes.flatMap((at) => [
        [`${at}`, { PRICE: '100' }],
        [`w${at}`, { PRICE: '10000' }],
      ]),
    ),
  )
  await stage(
    Object.fromEntries(
      codes.flatMap((at) => [
        [`${at}`, { PRICE: `${101 + at / 1000}` }],
        [`w${at}`, { PRICE: `${30_000 + at}` }],
      ]),
    ),
  )
  const { prices, otherPrices, priceCount, otherPriceCount } = await review()
  expect([priceCount, otherPriceCount, prices.length, otherPrices.length]).toEqual([
    codes.length,
    codes.length,
    reportedPrices,
    reportedPrices,
  ])
  expect([prices[0]?.prCode, otherPrices[0]?.prCode]).toEqual([`w${reportedPrices}`, `${reportedPrices}`])
})

describe('a price', () => {
  test.each([
    ['0.50', '1.01', 'rise'],
    ['2.00', '4.00', null],
    ['2.00', '4.01', 'rise'],
    ['2.00', '19.99', 'rise'],
    ['2.00', '20.00', 'tenfold'],
    ['2.00', '1.00', null],
    ['2.00', '0.99', 'fall'],
    ['2.00', '0.21', 'fall'],
    ['2.00', '0.20', 'tenth'],
    ['2.00', '0.00', 'zero'],
    ['2.00', '-0.01', 'negative'],
    ['0.00', '5.00', null],
    ['-1.00', '5.00', null],
    ['-1.00', '-2.00', 'negative'],
  ])('that was %s and will be %s: %s', async (was, will, kind) => {
    expect(await kindOf({ PRICE: was }, { PRICE: will })).toEqual(kind === null ? [] : [['PRICE', kind]])
  })
  test('that is not the one customers pay is named where it is a slip, not where it rises', async () => {
    const before = { PRICE: '2.00', UNIT_PRICE: '2.00', TAX_PRICE: '2.00' }
    expect(await kindOf(before, { ...before, UNIT_PRICE: '6.00', TAX_PRICE: '20.00' })).toEqual([['TAX_PRICE', 'tenfold']])
  })
  test('is no number or text that changes beside it', async () => {
    expect(await kindOf({ PRICE: '2.00', STOCK: '5', UNIT: '5' }, { PRICE: '2.00', STOCK: '0', UNIT: '0' })).toEqual([])
  })
  test('that is written otherwise is neither cheaper nor dearer', async () => {
    await stand({ 1: { PRICE: '2.00' }, 2: { PRICE: '2.00' }, 3: { PRICE: '2.00' }, 4: { PRICE: '2.00' } })
    await stage({ 1: { PRICE: '2.0' }, 2: { PRICE: '2.10' }, 3: { PRICE: '2.20' }, 4: { PRICE: '1.90' } })
    expect(await review()).toMatchObject({ priceCount: 0, prices: [], otherPriceCount: 4, cheaper: 1, dearer: 2 })
  })
  test('of a new product is looked at where it is none', async () => {
    await stage({ 1: { PRICE: '0' }, 2: { PRICE: '5.00' } })
    const found = await review()
    expect(found).toMatchObject({ priceCount: 1, otherPriceCount: 0, otherPrices: [] })
    expect(found.prices).toMatchObject([{ prCode: '1', kind: 'zero', before: null, beforeWords: '', productName: 'Name 1', labels: 0 }])
  })
})

describe('what stands beside', () => {
  test('in other stores and other files, or is removed, is no part of a review', async () => {
    await stand({ 1: { PRICE: '2.00', UNIT_PRICE: '2.00' }, 2: { PRICE: '3.00' } }, { tag_count: 4 })
    await stage({ 1: { PRICE: '30.00', UNIT_PRICE: '2.00' }, 2: { PRICE: '3.30' } })
    await standBeside()
    const found = await review()
    expect(found).toMatchObject({ priceCount: 1, otherPriceCount: 1, cheaper: 0, dearer: 2, misfitCount: 1 })
    const changes = [...found.prices, ...found.otherPrices].map((one) => [one.prCode, one.before, one.after, one.beforeWords, one.labels])
    expect(changes).toEqual([
      ['1', '2.00', '30.00', '€2.00', 4],
      ['2', '3.00', '3.30', '€3.00', 4],
    ])
    expect(found.misfits.map(({ prCode, name, right }) => [prCode, name, right])).toEqual([['1', 'UNIT_PRICE', '30.00']])
  })
  test('has no part in what stands for the prices that were looked at; a name has none either', async () => {
    await stand({ 1: { PRICE: '2.00' }, 2: { PRICE: '3.00' } })
    await stage({ 1: { PRICE: '2.50' }, 2: { PRICE: '3.00', NAME: 'Other' } })
    const looked = await reviewedPrices(db, { fileId })
    await standBeside()
    await db
      .updateTable('staged_products')
      .set({ pr_info: slots('2', { PRICE: '3.00', NAME: 'Another' }) })
      .where('pr_code', '=', '2')
      .where('file_id', '=', fileId)
      .execute()
    expect(await reviewedPrices(db, { fileId })).toBe(looked)
    const own = (values: Values) =>
      db
        .updateTable('products')
        .set({ pr_info: slots('1', values) })
        .where('store_code', '=', storeCode)
        .where('pr_code', '=', '1')
        .execute()
    await own({ PRICE: '2.10' })
    expect(await reviewedPrices(db, { fileId })).not.toBe(looked)
    await own({ PRICE: '2.50' })
    expect(await reviewedPrices(db, { fileId })).toMatch(/^0-/)
    await stage({ 4: { PRICE: '4.00' } })
    expect(await reviewedPrices(db, { fileId })).toMatch(/^3-/)
  })
  test('is nothing where no price changes', async () => {
    await stand({ 1: { PRICE: '2.00' } })
    expect(await review()).toEqual({
      priceCount: 0,
      prices: [],
      otherPriceCount: 0,
      otherPrices: [],
      cheaper: 0,
      dearer: 0,
      misfitCount: 0,
      misfits: [],
    })
  })
})

describe('what goes with a price', () => {
  const misfits = async (before: Values, after: Values) => {
    await stand({ 1: before })
    await stage({ 1: after })
    const found = await review()
    expect(found.misfitCount).toBe(found.misfits.length)
    return found.misfits.map(({ name, right }) => [name, right])
  }
  test.each<[string, Values, Values, [string, string][]]>([
    ['by as much as rounding', { PRICE: '1.00', TAX_PRICE: '1.00' }, { PRICE: '3.00', TAX_PRICE: '3.02' }, []],
    ['by more than rounding', { PRICE: '1.00', TAX_PRICE: '1.00' }, { PRICE: '3.00', TAX_PRICE: '3.03' }, [['TAX_PRICE', '3.00']]],
    ['as far as its coarser writing goes', { PRICE: '1.68', TAX_PRICE: '1.7' }, { PRICE: '1.78', TAX_PRICE: '1.84' }, []],
    ['in its finer writing', { PRICE: '1.68', TAX_PRICE: '1.680' }, { PRICE: '1.78', TAX_PRICE: '1.68' }, [['TAX_PRICE', '1.780']]],
    ['of a price below one', { PRICE: '0.30', TAX_PRICE: '0.30' }, { PRICE: '0.60', TAX_PRICE: '0.30' }, [['TAX_PRICE', '0.60']]],
    ['of a price that was zero', { PRICE: '0.00', TAX_PRICE: '1.00' }, { PRICE: '3.00', TAX_PRICE: '1.00' }, []],
    ['of a price that becomes zero', { PRICE: '3.00', TAX_PRICE: '3.00' }, { PRICE: '0.00', TAX_PRICE: '3.00' }, []],
    ['that was zero', { PRICE: '1.00', TAX_PRICE: '0.00' }, { PRICE: '3.00', TAX_PRICE: '1.00' }, []],
    [
      'by the quantity: with tax too, the price of a unit not',
      { PRICE: '1.00', UNIT: '1 l', UNIT_PRICE: '1.00', TAX_PRICE: '1.00' },
      { PRICE: '3.00', UNIT: '3 l', UNIT_PRICE: '1.00', TAX_PRICE: '1.00' },
      [['TAX_PRICE', '3.00']],
    ],
  ])('is off %s', async (_, before, after, expected) => {
    expect(await misfits(before, after)).toEqual(expected)
  })
  test.each<[string, Name[], [string, string][]]>([
    [
      'without a unit',
      ['PRICE', 'UNIT_PRICE', 'TAX_PRICE'],
      [
        ['UNIT_PRICE', '3.00'],
        ['TAX_PRICE', '3.00'],
      ],
    ],
    ['without the price of a unit', ['PRICE', 'UNIT', 'TAX_PRICE'], [['TAX_PRICE', '3.00']]],
    ['without the price with tax', ['PRICE', 'UNIT_PRICE'], [['UNIT_PRICE', '3.00']]],
    ['without either', ['PRICE'], []],
    ['without a price', ['UNIT'], []],
  ])('%s is what there is', async (_, called, expected) => {
    await callThem('CODE', 'NAME', ...called)
    const before = { PRICE: '1.00', UNIT_PRICE: '1.00', TAX_PRICE: '1.00', UNIT: '1 l' }
    expect(await misfits(before, { ...before, PRICE: '3.00', UNIT: '3 l' })).toEqual(expected)
  })
  test('is not asked for where it is a text and there is no price', async () => {
    await callThem('CODE', 'NAME', 'TAX_PRICE')
    await db.updateTable('aliases').set({ type: 'text' }).where('name', '=', 'TAX_PRICE').execute()
    expect(await misfits({ TAX_PRICE: '1.00' }, { TAX_PRICE: '2.00' })).toEqual([])
  })
  test('is not named beside a slip of the price, which is, also where there is no price with tax', async () => {
    await callThem('CODE', 'NAME', 'PRICE', 'UNIT_PRICE')
    const before = { PRICE: '1.00', UNIT_PRICE: '1.00' }
    expect(await kindOf(before, { PRICE: '10.00', UNIT_PRICE: '10.00' })).toEqual([['PRICE', 'tenfold']])
  })
  test('comes in the order of how far it is off, first of all where it should be nothing', async () => {
    await callThem('CODE', 'NAME', 'PRICE', 'TAX_PRICE')
    await stand({
      1: { PRICE: '1.00', TAX_PRICE: '1.00' },
      2: { PRICE: '1.00', TAX_PRICE: '1.00' },
      3: { PRICE: '100.00', TAX_PRICE: '0.01' },
    })
    await stage({
      1: { PRICE: '2.00', TAX_PRICE: '1.00' },
      2: { PRICE: '3.00', TAX_PRICE: '1.00' },
      3: { PRICE: '1.00', TAX_PRICE: '0.01' },
    })
    expect((await review()).misfits.map(({ prCode, right }) => [prCode, right])).toEqual([
      ['3', '0.00'],
      ['2', '3.00'],
      ['1', '2.00'],
    ])
  })
  test('is said in the currency of its product', async () => {
    await stand({ 1: { PRICE: '1.00', TAX_PRICE: '1.00', CURRENCY: 'USD' } })
    await stage({ 1: { PRICE: '3.00', TAX_PRICE: '1.00', CURRENCY: 'USD' } })
    expect((await review()).misfits).toMatchObject([{ valueWords: '$1.00', rightWords: '$3.00', productName: 'Name 1' }])
  })
})
