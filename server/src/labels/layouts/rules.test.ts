/** Rules: products get their layout by what is in them, labels follow when rules or products change. */
import { describe, expect, test } from 'vitest'
import { caller, seedAccount } from '../../testing/seed.ts'
import { createShops } from '../../testing/shops.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { countUsage } from './usage.ts'

const { context, app, engine, api } = await startTestEngine()
const { db } = context.context
const { shop, settle, glass, drawingOf } = createShops({ context, engine, api })
type Body = Record<string, unknown>

const slots = new Map((await db.selectFrom('aliases').select(['name', 'index']).execute()).map((one) => [one.name, one.index]))
const promo = slots.get('PROMO') ?? -1
const rule = (layoutId: string, field: string, is: string, value?: string, more: Body = {}) => ({
  layoutId,
  when: [{ field, is, ...(value !== undefined && { value }) }],
  ...more,
})
async function save(storeCode: string | undefined, ruleList: object[]) {
  const { body } = await api('GET', `/layout/rule${storeCode === undefined ? '' : `?storeCode=${storeCode}`}`)
  return api('PUT', '/layout/rule', { ruleList, rev: body.rev, ...(storeCode !== undefined && { storeCode }) })
}
const layoutShown = async ({ storeCode }: { storeCode: string }, tag: string | undefined) =>
  (await api('POST', `/history/update/store/${storeCode}/tag/${tag ?? ''}/search`, { length: 1 })).body.data[0]?.layoutId

describe('rules', () => {
  test('choose the layout of products that name none; labels follow by a task of type LAYOUT, and follow products', async () => {
    const one = await shop({ layouts: [null, 'PRODUCE', null] })
    const other = await shop({ layouts: [null] })
    const before = await glass(one.tags[0])
    expect((await save(one.storeCode, [rule('OUT_OF_STOCK', 'NAME', 'starts-with', 'Name')])).status).toBe(200)
    expect((await settle(one)).toSorted()).toEqual([one.tags[0], one.tags[2]].toSorted())
    expect(await settle(other)).toEqual([])
    expect(await layoutShown(one, one.tags[0])).toBe('OUT_OF_STOCK')
    expect(await layoutShown(one, one.tags[1])).toBe('PRODUCE')
    expect(
      await db.selectFrom('tasks').selectAll().where('store_code', '=', one.storeCode).orderBy('task_id', 'desc').executeTakeFirst(),
    ).toMatchObject({
      task_type: 'LAYOUT',
      total: 2,
      shown: 2,
    })
    await api('POST', '/product', { storeCode: one.storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Other', '', '100'] }] })
    expect(await settle(one)).toEqual([one.tags[0]])
    expect(await layoutShown(one, one.tags[0])).toBe('SHELF_PRICE')
    expect((await save(one.storeCode, [])).status).toBe(200)
    expect(await settle(one)).toEqual([one.tags[2]])
    expect(await glass(one.tags[0])).not.toBe(before)
  })

  test('the first that holds decides, the store’s own before those of all; with a word they go before what products name', async () => {
    const one = await shop({ layouts: [null, 'PRODUCE'], info: { [promo]: '-20 %' } })
    const other = await shop({ layouts: [null], info: { [promo]: '-20 %' } })
    await save(undefined, [rule('PROMOTION', 'PROMO', 'filled')])
    await settle(one)
    await settle(other)
    expect([await layoutShown(one, one.tags[0]), await layoutShown(one, one.tags[1]), await layoutShown(other, other.tags[0])]).toEqual([
      'PROMOTION',
      'PRODUCE',
      'PROMOTION',
    ])
    await save(one.storeCode, [
      rule('PRODUCE', 'PROMO', 'contains', '50'),
      rule('OUT_OF_STOCK', 'PROMO', 'contains', '20', { overrides: true, name: 'sold out' }),
      rule('SHELF_PRICE', 'PROMO', 'filled'),
    ])
    await settle(one)
    expect([await layoutShown(one, one.tags[0]), await layoutShown(one, one.tags[1])]).toEqual(['OUT_OF_STOCK', 'OUT_OF_STOCK'])
    expect(await settle(other)).toEqual([])
    const disabled = rule('OUT_OF_STOCK', 'PROMO', 'contains', '20', { overrides: true, enabled: false })
    await save(one.storeCode, [disabled])
    await settle(one)
    expect([await layoutShown(one, one.tags[0]), await layoutShown(one, one.tags[1])]).toEqual(['PROMOTION', 'PRODUCE'])
    await save(undefined, [])
    await settle(one)
    await settle(other)
  })

  test('are tried before they are saved, with the reason for each product and what changes in all', async () => {
    const one = await shop({ layouts: [null, 'PRODUCE', null] })
    const ruleList = [
      rule('PROMOTION', 'NAME', 'equals', 'Name 3', { name: 'third' }),
      rule('OUT_OF_STOCK', 'LAYOUT_ID', 'equals', 'PRODUCE', { overrides: true }),
    ]
    const tried = await api('POST', '/layout/rule/try', { storeCode: one.storeCode, ruleList })
    expect(tried.body).toMatchObject({
      productList: [
        { prCode: 'p1', layoutId: 'SHELF_PRICE', because: 'usual', rule: null },
        { prCode: 'p2', own: 'PRODUCE', layoutId: 'OUT_OF_STOCK', because: 'rule', rule: { place: 2, storeCode: one.storeCode } },
        { prCode: 'p3', layoutId: 'PROMOTION', because: 'rule', rule: { place: 1, name: 'third' } },
      ],
      counts: [
        { layoutId: 'OUT_OF_STOCK', products: 1, before: 0 },
        { layoutId: 'PRODUCE', products: 0, before: 1 },
        { layoutId: 'PROMOTION', products: 1, before: 0 },
        { layoutId: 'SHELF_PRICE', products: 1, before: 2 },
      ],
    })
    expect(
      (await api('POST', '/layout/rule/try', { storeCode: one.storeCode, ruleList, search: 'name 3' })).body.productList,
    ).toMatchObject([{ prCode: 'p3' }])
    expect(await settle(one)).toEqual([])
  })

  test('that say nothing, name what is not there, or go around in a circle are refused with their place', async () => {
    const one = await shop({})
    const refused = async (...ruleList: object[]) => (await save(one.storeCode, ruleList)).body
    expect(await refused({ layoutId: 'PROMOTION', when: [] })).toMatchObject({ field: 'ruleList.0.when' })
    expect(await refused(rule('PROMOTION', 'NAME', 'filled'), rule('NOWHERE', 'NAME', 'filled'))).toMatchObject({
      field: 'ruleList.1.layoutId',
      message: expect.stringContaining('NOWHERE') as string,
    })
    expect(await refused(rule('PROMOTION', 'COLOUR OF THE SKY', 'filled'))).toMatchObject({ field: 'ruleList.0.when.0.field' })
    expect(await refused(rule('PROMOTION', 'NAME', 'equals'))).toMatchObject({ field: 'ruleList.0.when.0.value' })
    expect(await refused(rule('PROMOTION', 'PRICE', 'greater', 'much'))).toMatchObject({ field: 'ruleList.0.when.0.value' })
    expect(await refused(rule('PROMOTION', 'NAME', 'matches', '(a+)+$'))).toMatchObject({ field: 'ruleList.0.when.0.is' })
    const circle = [rule('PROMOTION', 'LAYOUT_ID', 'equals', 'PRODUCE'), rule('PRODUCE', 'LAYOUT_ID', 'equals', 'PROMOTION')]
    expect(await refused(...circle)).toMatchObject({
      field: 'ruleList.0.layoutId',
      message: expect.stringContaining('PRODUCE → PROMOTION → PRODUCE') as string,
    })
    expect(await refused(rule('PRODUCE', 'LAYOUT_ID', 'equals', 'PRODUCE'))).toMatchObject({ field: 'ruleList.0.layoutId' })
    expect((await api('GET', `/layout/rule?storeCode=${one.storeCode}`)).body).toMatchObject({ ruleList: [], rev: 0 })
  })

  test('rules that another account saved are not written over', async () => {
    const one = await shop({})
    await save(one.storeCode, [rule('PROMOTION', 'PROMO', 'filled')])
    const account = await seedAccount(context.context, {
      email: 'rules@test.example',
      stores: [one.storeCode],
      privileges: ['ld.read', 'ld.write'],
    })
    const late = await caller(app, account)('PUT', '/layout/rule', { storeCode: one.storeCode, ruleList: [], rev: 0 })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile', message: expect.stringContaining('root@test.example') as string },
    })
  })
})

