/** What a sighting changes, asked of the statement alone (through gateways: gateways.test.ts, glass.test.ts). */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Insertable } from 'kysely'
import type { Database } from '../../platform/db/schema.ts'
import { gatewayRows } from '../../testing/gateway-rows.ts'
import { tagId } from '../../testing/seed.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { storeSightings, type StoredSighting } from './sightings.queries.ts'

const { context, clock, close } = await createTestContext()
afterAll(close)
const { db } = context
const at = clock.now()
type TagRow = Partial<Insertable<Database['tags']>>
let rows: Awaited<ReturnType<typeof gatewayRows>>
beforeEach(async () => void (rows = await gatewayRows({ context })))

const heard = (letter: string, more: Partial<StoredSighting> = {}) => rows.sighting(letter, { tag: rows.tag, ...more })
const store = (...sightings: StoredSighting[]) => storeSightings(db, sightings, { at, lowBattery: 2.5 })
const known = (tag: string) => db.selectFrom('tags').selectAll().where('tag_mac', '=', tag).executeTakeFirstOrThrow()
const readings = (tag: string) => db.selectFrom('tag_readings').selectAll().where('tag_mac', '=', tag).execute()
const linksOf = async (tag: string) => {
  const links = await db.selectFrom('tag_links').selectAll().where('tag_mac', '=', tag).orderBy('gw_mac').execute()
  return links.map(({ gw_mac, rssi, heard_at }) => [rows.letterOf(gw_mac), rssi, (at.getTime() - heard_at.getTime()) / 1000])
}
const nothing = { retyped: [], due: [], strangers: [] }

test('of nothing heard nothing changes', async () => {
  await rows.stand(rows.tag, undefined)
  const before = await known(rows.tag)
  expect(await store()).toEqual(nothing)
  expect(await known(rows.tag)).toEqual(before)
})

describe('a tag', () => {
  test('is as its sighting says, and those beside it stay as they were', async () => {
    const { tag, neighbour, foreign, stand, storeCode } = rows
    await stand(tag, undefined, { pr_code: null })
    const before = [await known(neighbour), await known(foreign)]
    const said = { type: 'B9', battery: 2.75, temperature: 21.5, version: '1.7', checkin: 90, page: 3, resets: 4 }
    expect(await store(heard('a', said), heard('x', { tag }))).toEqual(nothing)
    expect(await known(tag)).toMatchObject({
      store_code: storeCode,
      tag_type: 'B9',
      battery: 2.75,
      temperature: 21.5,
      version: '1.7',
      checkin: 90,
      page: 3,
      resets: 4,
      batt_status: 'OK',
      last_heard_at: at,
      responded_at: at,
      noted_battery: 2.75,
      noted_temperature: 21.5,
      noted_resets: 4,
      noted_at: at,
      status: 'OK',
    })
    expect([await known(neighbour), await known(foreign)]).toEqual(before)
    expect([await linksOf(neighbour), await linksOf(foreign)]).toEqual([[], []])
  })
  test('is as the gateway says that hears it best, and as its last word says', async () => {
    await rows.stand(rows.tag, undefined)
    await store(heard('b', { rssi: -60, page: 4 }), heard('a', { rssi: -40, page: 1 }), heard('a', { rssi: -50, page: 2 }))
    expect(await known(rows.tag)).toMatchObject({ gw_mac: rows.macOf('a'), rssi: -50, page: 2 })
    expect(await linksOf(rows.tag)).toEqual([
      ['a', -50, 0],
      ['b', -60, 0],
    ])
    await store(heard('c', { rssi: -30, page: 5 }), heard('b', { rssi: -20, page: 6 }))
    expect(await known(rows.tag)).toMatchObject({ gw_mac: rows.macOf('b'), rssi: -20, page: 6 })
  })
  test.each([
    [2.49, 'NG'],
    [2.5, 'OK'],
    [undefined, 'OK'],
  ])('with %s volts has a battery that is %s', async (battery, expected) => {
    await rows.stand(rows.tag, undefined)
    await store(heard('a', { battery }))
    expect(await known(rows.tag)).toMatchObject({ batt_status: expected })
  })
  test('of another store, or of none, is not of this one; one that none has is told once', async () => {
    const stranger = tagId(0x20_000 + Number(rows.storeCode.slice(1)))
    const answer = await store(heard('a', { tag: stranger }), heard('x', { tag: stranger }), heard('a', { tag: rows.foreign }))
    expect(answer).toEqual({ ...nothing, strangers: [stranger] })
    expect([await linksOf(stranger), await linksOf(rows.foreign)]).toEqual([[], []])
  })
})

