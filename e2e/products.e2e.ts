/** The main job: a file with changed prices is uploaded in the browser, and every label's glass shows the new price. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { Fleet } from '@endcap/fleet/fleet'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { expectedPixels, glassPixels, scanGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage } from './stage.ts'
import { administrator, eanOf, priceFile, showAll, until, uploadPrices, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const labels = 200
const storeCode = 'MAIN'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  ;({ server, client, shop, fleet } = await stage.openShop({ storeCode, gateways: 2, tags: labels }))
  const prices = Array.from({ length: 1000 }, (_, index) => 100 + index)
  await uploadPrices(client, storeCode, prices)
  await showAll(client, shop)
  page = await openPage(await stage.launch())
})
beforeEach(needChromium)

/** Buttons and links of the screen that lie below this note. */
const coveredButtons = (note: Element): string[] => {
  const { left, right, top, bottom } = note.getBoundingClientRect()
  return [...document.querySelectorAll('button, a, input, select')]
    .filter((one) => !note.contains(one))
    .filter((one) => {
      const box = one.getBoundingClientRect()
      return box.width > 0 && box.left < right && box.right > left && box.top < bottom && box.bottom > top
    })
    .map((one) => one.getAttribute('aria-label') ?? one.textContent)
}

test('sign-in refuses, then leads back to the page that was asked for', async () => {
  await page.goto(`${server.url}/#/product/list/${storeCode}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('Enter Email, Please!')
  await page.getByLabel('E-mail').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('Authentication Failure.')
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Products' }).waitFor()
  expect(page.url()).toContain(`/product/list/${storeCode}`)
})

test('the list says what each product costs and shows the label as it stands; a click anywhere in a row opens the panel', async () => {
  const [tagMac = ''] = shop.tagMacs
  const params = { storeCode, prCode: eanOf(0) }
  await page.getByLabel('Filter Product', { exact: true }).fill('Produkt 0$')
  const row = page.locator('tr[data-row]').filter({ hasText: eanOf(0) })
  await row.getByText((await client.products.get({ params })).price, { exact: true }).waitFor()
  const { encodedImage } = await client.tagList.image({ params, query: {} })
  await expect.poll(() => row.locator('[data-part=picture] img').getAttribute('src')).toBe(`data:image/png;base64,${encodedImage}`)
  expect(await scanGlass(fleet, tagMac)).toEqual([eanOf(0)])
  // The time is no button and no link.
  await row.locator('time').click()
  const panel = page.locator('aside[data-part=peek]')
  await panel.locator('header').getByText('Produkt 0').waitFor()
  expect(page.url()).toMatch(new RegExp(`peek=.*${eanOf(0)}`))
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.getByLabel('Filter Product', { exact: true }).fill('')
})

test('200 changed prices reach the glass of the right labels, and the console shows it', async () => {
  const shownBefore = new Map(shop.tagMacs.map((mac) => [mac, fleet.tag(mac)?.shown]))
  const file = join(stage.folder, 'changed.csv')
  writeFileSync(file, priceFile(Array.from({ length: 1000 }, (_, index) => (index < labels ? 5000 + index : 100 + index))))
  await page.getByRole('button', { name: 'Upload file' }).click()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('dialog').getByRole('button', { name: 'Apply without checking' }).click()
  await page.getByRole('dialog').getByText('1000 rows: 200 changed, 800 as before, 200 labels on their way.').waitFor()

  await page.getByRole('link', { name: 'Open the task' }).click()
  await page.getByRole('heading', { name: /^Task / }).waitFor()
  await page.goto(`${server.url}/#/task`)
  // Live: the row reaches 100 % without being loaded again.
  await page.locator('tr[data-row]').first().getByText('100 %').waitFor()

  await page.goto(`${server.url}/#/tag/detail/${storeCode}`)
  await expect.poll(() => page.getByRole('button', { name: /^OK/ }).innerText()).toContain('200')
  for (const [index, tagMac] of shop.tagMacs.entries()) {
    expect(fleet.tag(tagMac)?.shown).not.toBe(shownBefore.get(tagMac))
    expect(await scanGlass(fleet, tagMac)).toEqual([eanOf(index)])
  }
  // The picture is, pixel by pixel, what the layout makes of the new price.
  for (const [index, tagMac] of shop.tagMacs.entries()) {
    const price = ((5000 + index) / 100).toFixed(2)
    expect(glassPixels(fleet, tagMac)).toEqual(
      expectedPixels([eanOf(index), `Produkt ${index}`, 'Sonnental', price, '', '1 kg', '', '', 'EUR', eanOf(index)]),
    )
  }
  const [tagMac] = shop.tagMacs
  const preview = await client.tags.preview({ params: { storeCode, tagMac: tagMac ?? '' }, query: {} })
  expect(preview.prInfo[3]).toBe('50.00')
  const glass = await client.tags.updateHistory({ params: { storeCode, tagMac: tagMac ?? '' }, body: {} })
  expect(glass.data[0]).toMatchObject({ status: 'OK', hasImage: true })
})

test('the panel beside the list shows the glass; its address survives a reload', async () => {
  await page.locator('tr[data-row] button[aria-label^="Preview"]').first().click()
  await page.getByText('The label is on the glass.').waitFor()
  await page.reload()
  await page.getByText('The label is on the glass.').waitFor()
  expect(await page.locator('aside[data-part=peek] img').getAttribute('src')).toMatch(/^data:image\/png;base64,/)
  await page.getByRole('button', { name: 'Next tag' }).click()
  await page.getByText('The label is on the glass.').waitFor()
})

test('assigning by scanning keeps the dialog open; deassigning blanks the glass', async () => {
  const [tagMac = ''] = shop.tagMacs
  await page.locator('[data-part=head]').getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tag ID').fill(tagMac)
  await page.keyboard.press('Enter')
  await page.keyboard.type('nonsense')
  await page.keyboard.press('Enter')
  await dialog.getByText("Some products don't exist. Would you like to continue?").waitFor()
  await dialog.getByLabel('Product code', { exact: true }).fill(eanOf(500))
  await page.keyboard.press('Enter')
  await dialog.getByText(`${eanOf(500)} assigned to ${tagMac}`).waitFor()
  expect(await dialog.getByLabel('Tag ID').inputValue()).toBe('')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await until('the glass shows the new product', async () => (await scanGlass(fleet, tagMac))[0] === eanOf(500))

  await page.getByLabel('Filter Tag ID').fill(tagMac)
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1)
  await page.locator('tr[data-row] input[type=checkbox]').click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Deassign' }).click()
  await page.getByText('Take the product off 1 tag?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Deassign' }).click()
  const done = page.getByRole('alert').filter({ hasText: 'Complete!' })
  await done.getByText('The product is taken off 1 tag.').waitFor()
  expect(await done.getByRole('link', { name: /^Task \d+$/ }).getAttribute('href')).toMatch(/^#\/task\/detail\/.+\/DEASSIGN$/)
  expect(await done.evaluate(coveredButtons)).toEqual([])
  await until('the glass is blank', () => fleet.tag(tagMac)?.glass.size === 0)
})

