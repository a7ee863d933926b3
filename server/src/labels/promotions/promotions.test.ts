/** Promotions: labels show them from their start to their end, on the clock of each store, and products are never changed by them. */
import { describe, expect, test } from 'vitest'
import { caller, seedAccount, seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import type { TestGateway } from '../../testing/test-engine.ts'
import { createPromoter } from './promotions.service.ts'

const { context, app, engine, api } = await startTestEngine()
const { db } = context.context
type Body = Record<string, unknown>
let numbers = 0
const promoter = createPromoter(context.context)

/** The clock of a store, so many seconds from now. */
function local(seconds: number, timeZone = 'Asia/Tokyo'): string {
  const at = new Date(context.clock.now().getTime() + seconds * 1000)
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at).replace(' ', 'T')
}

/** A store of a type of its own with products of which each stands on a tag. */
async function shop({
  prices = ['100'],
  type = `TYPE${++numbers}`,
  config = {},
}: { prices?: string[]; type?: string; config?: object } = {}) {
  const number = ++numbers
  const storeCode = `PM${number}`
  await seedStore(context.context, storeCode, { storeType: type, ...config })
  const gateway = await engine.gateway(storeCode, `02EC60${number.toString(16).toUpperCase().padStart(6, '0')}`)
  await gateway.online()
  const tags = prices.map((_, place) => tagId(number * 0x100 + place))
  await gateway.hear(...tags.map((tag) => ({ tag })))
  const productList = prices.map((price, place) => ({ prCode: `p${place + 1}`, prInfo: ['', `Name ${place + 1}`, '', price] }))
  expect((await api('POST', '/product', { storeCode, productList })).status).toBe(200)
  await api('POST', '/tag/assign', { storeCode, tagList: tags.map((tagMac, place) => ({ tagMac, prCode: `p${place + 1}` })) })
  const one = { storeCode, type, gateway, tags, updates: new Map<string, number>() }
  await carryOut(one)
  return one
}
type Shop = Awaited<ReturnType<typeof shop>>

/** Lets the gateway put what is wanted onto the glass; answers the tags that were changed. */
async function carryOut({ gateway, updates }: { gateway: TestGateway; updates: Map<string, number> }): Promise<string[]> {
  await engine.engine.settle()
  const operations = gateway.taken().filter((one) => one.kind === 'SHOW')
  for (const operation of operations) {
    const count = (updates.get(operation.tag) ?? 0) + 1
    updates.set(operation.tag, count)
    await gateway.report(operation, 'accepted')
    await gateway.report(operation, 'shown', { updates: count })
  }
  return operations.map((one) => one.tag)
}
async function turn(one: Shop, seconds = 0): Promise<string[]> {
  if (seconds > 0) await engine.pass(seconds)
  await promoter.work()
  return carryOut(one)
}
const glass = async (tag: string) =>
  (await db.selectFrom('tag_glass').select('shown_hash').where('tag_mac', '=', tag).executeTakeFirstOrThrow()).shown_hash
/** What the label last said: price and the promotion it was drawn with. */
async function label({ storeCode }: Shop, tag: string) {
  const { body } = await api('POST', `/history/update/store/${storeCode}/tag/${tag}/search`, { length: 1 })
  const row = body.data[0] as { prInfo: string[]; promotion: string | null; layoutId: string }
  return { price: row.prInfo[3], promotion: row.promotion, layoutId: row.layoutId }
}
const price = (value: string) => ({ changes: [{ index: 3, value }] })
const save = (type: string, body: Body) =>
  api('POST', `/product/promotion/${type}`, { name: 'Summer', prCodeList: ['p1'], ...price('80'), ...body })
const edit = (one: Shop, value: string, prCode = 'p1') =>
  api('POST', '/product', { storeCode: one.storeCode, productList: [{ prCode, prInfo: ['', 'Name 1', '', value] }] })
const list = async (type: string) => (await api('GET', `/product/promotion/${type}`)).body.promotionList as Body[]

