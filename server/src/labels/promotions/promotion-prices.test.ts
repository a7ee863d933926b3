/** Promotions that work their price out of the product's: what the check says is what labels are drawn with. */
import { promotions as endpoints } from '@endcap/contract/promotions'
import { describe, expect, test } from 'vitest'
import { answerOf } from '../../testing/answer-of.ts'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createPromoter, promoteLabels } from './promotions.service.ts'

const { context, app, api } = await startTestApp()
const { db } = context.context
type Body = Record<string, unknown>
let numbers = 0
const wine = { index: 14, values: ['Wine'] }
const twenty = { kind: 'percent', percent: '20', rounding: {} }
const times = { starts: '2027-01-01T06:00', ends: '2099-01-01T06:00' }

/** prInfo of a product: name, price, list price, unit price, tax price, category. */
function info(name: string, price: string, { unitPrice = '', taxPrice = '', category = 'Wine', currency = '' } = {}): string[] {
  const slots = Array.from({ length: 16 }, () => '')
  Object.assign(slots, { 1: name, 3: price, 6: unitPrice, 8: currency, 13: taxPrice, 14: category })
  return slots
}
async function shop(type: string, products: Record<string, string[]>, config: object = {}): Promise<string> {
  const storeCode = `PP${++numbers}`
  await seedStore(context.context, storeCode, { storeType: type, timeZone: 'Asia/Tokyo' })
  await db
    .updateTable('stores')
    .set({ locale: 'de-DE', currency: 'EUR', ...config })
    .where('store_code', '=', storeCode)
    .execute()
  // Beside the API, which refuses prices that are none: they may stand from before.
  const rows = Object.entries(products).map(([prCode, prInfo]) => ({ store_code: storeCode, pr_code: prCode, pr_info: prInfo }))
  await db.insertInto('products').values(rows).execute()
  return storeCode
}
const newType = () => `PRICES${++numbers}`
const body = (more: Body = {}) => ({ rule: wine, price: twenty, ...more })
const check = async (type: string, more: Body = {}) => {
  const answer = await api('POST', `/product/promotion/${type}/check`, body(more))
  expect(answer).toMatchObject({ status: 200 })
  return answerOf(endpoints.check, answer.body)
}
const save = (type: string, more: Body = {}) => api('POST', `/product/promotion/${type}`, { name: 'Wine days', ...times, ...body(more) })
const promoter = createPromoter(context.context)
/** What the label of a product is drawn with. */
async function shown(storeCode: string, prCode: string) {
  const product = await db
    .selectFrom('products')
    .select('pr_info')
    .where('store_code', '=', storeCode)
    .where('pr_code', '=', prCode)
    .executeTakeFirstOrThrow()
  const [label] = await promoteLabels(db, [{ storeCode, layoutId: null, products: [{ prCode, prInfo: product.pr_info }] }])
  const prInfo = label?.products[0]?.prInfo ?? []
  return { price: prInfo[3], list: prInfo[4], unit: prInfo[6], tax: prInfo[13], promotion: label?.promotion }
}
/** Begins what has been saved for now. */
async function begin() {
  context.clock.advance(60)
  await promoter.work()
}
const past = { starts: '2001-01-01T06:00', ends: '2099-01-01T06:00' }

