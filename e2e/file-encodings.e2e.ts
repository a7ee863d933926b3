/** Product files as tills write them, in the encodings of their countries: what the dialog says of them, and what then stands on the glass. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { Fleet } from '@endcap/fleet/fleet'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './browser.ts'
import { expectedLabel, glassPixels } from './glass.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, eanOf, signIn, until, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const tokyo = { timeZone: 'Asia/Tokyo', locale: 'ja-JP', currency: 'JPY' }
const berlin = { timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' }
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let page: Page
const shops: Record<string, { shop: Shop; fleet: Fleet }> = {}

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer({ embedded: true })
  client = await signIn(server.url)
  for (const [n, [storeCode, config]] of Object.entries({ TOKYO: tokyo, BERLIN: berlin }).entries()) {
    const shop = await createShop(client, { storeCode, gateways: 1, tags: 1, config }, n + 1)
    shops[storeCode] = { shop, fleet: stage.startFleet(shop, server) }
    const row = `${eanOf(0)},Produkt,Sonnental,100,1 kg,EUR,${eanOf(0)}`
    const content = new Blob([`PRODUCT_CODE,NAME,NAME2,PRICE,UNIT,CURRENCY,BARCODE\n${row}\n`])
    await client.productFiles.upload({ body: { storeCode }, file: { name: 'first.csv', content } })
  }
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/product/list/TOKYO`)
})
beforeEach(needChromium)

const shopOf = (storeCode: string) => {
  const found = shops[storeCode]
  if (found === undefined) throw new Error(`There is no shop ${storeCode}`)
  return { ...found, tagMac: found.shop.tagMacs[0] ?? '' }
}
/** A file of one row: these bytes are its name. */
function fileOf(name: number[], price: string): string {
  const path = join(stage.folder, `till-${price}.csv`)
  writeFileSync(
    path,
    Buffer.concat([Buffer.from(`PRODUCT_CODE,NAME,PRICE\r\n${eanOf(0)},`), Buffer.from(name), Buffer.from(`,${price}\r\n`)]),
  )
  return path
}
async function openDialog(storeCode: string, path: string) {
  await page.goto(`${server.url}/#/product/list/${storeCode}`)
  await page.getByRole('button', { name: 'Upload file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(path)
  return dialog
}
/** Waits until the label shows the product that the store has by then. */
async function glassShows(storeCode: string, name: string, price: string, store: typeof tokyo) {
  const { fleet, tagMac } = shopOf(storeCode)
  await client.tags.assign({ body: { storeCode, tagList: [{ tagMac, prCode: eanOf(0) }] } })
  const prInfo = [eanOf(0), name, 'Sonnental', price, '', '1 kg', '', '', 'EUR', eanOf(0)]
  const wanted = expectedLabel([prInfo], { layoutId: 'SHELF_PRICE', tagType: 'B5', store })
  await until(`the glass shows ${name}`, () => Buffer.compare(glassPixels(fleet, tagMac) ?? Buffer.alloc(0), wanted) === 0, 90)
}

test.each([
  ['one row of kanji in Shift_JIS', 'TOKYO', tokyo, [0x94, 0x5a, 0x8c, 0xfb, 0x8f, 0xdd, 0x96, 0xfb], '濃口醤油', '298', 'Shift_JIS'],
  ['half-width katakana', 'TOKYO', tokyo, [0xce, 0xdf, 0xc3, 0xc4, 0xc1, 0xaf, 0xcc, 0xdf, 0xbd], 'ﾎﾟﾃﾄﾁｯﾌﾟｽ', '128', 'Shift_JIS'],
  ['Windows-1252 in Berlin', 'BERLIN', berlin, [0x4b, 0xe4, 0x73, 0x65], 'Käse', '1.98', 'Windows-1252'],
])(
  '%s: the check tells the encoding and the line, and the name reaches the glass',
  async (_, storeCode, store, bytes, name, price, encoding) => {
    const dialog = await openDialog(storeCode, fileOf(bytes, price))
    await dialog.getByRole('button', { name: 'Check', exact: true }).click()
    await dialog.getByText('The file can be applied.').waitFor()
    expect(await dialog.locator('.encoding option:checked').innerText()).toBe(`Found: ${encoding}`)
    expect(await dialog.locator('.encoding pre').innerText()).toBe(`${eanOf(0)},${name},${price}`)
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
    await dialog.getByText(/1 rows?: 1 changed/).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await glassShows(storeCode, name, price, store)
  },
)

test('one that could be meant in two ways shows both, and is taken in as the person chooses', async () => {
  const dialog = await openDialog('TOKYO', fileOf([0xb7, 0xad, 0xb3, 0xd8], '98'))
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await dialog.getByText('It is not certain how this file is encoded.').waitFor()
  expect(await dialog.locator('.encoding pre').allInnerTexts()).toEqual([
    `${eanOf(0)},ｷｭｳﾘ,98`,
    expect.stringMatching(/,\p{Script=Han}{2},98$/u),
  ])
  expect(await dialog.getByRole('button', { name: 'Apply', exact: true }).isDisabled()).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Read as Shift_JIS' }).click()
  await dialog.getByText('The file can be applied.').waitFor()
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await dialog.getByText(/1 rows?: 1 changed/).waitFor()
  await glassShows('TOKYO', 'ｷｭｳﾘ', '98', tokyo)
})
