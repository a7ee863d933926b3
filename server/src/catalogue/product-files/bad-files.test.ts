/** Files as they should not come: each is refused with words that say what is wrong, and nothing is changed by it. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { growth } from '../../testing/live-memory.ts'
import { multipart, seedStore, tagId } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createNumberReader } from '@endcap/label/numbers'
import { languagesOf } from '../../platform/text-files/languages.ts'
import { readProductFile } from './read-file.ts'

const { context, app, root, api } = await startTestApp()
const { db } = context.context
const header = 'PRODUCT_CODE,NAME,PRICE'
const text = { languages: languagesOf([{ locale: 'ja-JP', timeZone: 'Asia/Tokyo' }]) }
const japanese = `${header}\n1,牛乳 特選,198\n2,国産若鶏もも肉,128\n`

beforeAll(async () => {
  await seedStore(context.context, 'S1')
  expect((await upload(`${header}\n1,Milk,100\n`)).status).toBe(200)
  await api('POST', '/tag/assign', { storeCode: 'S1', tagList: [{ tagMac: tagId(1), prCode: '1' }] })
})

/** Everything that a file could leave behind: rows by table, and files on the disk. */
async function traces() {
  const count = async (table: string) =>
    Number((await sql<{ n: string }>`select count(*) n from ${sql.table(table)}`.execute(db)).rows[0]?.n)
  const products = await db.selectFrom('products').selectAll().orderBy('pr_code').execute()
  const tables = ['product_history', 'updates', 'tasks', 'operations', 'staged_products'] as const
  const folder = context.context.config.blobFolder
  const stored = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return {
    products,
    rows: await Promise.all(tables.map(count)),
    imports: (await sql`select 1 from leases where name like 'import:%'`.execute(db)).rows.length,
    files: await count('files'),
    blobs: stored.filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile()).length,
  }
}

async function upload(content: string | Buffer, name = 'products.csv') {
  const form = multipart({ storeCode: 'S1' }, { name, content })
  return send(form.payload, form.headers)
}
async function send(payload: Buffer, headers: Record<string, string>) {
  const answer = await app.inject({ method: 'POST', url: '/api/product/file', headers: { ...root.headers, ...headers }, payload })
  return { status: answer.statusCode, body: answer.json<{ code: string; message: string; error?: string[]; historyId: string }>() }
}
const utf16 = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
const filler = Buffer.alloc(4000, 7)
const wide = Array.from({ length: 256 }, (_, n) => `COLUMN_${n}`)

