/** Tags by what they have in common, the picture of a product on a type of tags, and what differs by site. */
import { errorFileStatuses } from '@endcap/contract/downloads'
import { listedProduct } from '@endcap/contract/products'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { getSetting, setSetting } from '../../settings/settings.service.ts'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import type { TestGateway } from '../../testing/test-engine.ts'

const { context: test_, engine, api } = await startTestEngine()
let gateway: TestGateway
const storeCode = 'LIST'
const mac = (n: number) => tagId(0x91000 + n)
/** Ids of the tasks that assigned tags 1 to 4 and 5 to 6, of which 6 failed. */
let [first, second] = ['', '']

beforeAll(async () => {
  await seedStore(test_.context, storeCode)
  gateway = await engine.gateway(storeCode, '02EC7D000001')
  await gateway.online()
  await gateway.hear(...[1, 2, 3, 4, 5, 6].map((n) => ({ tag: mac(n), ...(n === 4 && { type: '39' }) })))
  await api('POST', '/product', {
    storeCode,
    productList: ['one', 'two', 'three'].map((prCode) => ({ prCode, prInfo: ['', `Name ${prCode}`, '', '100'] })),
  })
  const assign = async (pairs: [number, string][]) => {
    const { body } = await api('POST', '/tag/assign', { storeCode, tagList: pairs.map(([n, prCode]) => ({ tagMac: mac(n), prCode })) })
    await engine.engine.settle()
    for (const operation of gateway.taken()) {
      await gateway.report(operation, 'accepted')
      if (operation.tag === mac(6)) await gateway.report(operation, 'failed', { reason: 'tag-refused' })
      else await gateway.report(operation, 'shown', { updates: 1 })
    }
    return String(body.taskId)
  }
  first = await assign([
    [1, 'one'],
    [2, 'one'],
    [3, 'two'],
    [4, 'one'],
  ])
  test_.clock.advance(100)
  second = await assign([
    [5, 'three'],
    [6, 'three'],
  ])
})
const list = async (body: object) => {
  const answer = await api('POST', `/status/store/${storeCode}/tag/list/search`, body)
  return { ...answer.body, tags: answer.body.data.map((row) => row.tagMac).toSorted() } as Record<string, unknown> & { tags: string[] }
}
const withSite = async (site: 'edion' | 'croma' | 'nec' | 'coop', work: () => Promise<void>) => {
  const before = await getSetting(test_.context.db, 'system')
  await setSetting(test_.context.db, 'system', { ...before, site })
  try {
    await work()
  } finally {
    await setSetting(test_.context.db, 'system', before)
  }
}

describe('POST /status/store/{code}/tag/list/search', () => {
  test('the tags of a product, of a list of MACs and of a list of ids', async () => {
    expect((await list({ prCode: 'one' })).tags).toEqual([mac(1), mac(2), mac(4)])
    expect((await list({ tagMacList: [mac(3).toLowerCase(), mac(5), mac(99)] })).tags).toEqual([mac(3), mac(5)])
    expect((await list({ tagIdList: [mac(1)] })).tags).toEqual([mac(1)])
    expect((await list({ prCode: 'one', tagMacList: [mac(2), mac(3)] })).tags).toEqual([mac(2)])
  })
  test('the tags of a task, and those it failed for', async () => {
    expect((await list({ taskId: second })).tags).toEqual([mac(5), mac(6)])
    expect((await list({ taskId: second, failedOnly: true })).tags).toEqual([mac(6)])
    expect((await list({ taskId: first, failedOnly: true })).tags).toEqual([])
    const { body } = await api('POST', '/tag/reassign', { storeCode, tagList: [mac(1)] })
    // Also while it is under way.
    expect((await list({ taskId: body.taskId })).tags).toEqual([mac(1)])
  })
  test('pages, filters and order as in every list; nothing given is the whole store', async () => {
    expect(await list({ prCode: 'one', length: 1, start: 1, order: { column: 'barcode', dir: 'asc' } })).toMatchObject({
      recordsTotal: 3,
      recordsFiltered: 3,
      tags: [mac(2)],
    })
    expect((await list({ prCode: 'one', filter_tagType: '39', condition_tagType: '==' })).tags).toEqual([mac(4)])
    expect((await list({})).tags).toHaveLength(6)
    expect((await api('POST', `/status/store/${storeCode}/tag/list/search`, { surprise: 1 })).status).toBe(400)
  })
})

