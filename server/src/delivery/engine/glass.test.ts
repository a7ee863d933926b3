/** What stands on the glass: operations that replace each other under way, confirmations that come late, tags of another model. */
import { blankHash, type Operation } from '@endcap/gateway-link/messages'
import { decodeBitmap } from '@endcap/label/bitmap'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, engine, api } = await startTestEngine()
let stores = 0

/** A store with a gateway, and a tag whose glass shows its product at 100, by its own word. */
async function newStore() {
  const storeCode = `L${++stores}`
  const tag = tagId(stores)
  await seedStore(context.context, storeCode)
  const gateway = await engine.gateway(storeCode, `02EC00010${stores.toString(16).padStart(3, '0').toUpperCase()}`)
  await gateway.online()
  await gateway.hear({ tag })
  const setPrice = async (price: string) => {
    await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Name', '', price] }] })
    await engine.engine.settle()
  }
  const assign = async (prCode: string) => {
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tag, prCode }] })
    await engine.engine.settle()
  }
  const deassign = async () => {
    await api('POST', '/tag/deassign', { storeCode, tagList: [{ tagMac: tag }] })
    await engine.engine.settle()
  }
  /** The one operation the gateway was handed. */
  const takeOne = (): Operation => {
    const taken = gateway.taken()
    expect(taken).toHaveLength(1)
    return taken[0]!
  }
  const confirm = async (operation: Operation, updates: number) => {
    await gateway.report(operation, 'accepted')
    await gateway.report(operation, 'shown', { updates })
  }
  /** The tag does not answer at any try: the operation fails. */
  const failBySilence = async (): Promise<Operation> => {
    let operation: Operation | undefined
    for (let n = 0; n < 3; n++) {
      operation = takeOne()
      await gateway.report(operation, 'accepted')
      await engine.pass(145)
      await engine.pass(40)
    }
    return operation!
  }
  const readTag = async () => {
    const { status } = await context.context.db.selectFrom('tags').select('status').where('tag_mac', '=', tag).executeTakeFirstOrThrow()
    return status
  }
  const readGlass = () =>
    context.context.db
      .selectFrom('tag_glass')
      .select(['shown_hash', 'in_doubt', 'delivery_id'])
      .where('tag_mac', '=', tag)
      .executeTakeFirst()
  const outcomes = async () => {
    const rows = await context.context.db.selectFrom('ledger').select('outcome').where('tag_mac', '=', tag).orderBy('op_id').execute()
    return rows.map((row) => row.outcome)
  }
  /** Labels that came to their glass today, and tags that showed one today. */
  const readToday = () =>
    context.context.db.selectFrom('daily_counts').select(['tags', 'distinct_tags']).where('store_code', '=', storeCode).executeTakeFirst()
  const detail = async () => (await api('GET', `/status/store/${storeCode}/tag/${tag}/detail`)).body
  await setPrice('100')
  await assign('p1')
  const first = takeOne()
  await confirm(first, 1)
  expect(await readTag()).toBe('OK')
  return {
    storeCode,
    tag,
    gateway,
    first,
    setPrice,
    assign,
    deassign,
    takeOne,
    confirm,
    failBySilence,
    readTag,
    readGlass,
    readToday,
    outcomes,
    detail,
  }
}

