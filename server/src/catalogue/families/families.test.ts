import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getSetting, setSetting } from '../../settings/settings.service.ts'
import { caller, seedAccount, seedStore, sendFile, tagId } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { db } = context.context
let next = 0

/** A store with ten products and ids for tags. */
async function newStore() {
  const number = ++next
  const storeCode = `F${number}`
  await seedStore(context.context, storeCode)
  await api('POST', '/product', {
    storeCode,
    productList: Array.from({ length: 10 }, (_, n) => ({ prCode: `p${n}`, prInfo: ['', `Name ${n}`, '', '100'] })),
  })
  const mac = (n: number) => tagId(0xf0000 + number * 1000 + n)
  const assign = (tagMac: string, fmPrCode: string) => api('POST', '/tag/assign/multiple', { storeCode, tagList: [{ tagMac, fmPrCode }] })
  return { storeCode, mac, assign }
}
interface Family {
  fmPrCode: string
  prCodeList: string[]
  layoutId?: string
  nfc?: string
}
const save = (storeCode: string, ...families: Family[]) =>
  api('POST', '/product/family', {
    taskId: -1,
    priorTaskId: -1,
    storeCode,
    productList: families.map((family) => ({ layoutId: 'MULTI', ...family })),
  })
const remove = (storeCode: string, ...fmPrCodeList: string[]) => api('POST', '/product/family/delete', { storeCode, fmPrCodeList })
const shown = async (storeCode: string, mac: string) => {
  const { body } = await api('GET', `/status/store/${storeCode}/tag/${mac}/detail`)
  const row = await db.selectFrom('tags').select(['layout_id', 'nfc']).where('tag_mac', '=', mac).executeTakeFirstOrThrow()
  return { products: body.prCodeList, family: body.fmPrCode, ...row }
}
const openTask = async (mac: string) =>
  (await db.selectFrom('operations').select('task_id').where('tag_mac', '=', mac).executeTakeFirst())?.task_id ?? null

describe('POST /product/family', () => {
  test('trims, drops blanks and repeats, cuts to the places of a family and answers them all', async () => {
    const { storeCode } = await newStore()
    const given = [' p1 ', '', 'p2', '  ', 'p1', 'p3', 'p4', 'p5', 'p6', 'p7']
    expect((await save(storeCode, { fmPrCode: ' FAM ', prCodeList: given, nfc: ' https://x.example ' })).body).toMatchObject({
      taskId: null,
      taskList: [],
      changed: 1,
      unchanged: 0,
      tagCount: 0,
      message: 'no matching tags',
    })
    const { body } = await api('GET', `/product/family/FAM/store/${storeCode}`)
    expect(body).toMatchObject({
      storeCode,
      fmPrCode: 'FAM',
      layoutId: 'MULTI',
      nfc: 'https://x.example',
      tagCount: 0,
      prCodeList: ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'],
    })
    await save(storeCode, { fmPrCode: 'TWO', prCodeList: ['p1', 'p2'] })
    expect((await api('GET', `/product/family/TWO/store/${storeCode}`)).body.prCodeList).toEqual(['p1', 'p2', '', '', '', ''])
    expect((await save(storeCode, { fmPrCode: 'TWO', prCodeList: ['p1', 'p2', ''] })).body).toMatchObject({ changed: 0, unchanged: 1 })
  })
  test.each([
    ['no code', { fmPrCode: ' ', prCodeList: ['p1'] }, 'Enter Family Code, Please!'],
    ['no product', { fmPrCode: 'X', prCodeList: [' ', ''] }, 'Enter Product Code, Please!'],
    ['no layout', { fmPrCode: 'X', prCodeList: ['p1'], layoutId: ' ' }, 'Please enter Layout ID'],
    ['an unknown layout', { fmPrCode: 'X', prCodeList: ['p1'], layoutId: 'NONE' }, 'There is no layout NONE.'],
    ['a control character', { fmPrCode: 'a\u0007b', prCodeList: ['p1'] }, 'control characters'],
  ])('refuses a family with %s', async (_, family, message) => {
    const { storeCode } = await newStore()
    const answer = await save(storeCode, family)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(message)
    expect((await api('POST', `/status/store/${storeCode}/product/family/search`, {})).body.recordsTotal).toBe(0)
  })
  test('refuses a code that stands twice, and an empty list', async () => {
    const { storeCode } = await newStore()
    const one = { fmPrCode: 'X', prCodeList: ['p1'] }
    expect((await save(storeCode, one, one)).body.message).toContain('Family X stands twice in the list.')
    expect((await save(storeCode)).body.message).toContain('No data to save.')
  })
  test('only an account of the whole chain writes the shared scope; every one reads it', async () => {
    const { storeCode } = await newStore()
    const limited = caller(
      app,
      await seedAccount(context.context, {
        email: `family${next}@test.example`,
        stores: [storeCode],
        privileges: ['product.read', 'product.write'],
      }),
    )
    const productList = [{ fmPrCode: 'SHARED', prCodeList: ['p1'], layoutId: 'MULTI' }]
    for (const body of [
      { storeCode: '', productList },
      { storeCode: 'F0', productList },
    ])
      expect(await limited('POST', '/product/family', body)).toMatchObject({ status: 403, body: { code: 'other-store' } })
    expect((await limited('POST', '/product/family/delete', { storeCode: '', fmPrCodeList: ['SHARED'] })).status).toBe(403)
    expect((await save('', { fmPrCode: 'SHARED', prCodeList: ['p1'] })).body).toMatchObject({ changed: 1 })
    expect((await limited('GET', '/product/family/SHARED/store/')).body).toMatchObject({ storeCode: '', fmPrCode: 'SHARED' })
    expect((await limited('POST', '/status/product/family/search', { filter_fmPrCode: 'SHARED' })).body.recordsFiltered).toBe(1)
    expect((await limited('GET', '/product/family/SHARED/store/F0')).status).toBe(403)
    expect((await limited('POST', '/product/family', { storeCode, productList })).status).toBe(200)
    await remove('', 'SHARED')
  })
})