describe('the check of a promotion', () => {
  test('counts products, labels and stores, and says every price old → new, the largest change first', async () => {
    const type = newType()
    const one = await shop(type, {
      w1: info('Rioja', '9.99'),
      w2: info('Chianti', '5.00'),
      milk: info('Milk', '1.19', { category: 'Dairy' }),
    })
    const other = await shop(type, { w1: info('Rioja', '9.99'), w3: info('Sake', '1280') }, { currency: 'JPY', locale: 'ja-JP' })
    await db.updateTable('products').set({ tag_count: 3 }).where('store_code', '=', one).where('pr_code', '=', 'w1').execute()
    await db.updateTable('products').set({ tag_count: 2 }).where('store_code', '=', other).where('pr_code', '=', 'w3').execute()
    const found = await check(type)
    // The 9.99 of the shop with yen is no price.
    expect(found).toMatchObject({ reach: 2, productCount: 3, labelCount: 5, storeCount: 2, partial: false, leftOutCount: 1 })
    expect(found.leftOut).toEqual([{ storeCode: other, prCode: 'w1', productName: 'Rioja', reason: 'no-price', priceWords: '9.99' }])
    expect(found.review).toMatchObject({ priceCount: 0, otherPriceCount: 3, cheaper: 3, dearer: 0 })
    const lines = found.review.otherPrices.map(({ prCode, before, after, labels }) => [prCode, before, after, labels])
    expect(lines).toEqual(
      expect.arrayContaining([
        ['w1', '9.99', '7.99', 3],
        ['w2', '5.00', '4.00', 0],
        ['w3', '1280', '1024', 2],
      ]),
    )
    expect(found.sample).toMatchObject({ storeCode: one, prCode: 'w1' })
    expect([found.sample?.before.prInfo[3], found.sample?.after.prInfo[3]]).toEqual(['9.99', '7.99'])
    const half = await check(type, { price: { ...twenty, percent: '60' } })
    expect(half.review.prices.map(({ kind }) => kind)).toEqual(['fall', 'fall', 'fall'])
    expect(half.review.prices[0]?.percent).toBe(Math.min(...half.review.prices.map(({ percent }) => percent ?? 0)))
  })

  test('says when nothing is hit, which codes no store has, and where it begins at once', async () => {
    const type = newType()
    const storeCode = await shop(type, { w1: info('Rioja', '9.99') })
    const none = await check(type, { rule: { index: 14, values: ['ワイン'] } })
    expect(none).toMatchObject({ reach: 1, productCount: 0, labelCount: 0, storeCount: 0, sample: null, startedCount: 0 })
    const found = await check(type, { rule: null, prCodeList: ['w1', 'nowhere', 'w1'], ...past })
    expect(found).toMatchObject({ productCount: 1, unknownCount: 1, unknownCodes: ['nowhere'], startedCount: 1, overCount: 0 })
    expect(found.started).toEqual([{ storeCode, storeName: expect.any(String), labels: 0 }])
    expect(await check(type, { starts: '2001-01-01T06:00', ends: '2001-01-02T06:00' })).toMatchObject({ startedCount: 0, overCount: 1 })
  })

  test('takes products by a part of their name, and stores that are ticked alone', async () => {
    const type = newType()
    const one = await shop(type, { a: info('Roter Wein', '9.99'), b: info('WEINESSIG', '2.00'), c: info('Brot', '3.00') })
    await shop(type, { a: info('Roter Wein', '9.99') })
    const byName = { rule: { index: 1, values: ['wein'], contains: true } }
    expect(await check(type, byName)).toMatchObject({ productCount: 2, storeCount: 2 })
    expect(await check(type, { ...byName, storeList: [one] })).toMatchObject({ reach: 1, productCount: 2, storeCount: 1 })
    expect((await check(type, { rule: { index: 1, values: ['wein'] } })).productCount).toBe(0)
  })
})

describe('a price that a promotion works out', () => {
  test('is the one of the check; unit price and price with tax follow, and the old price is there to be struck through', async () => {
    const type = newType()
    const storeCode = await shop(type, { w1: info('Rioja', '10.00', { unitPrice: '13.33', taxPrice: '11.90' }), w2: info('Ask us', 'ask') })
    const price = { kind: 'percent', percent: '25', rounding: { EUR: 'ninetyNine' } }
    const { review } = await check(type, { price, oldPrice: true })
    expect(review.otherPrices).toMatchObject([{ before: '10.00', after: '6.99' }])
    expect((await save(type, { price, oldPrice: true, changes: [{ index: 10, value: 'SALE' }], ...past })).status).toBe(200)
    await begin()
    expect(await shown(storeCode, 'w1')).toEqual({ price: '6.99', list: '10.00', unit: '9.32', tax: '8.32', promotion: 'Wine days' })
    // Without a price that can be worked out no word of the promotion stands there either.
    expect(await shown(storeCode, 'w2')).toMatchObject({ price: 'ask', list: '', promotion: undefined })
  })

  test('follows the price of the product while it runs, and never lies above it', async () => {
    const type = newType()
    const storeCode = await shop(type, { w1: info('Rioja', '10.00') })
    await save(type, { price: { kind: 'amount', amounts: { EUR: '8.00' } }, ...past })
    await begin()
    expect(await shown(storeCode, 'w1')).toMatchObject({ price: '8.00', promotion: 'Wine days' })
    await api('POST', '/product', { storeCode, productList: [{ prCode: 'w1', prInfo: info('Rioja', '7.50') }] })
    expect(await shown(storeCode, 'w1')).toMatchObject({ price: '7.50', promotion: undefined })
    await save(type, { name: 'Stronger', priority: 5, ...past })
    await begin()
    expect(await shown(storeCode, 'w1')).toMatchObject({ price: '6.00', promotion: 'Stronger' })
    await api('POST', '/product', { storeCode, productList: [{ prCode: 'w1', prInfo: info('Rioja', '20.00') }] })
    expect(await shown(storeCode, 'w1')).toMatchObject({ price: '16.00', promotion: 'Stronger' })
  })

  test('is an amount of its own in each currency, and runs in the ticked stores alone', async () => {
    const type = newType()
    const euro = await shop(type, { w1: info('Rioja', '10.00') })
    const yen = await shop(type, { w1: info('Rioja', '1500') }, { currency: 'JPY', locale: 'ja-JP' })
    const other = await shop(type, { w1: info('Rioja', '10.00') })
    const amounts = { EUR: '8', JPY: '1200' }
    const missing = await save(type, { price: { kind: 'amount', amounts: { EUR: '8' } }, ...past })
    expect(missing).toMatchObject({ status: 400, body: { field: 'price.amounts.JPY', message: 'Enter the amount in JPY, Please!' } })
    const { body: saved } = await save(type, { price: { kind: 'amount', amounts }, storeList: [yen, euro], ...past })
    expect(saved).toMatchObject({ stores: 2, storeList: [euro, yen], price: { kind: 'amount', amounts } })
    await begin()
    expect([await shown(euro, 'w1'), await shown(yen, 'w1'), await shown(other, 'w1')].map(({ price }) => price)).toEqual([
      '8.00',
      '1200',
      '10.00',
    ])
    // The last ticked stores go: it does not come to be one for all.
    await db.deleteFrom('promotion_stores').where('promotion_id', '=', String(saved.promotionId)).execute()
    await begin()
    expect([await shown(euro, 'w1'), await shown(other, 'w1')].map(({ price }) => price)).toEqual(['10.00', '10.00'])
  })
})

