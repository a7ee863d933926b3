/** Alarms of every type that the server knows a condition for: raised, counted up, cleared, and told to whom they concern. */
import { describe, expect, test } from 'vitest'
import { alarmKinds, alarmTypes, type AlarmType } from '@endcap/contract/alarm-kinds'
import { alarmLimits } from '@endcap/contract/alarm-settings'
import { systemLocation } from '@endcap/contract/alarms'
import { labelTaskTypes } from '@endcap/contract/vocabulary'
import { caller, multipart, seedAccount, seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import type { TestGateway } from '../../testing/test-engine.ts'
import { endAlarms } from './alarm-sweep.ts'
import { raiseAlarm } from './alarms.service.ts'

const { context: test_, app, engine, root, api } = await startTestEngine()
let stores = 0

const alarmsOf = async (storeCode: string, type?: AlarmType) => {
  const { body } = await api('POST', '/history/alarm/system/search', {
    filter_location: storeCode,
    condition_location: '==',
    ...(type !== undefined && { filter_type: type, condition_type: '==' }),
  })
  return body.data.toSorted((a, b) => Number(a.alarmId) - Number(b.alarmId))
}
/** Time passes, and accounts that are signed in stay so. */
async function later(seconds: number) {
  test_.clock.advance(seconds)
  await test_.context.db
    .updateTable('sessions')
    .set({ expires_at: new Date('2030-01-01') })
    .execute()
}
const end = () => endAlarms(test_.context, 'test')

async function newStore() {
  const storeCode = `A${++stores}`
  await seedStore(test_.context, storeCode)
  return storeCode
}
/** A store with a gateway that is online. */
async function newShop() {
  const storeCode = await newStore()
  const gateway = await engine.gateway(storeCode, `02EC9900${stores.toString(16).padStart(4, '0').toUpperCase()}`)
  await gateway.online()
  await gateway.sendStatus()
  return { storeCode, gateway, gwMac: gateway.gwMac }
}

describe('a gateway', () => {
  test('with a service that does not run: a warning that counts up, and ends when it runs again', async () => {
    const { storeCode, gateway, gwMac } = await newShop()
    const broken = { services: [{ name: 'grm', running: false }], downLink: 'NG' as const }
    await gateway.sendStatus(broken)
    await gateway.sendStatus(broken)
    await gateway.sendStatus(broken)
    expect(await alarmsOf(storeCode)).toMatchObject([
      {
        type: 'GW STATUS ABNORMAL',
        class: 2,
        subject: gwMac,
        repeats: 2,
        state: 'open',
        clearedAt: null,
        data: { gwMac, conditions: ['service:grm', 'downLink'] },
      },
    ])
    await gateway.sendStatus()
    expect(await alarmsOf(storeCode)).toMatchObject([{ state: 'cleared', clearedAt: expect.any(Number) }])
  })
  test('that goes offline is critical, counted where a person has to act, and no more when it is back', async () => {
    const { storeCode, gateway, gwMac } = await newShop()
    const count = async () => (await api('GET', '/alarm/open/critical')).body.count
    const before = Number(await count())
    await gateway.breakOff()
    expect(await alarmsOf(storeCode)).toMatchObject([{ class: 3, subject: gwMac, data: { conditions: ['offline'] } }])
    expect(await count()).toBe(before + 1)
    await gateway.online()
    expect(await alarmsOf(storeCode)).toMatchObject([{ state: 'cleared' }])
    expect(await count()).toBe(before)
  })
  test('gateways of a store with the same wrong say how many they are, and the newest can stand for all', async () => {
    const { storeCode, gateway } = await newShop()
    const second = await engine.gateway(storeCode, `02EC9901${stores.toString(16).padStart(4, '0').toUpperCase()}`)
    const third = await engine.gateway(storeCode, `02EC9902${stores.toString(16).padStart(4, '0').toUpperCase()}`)
    const fourth = await engine.gateway(storeCode, `02EC9903${stores.toString(16).padStart(4, '0').toUpperCase()}`)
    for (const one of [second, third, fourth]) {
      await one.online()
      await one.sendStatus()
    }
    // Something else is wrong with these, each with another thing: not the same outage.
    await third.sendStatus({ downLink: 'NG' })
    await fourth.sendStatus({ services: [{ name: 'grm', running: false }] })
    await gateway.breakOff()
    const since = test_.clock.now().getTime() / 1000
    await later(60)
    await second.breakOff()
    const list = async (more: object) => {
      const filter = { filter_location: storeCode, condition_location: '==', ...more }
      return (await api('POST', '/history/alarm/system/search', filter)).body
    }
    const critical = { class: 3, alike: 2, alikeSince: Math.floor(since) }
    const warnings = [fourth, third].map(({ gwMac }) => ({ class: 2, subject: gwMac, alike: 1 }))
    const newest = await list({ filter_newest: 'true', condition_newest: '==' })
    expect(newest.data).toMatchObject([{ ...critical, subject: second.gwMac }, ...warnings])
    expect(newest).toMatchObject({ recordsFiltered: 3, recordsTotal: expect.any(Number) })
    const all = await list({ order: { column: 'subject', dir: 'asc' } })
    expect(all.data.filter((one) => one.class === 3)).toMatchObject([
      { ...critical, subject: gateway.gwMac },
      { ...critical, subject: second.gwMac },
    ])
    // What is over stands alone, and leaves the others to themselves.
    await later(60)
    await second.online()
    expect((await list({ filter_newest: 'true', condition_newest: '==' })).data).toMatchObject([
      { subject: second.gwMac, state: 'cleared', alike: 1 },
      { subject: gateway.gwMac, state: 'open', alike: 1 },
      ...warnings,
    ])
  })
  test('whose clock is wrong: by how much is told', async () => {
    const { storeCode, gateway, gwMac } = await newShop()
    await gateway.sendStatus({ at: test_.clock.now().getTime() / 1000 - 300 })
    expect(await alarmsOf(storeCode)).toMatchObject([
      { type: 'GW TIME SYNC ABNORMAL', class: 2, data: { gwMac, seconds: -300 }, state: 'open' },
    ])
    await gateway.sendStatus()
    expect(await alarmsOf(storeCode)).toMatchObject([{ state: 'cleared' }])
  })
  test.each([
    ['', true],
    ['unknown', true],
    ['1.2.3.4.5', true],
    ['<script>', true],
    ['2.4.0', false],
    ['v3', false],
    ['2.4.0-rc1', false],
    ['10.2_b7', false],
  ])('with the GRM version “%s”: invalid is %s', async (grmVersion, invalid) => {
    const { storeCode, gateway } = await newShop()
    await gateway.sendStatus({ grmVersion })
    expect(await alarmsOf(storeCode)).toMatchObject(invalid ? [{ type: 'INVALID GRM', class: 2, data: { grmVersion }, state: 'open' }] : [])
    await gateway.sendStatus()
    expect(await alarmsOf(storeCode)).toMatchObject(invalid ? [{ state: 'cleared' }] : [])
  })
  test('has a history of its own, for its store only', async () => {
    const { storeCode, gateway, gwMac } = await newShop()
    const other = await newShop()
    await gateway.breakOff()
    await other.gateway.breakOff()
    const own = await api('POST', `/history/alarm/gw/${gwMac}/search`, { filter_state: 'open', condition_state: '==' })
    expect(own.body.data).toMatchObject([{ location: storeCode, subject: gwMac }])
    const clerk = caller(
      app,
      await seedAccount(test_.context, { email: 'gw@test.example', privileges: ['store.read'], stores: [storeCode] }),
    )
    expect((await clerk('POST', `/history/alarm/gw/${gwMac}/search`, {})).body.data).toHaveLength(1)
    expect((await clerk('POST', `/history/alarm/gw/${other.gwMac}/search`, {})).status).toBe(404)
  })
  test('that is registered no more has no alarms', async () => {
    const { storeCode, gateway, gwMac } = await newShop()
    await gateway.breakOff()
    await test_.context.db.deleteFrom('gateways').where('gw_mac', '=', gwMac).execute()
    expect(await end()).toContain(storeCode)
    expect(await alarmsOf(storeCode)).toMatchObject([{ state: 'cleared' }])
  })
})

/** A tag with a product that the gateway hears; its label is on its way. */
async function newLabel({ storeCode, gateway }: { storeCode: string; gateway: TestGateway }, price = '100') {
  const tag = tagId(0x9000 + stores)
  await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Name', '', price] }] })
  // Heard first: a tag whose type turns out to be another gets its label twice.
  await gateway.hear({ tag })
  await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tag, prCode: 'p1' }] })
  await engine.engine.settle()
  return tag
}

