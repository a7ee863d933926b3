/**
 * Families from the console to the glass: made, assigned, changed, imported and deleted in the browser; after each step the glass of the
 * virtual tags is compared with the picture that the products of the family must make, and read by a bar code scanner.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { Fleet } from '@endcap/fleet/fleet'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { expectedLabel, glassPixels, scanGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, eanOf, signIn, until, uploadPrices, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'FAM'
/** 7.50 inches, with room for bar codes; 2.90 inches. */
const large = '5A3C9E0180000000'
const small = '5A3C9E0150000001'
const typeOf = (tagMac: string) => (tagMac === large ? 'B8' : 'B5')
/** Prices of the products in cents, by their place. */
const cents = Array.from({ length: 20 }, (_, index) => 100 + index)
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let fleet: Fleet
let page: Page

const infoOf = (index: number) => {
  const price = ((cents[index] ?? 0) / 100).toFixed(2)
  return [eanOf(index), `Produkt ${index}`, 'Sonnental', price, '', '1 kg', '', '', 'EUR', eanOf(index)]
}
/** Waits until the glass is the picture that these products make. */
async function showsAll(tagMac: string, ...products: number[]) {
  const expected = Buffer.from(expectedLabel(products.map(infoOf), { layoutId: 'MULTI', tagType: typeOf(tagMac) }))
  await until(`${tagMac} shows the products ${products.join(', ')}`, () => expected.equals(glassPixels(fleet, tagMac) ?? Buffer.alloc(0)))
  if (tagMac === large) expect((await scanGlass(fleet, tagMac)).toSorted()).toEqual(products.map(eanOf).toSorted())
}
const dialog = () => page.getByRole('dialog')
const row = (code: string) => page.locator('tr[data-row]').filter({ hasText: code })
const notified = (text: string) => page.getByRole('alert').filter({ hasText: text }).last().waitFor()
async function openFamilies() {
  await page.goto(`${server.url}/#/product/list/${storeCode}?view=families`)
  await page.reload()
  await page.getByRole('heading', { name: 'Families' }).waitFor()
}
const setPrice = (index: number, price: number) => {
  cents[index] = price
  return uploadPrices(client, storeCode, cents)
}

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  const shop = await createShop(client, { storeCode, gateways: 2, tags: 0 })
  shop.tagMacs.push(large, small)
  fleet = stage.startFleet(shop, server)
  await uploadPrices(client, storeCode, cents)
  await until('all tags are heard', async () => (await client.tags.counts({ params: { storeCode } })).total === 2)
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/product/list/${storeCode}`)
})
beforeEach(needChromium)

test('a family is made in the browser; what it lacks is said in the words of the field', async () => {
  await page.getByRole('heading', { name: 'Products' }).waitFor()
  await page.getByRole('button', { name: 'Families', exact: true }).click()
  await page.getByText('This store has no families of its own.').waitFor()
  await page.getByRole('button', { name: 'New family' }).click()
  const save = dialog().getByRole('button', { name: 'Save' })
  await save.click()
  await dialog().getByText('Enter Family Code, Please!').waitFor()
  await dialog().getByLabel('Family code').fill('DRINKS')
  await save.click()
  await dialog().getByText('Enter Product Code, Please!').waitFor()
  await dialog()
    .getByLabel('Product codes')
    .fill(` ${eanOf(0)} \n\n${eanOf(1)}\n${eanOf(0)}`)
  await dialog().getByText('2 of 6 places taken').waitFor()
  await save.click()
  await dialog().waitFor({ state: 'detached' })
  expect(await row('DRINKS').innerText()).toContain(`${eanOf(0)}, ${eanOf(1)}`)
  // Its code once more: it is asked before the family is changed.
  await page.getByRole('button', { name: 'New family' }).click()
  await dialog().getByLabel('Family code').fill('DRINKS')
  await dialog().getByLabel('Product codes').fill(eanOf(5))
  await save.click()
  await dialog().getByText('This family is already registered. Would you like to update the family?').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
})

test('assigned by its code, and by one of its products: the glass shows all of them', async () => {
  await page.goto(`${server.url}/#/tag/detail/${storeCode}`)
  await page.getByRole('button', { name: 'Assign several products' }).click()
  await dialog().getByLabel('Tag ID').fill(large)
  await dialog().getByText('Family', { exact: true }).click()
  await dialog().getByRole('button', { name: 'Assign' }).click()
  await dialog().getByText('Enter Family Code, Please!').waitFor()
  await dialog().getByLabel('Family code').fill('DRINKS')
  await dialog().getByRole('button', { name: 'Assign' }).click()
  await dialog().waitFor({ state: 'detached' })
  await showsAll(large, 0, 1)

  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await dialog().getByLabel('Tag ID').fill(small)
  await page.keyboard.press('Enter')
  // The next field has the focus once the tag is known.
  await expect.poll(() => page.evaluate(() => document.activeElement instanceof HTMLInputElement && document.activeElement.value)).toBe('')
  await page.keyboard.type(eanOf(1))
  await page.keyboard.press('Enter')
  await dialog().getByText('This product belongs to a family.').waitFor()
  await dialog().getByText('DRINKS', { exact: true }).click()
  await dialog().getByRole('button', { name: 'Continue' }).click()
  await dialog().getByText(`DRINKS assigned to ${small}`).waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await showsAll(small, 0, 1)
})

test('the price of one of its products changes, and the glass follows', async () => {
  expect(await setPrice(1, 777)).toMatchObject({ changed: 1, tagCount: 2 })
  await showsAll(large, 0, 1)
  await showsAll(small, 0, 1)
})

