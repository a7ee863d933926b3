/** Gateways that fall silent and come back, and tags that move from one gateway to another. */
import { describe, expect, test } from 'vitest'
import { getSetting, setSetting } from '../../settings/settings.service.ts'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import type { TestEngine } from '../../testing/test-engine.ts'

const { context, engine, api } = await startTestEngine()
let stores = 0

/** A store with two gateways that are online, and a tag with a product whose price can be changed. */
async function newStore() {
  const number = ++stores
  const storeCode = `G${number}`
  const tag = tagId(number)
  await seedStore(context.context, storeCode)
  const near = await engine.gateway(storeCode, `02EC0000${number.toString(16).padStart(2, '0').toUpperCase()}01`)
  const far = await engine.gateway(storeCode, `02EC0000${number.toString(16).padStart(2, '0').toUpperCase()}02`)
  await near.online()
  await far.online()
  const setPrice = async (price: string) => {
    await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Name', '', price] }] })
    await engine.engine.settle()
  }
  const assign = async () => {
    await setPrice('100')
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tag, prCode: 'p1' }] })
    await engine.engine.settle()
  }
  const readGateway = async (gwMac: string) => {
    const { status, up_link, offline_since } = await context.context.db
      .selectFrom('gateways')
      .selectAll()
      .where('gw_mac', '=', gwMac)
      .executeTakeFirstOrThrow()
    return { status, upLink: up_link, offline: offline_since !== null }
  }
  const alarmsOf = (gwMac: string) =>
    context.context.db
      .selectFrom('alarms')
      .select(['type', 'class', 'repeats', 'cleared_at'])
      .where('store_code', '=', storeCode)
      .where('subject', '=', gwMac)
      .where('type', '=', 'GW STATUS ABNORMAL')
      .orderBy('raised_at')
      .execute()
  return { storeCode, tag, near, far, setPrice, assign, readGateway, alarmsOf }
}
const raised = { type: 'GW STATUS ABNORMAL', class: 3, cleared_at: null }
const cleared = { type: 'GW STATUS ABNORMAL', cleared_at: expect.any(Date) as Date }

