import { describe, expect, test } from 'vitest'
import { getSetting, setSetting } from '../../settings/settings.service.ts'
import { seedAccount, seedStore, sendFile, tagId } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { db } = context.context
await seedStore(context.context, 'S1')
await api('POST', '/product', {
  storeCode: 'S1',
  productList: ['p1', 'p2', '777'].map((prCode) => ({ prCode, prInfo: ['', `Name ${prCode}`] })),
})
let nextTag = 0x5c0000

async function upload(content: string, { name = 'codes.csv', headers = root.headers }: Options = {}) {
  return sendFile<Record<string, unknown> & { historyId: string; message: string }>(app, { headers }, '/product/secondCode/file', {
    name,
    content,
  })
}
interface Options {
  name?: string
  headers?: object
}
const search = (body: object) => api('POST', '/product/secondCode/search', body)
const find = async (code: string) => {
  const { body } = await api('GET', `/tag/assign/findByPrCode/${code}/store/S1`)
  return (body.product as { prCode: string } | null)?.prCode ?? null
}

describe('files of second codes', () => {
  test('are taken in by the names of their columns, and told in the history', async () => {
    const { body } = await upload(
      '# from the head office\nSECOND_CODE,PRODUCT_CODE,Article Code,deletionDate,db trigger,OTHER\nsc1,p1,A-1,2099/01/31,1,x\nsc2,p1,,,,\n',
    )
    expect(body).toMatchObject({ dataCount: 2, changed: 2, unchanged: 0, message: 'Complete!' })
    expect((await search({ filter_secondCode: 'sc1' })).body).toMatchObject({
      recordsFiltered: 1,
      data: [{ prCode: 'p1', secondCode: 'sc1', articleCode: 'A-1', deletionDate: '2099-01-31', dbTrigger: true, insertionDate: '' }],
    })
    expect((await search({ filter_prCode: 'p1', condition_prCode: '==' })).body.recordsFiltered).toBe(2)
    expect((await upload('secondCode,prCode\nsc2,p1\nsc3,p2\n')).body).toMatchObject({ dataCount: 2, changed: 1, unchanged: 1 })
    expect((await api('GET', `/product/file/upload/history/detail/${body.historyId}`)).body).toMatchObject({
      fileType: 'secondCode',
      storeCode: '',
      dataCount: 2,
      count: 2,
    })
  })
  test.each([
    ['another kind of file', 'secondCode,prCode\na,b\n', 'Invalid file format', 'codes.xlsx'],
    ['no line of names', 'sc9,p1\n', 'The first line must name the columns; missing: prCode, secondCode'],
    ['a column that stands twice', 'secondCode,prCode,second code\na,b,c\n', 'The column secondCode stands twice in the header.'],
    ['no rows', 'secondCode,prCode\n', 'No valid data'],
    ['a row without a product code', 'secondCode,prCode\nsc9,\n', 'line 2 has no product code'],
    ['a row without a second code', 'secondCode,prCode\n,p1\n', 'line 2 has no second code'],
    ['another number of columns', 'secondCode,prCode\nsc9,p1,x\n', 'line 2 has 3 columns instead of 2'],
    ['a code that stands twice', 'secondCode,prCode\nsc9,p1\nsc9,p2\n', 'line 3 has second code sc9, as line 2 has'],
    ['a date that is none', 'secondCode,prCode,deletionDate\nsc9,p1,31.02.2026\n', 'line 2 has "31.02.2026" for deletionDate'],
    ['a flag that is none', 'secondCode,prCode,dbTrigger\nsc9,p1,maybe\n', 'line 2 has "maybe" for dbTrigger'],
  ])('refuses %s and changes nothing', async (_, content, message, name = 'codes.csv') => {
    const answer = await upload(content, { name })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(message)
    // Each can be said in any language.
    const { error, reasons } = answer.body as { error?: string[]; reasons?: { text: string }[] }
    expect(reasons?.map(({ text }) => text)).toEqual(error)
    expect((await search({ filter_secondCode: 'sc9' })).body.recordsFiltered).toBe(0)
  })
  test('only an account of the whole chain brings them', async () => {
    const account = await seedAccount(context.context, {
      email: 'codes@test.example',
      stores: ['S1'],
      privileges: ['product.read', 'product.write'],
    })
    const answer = await upload('secondCode,prCode\nsc9,p1\n', { headers: account.headers })
    expect(answer).toMatchObject({ status: 403, body: { code: 'whole-chain' } })
    expect((await search({ filter_secondCode: 'sc9' })).body.recordsFiltered).toBe(0)
  })
})

