import { listedProduct } from '@endcap/contract/products'
import { sql } from 'kysely'
import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { seedAccount, seedStore, sendFile, tagId } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
let nextStore = 0

async function newStore() {
  const storeCode = `P${++nextStore}`
  await seedStore(context.context, storeCode)
  return storeCode
}
async function uploadFile(storeCode: string, content: string | Buffer, name = 'products.csv') {
  return sendFile<{
    message: string
    error?: string[]
    changed: number
    unchanged: number
    tagCount: number
    taskId: string | null
    dataCount: number
    historyId: string
  }>(app, root, '/product/file', { name, content }, { storeCode })
}
const productsOf = async (storeCode: string) =>
  (await context.context.db.selectFrom('products').selectAll().where('store_code', '=', storeCode).orderBy('pr_code').execute()).map(
    ({ updated_at: _, created_at: __, ...row }) => row,
  )
const header = 'PRODUCT_CODE,NAME,PRICE'

describe('POST /product', () => {
  test('stores, says when no label shows it, and costs nothing when unchanged', async () => {
    const storeCode = await newStore()
    const body = { storeCode, productList: [{ prCode: '4901', prInfo: ['', 'Milk', '', '198'], layoutId: 'SHELF_PRICE' }] }
    expect((await api('POST', '/product', body)).body).toMatchObject({
      taskId: null,
      changed: 1,
      unchanged: 0,
      message: 'no matching tags',
    })
    const [row] = await productsOf(storeCode)
    expect(row?.pr_info.slice(0, 4)).toEqual(['4901', 'Milk', '', '198'])
    const history = () =>
      context.context.db
        .selectFrom('product_history')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('store_code', '=', storeCode)
        .executeTakeFirstOrThrow()
    expect((await api('POST', '/product', body)).body).toMatchObject({ changed: 0, unchanged: 1 })
    expect((await history()).n).toBe(1)
  })

  test('a change starts one task for the tags that show the product and for no others', async () => {
    const storeCode = await newStore()
    const product = (price: string) => ({
      storeCode,
      productList: [
        { prCode: '1', prInfo: ['', 'A', '', price] },
        { prCode: '2', prInfo: ['', 'B', '', '5'] },
      ],
    })
    await api('POST', '/product', product('1'))
    const tagList = [1, 2, 3].map((n) => ({ tagMac: tagId(nextStore * 100 + n), prCode: n === 3 ? '2' : '1' }))
    await api('POST', '/tag/assign', { storeCode, tagList })
    const { body } = await api('POST', '/product', product('2'))
    expect(body).toMatchObject({ changed: 1, unchanged: 1, tagCount: 2, message: 'Complete!' })
    const open = await context.context.db
      .selectFrom('operations')
      .select(['tag_mac', 'task_id'])
      .where('store_code', '=', storeCode)
      .where('task_id', '=', String(body.taskId))
      .execute()
    expect(open.map((row) => row.tag_mac).toSorted()).toEqual(tagList.slice(0, 2).map((tag) => tag.tagMac))
    // The operations of the assignment that were not done yet have been replaced, and are accounted for.
    const ledger = await context.context.db.selectFrom('ledger').select('outcome').where('store_code', '=', storeCode).execute()
    expect(ledger.map((row) => row.outcome)).toEqual(['SUPERSEDED', 'SUPERSEDED'])
  })

  test.each([
    ['an unknown layout', { prCode: '1', prInfo: [], layoutId: 'NONE' }, 'There is no layout NONE.'],
    ['a control character in its code', { prCode: 'a\u0007b', prInfo: [] }, 'productList.0.prCode: must not contain control characters'],
    ['too many slots', { prCode: '1', prInfo: Array.from({ length: 256 }, () => '') }, 'productList.0.prInfo'],
  ])('refuses a product with %s', async (_, product, message) => {
    const storeCode = await newStore()
    const answer = await api('POST', '/product', { storeCode, productList: [product] })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(message)
    expect(await productsOf(storeCode)).toEqual([])
  })
})