describe('an operation that is superseded', () => {
  test('before it was offered leaves no doubt: the old label still stands, and nothing is sent', async () => {
    const { gateway, setPrice, takeOne, readTag, readGlass, outcomes } = await newStore()
    await gateway.breakOff()
    await setPrice('200')
    await setPrice('100')
    expect(gateway.taken()).toEqual([])
    expect(await outcomes()).toEqual(['SHOWN', 'SUPERSEDED', 'SAME'])
    expect([await readTag(), (await readGlass())?.in_doubt]).toEqual(['OK', false])
    await gateway.online()
    await setPrice('200')
    takeOne()
  })
  test('while it is under way leaves the glass in doubt: the old label is sent again, not taken as standing', async () => {
    const { first, gateway, setPrice, takeOne, confirm, readTag, readGlass, outcomes } = await newStore()
    await setPrice('200')
    const second = takeOne()
    await gateway.report(second, 'accepted')
    await setPrice('100')
    const third = takeOne()
    expect(third.op).not.toBe(second.op)
    expect(third.hash).toBe(first.hash)
    expect((await readGlass())?.in_doubt).toBe(true)
    // What was replaced was shown before its successor: the tag's word for it is no longer asked for.
    await gateway.report(second, 'shown', { updates: 2 })
    expect(await readTag()).toBe('WIP')
    await confirm(third, 3)
    expect(await readTag()).toBe('OK')
    expect(await readGlass()).toEqual({ shown_hash: first.hash, in_doubt: false, delivery_id: third.op })
    expect(await outcomes()).toEqual(['SHOWN', 'SUPERSEDED', 'SHOWN'])
  })
  test('whose label came to the glass after all was shown with its successor, which finds it there', async () => {
    const { gateway, setPrice, takeOne, readToday, outcomes } = await newStore()
    expect(await readToday()).toEqual({ tags: 1, distinct_tags: 1 })
    await setPrice('200')
    const second = takeOne()
    await gateway.report(second, 'accepted')
    await setPrice('300')
    takeOne()
    await setPrice('200')
    const fourth = takeOne()
    expect(fourth.hash).toBe(second.hash)
    await gateway.report(fourth, 'same', { updates: 2 })
    expect(await outcomes()).toEqual(['SHOWN', 'SUPERSEDED', 'SUPERSEDED', 'SHOWN'])
    expect(await readToday()).toEqual({ tags: 2, distinct_tags: 1 })
    // It is known to stand there now: to say so again is no change.
    await setPrice('400')
    await gateway.report(takeOne(), 'failed', { reason: 'tag-silent' })
    expect(await readToday()).toEqual({ tags: 2, distinct_tags: 1 })
  })
  test('and that the tag names in a sighting was shown in the same way', async () => {
    const { gateway, tag, setPrice, takeOne, readToday } = await newStore()
    await setPrice('200')
    const second = takeOne()
    await gateway.report(second, 'accepted')
    await setPrice('300')
    takeOne()
    await gateway.hear({ tag, shown: second.hash, updates: 2 })
    await setPrice('200')
    await gateway.report(takeOne(), 'same', { updates: 2 })
    expect(await readToday()).toEqual({ tags: 2, distinct_tags: 1 })
  })
  test('one that was only offered, not accepted, is in doubt as well', async () => {
    const { setPrice, takeOne, readGlass } = await newStore()
    await setPrice('200')
    takeOne()
    await setPrice('100')
    takeOne()
    expect((await readGlass())?.in_doubt).toBe(true)
  })
  test('the doubt ends with the tag’s word, an old word does not end it', async () => {
    const { first, tag, gateway, setPrice, failBySilence, takeOne, readGlass, outcomes } = await newStore()
    await gateway.hear({ tag, shown: first.hash, updates: 1 })
    await setPrice('200')
    await failBySilence()
    expect((await readGlass())?.in_doubt).toBe(true)
    await gateway.hear({ tag, shown: first.hash, updates: 0 })
    expect((await readGlass())?.in_doubt).toBe(true)
    await gateway.hear({ tag, shown: first.hash, updates: 1 })
    expect(await readGlass()).toMatchObject({ shown_hash: first.hash, in_doubt: false })
    await setPrice('100')
    expect(gateway.taken()).toEqual([])
    expect(await outcomes()).toEqual(['SHOWN', 'FAILED', 'SAME'])
    await setPrice('300')
    takeOne()
  })
})

describe('a confirmation after the operation has failed', () => {
  test('by the gateway: the tag is OK, the ledger keeps what was known', async () => {
    const { gateway, setPrice, failBySilence, readTag, readGlass, outcomes, detail } = await newStore()
    await setPrice('200')
    const operation = await failBySilence()
    expect(await readTag()).toBe('NG')
    expect(await detail()).toMatchObject({ diagnosis: { cause: 'failed' } })
    await gateway.report(operation, 'shown', { updates: 2 })
    expect(await readTag()).toBe('OK')
    expect(await readGlass()).toEqual({ shown_hash: operation.hash, in_doubt: false, delivery_id: operation.op })
    expect(await outcomes()).toEqual(['SHOWN', 'FAILED'])
    expect(await detail()).toMatchObject({ diagnosis: { cause: 'shown', action: 'none', reason: null } })
  })
  test('by a sighting in which the tag names the wanted label', async () => {
    const { tag, gateway, setPrice, failBySilence, readTag, readGlass } = await newStore()
    await setPrice('200')
    const operation = await failBySilence()
    await gateway.hear({ tag, shown: operation.hash, updates: 2 })
    expect(await readTag()).toBe('OK')
    expect(await readGlass()).toMatchObject({ shown_hash: operation.hash, in_doubt: false, delivery_id: operation.op })
  })
  test('a sighting with another label, or with an old word, leaves it failed', async () => {
    const { first, tag, gateway, setPrice, failBySilence, readTag } = await newStore()
    await setPrice('200')
    const operation = await failBySilence()
    await gateway.hear({ tag, shown: first.hash, updates: 1 })
    await gateway.hear({ tag, shown: operation.hash, updates: 0 })
    expect(await readTag()).toBe('NG')
  })
  test('of an operation that is no longer the newest says nothing about what is wanted now', async () => {
    const { gateway, setPrice, failBySilence, readTag, readGlass } = await newStore()
    await setPrice('200')
    const older = await failBySilence()
    await setPrice('300')
    await gateway.report(older, 'shown', { updates: 2 })
    expect(await readTag()).toBe('WIP')
    const newer = await failBySilence()
    await gateway.report(older, 'shown', { updates: 2 })
    expect(await readTag()).toBe('NG')
    await gateway.report(newer, 'shown', { updates: 3 })
    expect([await readTag(), (await readGlass())?.shown_hash]).toEqual(['OK', newer.hash])
  })
  test('of a blanking makes the tag DEASSIGN', async () => {
    const { tag, gateway, deassign, failBySilence, readTag } = await newStore()
    await deassign()
    await failBySilence()
    expect(await readTag()).toBe('NG')
    await gateway.hear({ tag, shown: blankHash, updates: 2 })
    expect(await readTag()).toBe('DEASSIGN')
  })
  test('a failed tag that was missing is failed again when it is heard, unless it shows what is wanted', async () => {
    const { first, tag, gateway, setPrice, failBySilence, readTag } = await newStore()
    await setPrice('200')
    const operation = await failBySilence()
    await engine.pass(2700)
    expect(await readTag()).toBe('MISSING')
    await gateway.hear({ tag, shown: first.hash, updates: 1 })
    expect(await readTag()).toBe('NG')
    await gateway.hear({ tag, shown: operation.hash, updates: 2 })
    expect(await readTag()).toBe('OK')
  })
})

