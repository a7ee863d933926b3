/** Numbers of products, by every way in: read as the store writes them or refused, and codes padded where the site pads them. */
import type { FileCheck } from '@endcap/contract/product-files'
import { beforeEach, describe, expect, test } from 'vitest'
import { getSetting, setSetting } from '../../settings/settings.service.ts'
import { seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { db } = context.context
const header = 'PRODUCT_CODE,NAME,PRICE'
const places = {
  tokyo: { locale: 'ja-JP', currency: 'JPY' },
  berlin: { locale: 'de-DE', currency: 'EUR' },
  boston: { locale: 'en-US', currency: 'USD' },
}
let next = 0
let storeCode = ''
async function newStore(place: keyof typeof places) {
  storeCode = `N${++next}`
  await seedStore(context.context, storeCode)
  await db.updateTable('stores').set(places[place]).where('store_code', '=', storeCode).execute()
}
async function send(content: string, path = '') {
  return sendFile<FileCheck & { message: string; error?: string[] }>(
    app,
    root,
    `/product/file${path}`,
    { name: 'prices.csv', content },
    { storeCode },
  )
}
const stored = async () =>
  (await db.selectFrom('products').select(['pr_code', 'pr_info']).where('store_code', '=', storeCode).orderBy('pr_code').execute()).map(
    ({ pr_code, pr_info }) => [pr_code, pr_info[3]],
  )

describe('a file', () => {
  test.each([
    ['berlin', '1.299', '1299'],
    ['berlin', '"1.299,95"', '1299.95'],
    ['berlin', '"2,49 €"', '2.49'],
    ['berlin', '2.49', '2.49'],
    ['boston', '"1,299"', '1299'],
    ['tokyo', '"1,299"', '1299'],
    ['tokyo', '１９８', '198'],
    ['tokyo', '¥198', '198'],
    ['tokyo', '198-', '-198'],
  ] as const)('of a store in %s: %s is %s', async (place, written, plain) => {
    await newStore(place)
    expect((await send(`${header}\n1,牛乳,${written}\n`)).status).toBe(200)
    expect(await stored()).toEqual([['1', plain]])
  })

  test.each([
    ['berlin', '"1,299"', 'which could be 1299 or 1.299: write 1299 or 1.2990'],
    ['boston', '1.299', 'which could be 1299 or 1.299: write 1299 or 1.2990'],
    ['tokyo', '12.345', 'which could be 12345 or 12.345: write 12345 or 12.3450'],
    ['tokyo', '198.5', 'which has decimals that JPY does not have'],
    ['berlin', '1.9999', 'which has decimals that EUR does not have'],
    ['berlin', '$1.99', 'which must be an amount in EUR'],
    ['tokyo', '1e3', 'which must be a number'],
    ['tokyo', '1234567890123456', 'which has more than 15 digits'],
  ] as const)('of a store in %s: %s is refused by its line', async (place, written, reason) => {
    await newStore(place)
    const text = written.replaceAll('"', '')
    for (const path of ['/check', '']) {
      const { body } = await send(`${header}\n1,Milk,5\n2,Tea,${written}\n`, path)
      expect(body.error).toEqual([`line 3 has "${text}" for PRICE, ${reason}`])
    }
    expect(await stored()).toEqual([])
  })

  test('a point for thousands in one line and for decimals in another is refused, whichever comes first', async () => {
    await newStore('berlin')
    for (const [first, second] of [
      ['2.49', '1.299'],
      ['1.299', '2.49'],
    ]) {
      const { status, body } = await send(`${header}\n1,Milk,${first}\n2,Tea,${second}\n`)
      expect([status, body.error?.length]).toEqual([400, 1])
      expect(body.error?.[0]).toContain(`line 3 has "${second}" for PRICE, which could be`)
    }
    expect(await stored()).toEqual([])
  })

  test('the currency that a product names itself decides about its decimals', async () => {
    await newStore('tokyo')
    const ofDollars = await send('PRODUCT_CODE,PRICE,CURRENCY\n1,1.99,USD\n')
    expect(ofDollars.status).toBe(200)
    expect(await stored()).toEqual([['1', '1.99']])
  })

  test('a unit price may be finer than a coin', async () => {
    await newStore('tokyo')
    expect((await send('PRODUCT_CODE,PRICE,UNIT_PRICE\n1,198,19.85\n')).status).toBe(200)
  })

  test('the same numbers again change nothing, however they are written', async () => {
    await newStore('berlin')
    await send(`${header}\n1,Milk,"1.299,50"\n`)
    expect((await send(`${header}\n1,Milk,1299.50\n`)).body).toMatchObject({ changed: 0, unchanged: 1 })
  })
})

test('POST /product: numbers as those of a file, refused by the place in the list', async () => {
  await newStore('berlin')
  const save = (...prices: string[]) =>
    api('POST', '/product', { storeCode, productList: prices.map((price, n) => ({ prCode: String(n), prInfo: ['', 'Milk', '', price] })) })
  expect((await save('1.299', '2,49')).status).toBe(200)
  expect(await stored()).toEqual([
    ['0', '1299'],
    ['1', '2.49'],
  ])
  expect(await save('5', '1,299')).toMatchObject({ status: 400, body: { field: 'productList.1.prInfo' } })
  expect(await save('2.49', '1.299')).toMatchObject({ status: 400, body: { field: 'productList.1.prInfo' } })
  expect(await save('cheap')).toMatchObject({ status: 400, body: { message: 'Product 0 has "cheap" for PRICE, which must be a number.' } })
})

describe('the site edion', () => {
  const padded = '0000000000778'
  beforeEach(async () => {
    await newStore('tokyo')
    const before = await getSetting(db, 'system')
    await setSetting(db, 'system', { ...before, site: 'edion' })
    return () => setSetting(db, 'system', before)
  })

  test('pads codes of products by every way in: each of them is one product', async () => {
    expect((await api('POST', '/product', { storeCode, productList: [{ prCode: '778', prInfo: ['', 'Milk', '', '198'] }] })).status).toBe(
      200,
    )
    expect(await stored()).toEqual([[padded, '198']])
    expect((await send(`${header}\n778,Milk,298\n`)).status).toBe(200)
    expect((await send(`${header}\n0000778,Milk,398\n`)).status).toBe(200)
    expect(await stored()).toEqual([[padded, '398']])
    const [row] = await db.selectFrom('products').select('pr_info').where('store_code', '=', storeCode).execute()
    expect(row?.pr_info[0]).toBe(padded)
  })

  test('finds that two codes of a file are one', async () => {
    const { body } = await send(`${header}\n778,Milk,298\n0778,Milk,298\n`)
    expect(body.error).toEqual([`line 3 has product code ${padded}, as line 2 has`])
  })

  test.each(['GET', 'remove'])('finds a product by the code as it is written: %s', async (call) => {
    await api('POST', '/product', { storeCode, productList: [{ prCode: '778', prInfo: ['', 'Milk', '', '198'] }] })
    if (call === 'GET') expect((await api('GET', `/product/778/store/${storeCode}`)).status).toBe(200)
    else {
      await api('POST', '/product/remove/unused', { storeCode, prCodeList: ['778'] })
      expect(await stored()).toEqual([])
    }
  })
})

test('other sites keep codes as they are, zeros in front among them', async () => {
  await newStore('tokyo')
  await send(`${header}\n1234,Milk,198\n0001234,Tea,298\n`)
  expect((await stored()).map(([code]) => code)).toEqual(['0001234', '1234'])
})