describe('labels', () => {
  test('that no gateway takes: the task and the gateway are told, until it takes something and the label is right', async () => {
    const shop = await newShop()
    const { storeCode, gateway, gwMac } = shop
    const tag = await newLabel(shop)
    for (let attempt = 0; attempt < 4; attempt++) {
      for (const operation of gateway.taken()) await gateway.report(operation, 'failed', { reason: 'refused' })
      await engine.pass(60)
    }
    const [sending] = await alarmsOf(storeCode, 'SEND TO GW FAILURE')
    expect(sending).toMatchObject({
      class: 2,
      subject: gwMac,
      detailType: 5,
      state: 'open',
      data: { gwMac, tags: 1, reason: 'gateway-refused', tagMacList: [tag] },
    })
    const [failure] = await alarmsOf(storeCode, 'UPDATE FAILURE')
    expect(failure).toMatchObject({ class: 2, detailType: 4, state: 'open', data: { total: 1, failed: 1 } })
    expect(await end()).not.toContain(storeCode)

    await api('POST', '/tag/reassign', { storeCode, tagList: [tag] })
    await engine.engine.settle()
    const [operation] = gateway.taken()
    await gateway.report(operation!, 'accepted')
    expect(await alarmsOf(storeCode, 'SEND TO GW FAILURE')).toMatchObject([{ state: 'cleared' }])
    await end()
    expect(await alarmsOf(storeCode, 'UPDATE FAILURE')).toMatchObject([{ state: 'open' }])
    await gateway.report(operation!, 'shown', { updates: 1 })
    expect(await end()).toContain(storeCode)
    expect(await alarmsOf(storeCode, 'UPDATE FAILURE')).toMatchObject([{ state: 'cleared' }])
  })
})

