/** A new tag in the place of a broken one, and what a scanned code means. */
import { describe, expect, test } from 'vitest'
import { finishOperations } from '../../delivery/tasks/tasks.service.ts'
import { caller, seedAccount, seedStore, tagId } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, api } = await startTestApp()
let next = 0

/** A store with products p0 to p4; tag 1 carries p1 and p2 with a layout and an NFC address. */
async function newStore() {
  const number = ++next
  const storeCode = `W${number}`
  const mac = (n: number) => tagId(number * 1000 + n)
  await seedStore(context.context, storeCode)
  await api('POST', '/product', {
    storeCode,
    productList: Array.from({ length: 5 }, (_, n) => ({
      prCode: `p${n}`,
      prInfo: [`p${n}`, `Name ${n}`, '', '100', '', '', '', '', '', `00490000000${number}${n}`.slice(-13)],
    })),
  })
  await assign(storeCode, mac(1), ['p1', 'p2'], { layoutId: 'MULTI', nfc: 'https://shop.example/1' })
  return { storeCode, mac }
}
const assign = (storeCode: string, tagMac: string, prCodeList: string[], more: object = {}) =>
  api('POST', '/tag/assign/multiple', { storeCode, tagList: [{ tagMac, prCodeList, ...more }] })
const swap = (storeCode: string, from: string, to: string, more: object = {}, as = api) =>
  as('POST', '/tag/swap', { storeCode, from, to, ...more })
const find = async (storeCode: string, code: string) =>
  (await api('GET', `/tag/find/${encodeURIComponent(code)}/store/${storeCode}`)).body as unknown as {
    tag: { tagMac: string; prCodeList: string[]; layoutId: string | null; nfc: string | null; swap: object | null } | null
    product: { prCode: string; tagCount: number } | null
    tagList: { tagMac: string }[]
    otherStore: string | null
  }
const openOperations = (storeCode: string) =>
  context.context.db.selectFrom('operations').selectAll().where('store_code', '=', storeCode).orderBy('op_id').execute()
async function end(storeCode: string, outcome: (tagMac: string) => 'SHOWN' | 'FAILED') {
  const endings = (await openOperations(storeCode)).map((row) => ({
    opId: row.op_id,
    outcome: outcome(row.tag_mac),
    reason: outcome(row.tag_mac) === 'FAILED' ? ('tag-silent' as const) : null,
    status: outcome(row.tag_mac) === 'FAILED' ? ('NG' as const) : row.kind === 'BLANK' ? ('DEASSIGN' as const) : ('OK' as const),
    answered: true,
  }))
  await context.context.db.transaction().execute((tx) => finishOperations(tx, endings, context.clock.now()))
}
const failureAlarms = async (storeCode: string) =>
  (await api('POST', '/history/alarm/system/search', { filter_location: storeCode, condition_location: '==' })).body.data

