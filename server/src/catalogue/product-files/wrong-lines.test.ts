/** The list of all wrong lines of a product file: of one that is sent for it, and of one in the history. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { growth } from '../../testing/live-memory.ts'
import { multipart, seedAccount, seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { findWrongLines } from './wrong-lines.ts'

const { context, app, root, api } = await startTestApp()
const header = 'PRODUCT_CODE,NAME,PRICE'
let storeCode = ''
let next = 0
beforeEach(async () => {
  storeCode = `L${++next}`
  await seedStore(context.context, storeCode)
})

async function wrongLines(content: string | Buffer, fields: Record<string, string> = {}, name = 'prices.csv') {
  const form = multipart({ storeCode, ...fields }, { name, content })
  const headers = { ...root.headers, ...form.headers }
  const answer = await app.inject({ method: 'POST', url: '/api/product/file/wrong-lines', payload: form.payload, headers })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body }
}
function* pieces(content: Buffer) {
  for (let from = 0; from < content.length; from += 65_536) yield content.subarray(from, from + 65_536)
}
const rowsOf = (body: string) => parse(body, { bom: true }).map((row) => row.map(String))
const upload = (content: string) =>
  sendFile<{ historyId: string }>(app, root, '/product/file', { name: 'prices.csv', content }, { storeCode })
const received = async (historyId: string, query = '', headers = root.headers) => {
  const url = `/api/product/file/upload/history/detail/${historyId}/wrong-lines${query}`
  return await app.inject({ method: 'GET', url, headers })
}
async function historyId() {
  const { db } = context.context
  return (await db.selectFrom('files').select('file_id').where('store_code', '=', storeCode).executeTakeFirstOrThrow()).file_id
}

describe('of a file that is sent', () => {
  test('each has its number, its field, what is wrong, and its text as it stands', async () => {
    const file = `${header},LAYOUT_ID\n1,Milk,198,\n2,"Tea, green",cheap,\n3,Oil,200,NO_SUCH\n,Salt,100,\n1,Milk again,300,\n7,too,few\n`
    const { status, headers, body } = await wrongLines(file)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain('prices.wrong-lines.csv')
    expect(rowsOf(body)).toEqual([
      ['Line', 'Field', 'What is wrong', 'The line as it stands'],
      ['3', 'PRICE', 'Line 3 has “cheap” for PRICE, which must be a number.', '2,"Tea, green",cheap,'],
      ['4', 'LAYOUT_ID', 'Line 4 names the layout “NO_SUCH”, which does not exist.', '3,Oil,200,NO_SUCH'],
      ['5', 'PRODUCT_CODE', 'Line 5 has no product code.', ',Salt,100,'],
      ['6', 'PRODUCT_CODE', 'Line 6 has product code 1, as line 2 has.', '1,Milk again,300,'],
      ['7', '', 'Line 7 has 3 columns instead of 4.', '7,too,few'],
    ])
  })

  test('it is said in the language that is asked for, of a text of many lines as well, in the encoding of the file', async () => {
    const { body } = await wrongLines(`${header}\n2,"緑茶\n特選",安い\n3,味噌,1 "2"\n`, { language: 'ja_JP' })
    const [head, first] = rowsOf(body)
    expect(head).toEqual(['行', '項目', '誤りの内容', '元の行'])
    expect(first?.[1]).toBe('PRICE')
    expect(first?.[2]).toMatch(/3 行目.*「安い」/)
    expect(first?.[3]).toBe('2,"緑茶\n特選",安い')
    const korean = rowsOf((await wrongLines(`${header}\n2,Tea,cheap\n`, { language: 'ko_KR' })).body)
    expect(korean[0]).toEqual(['행', '필드', '잘못된 내용', '원래 행'])
    expect((await wrongLines(`${header}\n`, { language: 'xx' })).status).toBe(400)
  })

  test('a text that a spreadsheet would run stays a text', async () => {
    const [, row] = rowsOf((await wrongLines(`${header}\n=1+1,Tea,cheap\n`)).body)
    expect(row?.[3]).toBe("'=1+1,Tea,cheap")
  })

  test('a fault of the whole file has no number; a file that is right has none', async () => {
    expect(rowsOf((await wrongLines('CODE,PRICE\n1,2\n')).body)).toEqual([
      ['Line', 'Field', 'What is wrong', 'The line as it stands'],
      ['', 'PRODUCT_CODE', 'The header does not name PRODUCT_CODE, the column of the product code.', ''],
    ])
    expect(rowsOf((await wrongLines(`${header}\n1,Milk,2\n`)).body)).toHaveLength(1)
    expect((await wrongLines('x', {}, 'prices.xlsx')).status).toBe(400)
  })

  test('they are all there, far more than an answer names, in memory that does not grow with them; nothing is left behind', async () => {
    const lines = 200_000
    const file = Buffer.from(`${header}\n${Array.from({ length: lines }, (_, n) => `${n},Milk and more of it ${n},cheap`).join('\n')}\n`)
    const before = await context.context.db.selectFrom('files').select('file_id').execute()
    const sent = { name: 'prices.csv', stream: Readable.from(pieces(file)) }
    const answer = await findWrongLines(context.context, { storeCode, language: 'en_US' }, sent, { wholeChain: true })
    const memory = growth(50)
    let [bytes, ends] = [0, 0]
    for await (const piece of answer.content as Readable) {
      memory.look()
      bytes += Buffer.from(piece).length
      ends += Buffer.from(piece).toString().split('\r\n').length - 1
    }
    expect(ends).toBe(lines + 1)
    expect(bytes).toBeGreaterThan(20_000_000)
    expect(memory.megabytes()).toBeLessThan(12)
    expect(await context.context.db.selectFrom('files').select('file_id').execute()).toEqual(before)
    const left = () => readdirSync(join(context.context.config.blobFolder, 'incoming'))
    await expect.poll(() => left()).toEqual([])
  })

  test('where a script reads the files, each has the record that the script gave', async () => {
    const script = 'def parse(file, ctx):\n    for line in file.lines():\n        yield {"prCode": line, "prInfo": {"PRICE": "cheap"}}'
    expect((await api('POST', `/product/file/parser/store/${storeCode}`, { code: script })).status).toBe(200)
    const [, row] = rowsOf((await wrongLines('77\n')).body)
    expect(row?.slice(0, 2)).toEqual(['1', 'PRICE'])
    expect(JSON.parse(row?.[3] ?? '')).toEqual({ prCode: '77', prInfo: { PRICE: 'cheap' } })
  })
})

describe('of a file in the history', () => {
  test('they are all named, more than its detail shows', async () => {
    await upload(`${header}\n${Array.from({ length: 250 }, (_, n) => `${n},Milk,cheap`).join('\n')}\n`)
    const answer = await received(await historyId(), '?language=ja_JP')
    expect(answer.statusCode).toBe(200)
    const rows = rowsOf(answer.body)
    expect(rows).toHaveLength(251)
    expect(rows[250]?.slice(0, 2)).toEqual(['251', 'PRICE'])
  })

  test('another store’s, and one that is not there, are not found', async () => {
    await upload(`${header}\n1,Milk,cheap\n`)
    await seedStore(context.context, `${storeCode}B`)
    const other = await seedAccount(context.context, {
      email: `${storeCode.toLowerCase()}@test.example`,
      stores: [`${storeCode}B`],
      privileges: ['product.read'],
    })
    expect((await received(await historyId(), '', other.headers)).statusCode).toBe(404)
    expect((await received('999999')).statusCode).toBe(404)
  })
})