describe('a promotion', () => {
  test('changes the glass at its start and changes it back at its end; products stay, and the history says why', async () => {
    const one = await shop({ prices: ['100', '200'] })
    const [first, second] = one.tags as [string, string]
    const before = await glass(first)
    const { body } = await save(one.type, { starts: local(60), ends: local(3600) })
    expect(body).toMatchObject({ state: 'PLANNED', running: 0, stores: 1, version: 1 })
    expect(await turn(one)).toEqual([])
    expect(await turn(one, 60)).toEqual([first])
    const during = await glass(first)
    expect(during).not.toBe(before)
    expect(await label(one, first)).toMatchObject({ price: '80', promotion: 'Summer' })
    expect(await label(one, second)).toMatchObject({ price: '200', promotion: null })
    expect((await list(one.type))[0]).toMatchObject({ state: 'RUNNING', running: 1 })
    const task = await db
      .selectFrom('tasks')
      .select('created_by')
      .where('store_code', '=', one.storeCode)
      .orderBy('task_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(task.created_by).toBe('Promotion Summer')
    expect((await api('GET', `/product/p1/store/${one.storeCode}`)).body).toMatchObject({ prInfo: ['p1', 'Name 1', '', '100'] })

    expect(await turn(one, 3600)).toEqual([first])
    expect(await glass(first)).toBe(before)
    expect(await label(one, first)).toMatchObject({ price: '100', promotion: null })
    expect((await list(one.type))[0]).toMatchObject({ state: 'ENDED', running: 0 })
    expect(await turn(one, 60)).toEqual([])
  })
  test('stands before data that come in meanwhile, and leaves the newest when it ends', async () => {
    const one = await shop()
    const [tag] = one.tags as [string]
    await save(one.type, { starts: local(0), ends: local(1000) })
    expect(await turn(one)).toEqual([tag])
    const during = await glass(tag)
    await edit(one, '120')
    // The label is the same: nothing is sent.
    expect(await carryOut(one)).toEqual([])
    expect(await glass(tag)).toBe(during)
    expect(await turn(one, 1000)).toEqual([tag])
    expect(await label(one, tag)).toMatchObject({ price: '120', promotion: null })
    expect(await glass(tag)).not.toBe(during)
  })
  test('is made up for by a server that was down at its start, and at its end', async () => {
    const one = await shop()
    const [tag] = one.tags as [string]
    await save(one.type, { starts: local(100), ends: local(1000) })
    await engine.pass(500)
    expect(await carryOut(one)).toEqual([])
    const restarted = createPromoter(context.context)
    expect(await restarted.work()).toBe(1)
    expect(await carryOut(one)).toEqual([tag])
    expect((await label(one, tag)).price).toBe('80')
    await engine.pass(5000)
    // Two processes that come back at once settle it once.
    const turns = await Promise.all([createPromoter(context.context).work(), createPromoter(context.context).work()])
    expect(turns.reduce((sum, done) => sum + done)).toBe(1)
    expect(await carryOut(one)).toEqual([tag])
    expect((await label(one, tag)).price).toBe('100')
    // One that lay wholly in the time the server was down is not made up for.
    await save(one.type, { starts: local(100), ends: local(200) })
    await engine.pass(500)
    expect(await createPromoter(context.context).work()).toBe(0)
  })
  test('begins and ends to the second, though the database is looked at every half minute only', async () => {
    const one = await shop()
    await save(one.type, { starts: local(7), ends: local(12) })
    expect(await turn(one)).toEqual([])
    const after = async (seconds: number) => {
      context.clock.advance(seconds)
      return promoter.work()
    }
    expect([await after(6), await after(1), await after(4), await after(1)]).toEqual([0, 1, 0, 1])
  })
  test('runs on the clock of each store', async () => {
    const type = `ZONES${++numbers}`
    const tokyo = await shop({ type })
    const berlin = await shop({ type, config: { timeZone: 'Europe/Berlin' } })
    // Eight hours later in Berlin than in Tokyo.
    await save(type, { starts: local(3600), ends: local(36_000) })
    await engine.pass(3600)
    await promoter.work()
    expect([await carryOut(tokyo), await carryOut(berlin)]).toEqual([tokyo.tags, []])
    expect((await list(type))[0]).toMatchObject({ running: 1, stores: 2, state: 'RUNNING' })
    context.clock.advance(8 * 3600 - 60)
    await engine.pass(0)
    await promoter.work()
    expect((await list(type))[0]).toMatchObject({ running: 1 })
    context.clock.advance(60)
    await promoter.work()
    expect((await list(type))[0]).toMatchObject({ running: 2 })
    // Over in Tokyo, not yet in Berlin.
    context.clock.advance(3600)
    await promoter.work()
    expect((await list(type))[0]).toMatchObject({ running: 1, state: 'RUNNING' })
    expect(
      await db
        .selectFrom('promotions_running')
        .select('store_code')
        .where('store_code', 'in', [tokyo.storeCode, berlin.storeCode])
        .execute(),
    ).toEqual([{ store_code: berlin.storeCode }])
    // Another time zone of the store is another moment: there it is over as well.
    await api('PUT', '/config/store', { storeCode: berlin.storeCode, timeZone: 'Asia/Tokyo' })
    await promoter.work()
    expect((await list(type))[0]).toMatchObject({ running: 0, state: 'ENDED' })
  })
})

describe('of several promotions for a product', () => {
  test('the one of higher priority holds alone, of equals the one that started later', async () => {
    const one = await shop()
    const [tag] = one.tags as [string]
    const at = { starts: local(0), ends: local(4000) }
    await save(one.type, {
      ...at,
      name: 'Weak',
      changes: [
        { index: 3, value: '90' },
        { index: 1, value: 'Weak name' },
      ],
    })
    await turn(one)
    expect(await label(one, tag)).toMatchObject({ price: '90', promotion: 'Weak' })
    await save(one.type, { name: 'Later', starts: local(100), ends: local(3000), ...price('85') })
    await turn(one, 100)
    expect(await label(one, tag)).toMatchObject({ price: '85', promotion: 'Later' })
    const rows = (await api('POST', `/history/update/store/${one.storeCode}/tag/${tag}/search`, { length: 1 })).body.data as unknown as {
      prInfo: string[]
    }[]
    expect(rows[0]?.prInfo[1]).toBe('Name 1')
    await save(one.type, { name: 'Strong', priority: 10, starts: local(-50), ends: local(1000), ...price('70') })
    await turn(one)
    expect(await label(one, tag)).toMatchObject({ price: '70', promotion: 'Strong' })
    await turn(one, 1000)
    expect(await label(one, tag)).toMatchObject({ price: '85', promotion: 'Later' })
    await turn(one, 2000)
    expect(await label(one, tag)).toMatchObject({ price: '90', promotion: 'Weak' })
    await turn(one, 2000)
    expect(await label(one, tag)).toMatchObject({ price: '100', promotion: null })
  })
})

describe('products of a promotion', () => {
  test('may be those with a value in a slot, also those that come to have it later', async () => {
    const one = await shop({ prices: ['100', '200'] })
    const [first, second] = one.tags as [string, string]
    await save(one.type, { prCodeList: [], rule: { index: 1, values: ['Name 1', 'Wine'] }, starts: local(0), ends: local(2000) })
    expect(await turn(one)).toEqual([first])
    await api('POST', '/product', { storeCode: one.storeCode, productList: [{ prCode: 'p2', prInfo: ['', 'Wine', '', '200'] }] })
    expect(await carryOut(one)).toEqual([second])
    expect(await label(one, second)).toMatchObject({ price: '80', promotion: 'Summer' })
    expect((await turn(one, 2000)).toSorted()).toEqual([first, second].toSorted())
    expect([(await label(one, first)).price, (await label(one, second)).price]).toEqual(['100', '200'])
  })
  test('may be shown with another layout', async () => {
    const one = await shop()
    const [tag] = one.tags as [string]
    const defaultLayoutId = (await label(one, tag)).layoutId
    const { layoutList } = (await api('GET', '/layout/name')).body as { layoutList: { layoutId: string; sizes: string[] }[] } & Body & {
        data: []
      }
    const other = layoutList.find(
      ({ layoutId, sizes }) => layoutId !== defaultLayoutId && sizes.includes('2.90') && layoutId !== 'MULTI',
    )?.layoutId
    expect((await save(one.type, { changes: [], layoutId: other, starts: local(0), ends: local(2000) })).status).toBe(200)
    expect(await turn(one)).toEqual([tag])
    expect(await label(one, tag)).toMatchObject({ price: '100', layoutId: other, promotion: 'Summer' })
    await turn(one, 2000)
    expect(await label(one, tag)).toMatchObject({ layoutId: defaultLayoutId })
  })
})

describe('a change of a promotion that runs', () => {
  test('takes effect at once, also for products that it has no more; removing it brings labels back', async () => {
    const one = await shop({ prices: ['100', '200'] })
    const [first, second] = one.tags as [string, string]
    const times = { starts: local(-10), ends: local(9000) }
    const { body } = await save(one.type, times)
    const { promotionId } = body
    await turn(one)
    expect((await save(one.type, { ...times, promotionId, version: 1, prCodeList: ['p2'], ...price('75') })).body).toMatchObject({
      version: 2,
    })
    expect((await turn(one)).toSorted()).toEqual([first, second].toSorted())
    expect([(await label(one, first)).price, (await label(one, second)).price]).toEqual(['100', '75'])
    // Made on an older version.
    expect(await save(one.type, { ...times, promotionId, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'promotion-changed-since' },
    })
    expect((await api('DELETE', `/product/promotion/${one.type}/${String(promotionId)}`)).status).toBe(200)
    expect(await turn(one)).toEqual([second])
    expect((await label(one, second)).price).toBe('200')
    expect(await list(one.type)).toEqual([])
    expect(await db.selectFrom('promotions').selectAll().where('promotion_id', '=', String(promotionId)).execute()).toEqual([])
    expect((await api('DELETE', `/product/promotion/${one.type}/${String(promotionId)}`)).status).toBe(404)
    const audit = await api('POST', '/audit/search', { filter_kind: 'promotion', condition_kind: '==', length: 3 })
    expect(audit.body.data.map((row) => row.action)).toEqual(['promotions.remove', 'promotions.save', 'promotions.save'])
  })

  test('stands in the audit log as it was and as it is; of long lists, with what came and what went', async () => {
    const one = await shop({ prices: ['100'] })
    const times = { starts: local(60), ends: local(9000) }
    const codes = Array.from({ length: 60 }, (_, n) => `code-${String(n).padStart(2, '0')}`)
    const { body } = await save(one.type, { ...times, prCodeList: codes })
    const { promotionId } = body
    const last = async () => {
      const { body: found } = await api('POST', '/audit/search', { filter_kind: 'promotion', condition_kind: '==', length: 1 })
      return (await api('GET', `/audit/${String((found.data as Body[])[0]?.auditId)}`)).body
    }
    const saved = { ...times, promotionId, ...price('75') }
    // Beyond what a record shows of a list.
    await save(one.type, { ...saved, prCodeList: [...codes.filter((code) => code !== 'code-50'), 'new-1', 'new-2'], name: 'Autumn' })
    expect(await last()).toMatchObject({
      changed: expect.arrayContaining(['name', 'prCodeList']),
      before: { name: 'Summer', prCodeList: { count: 60, differing: ['code-50'] } },
      after: { name: 'Autumn', prCodeList: { count: 61, differing: ['new-1', 'new-2'] } },
    })
    // Another order is no change.
    await save(one.type, { ...saved, prCodeList: ['b', 'a'], storeList: [one.storeCode], name: 'Autumn' })
    await save(one.type, { ...saved, prCodeList: ['a', 'b'], storeList: [one.storeCode], name: 'Autumn', priority: 3 })
    expect(await last()).toMatchObject({ changed: ['priority'], before: { storeList: [one.storeCode] }, after: { priority: 3 } })
  })
})

describe('saving', () => {
  test('says what is missing or cannot be', async () => {
    const one = await shop()
    const times = { starts: local(0), ends: local(60) }
    for (const [body, field, message] of [
      [{ name: ' ' }, 'name', 'Enter Name, Please!'],
      [{ prCodeList: [] }, 'prCodeList', 'Enter Product Code, Please!'],
      [{ changes: [] }, 'changes', 'Say what shall change'],
      [{ starts: '' }, 'starts', 'Enter Start, Please!'],
      [{ starts: '2027-02-30T09:00' }, 'starts', 'is not a day of the calendar'],
      [{ ends: times.starts }, 'ends', 'must be after the start'],
      [price('a lot'), 'changes', 'must be a number'],
      [{ changes: [{ index: 0, value: 'x' }] }, 'changes', 'cannot change'],
      [{ changes: [{ index: 200, value: 'x' }] }, 'changes', 'has no name'],
      [{ layoutId: 'NOWHERE' }, 'layoutId', 'There is no layout NOWHERE.'],
    ] as const)
      expect(await save(one.type, { ...times, ...body })).toMatchObject({
        status: 400,
        body: { field, message: expect.stringContaining(message) },
      })
    expect((await save('NOSUCHTYPE', times)).status).toBe(404)
  })
  test('needs an account that has all stores of the type; who has some may look', async () => {
    const type = `PART${++numbers}`
    const mine = await shop({ type })
    const other = await shop({ type })
    const privileges = ['product.read', 'product.write'] as const
    const some = caller(app, await seedAccount(context.context, { email: 'some@test.example', stores: [mine.storeCode], privileges }))
    const both = caller(
      app,
      await seedAccount(context.context, { email: 'both@test.example', stores: [mine.storeCode, other.storeCode], privileges }),
    )
    const none = caller(app, await seedAccount(context.context, { email: 'none@test.example', stores: [], privileges }))
    const body = { name: 'Mine', prCodeList: ['p1'], ...price('1'), starts: local(0), ends: local(60) }
    expect(await some('POST', `/product/promotion/${type}`, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await some('GET', `/product/promotion/${type}`)).status).toBe(200)
    expect((await both('POST', `/product/promotion/${type}`, body)).status).toBe(200)
    expect(await none('GET', `/product/promotion/${type}`)).toMatchObject({ status: 403, body: { code: 'other-store' } })
    expect((await some('GET', '/product/promotion/type')).body.typeList).toEqual([
      { storeType: type, stores: 1, timeZones: ['Asia/Tokyo'], currencies: ['JPY'], promotions: 1, running: 0, mayChange: false },
    ])
    expect((await none('GET', '/product/promotion/type')).body.typeList).toEqual([])
  })
})

// Last, for it takes the clock far ahead.
describe('where clocks are set forward and back', () => {
  test('a promotion begins and ends once', async () => {
    const type = `DST${++numbers}`
    await seedStore(context.context, type, { storeType: type, timeZone: 'Europe/Berlin' })
    const runs = async () => (await db.selectFrom('promotions_running').selectAll().where('store_code', '=', type).execute()).length
    const reach = async (time: string) => {
      context.clock.advance((Date.parse(time) - context.clock.now().getTime()) / 1000)
      await promoter.work()
      return runs()
    }
    // 02:30 does not exist on 2027-03-28; 01:30 UTC is 03:30 there.
    await save(type, { starts: '2027-03-28T02:30', ends: '2027-10-31T02:30' })
    expect(await reach('2027-03-28T01:15:00Z')).toBe(0)
    expect(await reach('2027-03-28T01:31:00Z')).toBe(1)
    // On 2027-10-31 it is 02:30 twice: at 00:30 and at 01:30 UTC. It ends at the second one, and does not begin again.
    expect(await reach('2027-10-31T00:45:00Z')).toBe(1)
    expect(await reach('2027-10-31T01:31:00Z')).toBe(0)
    expect(await reach('2027-10-31T03:00:00Z')).toBe(0)
  })
})