describe('what is wrong with the text', () => {
  test.each<[string, () => string | Buffer, string]>([
    ['UTF-16 cut in the middle of a character', () => utf16(japanese).subarray(0, -1), 'line 3 holds bytes that are not UTF-16 LE'],
    ['UTF-16 the other way round, cut', () => utf16(japanese, true).subarray(0, -3), 'line 3 holds bytes that are not UTF-16 BE'],
    ['half a pair of UTF-16', () => utf16(`${header}\n1,a\ud83db,1\n`), 'line 2 holds bytes that are not UTF-16 LE'],
    ['UTF-16 without a mark, cut', () => Buffer.from(japanese, 'utf16le').subarray(0, -1), 'line 3 holds bytes that are not UTF-16 LE'],
    ['UTF-32', () => bytes([0xff, 0xfe, 0, 0], [0x50, 0, 0, 0, 0x0a, 0, 0, 0]), 'line 1 holds a NUL byte'],
    ['UTF-8 cut in the middle of a character', () => Buffer.from(`${header}\n1,牛`).subarray(0, -1), 'line 2'],
    ['Shift_JIS cut in the middle of a character', () => iconv.encode(`${header}\n1,牛乳,1\n2,牛`, 'shift_jis').subarray(0, -1), 'line 3'],
    [
      'UTF-8 lines in a file of Shift_JIS',
      () => Buffer.concat([iconv.encode(japanese, 'shift_jis'), Buffer.from('3,北海道牛乳,99\n')]),
      'line 4 is UTF-8 and others are Shift_JIS: the file mixes encodings',
    ],
    [
      'UTF-8 lines in a file of EUC-KR',
      () =>
        Buffer.concat([
          iconv.encode(`${header}\n1,신라면 멀티팩 국내산,4150\n`, 'euc-kr'),
          Buffer.from('2,신라면,1\n'),
          iconv.encode('3,삼겹살,1\n', 'euc-kr'),
        ]),
      'line 3 is UTF-8 and others are',
    ],
    [
      'Shift_JIS far behind UTF-8',
      () =>
        Buffer.concat([
          Buffer.from(`${header}\n${Array.from({ length: 60_000 }, (_, n) => `${n},北海道牛乳 ${n},99`).join('\n')}\n`),
          iconv.encode('x,牛乳,1\n', 'shift_jis'),
        ]),
      'line 60002 holds bytes that are not UTF-8',
    ],
    ['a control character', () => `${header}\n1,a\u001bb,1\n`, 'line 2 has a control character in column 2'],
    ['a control character in the code', () => `${header}\n1\u0007,a,1\n`, 'line 2 has a control character in column 1'],
    [
      'an Excel workbook that is called csv',
      () => bytes('PK\u0003\u0004', [20, 0, 6, 0, 8, 0], filler.toJSON().data),
      'This is a zip archive or an Excel workbook',
    ],
    ['an old Excel workbook', () => bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'This is an old Excel workbook'],
    ['a PNG picture', () => bytes([0x89], 'PNG\r\n\u001a\n', [0, 0, 0, 13]), 'This is a PNG picture'],
    ['a JPEG picture', () => bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0x10], 'JFIF'), 'This is a JPEG picture'],
    ['a PDF document', () => bytes('%PDF-1.7\n%', [0xe2, 0xe3, 0xcf, 0xd3]), 'This is a PDF document'],
    ['a gzip archive', () => bytes([0x1f, 0x8b, 8, 0], filler.toJSON().data), 'This is a gzip archive'],
  ])('refuses a file for its text: %s', async (_, content, message) => {
    await expectRefused(() => upload(content()), message, 1)
  })
})

describe('what is wrong with the rows', () => {
  test.each<[string, string, string]>([
    ['a header without the key', 'NAME,PRICE\nMilk,198\n', 'The header does not name PRODUCT_CODE'],
    ['a misspelt key', 'PRODUCTCODE,NAME,PRICE\n1,Milk,198\n', 'The header does not name PRODUCT_CODE'],
    ['a header for the second time', `${header}\n1,Milk,198\n${header}\n2,Bread,1\n`, 'line 3 repeats the header'],
    ['256 columns', `PRODUCT_CODE,${wide.join(',')}\n`, '"COLUMN_9" and 246 more'],
    ['256 columns without a header', `${wide.join(',')}\n`, 'line 1 has 256 columns instead of'],
    ['a column name of half a megabyte', `PRODUCT_CODE,${'x'.repeat(500_000)}\n`, `"${'x'.repeat(40)}…"`],
    ['a column name twice, in other letters', 'PRODUCT_CODE,Name, name \n1,a,b\n', 'The column NAME stands twice in the header.'],
    ['another separator than the header', `${header}\n1;Milk;198\n`, 'line 2 has 1 columns instead of 3'],
    ['an unquoted comma in a name', `${header}\n1,Milk, fresh,198\n`, 'line 2 has 4 columns instead of 3'],
    ['the same code with blanks around it', `${header}\n7,a,1\n 7 ,b,2\n`, 'line 3 has product code 7, as line 2 has'],
    ['a price of full-width letters', `${header}\n1,a,１九８\n`, 'line 2 has "１九８" for PRICE, which must be a number'],
    ['a price with two decimal signs', `${header}\n1,a,1.9.8\n`, 'line 2 has "1.9.8" for PRICE'],
    ['a price that a spreadsheet made', `${header}\n1,a,#REF!\n`, 'line 2 has "#REF!" for PRICE'],
    ['a quote that closes too early', `${header}\n1,"Milk "fresh"",198\n`, 'line 2 has a quote in the wrong place'],
    ['a quote that is never closed, far from the end', `${header}\n1,"Milk,198\n${'2,a,1\n'.repeat(300_000)}`, 'a quote may not be closed'],
    ['ends of lines of old Macs, and a bad row', '# made by hand\rPRODUCT_CODE\tNAME\r1\tMilk\r2\r', 'line 4 has 1 columns instead of 2'],
    ['ends of lines of several systems, and a bad row', `${header}\r\n1,a,1\n2,b,1\r3,c\r\n`, 'line 4 has 2 columns instead of 3'],
    ['two files one behind the other, each with its mark', `\ufeff${header}\n1,a,1\n\ufeff${header}\n2,b,1\n`, 'line 3 repeats the header'],
    ['blank lines alone', '\n \n\t\n\r\n', 'No valid data'],
    ['a formula for a price', `${header}\n1,a,=1+1\n`, 'line 2 has "=1+1" for PRICE'],
  ])('refuses a file for its rows: %s', async (_, content, message) => {
    await expectRefused(() => upload(content), message, 1)
  })

  test('no alias is marked as key', async () => {
    await sql`update aliases set key = false`.execute(db)
    await expectRefused(() => upload(`${header}\n1,Milk,198\n`), 'No alias is marked as key', 1)
    await sql`update aliases set key = true where index = 0`.execute(db)
  })

  test('a mark that stands twice does no harm', async () => {
    const answer = await upload(`\ufeff\ufeff${header}\n1,Milk,100\n`)
    expect(answer).toMatchObject({ status: 200, body: { changed: 0, unchanged: 1 } })
  })
})

