/** Tags in stock, spare, defective, sent in and retired; their removal, and what remains of them. */
import { tags as endpoints } from '@endcap/contract/tags'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answerOf } from '../../testing/answer-of.ts'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { wrongSums } from '../../testing/recount.ts'

const { context, engine, api } = await startTestEngine()
const { db } = context.context
const unheard = tagId(0x1f0001)
let shops = 0
async function openShop(tags: number) {
  const storeCode = `LIFE${++shops}`
  await seedStore(context.context, storeCode)
  await api('POST', '/product', { storeCode, productList: [{ prCode: 'p', prInfo: ['', 'Name', '', '100'] }] })
  const tagMacs = Array.from({ length: tags }, (_, n) => tagId(0x1f1000 + shops * 100 + n))
  await sql`insert into tags (store_code, tag_mac, barcode, tag_type, status, last_heard_at, created_at)
    select ${storeCode}, m, m, 'B5', 'NG', ${context.clock.now()}::timestamptz - interval '2 days', ${context.clock.now()}::timestamptz from unnest(${tagMacs}::text[]) m`.execute(
    db,
  )
  const set = (lifecycle: string, list: readonly string[] = tagMacs, more: object = {}) =>
    api('POST', '/tag/lifecycle', { storeCode, tagList: list.map((tagMac) => ({ tagMac, lifecycle })), ...more })
  const search = async (request: object = {}) =>
    answerOf(endpoints.search, (await api('POST', `/status/store/${storeCode}/tag/search`, request)).body)
  const models = async () => (await api('GET', `/status/store/${storeCode}/tag/lifecycle`)).body.modelList
  const exceptions = async () => (await api('GET', `/stats/exceptions/store/${storeCode}`)).body
  return { storeCode, tagMacs, set, search, models, exceptions }
}

test('states are set beside the status, filtered by, and counted by model', async () => {
  const { storeCode, tagMacs, set, search, models } = await openShop(4)
  await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tagMacs[0]!, prCode: 'p' }] })
  expect(await set('SPARE', [tagMacs[1]!])).toMatchObject({ status: 200, body: { changed: 1, rowList: [] } })
  expect(await set('defective', [tagMacs[2]!.toLowerCase()])).toMatchObject({ status: 200 })
  expect((await search({ filter_lifecycle: 'SPARE,DEFECTIVE' })).data.map((tag) => tag.tagMac).toSorted()).toEqual(tagMacs.slice(1, 3))
  expect((await search({ filter_lifecycle: 'IN_USE' })).data).toMatchObject([{ tagMac: tagMacs[0], lifecycle: 'IN_USE', status: 'WIP' }])
  expect((await search({ filter_lifecycle: 'SPARE' })).data).toMatchObject([{ status: 'NG' }])
  expect(await models()).toEqual([
    { tagType: 'B5', byState: { STOCK: 1, IN_USE: 1, SPARE: 1, DEFECTIVE: 1, SENT_IN: 0, RETIRED: 0 }, notHeard: 0 },
  ])
  // A spare one that gets a product is in use.
  await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tagMacs[1]!, prCode: 'p' }] })
  expect(await models()).toMatchObject([{ byState: { IN_USE: 2, SPARE: 0 } }])
})

test('a retired tag leaves all figures and lists but that of its state, and comes back', async () => {
  const { storeCode, tagMacs, set, search, exceptions } = await openShop(3)
  const [retired] = tagMacs
  await sql`update tags set status = 'NG' where store_code = ${storeCode}`.execute(db)
  await sql`insert into open_tag_alarms (store_code, tag_mac, alarm_type, alarm_time) values (${storeCode}, ${retired}, 'MISSING', now())`.execute(
    db,
  )
  expect(await exceptions()).toMatchObject({ totalTags: 3, errorTags: 3, noProductTags: 3 })
  await set('RETIRED', [retired!])
  expect(await exceptions()).toMatchObject({ totalTags: 2, errorTags: 2, noProductTags: 2 })
  expect(await search()).toMatchObject({ recordsTotal: 2, recordsFiltered: 2 })
  expect((await search({ filter_lifecycle: 'RETIRED' })).data).toMatchObject([{ tagMac: retired, lifecycle: 'RETIRED' }])
  expect((await sql`select 1 from open_tag_alarms where store_code = ${storeCode}`.execute(db)).rows).toEqual([])
  expect((await api('GET', `/status/store/${storeCode}/tag/${retired}/detail`)).body.diagnosis).toMatchObject({ cause: 'retired' })
  expect(await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: retired, prCode: 'p' }] })).toMatchObject({
    status: 409,
    body: { code: 'retired-tag' },
  })
  expect(await wrongSums(db)).toEqual([])
  await set('STOCK', [retired!])
  expect(await exceptions()).toMatchObject({ totalTags: 3 })
})

