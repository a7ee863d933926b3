/** Operations that a gateway must not carry out any more: it is told, until it answers, so that nothing old reaches a tag after something new. */
import { describe, expect, test } from 'vitest'
import { storeWithTwoGateways } from '../../testing/two-gateways.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, engine, api } = await startTestEngine()
let stores = 0

const newStore = () => storeWithTwoGateways({ context: context.context, engine, api }, { storeCode: `C${++stores}`, number: stores })

test('what is shown in its turn is taken back from no gateway', async () => {
  const { near, far, setPrice, show, accept } = await newStore()
  await setPrice('200')
  await show(near, 2)
  await setPrice('300')
  const operation = await accept(near)
  await near.report(operation, 'same', { updates: 2 })
  await engine.pass(120)
  expect([near.cancelled(), far.cancelled()]).toEqual([[], []])
})

describe('an operation that is replaced under way', () => {
  test('is taken back from its gateway, the newer one goes through another', async () => {
    const { near, far, setPrice, accept, takeOne, heardBestBy } = await newStore()
    await setPrice('200')
    const older = await accept(near)
    await heardBestBy(far)
    near.orders()
    await setPrice('300')
    expect(near.orders()).toEqual([`cancel ${older.op}`])
    expect(takeOne(far).hash).not.toBe(older.hash)
  })
  test('also when it was only offered', async () => {
    const { near, setPrice, takeOne, heardBestBy, far } = await newStore()
    await setPrice('200')
    const older = takeOne(near)
    await heardBestBy(far)
    await setPrice('300')
    expect(near.cancelled()).toEqual([older.op])
  })
  test('not when it was never offered', async () => {
    const { near, far, setPrice } = await newStore()
    await near.breakOff()
    await far.breakOff()
    await setPrice('200')
    await setPrice('300')
    await near.online()
    await far.online()
    expect([near.cancelled(), far.cancelled()]).toEqual([[], []])
  })
  test('is taken back by a gateway that is back on its line before it gets the newer one', async () => {
    const { near, far, setPrice, accept, takeOne } = await newStore()
    await far.breakOff()
    await setPrice('200')
    const older = await accept(near)
    near.orders()
    await near.breakOff()
    await setPrice('300')
    expect(near.orders()).toEqual([])
    await near.online()
    const newer = takeOne(near)
    expect(near.orders()).toEqual([`cancel ${older.op}`, `show ${newer.op}`])
  })
  test('by removing the product as well', async () => {
    const { storeCode, tag, near, far, setPrice, accept, takeOne, heardBestBy } = await newStore()
    await setPrice('200')
    const older = await accept(near)
    await heardBestBy(far)
    await api('POST', '/tag/deassign', { storeCode, tagList: [{ tagMac: tag }] })
    await engine.engine.settle()
    expect([near.cancelled(), takeOne(far).kind]).toEqual([[older.op], 'BLANK'])
  })
})

describe('an operation that moves to another gateway', () => {
  test('away from one that went offline, is taken back from it as soon as it returns with its session', async () => {
    const { near, far, setPrice, accept, show } = await newStore()
    await setPrice('200')
    const operation = await accept(near)
    near.orders()
    await near.breakOff()
    await engine.engine.settle()
    expect((await show(far, 2)).op).toBe(operation.op)
    expect(near.orders()).toEqual([])
    await near.online()
    expect(near.orders()).toEqual([`cancel ${operation.op}`])
  })
  test('after a silence, is taken back from the first one', async () => {
    const { near, far, setPrice, accept, takeOne } = await newStore()
    await setPrice('200')
    const operation = await accept(near)
    await engine.pass(145)
    await engine.pass(10)
    expect(near.cancelled()).toContain(operation.op)
    expect(takeOne(far).op).toBe(operation.op)
  })
  test('not from one that reported itself that it gave up', async () => {
    const { near, far, setPrice, accept, takeOne } = await newStore()
    await setPrice('200')
    const operation = await accept(near)
    await near.report(operation, 'failed', { reason: 'tag-silent' })
    await engine.pass(10)
    expect(takeOne(far).op).toBe(operation.op)
    expect(near.cancelled()).toEqual([])
  })
  test('and is confirmed by the first one after all, is taken back from the second', async () => {
    const { near, far, setPrice, accept, takeOne, read } = await newStore()
    await setPrice('200')
    const operation = await accept(near)
    await near.breakOff()
    await engine.engine.settle()
    takeOne(far)
    await near.online()
    await near.report(operation, 'shown', { updates: 2 })
    expect(await read()).toMatchObject({ status: 'OK', shown: operation.hash })
    expect(far.cancelled()).toEqual([operation.op])
  })
})

