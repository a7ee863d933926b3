/** Tags that are heard and that no store has: they stand in a store's list without a product, and are moved by being assigned in another. */
import { describe, expect, test } from 'vitest'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, engine, api } = await startTestEngine()
let number = 0

/** A store with a product and a gateway that is online. */
async function newStore() {
  const storeCode = `F${++number}`
  await seedStore(context.context, storeCode)
  await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Name', '', '100'] }] })
  const gateway = await engine.gateway(storeCode, `02EC9000${number.toString(16).padStart(2, '0').toUpperCase()}01`)
  await gateway.online()
  return { storeCode, gateway }
}
const newTag = () => tagId(++number)
const listOf = async (storeCode: string) => (await api('POST', `/status/store/${storeCode}/tag/search`, {})).body.data
const counts = async (storeCode: string) => {
  const { total, byStatus } = (await api('GET', `/status/store/${storeCode}/tag/counts`)).body as unknown as {
    total: number
    byStatus: Record<string, number>
  }
  return { total, ...Object.fromEntries(Object.entries(byStatus).filter(([, tags]) => tags !== 0)) }
}
const assign = (storeCode: string, ...tags: string[]) =>
  api('POST', '/tag/assign', { storeCode, tagList: tags.map((tagMac) => ({ tagMac, prCode: 'p1' })) })

describe('a tag that no store has', () => {
  test('is in the list of the store that hears it, as it was heard, and nothing is sent to it', async () => {
    const { storeCode, gateway } = await newStore()
    const tag = newTag()
    await gateway.hear({ tag, type: 'B9', rssi: -61, battery: 2.1, temperature: 23, version: '1.8.2', checkin: 90 })
    expect(await listOf(storeCode)).toMatchObject([
      {
        tagMac: tag,
        barcode: tag,
        tagType: 'B9',
        gwMac: gateway.gwMac,
        status: 'DEASSIGN',
        prCode: null,
        rssi: -61,
        battery: 2.1,
        battStatus: 'NG',
        temperature: 23,
        version: '1.8.2',
      },
    ])
    expect(await counts(storeCode)).toEqual({ total: 1, DEASSIGN: 1 })
    const row = await context.context.db.selectFrom('tags').selectAll().where('tag_mac', '=', tag).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ checkin: 90, last_heard_at: context.clock.now(), responded_at: context.clock.now() })
    expect(gateway.taken()).toEqual([])
    const { body } = await api('GET', `/status/store/${storeCode}/tag/${tag}/detail`)
    expect(body).toMatchObject({ diagnosis: { cause: 'no-product', action: 'assign' } })
  })
  test('has a low battery under 2.5 V', async () => {
    const { storeCode, gateway } = await newStore()
    const [low, good] = [newTag(), newTag()]
    await gateway.hear({ tag: low, battery: 2.49 }, { tag: good, battery: 2.5 })
    const batteries = (await listOf(storeCode)).map((row) => [row.tagMac, row.battStatus])
    expect(Object.fromEntries(batteries)).toEqual({ [low]: 'NG', [good]: 'OK' })
  })
  test('is one tag, however often and by however many gateways of the store it is heard', async () => {
    const { storeCode, gateway } = await newStore()
    const other = await engine.gateway(storeCode, `02EC9100${number.toString(16).padStart(2, '0').toUpperCase()}02`)
    await other.online()
    const tag = newTag()
    await gateway.hear({ tag, rssi: -70 }, { tag, rssi: -69 })
    await other.hear({ tag, rssi: -40 })
    await gateway.hear({ tag, rssi: -70 })
    expect(await counts(storeCode)).toEqual({ total: 1, DEASSIGN: 1 })
    expect(await listOf(storeCode)).toMatchObject([{ gwMac: other.gwMac, rssi: -40 }])
  })
  test('goes to the store that hears it best of those that hear it at once', async () => {
    const [weak, strong, weakest] = [await newStore(), await newStore(), await newStore()]
    const [tag, other] = [newTag(), newTag()]
    // While the first message is stored the others wait together: they are stored as one batch.
    await Promise.all([
      weak.gateway.hear({ tag: newTag() }),
      weak.gateway.hear({ tag, rssi: -80 }, { tag: other, rssi: -30 }),
      strong.gateway.hear({ tag, rssi: -45 }, { tag: other, rssi: -60 }),
      weakest.gateway.hear({ tag, rssi: -90 }),
    ])
    expect((await listOf(weak.storeCode)).map((row) => row.tagMac)).toContain(other)
    expect((await listOf(weak.storeCode)).map((row) => row.tagMac)).not.toContain(tag)
    expect((await listOf(strong.storeCode)).map((row) => row.tagMac)).toEqual([tag])
    expect(await listOf(weakest.storeCode)).toEqual([])
  })
  test('is assigned like any other, drawn for the type that was heard', async () => {
    const { storeCode, gateway } = await newStore()
    const tag = newTag()
    await gateway.hear({ tag, type: 'B9' })
    expect((await assign(storeCode, tag)).body).toMatchObject({ tagCount: 1 })
    await engine.engine.settle()
    expect(gateway.taken()).toMatchObject([{ tag, kind: 'SHOW' }])
    expect(await counts(storeCode)).toEqual({ total: 1, WIP: 1 })
  })
})

