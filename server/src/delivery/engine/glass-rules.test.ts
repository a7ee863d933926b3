/** Which word of a tag counts, and what it changes, asked of the statements alone (through gateways: glass.test.ts, stray.test.ts). */
import type { TagStatus } from '@endcap/contract/vocabulary'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { glassRows, type Glass, type Open } from '../../testing/glass-rows.ts'
import { seedStore, tagId } from '../../testing/seed.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { applyReports, findLostConfirmations, findNews, findStrays, markWrong, type GlassWord } from './glass.queries.ts'

const { context, clock, close } = await createTestContext()
afterAll(close)
const { db } = context
const at = clock.now()

let stores = 0
let storeCode = ''
let tag = ''
/** Of the same store, and of another one: what is said of the tag must leave them alone. */
let neighbour = ''
let foreign = ''
beforeEach(async () => {
  storeCode = `G${++stores}`
  await seedStore(context, storeCode)
  await seedStore(context, `${storeCode}B`)
  ;[neighbour, tag, foreign] = [1, 2, 3].map((place) => tagId(16 * stores + place)) as [string, string, string]
})

const storeOf = (mac: string) => (mac === foreign ? `${storeCode}B` : storeCode)
const { before, stand, open, end: endOf, glassOf, tagOf } = glassRows(db, at, storeOf)
const end = (secondsAgo: number, more: Partial<Parameters<typeof endOf>[1]> = {}, createdBy?: string) =>
  endOf(secondsAgo, { tag_mac: tag, ...more }, createdBy)
const word = (shown: string | null, updates: number | null, mac = tag): GlassWord => ({
  storeCode: storeOf(mac),
  tagMac: mac,
  shown,
  updates,
})
test('of nothing there is nothing to say', async () => {
  expect([await findNews(db, []), await applyReports(db, [], at), await findStrays(db, [], at)]).toEqual([[], [], []])
})

describe('what is news', () => {
  const known = { shown_hash: 'old', updates: 4 }
  const isNews = async (shown: string, updates: number | null) => (await findNews(db, [word(shown, updates)])).length === 1
  test.each<[string, Glass | undefined, number | null, TagStatus, boolean]>([
    ['a newer count', known, 5, 'OK', true],
    ['not the count that is known', known, 4, 'OK', false],
    ['not an older count', known, 3, 'OK', false],
    ['not a word without a count', known, null, 'OK', false],
    ['the count that is known, of a glass nothing is known of', { ...known, shown_hash: null }, 4, 'OK', true],
    ['not an older one of such a glass', { ...known, shown_hash: null }, 3, 'OK', false],
    ['the count that is known, of a glass in doubt', { ...known, in_doubt: true }, 4, 'OK', true],
    ['not an older one of a glass in doubt', { ...known, in_doubt: true }, 3, 'OK', false],
    ['any word of a failed tag', known, 3, 'NG', true],
    ['any word of a failed tag that never showed anything', undefined, null, 'NG', true],
    ['not a word of a tag that never showed anything', undefined, 1, 'OK', false],
  ])('counts as news: %s', async (_, glass, updates, status, expected) => {
    // What is known of a neighbour is not known of the tag.
    await stand(neighbour, { shown_hash: 'other', updates: expected ? 9 : 0, in_doubt: !expected })
    await stand(foreign, { shown_hash: 'other', updates: 0, in_doubt: !expected })
    await stand(tag, glass, { status })
    expect(await isNews('new', updates)).toBe(expected)
  })
  test('is any word of a tag that something is under way for, not for its neighbours', async () => {
    for (const mac of [neighbour, foreign, tag]) await stand(mac, known)
    await open(neighbour)
    await open(foreign)
    expect(await isNews('old', 3)).toBe(false)
    await open(tag)
    expect(await isNews('old', 3)).toBe(true)
  })
  test('is told as it came, in its order, and of known tags alone', async () => {
    for (const mac of [neighbour, tag]) await stand(mac, known)
    const words = [word('new', 9, foreign), word('new', 6), word('old', 4, neighbour), word('new', 5), word('newest', 7, neighbour)]
    const news = await findNews(db, words)
    expect(news).toEqual([words[1], words[3], words[4]])
    expect(news[0]).toBe(words[1])
  })
})

