/** Files of every kind are read in the encoding of their store's language, in the one that a person chooses, or not at all. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { FileCheck, FileUpload } from '@endcap/contract/product-files'
import { createInbox } from '../../catalogue/product-files/inbox.ts'
import { seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptPaths } from '../../testing/test-scripts.ts'
import { encodeText } from './corpus.ts'

const { context, app, root, api } = await startTestApp()
const { db } = context.context
const header = 'PRODUCT_CODE,NAME,PRICE'
const soy = encodeText(`${header}\n4901000079194,濃口醤油,298\n`, 'shift_jis')
/** Reads as well as half-width katakana as it does as kanji of EUC-JP. */
const unsure = encodeText(`${header}\n1,ｷｭｳﾘ,98\n`, 'shift_jis')
let storeCode = ''
let next = 0

beforeEach(async () => {
  storeCode = `E${++next}`
  await seedStore(context.context, storeCode)
})

interface Answer extends FileCheck {
  message: string
  historyId: string
}
async function send(path: string, content: string | Buffer, fields: Record<string, string> = {}) {
  return sendFile<Answer>(app, root, path, { name: 'till.csv', content }, { storeCode, ...fields })
}
async function nameOf(prCode: string) {
  const products = db.selectFrom('products').select('pr_info').where('store_code', '=', storeCode)
  return (await products.where('pr_code', '=', prCode).executeTakeFirst())?.pr_info[1]
}
const detail = async (historyId: string) =>
  (await app.inject({ url: `/api/product/file/upload/history/detail/${historyId}`, headers: root.headers })).json<
    FileUpload & { data: { prInfo: string[] }[] }
  >()
const lastFile = () =>
  db.selectFrom('files').selectAll().where('store_code', '=', storeCode).orderBy('file_id', 'desc').executeTakeFirstOrThrow()