describe('a tag shows a family', () => {
  test('all its products, its layout and its NFC; it follows every change in one task', async () => {
    const { storeCode, mac, assign } = await newStore()
    await save(storeCode, { fmPrCode: 'FAM', prCodeList: ['p1', 'p2'], nfc: 'https://a.example' })
    expect((await assign(mac(1), 'FAM')).body).toMatchObject({ tagCount: 1, message: 'Complete!' })
    expect(await shown(storeCode, mac(1))).toEqual({
      products: ['p1', 'p2'],
      family: 'FAM',
      layout_id: 'MULTI',
      nfc: 'https://a.example',
    })
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: mac(2), prCode: 'p1' }] })
    const before = await openTask(mac(2))

    const { body } = await save(storeCode, { fmPrCode: 'FAM', prCodeList: ['p3', 'p1'], layoutId: 'SHELF_PRICE' })
    expect(body).toMatchObject({ tagCount: 1, message: 'Complete!', taskList: [{ storeCode, taskId: body.taskId, tagCount: 1 }] })
    expect(await shown(storeCode, mac(1))).toEqual({ products: ['p3', 'p1'], family: 'FAM', layout_id: 'SHELF_PRICE', nfc: null })
    expect(await openTask(mac(1))).toBe(body.taskId)
    expect(await openTask(mac(2))).toBe(before)
    expect((await api('GET', `/product/p2/store/${storeCode}`)).body.tagCount).toBe(0)
    expect((await api('GET', `/product/p3/store/${storeCode}`)).body.tagCount).toBe(1)
    expect((await api('GET', `/product/family/FAM/store/${storeCode}`)).body.tagCount).toBe(1)
    // Saved again as it is, it costs nothing.
    expect((await save(storeCode, { fmPrCode: 'FAM', prCodeList: ['p3', 'p1'], layoutId: 'SHELF_PRICE' })).body.taskId).toBeNull()
  })
  test('a change of one of its products reaches the tag', async () => {
    const { storeCode, mac, assign } = await newStore()
    await save(storeCode, { fmPrCode: 'FAM', prCodeList: ['p1', 'p2'] })
    await assign(mac(1), 'FAM')
    const { body } = await api('POST', '/product', { storeCode, productList: [{ prCode: 'p2', prInfo: ['', 'New'] }] })
    expect(body).toMatchObject({ tagCount: 1 })
    expect(await openTask(mac(1))).toBe(body.taskId)
  })
  test('the store stands before the whole chain: made, changed and deleted, a family of its own takes over and gives back', async () => {
    const [one, two] = [await newStore(), await newStore()]
    const code = `BOTH${next}`
    await save('', { fmPrCode: code, prCodeList: ['p1', 'p2'] })
    await one.assign(one.mac(1), code)
    await two.assign(two.mac(1), code)
    expect((await save(one.storeCode, { fmPrCode: code, prCodeList: ['p7', 'p8'] })).body).toMatchObject({ tagCount: 1 })
    expect((await shown(one.storeCode, one.mac(1))).products).toEqual(['p7', 'p8'])
    expect((await shown(two.storeCode, two.mac(1))).products).toEqual(['p1', 'p2'])

    const everywhere = await save('', { fmPrCode: code, prCodeList: ['p1', 'p3'] })
    expect(everywhere.body).toMatchObject({ tagCount: 1, taskList: [{ storeCode: two.storeCode }] })
    expect((await shown(one.storeCode, one.mac(1))).products).toEqual(['p7', 'p8'])
    expect((await api('GET', `/product/family/${code}/store/`)).body.tagCount).toBe(1)

    expect((await remove(one.storeCode, code)).body).toMatchObject({ deleted: 1, tagCount: 1, message: 'Complete!' })
    expect(await shown(one.storeCode, one.mac(1))).toMatchObject({ products: ['p1', 'p3'], family: code })
    expect((await api('GET', `/product/family/${code}/store/`)).body.tagCount).toBe(2)
    await remove('', code)
  })
  test('deleted while it is shown: the label stays as it is, still follows its products, and is of no family any more', async () => {
    const { storeCode, mac, assign } = await newStore()
    await save(storeCode, { fmPrCode: 'GONE', prCodeList: ['p1', 'p2'], nfc: 'https://a.example' })
    await assign(mac(1), 'GONE')
    expect((await remove(storeCode, 'GONE', 'NEVER')).body).toMatchObject({ deleted: 1, taskId: null, message: 'no matching tags' })
    expect(await shown(storeCode, mac(1))).toEqual({
      products: ['p1', 'p2'],
      family: null,
      layout_id: 'MULTI',
      nfc: 'https://a.example',
    })
    expect((await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'New'] }] })).body.tagCount).toBe(1)
    await save(storeCode, { fmPrCode: 'GONE', prCodeList: ['p5'] })
    expect((await shown(storeCode, mac(1))).products).toEqual(['p1', 'p2'])
    expect((await remove(storeCode)).body.message).toContain('No row selected. Please select one or more rows.')
  })
  test('another product or none ends it; a swap takes it along', async () => {
    const { storeCode, mac, assign } = await newStore()
    await save(storeCode, { fmPrCode: 'FAM', prCodeList: ['p1', 'p2'] })
    await assign(mac(1), 'FAM')
    await api('POST', '/tag/swap', { storeCode, from: mac(1), to: mac(2) })
    expect(await shown(storeCode, mac(1))).toMatchObject({ products: [], family: null })
    expect(await shown(storeCode, mac(2))).toMatchObject({ products: ['p1', 'p2'], family: 'FAM' })
    expect((await save(storeCode, { fmPrCode: 'FAM', prCodeList: ['p4'] })).body.tagCount).toBe(1)
    await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: mac(2), prCode: 'p9' }] })
    expect(await shown(storeCode, mac(2))).toMatchObject({ products: ['p9'], family: null, layout_id: null })
    expect((await save(storeCode, { fmPrCode: 'FAM', prCodeList: ['p5'] })).body.tagCount).toBe(0)
  })
  test('an unknown family is refused, a product that the store does not have is warned of', async () => {
    const { storeCode, mac, assign } = await newStore()
    expect(await assign(mac(1), 'NONE')).toMatchObject({ status: 400, body: { message: 'There is no family NONE.' } })
    await save(storeCode, { fmPrCode: 'GHOST', prCodeList: ['p1', 'ghost'] })
    expect((await assign(mac(1), 'GHOST')).body.message).toBe("Some products don't exist: ghost")
    const empty = await api('POST', '/tag/assign/multiple', { storeCode, tagList: [{ tagMac: mac(1), prCodeList: [] }] })
    expect(empty.body.message).toContain('Enter Product Code, Please!')
  })
  test('assigned and changed at the same moment, no tag is left behind', async () => {
    const { storeCode, mac, assign } = await newStore()
    await save(storeCode, { fmPrCode: 'RACE', prCodeList: ['p1'] })
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 3 === 0 ? save(storeCode, { fmPrCode: 'RACE', prCodeList: [`p${n / 3 + 2}`] }) : assign(mac(n), 'RACE'),
      ),
    )
    const { body } = await api('GET', `/product/family/RACE/store/${storeCode}`)
    const [product] = body.prCodeList as string[]
    for (const n of [1, 2, 4, 5, 7, 8, 10, 11]) expect((await shown(storeCode, mac(n))).products).toEqual([product])
  })
})

