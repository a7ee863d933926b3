/** A promotion made in the browser changes the glass at its start and changes it back at its end, to the newest data. */
import type { Fleet } from '@endcap/fleet/fleet'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { expectedPixels, isOnGlass } from './glass.ts'
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
  await dialog().getByLabel('Name').fill('Summer')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('Enter Product Code, Please!').waitFor()
  await dialog().getByLabel('Product codes').fill(eanOf(0))
  await dialog().getByLabel('Value, PRICE').fill('cheap')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('PRICE must be a number.').waitFor()
  await dialog().getByLabel('End', { exact: false }).fill(local(-7200))
  await dialog().getByLabel('Value, PRICE').fill('0.79')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('The end must be after the start.').waitFor()
  expect(await dialog().getByLabel('Name').inputValue()).toBe('Summer')
})

test('changes the glass at its start, stands before a file that comes in, and leaves the newest price at its end', async () => {
  expect(shows(0, '1.00')).toBe(true)
  await dialog().getByLabel('Start', { exact: false }).fill(local(4))
  await dialog().getByLabel('End', { exact: false }).fill(local(50))
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