describe('GET /product/{prCode}/store/{code}/image', () => {
  const image = async (prCode: string, query: string) => (await api('GET', `/product/${prCode}/store/${storeCode}/image?${query}`)).body
  test('is what stands on a tag of this type that shows the product', async () => {
    const small = await image('one', 'tagType=B5')
    expect([mac(1), mac(2)]).toContain(small.tagMac)
    const preview = await api('GET', `/preview/store/${storeCode}/tag/${small.tagMac as string}`)
    expect(small).toMatchObject({ encodedImage: preview.body.encodedImage, layoutId: 'SHELF_PRICE' })
    const large = await image('one', 'tagType=39')
    expect(large).toMatchObject({ tagMac: mac(4) })
    expect(large.encodedImage).not.toBe(small.encodedImage)
  })
  test('is had by a size as products say it; what is said without a value counts for nothing', async () => {
    const { tagType } = (await api('GET', `/product/one/store/${storeCode}`)).body
    expect(tagType).toHaveLength(2)
    expect(tagType).toEqual(expect.arrayContaining(['R290', 'R420']))
    expect(await image('one', 'tagType=R420')).toEqual(await image('one', 'tagType=39'))
    expect(await image('one', 'tagType=R290')).toEqual(await image('one', 'tagType=B5'))
    expect(await image('one', 'tagType=R266')).toMatchObject({ encodedImage: null })
    expect(await image('two', `tagType=R290&taskId=${first}`)).toMatchObject({ tagMac: mac(3) })
    for (const unsaid of ['tagType=R420&taskId=', 'tagType=R420&taskId=-1'])
      expect(await image('one', unsaid)).toMatchObject({ tagMac: mac(4) })
    expect(await image('one', 'tagType=')).toEqual(await image('one', ''))
  })
  test('of a task is what that task drew; nothing drawn is no picture', async () => {
    expect(await image('two', `tagType=B5&taskId=${first}`)).toMatchObject({ tagMac: mac(3), encodedImage: expect.any(String) as string })
    expect(await image('two', `tagType=B5&taskId=${second}`)).toEqual({ encodedImage: null, subPage: [], layoutId: null, tagMac: null })
    expect(await image('one', 'tagType=28')).toMatchObject({ encodedImage: null })
    expect((await api('GET', `/product/one/store/${storeCode}/image?tagType=XYZ`)).status).toBe(400)
  })
  test('of a task is rather what stood on a glass than what failed; of a product that stands beside another, their label', async () => {
    const assign = async (n: number, ...prCodeList: string[]) => {
      const { body } = await api('POST', '/tag/assign/multiple', { storeCode, tagList: [{ tagMac: mac(n), prCodeList }] })
      await engine.engine.settle()
      return String(body.taskId)
    }
    expect(await image('three', `taskId=${second}`)).toMatchObject({ tagMac: mac(5) })
    await api('POST', '/product', { storeCode, productList: [{ prCode: 'beside', prInfo: ['', 'Beside', '', '1'] }] })
    expect(await image('beside', '')).toMatchObject({ encodedImage: null })
    await gateway.hear({ tag: mac(7) })
    const taskId = await assign(7, 'four', 'beside')
    expect(await image('beside', `taskId=${taskId}`)).toMatchObject({ encodedImage: null })
    await api('POST', '/product', { storeCode, productList: [{ prCode: 'four', prInfo: ['', 'Four', '', '4'] }] })
    await engine.engine.settle()
    const operation = gateway.taken().find((one) => one.tag === mac(7))
    expect(operation).toBeDefined()
    await gateway.report(operation!, 'accepted')
    await gateway.report(operation!, 'shown', { updates: 1 })
    expect(await image('beside', '')).toMatchObject({ tagMac: mac(7), layoutId: 'MULTI', encodedImage: expect.any(String) as string })
    expect(await image('beside', 'tagType=28')).toMatchObject({ encodedImage: null })
  })
})