describe('a label must be drawn', () => {
  test.each<[string, TagRow, string, boolean]>([
    ['of another type than was thought', {}, 'B9', true],
    ['of the type that was known', {}, '29', false],
    ['of another type, without a product', { pr_code: null }, 'B9', false],
  ])('anew for a tag %s', async (_, row, type, drawn) => {
    const { tag, storeCode } = rows
    await rows.stand(tag, undefined, row)
    await rows.stand(tagId(0x30_000 + Number(storeCode.slice(1))), undefined)
    expect(await store(heard('a', { type }))).toMatchObject({ ...nothing, retyped: drawn ? [{ storeCode, tagMac: tag }] : [] })
  })
  test.each<[string, TagRow, boolean]>([
    ['waits for it', {}, true],
    ['does not wait', { status: 'OK' }, false],
    ['has no product', { pr_code: null }, false],
  ])('for a tag that was not heard before and %s', async (_, row, drawn) => {
    const { tag, neighbour, foreign, storeCode } = rows
    await rows.stand(tag, undefined, { status: 'WIP', tag_type: 'B9', ...row })
    await rows.open(neighbour, { lane: 'image' })
    await rows.open(foreign, { lane: 'image' })
    await rows.open(tag, { lane: 'image', store_code: `${storeCode}B` })
    await rows.open(tag, { lane: 'led' })
    expect(await store(heard('a'))).toMatchObject({ ...nothing, due: drawn ? [{ storeCode, tagMac: tag }] : [] })
  })
  test('not while its label is under way', async () => {
    await rows.stand(rows.tag, undefined, { status: 'WIP', tag_type: 'B9' })
    await rows.open(rows.tag, { lane: 'image' })
    expect(await store(heard('a'))).toEqual(nothing)
  })
})

describe('a reading', () => {
  const noted = { noted_battery: 3, noted_temperature: 20, noted_resets: 2 }
  const day = 86_400
  test.each<[string, TagRow, Partial<StoredSighting>, boolean]>([
    ['the first one', { noted_battery: 3 }, {}, true],
    ['one that is as it was', noted, {}, false],
    ['one whose battery fell a little', noted, { battery: 2.96 }, false],
    ['one whose battery fell', noted, { battery: 2.94 }, true],
    ['one whose battery rose', noted, { battery: 3.06 }, true],
    ['one whose battery fell by just as much', { ...noted, noted_battery: 0.05 }, { battery: 0 }, true],
    ['one of a little more warmth', noted, { temperature: 21.9 }, false],
    ['one of more warmth', noted, { temperature: 22 }, true],
    ['one of less warmth', noted, { temperature: 18 }, true],
    ['one after a reset', noted, { resets: 3 }, true],
    ['one without a battery', noted, { battery: undefined }, false],
  ])('has a row of its own or none: %s', async (what, row, said, hasRow) => {
    const { tag, neighbour, storeCode, before } = rows
    const first = what === 'the first one'
    await rows.stand(tag, undefined, { ...row, ...(!first && { noted_at: before(day - 1) }) })
    await store(heard('a', said))
    const { battery = 0, temperature, resets } = heard('a', said)
    const reading = { store_code: storeCode, tag_mac: tag, read_at: at, battery: expect.closeTo(battery, 3) as number, temperature, resets }
    expect(await readings(tag)).toEqual(hasRow ? [reading] : [])
    const { noted_at, noted_resets } = await known(tag)
    expect({ noted_at, noted_resets }).toEqual(
      hasRow ? { noted_at: at, noted_resets: resets } : { noted_at: before(day - 1), noted_resets: 2 },
    )
    expect(await readings(neighbour)).toEqual([])
  })
  test('is written down once a day, and else stays as it was noted', async () => {
    const { tag, before } = rows
    await rows.stand(tag, undefined, { ...noted, noted_at: before(day) })
    await store(heard('a', { battery: 2.98, temperature: 20.5 }))
    expect(await readings(tag)).toHaveLength(1)
    expect(await known(tag)).toMatchObject({ noted_at: at, noted_battery: expect.closeTo(2.98, 3) as number, noted_temperature: 20.5 })
    await store(heard('a', { battery: 2.96, temperature: 21 }))
    expect(await readings(tag)).toHaveLength(1)
    expect(await known(tag)).toMatchObject({ noted_battery: expect.closeTo(2.98, 3) as number, noted_temperature: 20.5, temperature: 21 })
  })
})

