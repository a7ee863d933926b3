/** A label from nothing to the shelf: drawn with the keyboard, bound, checked, published, read off the glass by a scanner; later by the clock; and back. */
import type { Fleet } from '@endcap/fleet/fleet'
import { layoutDefinition, type LayoutDefinition } from '@endcap/label/layout'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { drawnLabel, glassPixels, scanGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, setStage } from './stage.ts'
import { eanOf, until, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'SHELF'
const layoutId = 'FROM_EMPTY'
const prices = [100, 200]
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page
let drawingId: string

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const size = { storeCode, gateways: 1, tags: prices.length, prices }
  ;({ server, client, shop, fleet, page } = await stage.openConsole(size, '/layouts'))
})
beforeEach(needChromium)

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const infoOf = (place: number) => {
  const ean = eanOf(place)
  return [ean, `Produkt ${place}`, 'Sonnental', `${(prices[place] ?? 0) / 100}.00`, '', '1 kg', '', '', 'EUR', ean]
}
const draft = async (): Promise<LayoutDefinition> => layoutDefinition.parse((await client.layouts.read({ params: { drawingId } })).draft)
const shows = (definition: LayoutDefinition) =>
  prices.every((_, place) => {
    const glass = glassPixels(fleet, shop.tagMacs[place] ?? '') ?? Buffer.alloc(0)
    return Buffer.compare(glass, drawnLabel([infoOf(place)], { definition, tagType: 'B5' })) === 0
  })
/** One key makes the element, the panel beside it says the rest. */
async function add(key: string, values: Record<string, string>) {
  await page.locator('h1').click()
  await page.keyboard.press(key)
  const panel = page.getByRole('region', { name: 'Element', exact: true })
  for (const [name, value] of Object.entries(values)) {
    const field = panel.getByLabel(name, { exact: true })
    if (await field.evaluate((one) => one instanceof HTMLSelectElement)) await field.selectOption(value)
    else await field.fill(value)
    await page.keyboard.press('Tab')
  }
}
const saved = () => page.getByText(/^(Saved|All saved)$/).waitFor()
/** Checks the draft and publishes it, in the dialog. */
async function publish(choose: () => Promise<void> = async () => undefined) {
  await page.goto(`${server.url}/#/layouts/${drawingId}/versions`)
  await page.getByRole('heading', { name: /^Versions of/ }).waitFor()
  await button('Publish').click()
  await dialog().getByRole('button', { name: 'Check first' }).click()
  await dialog().getByText('labels looked at: nothing is wrong').waitFor()
  await choose()
  await dialog()
    .getByRole('button', { name: /^Publish/ })
    .click()
  await dialog().waitFor({ state: 'detached' })
}
let first: LayoutDefinition

test('a label is drawn from an empty one, and stands on the glass with a code that a scanner reads', async () => {
  await button('New layout').click()
  await dialog().getByLabel('Layout', { exact: false }).first().fill(layoutId)
  await dialog()
    .getByRole('combobox', { name: 'Size' })
    .or(dialog().getByLabel('Size', { exact: false }))
    .first()
    .click()
  await page.getByRole('option', { name: /^2\.90/ }).click()
  await dialog().getByRole('button', { name: 'Create' }).click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: layoutId }).waitFor()
  drawingId = /layouts\/(\d+)/.exec(page.url())?.[1] ?? ''
  await page.getByText('There is nothing on this page yet.').waitFor()

  await add('t', { Text: '{NAME}', X: '8', Y: '6', Width: '280', Height: '30', Size: '24' })
  await add('p', { X: '150', Y: '44', Width: '138', Height: '76', Size: '64' })
  await add('c', { Value: '{BARCODE}', X: '6', Y: '60', Width: '140', Height: '56' })
  await saved()
  first = await draft()
  expect(first.pages[0]?.elements).toMatchObject([
    { type: 'text', text: '{NAME}', x: 8, w: 280 },
    { type: 'price', field: 'PRICE', size: 64 },
    { type: 'barcode', value: '{BARCODE}' },
  ])

  // No product has the layout yet: the file gives it to them, once it is published and can be named.
  await publish()
  const rows = prices.map((_, place) => `${eanOf(place)},${layoutId}`)
  const file = { name: 'layouts.csv', content: new Blob([['PRODUCT_CODE,LAYOUT_ID', ...rows].join('\n')]) }
  expect(await client.productFiles.upload({ body: { storeCode }, file })).toMatchObject({ changed: prices.length })
  await until('the glass shows what was drawn', () => shows(first))
  for (const [place] of prices.entries()) expect(await scanGlass(fleet, shop.tagMacs[place] ?? '')).toContain(eanOf(place))
})

test('a change begins at its minute on the clock of the store, and the way back is one step', async () => {
  await page.goto(`${server.url}/#/layouts/${drawingId}`)
  await page.getByRole('region', { name: 'Elements', exact: true }).getByRole('button', { name: /^Text/ }).first().click()
  await page.getByRole('region', { name: 'Element', exact: true }).getByLabel('Size', { exact: true }).fill('18')
  await page.keyboard.press('Tab')
  await saved()
  await expect.poll(async () => (await draft()).pages[0]?.elements[0]).toMatchObject({ size: 18 })
  const second = await draft()
  // The store is in Berlin.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' })
  const begins = clock.format(new Date(Date.now() + 75_000)).replace(' ', 'T')
  await publish(async () => {
    await dialog().getByLabel('At a time on the clocks of the stores').check()
    await dialog().getByLabel('Date and time').fill(begins)
  })
  await page.getByRole('region', { name: 'Version 2' }).getByText('on the clock of each store').waitFor()
  const now = () => clock.format(new Date()).replace(' ', 'T')
  await until('the new version is on the glass', () => {
    if (shows(second)) return true
    const minute = now()
    // Until then the old one stands there.
    if (minute < begins) expect(shows(first) || now() >= begins).toBe(true)
    return false
  })
  expect(now() >= begins).toBe(true)

  await page.getByRole('link', { name: /Version 1/ }).click()
  await page
    .getByRole('region', { name: 'Version 1' })
    .getByRole('button', { name: /^Roll back/ })
    .click()
  await dialog()
    .getByRole('button', { name: /^Roll back/ })
    .click()
  await dialog().waitFor({ state: 'detached' })
  await until('the glass shows the first version again', () => shows(first))
})
