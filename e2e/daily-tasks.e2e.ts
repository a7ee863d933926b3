/** What people do most, with the steps that it takes them (docs/daily-tasks.md): none may become longer. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fleet } from '@endcap/fleet/fleet'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { expectedLabel, isOnGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { places } from './places.ts'
import { needChromium, setStage } from './stage.ts'
import { stepsAt } from './steps.ts'
import { eanOf, until, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'SHELF'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const size = { storeCode, gateways: 2, tags: 4, prices: [168, 298, 398, 498], config: places.BERLIN }
  ;({ server, client, shop, fleet, page } = await stage.openConsole(size, '/dashboard'))
  await until('the search has followed', async () => (await client.search.find({ query: { term: 'Produkt 2' } })).products.length > 0)
})
beforeEach(needChromium)

const dialog = () => page.getByRole('dialog')
const panel = () => page.getByRole('complementary').last()
/** Whether the label of this product shows the price. */
const shows = (index: number, price: string) =>
  isOnGlass(
    fleet,
    shop.tagMacs[index] ?? '',
    expectedLabel([[eanOf(index), `Produkt ${index}`, 'Sonnental', price, '', '1 kg', '', '', 'EUR', eanOf(index)]], {
      layoutId: 'SHELF_PRICE',
      tagType: 'B5',
      store: places.BERLIN,
    }),
  )
const home = () => page.goto(`${server.url}/#/dashboard`)

test('the price of a product that is known by name, and its label', async () => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { count, press, type, click, fill } = stepsAt(page)
  await press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to…' }).waitFor()
  await type('Produkt 2')
  await page.getByRole('option').filter({ hasText: 'Produkt 2' }).waitFor()
  await press('Enter')
  await click(panel().getByRole('button', { name: 'Edit' }))
  await fill(dialog().getByLabel('Price', { exact: true }), '4.15')
  await click(dialog().getByRole('button', { name: 'Save', exact: true }))
  await dialog().waitFor({ state: 'detached' })
  await until('the glass shows the price', () => shows(2, '4.15'))
  // The panel stays and shows the label that stands there.
  await panel().getByText('4,15 €').first().waitFor()
  expect(count()).toBe(6)
})

test('the same by keyboard alone', async () => {
  await home()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { count, press, type } = stepsAt(page)
  await press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to…' }).waitFor()
  await type('Produkt 3')
  await page.getByRole('option').filter({ hasText: 'Produkt 3' }).waitFor()
  await press('Enter')
  await panel().getByRole('button', { name: 'Edit' }).waitFor()
  await press('e')
  await press('Enter')
  // What stands there is chosen, and goes with the first letter.
  await dialog().getByLabel('Price', { exact: true }).and(page.locator(':focus')).waitFor()
  await type('5.15')
  await press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await until('the glass shows the price', () => shows(3, '5.15'))
  expect(count()).toBe(7)
})

test('which label is wrong, what it should show, and sent again', async () => {
  await home()
  const tagMac = shop.tagMacs[1] ?? ''
  fleet.faults.add({ kind: 'image-unavailable', tagMac })
  await client.products.save({
    body: {
      storeCode,
      productList: [{ prCode: eanOf(1), prInfo: [eanOf(1), 'Produkt 1', 'Sonnental', '3.10', '', '1 kg', '', '', 'EUR', eanOf(1)] }],
    },
  })
  const cause = page.getByRole('region', { name: 'What needs you' }).locator('[data-part=cause]')
  await cause.getByText('1 label shows a wrong price').waitFor()
  fleet.faults.clear('image-unavailable')
  const { count, click } = stepsAt(page)
  await click(cause.getByRole('link', { name: 'Walking list' }))
  await click(page.locator('[data-part=walk-label]'))
  await click(panel().getByRole('button', { name: 'Send again' }))
  await click(dialog().getByRole('button', { name: 'Send again' }))
  await until('the glass shows the price', () => shows(1, '3.10'))
  expect(count()).toBe(4)
})

