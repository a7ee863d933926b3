/** Tags that show something else than they should, by their own newer word: drawn again, once, and never because of an old word. */
import { blankHash } from '@endcap/gateway-link/messages'
import { describe, expect, test } from 'vitest'
import { storeWithTwoGateways } from '../../testing/two-gateways.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, engine, api } = await startTestEngine()
let stores = 0

const newStore = () => storeWithTwoGateways({ context: context.context, engine, api }, { storeCode: `Y${++stores}`, number: stores })

/** 200 was under way at `near` when 300 was shown through `far`; the count then was 2. */
async function replacedUnderWay() {
  const store = await newStore()
  await store.setPrice('200')
  const older = await store.accept(store.near)
  await store.heardBestBy(store.far)
  await store.setPrice('300')
  const newer = await store.show(store.far, 2)
  expect(await store.read()).toEqual({ status: 'OK', shown: newer.hash, updates: 2 })
  return { ...store, older, newer }
}
const redrawTask = { task_type: 'UPDATE', total: 1, created_by: 'tag glass' }

describe('an older label that reaches the tag after the newer one', () => {
  test('is seen in a sighting: the tag is not OK, and its label is drawn again', async () => {
    const { tag, near, far, older, newer, read, takeOne, tasks, outcomes } = await replacedUnderWay()
    await near.hear({ tag, shown: older.hash, updates: 3 })
    expect(await read()).toEqual({ status: 'WIP', shown: older.hash, updates: 3 })
    const redrawn = takeOne(far)
    expect(redrawn).toMatchObject({ tag, kind: 'SHOW', hash: newer.hash })
    expect(await tasks()).toEqual([redrawTask])
    await far.report(redrawn, 'accepted')
    await far.report(redrawn, 'shown', { updates: 4 })
    expect(await read()).toEqual({ status: 'OK', shown: newer.hash, updates: 4 })
    expect(await outcomes()).toEqual(['SHOWN', 'SUPERSEDED', 'SHOWN', 'SHOWN'])
    // Heard again, and sent again from before: nothing more is drawn.
    await near.hear({ tag, shown: newer.hash, updates: 4 })
    await near.hear({ tag, shown: older.hash, updates: 3 })
    expect([await read(), far.taken(), near.taken()]).toEqual([{ status: 'OK', shown: newer.hash, updates: 4 }, [], []])
  })
  test('is told by its gateway’s late result', async () => {
    const { near, far, older, newer, read, takeOne, tasks } = await replacedUnderWay()
    await near.report(older, 'shown', { updates: 3 })
    expect(await read()).toMatchObject({ status: 'WIP', shown: older.hash })
    expect(takeOne(far).hash).toBe(newer.hash)
    expect(await tasks()).toEqual([redrawTask])
  })
  test('is told while the newer one is still under way, whose confirmation comes last', async () => {
    const { tag, near, far, setPrice, accept, heardBestBy, read, takeOne, outcomes } = await newStore()
    await setPrice('200')
    const older = await accept(near)
    await heardBestBy(far)
    await setPrice('300')
    const newer = await accept(far)
    await near.hear({ tag, shown: older.hash, updates: 3 })
    expect(await read()).toMatchObject({ status: 'UPDATE', shown: older.hash })
    await far.report(newer, 'shown', { updates: 2 })
    expect(await read()).toEqual({ status: 'WIP', shown: older.hash, updates: 3 })
    expect(takeOne(far).hash).toBe(newer.hash)
    expect(await outcomes()).toEqual(['SHOWN', 'SUPERSEDED', 'SHOWN'])
  })
  test('stands on a tag that has no product any more: it is blanked again', async () => {
    const { storeCode, tag, near, far, setPrice, accept, heardBestBy, read, show, takeOne } = await newStore()
    await setPrice('200')
    const older = await accept(near)
    await heardBestBy(far)
    await api('POST', '/tag/deassign', { storeCode, tagList: [{ tagMac: tag }] })
    await engine.engine.settle()
    await show(far, 2)
    expect(await read()).toEqual({ status: 'DEASSIGN', shown: blankHash, updates: 2 })
    await near.hear({ tag, shown: older.hash, updates: 3 })
    const again = takeOne(far)
    expect(again).toMatchObject({ kind: 'BLANK', hash: blankHash })
    await far.report(again, 'accepted')
    await far.report(again, 'shown', { updates: 4 })
    expect((await read()).status).toBe('DEASSIGN')
  })
  test('is seen when the tag is back from MISSING', async () => {
    const { tag, near, older, read } = await replacedUnderWay()
    await engine.pass(2700)
    expect((await read()).status).toBe('MISSING')
    await near.hear({ tag, shown: older.hash, updates: 3 })
    expect((await read()).status).toBe('WIP')
  })
})