describe('product files', () => {
  test('one row of kanji in Shift_JIS; the check and the history tell the encoding', async () => {
    const check = await send('/product/file/check', soy)
    expect(check.body).toMatchObject({ newCount: 1, readings: [{ encoding: 'shift_jis', lines: ['4901000079194,濃口醤油,298'] }] })
    const { status, body } = await send('/product/file', soy)
    expect({ status, message: body.message }).toEqual({ status: 200, message: expect.any(String) })
    expect(await nameOf('4901000079194')).toBe('濃口醤油')
    expect(await detail(body.historyId)).toMatchObject({
      encoding: 'shift_jis',
      data: [{ prInfo: expect.arrayContaining(['4901000079194', '濃口醤油', '298']) }],
    })
  })

  test('Windows-1252 in Berlin', async () => {
    await seedStore(context.context, `${storeCode}B`, { timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' })
    storeCode = `${storeCode}B`
    const names = ['Käse', 'Süß', 'Crème', 'Jalapeños', 'Müller']
    for (const [n, name] of names.entries()) {
      await send('/product/file', encodeText(`${header}\n${n},${name},1.98\n`, 'windows-1252'))
      expect(await nameOf(String(n))).toBe(name)
    }
  })

  test('one that could be meant in two ways is refused with both readings, and taken in as the person chooses', async () => {
    const check = await send('/product/file/check', unsure)
    const readings = [
      { encoding: 'shift_jis', lines: ['1,ｷｭｳﾘ,98'] },
      { encoding: 'euc-jp', lines: [expect.stringMatching(/^1,\p{Script=Han}+,98$/u)] },
    ]
    expect(check.body).toMatchObject({ errorCount: 1, reasons: [{ code: 'unsure' }], readings })
    const refused = await send('/product/file', unsure)
    expect(refused).toMatchObject({ status: 400, body: { reasons: [{ code: 'unsure', values: { firstLine: '1,ｷｭｳﾘ,98' } }], readings } })
    expect(await nameOf('1')).toBeUndefined()
    const { file_id: refusedId } = await lastFile()
    expect(await detail(refusedId)).toMatchObject({
      encoding: null,
      reasons: [{ code: 'unsure', values: { first: 'Shift_JIS', second: 'EUC-JP' } }],
    })

    const chosen = await send('/product/file', unsure, { encoding: 'shift_jis' })
    expect(chosen).toMatchObject({ status: 200 })
    expect(await nameOf('1')).toBe('ｷｭｳﾘ')
    expect((await detail(chosen.body.historyId)).data).toMatchObject([{ prInfo: expect.arrayContaining(['1', 'ｷｭｳﾘ', '98']) }])
  })

  test('a line that is not of the chosen encoding is told by its number and in parts that can be said in any language', async () => {
    const { status, body } = await send('/product/file', encodeText(`${header}\n1,牛乳,98\n2,海苔,1\n`, 'euc-jp'), { encoding: 'utf-8' })
    expect(status).toBe(400)
    expect(body.reasons).toEqual([{ code: 'bytes', text: 'line 2 holds bytes that are not UTF-8', values: { line: 2, encoding: 'UTF-8' } }])
  })

  test('an encoding that is not there is refused', async () => {
    expect(await send('/product/file', soy, { encoding: 'ebcdic' })).toMatchObject({ status: 400, body: { field: 'encoding' } })
  })

  test('a line of UTF-8 in a file of Windows-1252 is told', async () => {
    const mixed = Buffer.concat([encodeText(`${header}\n1,Käse,1\n2,Grünkohl,1\n`, 'windows-1252'), Buffer.from('3,Möhren,1\n')])
    expect((await send('/product/file', mixed, { encoding: 'windows-1252' })).body.message).toContain(
      'line 4 is UTF-8 and others are Windows-1252',
    )
  })
})

test('parser scripts open the file in the encoding found, and are told when it is not certain', async () => {
  const code = "def row(r, ctx):\n    return {'prCode': r['PRODUCT_CODE'], 'prInfo': {'NAME': r['NAME']}}\nFORMAT = {'header': True}\n"
  expect((await api('POST', `${scriptPaths['product-file-parser']}/store/${storeCode}`, { code })).status).toBe(200)
  expect((await send('/product/file', encodeText(`${header}\n1,醤油とパン,298\n`, 'euc-jp'))).status).toBe(200)
  expect(await nameOf('1')).toBe('醤油とパン')
  const refused = await send('/product/file', unsure)
  expect(refused.body.message).toContain('the encoding of the file is not certain')
  expect(refused.body.readings).toHaveLength(2)
  await send('/product/file', unsure, { encoding: 'shift_jis' })
  expect(await nameOf('1')).toBe('ｷｭｳﾘ')
})

test('files of papers are read in the encoding found', async () => {
  const content = encodeText('PRODUCT_CODE,NAME,PRICE,PRINTER_IP,LAYOUT\n4901005939257,緑茶,198,127.0.0.1,105\n', 'shift_jis')
  expect(await send('/paper/file', content)).toMatchObject({ status: 200 })
  const row = await db.selectFrom('paper_rows').select('pr_info').where('store_code', '=', storeCode).executeTakeFirstOrThrow()
  expect(row.pr_info[1]).toBe('緑茶')
})

test('files of families and of second codes are read in the encoding found', async () => {
  await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Milk', '', '100'] }] })
  expect((await send('/product/family/file', encodeText('醤油,p1,,,,,,MULTI\n', 'shift_jis'))).status).toBe(200)
  expect(await db.selectFrom('families').select('fm_pr_code').where('store_code', '=', storeCode).execute()).toEqual([
    { fm_pr_code: '醤油' },
  ])
  const codes = encodeText('prCode,secondCode,programName\np1,s1,醤油の特売\n', 'shift_jis')
  expect((await send('/product/secondCode/file', codes)).status).toBe(200)
  const code = await db.selectFrom('second_codes').select('program_name').where('second_code', '=', 's1').executeTakeFirstOrThrow()
  expect(code.program_name).toBe('醤油の特売')
})

test('lists to print and lists of gateways are read in the encoding found', async () => {
  await send('/product/file', soy)
  const list = await send(`/print/store/${storeCode}/file`, encodeText('PRODUCT_CODE,DESCRIPTION\n4901000079194,特売品\n', 'shift_jis'))
  expect(list).toMatchObject({ status: 200, body: { rows: [{ description: '特売品' }] } })
  const gateways = await send(
    '/gw/predefined',
    Buffer.from(`storeCode,gwMac\n${storeCode},0A0000000${String(next).padStart(3, '0')}\n`, 'utf16le'),
  )
  expect(gateways.body).toMatchObject({ count: 1 })
  const bad = await send('/gw/predefined', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]))
  expect(bad).toMatchObject({ status: 400, body: { error: [expect.stringContaining('This is a zip archive')] } })
})

test('files of the inbox: the log tells the encoding, and both readings of one that is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-encodings-'))
  try {
    const inbox = createInbox(context.context, { root: folder, holder: 'worker' })
    await inbox.work()
    writeFileSync(join(folder, storeCode, 'soy.csv'), soy)
    writeFileSync(join(folder, storeCode, 'unsure.csv'), unsure)
    await inbox.work()
    context.clock.advance(6)
    await inbox.work()
    const logIn = (place: string) => {
      const path = join(folder, storeCode, place)
      return readFileSync(join(path, readdirSync(path).find((name) => name.endsWith('.log.txt')) ?? ''), 'utf8')
    }
    expect(await nameOf('4901000079194')).toBe('濃口醤油')
    expect(logIn('done')).toContain('Encoding: Shift_JIS')
    expect(logIn('failed')).toMatch(/as Shift_JIS a line reads "1,ｷｭｳﾘ,98", as EUC-JP "1,/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