describe('saving', () => {
  test('says what of a price cannot be', async () => {
    const type = newType()
    await shop(type, { w1: info('Rioja', '10.00') })
    for (const [more, field, message] of [
      [{ price: { ...twenty, percent: '0' } }, 'price.percent', 'above zero'],
      [{ price: { ...twenty, percent: '100' } }, 'price.percent', 'percent below 100'],
      [{ price: { ...twenty, percent: '-20' } }, 'price.percent', 'percent below 100'],
      [{ price: { kind: 'off', amounts: { EUR: '0.005' } } }, 'price.amounts.EUR', 'more decimals than EUR'],
      [{ price: { kind: 'amount', amounts: { EUR: 'cheap' } } }, 'price.amounts.EUR', 'must be an amount'],
      [{ changes: [{ index: 3, value: '1' }] }, 'changes', 'PRICE stands twice'],
      [{ price: null, changes: [{ index: 3, value: '1' }], oldPrice: true }, 'oldPrice', 'works out'],
      [{ storeList: [] }, 'storeList', 'Choose a store.'],
      [{ storeList: ['NOSUCH'] }, 'storeList', 'No store of the type'],
    ] as const)
      expect(await save(type, more)).toMatchObject({ status: 400, body: { field, message: expect.stringContaining(message) } })
  })

  test('of ticked stores takes an account that has these, and no other', async () => {
    const type = newType()
    const mine = await shop(type, { w1: info('Rioja', '10.00') })
    const other = await shop(type, { w1: info('Rioja', '10.00'), w2: info('Chianti', '5.00') })
    const privileges = ['product.read', 'product.write'] as const
    const some = caller(app, await seedAccount(context.context, { email: 'ticks@test.example', stores: [mine], privileges }))
    const post = (more: Body) => some('POST', `/product/promotion/${type}`, { name: 'Mine', ...times, ...body(more) })
    expect(await post({})).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await post({ storeList: [mine, other] })).toMatchObject({ status: 403, body: { code: 'other-store' } })
    const { status, body: saved } = await post({ storeList: [mine] })
    expect(status).toBe(200)
    expect((await some('GET', `/product/promotion/${type}/stores`)).body.storeList).toMatchObject([{ storeCode: mine }])
    expect((await some('POST', `/product/promotion/${type}/check`, body())).body).toMatchObject({ reach: 1, productCount: 1 })
    const { body: all } = await save(type)
    const over = { promotionId: all.promotionId, version: 1, storeList: [mine] }
    expect((await post(over)).status).toBe(403)
    expect((await some('DELETE', `/product/promotion/${type}/${String(all.promotionId)}`)).status).toBe(403)
    expect((await some('DELETE', `/product/promotion/${type}/${String(saved.promotionId)}`)).status).toBe(200)
  })
})