describe('finding families', () => {
  test('by a product, by their own code; a shared one is hidden by the store’s own', async () => {
    const { storeCode } = await newStore()
    const [near, far] = [`NEAR${next}`, `FAR${next}`]
    await save(storeCode, { fmPrCode: near, prCodeList: ['p1'] })
    await save('', { fmPrCode: near, prCodeList: ['p2'] }, { fmPrCode: far, prCodeList: ['p1', 'p2'] })
    const find = async (code: string) =>
      ((await api('GET', `/product/family/findByPrCode/${code}/store/${storeCode}`)).body.familyList as Family[]).map((one) => one.fmPrCode)
    expect(await find('p1')).toEqual([far, near])
    expect(await find('p2')).toEqual([far])
    const shared = await api('GET', '/product/family/findByPrCode/p2/store/')
    expect((shared.body.familyList as Family[]).map((one) => one.fmPrCode)).toEqual([far, near])
    const codes = async (code: string) =>
      ((await api('GET', `/tag/assign/findByPrCode/${code}/store/${storeCode}`)).body.familyList as Family[]).map((one) => one.fmPrCode)
    expect(await codes('p2')).toEqual([far])
    expect(await codes(near)).toEqual([near])
    await remove('', near, far)
  })
  test('lists filter, order and page', async () => {
    const { storeCode } = await newStore()
    await save(storeCode, ...Array.from({ length: 30 }, (_, n) => ({ fmPrCode: `L${100 + n}`, prCodeList: [`p${n % 10}`] })))
    const search = (body: object) => api('POST', `/status/store/${storeCode}/product/family/search`, body)
    expect((await search({})).body).toMatchObject({ recordsTotal: 30, data: { length: 25 } })
    expect((await search({ filter_prCodeList: 'p3', condition_prCodeList: '==' })).body.recordsFiltered).toBe(3)
    const page = await search({ start: 2, length: 2, order: { column: 'fmPrCode', dir: 'desc' } })
    expect(page.body.data.map((row) => row.fmPrCode)).toEqual(['L127', 'L126'])
  })
})