describe('POST /product/file', () => {
  test('takes a file in, keeps slots that it does not name, and leaves unchanged rows alone', async () => {
    const storeCode = await newStore()
    expect((await uploadFile(storeCode, `${header}\n1,Milk,198\n2,Bread,250\n`)).body).toMatchObject({
      dataCount: 2,
      changed: 2,
      unchanged: 0,
    })
    expect((await uploadFile(storeCode, 'PRODUCT_CODE,PRICE\n1,205\n2,250\n')).body).toMatchObject({ changed: 1, unchanged: 1 })
    expect((await productsOf(storeCode)).map((row) => [row.pr_code, row.pr_info[1], row.pr_info[3]])).toEqual([
      ['1', 'Milk', '205'],
      ['2', 'Bread', '250'],
    ])
  })

  test('without a header the columns follow the aliases', async () => {
    const storeCode = await newStore()
    const row = ['4901', 'Milk', 'Dairy', '198', ...Array.from({ length: 12 }, () => '')].join('\t')
    expect((await uploadFile(storeCode, row, 'p.txt')).body).toMatchObject({ changed: 1 })
    expect((await productsOf(storeCode))[0]?.pr_info.slice(0, 4)).toEqual(['4901', 'Milk', 'Dairy', '198'])
  })

  const japanese = `${header}\n1,牛乳 特選,198\n2,ポテトチップスうすしお,128\n3,国産若鶏もも肉の照り焼き,398\n`
  const korean = `${header}\n1,신라면 멀티팩,4150\n2,서울우유 저지방,2980\n3,국내산 삼겹살 구이용,12900\n`
  test.each([
    ['UTF-8', Buffer.from(japanese), '牛乳 特選'],
    ['UTF-8 with BOM', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(japanese)]), '牛乳 特選'],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(japanese, 'utf16le')]), '牛乳 特選'],
    ['Shift_JIS', () => encode(japanese, 'shift_jis'), '牛乳 特選'],
    ['EUC-KR', () => encode(korean, 'euc-kr'), '신라면 멀티팩'],
  ])('reads a product file in %s', async (_, content, name) => {
    const storeCode = await newStore()
    const answer = await uploadFile(storeCode, typeof content === 'function' ? await content() : content)
    expect(answer.body).toMatchObject({ changed: 3 })
    expect((await productsOf(storeCode))[0]?.pr_info[1]).toBe(name)
  })

  test.each([
    ['another extension', `${header}\n1,a,1`, 'Invalid file format', 'products.xlsx'],
    ['an empty file', '', 'empty'],
    ['a header alone', `${header}\n`, 'No valid data'],
    ['comments alone', '# nothing\n# here\n', 'No valid data'],
    ['an unknown column', 'PRODUCT_CODE,NAME,PRIZE\n1,a,1\n', '"PRIZE"'],
    ['a column twice', 'PRODUCT_CODE,NAME,NAME\n1,a,b\n', 'stands twice'],
    ['a row that is too short', `${header}\n1,a,1\n2,b\n`, 'line 3 has 2 columns instead of 3'],
    ['a row that is too long', `${header}\n1,a,1,x\n`, 'line 2 has 4 columns instead of 3'],
    ['a missing code', `${header}\n,a,1\n`, 'line 2 has no product code'],
    ['the same code twice', `${header}\n1,a,1\n2,b,2\n1,c,3\n`, 'line 4 has product code 1, as line 2 has'],
    ['a code that is too long', `${header}\n${'9'.repeat(65)},a,1\n`, 'more than 64 characters'],
    ['a value that is too long', `${header}\n1,${'x'.repeat(1001)},1\n`, 'more than 1000 characters'],
    ['a price that is none', `${header}\n1,a,1\n2,b,free\n`, 'line 3 has "free" for PRICE'],
    ['a layout that does not exist', `${header},LAYOUT_ID\n1,a,1,POSTER\n`, 'names the layout "POSTER"'],
    ['an unclosed quote', `${header}\n1,"a,1\n2,b,2\n`, 'quote'],
    ['a quote in the wrong place', `${header}\n1,a"b"c,1\n2,"x"y,1\n`, 'quote'],
    ['a NUL byte', `${header}\n1,a\0b,1\n`, 'line 2 holds a NUL byte'],
    ['a control character', `${header}\n1,a\u0001b,1\n`, 'control character'],
    ['a line of two million characters', `${header}\n1,${'x'.repeat(2_000_000)},1\n`, 'longer than'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]), 'This is a PNG picture'],
    [
      'bytes of no encoding',
      Buffer.concat([Buffer.from(`${header}\n1,`), Buffer.from([0xff, 0xff, 0xfe, 0x80]), Buffer.from(',1\n')]),
      'The encoding of the file is not',
    ],
  ])('refuses %s and changes nothing', async (_, content, message, name = 'products.csv') => {
    const storeCode = await newStore()
    await uploadFile(storeCode, `${header}\n1,Milk,198\n`)
    const before = await productsOf(storeCode)
    const answer = await uploadFile(storeCode, content, name)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(message)
    expect(await productsOf(storeCode)).toEqual(before)
    expect(await context.context.db.selectFrom('staged_products').selectAll().where('store_code', '=', storeCode).execute()).toEqual([])
  })

  test('names the first hundred bad lines and counts the rest', async () => {
    const storeCode = await newStore()
    const answer = await uploadFile(storeCode, [header, ...Array.from({ length: 150 }, (_, n) => `${n},a,none`)].join('\n'))
    expect(answer.body.error).toHaveLength(100)
    expect(answer.body.message).toContain('150 lines are wrong')
    const history = await api('POST', '/product/file/upload/history/search', { filter_storeCode: storeCode, condition_storeCode: '==' })
    expect(history.body.data[0]).toMatchObject({ errorCount: 150, count: 0 })
  })

  test('a second file for the same store waits its turn; both are whole', async () => {
    const storeCode = await newStore()
    const file = (price: number) => [header, ...Array.from({ length: 2000 }, (_, n) => `${n},Name ${n},${price}`)].join('\n')
    const answers = await Promise.all([uploadFile(storeCode, file(1)), uploadFile(storeCode, file(2))])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    const prices = new Set((await productsOf(storeCode)).map((row) => row.pr_info[3]))
    expect(prices.size).toBe(1)
  })

  test('the detail shows the first rows and the result', async () => {
    const storeCode = await newStore()
    const { body } = await uploadFile(storeCode, `${header}\n1,Milk,198\n2,Bread,250\n`)
    const detail = await api('GET', `/product/file/upload/history/detail/${body.historyId}`)
    expect(detail.body).toMatchObject({ fileName: 'products.csv', dataCount: 2, count: 2, error: [] })
    expect((detail.body.data as unknown as { line: number; prInfo: string[] }[]).map((row) => [row.line, row.prInfo[1]])).toEqual([
      [2, 'Milk'],
      [3, 'Bread'],
    ])
  })
})