describe('the gateway of a tag', () => {
  /** Heard by gateway a with -50 dBm; every minute unless said otherwise. */
  const own = (): TagRow => ({ gw_mac: rows.macOf('a'), rssi: -50 })
  test('is the first that hears it', async () => {
    await rows.stand(rows.tag, undefined, { rssi: -20 })
    await rows.hear('a', rows.tag, -20)
    await store(heard('b', { rssi: -90 }))
    expect(await known(rows.tag)).toMatchObject({ gw_mac: rows.macOf('b'), rssi: -90 })
  })
  test('stays when it hears it worse than before', async () => {
    await rows.stand(rows.tag, undefined, own())
    await rows.hear('a', rows.tag, -50)
    await store(heard('a', { rssi: -80 }))
    expect(await known(rows.tag)).toMatchObject({ gw_mac: rows.macOf('a'), rssi: -80 })
  })
  test.each<[string, number | undefined, number | null, 'a' | 'b']>([
    ['worse', -51, -50, 'a'],
    ['as well', -50, -50, 'b'],
    ['better', -49, -50, 'b'],
    ['over a wire', undefined, -1, 'b'],
    ['at all, of one whose strength is not known', -199, null, 'b'],
    ['less than at all', -201, null, 'a'],
  ])('while it hears it, and another does %s', async (_, rssi, before, after) => {
    await rows.stand(rows.tag, undefined, { ...own(), rssi: before })
    await rows.hear('a', rows.tag, -50)
    await store(heard('b', { rssi }))
    expect(await known(rows.tag)).toMatchObject({ gw_mac: rows.macOf(after), rssi: after === 'a' ? before : (rssi ?? null) })
  })
  test.each<[number, 'a' | 'b']>([
    [199, 'a'],
    [200, 'b'],
  ])('that has not heard it for %s s, of three check-ins of a minute', async (seconds, after) => {
    const { tag, neighbour, foreign } = rows
    await rows.stand(tag, undefined, own())
    await rows.hear('a', tag, -50, seconds)
    await rows.hear('a', neighbour, -50)
    await rows.hear('a', foreign, -50)
    await rows.hear('c', tag, -50)
    await store(heard('b', { rssi: -70 }))
    expect(await known(tag)).toMatchObject({ gw_mac: rows.macOf(after), rssi: after === 'a' ? -50 : -70 })
  })
})

describe('a link', () => {
  test.each<[string, number, number | undefined, number, [number, number]]>([
    ['a moment old', -50, -55, 20, [-50, 20]],
    ['older', -50, -55, 21, [-55, 0]],
    ['a moment old, of a strength that fell', -50, -56, 1, [-56, 0]],
    ['a moment old, of a strength that rose', -50, -44, 1, [-44, 0]],
    ['a moment old, now over a wire', -50, undefined, 1, [0, 0]],
  ])('is written where strength or time has moved: %s', async (_, before, rssi, seconds, after) => {
    await rows.stand(rows.tag, undefined)
    await rows.hear('a', rows.tag, before, seconds)
    await store(heard('a', { rssi }))
    expect(await linksOf(rows.tag)).toEqual([['a', ...after]])
  })
  test('is made by each gateway that hears the tag', async () => {
    await rows.stand(rows.tag, undefined)
    await store(heard('a', { rssi: -70 }), heard('b', { rssi: undefined }), heard('x', { rssi: -20 }))
    expect(await linksOf(rows.tag)).toEqual([
      ['a', -70, 0],
      ['b', 0, 0],
    ])
  })
})