describe('an operation under way', () => {
  const lost = async (...words: GlassWord[]) => (await findLostConfirmations(db, words, at)).map(({ opId }) => opId)
  test.each<[string, Open, Glass | undefined, GlassWord['updates'], boolean]>([
    ['its image with a newer count', {}, { shown_hash: 'old', updates: 1 }, 2, true],
    ['its image with the count of before', {}, { shown_hash: 'new', updates: 2 }, 2, false],
    ['its image with an older count', {}, { shown_hash: 'new', updates: 2 }, 1, false],
    ['its image without a count, where one is known', {}, { shown_hash: 'old', updates: 1 }, null, false],
    ['its image, as the first that is known of the glass', {}, undefined, 2, true],
    ['its image without a count, as the first that is known', {}, undefined, null, true],
    ['another image', { hash: 'other' }, { shown_hash: 'old', updates: 1 }, 2, false],
    ['its image, where it is in another lane', { lane: 'led' }, { shown_hash: 'old', updates: 1 }, 2, false],
    ['its image, where it was offered', { state: 'RENDERED', offered_at: at }, undefined, 2, true],
    ['its image, where it was not offered yet', { state: 'RENDERED' }, undefined, 2, false],
    ['its image, where it is to be drawn again', { state: 'QUEUED', offered_at: at }, undefined, 2, false],
    ['its image, where it waits to be drawn', { state: 'QUEUED' }, undefined, 2, false],
  ])('whose tag tells %s', async (_, more, glass, updates, expected) => {
    await stand(tag, glass)
    const opId = await open(tag, more)
    expect(await lost(word('new', updates))).toEqual(expected ? [opId] : [])
  })
  test('is compared with the newest word, one with a count before one without', async () => {
    await stand(tag, { shown_hash: 'old', updates: 1 })
    const opId = await open(tag)
    expect(await lost(word('new', 2), word('other', 3))).toEqual([])
    expect(await lost(word('new', 3), word('other', 2), word('other', null))).toEqual([opId])
  })
  test('is told with the count and whose word it is', async () => {
    await stand(tag, undefined)
    const opId = await open(tag)
    expect(await findLostConfirmations(db, [word('new', 7)], at)).toEqual([{ opId, kind: 'SHOW', updates: 7, confirmed: true }])
  })
  test('is marked as asked when its tag speaks while it is sent, once, and no other is', async () => {
    for (const mac of [neighbour, tag, foreign]) await stand(mac, undefined)
    const sent = await open(tag)
    const led = await open(tag, { lane: 'led', state: 'RENDERED', offered_at: at })
    const page = await open(tag, { lane: 'page', asked_at: before(60) })
    const others = [await open(neighbour), await open(foreign)]
    expect(await lost(word('old', 1))).toEqual([])
    const rows = await db
      .selectFrom('operations')
      .select(['op_id', 'asked_at'])
      .where('op_id', 'in', [sent, led, page, ...others])
      .execute()
    expect(new Map(rows.map((row) => [row.op_id, row.asked_at]))).toEqual(
      new Map([[sent, at], [led, null], [page, before(60)], ...others.map((id) => [id, null] as const)]),
    )
  })
})

describe('a word of the glass', () => {
  const known = { shown_hash: 'old', updates: 4, delivery_id: 7 }
  /** Beside it others stand that any word would change, were it theirs. */
  async function standWith(glass: Glass) {
    for (const mac of [neighbour, foreign]) await stand(mac, { shown_hash: null, updates: 0, in_doubt: true })
    await stand(tag, glass)
  }
  const others = async () => [await glassOf(neighbour), await glassOf(foreign), await tagOf(neighbour), await tagOf(foreign)]
  test.each<[string, Glass, [string | null, number | null]]>([
    ['that is older', known, ['new', 3]],
    ['that is older, though it names what stands there', { ...known, in_doubt: true }, ['old', 3]],
    ['that names another label with the count that is known', known, ['new', 4]],
    ['that names another label with that count, of a glass in doubt', { ...known, in_doubt: true }, ['new', 4]],
    ['that is older, of a glass nothing is known of', { ...known, shown_hash: null }, ['new', 3]],
    ['that names nothing', known, [null, 5]],
    ['without a count', known, ['new', null]],
  ])('%s changes nothing', async (_, glass, [shown, updates]) => {
    await standWith(glass)
    const was = [await glassOf(tag), await tagOf(tag), ...(await others())]
    expect(await applyReports(db, [word(shown, updates)], at)).toEqual([])
    expect([await glassOf(tag), await tagOf(tag), ...(await others())]).toEqual(was)
  })
  test.each<[string, Glass, number]>([
    ['newer', { ...known, in_doubt: true }, 5],
    ['the first with the count that is known', { ...known, shown_hash: null }, 4],
  ])('that is %s is believed, with its newest delivery', async (_, glass, updates) => {
    await standWith(glass)
    const was = await others()
    const deliveries = [await end(300), await end(100), await end(200)]
    await end(50, { tag_mac: neighbour })
    await end(50, { store_code: `${storeCode}B` })
    await end(50, { hash: 'other' })
    expect(await applyReports(db, [word('new', updates)], at)).toEqual([{ storeCode, tagMac: tag, changed: true }])
    expect(await glassOf(tag)).toEqual({
      store_code: storeCode,
      tag_mac: tag,
      shown_hash: 'new',
      images: [`image ${deliveries[1]}`],
      delivery_id: String(deliveries[1]),
      shown_at: at,
      in_doubt: false,
      updates,
    })
    expect((await tagOf(tag)).confirmed).toBe(true)
    expect(await others()).toEqual(was)
  })
  test('may name a label that was never delivered', async () => {
    await stand(tag, known)
    expect(await applyReports(db, [word('stranger', 5)], at)).toHaveLength(1)
    expect(await glassOf(tag)).toMatchObject({ shown_hash: 'stranger', images: [], delivery_id: null })
  })
  test('that repeats what stands there ends the doubt, and leaves the delivery as it was', async () => {
    await stand(tag, { ...known, in_doubt: true })
    await end(10, { hash: 'old' })
    expect(await applyReports(db, [word('old', 4)], at)).toEqual([])
    expect(await glassOf(tag)).toMatchObject({ in_doubt: false, updates: 4, delivery_id: '7', shown_at: before(500) })
    expect((await tagOf(tag)).confirmed).toBeNull()
  })
  test('that says the same label was drawn once more tells when', async () => {
    await stand(tag, known)
    expect(await applyReports(db, [word('old', 5)], at)).toEqual([])
    expect(await glassOf(tag)).toMatchObject({ shown_hash: 'old', updates: 5, delivery_id: '7', shown_at: at })
  })
  test('is the newest of several, one with a count before one without', async () => {
    await stand(tag, known)
    await applyReports(db, [word('third', 6), word('second', 5), word('none', null)], at)
    expect(await glassOf(tag)).toMatchObject({ shown_hash: 'third', updates: 6 })
  })
})

