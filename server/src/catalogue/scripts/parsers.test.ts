/** Parser scripts in earnest: files in foreign formats become products and paper labels, and what goes wrong is named by line. */
import { scriptExamples } from '@endcap/contract/script-examples'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'
import { createScripts, filled } from '../../testing/test-scripts.ts'

const { context, app, root } = await startTestApp()
const { api, newStore, save, upload, product, alarms } = createScripts(context, app, root, 'P')
const example = (name: string) =>
  Object.values(scriptExamples)
    .flat()
    .find((one) => one.name === name)?.code ?? ''
const till = (lines: string[]) => iconv.encode(['JAN,NAME,PRICE,CLASS,UNIT,SALE_FROM,SALE_TO', ...lines].join('\r\n'), 'cp932')
const tea = '4901234567894,緑茶 500ml,198,FOOD,本,,'

describe('the product file parser', () => {
  test('reads a file in a foreign format and encoding', async () => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, example('rows'))
    const sale = '4901234567900,麦茶,150,FOOD,本,2026-11-01,2026-11-30'
    expect(await upload('/product/file', storeCode, 'till.csv', till([tea, sale]))).toMatchObject({
      status: 200,
      body: { changed: 2, dataCount: 2 },
    })
    expect(await product(storeCode, '4901234567894')).toMatchObject({
      layoutId: 'SHELF_PRICE',
      prInfo: ['4901234567894', '緑茶 500ml', '', '198', '', '本', '', '', '', '4901234567894', '', '', '', '213'],
    })
    // On the store's day the promotion runs.
    expect(await product(storeCode, '4901234567900')).toMatchObject({ layoutId: 'PROMOTION' })
  })
  test('the full form reads what no CSV is', async () => {
    const storeCode = await newStore({ currency: 'USD' })
    await save('product-file-parser', storeCode, example('fixedWidth'))
    const content = ['H 2026-11-21', 'P4901234567894Milk 1 litre                  00000129', 'S4901234567894'].join('\n')
    expect(await upload('/product/file', storeCode, 'till.txt', content)).toMatchObject({ status: 200, body: { changed: 1 } })
    expect((await product(storeCode, '4901234567894')).prInfo.slice(0, 4)).toEqual(['4901234567894', 'Milk 1 litre', '', '1.29'])
  })
  test('rows that it refuses are named by line of file and script, and nothing is changed', async () => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, example('rows'))
    const answer = await upload('/product/file', storeCode, 'till.csv', till([tea, '12,x,1,FOOD,本,,', '4901234567900,y,abc,FOOD,本,,']))
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.body.error).toEqual([
      "line 3 has a bad JAN code '12' (script line 7)",
      "line 4 ValueError: invalid literal for int() with base 10: 'abc' (script line 8)",
    ])
    expect((await api('GET', `/product/4901234567894/store/${storeCode}`)).status).toBe(404)
    // The exception is one that the script did not mean.
    expect(await alarms(storeCode)).toMatchObject([
      { type: 'PARSER EXCEPTION', file: 'till.csv', line: 8, reason: expect.stringContaining('ValueError') },
    ])
    await upload('/product/file', storeCode, 'till.csv', till([tea]))
    expect(await alarms(storeCode)).toEqual([])
  })
  test.each([
    ['an exception', 'def parse(file, ctx):\n    for line in file.lines():\n        yield {}[line]', 'KeyError', 3],
    [
      'an exception in the middle',
      "def parse(file, ctx):\n    yield {'prCode': '1', 'prInfo': []}\n    raise ValueError('half of it')",
      'half of it',
      3,
    ],
    ['no generator', 'def parse(file, ctx):\n    return 7', 'TypeError', null],
    ['too much memory', "def parse(file, ctx):\n    x = 'a'\n    while True: x += x", 'MemoryError', undefined],
    ['a call of the machine', "import os\ndef parse(file, ctx):\n    os.system('true')", 'Forbidden', null],
  ])('%s of the script itself refuses the file, raises the alarm and is in the history', async (_, code, word, line) => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, code)
    const answer = await upload('/product/file', storeCode, 'a.csv', 'a\nb\n')
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.body.message).toContain(word)
    expect(await alarms(storeCode)).toMatchObject([
      { type: 'PARSER EXCEPTION', script: 'product-file-parser', ...(line !== undefined && { line: line ?? '–' }) },
    ])
    const history = await api('POST', '/product/file/upload/history/search', { filter_storeCode: storeCode })
    expect(history.body.data).toMatchObject([{ count: 0, error: [expect.stringContaining('The parser script failed')] }])
    expect((await api('POST', `/status/store/${storeCode}/product/search`, {})).body.recordsTotal).toBe(0)
  })
  test.each([
    ['a text', "'x'", 'the script must give a dict'],
    ['an unknown field', "{'prCode': '1', 'price': 1}", 'there is no field "price"'],
    ['an unknown alias', "{'prCode': '1', 'prInfo': {'PRIZE': 1}}", 'prInfo names "PRIZE", which is no alias'],
    ['a list in prInfo', "{'prCode': '1', 'prInfo': [[1]]}", 'prInfo[0] is a list'],
    ['a price that is none', "{'prCode': '1', 'prInfo': {'PRICE': 'cheap'}}", 'has "cheap" for PRICE'],
    ['a layout that is not there', "{'prCode': '1', 'layoutId': 'NOPE'}", 'names the layout "NOPE"'],
    ['a control character', "{'prCode': '1', 'prInfo': {'NAME': 'a\\x00b'}}", 'has a control character'],
    ['no code', "{'prInfo': {'NAME': 'a'}}", 'has no product code'],
    ['no end of values', "{'prCode': '1', 'prInfo': ['x'] * 300}", 'prInfo has more than 255 values'],
    ['a prototype', "{'prCode': '1', '__proto__': {'layoutId': 'x'}}", 'there is no field "__proto__"'],
  ])('%s is no product', async (_, record, message) => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, `def parse(file, ctx):\n    for line in file.lines(): yield ${record}`)
    const { body } = await upload('/product/file', storeCode, 'a.csv', 'one\n')
    expect(body.error?.[0]).toContain(message)
    expect(body.error?.[0]).toMatch(/^line 1 /)
  })
  test('the same code twice is refused as in any file', async () => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, "def parse(file, ctx):\n    for line in file.lines(): yield {'prCode': '1'}")
    expect((await upload('/product/file', storeCode, 'a.csv', 'a\nb\n')).body.error).toEqual(['line 2 has product code 1, as line 1 has'])
  })
  test('what the records do not name stays as it is', async () => {
    const storeCode = await newStore()
    await api('POST', '/product', { storeCode, productList: [{ prCode: '1', prInfo: ['1', 'Milk', '', '1.00'], layoutId: 'PROMOTION' }] })
    await save(
      'product-file-parser',
      storeCode,
      "def parse(file, ctx):\n    for line in file.lines(): yield {'prCode': '1', 'prInfo': {'PRICE': line}}",
    )
    await upload('/product/file', storeCode, 'a.csv', '2.00\n')
    expect(await product(storeCode, '1')).toMatchObject({ prInfo: ['1', 'Milk', '', '2.00'], layoutId: 'PROMOTION' })
  })
  test('the dry run reads by the script too, and raises no alarm', async () => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, example('rows'))
    expect((await upload('/product/file/check', storeCode, 'till.csv', till([tea]))).body).toMatchObject({
      dataCount: 1,
      newCount: 1,
      errorCount: 0,
    })
    const bad = await upload('/product/file/check', storeCode, 'till.csv', till([tea, '4901234567900,y,abc,FOOD,本,,']))
    expect(bad.body).toMatchObject({ dataCount: 2, newCount: 1, errorCount: 1 })
    expect(await alarms(storeCode)).toEqual([])
  })
  test('the detail of a received file shows what the script made of it', async () => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, example('rows'))
    const { body } = await upload('/product/file', storeCode, 'till.csv', till([tea]))
    const detail = await api('GET', `/product/file/upload/history/detail/${String(body.historyId)}`)
    expect(detail.body.data.map((row) => [row.line, ...filled(row.prInfo).slice(0, 2)])).toEqual([[2, '4901234567894', '緑茶 500ml']])
  })
  test('two stores read at the same time, each by its own script', async () => {
    const stores = await Promise.all(['a', 'b'].map(() => newStore()))
    for (const storeCode of stores)
      await save(
        'product-file-parser',
        storeCode,
        `def parse(file, ctx):\n    for line in file.lines(): yield {'prCode': ctx['storeCode'] + line}`,
      )
    const answers = await Promise.all(stores.map((storeCode) => upload('/product/file', storeCode, 'a.csv', '1\n2\n')))
    expect(answers.map((one) => one.status)).toEqual([200, 200])
    for (const storeCode of stores) {
      const { body } = await api('POST', `/status/store/${storeCode}/product/search`, {})
      expect(body.data.map((row) => row.prCode)).toEqual([`${storeCode}1`, `${storeCode}2`])
    }
  })
})

