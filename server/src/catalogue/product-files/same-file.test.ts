/** Rows are compared with their products while a file is read: what changes nothing is left out, what matters is not. */
import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import type { Alias } from '@endcap/contract/products'
import type { Context } from '../../platform/context.ts'
import { multipart, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { sniffBytes } from '../../platform/text-files/detect-encoding.ts'
import { importProductFile } from './product-files.service.ts'

const { context, app, root, api } = await startTestApp()
const { db } = context.context
const by = { source: 'test', wholeChain: true }
let storeCode = ''
let next = 0

beforeEach(async () => {
  storeCode = `SF${++next}`
  await seedStore(context.context, storeCode)
})

async function upload(content: string) {
  const form = multipart({ storeCode }, { name: 'p.csv', content })
  const headers = { ...root.headers, ...form.headers }
  const answer = await app.inject({ method: 'POST', url: '/api/product/file', headers, payload: form.payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ changed: number; unchanged: number; dataCount: number }>()
}
const save = (prCode: string, prInfo: string[], more: object = {}) =>
  api('POST', '/product', { storeCode, productList: [{ prCode, prInfo, ...more }] })
const product = (prCode: string) =>
  db.selectFrom('products').selectAll().where('store_code', '=', storeCode).where('pr_code', '=', prCode).executeTakeFirstOrThrow()
const history = async () =>
  (await db.selectFrom('product_history').select(['pr_code', 'pr_info', 'new_pr_info']).where('store_code', '=', storeCode).execute())
    .length
const staged = async () => (await db.selectFrom('staged_products').selectAll().where('store_code', '=', storeCode).execute()).length
const header = 'PRODUCT_CODE,NAME,PRICE'

test('the same file again changes nothing and writes no history, also with quotes, backslashes and other alphabets', async () => {
  const file = `${header}\n1,"6"" pipe, ""new""",110\n2,C:\\temp\\{x},2\n3,牛乳 NULL,3\n4,null,4\n5,,5\n`
  expect(await upload(file)).toMatchObject({ changed: 5, unchanged: 0, dataCount: 5 })
  expect((await product('1')).pr_info.slice(0, 2)).toEqual(['1', '6" pipe, "new"'])
  expect((await product('2')).pr_info[1]).toBe('C:\\temp\\{x}')
  expect((await product('4')).pr_info[1]).toBe('null')
  const [lines, before] = [await history(), await product('1')]
  expect(await upload(file)).toMatchObject({ changed: 0, unchanged: 5, dataCount: 5 })
  expect([await history(), await product('1'), await staged()]).toEqual([lines, before, 0])
})

test('a change between two imports of the same file is seen, and put back', async () => {
  const file = `${header}\n1,Milk,1\n2,Bread,2\n`
  await upload(file)
  const was = (await product('1')).pr_info
  await save('1', was.with(1, 'Whole milk'))
  expect(await upload(file)).toMatchObject({ changed: 1, unchanged: 1 })
  expect((await product('1')).pr_info).toEqual(was)
})

test('layout and NFC address count only where the file names them; then they make a row different', async () => {
  await upload(`${header},NFC\n1,Milk,1,https://a.example\n`)
  await save('1', (await product('1')).pr_info, { layoutId: 'PROMOTION', nfc: 'https://b.example' })
  expect(await upload(`${header}\n1,Milk,1\n`)).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await product('1')).toMatchObject({ layout_id: 'PROMOTION', nfc: 'https://b.example' })
  expect(await upload(`${header},NFC\n1,Milk,1,https://a.example\n`)).toMatchObject({ changed: 1, unchanged: 0 })
  expect(await upload(`${header},LAYOUT_ID\n1,Milk,1,\n`)).toMatchObject({ changed: 1, unchanged: 0 })
  expect(await product('1')).toMatchObject({ layout_id: null, nfc: 'https://a.example' })
})

test('what the file leaves out stays as it is, new rows and changed ones together', async () => {
  await upload(`${header},UNIT\n1,Milk,1,1 l\n2,Bread,2,500 g\n`)
  expect(await upload(`${header}\n1,Milk,9\n2,Bread,2\n3,Butter,3\n`)).toMatchObject({ changed: 2, unchanged: 1 })
  const units = (await Promise.all(['1', '2', '3'].map(product))).map(({ pr_info }) => pr_info.filter((value) => /^\d+ (l|g)$/.test(value)))
  expect(units).toEqual([['1 l'], ['500 g'], []])
})

test('the same file counts as changed once an alias stands for another value', async () => {
  const file = `${header},NAME2\n1,Milk,1,Dairy\n`
  await upload(file)
  expect(await upload(file)).toMatchObject({ changed: 0, unchanged: 1 })
  const aliasList = (await api('GET', '/config/alias')).body.aliasList as Alias[]
  const names: Record<string, string> = { NAME: 'NAME2', NAME2: 'NAME' }
  const swapped = aliasList.map((alias) => ({ ...alias, name: names[alias.name] ?? alias.name }))
  expect((await api('POST', '/config/alias', { aliasList: swapped, rename: true, despiteScripts: true })).status).toBe(200)
  expect(await upload(file)).toMatchObject({ changed: 1, unchanged: 0 })
  expect((await product('1')).pr_info.slice(0, 3)).toEqual(['1', 'Dairy', 'Milk'])
  expect((await api('POST', '/config/alias', { aliasList, rename: true, despiteScripts: true })).status).toBe(200)
})

/** A long file of the store's, and what happens when all but its end was read for the first time. */
async function importWhile(file: string, happens: () => Promise<unknown>) {
  let reads = 0
  const read: Context['blobs']['read'] = () => {
    reads++
    return Readable.from(
      (async function* () {
        yield Buffer.from(file.slice(0, -100))
        if (reads === 1) await happens()
        yield Buffer.from(file.slice(-100))
      })(),
    )
  }
  const slow = { ...context.context, blobs: { ...context.context.blobs, read } }
  const applied = await importProductFile(slow, storeCode, { name: 'p.csv', stream: Readable.from([Buffer.from(file)]) }, by)
  return { applied, reads }
}
// Long enough that its first rows are compared before its last ones are read.
const width = Math.ceil(sniffBytes / 5000)
const longFile = [header, ...Array.from({ length: 6000 }, (_, n) => `${n},${'x'.repeat(width)},${n}`)].join('\n')

test('a product that is changed while its file is read gets what the file says, as the others do', async () => {
  await upload(longFile)
  const was = (await product('7')).pr_info
  const { applied, reads } = await importWhile(longFile, () => save('7', was.with(1, 'Milk')))
  expect(applied).toMatchObject({ changed: 1, unchanged: 5999, dataCount: 6000 })
  expect((await product('7')).pr_info).toEqual(was)
  expect([reads, await staged()]).toEqual([2, 0])
})

test('a product that comes into an empty store while its first file is read is changed by it, with its history', async () => {
  const { applied, reads } = await importWhile(longFile, () => save('7', ['7', 'Milk', '', '1']))
  expect(applied).toMatchObject({ changed: 6000, unchanged: 0, dataCount: 6000 })
  expect((await product('7')).pr_info.slice(0, 2)).toEqual(['7', 'x'.repeat(width)])
  const lines = await db
    .selectFrom('product_history')
    .select('pr_info')
    .where('store_code', '=', storeCode)
    .where('pr_code', '=', '7')
    .execute()
  expect(lines.map(({ pr_info }) => pr_info?.[1] ?? null).toSorted()).toEqual(['Milk', null].toSorted())
  expect([reads, await staged()]).toEqual([2, 0])
})