test.for(labelTaskTypes)('a failed %s is over when its labels are well, not when a day has passed', async (taskType) => {
  const shop = await newShop()
  const { storeCode, gateway } = shop
  const tag = await newLabel(shop)
  const [shown] = gateway.taken()
  await gateway.report(shown!, 'shown', { updates: 1 })
  const { db, clock } = test_.context
  const taskId = await db.selectFrom('ledger').select('task_id').where('store_code', '=', storeCode).executeTakeFirstOrThrow()
  // The ledger as it stands when this tag could not be told: the rest of its life is the sweep's to judge.
  await db.updateTable('ledger').set({ outcome: 'FAILED' }).where('store_code', '=', storeCode).execute()
  await db.updateTable('tags').set({ status: 'NG' }).where('tag_mac', '=', tag).execute()
  const at = clock.now()
  await db
    .insertInto('alarms')
    .values({
      store_code: storeCode,
      type: 'UPDATE FAILURE',
      class: 2,
      subject: taskId.task_id,
      data: JSON.stringify({ taskType }),
      raised_at: new Date(at.getTime() - 2 * 86_400_000),
      updated_at: new Date(at.getTime() - 2 * 86_400_000),
    })
    .execute()
  expect(await end()).not.toContain(storeCode)
  await db.updateTable('tags').set({ status: 'OK' }).where('tag_mac', '=', tag).execute()
  expect(await end()).toContain(storeCode)
})