describe('the paper parser', () => {
  const week = ['DEPT\tCODE\tTEXT\tPRICE\tQTY\tWEEK', 'FRESH\t49\tApple\t1.20\t2\t47', 'DRY\t50\tRice\t3.00\t\t47'].join('\n')
  test('makes a task of a file in a foreign format, with the name that the script gives', async () => {
    const storeCode = await newStore({ currency: 'EUR' })
    await save('paper-parser', storeCode, example('labels'))
    const answer = await upload('/paper/file', storeCode, 'week.txt', week)
    expect(answer).toMatchObject({ status: 200, body: { dataCount: 2 } })
    const task = await api('GET', `/paper/task/${String(answer.body.taskId)}/store/${storeCode}`)
    expect(task.body).toMatchObject({ taskDes: 'Week 47' })
    expect(task.body.data).toMatchObject([
      { prCode: '49', printerIp: '10.1.5.21', printerName: 'Fresh food' },
      { prCode: '50', printerIp: '10.1.5.22' },
    ])
    expect(filled(task.body.data[0]?.prInfo)).toEqual(['49', 'Apple', '', '1.20'])
  })
  test('labels that cannot be printed are named by line', async () => {
    const storeCode = await newStore()
    await save(
      'paper-parser',
      storeCode,
      "def parse(file, ctx):\n    for line in file.lines(): yield {'prCode': '1', 'prInfo': {'NAME': 'x'}, **eval(line)}",
    )
    const lines = [
      "{'layout': '105', 'printerIp': '10.1.5.21', 'copies': 0}",
      "{'layout': 'A0', 'printerIp': '10.1.5.21'}",
      "{'layout': '105', 'printerIp': '8.8.8.8'}",
      "{'storeCode': 'OTHER'}",
      '1/0',
    ]
    const { body } = await upload('/paper/file', storeCode, 'a.csv', lines.join('\n'))
    expect(body.error).toMatchObject([
      expect.stringContaining('line 1 wants "0" copies'),
      expect.stringContaining('line 2 names the paper layout "A0"'),
      expect.stringContaining('line 3 names the printer 8.8.8.8'),
      expect.stringContaining('line 4 is for the store OTHER'),
      expect.stringContaining('The parser script failed: ZeroDivisionError'),
    ])
    expect(await alarms(storeCode)).toMatchObject([{ type: 'PARSER EXCEPTION', subject: 'paper-parser', script: 'paper-parser' }])
  })
})

