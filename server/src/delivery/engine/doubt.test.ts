/** Tags that say that their glass may show something else than they were sent, and what people do at tags. */
import { describe, expect, test } from 'vitest'
import { storeWithTwoGateways } from '../../testing/two-gateways.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, engine, api } = await startTestEngine()
let stores = 0

async function newStore() {
  const store = await storeWithTwoGateways({ context: context.context, engine, api }, { storeCode: `Z${++stores}`, number: 0x500 + stores })
  const { storeCode, tag, first, near } = store
  const events = async () => {
    const { body } = await api('GET', `/status/store/${storeCode}/tag/${tag}/detail`)
    return (body.eventList as { event: string }[]).map((one) => one.event)
  }
  const redraws = () =>
    context.context.db
      .selectFrom('tasks')
      .select(['task_type', 'total', 'created_by'])
      .where('store_code', '=', storeCode)
      .where('created_by', '=', 'tag doubt')
      .execute()
  /** As it says it in each sighting until its label was drawn again. */
  const doubt = () => near.hear({ tag, shown: first.hash, updates: 1, doubt: true })
  return { ...store, events, redraws, doubt }
}
const redraw = { task_type: 'UPDATE', total: 1, created_by: 'tag doubt' }

describe('a glass in doubt by its device’s own word', () => {
  test('is not OK any more: its label is sent again, though it seems to stand there', async () => {
    const { tag, near, first, doubt, read, show, events, redraws, outcomes } = await newStore()
    await doubt()
    expect(await read()).toEqual({ status: 'WIP', shown: first.hash, updates: 1 })
    expect([await redraws(), await events()]).toEqual([[redraw], ['doubt']])
    // It goes on saying so until it is drawn.
    await doubt()
    expect([await redraws(), await events()]).toEqual([[redraw], ['doubt']])
    const again = await show(near, 2)
    expect(again).toMatchObject({ tag, kind: 'SHOW', hash: first.hash })
    expect(await read()).toEqual({ status: 'OK', shown: first.hash, updates: 2 })
    expect(await outcomes()).toEqual(['SHOWN', 'SHOWN'])
    await near.hear({ tag, shown: first.hash, updates: 2 })
    expect([(await redraws()).length, near.taken()]).toEqual([1, []])
  })
  test('stays so where another gateway repeats what it had heard before', async () => {
    const { tag, near, far, first, doubt, read, accept } = await newStore()
    await doubt()
    await far.hear({ tag, rssi: -80, shown: first.hash, updates: 1 })
    expect((await read()).status).toBe('WIP')
    await near.report(await accept(near), 'same')
    expect((await read()).status).toBe('OK')
  })
  test('that has passed by the time it is told is none', async () => {
    const { tag, near, first, read, redraws, events } = await newStore()
    const word = { tag, shown: first.hash, updates: 1 }
    await near.hear({ ...word, doubt: true }, word)
    expect([(await read()).status, await redraws(), await events()]).toEqual(['OK', [], []])
  })
  test('proves no label under way, and needs no second one', async () => {
    const { tag, near, setPrice, accept, read, redraws } = await newStore()
    await setPrice('200')
    const operation = await accept(near)
    await near.hear({ tag, shown: operation.hash, updates: 2, doubt: true })
    expect([(await read()).status, await redraws()]).toEqual(['UPDATE', []])
    await near.report(operation, 'shown', { updates: 3 })
    expect([(await read()).status, near.taken()]).toEqual(['OK', []])
  })
  test('of a tag without a product is blanked again', async () => {
    const { storeCode, tag, near, show, read, takeOne } = await newStore()
    await api('POST', '/tag/deassign', { storeCode, tagList: [{ tagMac: tag }] })
    await engine.engine.settle()
    const { hash } = await show(near, 2)
    expect((await read()).status).toBe('DEASSIGN')
    await near.hear({ tag, shown: hash, updates: 2, doubt: true })
    expect(takeOne(near)).toMatchObject({ kind: 'BLANK', hash })
  })
  test('of a tag that has shown nothing yet asks for nothing', async () => {
    const { storeCode, near } = await newStore()
    const fresh = `5A3C9E0050${storeCode.slice(1).padStart(6, '0')}`
    await near.hear({ tag: fresh, doubt: true })
    await near.hear({ tag: fresh, doubt: true })
    expect(near.taken()).toEqual([])
  })
  test('again and again is NG in the end, until the tag is sure', async () => {
    const { tag, near, first, read, show, redraws } = await newStore()
    let updates = 1
    for (let n = 0; n < 3; n++) {
      await near.hear({ tag, shown: first.hash, updates, doubt: true })
      await show(near, ++updates)
    }
    await near.hear({ tag, shown: first.hash, updates, doubt: true })
    expect([(await read()).status, near.taken(), (await redraws()).length]).toEqual(['NG', [], 3])
    await near.hear({ tag, shown: first.hash, updates })
    expect((await read()).status).toBe('OK')
  })
})

describe('what a person does at a tag', () => {
  test('stands in its timeline, once where two gateways heard it', async () => {
    const { tag, near, far, events } = await newStore()
    await near.hear({ tag, event: 'button' })
    await far.hear({ tag, event: 'button', rssi: -80 })
    expect(await events()).toEqual(['button'])
    await engine.pass(60)
    await near.hear({ tag, event: 'nfc' })
    await engine.pass(60)
    await near.hear({ tag, event: 'button' })
    expect(await events()).toEqual(['button', 'nfc', 'button'])
  })
  test('of a tag that no store had is kept from then on', async () => {
    const { storeCode, near } = await newStore()
    const tagMac = `5A3C9E0051${storeCode.slice(1).padStart(6, '0')}`
    await near.hear({ tag: tagMac, event: 'button' })
    const { body } = await api('GET', `/status/store/${storeCode}/tag/${tagMac}/detail`)
    expect(body.eventList).toEqual([{ event: 'button', at: expect.any(Number) as number, gwMac: near.gwMac }])
  })
})
