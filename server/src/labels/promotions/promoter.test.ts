/** When the promoter looks, what it does in each store and whom it tells. What labels show then: promotions.test.ts. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { seedStore, tagId } from '../../testing/seed.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { createPromoter } from './promoter.ts'

const { context, clock, close } = await createTestContext()
afterAll(close)
const { db, signals } = context
let number = 0
/** Of a clock in UTC, so many seconds from now. */
const local = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString().slice(0, 19)

/** A store whose tags show the product p1. */
async function shop(tags = 1) {
  const storeCode = `PR${++number}`
  await seedStore(context, storeCode, { storeType: storeCode, timeZone: 'UTC' })
  const macs = Array.from({ length: tags }, (_, at) => tagId(number * 0x100 + at))
  const at = clock.now()
  await db
    .insertInto('products')
    .values({ store_code: storeCode, pr_code: 'p1', pr_info: ['p1'], tag_count: tags })
    .execute()
  for (const tag_mac of macs) {
    await db
      .insertInto('tags')
      .values({ store_code: storeCode, tag_mac, barcode: tag_mac, tag_type: 'B9', status: 'OK', updated_at: at })
      .execute()
    await db.insertInto('tag_products').values({ store_code: storeCode, tag_mac, slot: 0, pr_code: 'p1' }).execute()
  }
  return { storeCode, macs }
}
type Shop = Awaited<ReturnType<typeof shop>>
/** A promotion of p1 in a store, from so many seconds from now on. */
async function promote({ storeCode }: Shop, { from = 0, until = 86_400, name = 'Summer' } = {}) {
  const key = { promotion_id: String(++number), version: 1 }
  const what = { current: true, store_type: storeCode, name, changes: '[]', updated_by: 'ann', updated_at: clock.now(), every_store: true }
  await db
    .insertInto('promotions')
    .values({ ...key, ...what, starts: local(from), ends: local(until) })
    .execute()
  await db
    .insertInto('promotion_products')
    .values({ ...key, pr_code: 'p1' })
    .execute()
  return key
}
const end = (key: { promotion_id: string }) =>
  db.updateTable('promotions').set({ current: false }).where('promotion_id', '=', key.promotion_id).execute()
const tasksOf = ({ storeCode }: Shop) =>
  db.selectFrom('tasks').select(['created_by', 'total', 'task_type']).where('store_code', '=', storeCode).orderBy('task_id').execute()
const runningIn = async ({ storeCode }: Shop) =>
  (await db.selectFrom('promotions_running').select('labels').where('store_code', '=', storeCode).execute()).map(({ labels }) => labels)

let promoter = createPromoter(context)
const hints = { operations: vi.fn<(hint: object) => void>(), changed: vi.fn<(hint: object) => void>() }
signals.on('operations', (hint) => hints.operations(hint))
signals.on('changed', (hint) => hints.changed(hint))
beforeEach(async () => {
  for (const table of ['promotions_running', 'promotion_products', 'promotions'] as const) await db.deleteFrom(table).execute()
  promoter.stop()
  promoter = createPromoter(context)
  for (const one of Object.values(hints)) one.mockClear()
})

describe('in a store', () => {
  test('labels get a task when a promotion begins and when it ends; engine and console are told', async () => {
    const one = await shop(2)
    const key = await promote(one)
    expect(await promoter.work()).toBe(1)
    expect(await tasksOf(one)).toEqual([{ created_by: 'Promotion Summer', total: 2, task_type: 'UPDATE' }])
    expect(await runningIn(one)).toEqual([2])
    expect(hints.operations.mock.calls).toEqual([[{ storeCode: one.storeCode }]])
    expect(hints.changed.mock.calls).toEqual([[{ storeCode: one.storeCode, changes: ['products', 'tasks', 'tags'] }]])
    await end(key)
    signals.notify('promotions', {})
    expect(await promoter.work()).toBe(1)
    expect([(await tasksOf(one)).length, await runningIn(one)]).toEqual([2, []])
    // Nothing is drawn with it any more.
    expect(await db.selectFrom('promotions').select('name').where('promotion_id', '=', key.promotion_id).execute()).toEqual([])
    signals.notify('promotions', {})
    expect(await promoter.work()).toBe(0)
    expect(hints.changed).toHaveBeenCalledTimes(2)
  })
  test('without a label there is no task, and the console is told alone', async () => {
    const one = await shop(0)
    await promote(one)
    expect(await promoter.work()).toBe(1)
    expect([await tasksOf(one), await runningIn(one)]).toEqual([[], [0]])
    expect([hints.operations.mock.calls.length, hints.changed.mock.calls.length]).toEqual([0, 1])
  })
  test('a task names five promotions at most, each name one time', async () => {
    const [five, six] = [await shop(), await shop()]
    for (const name of ['A', 'B', 'C', 'D', 'E', 'A']) await promote(five, { name })
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) await promote(six, { name })
    expect(await promoter.work()).toBe(2)
    expect(await tasksOf(five)).toMatchObject([{ created_by: 'Promotion A, B, C, D, E' }])
    expect(await tasksOf(six)).toMatchObject([{ created_by: 'Promotion A, B, C, D, E …' }])
  })
  test('that another process has settled meanwhile nothing is done', async () => {
    const one = await shop()
    await promote(one)
    const other = createPromoter(context)
    const settled = await Promise.all([promoter.work(), other.work()])
    other.stop()
    expect(settled.toSorted()).toEqual([0, 1])
    expect([(await tasksOf(one)).length, hints.changed.mock.calls.length]).toEqual([1, 1])
  })
  test('labels that come to a promotion without one are counted', async () => {
    const one = await shop(0)
    await promote(one)
    await promoter.work()
    const tag = { store_code: one.storeCode, tag_mac: tagId(0xff00), slot: 0, pr_code: 'p1' }
    const { store_code, tag_mac } = tag
    await db
      .insertInto('tags')
      .values({ store_code, tag_mac, barcode: tag_mac, tag_type: 'B9', status: 'OK', updated_at: clock.now() })
      .execute()
    await db.insertInto('tag_products').values(tag).execute()
    await db.updateTable('products').set({ tag_count: 1 }).where('store_code', '=', store_code).execute()
    clock.advance(601)
    expect(await promoter.work()).toBe(0)
    expect(await runningIn(one)).toEqual([1])
  })
})

describe('the promoter looks again', () => {
  test('after half a minute, should a hint be lost', async () => {
    const one = await shop()
    await promoter.work()
    await promote(one)
    clock.advance(29)
    expect(await promoter.work()).toBe(0)
    expect(await tasksOf(one)).toEqual([])
    clock.advance(1)
    expect(await promoter.work()).toBe(1)
  })
  test('at once after a hint', async () => {
    const one = await shop()
    await promoter.work()
    await promote(one)
    expect(await promoter.work()).toBe(0)
    signals.notify('promotions', {})
    expect(await promoter.work()).toBe(1)
  })
  test('when the next promotion begins, and no later than in half a minute', async () => {
    const [soon, later] = [await shop(), await shop()]
    await promote(soon, { from: 10 })
    await promote(later, { from: 3600 })
    expect(await promoter.work()).toBe(0)
    clock.advance(9)
    expect(await promoter.work()).toBe(0)
    clock.advance(1)
    expect(await promoter.work()).toBe(1)
    const lost = await shop()
    await promote(lost)
    clock.advance(30)
    expect(await promoter.work()).toBe(1)
  })
})
