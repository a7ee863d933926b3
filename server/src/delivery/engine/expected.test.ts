/** Tags that have a label and that nothing was ever heard of: they hold nothing up, and get the newest label when they are heard. */
import { typeOfTagId } from '@endcap/label/models'
import { expect, test } from 'vitest'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, engine, api } = await startTestEngine()
const { db } = context.context
let number = 0
/** As the ids of the tags say it. */
const type = typeOfTagId(tagId(0x1e0000))

/** A store with a product, a gateway that is online, and a tag beside the expected one that is heard. */
async function newStore() {
  const storeCode = `XP${++number}`
  await seedStore(context.context, storeCode, { enableTagStatusCheck: true })
  await price(storeCode, '100')
  const gateway = await engine.gateway(storeCode, `02EC9E00${number.toString(16).padStart(2, '0').toUpperCase()}01`)
  await gateway.online()
  const [expected, heard] = [tagId(0x1e0000 + number * 2), tagId(0x1e0001 + number * 2)]
  await gateway.hear({ tag: heard, type })
  const list = async (request: object = {}) => (await api('POST', `/status/store/${storeCode}/tag/search`, request)).body.data
  const assign = (...tags: string[]) => api('POST', '/tag/assign', { storeCode, tagList: tags.map((tagMac) => ({ tagMac, prCode: 'p' })) })
  const detail = async () => (await api('GET', `/status/store/${storeCode}/tag/${expected}/detail`)).body
  const tasks = () =>
    db
      .selectFrom('tasks')
      .select(['created_by', 'total', 'shown', 'superseded', 'failed', 'end_time'])
      .where('store_code', '=', storeCode)
      .orderBy('task_id')
      .execute()
  const alarms = () => db.selectFrom('alarms').select('type').where('store_code', '=', storeCode).execute()
  return { storeCode, gateway, expected, heard, list, assign, detail, tasks, alarms }
}
const price = (storeCode: string, text: string) =>
  api('POST', '/product', { storeCode, productList: [{ prCode: 'p', prInfo: ['', 'Name', '', text] }] })

test('one that a gateway cannot reach ends its task at once, is no failure and raises no alarm', async () => {
  const { storeCode, gateway, expected, heard, assign, list, detail, tasks, alarms } = await newStore()
  await assign(expected, heard)
  await engine.engine.settle()
  const operations = gateway.taken()
  expect(operations.map((one) => one.tag).toSorted()).toEqual([expected, heard].toSorted())
  await gateway.report(
    operations.find(({ tag }) => tag === heard)!,
    'shown',
  )
  await gateway.report(
    operations.find(({ tag }) => tag === expected)!,
    'failed',
    { reason: 'tag-silent' },
  )
  expect(await tasks()).toMatchObject([{ total: 2, shown: 1, superseded: 1, failed: 0, end_time: context.clock.now() }])
  expect(await list({ filter_expected: 'true' })).toMatchObject([{ tagMac: expected, status: 'WIP', respondedAt: null }])
  expect(await list({ filter_expected: 'false' })).toMatchObject([{ tagMac: heard, status: 'OK' }])
  expect(await detail()).toMatchObject({ diagnosis: { cause: 'not-heard', action: 'check-id', reason: 'not-heard' } })
  expect((await api('GET', `/stats/exceptions/store/${storeCode}`)).body).toMatchObject({ totalTags: 2, errorTags: 0 })
  // It is expected, not missing, however long it takes.
  await engine.pass(30 * 3600, 1800)
  expect(await list({ filter_expected: 'true' })).toMatchObject([{ tagMac: expected, status: 'WIP' }])
  expect((await alarms()).map(({ type }) => type)).not.toContain('UPDATE FAILURE')
})

test('one that does not answer in time is tried once', async () => {
  const { gateway, expected, assign, tasks } = await newStore()
  await assign(expected)
  await engine.engine.settle()
  const [operation] = gateway.taken()
  await gateway.report(operation!, 'accepted')
  await engine.pass(300)
  expect(await tasks()).toMatchObject([{ total: 1, superseded: 1, failed: 0 }])
  expect(gateway.taken()).toEqual([])
  expect([...new Set(gateway.cancelled())]).toEqual([operation!.op])
})

test('it is left out of updates and status collections, and gets the newest label when it is heard', async () => {
  const { storeCode, gateway, expected, heard, assign, detail, tasks } = await newStore()
  await assign(expected, heard)
  await engine.engine.settle()
  for (const operation of gateway.taken())
    if (operation.tag === heard) await gateway.report(operation, 'shown')
    else await gateway.report(operation, 'failed', { reason: 'tag-silent' })
  await price(storeCode, '200')
  await engine.engine.settle()
  const [updated, ...others] = gateway.taken()
  expect([updated?.tag, others]).toEqual([heard, []])
  await gateway.report(updated!, 'shown')
  expect((await api('POST', '/tag/status/check', { storeCode, cmd: 'ALL_TAG_STATUS_COLLECT', tagList: [] })).body).toMatchObject({
    total: 1,
  })
  await engine.engine.settle()
  expect(gateway.taken().map(({ tag }) => tag)).toEqual([heard])

  await gateway.hear({ tag: expected, type })
  await engine.engine.settle()
  const [label] = gateway.taken()
  expect(label).toMatchObject({ tag: expected, kind: 'SHOW' })
  expect((await tasks()).at(-1)).toMatchObject({ created_by: 'tag heard', total: 1 })
  await gateway.report(label!, 'shown')
  expect(await detail()).toMatchObject({ tag: { status: 'OK' }, diagnosis: { cause: 'shown' } })
  // Once is enough.
  await gateway.hear({ tag: expected, type, shown: label!.hash })
  await engine.engine.settle()
  expect(gateway.taken()).toEqual([])
})

test('deassigned, it has no product and is blanked no more', async () => {
  const { storeCode, gateway, expected, assign, list } = await newStore()
  await assign(expected)
  await api('POST', '/tag/deassign', { storeCode, tagList: [{ tagMac: expected }] })
  await engine.engine.settle()
  const [blank] = gateway.taken().filter(({ kind }) => kind === 'BLANK')
  await gateway.report(blank!, 'failed', { reason: 'tag-silent' })
  expect(await list({ filter_expected: 'true' })).toMatchObject([{ tagMac: expected, status: 'DEASSIGN', prCode: null }])
  await gateway.hear({ tag: expected })
  await engine.engine.settle()
  expect(gateway.taken()).toEqual([])
})

test('a check of it by name ends as not heard after one try', async () => {
  const { storeCode, gateway, expected, assign } = await newStore()
  await assign(expected)
  await engine.engine.settle()
  const [label] = gateway.taken()
  await gateway.report(label!, 'failed', { reason: 'tag-silent' })
  await api('POST', '/tag/status/check', { storeCode, cmd: 'TAG_STATUS_CHECK', tagList: [expected] })
  await engine.engine.settle()
  const [check] = gateway.taken()
  expect(check).toMatchObject({ kind: 'STATUS_CHECK' })
  await gateway.report(check!, 'failed', { reason: 'tag-silent' })
  const row = await db.selectFrom('ledger').select(['outcome', 'reason']).where('op_id', '=', check!.op).executeTakeFirstOrThrow()
  expect(row).toEqual({ outcome: 'FAILED', reason: 'not-heard' })
})
