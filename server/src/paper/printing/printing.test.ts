/** Ticket printing: products to add, files, templates, pictures before printing; and everything that is refused. */
import { maxPreviewRows, maxPrintLabels, maxPrintQty, maxPrintRows } from '@endcap/contract/printing'
import { beforeAll, describe, expect, test } from 'vitest'
import { apple, bread, broken, cheese, seedPrintShop, type PrintItem } from '../../testing/print-shop.ts'
import { caller, seedAccount, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const {
  context: { context },
  app,
  root,
  api,
} = await startTestApp()
beforeAll(() => seedPrintShop(context))

describe('what is refused', () => {
  const fine = { prCode: apple.prCode, layoutId: '105' }
  test.each<[string, PrintItem[], string]>([
    ['an empty list', [], 'There are no products to print.'],
    ['no template', [{ prCode: apple.prCode }], 'Please select a template.'],
    ['a template that there is not', [fine, { ...fine, layoutId: 'B5' }], 'There is no such template; there are A4, A6, 105, 107.'],
    ['an unknown product', [fine, { ...fine, prCode: '4711' }], 'This product does not exist: 4711'],
    ['no copy', [{ ...fine, qty: 0 }], `from 1 to ${maxPrintQty}`],
    ['a huge quantity', [{ ...fine, qty: 1_000_000 }], `from 1 to ${maxPrintQty}`],
    ['half a copy', [{ ...fine, qty: 1.5 }], 'must be a whole number'],
    ['too many rows', Array.from({ length: maxPrintRows + 1 }, () => fine), `at most ${maxPrintRows} rows`],
    ['too many labels', Array.from({ length: 21 }, () => ({ ...fine, qty: 500 })), `at most ${maxPrintLabels} labels`],
    ['too many slots', [{ ...fine, prInfo: Array.from({ length: 256 }, () => 'x') }], 'at most 255'],
    ['an own value that is too long', [{ ...fine, prInfo: ['x'.repeat(1001)] }], 'prInfo.0'],
  ])('refuses to print with %s', async (_, prList, message) => {
    for (const path of ['pdf', 'page']) {
      const { status, body } = await api('POST', `/print/store/PR1/${path}`, { prList })
      expect(status).toBe(400)
      expect(body.message).toContain(message)
    }
  })

  test('wrong rows are named by their numbers', async () => {
    const { body } = await api('POST', '/print/store/PR1/pdf', { prList: [fine, { ...fine, prCode: '1' }, fine, { ...fine, prCode: '2' }] })
    expect(body).toMatchObject({
      code: 'unknown-product',
      error: ['line 2: This product does not exist: 1', 'line 4: This product does not exist: 2'],
    })
  })

  test('products of another store are unknown here, and its lists closed to who may not see it', async () => {
    expect((await api('POST', '/print/store/PR2/pdf', { prList: [fine] })).body).toMatchObject({
      message: `This product does not exist: ${apple.prCode}`,
    })
    const clerk = await seedAccount(context, { email: 'clerk@test.example', stores: ['PR2'], privileges: ['ip.read'] })
    const call = caller(app, clerk)
    expect((await call('POST', '/print/store/PR1/page', { prList: [fine] })).body.code).toBe('other-store')
    expect((await call('POST', '/product/preview/print', { storeCode: 'PR1', prList: [fine] })).body.code).toBe('other-store')
    const { body } = await call('POST', '/status/store/pagination/print', {})
    expect(body.data.map((store) => store.storeCode)).toEqual(['PR2'])
  })

  test.each(['{"prList":', '[]', '{"prList":"x"}', '{"prList":[null]}', '{"prList":[{"prCode":{"$ne":1}}]}', '{"prList":[],"surprise":1}'])(
    'the document of %s',
    async (payload) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/print/store/PR1/pdf',
        payload,
        headers: { ...root.headers, 'content-type': 'application/json' },
      })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'invalid', message: expect.any(String) as string })
    },
  )
})

