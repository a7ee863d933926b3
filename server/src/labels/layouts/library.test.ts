/** The library of layouts: one row for each name, with the drawings that a filter leaves, and how much the whole of it is used. */
import { layouts } from '@endcap/contract/layouts'
import { expect, test } from 'vitest'
import { answerOf } from '../../testing/answer-of.ts'
import { caller, seedAccount } from '../../testing/seed.ts'
import { createShops } from '../../testing/shops.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { countUsage } from './usage.ts'
import { seedLayouts } from './layouts.service.ts'

const { context, app, engine, api } = await startTestEngine()
const { db } = context.context
await seedLayouts(db)
const { shop } = createShops({ context, engine, api })
const library = async (body: object = {}, call = api) => answerOf(layouts.library, (await call('POST', '/layout/search', body)).body)
const cardOf = async (layoutId: string, call = api) => {
  const { data } = await library({ filter_layoutId: layoutId, condition_layoutId: '==' }, call)
  const [card] = data
  if (card === undefined) throw new Error(`There is no ${layoutId}`)
  return card
}

const [one, two] = [await shop({ layouts: ['SHELF_PRICE', 'SHELF_PRICE', 'PROMOTION'] }), await shop({ layouts: ['SHELF_PRICE'] })]
await countUsage(context.context, 'library')

test('a layout is one row with all its sizes, the shared ones first; names are in order and each counts once', async () => {
  const { data, recordsTotal } = await library()
  const names = data.map(({ layoutId }) => layoutId)
  expect(names).toEqual(names.toSorted())
  expect(new Set(names).size).toBe(names.length)
  expect(recordsTotal).toBe(names.length)
  const all = (await api('POST', '/layout/drawing/search', { length: -1 })).body.data
  for (const { layoutId, drawings, drawingList } of data) {
    expect(drawingList.map(({ layoutId: own }) => own)).toEqual(drawingList.map(() => layoutId))
    expect(drawings).toBe(all.filter((row) => row.layoutId === layoutId).length)
    expect(drawingList).toHaveLength(drawings)
  }
})

test('products count once for all sizes, labels where they are drawn, with the stores that use it', async () => {
  const card = await cardOf('SHELF_PRICE')
  expect(card.drawings).toBeGreaterThan(3)
  expect(card).toMatchObject({
    products: 3,
    tags: 3,
    stores: 2,
    storeList: [
      { storeCode: one.storeCode, products: 2, tags: 2 },
      { storeCode: two.storeCode, products: 1, tags: 1 },
    ],
  })
  const promotion = await cardOf('PROMOTION')
  expect(promotion).toMatchObject({ products: 1, tags: 1, stores: 1 })
})

test('a filter leaves the drawings that it fits; pages and order are of layouts', async () => {
  const all = await library()
  const small = await library({ filter_size: '2.90', condition_size: '==' })
  expect(small.data.every(({ drawingList }) => drawingList.every(({ size }) => size === '2.90'))).toBe(true)
  // What a layout is used for does not depend on what is looked for.
  expect(small.data.find(({ layoutId }) => layoutId === 'SHELF_PRICE')).toMatchObject({ products: 3, tags: 3 })
  expect(await library({ filter_size: '2.90', filter_state: 'archived' })).toMatchObject({ recordsFiltered: 0, data: [] })
  const second = await library({ length: 1, start: 1 })
  expect(second).toMatchObject({ recordsFiltered: all.data.length, data: [{ layoutId: all.data[1]?.layoutId }] })
  for (const column of ['layoutId', 'drawings', 'products', 'tags', 'updatedAt', 'version', 'size', 'state', 'storeCode']) {
    const { data } = await library({ order: { column, dir: 'desc' } })
    expect(data, column).toHaveLength(all.data.length)
  }
  expect((await library({ order: { column: 'tags', dir: 'desc' } })).data[0]).toMatchObject({ layoutId: 'SHELF_PRICE' })
  expect((await api('POST', '/layout/search', { order: { column: 'draft', dir: 'asc' } })).status).toBe(400)
})

test('an account of one store sees its own use, and no drawing of another store', async () => {
  const made = await api('POST', '/layout/drawing', { layoutId: 'SHELF_PRICE', size: '2.90', modelClass: 'bw', storeCode: two.storeCode })
  expect(made.status).toBe(200)
  const account = await seedAccount(context.context, { email: 'one@test.example', stores: [one.storeCode], privileges: ['ld.read'] })
  const own = await cardOf('SHELF_PRICE', caller(app, account))
  expect(own).toMatchObject({ products: 2, tags: 2, stores: 1, storeList: [{ storeCode: one.storeCode }] })
  expect(own.drawingList.filter(({ storeCode }) => storeCode !== null)).toEqual([])
  const whole = await cardOf('SHELF_PRICE')
  expect(whole.drawings).toBe(own.drawings + 1)
  expect(whole.drawingList.at(-1)).toMatchObject({ storeCode: two.storeCode })
})

test('a layout with very many drawings carries the first of them and says how many there are', async () => {
  for (let place = 0; place < 70; place++)
    await db
      .insertInto('layout_drawings')
      .values({ layout_id: 'MANY', size: `${100 + place}x200`, model_class: 'bw', draft: JSON.stringify({}) })
      .execute()
  const card = await cardOf('MANY')
  expect(card).toMatchObject({ drawings: 70, stores: 0, storeList: [] })
  expect(card.drawingList).toHaveLength(60)
})