test('several products on one tag: the dialog closes, and the glass shows them', async () => {
  const [tagMac = ''] = shop.tagMacs
  await page.getByRole('button', { name: 'Assign several products' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tag ID').fill(tagMac)
  await dialog.getByLabel('Product codes').fill(`${eanOf(501)}\n${eanOf(502)}`)
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await dialog.waitFor({ state: 'detached' })
  await until('the glass shows something', () => (fleet.tag(tagMac)?.glass.size ?? 0) > 0)
})

test('an address that does not exist leads to the dashboard', async () => {
  await page.goto(`${server.url}/#/no/such/place`)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(page.url()).toBe(`${server.url}/#/dashboard`)
})

test('no serious accessibility violation on any screen, in both themes', async () => {
  const screens = [
    'tag',
    `tag/detail/${storeCode}`,
    `tag/${storeCode}/${shop.tagMacs[1]}/${shop.tagMacs[1]}/update/history`,
    'product',
    `product/list/${storeCode}`,
    'product/price/history',
    'product/file/upload/history',
    'task',
    'alarm/history',
  ]
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const screen of screens) {
      await page.goto(`${server.url}/#/${screen}`)
      await page.locator('[data-part=foot]').waitFor()
      // The store's tag list is looked at with its dialog open.
      if (screen === `tag/detail/${storeCode}`) await page.getByRole('button', { name: 'Assign', exact: true }).click()
      await settled(page)
      const found = await violationsOf(page)
      expect({ scheme, screen, found }).toEqual({ scheme, screen, found: [] })
    }
  }
})
