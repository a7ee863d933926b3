/** Product files whose script gives families and second codes: they stand or fall with the products, and whose they are decides who may. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { defaultScope } from '@endcap/contract/scripts'
import { createInbox } from '../product-files/inbox.ts'
import { multipart, tagId } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createScripts } from '../../testing/test-scripts.ts'

const { context: test_, app, root } = await startTestApp()
const { context, clock } = test_
const { db } = context
const { api, newStore, manager, save, upload, alarms } = createScripts(test_, app, root, 'O')
/** Each line of the file is a record, written as Python has it. */
const records = `import ast
def parse(file, ctx):
    for line in file.lines():
        yield ast.literal_eval(line)
`
const product = (code: string, name = 'Milk') => `{'prCode': '${code}', 'prInfo': {'NAME': '${name}'}, 'layoutId': 'SHELF_PRICE'}`
const family = (code: string, codes: string[], more = "'layoutId': 'MULTI'") =>
  `{'type': 'family', 'fmPrCode': '${code}', 'prCodeList': ['${codes.join("', '")}'], ${more}}`
const second = (code: string, prCode: string, more = '') => `{'type': 'secondCode', 'prCode': '${prCode}', 'secondCode': '${code}'${more}}`
const secondCodes = async (...codes: string[]) =>
  db.selectFrom('second_codes').select(['second_code', 'pr_code', 'article_code', 'db_trigger']).where('second_code', 'in', codes).execute()
let tags = 0

async function uploadAs({ headers }: Pick<typeof root, 'headers'>, storeCode: string, content: string, url = '/api/product/file') {
  const form = multipart({ storeCode }, { name: 'till.txt', content })
  const answer = await app.inject({ method: 'POST', url, payload: form.payload, headers: { ...form.headers, ...headers } })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown> & { error?: string[] }>() }
}

