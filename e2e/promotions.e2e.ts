/** A promotion made in the browser changes the glass at its start and changes it back at its end, to the newest data. */
import type { Fleet } from '@endcap/fleet/fleet'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { expectedLabel, expectedPixels, isOnGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, setStage } from './stage.ts'
import { eanOf, until, uploadPrices, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'PROMO'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const size = { storeCode, gateways: 1, tags: 2, config: { storeType: 'HYPER' }, prices: [100, 200] }
  ;({ server, client, shop, fleet, page } = await stage.openConsole(size, '/setting/promotion'))
})
beforeEach(needChromium)

const dialog = () => page.getByRole('dialog')
const row = (text: string) => page.locator('tr[data-row]').filter({ hasText: text })
/** The time of a field, with the day and the time of day in one. */
const setTime = (name: 'Start' | 'End', time: string) => dialog().getByLabel(`${name} *`, { exact: true }).fill(time)
/** The clock of the store, so many seconds from now. */
const local = (seconds: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' })
    .format(new Date(Date.now() + seconds * 1000))
    .replace(' ', 'T')
const shows = (place: number, price: string) => {
  const expected = expectedPixels([eanOf(place), `Produkt ${place}`, 'Sonnental', price, '', '1 kg', '', '', 'EUR', eanOf(place)])
  return isOnGlass(fleet, shop.tagMacs[place] ?? '', expected)
}

test('says what is missing, and keeps what was typed', async () => {
  await page.getByRole('link', { name: 'HYPER' }).waitFor()
  await page.getByText('No promotion for this type of store yet').waitFor()
  await page.getByRole('button', { name: 'New promotion' }).click()
  await dialog().getByLabel('Name *', { exact: true }).fill('Summer')
  await dialog().getByText('By codes').click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('Enter Product Code, Please!').waitFor()
  await dialog().getByLabel('Product codes').fill(eanOf(0))
  await dialog().getByText('Unchanged').click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('Say what shall change').waitFor()
  await dialog().getByRole('button', { name: 'Add value' }).click()
  await dialog().getByLabel('Slot').click()
  await page.getByRole('option', { name: 'Price', exact: true }).click()
  await dialog().getByLabel('Value, Price').fill('cheap')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('Price must be a number.').waitFor()
  await setTime('End', local(-7200))
  await dialog().getByLabel('Value, Price').fill('0.79')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('The end must be after the start.').waitFor()
  expect(await dialog().getByLabel('Name *', { exact: true }).inputValue()).toBe('Summer')
})

test('changes the glass at its start, stands before a file that comes in, and leaves the newest price at its end', async () => {
  expect(shows(0, '1.00')).toBe(true)
  await setTime('Start', local(4))
  await setTime('End', local(50))
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
  await row('Summer').waitFor()
  await until('the glass shows the promotion', () => shows(0, '0.79'))
  expect(shows(1, '2.00')).toBe(true)
  await row('Summer').getByText('Running').waitFor()
  await uploadPrices(client, storeCode, [120, 200])
  await row('Summer').getByText('Ended').waitFor()
  await until('the glass shows the newest price', () => shows(0, '1.20'))
  expect(shows(1, '2.00')).toBe(true)
  const { prInfo } = await client.products.get({ params: { prCode: eanOf(0), storeCode } })
  expect(prInfo[3]).toBe('1.20')
})

test('stands in the history of the tag, as why it showed another price', async () => {
  const [tagMac = ''] = shop.tagMacs
  await page.goto(`${server.url}/#/tag/${storeCode}/${tagMac}/${tagMac}/update/history`)
  await expect.poll(() => row('Summer').first().innerText()).toContain('0.79')
  await page.goto(`${server.url}/#/task`)
  await page.locator('tr[data-row]').first().waitFor()
  const { data } = await client.tasks.search({ params: {}, body: { filter_storeCode: storeCode } })
  expect(data.length).toBeGreaterThanOrEqual(4)
})

test('is removed, and the screen is clean for axe in light and dark', async () => {
  await page.goto(`${server.url}/#/setting/promotion?type=HYPER`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.getByRole('button', { name: 'Edit Summer' }).click()
    await settled(page)
    expect(await violationsOf(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'detached' })
    await settled(page)
    expect(await violationsOf(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Delete Summer' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No promotion for this type of store yet').waitFor()
})

test('twenty percent off all wine next weekend takes eight steps, and the glass shows the price with the old one struck through', async () => {
  const lines = [`${eanOf(0)},Rioja,9.99,Wine`, `${eanOf(1)},Milk,1.19,Dairy`]
  const content = new Blob([`PRODUCT_CODE,NAME,PRICE,CATEGORY\n${lines.join('\n')}\n`])
  await client.productFiles.upload({ body: { storeCode }, file: { name: 'wine.csv', content } })
  const rioja = (price: string, listPrice: string) => [eanOf(0), 'Rioja', 'Sonnental', price, listPrice, '1 kg', '', '', 'EUR', eanOf(0)]
  const promoted = (price: string, listPrice: string) => expectedLabel([rioja(price, listPrice)], { layoutId: 'PROMOTION', tagType: 'B5' })
  const isOnWine = (pixels: Uint8Array) => isOnGlass(fleet, shop.tagMacs[0] ?? '', pixels)
  // The layout strikes through what stands there.
  expect(promoted('7.99', '9.99')).not.toEqual(promoted('7.99', ''))
  await until('the label shows the price of the wine', () => isOnWine(expectedPixels(rioja('9.99', ''))))
  const outcome = dialog().getByRole('region', { name: 'What it will do' })
  const steps = [
    () => page.getByRole('button', { name: 'New promotion' }).click(),
    () => dialog().getByLabel('Name *', { exact: true }).fill('Wine weekend'),
    () => dialog().getByLabel('Values', { exact: true }).fill('Wine'),
    () => dialog().getByLabel('Percent off').fill('20'),
    () => dialog().getByLabel('Layout').click(),
    () => page.getByRole('option', { name: 'PROMOTION', exact: true }).click(),
    () => dialog().getByRole('button', { name: 'Next weekend' }).click(),
  ]
  for (const step of steps) await step()
  await outcome.getByText('1 product, 1 label in 1 store', { exact: true }).waitFor()
  await outcome.getByText('9,99 €').waitFor()
  await outcome.getByText('7,99 €').waitFor()
  await expect.poll(() => outcome.locator('[data-part=before-after] img').count()).toBe(2)
  const [before, after] = await outcome
    .locator('[data-part=before-after] img')
    .evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  expect(after).not.toBe(before)
  // The eighth.
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(await row('Wine weekend').innerText()).toMatch(
    /Planned[^]*06:00[^]*06:00[^]*Category = Wine[^]*−20 % · old price struck through · Layout PROMOTION/,
  )
  expect(isOnWine(expectedPixels(rioja('9.99', '')))).toBe(true)

  await page.getByRole('button', { name: 'Edit Wine weekend' }).click()
  await dialog().getByLabel('Price ends on').click()
  await page.getByRole('option', { name: 'Whole units', exact: true }).click()
  await outcome.getByText('7,00 €').waitFor()
  await setTime('Start', local(-60))
  await outcome.getByText('Takes effect at once in 1 store').waitFor()
  await dialog().getByRole('button', { name: 'Save and change labels in 1 store now' }).click()
  await dialog().waitFor({ state: 'detached' })
  await until('the glass shows the price of the promotion and the old one', () => isOnWine(promoted('7.00', '9.99')))
  await row('Wine weekend').getByText('Running').waitFor()
})