describe('POST /tag/swap', () => {
  test('the new tag takes over products, layout and NFC, the old one is blanked, in one task', async () => {
    const { storeCode, mac } = await newStore()
    await end(storeCode, () => 'SHOWN')
    const { status, body } = await swap(storeCode, mac(1), mac(2).toLowerCase())
    expect({ status, body }).toMatchObject({ status: 200, body: { tagCount: 2, message: 'Complete!' } })
    expect((await openOperations(storeCode)).map((row) => [row.kind, row.tag_mac, row.task_id, row.pr_code])).toEqual([
      ['SHOW', mac(2), body.taskId, 'p1'],
      ['BLANK', mac(1), body.taskId, null],
    ])
    const given = { layoutId: 'MULTI', nfc: 'https://shop.example/1' }
    expect((await find(storeCode, mac(2))).tag).toMatchObject({ prCodeList: ['p1', 'p2'], ...given, swap: { from: mac(1), to: mac(2) } })
    expect((await find(storeCode, mac(1))).tag).toMatchObject({
      prCodeList: [],
      layoutId: null,
      nfc: null,
      swap: { from: mac(1), to: mac(2) },
    })
    // Its products have as many tags as before.
    expect((await find(storeCode, 'p1')).product?.tagCount).toBe(1)
    const tasks = await api('POST', '/history/task/search', {
      filter_storeCode: storeCode,
      condition_storeCode: '==',
      filter_taskType: 'SWAP',
    })
    expect(tasks.body.data).toMatchObject([{ taskType: 'SWAP', totalTags: 2 }])
    for (const tagMac of [mac(1), mac(2)]) {
      const history = await api('POST', `/history/update/store/${storeCode}/tag/${tagMac}/search`, {})
      expect(history.body.data[0]).toMatchObject({ taskId: body.taskId })
    }
  })
  test('asked again because the answer was lost, it answers the same task and changes nothing', async () => {
    const { storeCode, mac } = await newStore()
    const first = await swap(storeCode, mac(1), mac(2))
    const again = await swap(storeCode, mac(1), mac(2))
    expect(again.body).toEqual(first.body)
    expect(await openOperations(storeCode)).toHaveLength(2)
    // Swapped back and forth is no repetition.
    expect((await swap(storeCode, mac(2), mac(1))).body.taskId).not.toBe(first.body.taskId)
    expect((await swap(storeCode, mac(1), mac(2))).body.taskId).not.toBe(first.body.taskId)
    expect((await find(storeCode, mac(2))).tag?.prCodeList).toEqual(['p1', 'p2'])
  })
  test('refuses the same tag, one without a product, and tags of other stores, and changes nothing', async () => {
    const [one, two] = [await newStore(), await newStore()]
    const before = await openOperations(one.storeCode)
    expect(await swap(one.storeCode, one.mac(1), one.mac(1).toLowerCase())).toMatchObject({ status: 400, body: { code: 'swap-same' } })
    await assign(one.storeCode, one.mac(3), ['p3'])
    await api('POST', '/tag/deassign', { storeCode: one.storeCode, tagList: [{ tagMac: one.mac(3) }] })
    expect(await swap(one.storeCode, one.mac(3), one.mac(4))).toMatchObject({ status: 409, body: { code: 'swap-nothing' } })
    expect(await swap(one.storeCode, one.mac(1), two.mac(1))).toMatchObject({
      status: 409,
      body: { code: 'foreign-tag', message: `Tag ${two.mac(1)} belongs to store ${two.storeCode}.` },
    })
    expect(await swap(one.storeCode, two.mac(1), one.mac(2))).toMatchObject({ status: 409, body: { code: 'foreign-tag' } })
    expect(await swap(one.storeCode, one.mac(77), one.mac(2))).toMatchObject({
      status: 409,
      body: { message: `Tag ${one.mac(77)} is not a tag of this store.` },
    })
    const limited = caller(
      app,
      await seedAccount(context.context, { email: `limited${next}@test.example`, stores: [one.storeCode], privileges: ['tag.write'] }),
    )
    expect((await swap(one.storeCode, one.mac(1), two.mac(1), {}, limited)).body.message).toBe(
      `Tag ${two.mac(1)} belongs to another store.`,
    )
    expect((await openOperations(one.storeCode)).filter((row) => row.tag_mac !== one.mac(3))).toEqual(before)
    // Nothing that was refused has been registered.
    expect((await find(one.storeCode, one.mac(2))).tag).toBeNull()
  })
  test('asks when the new tag carries a product or is of another size, and goes on with a yes', async () => {
    const { storeCode, mac } = await newStore()
    // The ninth digit is the size: 2.13 inches.
    const small = `5A3C9E00A${mac(5).slice(9)}`
    await assign(storeCode, small, ['p4'])
    expect(await swap(storeCode, mac(1), small)).toMatchObject({
      status: 409,
      body: {
        code: 'swap-unsure',
        error: ['carries-product', 'other-size'],
        message: `Tag ${small} already carries p4. Tag ${mac(1)} is R290, tag ${small} is R213.`,
      },
    })
    expect((await find(storeCode, small)).tag?.prCodeList).toEqual(['p4'])
    expect((await swap(storeCode, mac(1), small, { replace: true })).status).toBe(200)
    expect((await find(storeCode, small)).tag?.prCodeList).toEqual(['p1', 'p2'])
    expect((await find(storeCode, 'p4')).product?.tagCount).toBe(0)
  })
  test('an idle tag that was found in another store moves here', async () => {
    const [one, two] = [await newStore(), await newStore()]
    await api('POST', '/tag/deassign', { storeCode: two.storeCode, tagList: [{ tagMac: two.mac(1) }] })
    await end(two.storeCode, () => 'SHOWN')
    expect((await find(one.storeCode, two.mac(1))).otherStore).toBe(two.storeCode)
    expect((await swap(one.storeCode, one.mac(1), two.mac(1))).status).toBe(200)
    expect((await find(one.storeCode, two.mac(1))).tag?.prCodeList).toEqual(['p1', 'p2'])
    expect((await find(two.storeCode, two.mac(1))).tag).toBeNull()
  })
  test('two at once for the same tag: one wins, the other is told', async () => {
    const { storeCode, mac } = await newStore()
    const answers = await Promise.all([swap(storeCode, mac(1), mac(2)), swap(storeCode, mac(1), mac(3))])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('swap-nothing')
    expect((await find(storeCode, 'p1')).tagList).toHaveLength(1)
  })
  test('a broken tag that cannot be blanked raises no alarm; a new one without its label does', async () => {
    const { storeCode, mac } = await newStore()
    await end(storeCode, () => 'SHOWN')
    await swap(storeCode, mac(1), mac(2))
    await end(storeCode, (tagMac) => (tagMac === mac(1) ? 'FAILED' : 'SHOWN'))
    expect(await failureAlarms(storeCode)).toEqual([])
    await swap(storeCode, mac(2), mac(3))
    await end(storeCode, (tagMac) => (tagMac === mac(3) ? 'FAILED' : 'SHOWN'))
    expect(await failureAlarms(storeCode)).toMatchObject([{ type: 'UPDATE FAILURE' }])
  })
})

