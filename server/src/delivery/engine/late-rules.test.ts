/** Whom a late word sets right, asked of the statements alone (through gateways: glass.test.ts). */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { glassRows, type Glass } from '../../testing/glass-rows.ts'
import { seedStore, tagId } from '../../testing/seed.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { settleFailed, wordsOf, type LateWord } from './late.queries.ts'

const { context, clock, close } = await createTestContext()
afterAll(close)
const { db } = context
const at = clock.now()

let stores = 0
let storeCode = ''
let tag = ''
let neighbour = ''
let foreign = ''
const { stand, end, glassOf, tagOf } = glassRows(db, at, (mac) => (mac === foreign ? `${storeCode}B` : storeCode))
beforeEach(async () => {
  storeCode = `T${++stores}`
  for (const store_code of [storeCode, `${storeCode}B`]) await seedStore(context, store_code)
  ;[neighbour, tag, foreign] = [1, 2, 3].map((place) => tagId(16 * stores + place)) as [string, string, string]
})
const failed = { status: 'NG' } as const
const known: Glass = { shown_hash: 'old', updates: 4, in_doubt: true }

describe('a late confirmation', () => {
  test('of nothing is no word', async () => {
    expect([await wordsOf(db, []), await settleFailed(db, [], at)]).toEqual([[], []])
  })
  test('says that the label of its operation stood there, where it had one', async () => {
    const opId = String(await end(9, { tag_mac: tag }))
    const blank = String(await end(8, { tag_mac: tag, kind: 'BLANK', hash: 'blank' }))
    const led = await end(7, { tag_mac: tag, kind: 'LED' })
    const never = await end(6, { tag_mac: tag, hash: null })
    await end(5, { tag_mac: foreign, op_id: Number(opId) })
    await end(4, { tag_mac: tag })
    const late = [opId, blank, led, never].map((id) => ({ storeCode, opId: String(id), updates: 3 }))
    const word = { storeCode, tagMac: tag, updates: 3 }
    const words = await wordsOf(db, late)
    expect(words.toSorted((one, other) => Number(one.opId) - Number(other.opId))).toEqual([
      { ...word, opId, shown: 'new' },
      { ...word, opId: blank, shown: 'blank' },
    ])
    expect(await wordsOf(db, late.slice(0, 1))).toEqual([{ ...word, opId, shown: 'new' }])
  })
})

describe('a failed tag', () => {
  type About = 'newest' | 'older' | undefined
  /** An older operation of the same label was shown, the newest failed; what others were sent is no matter. */
  async function fail(outcome: 'FAILED' | 'SUPERSEDED' = 'FAILED', hash: string | null = 'new') {
    await end(1, { tag_mac: neighbour, hash: 'other' })
    await end(1, { tag_mac: tag, store_code: `${storeCode}B`, hash: 'other' })
    await end(1, { tag_mac: tag, kind: 'LED', hash: 'other' })
    const older = await end(90, { tag_mac: tag, hash: 'new' })
    await end(50, { tag_mac: tag, hash: 'middle' })
    const newest = await end(50, { tag_mac: tag, hash, outcome })
    return (about: About, shown: string | null, updates: number | null): LateWord => ({
      storeCode,
      tagMac: tag,
      opId: about === undefined ? null : String(about === 'newest' ? newest : older),
      shown,
      updates,
    })
  }
  test.each<[string, Glass | undefined, [About, string, number | null], number]>([
    ['with a newer count', known, [undefined, 'new', 6], 6],
    ['with the count that is known', known, [undefined, 'new', 4], 4],
    ['as the first that is known of its glass', undefined, [undefined, 'new', null], 1],
    ['through the operation, which was one change', known, ['newest', 'new', null], 5],
    ['through the operation, which changed nothing', { ...known, shown_hash: 'new' }, ['newest', 'new', null], 4],
    ['through the operation, as the first that is known', undefined, ['newest', 'new', null], 1],
    ['through an older operation of the same label, with a newer count', known, ['older', 'new', 5], 5],
  ])('that says %s that its newest label stands there is set right', async (_, glass, [about, shown, updates], counted) => {
    await stand(neighbour, undefined, failed)
    await stand(foreign, undefined, failed)
    await stand(tag, glass, failed)
    const word = await fail()
    const { opId } = word('newest', null, null)
    expect(await settleFailed(db, [word(about, shown, updates)], at)).toEqual([storeCode])
    expect(await glassOf(tag)).toEqual({
      store_code: storeCode,
      tag_mac: tag,
      shown_hash: 'new',
      images: [`image ${opId}`],
      delivery_id: opId,
      shown_at: at,
      in_doubt: false,
      updates: counted,
    })
    expect(await tagOf(tag)).toEqual({ status: 'OK', confirmed: true, updated_at: at })
    expect([(await tagOf(neighbour)).status, (await tagOf(foreign)).status]).toEqual(['NG', 'NG'])
  })
  test.each<[string, Glass, [About, string, number | null]]>([
    ['another label stands there', known, [undefined, 'old', 6]],
    ['the label before the newest stands there', known, [undefined, 'middle', 6]],
    ['it stood there before', known, [undefined, 'new', 3]],
    ['it stood there at a time it does not tell', known, [undefined, 'new', null]],
    ['an older operation of the same label ended, at a time it does not tell', known, ['older', 'new', null]],
    ['it stood there before, through the operation', known, ['newest', 'new', 3]],
  ])('that says that %s stays failed', async (_, glass, word) => {
    await stand(tag, glass, failed)
    const said = await fail()
    expect(await settleFailed(db, [said(...word)], at)).toEqual([])
    expect([await tagOf(tag), await glassOf(tag)]).toMatchObject([failed, known])
  })
  test('whose newest operation did not fail is not set right by a confirmation of it without a count', async () => {
    await stand(tag, known, failed)
    const said = await fail('SUPERSEDED')
    expect(await settleFailed(db, [said('newest', 'new', null)], at)).toEqual([])
  })
  test('whose newest label was never drawn stays failed', async () => {
    await stand(tag, known, failed)
    const said = await fail('FAILED', null)
    expect(await settleFailed(db, [said('newest', 'new', 6), said(undefined, 'new', 6)], at)).toEqual([])
  })
  test('is set right by its newest word, one with a count before one without', async () => {
    await stand(tag, known, failed)
    const said = await fail()
    await settleFailed(db, [said('newest', 'new', null), said(undefined, 'new', 7), said(undefined, 'new', 6)], at)
    expect((await glassOf(tag)).updates).toBe(7)
  })
  test('that shall be blank has no product then, and a store is named once', async () => {
    await stand(tag, known, failed)
    await stand(neighbour, known, failed)
    for (const tag_mac of [tag, neighbour]) await end(1, { tag_mac, kind: 'BLANK', hash: 'blank', outcome: 'FAILED' })
    const words = [tag, neighbour].map((tagMac): LateWord => ({ storeCode, tagMac, opId: null, shown: 'blank', updates: 5 }))
    expect(await settleFailed(db, words, at)).toEqual([storeCode])
    expect([(await tagOf(tag)).status, (await tagOf(neighbour)).status]).toEqual(['DEASSIGN', 'DEASSIGN'])
  })
})

test('a tag that has not failed is left as it is', async () => {
  await stand(tag, known, { status: 'WIP' })
  await end(1, { tag_mac: tag, outcome: 'FAILED' })
  expect(await settleFailed(db, [{ storeCode, tagMac: tag, opId: null, shown: 'new', updates: 5 }], at)).toEqual([])
  expect((await tagOf(tag)).status).toBe('WIP')
})