describe('POST /product/family/search', () => {
  test('has the families of the account’s stores, and those of all, in the order of stores and codes; no others', async () => {
    const [mine, other] = [await newStore(), await newStore()]
    for (const { storeCode } of [mine, other]) await save(storeCode, { fmPrCode: 'SEEN', prCodeList: ['p1'] })
    await save(mine.storeCode, { fmPrCode: 'ALSO', prCodeList: ['p2'] })
    await save('', { fmPrCode: 'SEEN', prCodeList: ['p3'] })
    const limited = caller(
      app,
      await seedAccount(context.context, { email: `family${next}@test.example`, stores: [mine.storeCode], privileges: ['product.read'] }),
    )
    const found = async (body: object, call = limited) =>
      (await call('POST', '/product/family/search', body)).body.data.map(
        ({ storeCode, fmPrCode }) => `${String(storeCode)}/${String(fmPrCode)}`,
      )
    const seen = { filter_fmPrCode: 'SEEN,ALSO' }
    expect(await found(seen)).toEqual(['/SEEN', `${mine.storeCode}/ALSO`, `${mine.storeCode}/SEEN`])
    expect(await found({ ...seen, start: 1, length: 1 })).toEqual([`${mine.storeCode}/ALSO`])
    expect(await found({ ...seen, filter_storeCode: other.storeCode })).toEqual([])
    expect(await found({ ...seen, filter_storeCode: other.storeCode }, api)).toEqual([`${other.storeCode}/SEEN`])
    await remove('', 'SEEN')
  })
})