test('pictures for a list are the ones of each product that stands on a glass, its main page alone', async () => {
  const picturesOf = async (...prCodeList: string[]) =>
    (await api('POST', `/status/store/${storeCode}/product/pictures`, { prCodeList })).body as unknown
  const of = async (prCode: string) => (await api('GET', `/product/${prCode}/store/${storeCode}/image`)).body.encodedImage
  const pictures = [
    { prCode: 'one', encodedImage: await of('one') },
    { prCode: 'two', encodedImage: await of('two') },
  ]
  expect(await picturesOf('one', 'never seen', 'two', 'one')).toEqual({ pictures })
  // The list says when they have changed.
  const glassOf = async () => {
    const { data } = (await api('POST', `/status/store/${storeCode}/product/search`, { filter_prCode: 'one', condition_prCode: '==' })).body
    return z.array(listedProduct).parse(data)[0]?.labels.glass
  }
  const before = await glassOf()
  expect(before).toEqual(expect.any(String))
  expect(await glassOf()).toBe(before)
  await api('POST', '/product', { storeCode, productList: [{ prCode: 'one', prInfo: ['', 'Name one', '', '200'] }] })
  await engine.engine.settle()
  for (const operation of gateway.taken()) {
    await gateway.report(operation, 'accepted')
    await gateway.report(operation, 'shown', { updates: 9 })
  }
  expect(await glassOf()).not.toBe(before)
  const many = Array.from({ length: 101 }, (_, index) => `p${index}`)
  expect((await api('POST', `/status/store/${storeCode}/product/pictures`, { prCodeList: many })).status).toBe(400)
})

test('dates of the status filter when a label came to be what it is, other dates when it was asked for', async () => {
  const search = async (body: object) => (await api('POST', `/history/update/store/${storeCode}/tag/${mac(3)}/search`, body)).body.data
  const [row] = await search({})
  const at = Number(row?.finishedAt)
  expect(await search({ filter_statusStartDate: at, filter_statusEndDate: at })).toHaveLength(1)
  expect(await search({ filter_statusStartDate: at + 1 })).toEqual([])
  expect(await search({ filter_statusEndDate: at - 1 })).toEqual([])
  const rows = (await api('POST', `/history/store/${storeCode}/task/${first}/search`, { filter_statusEndDate: at })).body
  expect(rows.recordsFiltered).toBe(4)
  // A list whose rows have no such time says so.
  expect((await api('POST', `/history/battery/store/${storeCode}/tag/${mac(3)}/search`, { filter_statusEndDate: at })).status).toBe(400)
})

test('the error-tag file leaves out OK, WIP and tags that carry nothing', () => {
  expect(errorFileStatuses).toEqual(['NG', 'UPDATE', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2'])
})

describe('sites', () => {
  const ng = async (condition: '==' | '~') =>
    (await api('POST', `/status/store/${storeCode}/tag/search`, { filter_status: 'NG', condition_status: condition })).body.data
      .map((row) => row.tagMac)
      .toSorted()
  test('croma: filtering NG finds REQ_ONLY, REQ_ONLY2 and MISSING as well; without croma it does not', async () => {
    const status = (tagMac: string, to: 'OK' | 'MISSING' | 'REQ_ONLY' | 'REQ_ONLY2') =>
      test_.context.db.updateTable('tags').set({ status: to }).where('tag_mac', '=', tagMac).execute()
    await status(mac(2), 'MISSING')
    await status(mac(3), 'REQ_ONLY')
    await status(mac(4), 'REQ_ONLY2')
    expect(await ng('==')).toEqual([mac(6)])
    await withSite('nec', async () => expect(await ng('==')).toEqual([mac(6)]))
    await withSite('croma', async () => {
      expect(await ng('==')).toEqual([mac(2), mac(3), mac(4), mac(6)])
      expect(await ng('~')).toEqual([mac(2), mac(3), mac(4), mac(6)])
      expect((await list({ prCode: 'one', filter_status: 'NG', condition_status: '==' })).tags).toEqual([mac(2), mac(4)])
      const ok = await api('POST', `/status/store/${storeCode}/tag/search`, { filter_status: 'MISSING', condition_status: '==' })
      expect(ok.body.recordsFiltered).toBe(1)
    })
    for (const n of [2, 3, 4]) await status(mac(n), 'OK')
  })
  test('edion: a code is looked for as it is assigned, padded with zeros to thirteen characters', async () => {
    await api('POST', '/product', { storeCode, productList: [{ prCode: '0000000000042', prInfo: [] }] })
    const find = async () => (await api('GET', `/tag/assign/findByPrCode/42/store/${storeCode}`)).body.product
    const scan = async () => (await api('GET', `/tag/find/42/store/${storeCode}`)).body.product
    expect([await find(), await scan()]).toEqual([null, null])
    await withSite('edion', async () => {
      expect(await find()).toMatchObject({ prCode: '0000000000042' })
      expect(await scan()).toMatchObject({ prCode: '0000000000042' })
    })
  })
})