test('use of layouts is counted by what labels are drawn by, and again when something changed', async () => {
  const one = await shop({ layouts: [null, 'PRODUCE', null] })
  const counted = async () => {
    expect(await countUsage(context.context, 'test')).toBe(false)
    const rows = await db.selectFrom('layout_usage').selectAll().where('store_code', '=', one.storeCode).execute()
    const at = async (layoutId: string) => {
      const id = await drawingOf(layoutId, '2.90')
      const row = rows.find(({ drawing_id }) => drawing_id === id)
      return [row?.products, row?.tags]
    }
    return { usual: await at('SHELF_PRICE'), produce: await at('PRODUCE'), promotion: await at('PROMOTION') }
  }
  expect(await counted()).toEqual({ usual: [2, 2], produce: [1, 1], promotion: [undefined, undefined] })
  await save(one.storeCode, [rule('PROMOTION', 'NAME', 'equals', 'Name 3')])
  expect(await counted()).toEqual({ usual: [1, 1], produce: [1, 1], promotion: [1, 1] })
  await api('POST', '/tag/deassign', { storeCode: one.storeCode, tagList: [{ tagMac: one.tags[0] }] })
  expect(await counted()).toEqual({ usual: [1, undefined].map((n) => n ?? 0), produce: [1, 1], promotion: [1, 1] })
  const list = (
    await api('POST', '/layout/drawing/search', { length: -1, filter_layoutId: 'PRODUCE', filter_size: '2.90', condition_size: '==' })
  ).body.data
  expect(list).toMatchObject([{ layoutId: 'PRODUCE', products: expect.any(Number) as number, countedAt: expect.any(Number) as number }])
})
