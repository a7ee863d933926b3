/** Assigning with a laser scanner, which types, and with the camera: the label, then the product, without a click in between. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chromiumMissing, chromiumPath, launch } from './browser.ts'
import { filmOf, filmSwitches, picture } from './camera.ts'
import { shoot } from './scanner.ts'
import {
  administrator,
  createShop,
  eanOf,
  freePorts,
  priceFile,
  signIn,
  startServer,
  temporaryFolder,
  until,
  type ServerProcess,
  type Shop,
} from './system.ts'

const storeCode = 'SCAN'
const folder = temporaryFolder()
let server: ServerProcess
let shop: Shop
let client: Awaited<ReturnType<typeof signIn>>
let browser: Browser
let page: Page
/** What the camera sees: this label, then this product. */
const seen = { tag: 0, product: 3 }

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await startServer({ dataFolder: folder.path, ports: await freePorts() })
  client = await signIn(server.url)
  shop = await createShop(client, { storeCode, gateways: 1, tags: 3 })
  const content = new Blob([priceFile([100, 200, 300, 400])])
  await client.productFiles.upload({ body: { storeCode }, file: { name: 'first.csv', content } })
  await until(
    'the products are there',
    async () => (await client.tags.findByPrCode({ params: { prCode: eanOf(3), storeCode } })).product !== null,
  )
  const film = join(folder.path, 'shelf.y4m')
  writeFileSync(film, filmOf([picture('code128', shop.tagMacs[seen.tag] ?? ''), picture('ean13', eanOf(seen.product))]))
  browser = await launch(filmSwitches(film))
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(20_000)
  await page.goto(`${server.url}/#/tag/detail/${storeCode}`)
  await page.getByLabel('E-mail').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Assign', exact: true }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  folder.remove()
})
const needChromium = (context: { skip(note?: string): void }) => {
  if (chromiumPath === undefined && process.env.ENDCAP_REQUIRE_ALL === undefined) context.skip(chromiumMissing)
  expect(chromiumPath, chromiumMissing).toBeDefined()
}

const productOf = async (tagMac: string) => {
  const { data } = await client.tags.search({ params: { storeCode }, body: { filter_barcode: tagMac } })
  return data[0]?.prCode
}

test('a laser scanner needs no click: scans find their fields wherever the focus is', async (context) => {
  needChromium(context)
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

test('the camera reads the label and the product and assigns', async (context) => {
  needChromium(context)
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