describe('a gateway that falls silent', () => {
  test('is offline with an alarm only once its time is over, and the alarm is raised once', async () => {
    const { storeCode, near, far, readGateway, alarmsOf } = await newStore()
    const reported: string[] = []
    const end = context.context.signals.on('changed', (change) => {
      if (change.storeCode === storeCode) reported.push(...change.changes)
    })
    near.fallSilent()
    await engine.pass(150)
    await engine.pass(40)
    expect(await readGateway(near.gwMac)).toMatchObject({ status: 'NORMAL' })
    expect(await alarmsOf(near.gwMac)).toEqual([])
    reported.length = 0
    await engine.pass(20)
    expect(await readGateway(near.gwMac)).toEqual({ status: 'OFFLINE', upLink: 'NG', offline: true })
    const [alarm, ...more] = await alarmsOf(near.gwMac)
    expect([alarm, more]).toMatchObject([raised, []])
    expect(reported).toEqual(expect.arrayContaining(['gateways', 'alarms']))
    await engine.pass(600)
    expect(await alarmsOf(near.gwMac)).toEqual([alarm])
    expect(await readGateway(far.gwMac)).toMatchObject({ status: 'NORMAL', offline: false })
    expect(await alarmsOf(far.gwMac)).toEqual([])
    end()
  })
  test('only after as many status periods as are set', async () => {
    const { near, readGateway, alarmsOf } = await newStore()
    const { db } = context.context
    const limits = await getSetting(db, 'alarms')
    await setSetting(db, 'alarms', { ...limits, gatewaySilentPeriods: 6 })
    near.fallSilent()
    await engine.pass(300)
    await engine.pass(70)
    expect(await readGateway(near.gwMac)).toMatchObject({ status: 'NORMAL' })
    await engine.pass(20)
    expect(await readGateway(near.gwMac)).toMatchObject({ status: 'OFFLINE' })
    expect(await alarmsOf(near.gwMac)).toMatchObject([raised])
    await setSetting(db, 'alarms', limits)
  })
  test('is back with its presence: the alarm is cleared, and the next silence raises another', async () => {
    const { near, readGateway, alarmsOf } = await newStore()
    near.fallSilent()
    await engine.pass(201)
    await near.online('b')
    expect(await readGateway(near.gwMac)).toMatchObject({ status: 'NORMAL', offline: false })
    expect(await alarmsOf(near.gwMac)).toMatchObject([cleared])
    near.fallSilent()
    await engine.pass(201)
    expect(await alarmsOf(near.gwMac)).toMatchObject([cleared, raised])
  })
  test('is back with its status report when its line never broke', async () => {
    const { near, readGateway, alarmsOf } = await newStore()
    near.fallSilent()
    await engine.pass(201)
    expect(await alarmsOf(near.gwMac)).toMatchObject([raised])
    await near.sendStatus()
    expect(await readGateway(near.gwMac)).toEqual({ status: 'NORMAL', upLink: 'OK', offline: false })
    expect(await alarmsOf(near.gwMac)).toMatchObject([cleared])
  })
  test('whose line breaks is offline at once, and one alarm tells it', async () => {
    const { near, readGateway, alarmsOf } = await newStore()
    await near.breakOff()
    expect(await readGateway(near.gwMac)).toMatchObject({ status: 'OFFLINE', offline: true })
    await engine.pass(400)
    expect(await alarmsOf(near.gwMac)).toMatchObject([raised])
    await near.online()
    expect(await alarmsOf(near.gwMac)).toMatchObject([cleared])
  })
  test.each(['sightings', 'results'] as const)('is not taken for silent while %s come, and is back with them', async (sign) => {
    const { tag, near, far, assign, readGateway, alarmsOf } = await newStore()
    await far.breakOff()
    await near.hear({ tag })
    await assign()
    const [operation] = near.taken()
    const speak = () => (sign === 'sightings' ? near.hear({ tag }) : near.report(operation!, 'accepted'))
    near.fallSilent()
    for (let n = 0; n < 3; n++) {
      await engine.pass(140)
      await speak()
    }
    expect([await readGateway(near.gwMac), await alarmsOf(near.gwMac)]).toMatchObject([{ status: 'NORMAL' }, []])
    await engine.pass(201)
    expect(await readGateway(near.gwMac)).toMatchObject({ status: 'OFFLINE' })
    await engine.pass(30)
    await speak()
    expect(await readGateway(near.gwMac)).toMatchObject({ status: 'NORMAL', offline: false })
    expect(await alarmsOf(near.gwMac)).toMatchObject([cleared])
  })
  test('what was on its way when its line broke does not bring it back', async () => {
    const { tag, near, readGateway } = await newStore()
    await engine.pass(60)
    await near.breakOff()
    await near.hear({ tag })
    expect(await readGateway(near.gwMac)).toMatchObject({ status: 'OFFLINE' })
  })
  test('is written down as alive by its sightings every 20 seconds at most', async () => {
    const { tag, near } = await newStore()
    const lastHeard = async () => {
      const row = await context.context.db
        .selectFrom('gateways')
        .select('last_heard_at')
        .where('gw_mac', '=', near.gwMac)
        .executeTakeFirstOrThrow()
      return row.last_heard_at?.getTime()
    }
    near.fallSilent()
    await near.hear({ tag })
    const first = await lastHeard()
    context.clock.advance(19)
    await near.hear({ tag })
    expect(await lastHeard()).toBe(first)
    context.clock.advance(1)
    await near.hear({ tag })
    expect(await lastHeard()).toBe(context.clock.now().getTime())
  })
  test('its waiting operation goes out when it is back', async () => {
    const { tag, near, far, assign } = await newStore()
    await far.breakOff()
    await near.hear({ tag })
    near.fallSilent()
    await engine.pass(201)
    await assign()
    expect(near.taken()).toEqual([])
    await near.sendStatus()
    await engine.engine.settle()
    expect(near.taken()).toMatchObject([{ tag, kind: 'SHOW' }])
  })
})

