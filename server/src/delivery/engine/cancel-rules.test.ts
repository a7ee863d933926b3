/** What gateways must leave, and when they hear so, asked of the statements alone (through gateways: cancel.test.ts). */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { gatewayRows } from '../../testing/gateway-rows.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { cancelAgain, cancelAt, forgetCancels, takeCancels, type Cancel } from './cancel.queries.ts'

const { context, clock, close } = await createTestContext()
afterAll(close)
const { db } = context
const at = clock.now()
let rows: Awaited<ReturnType<typeof gatewayRows>>
beforeEach(async () => void (rows = await gatewayRows({ context })))

const cancelOf = (letter: string, opId: string, storeCode = rows.storeCode): Cancel => ({ storeCode, gwMac: rows.macOf(letter), opId })
async function wait(letter: string, opId: string, { tries = 0, due_at = at, storeCode = rows.storeCode } = {}) {
  await db
    .insertInto('cancellations')
    .values({ store_code: storeCode, gw_mac: rows.macOf(letter), op_id: opId, tries, due_at })
    .execute()
}
/** What waits, as `store gateway operation`, in order. */
async function waiting() {
  const found = await db.selectFrom('cancellations').selectAll().orderBy('op_id').orderBy('gw_mac').orderBy('store_code').execute()
  return found.map(({ store_code, gw_mac, op_id, tries, due_at }) => ({
    name: `${store_code === rows.storeCode ? 'own' : 'foreign'} ${rows.letterOf(gw_mac)} ${op_id}`,
    tries,
    seconds: (due_at.getTime() - at.getTime()) / 1000,
  }))
}
const names = async () => (await waiting()).map(({ name }) => name)

describe('a gateway hears what it must leave', () => {
  const take = async (letters = 'ac', limit = 9) =>
    (await takeCancels(db, [...letters].map(rows.shardOf), { at, limit })).map(({ opId }) => opId)
  test.each([
    [0, 1, 15],
    [1, 2, 30],
    [3, 4, 120],
    [7, 8, 1920],
    [8, 9, 3600],
    [19, 20, 3600],
    [20, 20, 3600],
  ])('and after %i times, which are %i then, once more %i seconds later', async (tries, then, seconds) => {
    await wait('a', '1', { tries })
    expect(await takeCancels(db, [rows.shardOf('a')], { at, limit: 1 })).toEqual([cancelOf('a', '1')])
    expect(await waiting()).toEqual([{ name: 'own a 1', tries: then, seconds }])
  })
  test('when it is due, where it is on line and of ours; what else waits is left as it is', async () => {
    const { before, goOff, storeCode } = rows
    await goOff('c')
    await wait('a', '1')
    await wait('a', '2', { due_at: before(-1) })
    await wait('b', '1')
    await wait('c', '1')
    await wait('a', '1', { storeCode: `${storeCode}B` })
    expect(await take('a')).toEqual(['1'])
    expect(await take()).toEqual([])
    const untouched = { tries: 0, seconds: 0 }
    expect(await waiting()).toEqual([
      { name: 'own a 1', tries: 1, seconds: 15 },
      { ...untouched, name: 'foreign a 1' },
      { ...untouched, name: 'own b 1' },
      { ...untouched, name: 'own c 1' },
      { ...untouched, name: 'own a 2', seconds: 1 },
    ])
  })
  test('what waits longest first, then the older operation', async () => {
    await wait('a', '1')
    await wait('a', '2')
    await wait('a', '3', { due_at: rows.before(1) })
    expect([await take('a', 1), await take('a', 1), await take('a', 1)]).toEqual([['3'], ['1'], ['2']])
  })
  test('from the beginning, when it is back on its line', async () => {
    const { before, storeCode } = rows
    await wait('a', '1', { tries: 4, due_at: before(-500) })
    await wait('b', '1', { tries: 4, due_at: before(-500) })
    await cancelAgain(db, { storeCode, gwMac: rows.macOf('a') }, at)
    expect(await waiting()).toEqual([
      { name: 'own a 1', tries: 0, seconds: 0 },
      { name: 'own b 1', tries: 4, seconds: 500 },
    ])
  })
})

test('a gateway is to leave operations of its store alone, open ones and those that ended, each once', async () => {
  const { tag, foreign, stand, open, end, storeCode } = rows
  await stand(tag, undefined)
  const [opened, other] = [await open(tag), await open(foreign)]
  const ended = String(await end(5, { tag_mac: tag }))
  const foreignEnded = String(await end(5, { tag_mac: foreign }))
  await wait('b', opened, { tries: 3 })
  await cancelAt(db, [], at)
  await cancelAt(db, [cancelOf('b', opened)], at)
  await cancelAt(db, [cancelOf('a', ended)], at)
  expect(await names()).toContain(`own a ${ended}`)
  await cancelAt(
    db,
    [opened, opened, ended, other, foreignEnded, '999999'].map((opId) => cancelOf('a', opId)),
    at,
  )
  expect(new Set(await names())).toEqual(new Set([`own a ${opened}`, `own b ${opened}`, `own a ${ended}`]))
  const before = (await waiting()).filter(({ name }) => name === `own b ${opened}`)
  expect(before).toEqual([{ name: `own b ${opened}`, tries: 3, seconds: 0 }])
  await forgetCancels(db, [])
  await wait('a', opened, { storeCode: `${storeCode}B` })
  await forgetCancels(db, [cancelOf('a', opened)])
  expect(new Set(await names())).toEqual(new Set([`foreign a ${opened}`, `own b ${opened}`, `own a ${ended}`]))
})
