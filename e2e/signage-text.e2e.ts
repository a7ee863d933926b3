/** Texts, shapes and codes on slides: drawn in the editor as they are typed, and on a real display as they are drawn there, with its price. */
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { expectAccessible } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { differingPixels, openDisplay, takeIn, type Display } from './player-page.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { signIn, type ApiClient, type ServerProcess } from './system.ts'
import { readBarcodes } from './zxing.ts'

const test = testsInOrder()
const storeCode = 'WORDS'
const mac = '02:ec:d8:00:00:01'
const prCode = '4012345678901'
const screen = { width: 1920, height: 158 }
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let browser: Browser
let display: Display
let page: Page

const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name, exact: typeof name === 'string' })
const panel = () => page.getByRole('region', { name: 'Object', exact: true })
const field = (name: string) => panel().getByLabel(name, { exact: true })
const boxes = () => page.getByRole('group', { name: /^Slide \d+$/ }).locator('[data-key]')
const show = () => client.displays.readShow({ params: { storeCode, plusMac: mac } })
const objects = async () => (await show()).show[0]?.object ?? []
const price = (amount: string) =>
  client.products.save({ body: { storeCode, productList: [{ prCode, prInfo: ['', 'Brezel', '', amount] }] } })
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-part'))
const cards = () => display.page.locator('.shown [data-card]')

/** What the server draws of the slide, laid out by a page as large as the screen. */
async function drawnSlide(): Promise<Buffer> {
  const [slide] = (await show()).show
  const parts = await Promise.all(
    (slide?.object ?? []).map(async (object) => {
      const { svg } = await client.displays.drawObject({ params: { storeCode }, body: { object, mac } })
      const { left, top, width, height, opacity = 1 } = object
      const place = `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px;opacity:${opacity}`
      return svg === null ? '' : `<img style="${place}" src="data:image/svg+xml,${encodeURIComponent(svg)}">`
    }),
  )
  const drawing = await browser.newPage({ viewport: screen })
  await drawing.setContent(`<body style="margin:0;background:${slide?.bgColor}">${parts.join('')}</body>`)
  await drawing.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  const picture = await drawing.screenshot()
  await drawing.close()
  return picture
}
beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await client.stores.create({ body: { storeCode, storeName: 'Words', timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' } })
  await price('3.49')
  browser = await stage.launch()
  display = await openDisplay({ browser, server, mac, size: screen })
  await takeIn(client, storeCode, display, 'Bread')
  await client.displays.assign({ body: { storeCode, devList: [{ mac, product: [prCode] }] } })
  page = await openPage(browser)
  await signInAt(page, `${server.url}/#/plus/device/show/${storeCode}/${encodeURIComponent(mac)}`)
  await page.getByText('There are no slides yet.').waitFor()
})
beforeEach(needChromium)

test('a text is typed where it is added, drawn at once, and waits while a field is half written', async () => {
  await button('Text').click()
  await expect.poll(focused).toBe('object-text')
  await page.keyboard.type('Nur heute')
  await boxes().locator('img').waitFor()
  await page.keyboard.type(' {PRICE')
  await panel().getByRole('alert').getByText('Braces around fields are missing').waitFor()
  await page.keyboard.type(':price}')
  await expect.poll(objects).toMatchObject([{ type: 'text', id: '1', text: { text: 'Nur heute {PRICE:price}' } }])
  await expect.poll(() => panel().getByRole('alert').count()).toBe(0)
  await field('Left').fill('20')
  await field('Width').fill('700')
  await field('Background').check()
  await field('Padding').fill('8')
  await field('Corners').fill('12')
  await expect.poll(objects).toMatchObject([{ left: 20, width: 700, radius: 12, text: { background: '#c8281e', padding: 8 } }])
  await expectAccessible(page)
})

test('a shape and a code are put beside it; keys copy them, take changes back and lead to the words', async () => {
  await button('Shape').click()
  await field('Left').fill('800')
  await field('Gradient to').check()
  await panel().getByLabel('Opacity').fill('60')
  await button('QR code').click()
  await field('Left').fill('1100')
  await field('Content').fill('https://shop.example/p/{PRODUCT_CODE}')
  await expect
    .poll(objects)
    .toMatchObject([
      { type: 'text' },
      { type: 'shape', id: '0', opacity: 0.6, left: 800, shape: { kind: 'rectangle', fill: '#ffffff', fillTo: '#000000' } },
      { type: 'qr', id: '1', left: 1100, code: { value: 'https://shop.example/p/{PRODUCT_CODE}', level: 'M' } },
    ])
  await boxes().first().focus()
  await page.keyboard.press('Control+d')
  await expect.poll(async () => (await objects()).length).toBe(4)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await objects()).length).toBe(3)
  for (const begin of [() => page.keyboard.press('Enter'), () => boxes().first().dblclick()]) {
    await boxes().first().click()
    await begin()
    await expect.poll(focused).toBe('object-text')
  }
  // Colours that no scanner reads are not taken over.
  await boxes().nth(2).focus()
  const colour = panel().getByLabel(/^Colour/)
  await colour.fill('#eeeeee')
  await expect.poll(() => colour.inputValue()).toBe('#000000')
  await expectAccessible(page)
})