describe('a tag that turns out to be of another model', () => {
  test('gets its label drawn anew for that model, in a task of its own', async () => {
    const { storeCode, tag, gateway, first, takeOne, confirm, readTag, readGlass } = await newStore()
    await gateway.hear({ tag, type: 'B9', shown: first.hash, updates: 1 })
    const redrawn = takeOne()
    expect(redrawn).toMatchObject({ tag, kind: 'SHOW' })
    expect(redrawn.hash).not.toBe(first.hash)
    const labels = await Promise.all([first, redrawn].map(({ images }) => context.context.blobs.get(images[0]!.hash)))
    expect(labels.map((content) => decodeBitmap(content!))).toMatchObject([
      { width: 296, height: 128 },
      { width: 400, height: 300 },
    ])
    const [task] = await context.context.db
      .selectFrom('tasks')
      .select(['task_type', 'total', 'created_by'])
      .where('store_code', '=', storeCode)
      .orderBy('task_id', 'desc')
      .limit(1)
      .execute()
    expect(task).toEqual({ task_type: 'UPDATE', total: 1, created_by: 'tag type' })
    await confirm(redrawn, 2)
    expect([await readTag(), (await readGlass())?.shown_hash]).toEqual(['OK', redrawn.hash])
    // Heard again it is what it is: nothing more is drawn.
    await gateway.hear({ tag, type: 'B9', shown: redrawn.hash, updates: 2 })
    expect(gateway.taken()).toEqual([])
  })
  test('supersedes what is under way for the model it was thought to be', async () => {
    const { tag, gateway, setPrice, takeOne, outcomes } = await newStore()
    await setPrice('200')
    const wrong = takeOne()
    await gateway.report(wrong, 'accepted')
    await gateway.hear({ tag, type: 'B9' })
    expect(takeOne().hash).not.toBe(wrong.hash)
    expect(await outcomes()).toEqual(['SHOWN', 'SUPERSEDED'])
  })
  test('without a product nothing is drawn', async () => {
    const { tag, gateway, deassign, takeOne, confirm, readTag } = await newStore()
    await deassign()
    await confirm(takeOne(), 2)
    await gateway.hear({ tag, type: 'B9', shown: blankHash, updates: 2 })
    expect([gateway.taken(), await readTag()]).toEqual([[], 'DEASSIGN'])
  })
})

describe('a word of a tag', () => {
  /** How many statements that name tag_glass a sighting with this word took, beside the one that stores sightings. */
  async function looksAt(
    { gateway, tag, first }: Pick<Awaited<ReturnType<typeof newStore>>, 'gateway' | 'tag' | 'first'>,
    updates: number,
  ) {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    await gateway.hear({ tag, shown: first.hash ?? null, updates })
    const texts = asked.mock.calls.map((call) => JSON.stringify(call))
    asked.mockRestore()
    return texts.filter((text) => text.includes('tag_glass') && !text.includes('tag_links')).length
  }
  test('that repeats what is known costs one look at its glass', async () => {
    const store = await newStore()
    expect(await looksAt(store, 1)).toBe(1)
    expect(await looksAt(store, 2)).toBeGreaterThan(1)
    expect(await looksAt(store, 2)).toBe(1)
  })
})
