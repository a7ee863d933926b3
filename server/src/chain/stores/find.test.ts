/** Stores to choose from: found by name, code and address, a page at a time. */
import { stores } from '@endcap/contract/stores'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answerOf } from '../../testing/answer-of.ts'
import { seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root } = await startTestApp()
const { db } = context.context
for (let number = 1; number <= 30; number++)
  await seedStore(context.context, `S${number}`, { storeName: `Market ${number}`, address: number === 17 ? 'Ginza, Tokyo' : 'Hamburg' })
await seedStore(context.context, 'X_1', { storeName: '東京 本店' })
await sql`update stores set store_type = 'CONVENIENCE', config = config || '{"hideLed":true}' where store_code = 'X_1'`.execute(db)

async function find(body: object, headers = root.headers) {
  const answer = await app.inject({ method: 'POST', url: '/api/search/store', headers, payload: body })
  expect(answer.statusCode, answer.body).toBe(200)
  const { total, storeList } = answerOf(stores.find, answer.json())
  return { total, codes: storeList.map(({ storeCode }) => storeCode), storeList }
}

test('by name, code and address, a page at a time, in the order of their numbers', async () => {
  expect(await find({ length: 3 })).toMatchObject({ total: 31, codes: ['S1', 'S2', 'S3'] })
  expect(await find({ start: 8, length: 3 })).toMatchObject({ total: 31, codes: ['S9', 'S10', 'S11'] })
  expect((await find({})).codes).toHaveLength(20)
  expect(await find({ term: 'market 2', length: 4 })).toMatchObject({ total: 12, codes: ['S2', 'S12', 'S20', 'S21'] })
  expect(await find({ term: 'GINZA' })).toMatchObject({ total: 1, codes: ['S17'] })
  expect(await find({ term: '東京' })).toMatchObject({ storeList: [{ storeName: '東京 本店', hideLed: true, showMac: false }] })
  // Signs of patterns mean themselves.
  expect((await find({ term: 'x_' })).codes).toEqual(['X_1'])
  expect((await find({ term: '%' })).total).toBe(0)
  expect((await find({ term: 'ginza\0' })).codes).toEqual(['S17'])
  expect(await find({ start: 40 })).toMatchObject({ codes: [] })
})
test("several codes, those that come first, one type, and none that are not the account's", async () => {
  expect((await find({ term: 's3, s20;s999' })).codes).toEqual(['S3', 'S20'])
  expect((await find({ term: 'S20\nS3' })).codes).toEqual(['S3', 'S20'])
  expect(await find({ term: 'nowhere' })).toMatchObject({ total: 0, codes: [] })
  expect(await find({ codes: ['S4', 'S999'] })).toMatchObject({ total: 1, codes: ['S4'] })
  expect((await find({ codes: ['S4', 'S5'], term: '5' })).codes).toEqual(['S5'])
  expect((await find({ first: ['S30', 'S12'], length: 3 })).codes).toEqual(['S12', 'S30', 'S1'])
  expect(await find({ storeType: 'CONVENIENCE' })).toMatchObject({ total: 1, codes: ['X_1'] })
  const clerk = await seedAccount(context.context, { email: 'clerk@test.example', stores: ['S1', 'S17'], privileges: [] })
  expect(await find({}, clerk.headers)).toMatchObject({ total: 2, codes: ['S1', 'S17'] })
  expect(await find({ codes: ['S2'] }, clerk.headers)).toMatchObject({ total: 0, codes: [] })
  expect(await find({ term: 's1 s2' }, clerk.headers)).toMatchObject({ codes: ['S1'] })
  await db.updateTable('stores').set({ closing_at: context.clock.now() }).where('store_code', '=', 'S17').execute()
  expect(await find({}, clerk.headers)).toMatchObject({ total: 1, codes: ['S1'] })
})
test('their states in numbers, of its own stores alone', async () => {
  const states = async (headers = root.headers) =>
    answerOf(stores.states, (await app.inject({ method: 'GET', url: '/api/search/store/states', headers })).json())
  expect(await states()).toEqual({ NORMAL: 0, ALARM: 0, OFFLINE: 30 })
  const clerk = await seedAccount(context.context, { email: 'states@test.example', stores: ['S1', 'S3'], privileges: [] })
  expect(await states(clerk.headers)).toEqual({ NORMAL: 0, ALARM: 0, OFFLINE: 2 })
})
test('what is asked for is bounded', async () => {
  for (const body of [{ length: 1001 }, { length: 0 }, { start: -1 }, { term: 'x'.repeat(20_001) }, { codes: Array(10_001).fill('S1') }]) {
    const answer = await app.inject({ method: 'POST', url: '/api/search/store', headers: root.headers, payload: body })
    expect(answer.statusCode, answer.body).toBe(400)
  }
})