describe('looking at labels', () => {
  test('product preview for print: indexed bitmaps of four bits, or why there is none; at most fifty in a call', async () => {
    const prList = [
      { prCode: apple.prCode, layoutId: '105' },
      { prCode: broken.prCode, layoutId: 'A6' },
    ]
    const { body } = await api('POST', '/product/preview/print', { storeCode: 'PR1', prList })
    const [first, second] = body.prList as { prCode: string; layoutId: string; data: string | null; problem: string }[]
    expect(second).toMatchObject({ prCode: broken.prCode, layoutId: 'A6', data: null, problem: expect.stringContaining('cheap') as string })
    expect(first).toMatchObject({ prCode: apple.prCode, layoutId: '105', problem: '' })
    const bitmap = Buffer.from(first!.data!, 'base64')
    expect(bitmap.toString('latin1', 0, 2)).toBe('BM')
    expect({ width: bitmap.readInt32LE(18), height: bitmap.readInt32LE(22), bits: bitmap.readUInt16LE(28) }).toEqual({
      width: 792,
      height: 427,
      bits: 4,
    })
    const tooMany = Array.from({ length: maxPreviewRows + 1 }, () => prList[0])
    expect((await api('POST', '/product/preview/print', { storeCode: 'PR1', prList: tooMany })).body.message).toContain('At most 50')
  })

  test('the first page as it will be, with the number of pages and what is wrong on it', async () => {
    const prList = [
      { prCode: apple.prCode, layoutId: '105', qty: 11 },
      { prCode: broken.prCode, layoutId: '105' },
      { prCode: bread.prCode, layoutId: '107', qty: 21 },
      { prCode: apple.prCode, layoutId: 'A4' },
    ]
    const { body } = await api('POST', '/print/store/PR1/page', { prList })
    expect(body).toMatchObject({ pages: 5, labels: 34, problems: [] })
    const picture = Buffer.from(String(body.encodedImage), 'base64')
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1680, 2376])
    // The pages behind it, and marks where it is cut.
    const pictures = [String(body.encodedImage)]
    for (const more of [{ page: 2 }, { page: 3 }, { page: 5 }, { cutMarks: true }]) {
      const answer = await api('POST', '/print/store/PR1/page', { prList, ...more })
      expect(answer.body).toMatchObject({ pages: 5, labels: 34 })
      pictures.push(String(answer.body.encodedImage))
    }
    expect(new Set(pictures).size).toBe(pictures.length)
    const second = await api('POST', '/print/store/PR1/page', { prList, page: 2 })
    expect(second.body.problems).toMatchObject([{ line: 2, prCode: broken.prCode }])
    for (const page of [0, 6]) expect((await api('POST', '/print/store/PR1/page', { prList, page })).body).toMatchObject({ field: 'page' })
    const wrong = await api('POST', '/print/store/PR1/page', { prList: prList.slice(1) })
    expect(wrong.body).toMatchObject({
      pages: 4,
      problems: [{ line: 1, prCode: broken.prCode, detail: expect.stringContaining('cheap') as string }],
    })
  })
})

describe('products to add', () => {
  const find = async (term: string) =>
    (await api('GET', `/print/store/PR1/product?term=${encodeURIComponent(term)}`)).body as unknown as {
      exact: boolean
      productList: { prCode: string }[]
    }
  test('by code, by barcode, by a part of the name or the beginning of the code', async () => {
    expect(await find(apple.prCode)).toMatchObject({ exact: true, productList: [{ prCode: apple.prCode }] })
    expect(await find('kornbr')).toMatchObject({ exact: false, productList: [{ prCode: bread.prCode }] })
    expect((await find('40000000')).productList).toHaveLength(20)
    expect(await find('100%_')).toEqual({ exact: false, productList: [] })
  })
  test('by their codes, with those that there are not', async () => {
    const { body } = await api('POST', '/print/store/PR1/product/list', { prCodeList: [apple.prCode, 'x', apple.prCode] })
    expect(body).toEqual({ productList: [apple], unknown: ['x'] })
  })
})

describe('files', () => {
  async function read(content: string, name = 'list.csv') {
    return sendFile<{
      rows: object[]
      error: string[]
      reasons: { text: string }[]
      errorCount: number
      dataCount: number
      message?: string
    }>(app, root, '/print/store/PR1/file', { name, content })
  }
  test('with a header: quantity, template, description and own data', async () => {
    const { body } = await read(`PRODUCT_CODE;QTY;LAYOUT;DESCRIPTION;NAME\n${apple.prCode};3;a6;Ende Regal 4;Saft\n${bread.prCode};;;;\n`)
    expect(body).toEqual({
      dataCount: 2,
      error: [],
      errorCount: 0,
      reasons: [],
      rows: [
        { line: 2, prCode: apple.prCode, qty: 3, layoutId: 'A6', description: 'Ende Regal 4', prInfo: [null, 'Saft'] },
        { line: 3, prCode: bread.prCode, qty: 1, layoutId: null, description: '', prInfo: [] },
      ],
    })
  })
  test('without a header, as a scanner writes it: a code a line', async () => {
    const { body } = await read(`${apple.prCode}\r\n${bread.prCode}\r\n`, 'scan.TXT')
    expect(body.rows).toMatchObject([
      { line: 1, prCode: apple.prCode, qty: 1 },
      { line: 2, prCode: bread.prCode, qty: 1 },
    ])
  })
  test('lines that are wrong are named, the right ones are there all the same', async () => {
    const lines = [
      apple.prCode,
      `4711,2`,
      `${bread.prCode},many`,
      `${bread.prCode},2,B5`,
      `,1`,
      `${cheese.prCode},501`,
      `${cheese.prCode},500`,
    ]
    const { status, body } = await read(
      ['PRODUCT_CODE,QTY,LAYOUT', ...lines.map((line) => `${line},,`.split(',').slice(0, 3).join(','))].join('\n'),
    )
    expect(status).toBe(200)
    expect(body.errorCount).toBe(5)
    expect(body.error).toEqual([
      'line 3: This product does not exist: 4711',
      'line 4 wants the quantity "many"; 1 to 500 are possible',
      'line 5 names the sheet "B5", which does not exist; there are A4, A6, 105, 107',
      'line 6 has no product code',
      'line 7 wants the quantity "501"; 1 to 500 are possible',
    ])
    expect(new Set(body.reasons.map(({ text }) => text))).toEqual(new Set(body.error))
    expect(body.rows).toMatchObject([{ line: 2 }, { line: 8, qty: 500 }])
  })
  test.each([
    ['a column that there is not', 'PRODUCT_CODE,COLOUR\n1,red', 'The header names columns that are no aliases: "COLOUR"'],
    ['no column of the code', 'QTY,LAYOUT\n1,A4', 'The header does not name PRODUCT_CODE'],
    ['a column twice', 'PRODUCT_CODE,QTY,QTY\n1,1,1', 'stands twice'],
    ['too many columns without a header', 'a,b,c,d,e', 'this one has 5 columns'],
    ['a quote that is never closed', 'PRODUCT_CODE\n"1\n2', 'never closed'],
    ['nothing', '', 'No valid data'],
  ])('refuses a file with %s', async (_, content, message) => {
    const { body } = await read(content)
    expect(body.rows).toEqual([])
    expect(body.error.join()).toContain(message)
  })
  test.each(['list.xlsx', 'list.csv.exe', 'list', ''])('a file called %s is refused', async (name) => {
    const { status, body } = await read(`${apple.prCode}\n`, name)
    expect(status).toBe(400)
    expect(body.message).toBe('Invalid file format')
  })
})