test('a file with an error: its good lines, and the wrong ones to be mended', async () => {
  await client.stores.save({ body: { storeCode, applyGoodLines: true } })
  const path = join(stage.folder, 'error.csv')
  const line = (index: number, price: string) => `${eanOf(index)},Produkt ${index},Sonnental,${price},1 kg,EUR,${eanOf(index)}`
  writeFileSync(path, ['PRODUCT_CODE,NAME,NAME2,PRICE,UNIT,CURRENCY,BARCODE', line(0, '1.75'), `${line(3, '5.05')},more`].join('\n'))
  await page.goto(`${server.url}/#/product/list/${storeCode}`)
  const { count, click, choose } = stepsAt(page)
  await click(page.getByRole('button', { name: 'Upload file' }))
  await choose(dialog().locator('input[type=file]'), path)
  await click(dialog().getByRole('button', { name: 'Check', exact: true }))
  await click(dialog().getByRole('checkbox', { name: 'Leave the wrong lines out (1) and apply the good ones (1)' }))
  const saved = page.waitForEvent('download')
  await click(dialog().getByRole('button', { name: 'Download the wrong lines' }))
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
  await click(dialog().getByRole('button', { name: 'Apply the good lines' }))
  await until('the glass shows the price', () => shows(0, '1.75'))
  expect(count()).toBe(6)
})

test('who changed a price, and put back', async () => {
  await page.goto(`${server.url}/#/dashboard`)
  const { count, click } = stepsAt(page)
  await click(page.getByRole('link', { name: 'Products', exact: true }))
  await click(page.getByRole('link', { name: 'Price changes', exact: true }))
  const row = page.getByRole('row').filter({ hasText: 'Produkt 2' })
  expect(await row.innerText()).toMatch(/3[.,]98[^]*4[.,]15[^]*admin@endcap\.example/)
  await click(row.getByRole('button', { name: /Put back/ }))
  await click(dialog().getByRole('button', { name: /Put back/ }))
  await until('the glass shows the price of before', () => shows(2, '3.98'))
  expect(count()).toBe(4)
})

test('three paper labels of products in the list, on the sheet that was used last', async () => {
  await page.goto(`${server.url}/#/print/edit/${storeCode}`)
  await page.getByRole('combobox', { name: 'Sheet', exact: true }).click()
  await page.getByRole('option', { name: /^105 · / }).click()
  await page.goto(`${server.url}/#/product/list/${storeCode}`)
  const { count, click } = stepsAt(page)
  for (const index of [0, 2, 3]) await click(page.getByLabel(`Select ${eanOf(index)}`))
  await click(page.getByRole('button', { name: 'Print labels' }))
  await page.getByText('3 rows · 3 labels · 1 page').waitFor()
  await click(page.getByRole('button', { name: 'Print preview' }))
  await click(dialog().getByRole('button', { name: 'Create PDF' }))
  await dialog().getByRole('link', { name: 'Download' }).waitFor()
  expect(count()).toBe(6)
})

/** To a place of the menu, by its key. */
async function goTo({ press }: ReturnType<typeof stepsAt>, key: string, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await press('g')
  await press(key)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.waitForFunction(() => document.querySelector('main')?.contains(document.activeElement) === true)
}
const focused = (selector: string) => page.locator(`${selector}:focus`).waitFor()

test('a print list and its preview by keyboard alone', async () => {
  // A clerk has chosen the store, and the browser remembers it.
  await page.evaluate((code) => localStorage.setItem('endcap.store', code), storeCode)
  await page.reload()
  await home()
  const steps = stepsAt(page)
  await goTo(steps, 'r', 'Print labels')
  await page.getByText('3 rows · 3 labels · 1 page').waitFor()
  await steps.press('/')
  await focused('[data-fills-list]')
  for (const [at, index] of [2, 3].entries()) {
    await steps.type(`Produkt ${index}`)
    await steps.press('Enter')
    await page.getByText(`3 rows · ${4 + at} labels · 1 page`).waitFor()
  }
  await steps.press('Control+Enter')
  await dialog().getByRole('button', { name: 'Create PDF' }).waitFor()
  expect(steps.count()).toBe(8)
})