describe('what is wrong with the upload', () => {
  const boundary = 'b'
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const field = `--b\r\ncontent-disposition: form-data; name="storeCode"\r\n\r\nS1\r\n`
  const file = (name: string, content = `${header}\n1,Milk,300\n`, as = 'file') =>
    `--b\r\ncontent-disposition: form-data; name="${as}"; filename="${name}"\r\n\r\n${content}\r\n`

  test.each<[string, string, string]>([
    ['no file', `${field}--b--\r\n`, 'There is no file in the field "file".'],
    ['no body', '', 'There is no file in the field "file".'],
    ['two files', `${field}${file('a.csv')}${file('b.csv')}--b--\r\n`, 'Send one file only.'],
    ['the file in another field', `${field}${file('a.csv', 'x', 'upload')}--b--\r\n`, 'must be in the field "file", not in "upload"'],
    ['the end is missing', `${field}${file('a.csv')}`, 'The upload is not complete'],
    ['cut off in the middle of the file', `${field}${file('a.csv').slice(0, -12)}`, 'The upload is not complete'],
    ['no name', `${field}${file('')}--b--\r\n`, 'Invalid file format'],
    ['two extensions, the last of them a program', `${field}${file('a.csv.exe')}--b--\r\n`, 'Invalid file format'],
    ['the store behind the file', `${file('a.csv')}${field}--b--\r\n`, 'storeCode'],
  ])('refuses an upload: %s', async (_, body, message) => {
    await expectRefused(() => send(Buffer.from(body), type), message, 0)
  })

  test('another kind of body', async () => {
    await expectRefused(() => send(Buffer.from('{}'), { 'content-type': 'application/json' }), 'Send the file as multipart/form-data', 0)
  })

  /** Before the first upload that breaks off: the server may still take away what one left when the next begins. */
  let untouched: Awaited<ReturnType<typeof traces>> | undefined
  test.each([
    ['shorter', 40],
    ['longer', -40],
  ])('a body that is %s than it says changes nothing', async (_, less) => {
    await app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined)
    untouched ??= await traces()
    const gone = new Promise((resolve) => app.server.once('request', (_request, response) => response.once('close', resolve)))
    const body = `${field}${file('a.csv')}--b--\r\n`
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const heads = { ...root.headers, ...type, host: 'x', connection: 'close', 'content-length': body.length + less }
    socket.write(
      `POST /api/product/file HTTP/1.1\r\n${Object.entries(heads)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n${body}`,
    )
    socket.end()
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    expect(answer).not.toContain('200 OK')
    // The server learns that the rest never comes when the connection is gone, and takes away then what came.
    await gone
    await expect.poll(traces).toEqual(untouched)
  })

  test.each([
    ['a path of another system', '..\\\\..\\\\windows\\\\prices.csv', 'prices.csv'],
    ['a path that leads out', '../../../etc/prices.csv', 'prices.csv'],
    ['a name of 5,000 letters', `${'n'.repeat(5000)}.csv`, `${'n'.repeat(195)}….csv`],
  ])('%s is only a name', async (_, name, stored) => {
    const body = `${field}${file(name, `${header}\n1,Milk,100\n`)}--b--\r\n`
    const { status, body: answer } = await send(Buffer.from(body), type)
    expect(status).toBe(200)
    const row = await db.selectFrom('files').select('file_name').where('file_id', '=', answer.historyId).executeTakeFirst()
    expect(row?.file_name).toBe(stored)
  })
})

