/** Tag status collections: who is asked, what the answers change, and how each of them ends. */
import { describe, expect, test } from 'vitest'
import { getSetting, setSetting } from '../../settings/settings.service.ts'
import { caller, seedAccount, seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { settleCollections } from './status-check.service.ts'

const { context: test_, app, engine, api } = await startTestEngine()
let shops = 0

/** A store whose gateway hears these tags. */
async function shop({ tags = 3, config = {}, gateways = 1 } = {}) {
  const storeCode = `CK${++shops}`
  await seedStore(test_.context, storeCode, { enableTagStatusCheck: true, ...config })
  const all = []
  for (let index = 0; index < gateways; index++) {
    const gateway = await engine.gateway(storeCode, `02EC7B${(shops * 16 + index).toString(16).padStart(6, '0').toUpperCase()}`)
    await gateway.online()
    all.push(gateway)
  }
  const macs = Array.from({ length: tags }, (_, n) => tagId(shops * 0x1000 + n))
  await all[0]!.hear(...macs.map((tag) => ({ tag })))
  return { storeCode, gateway: all[0]!, gateways: all, macs }
}
const start = (storeCode: string, cmd: string | number, tagList: readonly string[] = []) =>
  api('POST', '/tag/status/check', { storeCode, cmd, tagList: [...tagList] })
const stop = (storeCode: string, cmd: string, tagList: readonly string[] = []) =>
  api('POST', '/tag/status/check/stop', { storeCode, cmd, tagList: [...tagList] })
const collecting = async (): Promise<string[]> =>
  ((await api('GET', '/tag/status/collecting/store')).body.storeList as { storeCode: string }[]).map((one) => one.storeCode)
const progress = async (storeCode: string) =>
  (await api('GET', `/tag/status/collecting/store/${storeCode}`)).body as unknown as {
    collection: Record<string, unknown> | null
    gatewayList: Record<string, unknown>[]
  }
const rows = async (storeCode: string) => (await api('POST', `/tag/status/collecting/store/${storeCode}/search`, {})).body.data
const timeOuts = async (storeCode: string) =>
  test_.context.db
    .selectFrom('alarms')
    .selectAll()
    .where('store_code', '=', storeCode)
    .where('type', '=', 'TAG STATUS CHECK TIME OUT')
    .execute()
const readings = (tagMac: string) =>
  test_.context.db.selectFrom('tag_readings').selectAll().where('tag_mac', '=', tagMac).orderBy('read_at').execute()
const settle = () => settleCollections(test_.context)

describe('a check of chosen tags', () => {
  test('asks them, takes their readings, and is over when all have answered', async () => {
    const { storeCode, gateway, macs } = await shop()
    const answer = await start(storeCode, 'TAG_STATUS_CHECK', macs.slice(0, 2))
    expect(answer.body).toMatchObject({ total: 2, message: 'Start tag status collection' })
    expect(await collecting()).toContain(storeCode)
    await engine.engine.settle()
    const asked = gateway.taken()
    expect(asked.map((one) => [one.kind, one.tag]).toSorted()).toEqual([
      ['STATUS_CHECK', macs[0]],
      ['STATUS_CHECK', macs[1]],
    ])
    test_.clock.advance(5)
    await gateway.report(
      asked.find((one) => one.tag === macs[0])!,
      'accepted',
    )
    await gateway.report(
      asked.find((one) => one.tag === macs[0])!,
      'shown',
      { rssi: -71, battery: 2.4, temperature: 7.5 },
    )
    await settle()
    expect((await progress(storeCode)).collection).toMatchObject({
      cmd: 'TAG_STATUS_CHECK',
      total: 2,
      answered: 1,
      failed: 0,
      outcome: null,
    })
    const at = Math.floor(test_.clock.now().getTime() / 1000)
    expect((await rows(storeCode)).find((row) => row.tagMac === macs[0])).toMatchObject({
      state: 'SHOWN',
      rssi: -71,
      battery: 2.4,
      temperature: 7.5,
      respondedAt: at,
      status: 'DEASSIGN',
      version: '1',
    })
    expect((await rows(storeCode)).find((row) => row.tagMac === macs[1])).toMatchObject({ state: 'RENDERED' })
    // Low by its own word.
    const list = await api('POST', `/status/store/${storeCode}/tag/search`, { filter_barcode: macs[0], condition_barcode: '==' })
    expect(list.body.data[0]).toMatchObject({ battStatus: 'NG', status: 'DEASSIGN', operationName: null })
    await gateway.report(
      asked.find((one) => one.tag === macs[1])!,
      'shown',
    )
    await settle()
    expect((await progress(storeCode)).collection).toMatchObject({ answered: 2, failed: 0, outcome: 'DONE', finishedAt: at })
    expect(await collecting()).not.toContain(storeCode)
    expect(await timeOuts(storeCode)).toEqual([])
  })
  test('an answer that no tag can give is refused, and holds up no other', async () => {
    const { storeCode, gateway, macs } = await shop({ tags: 2 })
    await start(storeCode, 'TAG_STATUS_CHECK', macs)
    await engine.engine.settle()
    const [one, other] = gateway.taken()
    for (const wrong of [{ rssi: -100_000 }, { battery: 1e39 }, { temperature: 1e39 }]) await gateway.report(one!, 'shown', wrong)
    await gateway.report(other!, 'shown')
    expect((await progress(storeCode)).collection).toMatchObject({ answered: 1, failed: 0 })
  })
  test('a battery check is kept in the history also when nothing moved; a status check is not', async () => {
    const { storeCode, gateway, macs } = await shop({ tags: 1 })
    const [mac = ''] = macs
    await gateway.hear({ tag: mac })
    expect(await readings(mac)).toHaveLength(1)
    for (const [cmd, expectedStatus] of [
      ['TAG_STATUS_CHECK', 1],
      ['BATTERY_CHECK', 2],
    ] as const) {
      test_.clock.advance(10)
      await start(storeCode, cmd, macs)
      await engine.engine.settle()
      const [asked] = gateway.taken()
      expect(asked?.params).toEqual(cmd === 'BATTERY_CHECK' ? { battery: 1 } : undefined)
      await gateway.report(asked!, 'shown', { battery: 3, temperature: 20 })
      await gateway.hear({ tag: mac })
      await settle()
      expect(await readings(mac)).toHaveLength(expectedStatus)
    }
  })
  test('nothing chosen, a foreign tag, a second collection, and a store where it is not enabled are refused', async () => {
    const [one, other, off] = [await shop(), await shop(), await shop({ config: { enableTagStatusCheck: false } })]
    expect((await start(one.storeCode, 'TAG_STATUS_CHECK')).body.message).toBe('No row selected. Please select one or more rows.')
    expect((await start(one.storeCode, 'BATTERY_CHECK')).status).toBe(400)
    expect(await start(one.storeCode, 'TAG_STATUS_CHECK', other.macs)).toMatchObject({ status: 409, body: { code: 'foreign-tag' } })
    expect((await start(one.storeCode, 'ANYTHING', one.macs)).status).toBe(400)
    expect(await start(off.storeCode, 'ALL_TAG_STATUS_COLLECT')).toMatchObject({ status: 409, body: { code: 'status-check-off' } })
    const system = await getSetting(test_.context.db, 'system')
    await setSetting(test_.context.db, 'system', { ...system, enableTagStatusCheck: false })
    expect(await start(one.storeCode, 'ALL_TAG_STATUS_COLLECT')).toMatchObject({ status: 409, body: { code: 'status-check-off' } })
    await setSetting(test_.context.db, 'system', system)
    expect((await start(one.storeCode, 'ALL_TAG_STATUS_COLLECT')).status).toBe(200)
    expect(await start(one.storeCode, 'TAG_STATUS_CHECK', one.macs)).toMatchObject({ status: 409, body: { code: 'collecting' } })
    // The refused one left nothing behind.
    expect(await test_.context.db.selectFrom('tasks').selectAll().where('store_code', '=', one.storeCode).execute()).toHaveLength(1)
  })
})

test('all tags of a store are asked; a type may be given by its number', async () => {
  const { storeCode, gateway, macs } = await shop({ tags: 40 })
  expect((await start(storeCode, 3)).body).toMatchObject({ total: 40 })
  expect((await progress(storeCode)).collection).toMatchObject({ cmd: 'ALL_TAG_STATUS_COLLECT' })
  const asked = new Set<string>()
  // No more at once than a gateway's window has room for.
  for (let turn = 0; asked.size < 40 && turn < 5; turn++) {
    await engine.engine.settle()
    const taken = gateway.taken()
    expect(taken.length).toBeLessThanOrEqual(32)
    for (const operation of taken) {
      asked.add(operation.tag)
      await gateway.report(operation, 'shown')
    }
  }
  expect([...asked].toSorted()).toEqual(macs.toSorted())
  await settle()
  expect((await progress(storeCode)).collection).toMatchObject({ answered: 40, outcome: 'DONE' })
})

describe('a gateway scan', () => {
  test('asks every gateway; what they hear comes in, and each of them answers', async () => {
    const { storeCode, gateways } = await shop({ gateways: 3 })
    await gateways[2]!.breakOff()
    expect((await start(storeCode, 'GATEWAY_SCAN')).body).toMatchObject({ total: 3, taskId: null })
    await engine.engine.settle()
    const [first, second] = [gateways[0]!.asked(), gateways[1]!.asked()]
    expect([first[0]?.kind, second[0]?.kind]).toEqual(['collect', 'collect'])
    const stranger = tagId(shops * 0x1000 + 0x800)
    await gateways[0]!.hear({ tag: stranger })
    await gateways[0]!.reply({ request: first[0]!.request, ok: true, detail: '4' })
    await settle()
    expect(await progress(storeCode)).toMatchObject({
      collection: { total: 3, answered: 1, failed: 1, outcome: null },
      gatewayList: [{ state: 'DONE', detail: '4' }, { state: 'SENT' }, { state: 'FAILED', detail: 'gateway-offline' }],
    })
    const list = await api('POST', `/status/store/${storeCode}/tag/search`, { filter_barcode: stranger, condition_barcode: '==' })
    expect(list.body.recordsFiltered).toBe(1)
    await gateways[1]!.reply({ request: second[0]!.request, ok: true, detail: '0' })
    await settle()
    expect((await progress(storeCode)).collection).toMatchObject({ answered: 2, failed: 1, outcome: 'TIMED_OUT' })
    expect(await timeOuts(storeCode)).toMatchObject([{ cleared_at: null, data: { gateways: 1 } }])
  })
})

describe('stopping', () => {
  test('takes back what is under way; what was answered stays', async () => {
    const { storeCode, gateway, macs } = await shop()
    await start(storeCode, 'TAG_STATUS_CHECK', macs)
    await engine.engine.settle()
    const asked = gateway.taken()
    await gateway.report(asked[0]!, 'shown')
    expect(await stop(storeCode, 'BATTERY_CHECK')).toMatchObject({ status: 409, body: { code: 'not-collecting' } })
    expect((await stop(storeCode, 'TAG_STATUS_CHECK')).body).toEqual({ message: 'Complete!' })
    expect((await progress(storeCode)).collection).toMatchObject({ outcome: 'STOPPED', answered: 1 })
    expect(await collecting()).not.toContain(storeCode)
    await engine.engine.settle()
    expect(gateway.cancelled().toSorted()).toEqual([asked[1]!.op, asked[2]!.op].toSorted())
    expect((await rows(storeCode)).map((row) => row.reason).toSorted()).toEqual(['cancelled', 'cancelled', null].toSorted())
    expect(await timeOuts(storeCode)).toEqual([])
    expect((await start(storeCode, 'TAG_STATUS_CHECK', macs)).status).toBe(200)
  })
  test('of some tags leaves the others to answer', async () => {
    const { storeCode, gateway, macs } = await shop()
    await start(storeCode, 'TAG_STATUS_CHECK', macs)
    await engine.engine.settle()
    await stop(storeCode, 'TAG_STATUS_CHECK', [macs[0]!])
    expect(await collecting()).toContain(storeCode)
    for (const operation of gateway.taken().filter((one) => one.tag !== macs[0])) await gateway.report(operation, 'shown')
    await settle()
    expect((await progress(storeCode)).collection).toMatchObject({ answered: 2, failed: 1 })
    expect(await timeOuts(storeCode)).toEqual([])
  })
  test('of all that have not answered yet is a stop, and no time out', async () => {
    const { storeCode, gateway, macs } = await shop()
    await start(storeCode, 'TAG_STATUS_CHECK', macs)
    await engine.engine.settle()
    await gateway.report(gateway.taken()[0]!, 'shown')
    await stop(storeCode, 'TAG_STATUS_CHECK', macs)
    await settle()
    expect((await progress(storeCode)).collection).toMatchObject({ outcome: 'STOPPED', answered: 1, failed: 2 })
    expect(await timeOuts(storeCode)).toEqual([])
  })
  test('is finished by the process that looks next, should the one that stopped it die', async () => {
    const { storeCode, macs } = await shop()
    await start(storeCode, 'TAG_STATUS_CHECK', macs)
    // As after a crash between the two transactions of a stop.
    await test_.context.db
      .updateTable('collections')
      .set({ outcome: 'STOPPED', finished_at: test_.clock.now() })
      .where('store_code', '=', storeCode)
      .execute()
    await settle()
    const open = await test_.context.db.selectFrom('operations').selectAll().where('store_code', '=', storeCode).execute()
    expect(open).toEqual([])
  })
})

describe('the time of a collection', () => {
  test('follows the store’s base timeout, its timeout a tag, and the slowest check-in', async () => {
    const { storeCode, gateway, macs } = await shop({ tags: 2, config: { baseTimeout: 30, timeoutTag: 2 } })
    await gateway.hear({ tag: macs[1]!, checkin: 45 })
    await gateway.hear({ tag: macs[0]!, checkin: 20 })
    await start(storeCode, 'TAG_STATUS_CHECK', macs)
    const { collection } = await progress(storeCode)
    expect(Number(collection?.deadlineAt) - Number(collection?.startedAt)).toBe(30 + 2 * 2 + 2 * 45)
  })
  test('runs out with the alarm TAG STATUS CHECK TIME OUT, which the next good one ends', async () => {
    const { storeCode, gateway, macs } = await shop()
    await start(storeCode, 'TAG_STATUS_CHECK', macs)
    await engine.engine.settle()
    const asked = gateway.taken()
    await gateway.report(asked[0]!, 'shown')
    const { collection } = await progress(storeCode)
    test_.clock.advance(Number(collection?.deadlineAt) - Number(collection?.startedAt) + 1)
    await settle()
    expect((await progress(storeCode)).collection).toMatchObject({ outcome: 'TIMED_OUT', answered: 1, failed: 2 })
    const silent = asked.slice(1).map((one) => one.tag)
    expect(await timeOuts(storeCode)).toMatchObject([{ class: 2, cleared_at: null, data: { tags: 2, tagMacList: silent.toSorted() } }])
    expect((await rows(storeCode)).filter((row) => row.reason === 'tag-silent')).toHaveLength(2)
    await start(storeCode, 'TAG_STATUS_CHECK', macs)
    await engine.engine.settle()
    for (const operation of gateway.taken()) await gateway.report(operation, 'shown')
    await settle()
    expect((await timeOuts(storeCode)).map((alarm) => alarm.cleared_at)).toEqual([test_.clock.now()])
  })
  test('several processes that look at once end it once', async () => {
    const { storeCode, gateway, macs } = await shop()
    await start(storeCode, 'TAG_STATUS_CHECK', macs)
    await engine.engine.settle()
    for (const operation of gateway.taken()) await gateway.report(operation, 'shown')
    let reportedCount = 0
    const forget = test_.context.signals.on('collecting', () => reportedCount++)
    await Promise.all([settle(), settle(), settle()])
    forget()
    expect(reportedCount).toBe(1)
  })
})

test('accounts are told of their own stores only', async () => {
  const [mine, other] = [await shop(), await shop()]
  for (const { storeCode } of [mine, other]) await start(storeCode, 'ALL_TAG_STATUS_COLLECT')
  const clerk = caller(
    app,
    await seedAccount(test_.context, { email: 'clerk@test.example', stores: [mine.storeCode], privileges: ['tag.read'] }),
  )
  const { body } = await clerk('GET', '/tag/status/collecting/store')
  expect(body.storeList).toMatchObject([{ storeCode: mine.storeCode, storeName: `Store ${mine.storeCode}`, cmd: 'ALL_TAG_STATUS_COLLECT' }])
  expect((await clerk('POST', '/tag/status/check/stop', { storeCode: mine.storeCode, cmd: 3 })).status).toBe(403)
})
