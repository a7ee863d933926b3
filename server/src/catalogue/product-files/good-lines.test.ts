/** The good lines of a product file are applied without the wrong ones, where the store allows that and a person asks for it. */
import type { FileCheck } from '@endcap/contract/product-files'
import { beforeEach, describe, expect, test } from 'vitest'
import { seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { db } = context.context
const header = 'PRODUCT_CODE,NAME,PRICE'
let storeCode = ''
let stores = 0
const allow = (applyGoodLines: boolean) => api('PUT', '/config/store', { storeCode, applyGoodLines })
beforeEach(async () => {
  storeCode = `G${++stores}`
  await seedStore(context.context, storeCode)
  await db.updateTable('stores').set({ locale: 'de-DE', currency: 'EUR' }).where('store_code', '=', storeCode).execute()
})

interface Answer extends FileCheck {
  historyId: string
  leftOutCount: number
  message: string
  field?: string
  code?: string
}
const send = (content: string, fields: Record<string, string> = {}, path = '') =>
  sendFile<Answer>(app, root, `/product/file${path}`, { name: 'prices.csv', content }, { storeCode, ...fields })
const check = async (content: string) => (await send(content, {}, '/check')).body
const good = { applyGoodLines: 'true' }
const stored = async () =>
  Object.fromEntries(
    (await db.selectFrom('products').select(['pr_code', 'pr_info']).where('store_code', '=', storeCode).execute()).map(
      ({ pr_code, pr_info }) => [pr_code, pr_info[3]],
    ),
  )
const history = (id: string) => api('GET', `/product/file/upload/history/detail/${id}`)

const mixed = `${header}\n1,Milk,2.10\n2,Tea,cheap\n3,Oil,9.90\n4,Rice\n`

test('a store does not allow it until its configuration says so: the call that asks is refused, and nothing is changed', async () => {
  expect((await check(mixed)).goodCount).toBe(0)
  const refused = await send(mixed, good)
  expect([refused.status, refused.body.field]).toEqual([400, 'applyGoodLines'])
  expect(await stored()).toEqual({})
  expect(await db.selectFrom('files').select('file_id').where('store_code', '=', storeCode).execute()).toEqual([])
})

describe('where the store allows it', () => {
  beforeEach(async () => {
    expect((await allow(true)).status).toBe(200)
  })

  test('good lines are applied and wrong ones named: in the answer, the history and the audit log', async () => {
    await send(`${header}\n1,Milk,1.98\n2,Tea,2.00\n3,Oil,9.90\n`)
    expect(await check(mixed)).toMatchObject({ dataCount: 4, errorCount: 2, goodCount: 2, changed: 1, unchanged: 1, newCount: 0 })
    const { status, body } = await send(mixed, good)
    expect(status).toBe(200)
    expect(body).toMatchObject({ dataCount: 4, changed: 1, unchanged: 1, leftOutCount: 2 })
    expect(body.error).toEqual(['line 3 has "cheap" for PRICE, which must be a number', 'line 5 has 2 columns instead of 3'])
    expect(await stored()).toEqual({ 1: '2.10', 2: '2.00', 3: '9.90' })
    expect((await history(body.historyId)).body).toMatchObject({ leftOutCount: 2, errorCount: 2, error: body.error, count: 1 })
    const [record] = await db
      .selectFrom('audit_log')
      .select(['action', 'subject', 'after'])
      .where('store_code', '=', storeCode)
      .where('action', '=', 'productFiles.upload')
      .orderBy('audit_id', 'desc')
      .execute()
    expect(record).toMatchObject({ subject: body.historyId, after: { file: 'prices.csv', changed: 1, leftOutCount: 2 } })
    const list = await app.inject({
      method: 'GET',
      url: `/api/product/file/upload/history/detail/${body.historyId}/wrong-lines`,
      headers: root.headers,
    })
    expect(list.body.trim().split('\r\n').slice(1)).toEqual([
      '3,PRICE,"Line 3 has “cheap” for PRICE, which must be a number.","2,Tea,cheap"',
      '5,,Line 5 has 2 columns instead of 3.,"4,Rice"',
    ])
  })

  test('without asking for it, a file is taken in whole or not at all, as before', async () => {
    for (const fields of [undefined, { applyGoodLines: 'false' }]) expect((await send(mixed, fields)).status).toBe(400)
    expect(await stored()).toEqual({})
  })

  test('a product that a wrong line names as well is left out, for which line is meant cannot be told', async () => {
    await send(`${header}\n1,Milk,1.98\n2,Tea,2.00\n3,Oil,9.90\n`)
    const file = `${header}\n1,Milk,5.00\n2,Tea,cheap\n2,Tea,5.00\n1,Milk,6.00\n3,Oil,8.90\n`
    const found = await check(file)
    expect(found).toMatchObject({ errorCount: 4, goodCount: 1, changed: 1, unchanged: 0, priceCount: 0, otherPriceCount: 1 })
    const { body } = await send(file, good)
    expect(body).toMatchObject({ leftOutCount: 4, changed: 1, unchanged: 0 })
    expect(body.error).toEqual([
      'line 3 has "cheap" for PRICE, which must be a number',
      'line 5 has product code 1, as line 2 has',
      'line 4 has product code 2, as line 3 has, which is wrong',
      'line 2 has product code 1, as line 5 has, which is wrong',
    ])
    expect(await stored()).toEqual({ 1: '1.98', 2: '2.00', 3: '8.90' })
    const list = await app.inject({
      method: 'GET',
      url: `/api/product/file/upload/history/detail/${body.historyId}/wrong-lines`,
      headers: root.headers,
    })
    // In the order of the file, each with its text.
    const rows = list.body.trim().split('\r\n').slice(1)
    expect(rows.map((row) => [row.split(',')[0], /"([^"]*)"$/.exec(row)?.[1]])).toEqual([
      ['2', '1,Milk,5.00'],
      ['3', '2,Tea,cheap'],
      ['4', '2,Tea,5.00'],
      ['5', '1,Milk,6.00'],
    ])
  })

  test.each([
    ['no line is good', `${header}\n1,Milk,cheap\n`],
    ['its header is wrong', 'PRODUCT_CODE,COST\n1,2\n'],
    ['it breaks off in a quote', `${header}\n1,Milk,2.00\n2,"Tea,2.00\n`],
  ])('a file of which %s is refused', async (_, content) => {
    expect((await check(content)).goodCount).toBe(0)
    expect((await send(content, good)).status).toBe(400)
    expect(await stored()).toEqual({})
  })

  test('a file that a script reads is taken in whole or not at all: its records may belong together', async () => {
    const script = 'def parse(file, ctx):\n    for line in file.lines():\n        yield {"prCode": line, "prInfo": {"PRICE": line}}'
    expect((await api('POST', `/product/file/parser/store/${storeCode}`, { code: script })).status).toBe(200)
    expect((await check('1\nx\n')).goodCount).toBe(0)
    expect((await send('1\nx\n', good)).status).toBe(400)
  })

  test('a file without wrong lines is taken in as ever', async () => {
    const { body } = await send(`${header}\n1,Milk,1.98\n`, good)
    expect(body).toMatchObject({ changed: 1, leftOutCount: 0, error: [] })
  })
})