describe('a stray', () => {
  const shown = { shown_hash: 'old', updates: 4 }
  const strays = (...macs: string[]) =>
    findStrays(
      db,
      (macs.length === 0 ? [tag] : macs).map((mac) => word(null, null, mac)),
      at,
    )
  test('shows something else than its newest label; it is named once', async () => {
    await stand(neighbour, shown)
    await stand(tag, shown)
    await end(100)
    await end(10, { hash: null, kind: 'LED' })
    const found = { storeCode, tagMac: tag, bare: false, hopeless: false }
    expect(await strays(tag, neighbour, tag)).toEqual([found])
  })
  test.each<[TagStatus, string | null, boolean | undefined]>([
    ['OK', 'p1', false],
    ['DEASSIGN', null, true],
    ['NG', 'p1', undefined],
    ['WIP', 'p1', undefined],
  ])('%s with the product %s: bare is %s', async (status, pr_code, bare) => {
    await stand(tag, shown, { status, pr_code })
    await end(100)
    expect((await strays()).map((one) => one.bare)).toEqual(bare === undefined ? [] : [bare])
  })
  test('is none that shows its newest label, by time and then by number, whatever its neighbours were sent', async () => {
    await stand(tag, shown)
    await end(100, { op_id: 4000 + 10 * stores })
    await end(50, { op_id: 4001 + 10 * stores, hash: 'other' })
    await end(50, { op_id: 4002 + 10 * stores, hash: 'old' })
    await end(10, { tag_mac: neighbour })
    await end(10, { store_code: `${storeCode}B` })
    expect(await strays()).toEqual([])
  })
  test('is none whose newest label was never drawn', async () => {
    await stand(tag, shown)
    await end(100)
    await end(50, { hash: null })
    expect(await strays()).toEqual([])
  })
  test('is none that a label is under way to; a light or what is under way to others is none', async () => {
    for (const mac of [neighbour, foreign, tag]) await stand(mac, shown)
    await end(100)
    await open(neighbour)
    await open(foreign)
    await open(tag, { lane: 'led' })
    expect(await strays()).toHaveLength(1)
    await open(tag)
    expect(await strays()).toEqual([])
  })
  test.each<[string, number, boolean]>([
    ['twice', 0, false],
    ['twice, and once an hour ago', 3600, false],
    ['three times within the hour', 3599, true],
  ])('that was drawn again %s: hopeless is %s', async (_, third, hopeless) => {
    await stand(tag, shown)
    await end(1000, {}, 'tag glass')
    await end(900, {}, 'tag doubt')
    if (third > 0) await end(third, {}, 'tag glass')
    // None of these is a redraw of the tag.
    await end(800, {}, 'root@test.example')
    await end(700, { tag_mac: neighbour }, 'tag glass')
    await end(600, { store_code: `${storeCode}B` }, 'tag glass')
    expect((await strays()).map((one) => one.hopeless)).toEqual([hopeless])
  })
})

test('a tag that cannot be put right is failed, and no other is', async () => {
  for (const mac of [neighbour, foreign, tag]) await stand(mac, undefined)
  await markWrong(db, [], at)
  await markWrong(db, [word(null, null)], at)
  expect(await tagOf(tag)).toEqual({ status: 'NG', confirmed: null, updated_at: at })
  expect([(await tagOf(neighbour)).status, (await tagOf(foreign)).status]).toEqual(['OK', 'OK'])
})
