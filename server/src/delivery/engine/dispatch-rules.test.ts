/** Which gateway an operation goes to, and when it leaves it, asked of the statements alone (through gateways: gateways.test.ts). */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { gatewayRows } from '../../testing/gateway-rows.ts'
import type { Open } from '../../testing/glass-rows.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { isIdle, leaveOfflineGateways, routeOperations } from './dispatch.queries.ts'

const { context, clock, close } = await createTestContext()
afterAll(close)
const { db } = context
const at = clock.now()
const policy = { missingCheckins: 3, missingMinSeconds: 100 }
let rows: Awaited<ReturnType<typeof gatewayRows>>
beforeEach(async () => void (rows = await gatewayRows({ context })))

test('nothing is under way without an operation and without one that a gateway must leave', async () => {
  const { storeCode, tag, macOf, open } = rows
  const withdrawal = { store_code: storeCode, gw_mac: macOf('a'), op_id: 1, due_at: at }
  expect(await isIdle(db)).toBe(true)
  await db.insertInto('cancellations').values(withdrawal).execute()
  expect(await isIdle(db)).toBe(false)
  await db.deleteFrom('cancellations').execute()
  await open(tag)
  expect(await isIdle(db)).toBe(false)
})

describe('an operation goes to', () => {
  const route = (limit = 10) => routeOperations(db, { at, policy, limit })
  type Link = [letter: string, rssi: number, secondsAgo?: number]
  test.each<[string, Link[], { off?: string; tried?: string; own?: string; checkin?: number }, string]>([
    [
      'the one that hears it best',
      [
        ['b', -80],
        ['c', -40],
      ],
      {},
      'c',
    ],
    [
      'the best one on line',
      [
        ['b', -40],
        ['c', -80],
      ],
      { off: 'b' },
      'c',
    ],
    ['its own, where no other is on line', [['b', -40]], { off: 'b', own: 'b' }, 'b'],
    [
      'the best that heard it lately',
      [
        ['b', -40, 180],
        ['c', -80, 179],
      ],
      {},
      'c',
    ],
    [
      'the best that heard it, within a time at least',
      [
        ['b', -40, 100],
        ['c', -80, 99],
      ],
      { checkin: 10 },
      'c',
    ],
    [
      'the best, though it missed some check-ins',
      [
        ['b', -80],
        ['c', -40, 50],
      ],
      { checkin: 10 },
      'c',
    ],
    [
      'the one that missed fewer',
      [
        ['b', -40, 51],
        ['c', -80],
      ],
      { checkin: 10 },
      'c',
    ],
    [
      'one that was not tried',
      [
        ['b', -40],
        ['c', -80],
      ],
      { tried: 'b' },
      'c',
    ],
    [
      'the best, where all were tried',
      [
        ['b', -80],
        ['c', -40],
      ],
      { tried: 'bc' },
      'c',
    ],
    [
      'one that was tried before one that missed check-ins',
      [
        ['b', -40, 51],
        ['c', -80],
      ],
      { checkin: 10, tried: 'c' },
      'c',
    ],
    ['its own, where none hears it', [], { own: 'b', off: 'b' }, 'b'],
    ['any on line, where none ever heard it', [], { off: 'a' }, 'b'],
    ['any that was not tried, where none ever heard it', [], { tried: 'a' }, 'b'],
    ['any on line that was tried before one that is not on line', [], { off: 'a', tried: 'b' }, 'c'],
    ['the first, where all are alike', [], {}, 'a'],
  ])('the gateway that is chosen: %s', async (_, links, { off = '', tried = '', own, checkin = 60 }, expected) => {
    const { tag, neighbour, foreign, stand, macOf, shardOf, letterOf, goOff, hear, open, operation } = rows
    await stand(tag, undefined, { checkin, last_heard_at: at, gw_mac: own === undefined ? null : macOf(own) })
    for (const [letter, rssi, ago] of links) await hear(letter, tag, rssi, ago)
    // Who hears others best is no matter.
    await hear('a', neighbour, -10)
    await hear('x', foreign, -10)
    await goOff('-', ...off)
    const opId = await open(tag, { gateways_tried: [...tried].map(macOf) })
    expect(await route()).toBe(1)
    const { gw_mac, shard } = await operation(opId)
    expect([letterOf(gw_mac), shard]).toEqual([expected, shardOf(expected)])
  })
  test('none before it is due and drawn, and no other than the one it is at', async () => {
    const { tag, before, stand, letterOf, open, operation } = rows
    await stand(tag, undefined)
    const due = await open(tag)
    const others = [
      await open(tag, { due_at: before(-1) }),
      await open(tag, { state: 'QUEUED' }),
      await open(tag, { deadline_at: at }),
      await open(tag, { at: 'c' }),
    ]
    expect(await route()).toBe(1)
    const places = await Promise.all([due, ...others].map(async (opId) => letterOf((await operation(opId)).gw_mac)))
    expect(places).toEqual(['a', null, null, null, 'c'])
  })
  test('one sooner that is of a lower number, of priority first', async () => {
    const { tag, stand, open, operation } = rows
    await stand(tag, undefined)
    const ids = [await open(tag, { priority: 5 }), await open(tag, { priority: 4 }), await open(tag, { priority: 4 })]
    const routed = async () => Promise.all(ids.map(async (opId) => (await operation(opId)).gw_mac !== null))
    await route(1)
    expect(await routed()).toEqual([false, true, false])
    await route(1)
    expect(await routed()).toEqual([false, true, true])
  })
})

