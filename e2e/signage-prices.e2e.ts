/**
 * The list of prices on two real screens, a flat and a high one: designed for the store, played by a timeline, and compared pixel by pixel with
 * the cards of its products, before and after a price has changed.
 */
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { expectAccessible } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { openDisplay, takeIn, type Display } from './player-page.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { signIn, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'LISTED'
const params = { storeCode }
const codes = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6']
/** Six products: one row of them, and three rows of two. */
const screens = [
  { mac: '02:ec:e1:00:00:01', size: { width: 1920, height: 158 }, columns: 6, rows: 1 },
  { mac: '02:ec:e1:00:00:02', size: { width: 1920, height: 1080 }, columns: 2, rows: 3 },
]
type Screen = (typeof screens)[number]
const priceList = {
  background: '#20304a',
  cardStyle: 'customer',
  cardColours: { background: '#fff8e0', text: '#101010', accent: '#b00020' },
}
const look = 'customer-fff8e0-101010-b00020'
/** Around a card. */
const margin = 4
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let browser: Browser
let displays: Display[]

const setPrice = (code: string, price: string) =>
  client.products.save({ body: { storeCode, productList: [{ prCode: code, prInfo: [code, `Rye bread ${code}`, '', price] }] } })

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await client.stores.create({
    body: { storeCode, storeName: 'Shop of prices', timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' },
  })
  for (const [place, code] of codes.entries()) await setPrice(code, `${place + 1}.49`)
  browser = await stage.launch()
  displays = await Promise.all(screens.map(({ mac, size }) => openDisplay({ browser, server, mac, size })))
  for (const display of displays) await takeIn(client, storeCode, display, display.mac)
  await client.displays.assign({ body: { storeCode, devList: screens.map(({ mac }) => ({ mac, product: codes })) } })
})
beforeEach(needChromium)

/** What the screen should show: the cards of the products in their cells, as the server draws them now. */
async function drawn({ mac, size, columns, rows }: Screen): Promise<Buffer> {
  const cell = { width: size.width / columns, height: size.height / rows }
  const cards = await Promise.all(
    codes.map(async (_, place) => {
      const cardSize = `${cell.width - 2 * margin}x${cell.height - 2 * margin}`
      const slot = String(place + 1)
      const content = await client.displays.card({ params: { storeCode, plusMac: mac, slot, cardSize }, query: { look } })
      const [left, top] = [(place % columns) * cell.width + margin, Math.floor(place / columns) * cell.height + margin]
      const source = `data:image/svg+xml;base64,${Buffer.from(await content.arrayBuffer()).toString('base64')}`
      return `<img src="${source}" style="position:absolute;left:${left}px;top:${top}px">`
    }),
  )
  const page = await browser.newPage({ viewport: size })
  await page.setContent(`<body style="margin:0;background:${priceList.background}">${cards.join('')}</body>`)
  const picture = await page.screenshot()
  await page.close()
  return picture
}
const shows = async (page: Page, picture: Buffer) => (await page.screenshot()).equals(picture)

test('a list of prices is designed for the store, played by a timeline, and on both screens pixel by pixel as it was designed', async () => {
  const page = await openPage(browser)
  await signInAt(page, `${server.url}/#/plus/device/list/${storeCode}`)
  await page.getByRole('button', { name: 'Store', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Price list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Behind the cards').fill(priceList.background)
  for (const [name, colour] of Object.entries({ Background: 'background', Text: 'text', Accent: 'accent' } as const))
    await dialog.getByLabel(new RegExp(`^${name}`)).fill(priceList.cardColours[colour])
  // A card of one of the displays, drawn in what was chosen.
  await dialog.getByRole('img', { name: /^A card as .* shows it$/ }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await client.displays.readSetting({ params })).priceList).toEqual(priceList)
  await page.context().close()
  const { id } = await client.showSets.save({ body: { name: 'Prices', list: [{ id: 'price', duration: 60 }] } })
  await client.timelines.save({ body: { name: 'Aisle', schedule: [{ id }], device: [screens.map(({ mac }) => mac)] } })
  for (const [number, screen] of screens.entries()) {
    const picture = await drawn(screen)
    await expect.poll(() => shows(displays[number]!.page, picture)).toBe(true)
  }
})

test('a price that changes is on both screens in its place; the other cards stay as they are', async () => {
  const before = await Promise.all(displays.map(({ page }) => page.screenshot()))
  const cards = displays.map(({ page }) => page.locator('.view.shown [data-content="product:1"] img').first())
  const others = await Promise.all(cards.map((card) => card.elementHandle()))
  await setPrice('P3', '0.99')
  for (const [number, screen] of screens.entries()) {
    const picture = await drawn(screen)
    expect(picture.equals(before[number]!)).toBe(false)
    await expect.poll(() => shows(displays[number]!.page, picture)).toBe(true)
  }
  for (const card of others) expect(await card?.evaluate(({ isConnected }) => isConnected)).toBe(true)
})

test('a product that loses its price is not on the list, and what is left fills the screen', async () => {
  await setPrice('P6', '')
  const count = (page: Page) => page.locator('.view.shown [data-content^="product:"] img').count()
  for (const { page } of displays) await expect.poll(() => count(page)).toBe(codes.length - 1)
})