describe('a tag that a store has', () => {
  test('is not taken over by another store that hears it, however well', async () => {
    const [mine, theirs] = [await newStore(), await newStore()]
    const [heard, assigned] = [newTag(), newTag()]
    await mine.gateway.hear({ tag: heard, rssi: -80 })
    await assign(mine.storeCode, assigned)
    await theirs.gateway.hear({ tag: heard, rssi: -20 }, { tag: assigned, rssi: -20 })
    expect(await listOf(theirs.storeCode)).toEqual([])
    expect(await counts(mine.storeCode)).toMatchObject({ total: 2 })
    expect(await counts(theirs.storeCode)).toEqual({ total: 0 })
  })
})

describe('assigning a tag that stands in another store', () => {
  test('without a product moves it, with what its glass shows; the sums stay right', async () => {
    const [former, next] = [await newStore(), await newStore()]
    const tag = newTag()
    const reported: string[] = []
    const end = context.context.signals.on('changed', ({ storeCode }) => reported.push(storeCode))
    await assign(former.storeCode, tag)
    await former.gateway.hear({ tag })
    await engine.engine.settle()
    const [label] = former.gateway.taken()
    await former.gateway.report(label!, 'shown', { updates: 7 })
    await api('POST', '/tag/deassign', { storeCode: former.storeCode, tagList: [{ tagMac: tag }] })
    await engine.engine.settle()
    const [blank] = former.gateway.taken()
    await former.gateway.report(blank!, 'shown', { updates: 8 })
    expect(await counts(former.storeCode)).toEqual({ total: 1, DEASSIGN: 1 })
    reported.length = 0

    expect((await assign(next.storeCode, tag)).body).toMatchObject({ tagCount: 1, message: 'Complete!' })
    expect(reported).toEqual(expect.arrayContaining([former.storeCode, next.storeCode]))
    end()
    await engine.engine.settle()
    expect([await listOf(former.storeCode), await counts(former.storeCode)]).toEqual([[], { total: 0 }])
    expect(await counts(next.storeCode)).toEqual({ total: 1, WIP: 1 })
    // No gateway of the new store has heard it yet, and none of the former one is asked.
    expect(former.gateway.taken()).toEqual([])
    const [moved] = next.gateway.taken()
    expect(moved).toMatchObject({ tag, kind: 'SHOW' })
    const glass = await context.context.db.selectFrom('tag_glass').select(['store_code', 'updates']).where('tag_mac', '=', tag).execute()
    expect(glass).toEqual([{ store_code: next.storeCode, updates: 8 }])
    // What the former store's gateway still hears of it is not theirs any more.
    await former.gateway.hear({ tag, rssi: -20 })
    expect(await counts(former.storeCode)).toEqual({ total: 0 })
    await next.gateway.report(moved!, 'shown', { updates: 9 })
    expect(await counts(next.storeCode)).toEqual({ total: 1, OK: 1 })
    expect((await api('GET', `/product/p1/store/${former.storeCode}`)).body).toMatchObject({ tagCount: 0 })
    expect((await api('GET', `/product/p1/store/${next.storeCode}`)).body).toMatchObject({ tagCount: 1 })
  })
  test('that was only found there moves it as well', async () => {
    const [former, next] = [await newStore(), await newStore()]
    const tag = newTag()
    await former.gateway.hear({ tag })
    await assign(next.storeCode, tag)
    expect([await counts(former.storeCode), await counts(next.storeCode)]).toEqual([{ total: 0 }, { total: 1, WIP: 1 }])
    expect(await context.context.db.selectFrom('tag_links').select('gw_mac').where('tag_mac', '=', tag).execute()).toEqual([])
  })
  test('with a product, or while it is being blanked there, is refused, and nothing of the list is moved', async () => {
    const [former, next] = [await newStore(), await newStore()]
    const [idle, carrying, blanking] = [newTag(), newTag(), newTag()]
    await former.gateway.hear({ tag: idle })
    await assign(former.storeCode, carrying, blanking)
    await api('POST', '/tag/deassign', { storeCode: former.storeCode, tagList: [{ tagMac: blanking }] })
    for (const refused of [carrying, blanking])
      expect(await assign(next.storeCode, idle, refused)).toMatchObject({
        status: 409,
        body: { code: 'foreign-tag', message: `Tag ${refused} belongs to store ${former.storeCode}.` },
      })
    expect([await counts(former.storeCode), await counts(next.storeCode)]).toEqual([{ total: 3, DEASSIGN: 1, WIP: 2 }, { total: 0 }])
  })
})
