/** What a file changed is looked at, taken back, and sent again where it failed: in the browser, proven on the glass. */
import type { Fleet } from '@endcap/fleet/fleet'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { expectedPixels, isOnGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { eanOf, showAll, until, uploadPrices, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'MAIN'
const labels = 20
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page
/** The task of the file that made every product one euro dearer. */
let taskId: string

const pricesFrom = (first: number) => Array.from({ length: labels + 2 }, (_, index) => first + index)
const glassOfPrice = (index: number, cents: number) =>
  expectedPixels([eanOf(index), `Produkt ${index}`, 'Sonnental', (cents / 100).toFixed(2), '', '1 kg', '', '', 'EUR', eanOf(index)])
/** Every glass shows the price that this says for its place. */
const glassesShow = (centsOf: (index: number) => number) =>
  until('every glass shows its price', () =>
    shop.tagMacs.every((tagMac, index) => isOnGlass(fleet, tagMac, glassOfPrice(index, centsOf(index)))),
  )
const open = async (path: string) => {
  await page.goto(`${server.url}/#${path}`)
  await settled(page)
}

beforeAll(async () => {
  if (chromiumPath === undefined) return
  ;({ server, client, shop, fleet } = await stage.openShop({ storeCode, gateways: 1, tags: labels }))
  await uploadPrices(client, storeCode, pricesFrom(1000))
  await showAll(client, shop)
  const dearer = await uploadPrices(client, storeCode, pricesFrom(1100))
  taskId = dearer.taskId ?? ''
  await glassesShow((index) => 1100 + index)
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/product/list/${storeCode}`)
  await page.getByRole('heading', { name: 'Products' }).waitFor()
})
beforeEach(needChromium)

test('the updates of a store tell what each file changed, product by product', async () => {
  await page.getByRole('link', { name: 'Updates' }).click()
  await page.getByRole('heading', { name: 'Product updates' }).waitFor()
  const rows = page.locator('tr[data-row]')
  await expect.poll(() => rows.count()).toBe(2)
  const newest = await rows.first().innerText()
  for (const text of ['File', String(labels + 2), String(labels), taskId, 'prices.csv']) expect(newest).toContain(text)
  await rows
    .first()
    .getByRole('link', { name: /^Open update/ })
    .click()
  await page.getByRole('heading', { name: /^Update \d+/ }).waitFor()
  await expect.poll(() => page.locator('tr[data-row]').first().innerText()).toContain('Price 10.00 → 11.00')
  await page.reload()
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(labels + 2)
})

test('a product tells every change: when, by whom, from which file', async () => {
  await open(`/product/list/${storeCode}`)
  await page.getByRole('link', { name: `History of product ${eanOf(0)}` }).click()
  await page.getByRole('heading', { name: 'Product history' }).waitFor()
  const rows = page.locator('tr[data-row]')
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Price 10.00 → 11.00'), expect.stringContaining('New')])
  await rows.first().getByRole('link', { name: 'prices.csv' }).click()
  await page.getByRole('heading', { name: 'prices.csv' }).waitFor()
})

test('a task is reverted: the glass goes back, by a task that can be followed', async () => {
  await open(`/task/detail/${storeCode}/${taskId}/UPDATE`)
  await page.getByRole('button', { name: 'Revert…' }).click()
  const dialog = page.getByRole('dialog', { name: `Revert task ${taskId}?` })
  await dialog.getByText(`${labels + 2} products go back to what they were. ${labels} labels follow, as a task of its own.`).waitFor()
  expect(await dialog.locator('[data-part=other-prices] tbody tr').first().innerText()).toMatch(
    /Produkt 0\s+\d+\s+11,00\s€ → 10,00\s€\s+−9\.1 %/,
  )
  expect(await violationsOf(page)).toEqual([])
  // None of its labels failed: there is nothing to send again.
  expect(await page.getByText('Retry failed…').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => page.url()).toMatch(/\/task\/detail\/MAIN\/\d+\/REVERT/)
  expect(page.url()).not.toContain(taskId)
  await glassesShow((index) => 1000 + index)
  await expect.poll(() => page.locator('tr[data-row]').filter({ hasText: 'OK' }).count()).toBe(labels)
})

test('is refused with the reason when newer changes would be lost', async () => {
  await open(`/task/detail/${storeCode}/${taskId}/UPDATE`)
  await page.getByRole('button', { name: 'Revert…' }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByRole('alert').innerText()).toContain('Newer changes would be lost')
  expect(await dialog.getByRole('button', { name: 'Revert', exact: true }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('labels that failed are sent again, and only those', async () => {
  const [inPanel = '', ...lost] = shop.tagMacs.slice(0, 3)
  for (const tagMac of [inPanel, ...lost]) fleet.faults.add({ kind: 'image-unavailable', tagMac })
  const failing = (await uploadPrices(client, storeCode, pricesFrom(1200))).taskId ?? ''
  const failed = async () => (await client.tasks.failedRows({ params: { storeCode, taskId: failing }, body: {} })).recordsTotal
  // Three tries of the engine, 35 s.
  await until('three labels have failed', async () => (await failed()) === lost.length + 1)
  fleet.faults.clear()
  // One of them in its panel: what stands there, what should, and that it is sent again.
  await open(`/tag/detail/${storeCode}?peek=${inPanel}`)
  const due = page.locator('[data-part=due]')
  await due.getByText('Should be').waitFor()
  expect(await due.locator('figcaption').allInnerTexts()).toEqual([
    expect.stringMatching(/^On the glass 10,00\s€$/),
    expect.stringMatching(/^Should be 12,00\s€$/),
  ])
  await expect.poll(() => due.locator('img').count()).toBe(2)
  expect(await violationsOf(page)).toEqual([])
  await page.locator('[data-part=peek]').getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await until('its glass shows its price', () => isOnGlass(fleet, inPanel, glassOfPrice(0, 1200)))
  await due.waitFor({ state: 'detached' })
  await open(`/task/detail/${storeCode}/${failing}/UPDATE`)
  await page.getByRole('button', { name: 'Retry failed…' }).click()
  const dialog = page.getByRole('dialog', { name: `Send the failed labels of task ${failing} again?` })
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(lost.length)
  await glassesShow((index) => 1200 + index)
  await expect.poll(() => page.locator('tr[data-row]').filter({ hasText: 'OK' }).count()).toBe(lost.length)
  // Nothing is left to send.
  await open(`/task/detail/${storeCode}/${failing}/UPDATE`)
  await page.getByRole('button', { name: 'Retry failed…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByText('No tags to update').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
})

test('a price is put back in the panel: old and new are named before, and its label alone follows', async () => {
  const prCode = eanOf(0)
  const { data } = await client.updates.ofProduct({ params: { storeCode, prCode }, body: { length: -1 } })
  const last = data.find(({ before, price, priceBefore }) => before !== null && price !== priceBefore)
  const [was, is] = [last?.before?.prInfo[3] ?? '', last?.prInfo[3] ?? '']
  await open(`/product/list/${storeCode}?peek=${prCode}`)
  const panel = page.locator('aside[data-part=peek]')
  const buttons = panel.locator('[data-part=price-history]').getByRole('button', { name: `Put back ${last?.priceBefore}`, exact: true })
  const count = await buttons
    .first()
    .waitFor()
    .then(() => buttons.count())
  await buttons.first().click()
  const dialog = page.getByRole('dialog', { name: 'Put Produkt 0 back?' })
  await dialog.getByRole('row', { name: `Price ${is} ${was}` }).waitFor()
  await dialog.getByText('1 label shows this product and is updated.').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Put back', exact: true }).click()
  await page.getByText('Saved: 1 label is on its way').waitFor()
  await glassesShow((index) => (index === 0 ? Math.round(Number(was) * 100) : 1200 + index))
  // The way back is a change of its own; what stands there already is said to.
  await panel
    .getByRole('button', { name: `Put back ${last?.price}`, exact: true })
    .first()
    .waitFor()
  expect(await buttons.count()).toBe(count)
  await buttons.first().click()
  await dialog.getByText('It stands so already: nothing would change.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Put back', exact: true }).count()).toBe(0)
  await page.keyboard.press('Escape')
  // The history of the product has the same way back, with its name above.
  await open(`/product/${storeCode}/${prCode}/update/history`)
  await page.getByText(`Produkt 0 ${prCode}`).waitFor()
  await page.getByRole('button', { name: 'Put back…' }).first().click()
  await dialog.getByRole('row', { name: `Price ${was} ${is}` }).waitFor()
  await dialog.getByRole('button', { name: 'Put back', exact: true }).click()
  await glassesShow((index) => 1200 + index)
})

test('chosen products of an update are put back together', async () => {
  const { data } = await client.updates.search({ params: { storeCode }, body: {} })
  const file = data.find(({ kind }) => kind === 'FILE')
  await open(`/product/${storeCode}/${file?.updateId}/${file?.taskId}/update/task/detail`)
  for (const index of [5, 6])
    await page
      .locator('tr[data-row]')
      .filter({ hasText: eanOf(index) })
      .getByRole('checkbox')
      .check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Put back…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Put 2 products back?' })
  await dialog.getByRole('row', { name: 'Produkt 5 Price 12.05 10.05' }).waitFor()
  await dialog.getByRole('row', { name: 'Produkt 6 Price 12.06 10.06' }).waitFor()
  await dialog.getByText('2 labels show one of them and are updated.').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Put back', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await glassesShow((index) => (index === 5 || index === 6 ? 1000 : 1200) + index)
})

test('changed prices of all stores are found by product and put back', async () => {
  await open('/product/price/history')
  await page.getByLabel('Filter Product', { exact: true }).fill('produkt 5')
  const rows = page.locator('tr[data-row]')
  await expect.poll(() => rows.first().locator('[data-part=price]').innerText()).toMatch(/^12,05\s€ → 10,05\s€$/)
  const [price, percent] = [rows.first(), rows.first().getByText(/^−16[.,]6/)]
  await percent.waitFor()
  expect(await price.innerText()).toContain('Shop MAIN')
  expect(await violationsOf(page)).toEqual([])
  await rows.first().getByRole('button', { name: 'Put back…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Put Produkt 5 back?' })
  await dialog.getByRole('row', { name: 'Price 10.05 12.05' }).waitFor()
  await dialog.getByRole('button', { name: 'Put back', exact: true }).click()
  await glassesShow((index) => (index === 6 ? 1000 : 1200) + index)
  await expect.poll(() => rows.first().locator('[data-part=price]').innerText()).toMatch(/^10,05\s€ → 12,05\s€$/)
  await rows.first().getByRole('link', { name: 'Produkt 5' }).click()
  await page.locator('aside[data-part=peek]').getByText('Produkt 5').first().waitFor()
  expect(new URL(page.url()).hash).toContain(`/product/list/${storeCode}`)
})

test('what a label showed at a time is told with its picture', async () => {
  const tagMac = shop.tagMacs[0] ?? ''
  await open(`/tag/${storeCode}/${tagMac}/${tagMac}/update/history`)
  await page.getByRole('button', { name: 'What did it show…' }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.innerText()).toContain('12.00')
  await dialog.getByRole('img', { name: new RegExp(tagMac) }).waitFor()
  expect(await dialog.innerText()).toContain('still shown')
  // The time of the file that made it dearer.
  const history = await client.tags.updateHistory({ params: { storeCode, tagMac }, body: { filter_taskId: taskId } })
  const shown = new Date((history.data[0]?.updatedAt ?? 0) * 1000)
  const two = (part: number) => String(part).padStart(2, '0')
  const time = `${shown.getFullYear()}-${two(shown.getMonth() + 1)}-${two(shown.getDate())}T${two(shown.getHours())}:${two(shown.getMinutes())}:${two(shown.getSeconds())}`
  await dialog.getByLabel('At', { exact: true }).fill(time)
  await expect.poll(() => dialog.innerText()).toContain('11.00')
  await dialog.getByLabel('At', { exact: true }).fill('2020-01-01T00:00:00')
  await dialog.getByText('Nothing was confirmed by then').waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('unused products are removed after a word that it cannot be undone', async () => {
  await open(`/product/list/${storeCode}`)
  await page
    .getByRole('row', { name: new RegExp(eanOf(labels)) })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: 'Remove unused' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Remove 1 unused product?' })
  expect(await dialog.innerText()).toContain('You cannot undo this action.')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('1 product removed.').waitFor()
  await expect
    .poll(async () => (await client.products.search({ params: { storeCode }, body: { length: 1 } })).recordsTotal)
    .toBe(labels + 1)
  expect(await violationsOf(page)).toEqual([])
})