describe('nothing is drawn again', () => {
  test('because of an old word, by sighting or by result', async () => {
    const { tag, near, far, first, older, newer, read, tasks } = await replacedUnderWay()
    await near.hear({ tag, shown: first.hash, updates: 1 })
    await near.report(older, 'shown', { updates: 1 })
    await near.report(older, 'shown')
    expect([await read(), await tasks()]).toEqual([{ status: 'OK', shown: newer.hash, updates: 2 }, []])
    expect([near.taken(), far.taken()]).toEqual([[], []])
  })
  test('because of another label with the count that is known, or a glass that was never set', async () => {
    const { tag, near, older, newer, read, tasks } = await replacedUnderWay()
    await near.hear({ tag, shown: older.hash, updates: 2 })
    await near.hear({ tag, shown: null, updates: 9 })
    expect([await read(), await tasks()]).toEqual([{ status: 'OK', shown: newer.hash, updates: 2 }, []])
  })
  test('while something newer is under way', async () => {
    const { tag, near, far, older, setPrice, accept, tasks } = await replacedUnderWay()
    await setPrice('400')
    await accept(far)
    await near.hear({ tag, shown: older.hash, updates: 3 })
    expect([far.taken(), await tasks()]).toEqual([[], []])
  })
  test('for a failed tag: it says so itself', async () => {
    const { tag, near, far, setPrice, accept, older, read, tasks } = await replacedUnderWay()
    await setPrice('400')
    await far.report(await accept(far), 'failed', { reason: 'tag-refused' })
    await near.hear({ tag, shown: older.hash, updates: 3 })
    expect([(await read()).status, await tasks()]).toEqual(['NG', []])
  })
  test('for ever: a tag whose label is replaced again and again is NG in the end, until it shows what it should', async () => {
    const { storeCode, tag, near, far, older, newer, read, show, tasks } = await replacedUnderWay()
    let updates = 2
    for (let n = 0; n < 3; n++) {
      await near.hear({ tag, shown: older.hash, updates: ++updates })
      await show(far, ++updates)
      expect((await read()).status).toBe('OK')
    }
    await near.hear({ tag, shown: older.hash, updates: ++updates })
    expect([(await read()).status, far.taken(), (await tasks()).length]).toEqual(['NG', [], 3])
    const { body } = await api('GET', `/status/store/${storeCode}/tag/${tag}/detail`)
    expect(body).toMatchObject({ diagnosis: { cause: 'failed', action: 'reassign' } })
    await near.hear({ tag, shown: newer.hash, updates: ++updates })
    expect(await read()).toMatchObject({ status: 'OK', shown: newer.hash })
    await engine.pass(3700)
    await near.hear({ tag, shown: older.hash, updates: ++updates })
    expect((await read()).status).toBe('WIP')
  })
})

describe('a confirmation without a count', () => {
  test('counts as one change: an older sighting that is sent again changes nothing', async () => {
    const { tag, near, first, setPrice, show, read, tasks } = await newStore()
    await setPrice('200')
    const second = await show(near)
    expect(await read()).toEqual({ status: 'OK', shown: second.hash, updates: 2 })
    await near.hear({ tag, shown: first.hash, updates: 1 })
    expect([await read(), await tasks()]).toEqual([{ status: 'OK', shown: second.hash, updates: 2 }, []])
    await near.hear({ tag, shown: second.hash, updates: 5 })
    await near.hear({ tag, shown: first.hash, updates: 4 })
    expect([await read(), await tasks()]).toEqual([{ status: 'OK', shown: second.hash, updates: 5 }, []])
  })
  test('of what stood there already counts as none', async () => {
    const { storeCode, tag, near, first, accept, read } = await newStore()
    await api('POST', '/tag/reassign', { storeCode, tagList: [tag] })
    await engine.engine.settle()
    await near.report(await accept(near), 'same')
    expect(await read()).toEqual({ status: 'OK', shown: first.hash, updates: 1 })
  })
  test('of an operation that had failed counts as well', async () => {
    const { tag, near, far, first, setPrice, accept, read } = await newStore()
    await far.breakOff()
    await setPrice('200')
    let operation = first
    for (let n = 0; n < 3; n++) {
      operation = await accept(near)
      await engine.pass(145)
      await engine.pass(40)
    }
    await near.report(operation, 'shown')
    await near.hear({ tag, shown: first.hash, updates: 1 })
    expect(await read()).toEqual({ status: 'OK', shown: operation.hash, updates: 2 })
  })
})

test('a confirmation with a lower count, of a tag that nothing was heard of since, is believed: it counts anew', async () => {
  const { tag, near, setPrice, show, read, first } = await newStore()
  await near.hear({ tag, shown: first.hash, updates: 40 })
  await engine.pass(60)
  await setPrice('200')
  const second = await show(near, 1)
  expect(await read()).toEqual({ status: 'OK', shown: second.hash, updates: 1 })
})

test('the same label that was heard before does not confirm an operation: another one may have stood there since', async () => {
  const { tag, near, first, setPrice, accept, read } = await newStore()
  await setPrice('200')
  await accept(near)
  await setPrice('100')
  const third = await accept(near)
  expect(third.hash).toBe(first.hash)
  await near.hear({ tag, shown: first.hash, updates: 1 })
  expect((await read()).status).toBe('UPDATE')
  await near.hear({ tag, shown: first.hash, updates: 3 })
  expect((await read()).status).toBe('OK')
})
