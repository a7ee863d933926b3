/** Product files as tills write them, in the encodings of their countries: what the dialog says of them, and what then stands on the glass. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { expectedLabel, isOnGlass } from './glass.ts'
import { openPlaces, places, type PlaceShop } from './places.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { eanOf, until, type ApiClient, type ServerProcess } from './system.ts'
import { openUpload } from './upload.ts'

const names = ['TOKYO', 'BERLIN'] as const
type StoreCode = (typeof names)[number]
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let page: Page
let shops: Record<StoreCode, PlaceShop>

beforeAll(async () => {
  if (chromiumPath === undefined) return
  ;({ server, client, shops } = await openPlaces(stage, names))
  for (const storeCode of names) {
    // Of about as much as the files say, so that no price is to be looked at.
    const row = `${eanOf(0)},Produkt,Sonnental,${storeCode === 'TOKYO' ? '200' : '2.00'},1 kg,EUR,${eanOf(0)}`
    const content = new Blob([`PRODUCT_CODE,NAME,NAME2,PRICE,UNIT,CURRENCY,BARCODE\n${row}\n`])
    await client.productFiles.upload({ body: { storeCode }, file: { name: 'first.csv', content } })
  }
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/product/list/TOKYO`)
})
beforeEach(needChromium)

/** A file of one row: these bytes are its name. */
function fileOf(name: readonly number[], price: string): string {
  const path = join(stage.folder, `till-${price}.csv`)
  writeFileSync(
    path,
    Buffer.concat([Buffer.from(`PRODUCT_CODE,NAME,PRICE\r\n${eanOf(0)},`), Buffer.from(name), Buffer.from(`,${price}\r\n`)]),
  )
  return path
}
async function openDialog(storeCode: StoreCode, path: string) {
  await page.goto(`${server.url}/#/product/list/${storeCode}`)
  return await openUpload(page, path)
}
/** Waits until the label shows the product that the store has by then. */
async function glassShows(storeCode: StoreCode, name: string, price: string) {
  const { fleet, tagMac } = shops[storeCode]
  await client.tags.assign({ body: { storeCode, tagList: [{ tagMac, prCode: eanOf(0) }] } })
  const prInfo = [eanOf(0), name, 'Sonnental', price, '', '1 kg', '', '', 'EUR', eanOf(0)]
  const expected = expectedLabel([prInfo], { layoutId: 'SHELF_PRICE', tagType: 'B5', store: places[storeCode] })
  await until(`the glass shows ${name}`, () => isOnGlass(fleet, tagMac, expected))
}

test.each([
  ['one row of kanji in Shift_JIS', 'TOKYO', [0x94, 0x5a, 0x8c, 0xfb, 0x8f, 0xdd, 0x96, 0xfb], '濃口醤油', '298', 'Shift_JIS'],
  ['half-width katakana', 'TOKYO', [0xce, 0xdf, 0xc3, 0xc4, 0xc1, 0xaf, 0xcc, 0xdf, 0xbd], 'ﾎﾟﾃﾄﾁｯﾌﾟｽ', '198', 'Shift_JIS'],
  ['Windows-1252 in Berlin', 'BERLIN', [0x4b, 0xe4, 0x73, 0x65], 'Käse', '1.98', 'Windows-1252'],
] as const)(
  '%s: the check tells the encoding and the line, and the name reaches the glass',
  async (_, storeCode, bytes, name, price, encoding) => {
    const dialog = await openDialog(storeCode, fileOf(bytes, price))
    await dialog.getByRole('button', { name: 'Check', exact: true }).click()
    await dialog.getByText('The file can be applied.').waitFor()
    expect(await dialog.locator('[data-part=encoding] option:checked').innerText()).toBe(`Found: ${encoding}`)
    expect(await dialog.locator('[data-part=encoding] pre').innerText()).toBe(`${eanOf(0)},${name},${price}`)
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
    await dialog.getByText(/1 rows?: 1 changed/).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await glassShows(storeCode, name, price)
  },
)

test('one that could be meant in two ways shows both, and is taken in as the person chooses', async () => {
  const dialog = await openDialog('TOKYO', fileOf([0xb7, 0xad, 0xb3, 0xd8], '128'))
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await dialog.getByText('It is not certain how this file is encoded.').waitFor()
  expect(await dialog.locator('[data-part=encoding] pre').allInnerTexts()).toEqual([
    `${eanOf(0)},ｷｭｳﾘ,128`,
    expect.stringMatching(/,\p{Script=Han}{2},128$/u),
  ])
  expect(await dialog.getByRole('button', { name: 'Apply', exact: true }).isDisabled()).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Read as Shift_JIS' }).click()
  await dialog.getByText('The file can be applied.').waitFor()
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await dialog.getByText(/1 rows?: 1 changed/).waitFor()
  await glassShows('TOKYO', 'ｷｭｳﾘ', '128')
})