test('labels ticked and taken off their products, by keyboard alone', async () => {
  // The newest stands first: rows change places while labels are on their way.
  await until('no label is on its way', async () => {
    const { byStatus } = await client.tags.counts({ params: { storeCode } })
    return byStatus.WIP + byStatus.UPDATE === 0
  })
  await home()
  const steps = stepsAt(page)
  const { press } = steps
  await goTo(steps, 'l', 'Tags')
  await page.locator('tr[data-row="3"]').waitFor()
  await press('j')
  await focused('tr[data-row="0"]')
  await press('Shift+ArrowDown')
  await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
  await press('a')
  await focused('[data-part=selection] button')
  await press('Enter')
  await dialog().getByRole('button', { name: 'Deassign' }).and(page.locator(':focus')).waitFor()
  await press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await until('two labels have no product', async () => {
    const { data } = await client.tags.search({ params: { storeCode }, body: { length: 10 } })
    return data.filter(({ prCode }) => prCode === null).length === 2
  })
  expect(steps.count()).toBe(7)
})

test('along what can be done with ticked labels by arrows, and back to the rows, which stay ticked', async () => {
  await home()
  await page.goto(`${server.url}/#/tag/detail/${storeCode}?sort=barcode%20desc`)
  await page.locator('tr[data-row="3"]').waitFor()
  const press = (key: string) => page.keyboard.press(key)
  const nameOfFocus = () => page.evaluate(() => document.activeElement?.textContent)
  await press('j')
  await focused('tr[data-row="0"]')
  await press('Space')
  await press('a')
  const names = ['Deassign', 'Send again']
  await expect.poll(nameOfFocus).toBe(names[0])
  await press('ArrowRight')
  expect(await nameOfFocus()).toBe(names[1])
  await press('End')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Clear selection')
  await press('ArrowRight')
  expect(await nameOfFocus()).toBe(names[0])
  await press('Escape')
  await focused('[data-grid]')
  await press('j')
  await focused('tr[data-row="1"]')
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
})

test('a colleague for one store, who chooses a password by a link', async () => {
  await home()
  const { count, click, fill } = stepsAt(page)
  await click(page.getByRole('link', { name: 'Settings', exact: true }))
  await click(page.getByRole('button', { name: 'Invite' }))
  await fill(dialog().getByLabel('Name', { exact: true }), 'Kim Berger')
  await fill(dialog().getByLabel('E-mail', { exact: true }), 'kim@shop.example')
  await click(dialog().getByRole('button', { name: 'Make a link' }))
  await dialog()
    .getByText(/\/#\/|https?:/)
    .first()
    .waitFor()
  expect(count()).toBe(5)
})

test('why a store is offline, and since when', async () => {
  fleet.faults.add({ kind: 'gateway-offline', storeCode })
  await home()
  const cause = page.getByRole('region', { name: 'What needs you' }).locator('[data-part=cause]')
  await cause.getByText('Shop SHELF is offline').waitFor()
  expect(await cause.innerText()).toMatch(/since \d\d:\d\d[^]*None of 2 gateways answers\./)
  const { count, click } = stepsAt(page)
  await click(cause.getByRole('link', { name: 'Look at the store' }))
  await page.waitForURL(/store\/detail\/SHELF/)
  expect(count()).toBe(1)
})

test('an open critical alarm does not make the page higher than its window', async () => {
  await until('there is an open critical alarm', async () => (await client.alarms.openCritical({})).count > 0)
  await page.setViewportSize({ width: 1440, height: 300 })
  await page.getByText(/critical alarms? (is|are) open/).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => document.scrollingElement?.scrollHeight)).toBe(300)
})
