/** NFC addresses by every way in: a phone that is held to a tag opens pages, calls and writes; it runs nothing. */
import { defaultScope } from '@endcap/contract/scripts'
import { expect, test } from 'vitest'
import { schemas } from '../../labels/store-moves/lines.ts'
import { seedStore, sendFile, tagId } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, api, root } = await startTestApp()
const bad = 'javascript:alert(1)'
const message = 'must begin with https://, http://, tel: or mailto:'
const storeCode = 'N1'
await seedStore(context.context, storeCode)
await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Milk', '', '198'], nfc: 'tel:+81312345678' }] })

async function upload(url: string, name: string, content: string) {
  return sendFile<{ message: string; error?: string[] }>(app, root, url, { name, content }, { storeCode })
}
const nfcOf = async (prCode: string) => (await api('GET', `/product/${prCode}/store/${storeCode}`)).body.nfc

test('products, families and tags: refused by field', async () => {
  const product = { prCode: 'p2', prInfo: ['', 'Tea', '', '98'], nfc: bad }
  expect(await api('POST', '/product', { storeCode, productList: [product] })).toMatchObject({
    status: 400,
    body: { field: 'productList.0.nfc', message: `productList.0.nfc: ${message}` },
  })
  const family = { fmPrCode: 'F', prCodeList: ['p1'], layoutId: 'MULTI', nfc: ` ${bad}` }
  expect(await api('POST', '/product/family', { storeCode, productList: [family] })).toMatchObject({
    status: 400,
    body: { field: 'productList.0.nfc' },
  })
  const tag = { tagMac: tagId(0x770001), prCodeList: ['p1'], nfc: bad }
  expect(await api('POST', '/tag/assign/multiple', { storeCode, tagList: [tag] })).toMatchObject({
    status: 400,
    body: { field: 'tagList.0.nfc' },
  })
})

test('files of products and of families: refused by line, and nothing changes', async () => {
  const products = await upload(
    '/product/file',
    'a.csv',
    `PRODUCT_CODE,NAME,PRICE,NFC\np1,Milk,150,https://shop.example\np3,Tea,98,${bad}\n`,
  )
  expect(products.status).toBe(400)
  expect(JSON.stringify(products.body)).toContain(`line 3 has an NFC address that ${message}`)
  expect(await nfcOf('p1')).toBe('tel:+81312345678')
  const families = await upload('/product/family/file', 'a.csv', `F,p1,,,,,,MULTI,${bad}\n`)
  expect(families.status).toBe(400)
  expect(JSON.stringify(families.body)).toContain(`line 1 has an NFC address that ${message}`)
})

test('scripts: a parser’s row is refused, and so is what a decorator makes', async () => {
  const file = { name: 'a.csv', content: Buffer.from('x').toString('base64') }
  const parser = `def parse(file, ctx):\n    yield {'prCode': 'p4', 'prInfo': {}, 'nfc': '${bad}'}\n    yield {'type': 'family', 'fmPrCode': 'F', 'prCodeList': ['p1'], 'layoutId': 'MULTI', 'nfc': '${bad}'}\n`
  const parsed = await api('POST', `/script/product-file-parser/store/${defaultScope}/try`, { code: parser, file })
  expect(JSON.stringify(parsed.body.file)).toContain(message)
  expect(parsed.body.file).toMatchObject({ records: [], errorCount: 2 })
  const decorate = (nfc: string) => `def decorate(product, tag, ctx):\n    return {'nfc': ${nfc}}\n`
  const sample = { storeCode, prCode: 'p1', tagType: 'B5' }
  const tried = async (nfc: string) =>
    (await api('POST', `/script/tag-data-decorator/store/${storeCode}/try`, { code: decorate(nfc), sample })).body.products
  expect(await tried(`'${bad}'`)).toMatchObject([{ after: null, fault: { type: 'Unusable', message: `nfc ${message}` } }])
  expect(await tried(`'https://shop.example'`)).toMatchObject([{ after: { nfc: 'https://shop.example' }, fault: null }])
  // One that was stored before stays, and a decorator that leaves it alone works on.
  await context.context.db.updateTable('products').set({ nfc: bad }).where('pr_code', '=', 'p1').execute()
  expect(await tried(`product['nfc']`)).toMatchObject([{ after: { nfc: bad }, fault: null }])
  expect(await nfcOf('p1')).toBe(bad)
})

test('the file of a store: refused by line', () => {
  const product = { prCode: 'p1', prInfo: [], layoutId: null }
  expect(schemas.product.safeParse({ ...product, nfc: bad }).error?.issues).toMatchObject([{ path: ['nfc'], message }])
  expect(schemas.product.safeParse({ ...product, nfc: 'https://shop.example' }).success).toBe(true)
})