describe('a file of products, families and second codes', () => {
  test('is taken in whole: one history row, one task for all labels that show something of it', async () => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, records)
    await upload('/product/file', storeCode, 'a.txt', [product('1'), product('2'), family('DRINKS', ['1'])].join('\n'))
    const [byFamily, byProduct] = [tagId(0x9a000 + ++tags), tagId(0x9a000 + ++tags)]
    await api('POST', '/tag/assign/multiple', {
      storeCode,
      tagList: [
        { tagMac: byFamily, fmPrCode: 'DRINKS' },
        { tagMac: byProduct, prCodeList: ['2'] },
      ],
    })
    const content = [
      product('2', 'Butter'),
      product('3', 'Cheese'),
      family('DRINKS', ['1', '3'], "'layoutId': 'MULTI', 'nfc': 'https://x.example'"),
      second('o-sc1', '3', ", 'articleCode': 77, 'dbTrigger': True"),
      second('o-sc2', '2'),
    ].join('\n')
    const { status, body } = await upload('/product/file', storeCode, 'till.txt', content)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { dataCount: 5, changed: 5, unchanged: 0, tagCount: 2, message: 'Complete!' },
    })
    expect((await api('GET', `/product/family/DRINKS/store/${storeCode}`)).body).toMatchObject({
      layoutId: 'MULTI',
      nfc: 'https://x.example',
      prCodeList: ['1', '3', '', '', '', ''],
    })
    expect(await secondCodes('o-sc1', 'o-sc2')).toMatchObject([
      { second_code: 'o-sc1', pr_code: '3', article_code: '77', db_trigger: true },
      { second_code: 'o-sc2', pr_code: '2', article_code: '', db_trigger: false },
    ])
    const { body: history } = await api('POST', '/product/file/upload/history/search', {
      filter_storeCode: storeCode,
      filter_fileName: 'till.txt',
    })
    expect(history.data).toMatchObject([{ fileType: 'product', count: 5, dataCount: 5, errorCount: 0, taskId: body.taskId, tagCount: 2 }])
    // The tag of the family shows the product that came with the file.
    expect((await api('GET', `/status/store/${storeCode}/tag/${byFamily}/detail`)).body).toMatchObject({
      prCodeList: ['1', '3'],
      fmPrCode: 'DRINKS',
    })
    const open = await db
      .selectFrom('operations')
      .select(['tag_mac', 'task_id'])
      .where('store_code', '=', storeCode)
      .orderBy('tag_mac')
      .execute()
    expect(open.map((one) => [one.tag_mac, String(one.task_id)])).toEqual([byFamily, byProduct].map((mac) => [mac, body.taskId]))
    // Once more: nothing is new.
    expect((await upload('/product/file', storeCode, 'again.txt', content)).body).toMatchObject({
      dataCount: 5,
      changed: 0,
      unchanged: 5,
      taskId: null,
      message: 'no matching tags',
    })
  })
  test('may hold families and second codes alone', async () => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, records)
    const { body } = await upload('/product/file', storeCode, 'a.txt', [family('F', ['1']), second('o-alone', '1')].join('\n'))
    expect(body).toMatchObject({ dataCount: 2, changed: 2, taskId: null })
    expect((await api('GET', `/product/family/F/store/${storeCode}`)).status).toBe(200)
    expect(await secondCodes('o-alone')).toHaveLength(1)
  })
  test('with one wrong row, nothing of it is taken, and each is named by its line', async () => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, records)
    const lines = [
      product('1'),
      family('GOOD', ['1']),
      second('o-bad', '1'),
      family('', ['1']),
      family('X', ['', ' ']),
      family('X', ['1'], "'layoutId': 'NOPE'"),
      family('GOOD', ['1']),
      "{'type': 'family', 'fmPrCode': 'X', 'prCodeList': '1', 'layoutId': 'MULTI'}",
      family('X', ['1'], "'layout': 'MULTI'"),
      second('', '1'),
      second('o-bad', '1'),
      second('o-other', '1', ", 'deletionDate': 'soon'"),
      second('o-other', '1', ", 'price': 1"),
      second('o\\x07', '1'),
      "{'type': 'shelf', 'prCode': '1'}",
    ]
    const { status, body } = await upload('/product/file', storeCode, 'a.txt', lines.join('\n'))
    expect(status).toBe(400)
    expect(body.error).toEqual([
      'line 4 has no family code',
      'line 5 has no product code',
      'line 6 names the layout "NOPE", which does not exist',
      'line 7 has family code GOOD, as line 2 has',
      'line 8 was not made a record: prCodeList is no list; it must be a list',
      'line 9 was not made a record: there is no field "layout"; a family has fmPrCode, prCodeList, layoutId, nfc',
      'line 10 has no second code',
      'line 11 has second code o-bad, as line 3 has',
      'line 12 has "soon" for deletionDate, which must be a date such as 2026-11-30',
      expect.stringMatching(/^line 13 was not made a record: there is no field "price"; a second code has prCode, secondCode,/),
      'line 14 was not made a record: secondCode has a control character',
      'line 15 was not made a record: type is "shelf"; there are "product", "family" and "secondCode"',
    ])
    expect((await api('GET', `/product/1/store/${storeCode}`)).status).toBe(404)
    expect((await api('GET', `/product/family/GOOD/store/${storeCode}`)).status).toBe(404)
    expect(await secondCodes('o-bad')).toEqual([])
    const { body: history } = await api('POST', '/product/file/upload/history/search', { filter_storeCode: storeCode })
    expect(history.data).toMatchObject([{ count: 0, dataCount: 15, errorCount: 12 }])
    // Rows that are wrong are no fault of the script.
    expect(await alarms(storeCode)).toEqual([])
  })
  test('what fails while it is written takes all of it back', async () => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, records)
    // A product code that the database refuses: the products are written last.
    await db.schema
      .alterTable('products')
      .addCheckConstraint('no_poison', sql`pr_code <> 'poison'`)
      .execute()
    try {
      const lines = [family('F', ['1']), second('o-back', '1'), product('poison')]
      expect((await upload('/product/file', storeCode, 'a.txt', lines.join('\n'))).status).toBe(500)
    } finally {
      await db.schema.alterTable('products').dropConstraint('no_poison').execute()
    }
    expect((await api('GET', `/product/family/F/store/${storeCode}`)).status).toBe(404)
    expect(await secondCodes('o-back')).toEqual([])
  })
  test('a dry run counts them and changes nothing; a trial shows them', async () => {
    const storeCode = await newStore()
    await save('product-file-parser', storeCode, records)
    const content = [product('1'), family('F', ['1']), second('o-dry', '1', ", 'articleCode': 'A'")].join('\n')
    expect((await upload('/product/file/check', storeCode, 'a.txt', content)).body).toMatchObject({
      dataCount: 3,
      newCount: 1,
      familyCount: 1,
      secondCodeCount: 1,
      errorCount: 0,
    })
    const trial = await api('POST', `/script/product-file-parser/store/${storeCode}/try`, {
      code: records,
      file: { name: 'a.txt', content: Buffer.from(content).toString('base64') },
    })
    expect(trial.body.file).toMatchObject({
      dataCount: 3,
      errorCount: 0,
      records: [
        { row: 1, prCode: '1' },
        { row: 2, type: 'family', fmPrCode: 'F', prCodeList: ['1'], layoutId: 'MULTI', nfc: null },
        { row: 3, type: 'secondCode', prCode: '1', secondCode: 'o-dry', articleCode: 'A' },
      ],
    })
    expect((await api('GET', `/product/family/F/store/${storeCode}`)).status).toBe(404)
    expect(await secondCodes('o-dry')).toEqual([])
  })
})