describe('a tag that was missing', () => {
  const missing: TagRow = { status: 'MISSING' }
  const statusAfter = async () => {
    await store(heard('a'))
    return (await known(rows.tag)).status
  }
  test.each<[string, TagRow, string]>([
    ['with a product is well', missing, 'OK'],
    ['without one has none', { ...missing, pr_code: null }, 'DEASSIGN'],
  ])('and for which nothing is under way: one %s', async (_, row, status) => {
    const { tag, neighbour, foreign } = rows
    await rows.stand(tag, undefined, row)
    await rows.open(neighbour, { lane: 'image' })
    await rows.open(foreign, { lane: 'image' })
    await rows.open(tag, { lane: 'led' })
    expect(await statusAfter()).toBe(status)
  })
  test.each([
    ['SENT', 'UPDATE'],
    ['RENDERED', 'WIP'],
    ['QUEUED', 'WIP'],
  ] as const)('whose label is %s waits', async (state, status) => {
    await rows.stand(rows.tag, undefined, missing)
    await rows.open(rows.tag, { lane: 'image', state })
    expect(await statusAfter()).toBe(status)
  })
  test.each(['WIP', 'UPDATE', 'NG'] as const)('only it: one that is %s stays so', async (status) => {
    await rows.stand(rows.tag, undefined, { status, pr_code: null })
    expect(await statusAfter()).toBe(status)
  })
  const shows = (hash: string | null, in_doubt = false) => ({ shown_hash: hash, updates: 1, in_doubt })
  type Last = { hash?: string | null; outcome?: 'FAILED' | 'SHOWN'; kind?: 'BLANK' | 'LED' }
  test.each<[string, ReturnType<typeof shows> | undefined, Last, string]>([
    ['shows what it shall', shows('new'), {}, 'OK'],
    ['shows another label', shows('old'), {}, 'NG'],
    ['shows what it shall, though that failed', shows('new'), { outcome: 'FAILED' }, 'OK'],
    ['shows it in doubt, and that failed', shows('new', true), { outcome: 'FAILED' }, 'NG'],
    ['shows it in doubt, and that did not fail', shows('new', true), {}, 'OK'],
    ['shows something, and what it shall was never drawn', shows('new'), { outcome: 'FAILED', hash: null }, 'NG'],
    ['shows nothing, and its label failed', shows(null), { outcome: 'FAILED' }, 'NG'],
    ['shows nothing, and its label did not fail', shows(null), {}, 'OK'],
    ['shows nothing known, and its label failed', undefined, { outcome: 'FAILED' }, 'NG'],
    ['shows a label and shall be blank', shows('new'), { kind: 'BLANK', hash: 'blank' }, 'NG'],
    ['shows what it shall, whatever its light did', shows('new'), { kind: 'LED', outcome: 'FAILED', hash: null }, 'OK'],
  ])('is what its last label says: it %s', async (_, glass, last, status) => {
    const { tag, neighbour, storeCode } = rows
    await rows.stand(tag, glass, missing)
    await rows.end(90, { tag_mac: tag, hash: 'older', outcome: 'FAILED' })
    await rows.end(60, { tag_mac: tag, hash: 'new' })
    await rows.end(50, { tag_mac: tag, ...last })
    await rows.end(10, { tag_mac: neighbour, hash: 'other', outcome: 'FAILED' })
    await rows.end(10, { tag_mac: tag, store_code: `${storeCode}B`, hash: 'other', outcome: 'FAILED' })
    expect(await statusAfter()).toBe(status)
  })
  test('and shows what it shall is well, whatever the tag beside it shows', async () => {
    const { tag, neighbour, storeCode } = rows
    await rows.stand(tag, shows('new'), missing)
    await rows.end(50, { tag_mac: tag, hash: 'new' })
    await db
      .insertInto('tag_glass')
      .values({ store_code: storeCode, tag_mac: neighbour, ...shows('other') })
      .execute()
    expect(await statusAfter()).toBe('OK')
  })
  test('and whose last two labels ended at one time shall show the later one', async () => {
    await rows.stand(rows.tag, shows('new'), missing)
    await rows.end(50, { tag_mac: rows.tag, hash: 'old', outcome: 'FAILED' })
    await rows.end(50, { tag_mac: rows.tag, hash: 'new' })
    expect(await statusAfter()).toBe('OK')
  })
})
