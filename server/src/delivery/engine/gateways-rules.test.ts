/** When a gateway counts as there, asked of the statements alone (through its line: gateways.test.ts). */
import type { UpMessage } from '@endcap/gateway-link/messages'
import { sampleStatus } from '@endcap/gateway-link/samples'
import type { Insertable, Updateable } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/db/schema.ts'
import { gatewayRows } from '../../testing/gateway-rows.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { isRestarting, lateRestarts, markSilent, noteLife, offerAgain, setPresence, storeStatus } from './gateways.queries.ts'

const { context, clock, close } = await createTestContext()
afterAll(close)
const { db } = context
const at = clock.now()
const long = new Date(at.getTime() - 7_200_000)
let rows: Awaited<ReturnType<typeof gatewayRows>>
beforeEach(async () => void (rows = await gatewayRows({ context })))

const addressOf = (letter: string) => ({ storeCode: rows.ownerOf(letter), gwMac: rows.macOf(letter) })
const lettersOf = (list: readonly { gwMac: string }[]) => list.map(({ gwMac }) => rows.letterOf(gwMac)).toSorted()
const gateway = (letter: string) => db.selectFrom('gateways').selectAll().where('gw_mac', '=', rows.macOf(letter)).executeTakeFirstOrThrow()
const set = (letters: string, values: Updateable<Database['gateways']>) =>
  db
    .updateTable('gateways')
    .set(values)
    .where('gw_mac', 'in', [...letters].map(rows.macOf))
    .execute()
const on = { status: 'ALARM', session: 's1', session_at: long, online_since: long, offline_since: null, last_heard_at: long } as const
const off = { ...on, status: 'OFFLINE', online_since: null, offline_since: long } as const

describe('presence', () => {
  const note = (letter: string, online: boolean, session = 's1') => setPresence(db, addressOf(letter), { online, session, at })
  test('of a gateway that is not registered changes nothing', async () => {
    expect(await setPresence(db, { ...addressOf('a'), storeCode: 'none' }, { online: true, session: 's1', at })).toBeUndefined()
  })
  test.each([
    [
      'came',
      off,
      true,
      's1',
      { status: 'NORMAL', online_since: at, offline_since: null, last_heard_at: at, session_at: long },
      [false, false],
    ],
    ['came anew', off, true, 's2', { status: 'NORMAL', session: 's2', session_at: at, online_since: at }, [false, true]],
    [
      'says so again',
      on,
      true,
      's1',
      { status: 'ALARM', online_since: long, offline_since: null, last_heard_at: at, session_at: long },
      [true, false],
    ],
    [
      'went',
      on,
      false,
      's1',
      { status: 'OFFLINE', online_since: null, offline_since: at, up_link: 'NG', last_heard_at: long },
      [true, false],
    ],
    ['went and says so again', off, false, 's1', { status: 'OFFLINE', offline_since: long, online_since: null }, [false, false]],
  ] as const)('of one that %s', async (_, before, online, session, after, [wasOnline, newSession]) => {
    const other = { ...(before === off ? on : off), session: 's9' }
    await set('a', before)
    await set('bc', other)
    expect(await note('a', online, session)).toEqual({ wasOnline, newSession })
    expect([await gateway('a'), await gateway('b')]).toMatchObject([after, other])
  })
})