test('its products change in the browser, and the glass follows; its label is shown there', async () => {
  await openFamilies()
  await page.getByRole('button', { name: 'Edit family DRINKS' }).click()
  await dialog().getByText('2 labels show this family and are updated.').waitFor()
  await dialog().getByRole('img', { name: 'Preview of family DRINKS' }).waitFor()
  await dialog().getByLabel('Product codes').fill([2, 0, 1].map(eanOf).join('\n'))
  await dialog().getByRole('button', { name: 'Save' }).click()
  await notified('Saved: 2 labels are on their way')
  await showsAll(large, 2, 0, 1)
  await showsAll(small, 2, 0, 1)
  await page.goto(`${server.url}/#/tag/detail/${storeCode}?peek=${large}`)
  await page.locator('aside[data-part=peek]').getByText('DRINKS').waitFor()
})

test('a file of families is taken in, told in the history, and reaches the glass', async () => {
  await openFamilies()
  const choose = async (name: string, content: string) => {
    writeFileSync(join(stage.folder, name), content)
    await page.getByRole('button', { name: 'Import file' }).click()
    await page.locator('input[type=file]').setInputFiles(join(stage.folder, name))
    await dialog().getByRole('button', { name: 'Import file' }).click()
  }
  await choose('bad.xlsx', 'x')
  await dialog().getByText('Invalid file format').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await choose('short.csv', `DRINKS,${eanOf(1)},MULTI\n`)
  await dialog().getByText('No valid data').first().waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await choose('families.csv', `# code, six products, layout\nDRINKS,${eanOf(3)},${eanOf(4)},,,,,MULTI\nSNACKS,${eanOf(6)},,,,,,MULTI\n`)
  await dialog().getByText('2 rows: 2 changed, 0 as before, 2 labels on their way.').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await row('SNACKS').waitFor()
  await showsAll(large, 3, 4)
  await showsAll(small, 3, 4)
  await page.goto(`${server.url}/#/product/file/upload/history`)
  await page.getByRole('link', { name: 'families.csv' }).click()
  await page.getByRole('cell', { name: 'SNACKS' }).waitFor()
})

test('deleted while it is shown: the dialog says what happens, the glass stays and follows its products', async () => {
  await openFamilies()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog().getByText('No row selected. Please select one or more rows.').waitFor()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await dialog().getByRole('alert').getByText('No row selected. Please select one or more rows.').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('checkbox', { name: 'Select DRINKS' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await dialog().getByText('2 labels show them.').waitFor()
  await dialog().getByText('You cannot undo this action.').waitFor()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await notified('Complete!')
  await row('DRINKS').waitFor({ state: 'detached' })
  await setPrice(4, 888)
  await showsAll(large, 3, 4)
  await showsAll(small, 3, 4)
})

test('a family of all stores; a store’s own takes its place on the glass', async () => {
  await page.goto(`${server.url}/#/family-product`)
  // The screen before it has such a button, too.
  await page.getByRole('heading', { name: 'Shared families' }).waitFor()
  await page.getByRole('button', { name: 'New family' }).click()
  await dialog().getByLabel('Family code').fill('FRUIT')
  await dialog()
    .getByLabel('Product codes')
    .fill(`${eanOf(7)}\n${eanOf(8)}`)
  await dialog().getByRole('button', { name: 'Save' }).click()
  await row('FRUIT').waitFor()
  await client.tags.assignMultiple({ body: { storeCode, tagList: [{ tagMac: large, fmPrCode: 'FRUIT' }] } })
  await showsAll(large, 7, 8)
  const productList = [{ fmPrCode: 'FRUIT', prCodeList: [eanOf(9), eanOf(10), eanOf(11)], layoutId: 'MULTI' }]
  await client.families.save({ body: { storeCode, productList } })
  await showsAll(large, 9, 10, 11)
  await client.families.remove({ body: { storeCode, fmPrCodeList: ['FRUIT'] } })
  await showsAll(large, 7, 8)
})

test('no serious accessibility violation on its screens and dialogs, in both themes', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const screen of [`product/list/${storeCode}?view=families`, 'family-product']) {
      await page.goto(`${server.url}/#/${screen}`)
      // The same address again leaves the dialog open.
      await page.reload()
      await page.locator('[data-part=foot]').waitFor()
      await page.getByRole('button', { name: 'New family' }).click()
      await settled(page)
      expect({ scheme, screen, found: await violationsOf(page) }).toEqual({ scheme, screen, found: [] })
    }
  }
})

test('on a phone the list of a field opens below it, within the window, and stays open', async () => {
  const hand = await openPage(page.context().browser() ?? (await stage.launch()), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await signInAt(hand, `${server.url}/#/family-product`)
  await hand.getByRole('button', { name: 'New family' }).click()
  const field = hand.getByRole('dialog').getByRole('combobox', { name: 'Layout' })
  await field.tap()
  const choice = hand.getByRole('listbox').getByRole('option').nth(1)
  await choice.waitFor()
  await settled(hand)
  expect(await choice.isVisible()).toBe(true)
  // A window of a phone grows with what reaches over its edge.
  expect(await hand.evaluate(() => innerWidth)).toBe(390)
  const chosen = await choice.innerText()
  expect(await field.inputValue()).not.toBe(chosen)
  await choice.tap()
  await expect.poll(() => field.inputValue()).toBe(chosen)
  await hand.context().close()
})