describe('a trial', () => {
  const tryFile = (kind: string, storeCode: string, code: string, name: string, content: Buffer | string) =>
    api('POST', `/script/${kind}/store/${storeCode}/try`, { code, file: { name, content: Buffer.from(content).toString('base64') } })
  test('of a product parser: records, refused rows by line of file and script, what was printed; nothing happens', async () => {
    const storeCode = await newStore()
    const code = `${example('rows')}print('hello')\n`
    const { body } = await tryFile('product-file-parser', storeCode, code, 'till.csv', till([tea, '12,x,1,FOOD,本,,']))
    expect(body).toMatchObject({
      fault: null,
      log: 'hello\n',
      products: null,
      login: null,
      file: {
        dataCount: 2,
        errorCount: 1,
        errors: [{ row: 3, message: "has a bad JAN code '12'", line: 7 }],
        records: [{ row: 2, prCode: '4901234567894', layoutId: 'SHELF_PRICE' }],
      },
    })
    expect((await api('POST', `/status/store/${storeCode}/product/search`, {})).body.recordsTotal).toBe(0)
    expect((await api('GET', `/product/file/parser/store/${storeCode}`)).body).toMatchObject({ version: 0 })
    expect(await alarms(storeCode)).toEqual([])
  })
  test('of a script with a fault: where it is', async () => {
    const syntax = await tryFile('product-file-parser', 'default', 'def parse(file, ctx)\n    pass', 'a.csv', 'a')
    expect(syntax.body).toMatchObject({ fault: { type: 'SyntaxError', line: 1, message: "expected ':'" } })
    const deep = await tryFile(
      'product-file-parser',
      'default',
      'def f(x):\n    return 1 / x\ndef parse(file, ctx):\n    yield f(0)',
      'a.csv',
      'a',
    )
    expect(deep.body).toMatchObject({
      fault: {
        type: 'ZeroDivisionError',
        line: 2,
        trace: [
          { line: 4, function: 'parse' },
          { line: 2, function: 'f', code: 'return 1 / x' },
        ],
      },
    })
  })
  test('of a paper parser, for all stores', async () => {
    const content = ['DEPT\tCODE\tTEXT\tPRICE\tQTY\tWEEK', 'FRESH\t49\tApple\t1.20\t2\t47'].join('\n')
    const { body } = await tryFile('paper-parser', 'default', example('labels'), 'a.txt', content)
    expect(body.file).toMatchObject({ dataCount: 1, errorCount: 0, records: [{ prCode: '49', copies: 2, layout: '105' }] })
  })
  test('needs its sample', async () => {
    expect((await api('POST', '/script/paper-parser/store/default/try', { code: 'x' })).body).toMatchObject({
      message: 'Choose a sample file first.',
    })
  })
})