describe('GET /tag/find/{code}/store/{storeCode}', () => {
  test('a tag by its id, however it is written', async () => {
    const { storeCode, mac } = await newStore()
    for (const code of [mac(1), mac(1).toLowerCase(), mac(1).replaceAll(/(..)(?=.)/g, '$1:'), ` ${mac(1)} `])
      expect((await find(storeCode, code)).tag?.tagMac).toBe(mac(1))
  })
  test('a product by its code or its bar code, whatever leading zeros a scanner adds, with the tags that show it', async () => {
    const { storeCode, mac } = await newStore()
    await assign(storeCode, mac(4), ['p2'])
    const barcode = `00490000000${next}2`.slice(-13)
    for (const code of ['p2', barcode, barcode.replace(/^0+/, '').padStart(12, '0'), `0${barcode}`]) {
      const { product, tagList } = await find(storeCode, code)
      expect({ code, prCode: product?.prCode, tags: tagList.map((tag) => tag.tagMac) }).toEqual({
        code,
        prCode: 'p2',
        tags: [mac(1), mac(4)],
      })
    }
  })
  test('the families that hold a product, also by its bar code', async () => {
    const { storeCode } = await newStore()
    const family = { store_code: storeCode, fm_pr_code: 'F1', pr_codes: ['p2', 'p3'], layout_id: 'MULTI', nfc: null }
    await context.context.db.insertInto('families').values(family).execute()
    const familyList = [{ fmPrCode: 'F1', prCodeList: ['p2', 'p3'], layoutId: 'MULTI' }]
    for (const code of ['p2', `00490000000${next}2`.slice(-13)]) expect(await find(storeCode, code)).toMatchObject({ familyList })
    expect(await find(storeCode, 'p1')).toMatchObject({ familyList: [] })
  })
  test('nothing is an answer', async () => {
    const { storeCode } = await newStore()
    expect(await find(storeCode, 'nonsense')).toEqual({ tag: null, otherStore: null, product: null, familyList: [], tagList: [] })
  })
})