test('a retired tag that is heard again stays retired; a removed one is found as any other', async () => {
  const { storeCode, tagMacs, set, search } = await openShop(2)
  const gateway = await engine.gateway(storeCode, '02EC9000F101')
  await gateway.online()
  const [retired, removed] = tagMacs
  await set('RETIRED', [retired!])
  await set('REMOVED', [removed!])
  await gateway.hear({ tag: retired!, type: 'B5' })
  await gateway.hear({ tag: removed!, type: 'B5' })
  await engine.engine.settle()
  expect((await search()).data).toMatchObject([{ tagMac: removed, lifecycle: 'STOCK', status: 'DEASSIGN' }])
  expect((await search({ filter_lifecycle: 'RETIRED' })).data).toMatchObject([{ tagMac: retired }])
  expect(gateway.taken().map((one) => one.tag)).not.toContain(retired)
  // What is heard is asked about before it goes.
  expect(await set('REMOVED', [removed!])).toMatchObject({ status: 409, body: { code: 'heard-lately' } })
  expect(await set('REMOVED', [removed!], { confirmed: true })).toMatchObject({ status: 200 })
})

test('a tag that was never heard says so at once; removing it ends its task, and its history stays', async () => {
  const { storeCode, set, search } = await openShop(0)
  await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: unheard, prCode: 'p' }] })
  expect((await api('GET', `/status/store/${storeCode}/tag/${unheard}/detail`)).body.diagnosis).toMatchObject({
    cause: 'not-heard',
    action: 'check-id',
  })
  expect(await set('REMOVED', [unheard])).toMatchObject({ status: 400, body: { field: 'tagList.tagMac' } })
  await api('POST', '/tag/deassign', { storeCode, tagList: [{ tagMac: unheard }] })
  expect(await set('REMOVED', [unheard])).toMatchObject({ status: 200, body: { changed: 1 } })
  expect(await search()).toMatchObject({ recordsTotal: 0 })
  expect((await api('GET', `/status/store/${storeCode}/tag/${unheard}/detail`)).status).toBe(404)
  expect((await sql`select 1 from operations where store_code = ${storeCode}`.execute(db)).rows).toEqual([])
  expect((await sql`select 1 from tasks where store_code = ${storeCode} and end_time is null`.execute(db)).rows).toEqual([])
  const history = await api('POST', `/history/update/store/${storeCode}/tag/${unheard}/search`, {})
  expect(history.body.data.map((row) => row.status)).toEqual(['CANCEL', 'CANCEL'])
})

test('a check answers row by row with line and field, and one bad row stops all of them', async () => {
  const { storeCode, tagMacs, search } = await openShop(3)
  const tagList = [
    { line: 2, tagMac: tagMacs[0], lifecycle: 'RETIRED' },
    { line: 3, tagMac: 'nonsense', lifecycle: 'RETIRED' },
    { line: 4, tagMac: tagMacs[1], lifecycle: 'GONE' },
    { line: 5, tagMac: tagMacs[0], lifecycle: 'SPARE' },
    { line: 6, tagMac: tagId(0x1fffff), lifecycle: 'SPARE' },
  ]
  const check = await api('POST', '/tag/lifecycle', { storeCode, checkOnly: true, tagList })
  expect(check).toMatchObject({ status: 200, body: { changed: 1 } })
  expect(check.body.rowList).toMatchObject([
    { line: 3, field: 'tagMac', code: 'not-a-tag-id' },
    { line: 4, field: 'lifecycle', code: 'not-a-state' },
    { line: 5, field: 'tagMac', code: 'twice' },
    { line: 6, field: 'tagMac', code: 'unknown-tag' },
  ])
  const refused = await api('POST', '/tag/lifecycle', { storeCode, tagList })
  expect(refused).toMatchObject({ status: 400 })
  expect(refused.body.error).toHaveLength(4)
  expect(await search({ filter_lifecycle: 'RETIRED,SPARE' })).toMatchObject({ recordsFiltered: 0 })
})
