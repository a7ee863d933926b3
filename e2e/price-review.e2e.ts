/** Prices old → new before they are on a label: a file, the form of a product and a task that is taken back, proven on the glass. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { expectedLabel, isOnGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { places } from './places.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, eanOf, signIn, until, type ApiClient, type ServerProcess, type Shop } from './system.ts'
import { openUpload, tickPrices } from './upload.ts'
import type { Fleet } from '@endcap/fleet/fleet'

const test = testsInOrder()
const storeCode = 'TOKYO'
const names = ['こだわり 緑茶', '特選 味噌', '徳用 カレールウ']
const header = 'PRODUCT_CODE,NAME,PRICE,UNIT,UNIT_PRICE'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page

const dialog = () => page.getByRole('dialog')
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const rows = (part: string) => dialog().locator(`[data-part=${part}] tbody tr`)
/** A file of these prices; each costs as much for 100 ml. */
function file(prices: readonly number[], unitPrices = prices): string {
  const lines = prices.map((price, n) => [eanOf(n), names[n], price, '100ml', unitPrices[n]].join(','))
  const path = join(stage.folder, 'prices.csv')
  writeFileSync(path, `${header}\n${lines.join('\n')}\n`)
  return path
}
const shows = (n: number, price: number, unitPrice = price) =>
  isOnGlass(
    fleet,
    shop.tagMacs[n] ?? '',
    expectedLabel([[eanOf(n), names[n] ?? '', '', String(price), '', '100ml', String(unitPrice)]], {
      layoutId: 'SHELF_PRICE',
      tagType: 'B5',
      store: places.TOKYO,
    }),
  )

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  shop = await createShop(client, { storeCode, gateways: 1, tags: 3, config: places.TOKYO })
  fleet = stage.startFleet(shop, server)
  const lines = [98, 628, 298].map((price, n) => `${eanOf(n)},${names[n]},${price},100ml,${price}`)
  const content = new Blob([`${header}\n${lines.join('\n')}\n`])
  await client.productFiles.upload({ body: { storeCode }, file: { name: 'first.csv', content } })
  await client.tags.assign({ body: { storeCode, tagList: shop.tagMacs.map((tagMac, n) => ({ tagMac, prCode: eanOf(n) })) } })
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/product/list/${storeCode}`)
  await page.locator('tr[data-row]').first().waitFor()
})
beforeEach(needChromium)

test('a file with a price of 0 and one a hundred times too high: nothing is applied without a tick, and the glass shows what was ticked', async () => {
  await until('the labels show the first prices', () => shows(0, 98) && shows(1, 628) && shows(2, 298))
  await openUpload(page, file([10_800, 0, 268]))
  await button('Check').click()
  await dialog().getByText('Look at these 2 prices').waitFor()
  expect(await rows('prices-to-look-at').allInnerTexts()).toEqual([
    expect.stringMatching(/こだわり 緑茶[^]*line 2[^]*Price is ten times the old price or more[^]*¥98 → ¥10,800[^]*\+10,920\.4 %[^]*1/),
    expect.stringMatching(/特選 味噌[^]*line 3[^]*Price is zero[^]*¥628 → ¥0[^]*−100 %/),
  ])
  expect(await rows('other-prices').allInnerTexts()).toEqual([expect.stringMatching(/徳用 カレールウ[^]*¥298 → ¥268[^]*−10\.1 %/)])
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page)).toEqual([])
  }
  expect(await button('Apply').isDisabled()).toBe(true)
  await dialog().getByText('2 prices still need their tick.').waitFor()
  await dialog().getByRole('checkbox', { name: 'こだわり 緑茶: ¥10,800 is right' }).check()
  await dialog().getByText('1 price still needs its tick.').waitFor()
  expect(await button('Apply').isDisabled()).toBe(true)
  expect(shows(0, 98) && shows(1, 628)).toBe(true)
  await dialog().getByRole('checkbox', { name: '特選 味噌: ¥0 is right' }).check()
  await button('Apply').click()
  await dialog()
    .getByText(/3 rows: 3 changed/)
    .waitFor()
  await button('Close').last().click()
  await until('the labels show what was ticked', () => shows(0, 10_800) && shows(2, 268))
})

test('a price that changes between check and Apply: nothing is applied unseen, and the review is shown anew', async () => {
  await openUpload(page, file([10_800, 0, 278]))
  await button('Check').click()
  await rows('other-prices').getByText('¥268').waitFor()
  await client.products.save({
    body: { storeCode, productList: [{ prCode: eanOf(2), prInfo: [eanOf(2), names[2] ?? '', '', '288', '', '100ml', '288'] }] },
  })
  await until('the label shows what came in between', () => shows(2, 288))
  await button('Apply').click()
  await dialog().getByText('Prices of the store have changed since the check.').waitFor()
  await rows('other-prices').getByText('¥288').waitFor()
  expect(shows(2, 288)).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await button('Apply').click()
  await dialog()
    .getByText(/3 rows: 1 changed/)
    .waitFor()
  await button('Close').last().click()
  await until('the label shows what was looked at', () => shows(2, 278))
  await openUpload(page, file([10_800, 0, 268]))
  await button('Check').click()
  await button('Apply').click()
  await button('Close').last().click()
  await until('the label is as before', () => shows(2, 268))
})

test('the form of a product asks before a price of 0, and takes over the unit price that fits', async () => {
  // The list learns of changes a little later; a form on the product as it was would say that it has changed.
  await page.reload()
  await page.getByRole('button', { name: `Edit product ${eanOf(2)}` }).click()
  await dialog().getByLabel('Price', { exact: true }).fill('0')
  await button('Save').click()
  await dialog().getByText('Look at this price').waitFor()
  expect(await button('Save').isDisabled()).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  expect(shows(2, 268)).toBe(true)
  // Another price is another question: a rise of a tenth is none, but the unit price stays behind.
  await dialog().getByLabel('Price', { exact: true }).fill('298')
  await button('Save').click()
  await dialog().getByText('1 price no longer fits').waitFor()
  expect(await rows('price-misfits').innerText()).toMatch(/Unit price\s+¥268/)
  await dialog().getByRole('button', { name: 'Take over ¥298' }).click()
  expect(await dialog().getByLabel('Unit price').inputValue()).toBe('298')
  await button('Save').click()
  await dialog().waitFor({ state: 'hidden' })
  await until('the label shows both', () => shows(2, 298))
})

test('a task is taken back only once its odd prices have their tick', async () => {
  const { data } = await client.tasks.search({ params: {}, body: { filter_storeCode: storeCode } })
  const ofForm = data[0]?.taskId ?? ''
  const cheap = await client.products.save({
    body: { storeCode, productList: [{ prCode: eanOf(0), prInfo: [eanOf(0), names[0] ?? '', '', '98', '', '100ml', '98'] }] },
  })
  expect(cheap.taskId).not.toBe(ofForm)
  await until('the label shows it', () => shows(0, 98))
  await page.goto(`${server.url}/#/task/detail/${storeCode}/${cheap.taskId}/UPDATE`)
  await page.getByRole('button', { name: 'Revert…' }).click()
  await dialog().getByText('1 product goes back to what it was. 1 label follows, as a task of its own.').waitFor()
  expect(await button('Revert').isDisabled()).toBe(true)
  await tickPrices(dialog())
  await button('Revert').click()
  await dialog().waitFor({ state: 'hidden' })
  await until('the label shows what was before', () => shows(0, 10_800))
})