test('an operation that a sighting confirms is taken back: its gateway does not know yet that the tag shows it', async () => {
  const { tag, near, setPrice, accept, read } = await newStore()
  await setPrice('200')
  const operation = await accept(near)
  await near.hear({ tag, shown: operation.hash, updates: 2 })
  expect([(await read()).status, near.cancelled()]).toEqual(['OK', [operation.op]])
})

test('an operation that was given up is taken back', async () => {
  const { near, far, setPrice, accept, read } = await newStore()
  await far.breakOff()
  await setPrice('200')
  for (let n = 0; n < 3; n++) {
    near.orders()
    await accept(near)
    await engine.pass(145)
    await engine.pass(40)
  }
  expect((await read()).status).toBe('NG')
  expect(near.cancelled()).not.toEqual([])
})

describe('a gateway', () => {
  /** A gateway that is told to leave an operation, and has not answered yet. */
  async function unanswered() {
    const store = await newStore()
    await store.setPrice('200')
    const older = await store.accept(store.near)
    await store.heardBestBy(store.far)
    await store.setPrice('300')
    await store.show(store.far, 2)
    expect(store.near.cancelled()).toEqual([older.op])
    return { ...store, older }
  }

  test('that does not answer is told again, later each time', async () => {
    const { near, older } = await unanswered()
    await engine.pass(14)
    expect(near.cancelled()).toEqual([])
    await engine.pass(2)
    expect(near.cancelled()).toEqual([older.op])
    await engine.pass(20)
    expect(near.cancelled()).toEqual([])
    await engine.pass(11)
    expect(near.cancelled()).toEqual([older.op])
  })
  test('that answers is told no more, not even when it comes back', async () => {
    const { near, older } = await unanswered()
    await near.letGo(older.op)
    await engine.pass(200)
    await near.breakOff()
    await near.online()
    expect(near.cancelled()).toEqual([])
  })
  test.each(['shown', 'same', 'failed'] as const)('that had carried it out answers with its result: %s', async (outcome) => {
    const { near, older } = await unanswered()
    await near.report(older, outcome, outcome === 'failed' ? { reason: 'tag-refused' } : { updates: 1 })
    await engine.pass(200)
    expect(near.cancelled()).toEqual([])
  })
  test('that is offline is told nothing, and everything at once when it is back', async () => {
    const { near, older } = await unanswered()
    await near.breakOff()
    await engine.pass(300)
    expect(near.cancelled()).toEqual([])
    await near.online()
    expect(near.cancelled()).toEqual([older.op])
    // It may have missed it: the next time it comes back it is told again, however short the while.
    await near.breakOff()
    await near.online()
    expect(near.cancelled()).toEqual([older.op])
  })
  test('that is asked once more for the same operation is not told to leave it afterwards', async () => {
    const { near, far, setPrice, accept } = await newStore()
    await far.breakOff()
    await setPrice('200')
    const operation = await accept(near)
    near.orders()
    await engine.pass(145)
    await engine.pass(6)
    expect(near.orders()).toEqual([`cancel ${operation.op}`, `show ${operation.op}`])
    await accept(near)
    await engine.pass(100)
    expect(near.orders()).toEqual([])
  })
  test('that takes late what is another one’s by now is told to leave it', async () => {
    const { near, older } = await unanswered()
    await near.letGo(older.op)
    await near.report(older, 'accepted')
    expect(near.cancelled()).toEqual([older.op])
  })
  test('cannot make the server tell it to leave operations that do not exist', async () => {
    const { near, first } = await newStore()
    await near.report({ ...first, op: '999999999' }, 'accepted')
    expect(near.cancelled()).toEqual([])
  })
})

test('a gateway of another store decides nothing about an operation', async () => {
  const { near, setPrice, accept, read, outcomes } = await newStore()
  const stranger = await newStore()
  await setPrice('200')
  const operation = await accept(near)
  for (const outcome of ['shown', 'same', 'failed'] as const) await stranger.near.report(operation, outcome, { updates: 9 })
  expect([await read(), await outcomes()]).toMatchObject([{ status: 'UPDATE', updates: 1 }, ['SHOWN']])
  await near.report(operation, 'shown', { updates: 2 })
  expect(await read()).toEqual({ status: 'OK', shown: operation.hash, updates: 2 })
})