test('failed tasks that last do not keep the others from being looked at', async () => {
  const storeCode = await newStore()
  const at = test_.clock.now()
  const failure = (subject: number, taskType: string, updatedAt: Date) => ({
    store_code: storeCode,
    type: 'UPDATE FAILURE',
    class: 2 as const,
    subject: String(subject),
    data: JSON.stringify({ taskType }),
    raised_at: updatedAt,
    updated_at: updatedAt,
  })
  const lights = Array.from({ length: 300 }, (_, number) => failure(900_000 + number, 'LED', at))
  const label = failure(899_999, 'ASSIGN', new Date(at.getTime() - 60_000))
  await test_.context.db
    .insertInto('alarms')
    .values([label, ...lights])
    .execute()
  for (let round = 0; round < 30; round++) await end()
  const open = await test_.context.db
    .selectFrom('alarms')
    .select('subject')
    .where('store_code', '=', storeCode)
    .where('cleared_at', 'is', null)
    .execute()
  expect(open).toHaveLength(300)
  expect(open.map((one) => one.subject)).not.toContain('899999')
})

describe('an account', () => {
  test('that is locked: until it is unlocked, or its time is over', async () => {
    const email = 'lock@test.example'
    await seedAccount(test_.context, { email, privileges: [], password: 'plover-cabin-tundra-7' })
    const fail = () =>
      app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress: '10.9.0.1', payload: { email, password: 'wrong' } })
    for (let attempt = 0; attempt < 5; attempt++) await fail()
    const own = async () => (await alarmsOf(systemLocation, 'ACCOUNT LOCKED')).filter((one) => one.subject === email)
    expect(await own()).toMatchObject([{ class: 2, data: { email }, state: 'open' }])
    await end()
    expect(await own()).toMatchObject([{ state: 'open' }])
    await api('POST', '/auth/account/unlock', { email })
    expect(await end()).toContain(systemLocation)
    expect(await own()).toMatchObject([{ state: 'cleared' }])
    for (let attempt = 0; attempt < 5; attempt++) await fail()
    expect(await own()).toMatchObject([{ state: 'cleared' }, { state: 'open' }])
    await later(16 * 60)
    await end()
    expect(await own()).toMatchObject([{ state: 'cleared' }, { state: 'cleared' }])
  })
  test('that is refused again and again: one alarm, not for the first refusals, until it is quiet', async () => {
    const clerk = await seedAccount(test_.context, { email: 'curious@test.example', privileges: ['tag.read'], stores: [await newStore()] })
    const ask = () => caller(app, clerk)('POST', '/history/task/search', {})
    const own = async () => (await alarmsOf(systemLocation, 'API PERMISSION DENIED')).filter((one) => one.subject === clerk.email)
    for (let time = 1; time < alarmLimits.refusals.usual; time++) expect((await ask()).status).toBe(403)
    expect(await own()).toEqual([])
    await ask()
    await expect
      .poll(own)
      .toMatchObject([
        { class: 2, repeats: 0, data: { email: clerk.email, denied: alarmLimits.refusals.usual, call: 'POST /api/history/task/search' } },
      ])
    for (let time = 0; time < 20; time++) await ask()
    expect(await own()).toMatchObject([{ repeats: 0 }])
    await later(61)
    await ask()
    await expect.poll(own).toMatchObject([{ repeats: 1, data: { denied: alarmLimits.refusals.usual + 21 } }])
    await later(3500)
    await end()
    expect(await own()).toMatchObject([{ state: 'open' }])
    await later(200)
    await end()
    expect(await own()).toMatchObject([{ state: 'cleared' }])
  })
  test('that is refused now and then raises none', async () => {
    const clerk = await seedAccount(test_.context, { email: 'seldom@test.example', privileges: [], stores: [] })
    for (let time = 0; time < 12; time++) {
      await caller(app, clerk)('POST', '/history/task/search', {})
      await later(200)
    }
    expect((await alarmsOf(systemLocation, 'API PERMISSION DENIED')).filter((one) => one.subject === clerk.email)).toEqual([])
  })
})

