/** Assigning with a laser scanner, which types, and with the camera: the label, then the product, without a click in between. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { filmOf, filmSwitches, picture } from './camera.ts'
import { testsInOrder } from './in-order.ts'
import { shoot } from './scanner.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, eanOf, signIn, until, uploadPrices, type ApiClient, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'SCAN'
const stage = setStage()
let shop: Shop
let client: ApiClient
let page: Page
/** What the camera sees: this label, then this product. */
const seen = { tag: 0, product: 3 }

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const server = await stage.startServer()
  client = await signIn(server.url)
  shop = await createShop(client, { storeCode, gateways: 1, tags: 3 })
  await uploadPrices(client, storeCode, [100, 200, 300, 400])
  await until(
    'the products are there',
    async () => (await client.tags.findByPrCode({ params: { prCode: eanOf(3), storeCode } })).product !== null,
  )
  const film = join(stage.folder, 'shelf.y4m')
  writeFileSync(film, filmOf([picture('code128', shop.tagMacs[seen.tag] ?? ''), picture('ean13', eanOf(seen.product))]))
  page = await openPage(await stage.launch(filmSwitches(film)), { viewport: { width: 1280, height: 900 } })
  await signInAt(page, `${server.url}/#/tag/detail/${storeCode}`)
  await page.getByRole('button', { name: 'Assign', exact: true }).waitFor()
})
beforeEach(needChromium)

const productOf = async (tagMac: string) => {
  const { data } = await client.tags.search({ params: { storeCode }, body: { filter_barcode: tagMac } })
  return data[0]?.prCode
}

test('a laser scanner needs no click: scans find their fields wherever the focus is', async () => {
  const [, tagMac = ''] = shop.tagMacs
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = page.getByRole('dialog')
  // The focus lies on the field for the default product: neither scan may stay in it.
  await dialog.getByLabel('Default product code').focus()
  await shoot(page, eanOf(2))
  await expect.poll(() => dialog.getByLabel('Product code', { exact: true }).inputValue()).toBe(eanOf(2))
  expect(await dialog.getByLabel('Default product code').inputValue()).toBe('')
  await shoot(page, tagMac)
  await dialog.getByText(`${eanOf(2)} assigned to ${tagMac}`).waitFor()
  expect(await productOf(tagMac)).toBe(eanOf(2))
  await dialog.getByRole('button', { name: 'Close' }).click()
})

test('the camera reads the label and the product and assigns', async () => {
  const tagMac = shop.tagMacs[seen.tag] ?? ''
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Scan with the camera' }).click()
  await dialog
    .getByText(`${eanOf(seen.product)} assigned to ${tagMac}`)
    .first()
    .waitFor()
  expect(await productOf(tagMac)).toBe(eanOf(seen.product))
  await dialog.getByRole('button', { name: 'Stop the camera' }).click()
  await dialog.locator('video').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Close' }).click()
})