describe('a report', () => {
  const services = [
    { name: 'one', running: true },
    { name: 'two', running: true },
  ]
  const report: UpMessage<'status'> = { ...sampleStatus, at: at.getTime(), tagCount: 5, memory: 40, services }
  const take = (more: Partial<UpMessage<'status'>>) => storeStatus(db, addressOf('a'), { ...report, ...more }, { at, timeSync: true })
  test.each<[string, Partial<UpMessage<'status'>>, string]>([
    ['in order', {}, 'NORMAL'],
    ['one service down', { services: [...services, { name: 'three', running: false }] }, 'ALARM'],
    ['its way up down', { upLink: 'NG' }, 'ALARM'],
    ['its way down down', { downLink: 'NG' }, 'ALARM'],
  ])('of a gateway with %s', async (_, more, status) => {
    await set('ab', on)
    await take(more)
    expect([await gateway('a'), await gateway('b')]).toMatchObject([{ status, online_since: long, reported_at: at, tag_count: 5 }, on])
    const samples = await db.selectFrom('gateway_samples').select(['memory']).where('gw_mac', '=', rows.macOf('a')).execute()
    expect(samples).toEqual([{ memory: 40 }])
  })
  test('of one that was taken for silent shows that it is there', async () => {
    await set('a', off)
    await take({})
    expect(await gateway('a')).toMatchObject({ status: 'NORMAL', online_since: at, offline_since: null })
  })
  test.each<[string, object, Partial<UpMessage<'status'>>, number]>([
    ['without settings that were asked for has them all', {}, {}, 7],
    ['with what was asked for has it', { dataChannel: 11, eventChannel: 26, channelGroupIndex: 0, ip: '10.0.0.1:8080' }, {}, 7],
    ['that numbers its settings says which it has', {}, { config: 5 }, 5],
    ['on another data channel has them not', { dataChannel: 12 }, { config: 7 }, -1],
    ['on another event channel has them not', { eventChannel: 12 }, {}, -1],
    ['of another group has them not', { channelGroupIndex: 12 }, {}, -1],
    ['at another address has them not', { ip: '10.0.0.2:8080' }, {}, -1],
  ])('of one %s', async (_, config, more, applied) => {
    await set('a', { config: JSON.stringify(config), config_version: 7 })
    await take(more)
    expect((await gateway('a')).config_applied).toBe(applied)
  })
})

describe('life', () => {
  const ago = (seconds: number) => rows.before(seconds)
  test('of gateways brings those back that are off line for longer than a message takes', async () => {
    expect(await noteLife(db, [], at)).toEqual([])
    await set('ac', { ...off, offline_since: ago(20.001), updated_at: long })
    await set('b', { ...off, offline_since: ago(20), updated_at: long })
    expect(lettersOf(await noteLife(db, [addressOf('a')], at))).toEqual(['a'])
    expect(await noteLife(db, [addressOf('b')], at)).toEqual([])
    const back = { status: 'NORMAL', online_since: at, offline_since: null, updated_at: at, last_heard_at: at }
    const away = { status: 'OFFLINE', online_since: null, updated_at: long }
    expect([await gateway('a'), await gateway('b'), await gateway('c')]).toMatchObject([
      back,
      { ...away, last_heard_at: at },
      { ...away, last_heard_at: long },
    ])
  })
  test('of one on line is noted, whenever it came, and no other is', async () => {
    await set('abc', { ...on, offline_since: long })
    expect(await noteLife(db, [addressOf('a'), addressOf('b')], at)).toEqual([])
    expect([await gateway('a'), await gateway('b'), await gateway('c')]).toMatchObject([
      { status: 'ALARM', online_since: long, last_heard_at: at },
      { last_heard_at: at },
      { last_heard_at: long },
    ])
  })
  test('of none for long takes a gateway as off line', async () => {
    await set('a', on)
    await set('b', { ...on, last_heard_at: ago(60) })
    await set('c', off)
    const silent = (letters: string) => markSilent(db, [...letters].map(rows.shardOf), { heardBefore: ago(60), at })
    expect(await silent('x')).toEqual([])
    expect(lettersOf(await silent('abc'))).toEqual(['a'])
    expect([await gateway('a'), await gateway('b'), await gateway('c')]).toMatchObject([
      { status: 'OFFLINE', offline_since: at, online_since: null },
      { status: 'ALARM' },
      { offline_since: long },
    ])
  })
})

