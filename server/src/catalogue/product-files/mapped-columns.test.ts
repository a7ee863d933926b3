/** Files whose first line does not say what their columns mean: a person or a program says it, and it is remembered. */
import type { ColumnMapping } from '@endcap/contract/file-columns'
import type { FileCheck } from '@endcap/contract/product-files'
import { beforeEach, describe, expect, test } from 'vitest'
import { seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { db } = context.context
let storeCode = ''
let stores = 0
async function newStore(storeType = 'HYPER') {
  storeCode = `M${++stores}`
  await seedStore(context.context, storeCode)
  await db
    .updateTable('stores')
    .set({ locale: 'de-DE', currency: 'EUR', store_type: storeType })
    .where('store_code', '=', storeCode)
    .execute()
}
beforeEach(() => newStore(`TYPE${stores}`))

type Answer = FileCheck & { historyId: string; field?: string; error?: string[] }
const send = (content: string, columns?: ColumnMapping | string, path = '') =>
  sendFile<Answer>(
    app,
    root,
    `/product/file${path}`,
    { name: 'till.csv', content },
    { storeCode, ...(columns !== undefined && { columns: typeof columns === 'string' ? columns : JSON.stringify(columns) }) },
  )
const columnsOf = async (content: string) => (await send(content, undefined, '/check')).body.columns
const stored = async () =>
  (await db.selectFrom('products').select('pr_info').where('store_code', '=', storeCode).orderBy('pr_code').execute()).map(({ pr_info }) =>
    pr_info.slice(0, 4),
  )

const file = 'Nummer;Was;Regal;Kostet\n4901000000006;Milch;A1;1,29 €\n4901000000013;Tee;B2;2,49 €\n'
const mapping: ColumnMapping = { hasHeader: true, columns: ['PRODUCT_CODE', 'NAME', null, 'PRICE'] }

describe('the check of a file whose header is not known', () => {
  test('tells its columns with values, and what they could mean', async () => {
    expect(await columnsOf(file)).toEqual({
      needed: true,
      hasHeader: true,
      columns: [
        { first: 'Nummer', samples: ['4901000000006', '4901000000013'] },
        { first: 'Was', samples: ['Milch', 'Tee'] },
        { first: 'Regal', samples: ['A1', 'B2'] },
        { first: 'Kostet', samples: ['1,29 €', '2,49 €'] },
      ],
      guess: ['PRODUCT_CODE', 'NAME', null, 'PRICE'],
      remembered: false,
    })
  })
  test('asks for nothing where the header is known, or where a file without one has as many columns as there are aliases', async () => {
    expect(await columnsOf('PRODUCT_CODE,PRICE\n1,2\n')).toMatchObject({ needed: false })
    expect(await columnsOf(`1${','.repeat(15)}\n`)).toMatchObject({ needed: false })
    expect(await columnsOf('4901000000006,Milk,1.29\n')).toMatchObject({
      needed: true,
      hasHeader: false,
      guess: ['PRODUCT_CODE', 'NAME', 'PRICE'],
    })
  })
})

describe('a mapping', () => {
  test('reads the file by it: what is left out is not read, and stays as it is', async () => {
    await send('PRODUCT_CODE,NAME2\n4901000000006,fresh\n')
    const checked = await send(file, mapping, '/check')
    expect(checked.body).toMatchObject({ errorCount: 0, newCount: 1, changed: 1, columns: { needed: false } })
    expect((await send(file, mapping)).status).toBe(200)
    expect(await stored()).toEqual([
      ['4901000000006', 'Milch', 'fresh', '1.29'],
      ['4901000000013', 'Tee', '', '2.49'],
    ])
  })

  test('of a file without a header reads its first line as a product', async () => {
    const { status } = await send('Milch;1,29;4901000000006\n', { hasHeader: false, columns: ['NAME', 'PRICE', 'PRODUCT_CODE'] })
    expect(status).toBe(200)
    expect(await stored()).toEqual([['4901000000006', 'Milch', '', '1.29']])
  })

  test('goes with the file: the history shows its rows and names its wrong lines by it', async () => {
    const { body } = await send(file, mapping)
    const detail = await api('GET', `/product/file/upload/history/detail/${body.historyId}`)
    expect(detail.body).toMatchObject({
      errorCount: 0,
      data: [{ line: 2 }, { line: 3, prInfo: { 0: '4901000000013', 1: 'Tee', 3: '2.49' } }],
    })
    await send(`${file}4901000000020;Öl;C3;teuer\n`, mapping)
    const { file_id } = await db
      .selectFrom('files')
      .select('file_id')
      .where('store_code', '=', storeCode)
      .where('error_count', '>', 0)
      .executeTakeFirstOrThrow()
    const url = `/api/product/file/upload/history/detail/${file_id}/wrong-lines`
    const list = await app.inject({ method: 'GET', url, headers: root.headers })
    expect(list.body.trim().split('\r\n').slice(1)).toEqual([
      '4,PRICE,"Line 4 has “teuer” for PRICE, which must be a number.",4901000000020;Öl;C3;teuer',
    ])
  })

  test.each<[string, ColumnMapping | string]>([
    ['a name that is no alias', { hasHeader: true, columns: ['PRODUCT_CODE', 'COST', null, null] }],
    ['an alias twice', { hasHeader: true, columns: ['PRODUCT_CODE', 'NAME', 'NAME', null] }],
    ['no product code', { hasHeader: true, columns: [null, 'NAME', null, 'PRICE'] }],
    ['no JSON', '{'],
    ['another form', '{"columns":"NAME"}'],
  ])('with %s is refused, and nothing is changed', async (_, columns) => {
    for (const path of ['', '/check', '/wrong-lines']) {
      const form = await send(file, columns, path)
      expect([path, form.status, form.body.field?.split('.')[0]]).toEqual([path, 400, 'columns'])
    }
    expect(await stored()).toEqual([])
  })

  test('for another number of columns than the file has is refused with both numbers', async () => {
    const answer = await send(file, { hasHeader: true, columns: ['PRODUCT_CODE', 'NAME'] })
    expect([answer.status, answer.body.error]).toEqual([400, ['The first line has 4 columns; 2 were told what they mean.']])
  })

  test('is refused where a parser script tells what columns mean', async () => {
    const script = 'def parse(file, ctx):\n    for line in file.lines():\n        yield {"prCode": line}'
    expect((await api('POST', `/product/file/parser/store/${storeCode}`, { code: script })).status).toBe(200)
    const refused = await send(file, mapping)
    expect([refused.status, refused.body.field]).toEqual([400, 'columns'])
    expect(await columnsOf('1\n')).toBe(null)
  })
})

describe('what was said of a file that was taken in', () => {
  const other: ColumnMapping = { hasHeader: true, columns: ['PRODUCT_CODE', 'NAME2', null, 'LIST_PRICE'] }
  test('is remembered for the next one with the same first line, in the store and in others of its type', async () => {
    await newStore('SHOPS')
    await send(file, other)
    const next = file.replace('1,29', '1,39')
    expect(await columnsOf(next)).toMatchObject({ guess: other.columns, remembered: true })
    expect(await columnsOf(file.replace('Kostet', 'Preis'))).toMatchObject({ remembered: false })
    await newStore('SHOPS')
    expect(await columnsOf(next)).toMatchObject({ guess: other.columns, remembered: true })
    await send(file, mapping)
    expect(await columnsOf(next)).toMatchObject({ guess: mapping.columns, remembered: true })
    await newStore('OTHERS')
    expect(await columnsOf(next)).toMatchObject({ remembered: false })
  })
  test('is forgotten where an alias is gone since, and not learnt from a file that was refused', async () => {
    await send(`${file}x;y\n`, other)
    expect(await columnsOf(file)).toMatchObject({ remembered: false })
    await send(file, other)
    await db
      .updateTable('column_mappings')
      .set({ mapping: JSON.stringify({ ...other, columns: ['PRODUCT_CODE', 'GONE', null, null] }) })
      .where('store_code', '=', storeCode)
      .execute()
    expect(await columnsOf(file)).toMatchObject({ remembered: false })
  })
})
