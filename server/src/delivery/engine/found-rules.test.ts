/** Which store a tag is put in that none has, asked of the statement alone (through gateways: found.test.ts). */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { gatewayRows } from '../../testing/gateway-rows.ts'
import { tagId } from '../../testing/seed.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { addFound } from './found.queries.ts'
import type { StoredSighting } from './sightings.queries.ts'

const { context, clock, close } = await createTestContext()
afterAll(close)
const { db } = context
const at = clock.now()
let rows: Awaited<ReturnType<typeof gatewayRows>>
let found = 0
let stranger = ''
beforeEach(async () => {
  rows = await gatewayRows({ context })
  stranger = tagId(0x10_000 + ++found)
})

const heard = (letter: string, more: Partial<StoredSighting> = {}) => rows.sighting(letter, { tag: stranger, ...more })
const add = (...sightings: StoredSighting[]) => addFound(db, sightings, { at, lowBattery: 2.5 })
const stored = () => db.selectFrom('tags').selectAll().where('tag_mac', '=', stranger).executeTakeFirst()
const links = async () => {
  const list = await db.selectFrom('tag_links').selectAll().where('tag_mac', '=', stranger).orderBy('gw_mac').execute()
  return list.map((one) => [rows.letterOf(one.gw_mac), one.rssi])
}

test('of nothing heard nothing is added', async () => {
  expect(await addFound(db, [], { at, lowBattery: 2.5 })).toEqual([])
})

describe('a tag that no store has', () => {
  test('is added as the gateway says that hears it best, wherever that is said', async () => {
    const best = { rssi: -40, version: '2.0' }
    for (const place of [0, 1, 2]) {
      stranger = tagId(0x10_000 + ++found)
      const others = [heard('x', { rssi: -60 }), heard('b', { rssi: -70 })]
      expect(await add(...others.slice(0, place), heard('a', best), ...others.slice(place))).toEqual([
        { storeCode: rows.storeCode, tagMac: stranger },
      ])
      expect(await stored()).toMatchObject({ gw_mac: rows.macOf('a'), tag_type: 'B9', last_heard_at: at, ...best })
    }
  })
  test('and that two hear alike is added as the last one says', async () => {
    expect(await add(heard('a'), heard('x'))).toEqual([{ storeCode: rows.ownerOf('x'), tagMac: stranger }])
  })
  test('is linked to each gateway of its store that hears it, with the last word of each', async () => {
    await add(heard('a', { rssi: -80 }), heard('b', { rssi: -45 }), heard('a', { rssi: -60 }), heard('c', { rssi: undefined }), heard('x'))
    expect(await links()).toEqual([
      ['a', -60],
      ['b', -45],
      ['c', 0],
    ])
  })
  test('is not added by a gateway that is in another store now', async () => {
    expect(await add(heard('x', { storeCode: rows.storeCode }))).toEqual([])
    expect(await stored()).toBeUndefined()
  })
  test.each([
    [2.49, 'NG'],
    [2.5, 'OK'],
    [undefined, 'OK'],
  ])('with %s volts has a battery that is %s', async (battery, expected) => {
    await add(heard('a', { battery }))
    expect(await stored()).toMatchObject({ batt_status: expected })
  })
})

test('tags that stores have stay there, and those beside them are added', async () => {
  const { tag, neighbour, stand, storeCode } = rows
  await stand(tag, undefined)
  const added = await add(heard('x', { tag: neighbour }), heard('x'), heard('a', { tag }))
  expect(added).toEqual([{ storeCode: `${storeCode}B`, tagMac: stranger }])
})