describe('a store that is not there', () => {
  const upload = (url: string, fields: Record<string, string>, file: { name: string; content: string }) => {
    const form = multipart(fields, file)
    return app.inject({ method: 'POST', url: `/api${url}`, payload: form.payload, headers: { ...form.headers, ...root.headers } })
  }
  const own = async (code: string) => (await alarmsOf(systemLocation, 'INVALID STORE CODE')).filter((one) => one.subject === code)
  test('named by a product file: refused, told once, and over when the store is made', async () => {
    for (let time = 0; time < 3; time++) {
      const answer = await upload('/product/file', { storeCode: 'GHOST1' }, { name: 'prices.csv', content: 'PRODUCT_CODE,NAME\n1,a\n' })
      expect([answer.statusCode, answer.json()]).toMatchObject([
        404,
        { code: 'unknown-store', message: 'There is no store GHOST1.', field: 'storeCode' },
      ])
    }
    expect(await own('GHOST1')).toMatchObject([
      { class: 2, repeats: 2, data: { storeCode: 'GHOST1', source: 'prices.csv' }, state: 'open' },
    ])
    await seedStore(test_.context, 'GHOST1')
    await end()
    expect(await own('GHOST1')).toMatchObject([{ state: 'cleared' }])
  })
  test('named for a gateway: over when no file has named it for a day', async () => {
    const answer = await upload('/gw/predefined', {}, { name: 'gateways.csv', content: 'storeCode,gwMac\nGHOST2,02EC0000FFFF\n' })
    expect(answer.statusCode).toBe(400)
    expect(await own('GHOST2')).toMatchObject([{ data: { source: 'gateways.csv' }, state: 'open' }])
    await later(86_401)
    await end()
    expect(await own('GHOST2')).toMatchObject([{ state: 'cleared' }])
  })
})

describe('alarms of one tag', () => {
  const historyOf = async (storeCode: string, tag: string, more: object = {}) =>
    (await api('POST', `/history/alarm/store/${storeCode}/tag/${tag}/search`, more)).body.data
  test('a low battery, until it was changed', async () => {
    const shop = await newShop()
    const tag = await newLabel(shop)
    await shop.gateway.hear({ tag, battery: 2.3 })
    await shop.gateway.hear({ tag, battery: 2.2 })
    expect(await historyOf(shop.storeCode, tag)).toMatchObject([{ alarmType: 'LOW BATTERY', value: 2.3, clearedAt: null }])
    await shop.gateway.hear({ tag, battery: 3.1 })
    expect(await historyOf(shop.storeCode, tag)).toMatchObject([{ alarmType: 'LOW BATTERY', clearedAt: expect.any(Number) }])
    await shop.gateway.hear({ tag, battery: 2.1 })
    expect(await historyOf(shop.storeCode, tag)).toHaveLength(2)
  })
  test('colder or warmer than its glass is made for, with a margin', async () => {
    const shop = await newShop()
    const tag = await newLabel(shop)
    const open = async () => (await historyOf(shop.storeCode, tag)).map((one) => [one.alarmType, one.value, one.clearedAt === null])
    await shop.gateway.hear({ tag, temperature: 41 })
    expect(await open()).toEqual([['TEMPERATURE ABNORMAL', 41, true]])
    await shop.gateway.hear({ tag, temperature: 39.5 })
    expect(await open()).toEqual([['TEMPERATURE ABNORMAL', 41, true]])
    await shop.gateway.hear({ tag, temperature: 38 })
    expect(await open()).toEqual([['TEMPERATURE ABNORMAL', 41, false]])
    // As a freezer model it is too warm at what is usual for others.
    await shop.gateway.hear({ tag, type: 'D5', temperature: 20 })
    await shop.gateway.hear({ tag, type: 'D5', temperature: -18 })
    expect((await open()).map(([, value, isOpen]) => [value, isOpen])).toEqual(expect.arrayContaining([[20, false]]))
  })
  test('missing since it was last heard, until it is heard, whatever is assigned meanwhile', async () => {
    const shop = await newShop()
    const { storeCode, gateway } = shop
    const tag = await newLabel(shop)
    await gateway.report(gateway.taken()[0]!, 'shown', { updates: 1 })
    await gateway.hear({ tag })
    const heardAt = Math.floor(test_.clock.now().getTime() / 1000)
    await engine.pass(2000)
    for (let sweep = 0; sweep < 6; sweep++) await engine.pass(10)
    const missing = () => historyOf(storeCode, tag, { filter_alarmType: 'MISSING', condition_alarmType: '==' })
    expect(await missing()).toMatchObject([{ alarmTime: heardAt, clearedAt: null }])
    await api('POST', '/tag/reassign', { storeCode, tagList: [tag] })
    await engine.engine.settle()
    expect(await missing()).toMatchObject([{ clearedAt: null }])
    await gateway.hear({ tag })
    expect(await missing()).toMatchObject([{ clearedAt: Math.floor(test_.clock.now().getTime() / 1000) }])
  })
  test('a failed update counts up until the label is right; the alarm goes with the tag to another store', async () => {
    const shop = await newShop()
    const { storeCode, gateway } = shop
    const tag = await newLabel(shop)
    const failures = (code = storeCode) => historyOf(code, tag, { filter_alarmType: 'UPDATE FAILURE', condition_alarmType: '==' })
    for (const updates of [1, 2]) {
      await gateway.report(gateway.taken()[0]!, 'failed', { reason: 'tag-refused' })
      expect(await failures()).toMatchObject([{ repeats: updates - 1, clearedAt: null }])
      await api('POST', '/tag/reassign', { storeCode, tagList: [tag] })
      await engine.engine.settle()
    }
    const other = await newStore()
    await test_.context.db.updateTable('tags').set({ store_code: other }).where('tag_mac', '=', tag).execute()
    expect(await failures(other)).toHaveLength(1)
    await test_.context.db.updateTable('tags').set({ store_code: storeCode }).where('tag_mac', '=', tag).execute()
    await gateway.report(gateway.taken()[0]!, 'shown', { updates: 3 })
    expect(await failures()).toMatchObject([{ repeats: 1, clearedAt: expect.any(Number) }])
  })
})