describe('an operation of a gateway that went off line', () => {
  const leave = (those = rows.shards) => leaveOfflineGateways(db, those, { at, policy })
  test.each<[string, Open, boolean, boolean]>([
    ['is taken away; the gateway need not be told what it never got', {}, false, false],
    ['is taken away, and the gateway is told and was tried', { offered_at: new Date(at.getTime() - 60_000), state: 'SENT' }, true, true],
  ])('and that another hears %s', async (_, more, isWithdrawn, isTried) => {
    const { storeCode, tag, before, stand, macOf, letterOf, goOff, hear, open, operation } = rows
    await stand(tag, undefined)
    await goOff('a')
    await hear('b', tag, -50, 179)
    const tried = [macOf('c')]
    const opId = await open(tag, { at: 'a', deadline_at: at, due_at: before(9), gateways_tried: tried, ...more })
    const twice = await open(tag, { at: 'a', gateways_tried: [macOf('a')], offered_at: before(60) })
    const other = await open(tag, { at: 'b' })
    const left = await leave()
    expect(new Set(left.map((one) => one.opId))).toEqual(new Set([opId, twice]))
    expect(left[0]).toMatchObject({ storeCode, gwMac: macOf('a') })
    expect(await operation(opId)).toMatchObject({
      state: 'RENDERED',
      gw_mac: null,
      shard: null,
      deadline_at: null,
      due_at: at,
      gateways_tried: isTried ? [...tried, macOf('a')] : tried,
    })
    expect((await operation(twice)).gateways_tried).toEqual([macOf('a')])
    expect(letterOf((await operation(other)).gw_mac)).toBe('b')
    const withdrawn = await db.selectFrom('cancellations').select(['gw_mac', 'op_id', 'due_at']).orderBy('op_id').execute()
    const ids = isWithdrawn ? [opId, twice] : [twice]
    expect(withdrawn).toEqual(ids.map((op_id) => ({ gw_mac: macOf('a'), op_id, due_at: at })))
  })
  test.each<[string, { off?: string; link?: [string, number]; checkin?: number; more?: Open; own?: string }]>([
    ['it is on line', { off: 'c' }],
    ['it is no gateway of ours', { own: 'bc' }],
    ['it is not drawn yet', { more: { state: 'QUEUED' } }],
    ['the other one is off line too', { off: 'ab' }],
    ['the other one heard it long ago', { link: ['b', 180] }],
    ['the other one heard it long ago, for a tag that is heard often', { link: ['b', 100], checkin: 10 }],
    ['the other one hears others', { link: ['b', 2000] }],
  ])('stays there where %s', async (_, { off = 'a', link = ['b', 0], checkin = 60, more = {}, own = 'abcx' }) => {
    const { tag, neighbour, foreign, stand, shardOf, letterOf, goOff, hear, open, operation } = rows
    await stand(tag, undefined, { checkin })
    await goOff(...off)
    await hear(link[0], tag, -50, link[1])
    await hear('c', neighbour, -10)
    await hear('x', foreign, -10)
    const opId = await open(tag, { at: 'a', ...more })
    expect(await leave([...own].map(shardOf))).toEqual([])
    expect(letterOf((await operation(opId)).gw_mac)).toBe('a')
  })
  test('is taken away within a time at least, though the tag is heard often', async () => {
    const { tag, stand, goOff, hear, open } = rows
    await stand(tag, undefined, { checkin: 10 })
    await goOff('a')
    await hear('b', tag, -50, 99)
    await open(tag, { at: 'a' })
    expect(await leave()).toHaveLength(1)
  })
})