describe('prices that a person has looked at', () => {
  const file = `${header}\n1,Milk,1.20\n2,Tea,2.00\n`
  beforeEach(async () => {
    await send(`${header}\n1,Milk,1.00\n2,Tea,2.00\n`)
  })

  test('are applied while they stand', async () => {
    const { reviewed } = await check(file)
    expect((await send(file, { reviewed })).status).toBe(200)
    expect(await stored()).toEqual({ 1: '1.20', 2: '2.00' })
  })

  test.each([
    ['the price of a product that the file changes', '1,Milk,1.10'],
    ['the price of one that it left as it was', '2,Tea,2.50'],
    ['a price to what the file brings', '1,Milk,1.20'],
  ])('are not applied once another account has changed %s; the answer names product and account', async (_, row) => {
    const { reviewed } = await check(file)
    await send(`${header}\n${row}\n`)
    const before = await stored()
    const { status, body } = await send(file, { reviewed })
    expect([status, body.code]).toEqual([409, 'other-prices'])
    expect(body.message).toContain(`Changed since the check: ${row[0]} (by ${root.email})`)
    expect(await stored()).toEqual(before)
    // Looked at again, it is applied.
    expect((await send(file, { reviewed: (await check(file)).reviewed })).status).toBe(200)
  })

  test('are applied when something else of the store has changed', async () => {
    const { reviewed } = await check(file)
    await send(`${header}\n1,Good milk,1.00\n3,Oil,9.90\n`)
    expect((await send(file, { reviewed })).status).toBe(200)
  })

  test('are those of one file: another one is refused, and so is a word that no check has said', async () => {
    const { reviewed } = await check(file)
    expect((await send(`${header}\n1,Milk,1.30\n`, { reviewed })).status).toBe(409)
    expect((await send(file, { reviewed: 'yes' })).status).toBe(400)
  })

  test('without it a file is applied as before', async () => {
    await check(file)
    await send(`${header}\n1,Milk,1.10\n`)
    expect((await send(file)).status).toBe(200)
  })
})
