/** Second codes: brought by a file in the browser, scanned instead of the product's own code, and the glass shows the product. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { Fleet } from '@endcap/fleet/fleet'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { scanGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { eanOf, until, uploadPrices, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'SECOND'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  ;({ server, client, shop, fleet } = await stage.openShop({ storeCode, gateways: 1, tags: 3 }))
  await uploadPrices(client, storeCode, [100, 200, 300, 400])
  await until('all tags are heard', async () => (await client.tags.counts({ params: { storeCode } })).total === 3)
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/product/secondCode/list`)
})
beforeEach(needChromium)
const dialog = () => page.getByRole('dialog')
async function choose(name: string, content: string) {
  writeFileSync(join(stage.folder, name), content)
  await page.getByRole('button', { name: 'Import file' }).click()
  await page.locator('input[type=file]').setInputFiles(join(stage.folder, name))
  await dialog().getByRole('button', { name: 'Import file' }).click()
}

test('a file brings them; a wrong line is named and nothing is changed', async () => {
  await page.getByText('There are no second codes yet.').waitFor()
  await choose('wrong.csv', `prCode,secondCode\n${eanOf(1)},200001\n${eanOf(2)},\n`)
  await dialog().getByText('line 3 has no second code').first().waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  const rows = Array.from({ length: 30 }, (_, index) => `${eanOf(index % 4)},${200_000 + index}`)
  await choose('codes.csv', ['prCode,secondCode', ...rows].join('\n'))
  await dialog().getByText('30 rows: 30 changed, 0 as before.').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(25)
  await page.getByLabel('Filter Second code').fill('200001')
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1)
  expect(await page.locator('tr[data-row]').innerText()).toContain(eanOf(1))
})

test('scanned to assign, it is its product: the glass carries the product’s own bar code', async () => {
  const [tagMac = ''] = shop.tagMacs
  await page.goto(`${server.url}/#/tag/detail/${storeCode}`)
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await dialog().getByLabel('Tag ID').fill(tagMac)
  await page.keyboard.press('Enter')
  await page.keyboard.type('200001')
  await page.keyboard.press('Enter')
  await dialog()
    .getByText(`${eanOf(1)} assigned to ${tagMac}`)
    .waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await until('the glass shows the product', async () => (await scanGlass(fleet, tagMac))[0] === eanOf(1))
})

test('tags of a file are assigned to the product of a second code', async () => {
  const [, one = '', two = ''] = shop.tagMacs
  await page.goto(`${server.url}/#/tag/detail/${storeCode}`)
  await page.getByRole('button', { name: 'Assign from file' }).click()
  await dialog().getByLabel('Default product code').fill('200002')
  writeFileSync(join(stage.folder, 'tags.txt'), `${one}\n${two}\n`)
  await page.locator('input[type=file]').setInputFiles(join(stage.folder, 'tags.txt'))
  await dialog().getByRole('button', { name: 'Assign' }).click()
  await dialog().waitFor({ state: 'detached' })
  for (const tagMac of [one, two]) await until('the glass shows the product', async () => (await scanGlass(fleet, tagMac))[0] === eanOf(2))
})

test('no serious accessibility violation, in both themes', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${server.url}/#/product/secondCode/list`)
    // The same address again leaves the dialog open.
    await page.reload()
    await page.getByRole('button', { name: 'Import file' }).click()
    await settled(page)
    expect({ scheme, found: await violationsOf(page) }).toEqual({ scheme, found: [] })
  }
})