test('restarts of a gateway are no failed tries of what it holds: a transfer that fails after them is tried again', async () => {
  const { tag, near, far, assign } = await newStore()
  await far.breakOff()
  await near.hear({ tag })
  await assign()
  const [operation] = near.taken()
  for (const session of ['b', 'c', 'd']) {
    await near.breakOff()
    await near.online(session)
    await engine.engine.settle()
    expect(near.taken()).toMatchObject([{ op: operation!.op }])
  }
  await near.report(operation!, 'failed', { reason: 'transfer-timeout' })
  await engine.pass(6)
  expect(near.taken()).toMatchObject([{ op: operation!.op }])
})

describe('roaming', () => {
  /** Where the tag list says the tag is. */
  const gatewayOf = async (tag: string) =>
    (await context.context.db.selectFrom('tags').select(['gw_mac', 'rssi']).where('tag_mac', '=', tag).executeTakeFirstOrThrow()).gw_mac
  /** The tag checks in every minute, heard by one gateway. */
  async function hearFor(minutes: number, gateway: Awaited<ReturnType<TestEngine['gateway']>>, sighting: { tag: string; rssi: number }) {
    for (let n = 0; n < minutes; n++) {
      await gateway.hear(sighting)
      await engine.pass(60)
    }
  }

  /** A tag is assigned that both gateways hear, the near one better, before and after. */
  async function assignHeardByBoth() {
    const { tag, near, far, assign } = await newStore()
    await far.hear({ tag, rssi: -80 })
    await near.hear({ tag, rssi: -45 })
    await assign()
    await near.hear({ tag, rssi: -45 })
    await far.hear({ tag, rssi: -80 })
    return { tag, near, far }
  }

  test('of two gateways that hear a tag, the one that hears it better gets its operations', async () => {
    const { tag, near, far } = await assignHeardByBoth()
    expect([near.taken().length, far.taken().length]).toEqual([1, 0])
    expect(await gatewayOf(tag)).toBe(near.gwMac)
  })
  test('a tag carried away: the next operation goes through the gateway that hears it now, even if it hears it worse', async () => {
    const { tag, near, far, setPrice, assign } = await newStore()
    await near.hear({ tag, rssi: -45 })
    await assign()
    await near.hear({ tag, rssi: -45 })
    const [first] = near.taken()
    await near.report(first!, 'accepted')
    await near.report(first!, 'shown', { updates: 1 })
    await hearFor(6, far, { tag, rssi: -80 })
    expect(await gatewayOf(tag)).toBe(far.gwMac)
    await setPrice('200')
    expect([near.taken(), far.taken()]).toMatchObject([[], [{ tag, kind: 'SHOW' }]])
  })
  test('one check-in heard by another gateway does not move it', async () => {
    const { tag, near, far, setPrice, assign } = await newStore()
    await near.hear({ tag, rssi: -45 })
    await assign()
    await hearFor(4, near, { tag, rssi: -45 })
    await far.hear({ tag, rssi: -80 })
    near.taken()
    await setPrice('200')
    expect(far.taken()).toEqual([])
    expect(await gatewayOf(tag)).toBe(near.gwMac)
  })
  /** An operation that the near gateway has accepted, for a tag that both hear. */
  async function acceptNear() {
    const { near, far } = await assignHeardByBoth()
    const [operation] = near.taken()
    await near.report(operation!, 'accepted')
    return { near, far, op: operation!.op }
  }
  test('an operation that was not confirmed is tried again through the other gateway that hears the tag', async () => {
    const { far, op } = await acceptNear()
    await engine.pass(145)
    await engine.pass(10)
    expect(far.taken()).toMatchObject([{ op }])
  })
  test('an operation at a gateway that went offline moves to one that hears the tag', async () => {
    const { near, far, op } = await acceptNear()
    await near.breakOff()
    await engine.engine.settle()
    expect(far.taken()).toMatchObject([{ op }])
  })
})
