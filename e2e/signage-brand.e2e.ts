/** The brand: its colours and fonts are put in on one page, offered in the editor, and a display shows a text in them. */
import { makeBoxFont } from '@endcap/label/box-font'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { expectAccessible } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { openDisplay, pixelOf, takeIn, type Display } from './player-page.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { signIn, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'BRAND'
const mac = '02:ec:db:00:00:01'
const screen = { width: 1920, height: 158 }
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let browser: Browser
let display: Display
let page: Page

const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name, exact: typeof name === 'string' })
const panel = () => page.getByRole('region', { name: 'Object', exact: true })
const part = (name: string) => page.getByRole('region', { name, exact: true })
const brand = () => client.brand.read({})
const show = () => client.displays.readShow({ params: { storeCode, plusMac: mac } })
const dialog = () => page.getByRole('dialog')
async function addColour(name: string, colour: string) {
  await button('Add a colour').click()
  await dialog().getByLabel('Name').fill(name)
  await dialog().getByLabel('Colour', { exact: false }).first().fill(colour)
  await button('Save', dialog()).click()
  await part('Colours').getByText(name, { exact: true }).waitFor()
}

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await client.stores.create({ body: { storeCode, storeName: 'Brand', timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' } })
  browser = await stage.launch()
  display = await openDisplay({ browser, server, mac, size: screen })
  await takeIn(client, storeCode, display, 'Bread')
  page = await openPage(browser)
  await signInAt(page, `${server.url}/#/plus/v1/brand`)
  await page.getByText('There are none yet.').waitFor()
})
beforeEach(needChromium)

test('colours are added, changed and put in another order', async () => {
  await addColour('Red', '#c81e28')
  await addColour('Night', '#101014')
  await button('Put Night one place forward').click()
  await expect.poll(async () => (await brand()).colourList.map(({ name }) => name)).toEqual(['Night', 'Red'])
  await button('Change Red').click()
  await dialog().getByLabel('Name').fill('Signal red')
  await button('Save', dialog()).click()
  await expect
    .poll(async () => (await brand()).colourList)
    .toEqual([
      { name: 'Night', colour: '#101014' },
      { name: 'Signal red', colour: '#c81e28' },
    ])
  await expectAccessible(page)
})

test('a font is dropped in; what is none is refused with its reason', async () => {
  const files = page.locator('input[type=file]')
  await files.setInputFiles({ name: 'none.ttf', mimeType: 'font/ttf', buffer: Buffer.from('none') })
  await page.getByText('This is no font that can be read').waitFor()
  await files.setInputFiles({ name: 'boxes.ttf', mimeType: 'font/ttf', buffer: makeBoxFont() })
  await part('Fonts').getByRole('img', { name: 'Sample of Boxes Bold' }).waitFor()
  expect((await brand()).fontList).toMatchObject([{ name: 'Boxes Bold' }])
  await expectAccessible(page)
})

test('the editor offers both, and the display shows the text in them', async () => {
  await page.goto(`${server.url}/#/plus/device/show/${storeCode}/${encodeURIComponent(mac)}`)
  await button('Text').click()
  await panel().getByLabel('Text', { exact: true }).fill('1')
  await panel().getByLabel('Font').selectOption('Boxes Bold')
  await expect.poll(() => panel().getByLabel('Weight').count()).toBe(0)
  await panel().getByRole('group', { name: 'Colours of the brand for Colour' }).getByRole('button', { name: 'Signal red' }).click()
  for (const [name, value] of Object.entries({ Left: '100', Top: '20', Width: '400', Height: '100', Size: '100' }))
    await panel().getByLabel(name, { exact: true }).fill(value)
  await button('Text left', panel()).click()
  await button('Text at the top', panel()).click()
  const [font] = (await brand()).fontList
  await expect
    .poll(async () => (await show()).show[0]?.object)
    .toMatchObject([{ left: 100, text: { font: font?.id, colour: '#c81e28', size: 100 } }])
  await expectAccessible(page)
  // The figure 1 is a box of 10 by 73 pixels at this size (label/src/box-font.ts), the first from 5.2 pixels on.
  const colourAt = (x: number, y: number) => pixelOf(display.page, x, y)
  await expect.poll(() => colourAt(112, 60)).toBe('200,30,40')
  expect(await colourAt(103, 60)).not.toBe('200,30,40')
  expect(await colourAt(122, 60)).not.toBe('200,30,40')
  expect(await colourAt(112, 90)).toBe('200,30,40')
  expect(await colourAt(112, 95)).not.toBe('200,30,40')
})

test('a font that a text is set in stays, with the word of where; without the text it goes', async () => {
  await panel().getByRole('link', { name: 'Fonts and colours of the brand' }).click()
  await button('Remove the font Boxes Bold').click()
  await button('Remove', dialog()).click()
  await dialog().getByText(`${storeCode} ${mac} Bread`).waitFor()
  await expectAccessible(page)
  await button('Close', dialog()).last().click()
  await client.displays.saveShow({ params: { storeCode, plusMac: mac }, body: { ...(await show()), show: [] } })
  await button('Remove the font Boxes Bold').click()
  await button('Remove', dialog()).click()
  await expect.poll(async () => (await brand()).fontList).toEqual([])
  await expect.poll(() => part('Fonts').getByRole('img').count()).toBe(0)
})
