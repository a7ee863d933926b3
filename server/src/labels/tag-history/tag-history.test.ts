/** Histories of what tags tell of themselves: a row when something moved and once a day, whichever gateway hears the tag. */
import { beforeAll, describe, expect, test } from 'vitest'
import { preparePartitions } from '../../platform/db/partitions.ts'
import { caller, seedAccount, seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { createTestEngine, type TestGateway } from '../../testing/test-engine.ts'

const { context: test_, app, engine, ...given } = await startTestEngine()
let { api } = given
let near: TestGateway
let far: TestGateway
let tags = 0
const storeCode = 'HIST'

beforeAll(async () => {
  await seedStore(test_.context, storeCode)
  near = await engine.gateway(storeCode, '02EC7C000001')
  far = await engine.gateway(storeCode, '02EC7C000002')
  await near.online()
  await far.online()
})

const seconds = () => Math.floor(test_.clock.now().getTime() / 1000)
const history = async (name: 'battery' | 'reset' | 'temperature', tagMac: string, body: object = {}) =>
  (await api('POST', `/history/${name}/store/${storeCode}/tag/${tagMac}/search`, body)).body as unknown as {
    recordsTotal: number
    recordsFiltered: number
    data: Record<string, number>[]
  }
/** A tag that was heard once, so that the store has it. */
async function newTag() {
  const tag = tagId(0x70000 + ++tags)
  await near.hear({ tag })
  return tag
}

describe('what is written', () => {
  test('a row when battery, temperature or resets moved noticeably, none when they did not', async () => {
    const tag = await newTag()
    const expected: object[] = [
      { battery: 3, temperature: 20 },
      { battery: 2.97, temperature: 21.5 },
      { battery: 2.94, temperature: 20 },
      { battery: 2.94, temperature: 22.5 },
      { battery: 2.92, temperature: 22, resets: 1 },
      { battery: 2.92, temperature: 22, resets: 1 },
    ]
    for (const one of expected) {
      test_.clock.advance(60)
      await near.hear({ tag, ...one })
    }
    expect((await history('battery', tag)).data.map((row) => row.battery)).toEqual([2.92, 2.94, 2.94, 3])
    expect((await history('temperature', tag)).data.map((row) => row.temperature)).toEqual([22, 22.5, 20, 20])
    expect((await history('reset', tag)).data).toEqual([
      { last_time: seconds() - 60, cnt: 1 },
      { last_time: seconds() - 300, cnt: 0 },
    ])
  })
  test('one row a day for a tag that never changes', async () => {
    const tag = await newTag()
    for (let hour = 0; hour < 50; hour++) {
      await preparePartitions(test_.context.db, test_.clock.now())
      await near.hear({ tag })
      test_.clock.advance(3600)
    }
    // Sessions run out meanwhile.
    api = caller(app, await seedAccount(test_.context, { email: 'later@test.example', privileges: 'administrator' }))
    expect((await history('battery', tag)).recordsTotal).toBe(3)
    // Without a change of the count there is nothing but the first word.
    expect((await history('reset', tag)).data).toHaveLength(1)
  })
  test('the same word over two gateways, and after a restart of the server, is one row', async () => {
    const tag = await newTag()
    await near.hear({ tag })
    await far.hear({ tag, rssi: -80 })
    const again = await createTestEngine(test_)
    const third = await again.gateway(storeCode, '02EC7C000003')
    await third.online()
    await third.hear({ tag })
    await again.stop()
    expect((await history('battery', tag)).recordsTotal).toBe(1)
  })
})

describe('POST /history/battery|reset|temperature/store/{code}/tag/{id}/search', () => {
  test('pages of the newest first, within a time range and by value', async () => {
    const tag = await newTag()
    const began = seconds()
    for (let index = 0; index < 30; index++) {
      await near.hear({ tag, battery: 3.05 - index * 0.02 * 3, temperature: index * 1.3, resets: index })
      test_.clock.advance(60)
    }
    const page = await history('battery', tag, { length: 10 })
    expect(page).toMatchObject({ recordsTotal: 30, recordsFiltered: 30 })
    expect(page.data).toHaveLength(10)
    expect(page.data[0]).toEqual({ updatedAt: began + 29 * 60, battery: expect.closeTo(1.31, 2) as number })
    expect((await history('battery', tag, { filter_battery: '2.5', condition_battery: '<=', length: -1 })).recordsFiltered).toBe(20)
    expect(
      (await history('temperature', tag, { filter_startDate: began + 600, filter_endDate: began + 900 })).data.map((row) => row.updatedAt),
    ).toEqual([15, 14, 13, 12, 11, 10].map((minute) => began + minute * 60))
    expect((await history('reset', tag, { filter_cnt: '7', condition_cnt: '==' })).data).toEqual([{ last_time: began + 420, cnt: 7 }])
    expect((await history('reset', tag, { order: { column: 'last_time', dir: 'asc' }, length: 2 })).data.map((row) => row.cnt)).toEqual([
      0, 1,
    ])
  })
  test('a tag of another store has no rows here', async () => {
    await seedStore(test_.context, 'ELSE')
    const tag = await newTag()
    await near.hear({ tag })
    const answer = await api('POST', `/history/battery/store/ELSE/tag/${tag}/search`, {})
    expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })
})

describe('what a label showed at a time', () => {
  test('is what the tag had confirmed by then, with its picture; before that it is unknown, later in doubt', async () => {
    const tagMac = tagId(0x7f00)
    await near.hear({ tag: tagMac })
    const setPrice = (price: string) =>
      api('POST', '/product', { storeCode, productList: [{ prCode: 'at1', prInfo: ['', 'Milk', '', price] }] })
    const take = async () => {
      await engine.engine.settle()
      return near.taken()[0]!
    }
    const shown = async (at: number) => (await api('GET', `/history/update/store/${storeCode}/tag/${tagMac}/at/${at}`)).body
    const confirm = async () => {
      const operation = await take()
      await near.report(operation, 'accepted')
      await near.report(operation, 'shown')
    }
    const begin = seconds() - 1
    await setPrice('100')
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac, prCode: 'at1' }] })
    await confirm()
    const first = seconds()
    await engine.pass(60)
    await setPrice('200')
    await confirm()
    const second = seconds()
    await engine.pass(60)
    await setPrice('300')
    await near.report(await take(), 'accepted')
    await engine.pass(5)

    expect(await shown(begin)).toMatchObject({ glass: 'unknown', encodedImage: null, until: first })
    const old = await shown(first + 30)
    expect(old).toMatchObject({ glass: 'label', since: first, until: second, inDoubt: false, prCode: 'at1' })
    expect((old.prInfo as string[])[3]).toBe('100')
    const newer = await shown(second)
    expect((newer.prInfo as string[])[3]).toBe('200')
    expect(newer).toMatchObject({ until: null })
    expect(newer.encodedImage).toMatch(/^iVBOR/)
    expect(newer.encodedImage).not.toBe(old.encodedImage)

    await api('POST', '/tag/deassign', { storeCode, tagList: [{ tagMac }] })
    expect(await shown(seconds())).toMatchObject({ glass: 'label', inDoubt: true })
    await confirm()
    expect(await shown(seconds())).toMatchObject({ glass: 'blank', inDoubt: false, encodedImage: null })
  })
})