describe('print templates', () => {
  const path = '/print/store/PR1/template'
  const prList = [
    { prCode: apple.prCode, qty: 2, layoutId: 'A6', description: 'Tor', prInfo: [null, 'Saft'] },
    { prCode: bread.prCode, qty: 1, layoutId: null },
  ]
  test('a list is kept with its layout, comes back as it was, and is only overwritten when that is said', async () => {
    const saved = await api('POST', path, { name: 'Wochenmarkt / 1', layoutId: '105', prList })
    expect(saved.body).toMatchObject({ name: 'Wochenmarkt / 1', layoutId: '105', rows: 2, labels: 3, updatedBy: root.email })
    const read = await api('GET', `${path}/${encodeURIComponent('Wochenmarkt / 1')}`)
    expect(read.body).toMatchObject({
      layoutId: '105',
      prList: [prList[0], { prCode: bread.prCode, layoutId: null, prInfo: [], description: '' }],
    })
    const clash = await api('POST', path, { name: 'Wochenmarkt / 1', layoutId: '107', prList: prList.slice(1) })
    expect([clash.status, clash.body.code]).toEqual([409, 'print-template-exists'])
    expect((await api('GET', path)).body).toMatchObject({ templateList: [{ layoutId: '105', rows: 2 }] })
    expect((await api('POST', path, { name: 'Wochenmarkt / 1', layoutId: '107', prList: prList.slice(1), overwrite: true })).status).toBe(
      200,
    )
    expect((await api('GET', path)).body).toMatchObject({ templateList: [{ layoutId: '107', rows: 1, labels: 1 }] })
    expect((await api('GET', '/print/store/PR2/template')).body).toEqual({ templateList: [] })
    expect((await api('DELETE', `${path}/${encodeURIComponent('Wochenmarkt / 1')}`)).status).toBe(200)
    expect((await api('GET', `${path}/${encodeURIComponent('Wochenmarkt / 1')}`)).status).toBe(404)
    const { rows } = {
      rows: await context.db.selectFrom('audit_log').select(['kind', 'subject']).where('kind', '=', 'print-template').execute(),
    }
    expect(rows).toHaveLength(3)
  })
  test('an empty list, no name, a template that there is not', async () => {
    expect((await api('POST', path, { name: 'a', layoutId: 'A4', prList: [] })).body.message).toBe('There are no products to print.')
    expect((await api('POST', path, { name: '  ', layoutId: 'A4', prList })).body.message).toContain('Enter Name, Please!')
    expect((await api('POST', path, { name: 'a', layoutId: 'B5', prList })).body.message).toBe('There is no template B5.')
  })
  test('who may only read loads and prints, and keeps nothing', async () => {
    const reader = caller(app, await seedAccount(context, { email: 'reader@test.example', stores: ['PR1'], privileges: ['ip.read'] }))
    expect((await reader('POST', '/print/store/PR1/page', { prList: [{ prCode: apple.prCode, layoutId: 'A4' }] })).status).toBe(200)
    expect((await reader('GET', path)).status).toBe(200)
    expect((await reader('POST', path, { name: 'a', layoutId: 'A4', prList })).status).toBe(403)
    expect((await reader('DELETE', `${path}/a`)).status).toBe(403)
  })
})