/** `inHistory`: 1 for a file that is in the history as refused, 0 for one that is refused before it has a place there. */
async function expectRefused(attempt: () => ReturnType<typeof send>, message: string, inHistory: 0 | 1) {
  const before = await traces()
  const { status, body } = await attempt()
  expect({ status, message: body.message }).toMatchObject({ status: 400, message: expect.stringContaining(message) as string })
  expect(body.message.length).toBeLessThan(2000)
  const after = await traces()
  // The same content may have come before: then it is kept once.
  expect({ ...after, files: after.files - before.files, blobs: Math.min(after.blobs - before.blobs, inHistory) }).toEqual({
    ...before,
    files: inHistory,
    blobs: after.blobs - before.blobs,
  })
  expect(after.blobs - before.blobs).toBeLessThanOrEqual(inHistory)
  if (inHistory === 0) return
  const last = await db.selectFrom('files').selectAll().orderBy('file_id', 'desc').limit(1).executeTakeFirst()
  expect(last).toMatchObject({ changed_count: 0, task_id: null, finished_at: expect.any(Date) as Date })
  expect(last?.errors.join()).toContain(message)
  // Each can be said in any language.
  expect(last?.reasons.map(({ text }) => text)).toEqual(last?.errors)
}

describe('a line of a gigabyte', () => {
  const megabyte = 1_000_000
  test.each<[string, string, string, string]>([
    ['in place of the header', '', 'x', 'line 1 is longer than 1000000 characters'],
    ['behind good rows', `${header}\n1,Milk,198\n`, 'x', 'line 3 is longer than 1000000 characters'],
    ['in quotes', `${header}\n1,"`, 'x\n', 'is longer than 1000000 characters: a quote may not be closed'],
  ])('%s is refused at once', async (_, start, unit, message) => {
    let given = 0
    async function* content() {
      yield Buffer.from(start)
      const piece = Buffer.from(unit.repeat(megabyte / unit.length))
      for (; given < 1000; given++) yield piece
    }
    const rules = {
      aliases: [{ index: 0, name: 'PRODUCT_CODE', key: true, chart: false, type: 'text' as const }],
      layouts: new Set<string>(),
      numbers: { words: { locale: 'en-US', currency: 'USD' }, read: createNumberReader() },
      site: '',
    }
    const withNames = [
      ...rules.aliases,
      ...['NAME', 'PRICE'].map((name, n) => ({ index: n + 1, name, key: false, chart: false, type: 'text' as const })),
    ]
    const read = await readProductFile({
      ...rules,
      aliases: withNames,
      content: content(),
      text,
      batchSize: 1000,
      onRows: async () => undefined,
    })
    expect(read.errors.join()).toContain(message)
    expect(given).toBeLessThan(20)
  })

  test('of comments is passed over in bounded memory', async () => {
    const piece = Buffer.from('#'.repeat(megabyte))
    const memory = growth(50)
    async function* content() {
      yield Buffer.from(`${header}\n#`)
      // Two hundred megabytes: four times what memory may grow by.
      for (let given = 0; given < 200; given++) {
        yield piece
        memory.look()
      }
      yield Buffer.from(`\n1,Milk,198\n`)
    }
    const aliases = ['PRODUCT_CODE', 'NAME', 'PRICE'].map((name, index) => ({
      index,
      name,
      key: index === 0,
      chart: false,
      type: 'text' as const,
    }))
    const numbers = { words: { locale: 'en-US', currency: 'USD' }, read: createNumberReader() }
    const read = await readProductFile({
      aliases,
      layouts: new Set(),
      numbers,
      site: '',
      content: content(),
      text,
      batchSize: 1000,
      onRows: async () => undefined,
    })
    expect(read).toMatchObject({ dataCount: 1, errorCount: 0 })
    expect(memory.megabytes()).toBeLessThan(100)
  })
})