describe('POST /product/family/preview', () => {
  test('draws what a tag would show, stored or not; what cannot be drawn is named', async () => {
    const { storeCode } = await newStore()
    const preview = async (body: object) =>
      (await api('POST', '/product/family/preview', { layoutId: 'MULTI', tagType: 'B5', ...body })).body
    const two = await preview({ storeCode, prCodeList: ['p1', 'p2'] })
    expect(two).toMatchObject({ tagType: 'B5', problems: [], encodedImage: expect.stringMatching(/^iVBOR/) })
    expect((await preview({ storeCode, prCodeList: ['p1', 'p3'] })).encodedImage).not.toBe(two.encodedImage)
    // Of the shared scope with the products of a store that has them.
    expect((await preview({ storeCode: '', prCodeList: ['p1', 'p2'] })).encodedImage).toBe(two.encodedImage)
    expect(await preview({ storeCode, prCodeList: ['p1', 'ghost'] })).toMatchObject({
      encodedImage: null,
      problems: [{ reason: 'render-error', detail: 'Product ghost does not exist' }],
    })
  })
})

describe('POST /product/family/file', () => {
  async function upload(storeCode: string, content: string, name = 'families.csv', headers: object = root.headers) {
    return sendFile<Record<string, unknown> & { historyId: string; message: string }>(
      app,
      { headers },
      '/product/family/file',
      { name, content },
      { storeCode },
    )
  }
  const prCodes = async (storeCode: string, code: string) =>
    ((await api('GET', `/product/family/${code}/store/${storeCode}`)).body.prCodeList as string[]).filter(Boolean)

  test('code, the places of a family, layout, NFC; comments and short rows are passed over; labels follow', async () => {
    const { storeCode, mac, assign } = await newStore()
    await save(storeCode, { fmPrCode: 'A', prCodeList: ['p9'] })
    await assign(mac(1), 'A')
    const { body } = await upload(
      storeCode,
      '# code,1,2,3,4,5,6,layout,nfc\nA, p1 ,p2,p1,,,,MULTI,https://a.example\nB,p3,,,,,,MULTI\nSHORT,p1,p2,MULTI\n\n',
    )
    expect(body).toMatchObject({ dataCount: 2, changed: 2, unchanged: 0, tagCount: 1, message: 'Complete!' })
    expect(await shown(storeCode, mac(1))).toMatchObject({ products: ['p1', 'p2'], nfc: 'https://a.example' })
    expect(await prCodes(storeCode, 'B')).toEqual(['p3'])
    expect((await api('GET', `/product/family/SHORT/store/${storeCode}`)).status).toBe(404)
    const { body: detail } = await api('GET', `/product/file/upload/history/detail/${body.historyId}`)
    expect(detail).toMatchObject({
      fileName: 'families.csv',
      fileType: 'family',
      storeCode,
      dataCount: 2,
      count: 2,
      tagCount: 1,
      error: [],
      data: [{ line: 2, prInfo: ['A', ' p1 ', 'p2', 'p1', '', '', '', 'MULTI', 'https://a.example'] }, { line: 3 }, { line: 4 }],
    })
  })
  test('the places are those of the system setting', async () => {
    const { storeCode } = await newStore()
    const before = await getSetting(db, 'system')
    await setSetting(db, 'system', { ...before, familyProductItemCount: 2 })
    const answer = await upload(storeCode, 'A\tp1\tp2\tMULTI\n', 'families.TXT')
    expect(await prCodes(storeCode, 'A')).toEqual(['p1', 'p2'])
    expect((await api('GET', `/product/family/A/store/${storeCode}`)).body.prCodeList).toHaveLength(2)
    await setSetting(db, 'system', before)
    expect(answer.body).toMatchObject({ changed: 1, message: 'no matching tags' })
  })
  test('edion: products of families are padded like all others', async () => {
    const { storeCode } = await newStore()
    const before = await getSetting(db, 'system')
    await setSetting(db, 'system', { ...before, site: 'edion' })
    await upload(storeCode, 'A,42,43,,,,,MULTI\n')
    await setSetting(db, 'system', before)
    expect(await prCodes(storeCode, 'A')).toEqual(['0000000000042', '0000000000043'])
  })
  test.each([
    ['another kind of file', 'A,1,2,3,4,5,6,MULTI\n', 'Invalid file format', 'families.xlsx'],
    ['short rows only', 'A,p1,MULTI\n# nothing\n', 'No valid data'],
    ['an empty file', '', 'The file is empty.'],
    ['a row without a code', 'A,p1,,,,,,MULTI\n,p1,,,,,,MULTI\n', 'line 2 has no family code'],
    ['a row without products', 'A,,,,,,,MULTI\n', 'line 1 has no product code'],
    ['a row without a layout', 'A,p1,,,,,,\n', 'line 1 names no layout'],
    ['an unknown layout', 'A,p1,,,,,,NONE\n', 'line 1 names the layout "NONE", which does not exist'],
    ['a code that stands twice', 'A,p1,,,,,,MULTI\nA,p2,,,,,,MULTI\n', 'line 2 has family code A, as line 1 has'],
  ])('refuses %s and changes nothing', async (_, content, message, name = 'families.csv') => {
    const { storeCode } = await newStore()
    const answer = await upload(storeCode, content, name)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(message)
    // Each can be said in any language.
    const { error, reasons } = answer.body as { error?: string[]; reasons?: { text: string }[] }
    expect(reasons?.map(({ text }) => text)).toEqual(error)
    expect((await api('POST', `/status/store/${storeCode}/product/family/search`, {})).body.recordsTotal).toBe(0)
  })
  test('of the shared scope: only the whole chain, and in the history without a store', async () => {
    const { storeCode } = await newStore()
    const account = await seedAccount(context.context, {
      email: `file${next}@test.example`,
      stores: [storeCode],
      privileges: ['product.read', 'product.write'],
    })
    const code = `WIDE${next}`
    expect((await upload('', `${code},p1,,,,,,MULTI\n`, 'wide.csv', account.headers)).status).toBe(403)
    const { body } = await upload('', `${code},p1,,,,,,MULTI\n`, 'wide.csv')
    expect(body).toMatchObject({ changed: 1 })
    const history = await api('POST', '/product/file/upload/history/search', { filter_fileName: 'wide.csv' })
    expect(history.body.data).toMatchObject([{ storeCode: '', fileType: 'family', count: 1 }])
    expect(await caller(app, account)('GET', `/product/file/upload/history/detail/${body.historyId}`)).toMatchObject({ status: 404 })
    await remove('', code)
  })
})

test('a store that goes takes its families and its files along, the shared ones stay', async () => {
  const { storeCode } = await newStore()
  await save(storeCode, { fmPrCode: 'OWN', prCodeList: ['p1'] })
  await save('', { fmPrCode: 'ALL', prCodeList: ['p1'] })
  await db.deleteFrom('stores').where('store_code', '=', storeCode).execute()
  const left = await sql<{ code: string }>`select fm_pr_code as code from families where store_code in ('', ${storeCode})`.execute(db)
  expect(left.rows.map((row) => row.code)).toEqual(['ALL'])
  await remove('', 'ALL')
})