test.each([
  [true, ['RENDERED', 'RENDERED']],
  [false, ['RENDERED', 'SENT']],
])('what a gateway held is offered again, what it accepted too: %s', async (acceptedToo, states) => {
  const { tag, open, operation } = rows
  const held = { deadline_at: at, due_at: long, tries: 2 }
  const ids = [await open(tag, { at: 'a', ...held, tries: 1 }), await open(tag, { at: 'a', ...held, state: 'SENT' })]
  const others = [await open(tag, { at: 'b', ...held }), await open(tag, { at: 'a', due_at: long })]
  const drawn = await open(tag, { at: 'a', ...held, state: 'QUEUED' })
  await offerAgain(db, addressOf('a'), { acceptedToo, at })
  const now = await Promise.all([...ids, ...others, drawn].map(operation))
  expect(now.slice(0, 2).map(({ state }) => state)).toEqual(states)
  expect(now[0]).toMatchObject({ deadline_at: null, due_at: at })
  // What was cut off is no try that failed.
  expect(now.map(({ tries }) => tries)).toEqual([0, acceptedToo ? 1 : 2, 2, 0, 2])
  expect(now.slice(2).map((one) => one.due_at)).toEqual([long, long, long])
})

describe('a gateway that was asked to restart', () => {
  async function ask(letter: string, sent_at: Date, kind: Insertable<Database['gateway_requests']>['kind'] = 'reboot') {
    const { storeCode, gwMac } = addressOf(letter)
    const values = { store_code: storeCode, gw_mac: gwMac, shard: 1, kind, created_at: sent_at, expires_at: at, sent_at }
    await db.insertInto('gateway_requests').values(values).execute()
  }
  const alarm = (subject: string, more: Partial<Insertable<Database['alarms']>> = {}) =>
    db
      .insertInto('alarms')
      .values({ store_code: rows.storeCode, type: 'GW STATUS ABNORMAL', class: 1, subject, raised_at: at, updated_at: at, ...more })
      .execute()
  const late = async (letters = 'abcx') => lettersOf(await lateRestarts(db, [...letters].map(rows.shardOf), at))
  test('is restarting for three minutes, and no other is', async () => {
    const { before } = rows
    await ask('a', before(179.999))
    await ask('b', before(180), 'upgrade')
    await ask('c', before(1), 'log')
    const restarting = await Promise.all(['a', 'b', 'c', 'x'].map((letter) => isRestarting(db, addressOf(letter), at)))
    expect(restarting).toEqual([true, false, false, false])
    expect(await isRestarting(db, { ...addressOf('a'), storeCode: 'none' }, at)).toBe(false)
    await ask('c', before(1), 'upgrade')
    expect(await isRestarting(db, addressOf('c'), at)).toBe(true)
  })
  test.each([
    [179.999, false],
    [180, true],
    [86_399, true],
    [86_400, false],
    [100_000, false],
  ])('and is off line for %i seconds is late: %s', async (seconds, isLate) => {
    const { before } = rows
    await set('a', { ...off, offline_since: before(seconds) })
    await set('b', { ...off, offline_since: before(200) })
    await set('c', { ...on, offline_since: before(200) })
    await ask('a', before(seconds + 1))
    await ask('b', before(380))
    await ask('c', before(201))
    expect(await late()).toEqual(isLate ? ['a'] : [])
    expect(await late('bcx')).toEqual([])
  })
  test('is late where no alarm of its own stands open', async () => {
    const { before, macOf, storeCode } = rows
    await set('a', { ...off, offline_since: before(200) })
    await ask('a', before(201))
    await alarm(macOf('b'))
    await alarm(macOf('a'), { cleared_at: at })
    await alarm(macOf('a'), { type: 'GW TIME ABNORMAL' })
    await alarm(macOf('a'), { store_code: `${storeCode}B` })
    expect(await late()).toEqual(['a'])
    await alarm(macOf('a'))
    expect(await late()).toEqual([])
  })
})
