/** Lights and pages of tags: carried to them beside their labels, and nothing of the labels moves. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import type { TestGateway } from '../../testing/test-engine.ts'

const { context: test_, engine, api } = await startTestEngine()
let shops = 0

/** A store whose gateway hears these tags; the first ones of them show a product each. */
async function shop({ tags = 1, types = [] as string[], config = {} } = {}) {
  const storeCode = `LED${++shops}`
  await seedStore(test_.context, storeCode, config)
  const gateway = await engine.gateway(storeCode, `02EC7A${shops.toString(16).padStart(6, '0').toUpperCase()}`)
  await gateway.online()
  const macs = Array.from({ length: tags }, (_, n) => tagId(shops * 0x100 + n))
  await gateway.hear(...macs.map((tag, n) => ({ tag, ...(types[n] !== undefined && { type: types[n] }) })))
  await api('POST', '/product', { storeCode, productList: macs.map((_, n) => ({ prCode: `p${n}`, prInfo: ['', `Name ${n}`, '', '100'] })) })
  await api('POST', '/tag/assign', { storeCode, tagList: macs.map((tagMac, n) => ({ tagMac, prCode: `p${n}` })) })
  await engine.engine.settle()
  for (const operation of gateway.taken())
    await gateway.report(operation, 'accepted').then(() => gateway.report(operation, 'shown', { updates: 1 }))
  return { storeCode, gateway, macs, mac: macs[0] ?? '' }
}
const tagOf = async (storeCode: string, tagMac: string) =>
  (await api('GET', `/status/store/${storeCode}/tag/${tagMac}/detail`)).body as unknown as {
    tag: Record<string, unknown>
    diagnosis: Record<string, unknown>
    timeline: Record<string, unknown>[]
  }
const glassOf = (tagMac: string) =>
  test_.context.db.selectFrom('tag_glass').selectAll().where('tag_mac', '=', tagMac).executeTakeFirstOrThrow()
const taskOf = async (taskId: unknown) =>
  (await api('POST', '/history/task/search', { filter_taskId: String(taskId), condition_taskId: '==' })).body.data[0]
const countsOf = async (storeCode: string) => (await api('GET', `/status/store/${storeCode}/tag/counts`)).body
async function carry(gateway: TestGateway, outcome: 'shown' | 'same' = 'shown') {
  await engine.engine.settle()
  const operations = gateway.taken()
  for (const operation of operations) await gateway.report(operation, 'accepted').then(() => gateway.report(operation, outcome))
  return operations
}