describe('the list', () => {
  test('of some stores has nothing of others and nothing of the system', async () => {
    const { storeCode, gateway } = await newShop()
    await gateway.breakOff()
    const clerk = await seedAccount(test_.context, { email: 'list@test.example', privileges: ['alarm.read'], stores: [storeCode] })
    const { body } = await caller(app, clerk)('POST', '/history/alarm/system/search', {})
    expect(new Set(body.data.map((one) => one.location))).toEqual(new Set([storeCode]))
    expect((await caller(app, clerk)('GET', '/alarm/open/critical')).body).toEqual({ count: 1 })
  })
  test('/alarm/config tells the types of each kind, and templates whose blanks are told', async () => {
    const { body } = await caller(app, await seedAccount(test_.context, { email: 'config@test.example', privileges: [] }))(
      'GET',
      '/alarm/config',
    )
    expect(body.types).toEqual(alarmTypes)
    expect(body.server).toEqual(['SERVER STATUS ABNORMAL', 'DISK USAGE ABNORMAL', 'MEMORY USAGE ABNORMAL'])
    expect(body.gw).toEqual(['GW STATUS ABNORMAL', 'GW TIME SYNC ABNORMAL', 'SEND TO GW FAILURE', 'INVALID GRM'])
    expect(body.tag).toEqual(['LOW BATTERY', 'MISSING', 'UPDATE FAILURE', 'TEMPERATURE ABNORMAL'])
    for (const type of alarmTypes) {
      const { title, detail, variables } = alarmKinds[type]
      const blanks = [...`${title} ${detail}`.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1])
      expect({ type, blanks: [...new Set(blanks)].toSorted() }).toEqual({ type, blanks: [...variables].toSorted() })
    }
  })
  test('an alarm is one row while it lasts, also when several processes raise it at the same moment', async () => {
    const storeCode = await newStore()
    const raise = () =>
      raiseAlarm(test_.context.db, {
        storeCode,
        type: 'FILE DOWNLOAD TASK FAILURE',
        class: 2,
        subject: 'x',
        data: {},
        at: test_.clock.now(),
      })
    const fresh = await Promise.all(Array.from({ length: 8 }, raise))
    expect(fresh.filter(Boolean)).toHaveLength(1)
    expect(await alarmsOf(storeCode)).toMatchObject([{ repeats: 7 }])
  })
})