describe('POST …/product/search', () => {
  test('filters, orders and pages, in both forms of the request', async () => {
    const storeCode = await newStore()
    await uploadFile(storeCode, [header, ...Array.from({ length: 30 }, (_, n) => `${100 + n},Name ${n % 3},${n}`)].join('\n'))
    const search = (body: object) => api('POST', `/status/store/${storeCode}/product/search`, body)
    expect((await search({ filter_prCode: '^10' })).body).toMatchObject({ recordsTotal: 30, recordsFiltered: 10 })
    expect((await search({ filter_prCode: '101,105,nothing' })).body.recordsFiltered).toBe(2)
    expect((await search({ filter_prInfo: 'Name 1$' })).body.recordsFiltered).toBe(10)
    const page = await search({ start: 5, length: 2, order: { column: 'prCode', dir: 'desc' } })
    expect(page.body.data.map((row) => row.prCode)).toEqual(['124', '123'])
    const form = new URLSearchParams({
      draw: '7',
      start: '0',
      length: '3',
      'columns[0][data]': 'prCode',
      'columns[0][search][value]': '',
      'columns[1][data]': 'layoutId',
      'order[0][column]': '0',
      'order[0][dir]': 'asc',
    })
    const answer = await app.inject({
      method: 'POST',
      url: `/api/status/store/${storeCode}/product/search`,
      payload: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...root.headers },
    })
    expect(answer.json()).toMatchObject({ draw: 7, recordsTotal: 30, data: [{ prCode: '100' }, { prCode: '101' }, { prCode: '102' }] })
  })
})

async function encode(text: string, encoding: string): Promise<Buffer> {
  const { default: iconv } = await import('iconv-lite')
  return iconv.encode(text, encoding)
}