describe('POST /tag/led', () => {
  test('reaches the tags of a product and tags by their id, each with its own settings', async () => {
    const { storeCode, gateway, macs } = await shop({ tags: 3 })
    const answer = await api('POST', '/tag/led', {
      storeCode,
      productList: [{ prCode: 'p0' }, { prCode: 'p1', ledState: 3 }],
      tagList: [
        { tagMac: macs[1], duration: 0.5, ledState: 1, ledBrightness: 3, blinkingSpeed: 0 },
        { tagMac: macs[2], duration: 0 },
      ],
    })
    expect(answer).toMatchObject({ status: 200, body: { tagCount: 3, message: 'Complete!' } })
    const taken = await carry(gateway)
    expect(
      taken
        .toSorted((a, b) => a.tag.localeCompare(b.tag))
        .map(({ tag, kind, params, hash, images }) => ({ tag, kind, params, hash, images })),
    ).toEqual([
      // The specification's defaults: five minutes, state 0, brightness 1, speed 2.
      { tag: macs[0], kind: 'LED', params: { state: 0, brightness: 1, speed: 2, seconds: 300 }, hash: null, images: [] },
      { tag: macs[1], kind: 'LED', params: { state: 1, brightness: 3, speed: 0, seconds: 30 }, hash: null, images: [] },
      { tag: macs[2], kind: 'LED', params: { state: 0, brightness: 1, speed: 2, seconds: 0 }, hash: null, images: [] },
    ])
    expect(await taskOf(answer.body.taskId)).toMatchObject({ taskType: 'LED', totalTags: 3, shown: 3, failed: 0, progress: 100 })
  })
  test('leaves label, status, counters and update history as they are', async () => {
    const { storeCode, gateway, mac } = await shop()
    const before = { ...(await tagOf(storeCode, mac)).tag, glass: await glassOf(mac), counts: await countsOf(storeCode) }
    expect(before).toMatchObject({ status: 'OK', operationName: 'ASSIGN' })
    const history = async () => (await api('POST', `/history/update/store/${storeCode}/tag/${mac}/search`, {})).body.data
    const updates = await history()
    await api('POST', '/tag/led', { storeCode, tagList: [{ tagMac: mac }] })
    const unchanged = async () => ({ ...(await tagOf(storeCode, mac)).tag, glass: await glassOf(mac), counts: await countsOf(storeCode) })
    expect(await unchanged()).toEqual(before)
    await carry(gateway)
    const after = await unchanged()
    expect({ ...after, respondedAt: 0 }).toEqual({ ...before, respondedAt: 0 })
    expect(await history()).toEqual(updates)
    expect(await tagOf(storeCode, mac)).toMatchObject({
      diagnosis: { cause: 'shown' },
      timeline: [{ kind: 'LED', state: 'SHOWN' }, { kind: 'SHOW' }],
    })
  })
  test('does not replace a label under way, nor is it replaced by one', async () => {
    const { storeCode, gateway, mac } = await shop()
    await api('POST', '/product', { storeCode, productList: [{ prCode: 'p0', prInfo: ['', 'New', '', '1'] }] })
    await api('POST', '/tag/led', { storeCode, tagList: [{ tagMac: mac }] })
    await api('POST', '/tag/page/individual', { storeCode, tagList: [{ tagMac: mac, pageNo: 1 }] })
    await engine.engine.settle()
    const taken = gateway.taken()
    expect(taken.map((one) => one.kind).toSorted()).toEqual(['LED', 'PAGE', 'SHOW'])
    expect(gateway.cancelled()).toEqual([])
    const led = taken.find((one) => one.kind === 'LED')!
    await gateway.report(led, 'shown')
    expect((await tagOf(storeCode, mac)).tag.status).toBe('WIP')
    const label = taken.find((one) => one.kind === 'SHOW')!
    await gateway.report(label, 'accepted')
    expect((await tagOf(storeCode, mac)).tag.status).toBe('UPDATE')
    await gateway.report(label, 'shown', { updates: 2 })
    expect((await tagOf(storeCode, mac)).tag.status).toBe('OK')
    // A newer light replaces an older one.
    await api('POST', '/tag/led', { storeCode, tagList: [{ tagMac: mac }] })
    await engine.engine.settle()
    await api('POST', '/tag/led', { storeCode, tagList: [{ tagMac: mac, duration: 0 }] })
    await engine.engine.settle()
    const [first, second] = gateway.taken().filter((one) => one.kind === 'LED')
    expect(gateway.cancelled()).toEqual([first?.op])
    expect(second?.params?.seconds).toBe(0)
  })
  test('a tag whose model has no LED answers unsupported, and stays what it was', async () => {
    const { storeCode, gateway, macs } = await shop({ tags: 2, types: ['35', 'B5'] })
    const { body } = await api('POST', '/tag/led', { storeCode, tagList: macs.map((tagMac) => ({ tagMac })) })
    expect((await carry(gateway)).map((one) => one.tag)).toEqual([macs[1]])
    expect(await taskOf(body.taskId)).toMatchObject({ shown: 1, failed: 1 })
    const rows = (await api('POST', `/history/store/${storeCode}/task/${body.taskId as string}/fail/search`, {})).body.data
    expect(rows).toMatchObject([{ tagId: macs[0], reason: 'unsupported', detail: 'Tags of type 35 have no LED' }])
    expect((await tagOf(storeCode, macs[0]!)).tag.status).toBe('OK')
    const alarms = await api('POST', '/history/alarm/system/search', { filter_location: storeCode, condition_location: '==' })
    expect(alarms.body.data).toEqual([])
  })
  test('a silent tag fails by name after three tries; its label and status stay', async () => {
    const { storeCode, gateway, mac } = await shop()
    await api('POST', '/tag/led', { storeCode, tagList: [{ tagMac: mac }] })
    for (let turn = 0; turn < 3; turn++) {
      await engine.engine.settle()
      for (const operation of gateway.taken()) await gateway.report(operation, 'accepted')
      // Heard, but it does not answer: a label's tag would be REQ_ONLY now.
      await gateway.hear({ tag: mac, shown: (await glassOf(mac)).shown_hash, updates: 1 })
      await engine.pass(200)
    }
    const { tag, timeline, diagnosis } = await tagOf(storeCode, mac)
    expect(timeline[0]).toMatchObject({ kind: 'LED', state: 'FAILED', tries: 3 })
    expect({ status: tag.status, cause: diagnosis.cause }).toEqual({ status: 'OK', cause: 'shown' })
    expect(await glassOf(mac)).toMatchObject({ in_doubt: false })
  })
  test('a gateway that is away is waited for ten minutes, not for hours', async () => {
    const { storeCode, gateway, mac } = await shop()
    await gateway.breakOff()
    await api('POST', '/tag/led', { storeCode, tagList: [{ tagMac: mac }] })
    await engine.pass(500)
    expect((await tagOf(storeCode, mac)).timeline[0]).toMatchObject({ kind: 'LED', state: 'RENDERED' })
    await engine.pass(200)
    expect((await tagOf(storeCode, mac)).timeline[0]).toMatchObject({ kind: 'LED', state: 'FAILED', reason: 'gateway-offline' })
    expect((await tagOf(storeCode, mac)).tag.status).toBe('OK')
  })
  test('products that no tag shows are a success', async () => {
    const { storeCode } = await shop()
    expect(await api('POST', '/tag/led', { storeCode, productList: [{ prCode: 'nowhere' }] })).toMatchObject({
      status: 200,
      body: { taskId: null, tagCount: 0, message: 'no matching tags' },
    })
    const tasks = await sql`select 1 from tasks where store_code = ${storeCode} and task_type = 'LED'`.execute(test_.context.db)
    expect(tasks.rows).toEqual([])
  })
  test('nothing chosen, a foreign tag and settings that do not exist are refused', async () => {
    const [one, other] = [await shop(), await shop()]
    const { storeCode } = one
    expect((await api('POST', '/tag/led', { storeCode })).body.message).toContain('No row selected. Please select one or more rows.')
    expect(await api('POST', '/tag/led', { storeCode, tagList: [{ tagMac: other.mac }] })).toMatchObject({
      status: 409,
      body: { code: 'foreign-tag' },
    })
    for (const wrong of [{ ledState: 7 }, { ledBrightness: 0 }, { blinkingSpeed: 4 }, { duration: 61 }, { duration: -1 }, { pageNo: 16 }])
      expect((await api('POST', '/tag/led', { storeCode, tagList: [{ tagMac: one.mac, ...wrong }] })).status).toBe(400)
  })
})

describe('POST /tag/page/individual', () => {
  test('turns the tags of a product to a page for a while', async () => {
    const { storeCode, gateway, mac } = await shop()
    const { body } = await api('POST', '/tag/page/individual', { storeCode, productList: [{ prCode: 'p0', pageNo: 2, duration: 1 }] })
    expect((await carry(gateway)).map(({ tag, kind, params }) => ({ tag, kind, params }))).toEqual([
      { tag: mac, kind: 'PAGE', params: { page: 2, seconds: 60 } },
    ])
    expect(await taskOf(body.taskId)).toMatchObject({ taskType: 'PAGE', shown: 1 })
    expect((await tagOf(storeCode, mac)).tag).toMatchObject({ status: 'OK', operationName: 'ASSIGN' })
  })
  test('in a store that wants pages to stay (notAutoRtnPage) it does not turn back by itself', async () => {
    const { storeCode, gateway, mac } = await shop({ config: { notAutoRtnPage: true } })
    await api('POST', '/tag/page/individual', { storeCode, tagList: [{ tagMac: mac, pageNo: 1 }] })
    expect((await carry(gateway))[0]?.params).toEqual({ page: 1, seconds: 0 })
  })
})