describe('second codes hold in all stores', () => {
  const line = (code: string) => second(code, '1')
  const forbids = (who: RegExp) => ({ status: 400, body: { error: [expect.stringMatching(who)] } })
  test('an account of one store brings none, whichever account wrote the script', async () => {
    const storeCode = await newStore()
    const person = await manager(storeCode)
    await save('product-file-parser', storeCode, records)
    expect(await uploadAs(person, storeCode, line('o-no1'))).toMatchObject(
      forbids(/^line 1 is a second code.*an account of the whole chain brings it$/),
    )
    expect((await uploadAs(person, storeCode, line('o-no1'), '/api/product/file/check')).body).toMatchObject({ errorCount: 1 })
    // Families are the store's own.
    expect(await uploadAs(person, storeCode, family('F', ['1']))).toMatchObject({ status: 200 })
    expect(await secondCodes('o-no1')).toEqual([])
  })
  test('a script by an account of one store gives none, whichever account brings the file', async () => {
    const storeCode = await newStore()
    const person = await manager(storeCode)
    await app.inject({
      method: 'POST',
      url: `/api/product/file/parser/store/${storeCode}`,
      payload: { code: records },
      headers: person.headers,
    })
    expect(await uploadAs(root, storeCode, line('o-no2'))).toMatchObject(
      forbids(/only a script saved by an account of the whole chain may give it$/),
    )
    expect(await uploadAs(root, storeCode, family('F', ['1']))).toMatchObject({ status: 200 })
    const trial = await app.inject({
      method: 'POST',
      url: `/api/script/product-file-parser/store/${storeCode}/try`,
      headers: person.headers,
      payload: { code: records, file: { name: 'a.txt', content: Buffer.from(line('o-no2')).toString('base64') } },
    })
    expect(trial.json()).toMatchObject({ file: { errorCount: 1, records: [] } })
    expect(await secondCodes('o-no2')).toEqual([])
  })
  test('a folder brings what an administrator has written the script for', async () => {
    const inbox = mkdtempSync(join(tmpdir(), 'endcap-inbox-'))
    afterAll(() => rmSync(inbox, { recursive: true, force: true }))
    const storeCode = await newStore()
    await save('product-file-parser', defaultScope, records)
    mkdirSync(join(inbox, storeCode))
    const file = join(inbox, storeCode, 'till.txt')
    writeFileSync(file, [product('1'), family('F', ['1']), line('o-folder')].join('\n'))
    utimesSync(file, new Date(0), new Date(0))
    const { work } = createInbox(context, { root: inbox, holder: 'test' })
    await work()
    clock.advance(60)
    await work()
    expect(await secondCodes('o-folder')).toHaveLength(1)
    expect((await api('GET', `/product/family/F/store/${storeCode}`)).status).toBe(200)
    await save('product-file-parser', defaultScope, records, { useType: 'OFF' })
  })
})