describe('the list of products', () => {
  /** A store with milk in progress on one label and wrong on another, tea without a label, and miso whose price is no number. */
  async function newShelf() {
    const storeCode = await newStore()
    const productList = [
      { prCode: 'milk', prInfo: ['', '牛乳', '', '1280', '1480'] },
      { prCode: 'tea', prInfo: ['', '緑茶', '', '98'] },
      { prCode: 'miso', prInfo: ['', '味噌', '', '628'] },
    ]
    await api('POST', '/product', { storeCode, productList })
    const tagList = [1, 2, 3].map((n) => ({ tagMac: tagId(nextStore * 100 + n), prCode: 'milk' }))
    await api('POST', '/tag/assign', { storeCode, tagList })
    const { db } = context.context
    // As it may stand there since before its slot became one of prices.
    await db
      .updateTable('products')
      .set({ pr_info: ['', '味噌', '', 'ask'] })
      .where('store_code', '=', storeCode)
      .where('pr_code', '=', 'miso')
      .execute()
    const [wrong = '', good = ''] = tagList.map(({ tagMac }) => tagMac)
    await db.updateTable('tags').set({ status: 'NG' }).where('tag_mac', '=', wrong).execute()
    await db.updateTable('tags').set({ status: 'OK' }).where('tag_mac', '=', good).execute()
    const search = async (body: object) => {
      const { data } = (await api('POST', `/status/store/${storeCode}/product/search`, body)).body
      return z.array(listedProduct).parse(data)
    }
    return { storeCode, search }
  }

  test('says what each is called, what it costs in the money of the store, and how its labels stand', async () => {
    const { storeCode, search } = await newShelf()
    const [milk, miso, tea] = await search({ order: { column: 'prCode', dir: 'asc' } })
    const labels = { error: 1, inProgress: 1, good: 1, glass: null }
    expect(milk).toMatchObject({ name: '牛乳', price: '¥1,280', listPrice: '¥1,480', labels })
    expect(tea).toMatchObject({ name: '緑茶', price: '¥98', listPrice: '', labels: { error: 0, inProgress: 0, good: 0, glass: null } })
    // What no label could show is not made to look like a price.
    expect(miso).toMatchObject({ price: 'ask', listPrice: '' })
    expect((await api('GET', `/product/milk/store/${storeCode}`)).body).toEqual(milk)
  })

  test('says who made the last change of each, and with which file', async () => {
    const { storeCode, search } = await newShelf()
    await uploadFile(storeCode, 'PRODUCT_CODE,PRICE\ntea,108\n', 'tea.csv')
    const changes = (await search({})).map(({ prCode, lastChange }) => [prCode, lastChange])
    expect(Object.fromEntries(changes)).toMatchObject({
      milk: { by: root.email, fileName: null },
      tea: { by: root.email, fileName: 'tea.csv' },
    })
    await context.context.db.deleteFrom('updates').where('store_code', '=', storeCode).execute()
    expect((await search({})).map(({ lastChange }) => lastChange)).toEqual([null, null, null])
  })

  test('is sorted and filtered by price as a number, by name, and by any slot', async () => {
    const { search } = await newShelf()
    const codes = async (body: object) => (await search(body)).map(({ prCode }) => prCode)
    expect(await codes({ order: { column: 'price', dir: 'asc' } })).toEqual(['miso', 'tea', 'milk'])
    expect(await codes({ order: { column: 'prInfo3', dir: 'desc' } })).toEqual(['milk', 'tea', 'miso'])
    expect(await codes({ filter_price: '100', condition_price: '>=' })).toEqual(['milk'])
    expect(await codes({ filter_name: '茶' })).toEqual(['tea'])
    expect(await codes({ filter_find: '緑|mil', order: { column: 'name', dir: 'desc' } })).toEqual(['tea', 'milk'])
    expect(await codes({ filter_prInfo1: '味噌', condition_prInfo1: '==' })).toEqual(['miso'])
    expect(await codes({ filter_prInfo4: '1480' })).toEqual(['milk'])
  })

  test('products are had by their codes, those that are not there by name', async () => {
    const { storeCode, search } = await newShelf()
    const [milk, , tea] = await search({ order: { column: 'prCode', dir: 'asc' } })
    const list = async (...prCodeList: string[]) => (await api('POST', `/product/store/${storeCode}/list`, { prCodeList })).body as unknown
    expect(await list('tea', 'none', 'milk', 'tea')).toEqual({ productList: [milk, tea], unknown: ['none'] })
    expect(await list()).toEqual({ productList: [], unknown: [] })
  })

  test('says what one costs in each store of the account that sells it', async () => {
    const [tokyo, berlin, none, hidden] = [await newStore(), 'PBER', await newStore(), await newStore()]
    await seedStore(context.context, berlin, { locale: 'de-DE', currency: 'EUR' })
    for (const [storeCode, price] of [
      [tokyo, '1280'],
      [berlin, '8.90'],
      [hidden, '1'],
    ] as const)
      await api('POST', '/product', { storeCode, productList: [{ prCode: 'tea+1', prInfo: ['', 'Tea', '', price] }] })
    const reader = await seedAccount(context.context, {
      email: 'reader@x.example',
      stores: [berlin, none, tokyo],
      privileges: ['product.read'],
    })
    const answer = await app.inject({ url: '/api/product/tea%2B1/stores', headers: reader.headers })
    const labels = { error: 0, inProgress: 0, good: 0, glass: null }
    const [first, second] = [tokyo, berlin].toSorted()
    const of = (storeCode?: string) => ({
      storeCode,
      storeName: `Store ${storeCode}`,
      price: storeCode === berlin ? '8,90\u00a0€' : '¥1,280',
      listPrice: '',
      labels,
    })
    expect(answer.json()).toEqual({ storeList: [of(first), of(second)], more: 0 })
  })

  test.each([
    ['a slot that no product has', { filter_prInfo1000: 'x' }],
    ['something that is no slot', { filter_prInfoX: 'x' }],
    ['a condition that there is not', { filter_prInfo1: 'x', condition_prInfo1: '!' }],
    ['a slot without an alias', { filter_prInfo200: 'x' }],
  ])('a filter for %s is refused', async (_, body) => {
    const storeCode = await newStore()
    const answer = await api('POST', `/status/store/${storeCode}/product/search`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(Object.keys(body).at(-1)?.replace('filter_prInfo200', 'prInfo200'))
  })
})
