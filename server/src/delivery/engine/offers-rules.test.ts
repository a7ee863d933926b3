/** What gateways are offered, and what waits for them too long, asked of the statements alone. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { gatewayRows } from '../../testing/gateway-rows.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { givenUpOffline, holdForGateway, overdueOperations, takeOffers } from './dispatch.queries.ts'

const { context, clock, close } = await createTestContext()
afterAll(close)
const { db } = context
const at = clock.now()
let rows: Awaited<ReturnType<typeof gatewayRows>>
beforeEach(async () => void (rows = await gatewayRows({ context })))

describe('a gateway is offered', () => {
  const deadline = new Date(at.getTime() + 30_000)
  const take = async (window: number, queue = 3, letters = 'ac') =>
    (await takeOffers(db, [...letters].map(rows.shardOf), { at, deadline, window, queue })).map((one) => one.opId)
  test.each<[offered: number, accepted: number, window: number, queue: number, taken: number]>([
    [0, 0, 2, 3, 2],
    [0, 0, 4, 3, 3],
    [1, 0, 2, 3, 1],
    [2, 0, 2, 3, 0],
    [0, 2, 2, 3, 1],
    [0, 3, 2, 3, 0],
    [3, 0, 2, 3, 0],
  ])('of %i offered and %i accepted, with a window of %i and a queue of %i: %i more', async (offered, accepted, window, queue, taken) => {
    const { tag, stand, open } = rows
    await stand(tag, undefined)
    for (let n = 0; n < offered; n++) await open(tag, { at: 'a', deadline_at: at })
    for (let n = 0; n < accepted; n++) await open(tag, { at: 'a', deadline_at: at, state: 'SENT' })
    for (let n = 0; n < 4; n++) await open(tag, { at: 'a' })
    expect(await take(window, queue, 'a')).toHaveLength(taken)
  })
  test('the oldest of the highest priority that is due and its own, on line and of ours', async () => {
    const { tag, before, stand, shardOf, goOff, open, operation } = rows
    await stand(tag, undefined)
    await goOff('c')
    const first = { priority: 0 }
    const others = [
      await open(tag, { at: 'a', ...first, state: 'QUEUED' }),
      await open(tag, { at: 'a', ...first, due_at: before(-1) }),
      await open(tag, { at: 'b', ...first }),
      await open(tag, { at: 'c', ...first }),
      await open(tag, { at: 'a', ...first, shard: shardOf('b') }),
      await open(tag, { at: 'c', ...first, shard: shardOf('a') }),
    ]
    const ids = [
      await open(tag, { at: 'a', priority: 5 }),
      await open(tag, { at: 'a', priority: 4, tries: 1 }),
      await open(tag, { at: 'a', priority: 4 }),
    ]
    expect(await take(1)).toEqual([ids[1]])
    expect(await operation(ids[1]!)).toMatchObject({ offered_at: at, deadline_at: deadline, tries: 2 })
    expect(await take(2)).toEqual([ids[2]])
    expect(await take(3)).toEqual([ids[0]])
    expect(await take(9, 9)).toEqual([])
    const offered = await Promise.all(others.map(async (opId) => (await operation(opId)).offered_at))
    expect(offered).toEqual(others.map(() => null))
  })
  test('what it was told to leave, and is told so no longer', async () => {
    const { storeCode, tag, before, stand, macOf, shards, letterOf, open } = rows
    await stand(tag, undefined)
    const opId = await open(tag, { at: 'a' })
    const later = await open(tag, { at: 'a', due_at: before(-1) })
    const withdraw = (letter: string, op_id: string, store_code = storeCode) =>
      db
        .insertInto('cancellations')
        .values({ store_code, gw_mac: macOf(letter), op_id, due_at: at })
        .execute()
    await withdraw('a', opId)
    await withdraw('a', later)
    await withdraw('b', opId)
    await withdraw('a', opId, `${storeCode}B`)
    expect(await takeOffers(db, shards, { at, deadline, window: 2, queue: 3 })).toEqual([
      { storeCode, gwMac: macOf('a'), opId, tagMac: tag, kind: 'SHOW', hash: 'new', images: [], params: null },
    ])
    const withdrawn = await db.selectFrom('cancellations').select(['store_code', 'gw_mac', 'op_id']).execute()
    expect(new Set(withdrawn.map((one) => `${one.store_code} ${letterOf(one.gw_mac)} ${one.op_id}`))).toEqual(
      new Set([`${storeCode} a ${later}`, `${storeCode} b ${opId}`, `${storeCode}B a ${opId}`]),
    )
  })
})

describe('an operation that is overdue', () => {
  test('is told with what is known of it, the one that waits longest first', async () => {
    const { storeCode, tag, neighbour, before, stand, macOf, shards, goOff, open } = rows
    await stand(tag, undefined)
    await db.updateTable('tags').set({ responded_at: at }).where('tag_mac', '=', neighbour).execute()
    await goOff('b')
    await open(tag, { at: 'a', deadline_at: at })
    await open(tag, { at: 'c', deadline_at: before(50), shard: 9999 })
    const second = await open(tag, { at: 'a', deadline_at: before(1), state: 'SENT', asked_at: at, tries: 2 })
    const first = await open(neighbour, { at: 'b', deadline_at: before(2), kind: 'LED' })
    const known = { storeCode, tries: 0, kind: 'SHOW' }
    expect(await overdueOperations(db, shards, at)).toEqual([
      { ...known, opId: first, gwMac: macOf('b'), sent: false, asked: false, offline: true, kind: 'LED', expected: false },
      { ...known, opId: second, gwMac: macOf('a'), sent: true, asked: true, offline: false, tries: 2, expected: true },
    ])
  })
  test.each([
    [0, 0],
    [1, 0],
    [3, 2],
  ])('waits for its gateway, which is no try: of %i are left %i', async (tries, left) => {
    const { tag, before, open, operation } = rows
    const opId = await open(tag, { at: 'a', state: 'SENT', deadline_at: before(1), due_at: before(9), tries })
    const other = await open(tag, { at: 'a', state: 'SENT' })
    await holdForGateway(db, [], at)
    await holdForGateway(db, [opId], at)
    expect(await operation(opId)).toMatchObject({
      state: 'RENDERED',
      deadline_at: null,
      due_at: at,
      last_reason: 'gateway-offline',
      tries: left,
    })
    expect((await operation(other)).state).toBe('SENT')
  })
})

test('what waits too long for a gateway is given up: a label later than a light', async () => {
  const { tag, neighbour, foreign, before, letterOf, goOff, open } = rows
  await goOff('b')
  const [image, late] = [{ lane: 'image', queued_at: before(101) }, { queued_at: before(11) }]
  const given = [
    await open(tag, { at: 'b', ...image }),
    await open(tag, { at: 'b', ...late }),
    await open(neighbour, image),
    await open(neighbour, late),
  ]
  await open(foreign, { at: 'x', ...image })
  await open(tag, { at: 'a', ...late })
  await open(tag, { at: 'b', ...late, state: 'SENT' })
  await open(tag, { at: 'b', queued_at: before(10) })
  const found = await givenUpOffline(db, { queuedBefore: before(100), controlBefore: before(10) })
  expect(found.map((one) => one.opId).toSorted()).toEqual(given.toSorted())
  expect(letterOf(found.find((one) => one.opId === given[0])?.gwMac ?? null)).toBe('b')
})
