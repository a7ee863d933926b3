/** Prices that could be meant in two ways, and prices that are missing: what the check of the file says, and what then stands on the glass. */
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
import { openUpload, tickPrices } from './upload.ts'

const names = ['BERLIN', 'BOSTON', 'KUWAIT'] as const
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
    const content = new Blob([`PRODUCT_CODE,NAME,PRICE\n${eanOf(0)},Olive oil,5\n`])
    await client.productFiles.upload({ body: { storeCode }, file: { name: 'first.csv', content } })
    await client.tags.assign({ body: { storeCode, tagList: [{ tagMac: shops[storeCode].tagMac, prCode: eanOf(0) }] } })
  }
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/product/list/BERLIN`)
})
beforeEach(needChromium)

function shows(storeCode: StoreCode, price: string): boolean {
  const { fleet, tagMac } = shops[storeCode]
  const product = [eanOf(0), 'Olive oil', '', price]
  return isOnGlass(fleet, tagMac, expectedLabel([product], { layoutId: 'SHELF_PRICE', tagType: 'B5', store: places[storeCode] }))
}

async function check(storeCode: StoreCode, price: string) {
  const path = join(stage.folder, `${storeCode}-${price}.csv`)
  writeFileSync(path, `PRODUCT_CODE,NAME,PRICE\n${eanOf(0)},Olive oil,${price}\n`)
  await page.goto(`${server.url}/#/product/list/${storeCode}`)
  // Whatever stood open before.
  await page.reload()
  const dialog = await openUpload(page, path)
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  return dialog
}

test.each([
  ['BERLIN', '1299'],
  ['KUWAIT', '1.299'],
] as const)('1.299 in %s is %s: the check tells it before, and the glass shows it', async (storeCode, price) => {
  await until('the label shows the first price', () => shows(storeCode, '5'))
  const dialog = await check(storeCode, '1.299')
  await dialog.getByText('The file can be applied.').waitFor()
  // A price of a thousand for one of five is looked at by a person, and one of a quarter.
  const odd = dialog.locator('[data-part=prices-to-look-at]')
  if (storeCode === 'BERLIN') expect(await odd.innerText()).toMatch(/5,00\s€ → 1\.299,00\s€/)
  else expect(await odd.innerText()).toContain('Price falls a lot')
  expect(await dialog.getByRole('button', { name: 'Apply', exact: true }).isDisabled()).toBe(true)
  await tickPrices(dialog)
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await dialog.getByText(/1 rows?: 1 changed/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await until('the label shows the new price', () => shows(storeCode, price))
})

test('1.299 in Boston could be meant in two ways: the line is refused, and the glass stays', async () => {
  await until('the label shows the first price', () => shows('BOSTON', '5'))
  const dialog = await check('BOSTON', '1.299')
  await dialog.getByText('The file would be refused.').waitFor()
  await dialog.getByText('Line 2 has “1.299” for Price PRICE, which could be 1299 or 1.299: write 1299 or 1.2990').waitFor()
  expect(await dialog.getByRole('button', { name: 'Apply', exact: true }).isDisabled()).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(shows('BOSTON', '5')).toBe(true)
})

test('an empty price: the check names the label, which keeps what it shows, and its task says why', async () => {
  await until('the label shows the first price', () => shows('BOSTON', '5'))
  const dialog = await check('BOSTON', '')
  await dialog.getByText('1 label could not be shown.').waitFor()
  const failing = dialog.getByRole('list', { name: 'Labels that could not be shown' })
  expect(await failing.innerText()).toContain(eanOf(0))
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await dialog.getByText(/1 rows?: 1 changed/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const [task] = (await client.tasks.search({ params: {}, body: { filter_storeCode: 'BOSTON' } })).data
  const taskId = task?.taskId ?? ''
  const failed = async () => (await client.tasks.failedRows({ params: { storeCode: 'BOSTON', taskId }, body: {} })).data
  await until('the task says why', async () => (await failed()).length === 1)
  expect((await failed()).map(({ reason }) => reason)).toEqual(['no-price'])
  expect(shows('BOSTON', '5')).toBe(true)
})