test('the display shows them pixel by pixel as they are drawn; the code is read', async () => {
  await expect.poll(() => cards().count()).toBe(3)
  await expect.poll(async () => differingPixels(page, await display.page.screenshot(), await drawnSlide())).toBe(0)
  const found = await readBarcodes(new Blob([new Uint8Array(await display.page.screenshot())]))
  expect(found.map(({ text }) => text)).toEqual([`https://shop.example/p/${prCode}`])
})

test('another price is on the screen in place; without a price there is no text, and it comes back', async () => {
  await cards()
    .first()
    .evaluate((box) => box.setAttribute('data-same', 'yes'))
  const before = await display.page.screenshot()
  const card = await cards().first().getAttribute('data-card')
  await price('2.99')
  await expect.poll(() => cards().first().getAttribute('data-card')).not.toBe(card)
  expect(await cards().first().getAttribute('data-same')).toBe('yes')
  await expect.poll(async () => differingPixels(page, await display.page.screenshot(), await drawnSlide())).toBe(0)
  expect(await differingPixels(page, await display.page.screenshot(), before)).toBeGreaterThan(0)
  await price('')
  // Code and text are of the product; the shape is not.
  await expect.poll(() => cards().count()).toBe(1)
  await expect.poll(async () => differingPixels(page, await display.page.screenshot(), await drawnSlide())).toBe(0)
  await price('2.99')
  await expect.poll(() => cards().count()).toBe(3)
})

test('a text is shown where all of its conditions hold', async () => {
  await page.bringToFront()
  await boxes().first().click()
  await button('Add condition', panel()).click()
  await panel().getByLabel('Field of condition 1').selectOption('PRICE')
  await panel().getByLabel('Comparison of condition 1').selectOption('less')
  await panel().getByLabel('Value of condition 1').fill('5')
  await button('Add condition', panel()).click()
  await panel().getByLabel('Field of condition 2').selectOption('NAME')
  await panel().getByLabel('Comparison of condition 2').selectOption('contains')
  await panel().getByLabel('Value of condition 2').fill('rez')
  const when = async () => (await objects())[0]?.text?.when
  await expect.poll(when).toEqual([
    { field: 'PRICE', is: 'less', value: '5' },
    { field: 'NAME', is: 'contains', value: 'rez' },
  ])
  await expect.poll(() => cards().count()).toBe(3)
  await panel().getByLabel('Value of condition 2').fill('Brot')
  await expect.poll(() => cards().count()).toBe(2)
  await button('Remove condition 2', panel()).click()
  await expect.poll(() => cards().count()).toBe(3)
  await button('Remove condition 1', panel()).click()
  await expect.poll(when).toBe(undefined)
  await expectAccessible(page)
})

test('a condition of a text without fields is about the first product, until another one is chosen', async () => {
  await button('Text').click()
  await button('Add condition', panel()).click()
  await expect.poll(async () => (await objects()).at(-1)).toMatchObject({ id: '1', text: { when: [{ is: 'filled' }] } })
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await objects()).length).toBe(3)
})

test('in a template they are shown with the first product of the store', async () => {
  const [slide] = (await show()).show
  await client.slideTemplates.save({
    params: { storeCode, templateName: 'Words' },
    body: { size: '23.1', show: slide === undefined ? [] : [slide] },
  })
  await page.goto(`${server.url}/#/plus/template/show/${storeCode}/Words/edit/23.1`)
  await page.getByRole('heading', { name: 'Words' }).waitFor()
  await expect.poll(() => boxes().locator('img').count()).toBe(3)
  await boxes().first().focus()
  await panel().getByText('Shown with the first product of the store.').waitFor()
})