describe('a second code is its product', () => {
  const assigned = async (tagMac: string) => (await api('GET', `/status/store/S1/tag/${tagMac}/detail`)).body.prCodeList as string[]

  test('where a code is looked up to assign it, and where it is assigned', async () => {
    await upload('secondCode,prCode\nalso1,p1\nalso2,p2\nfar,elsewhere\n')
    expect(await find('also1')).toBe('p1')
    expect((await api('GET', '/tag/find/also1/store/S1')).body).toMatchObject({ product: { prCode: 'p1' } })
    expect((await api('GET', '/tag/find/far/store/S1')).body).toMatchObject({ product: null })
    const [one, two] = [tagId(nextTag++), tagId(nextTag++)]
    const single = await api('POST', '/tag/assign', { storeCode: 'S1', tagList: [{ tagMac: one, prCode: 'also1' }] })
    expect(single.body.message).toBe('Complete!')
    expect(await assigned(one)).toEqual(['p1'])
    await api('POST', '/tag/assign/multiple', { storeCode: 'S1', tagList: [{ tagMac: two, prCodeList: ['also1', 'p1', 'also2'] }] })
    expect(await assigned(two)).toEqual(['p1', 'p2'])
    // Of a product that the store does not have yet: the label follows when it comes.
    const later = await api('POST', '/tag/assign', { storeCode: 'S1', tagList: [{ tagMac: one, prCode: 'far' }] })
    expect(later.body.message).toBe("Some products don't exist: elsewhere")
  })
  test('a product of the same code wins', async () => {
    await upload('secondCode,prCode\n777,p1\n')
    expect(await find('777')).toBe('777')
    const tagMac = tagId(nextTag++)
    await api('POST', '/tag/assign', { storeCode: 'S1', tagList: [{ tagMac, prCode: '777' }] })
    expect(await assigned(tagMac)).toEqual(['777'])
  })
  test('until the day on which it is deleted', async () => {
    await upload('secondCode,prCode,deletionDate\nold,p1,2020-01-01\nnew,p1,2099-01-01\n')
    expect([await find('old'), await find('new')]).toEqual([null, 'p1'])
  })
  test('edion: as it was given, and padded', async () => {
    const before = await getSetting(db, 'system')
    await setSetting(db, 'system', { ...before, site: 'edion' })
    await api('POST', '/product', { storeCode: 'S1', productList: [{ prCode: '0000000000042', prInfo: [] }] })
    await upload('secondCode,prCode\n99,42\n0000000000098,42\n')
    const found = [await find('99'), await find('98'), await find('42')]
    await setSetting(db, 'system', before)
    expect(found).toEqual(['0000000000042', '0000000000042', '0000000000042'])
  })
  test('the families of its product are offered', async () => {
    const family = { fmPrCode: 'FAM', prCodeList: ['p2'], layoutId: 'MULTI' }
    await api('POST', '/product/family', { storeCode: 'S1', productList: [family] })
    await upload('secondCode,prCode\noffer,p2\n')
    expect((await api('GET', '/tag/assign/findByPrCode/offer/store/S1')).body).toMatchObject({ familyList: [{ fmPrCode: 'FAM' }] })
  })
})
