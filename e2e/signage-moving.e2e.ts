/** Clocks and tickers on slides: made in the editor, and on real displays by the server's clock, also without the server. */
import { clockWriter, readLine, readSheet, rowSvg, tickerCourse } from '@endcap/signage/moving'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { expectAccessible } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { patienceMs } from './patience.ts'
import { differingPixels, openDisplay, playerUrl, takeIn, type Display } from './player-page.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { signIn, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'TIMES'
const [mac, otherMac] = ['02:ec:d8:00:00:11', '02:ec:d8:00:00:12']
const zone = 'Asia/Tokyo'
const screen = { width: 1280, height: 240 }
/** Pixels in a second; how far from its place, milliseconds, a ticker may be seen. */
const speed = 200
const nearMs = 100
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let browser: Browser
let page: Page
let display: Display
/** Its machine believes that it is 2019. */
let other: Display

const button = (name: string, on: Page | Locator = page) => on.getByRole('button', { name, exact: true })
const panel = () => page.getByRole('region', { name: 'Object', exact: true })
const field = (name: string) => panel().getByLabel(name, { exact: true })
const choice = (name: string) => panel().getByRole('combobox', { name, exact: true })
const objects = async () => (await client.displays.readShow({ params: { storeCode, plusMac: mac } })).show[0]?.object ?? []
const price = (amount: string) =>
  client.products.save({ body: { storeCode, productList: [{ prCode: 'B1', prInfo: ['', 'Brezel', '', amount] }] } })
const timeOn = (on: Display) => on.page.locator('.shown [data-time]').getAttribute('data-time')
const clockBox = { x: 20, y: 10, width: 600, height: 100 }
const tickerBox = { x: 0, y: 140, width: 1280, height: 80 }

/** What the server draws of the object of this type. */
async function drawn(type: 'clock' | 'ticker') {
  const object = (await objects()).find((one) => one.type === type)
  if (object === undefined) throw new Error(`there is no ${type}`)
  const { svg, moves } = await client.displays.drawObject({ params: { storeCode }, body: { object, mac } })
  return { svg: svg ?? '', moves }
}
const imageOf = (svg: string, left = 0) =>
  `<img style="position:absolute;top:0;left:${left}px" src="data:image/svg+xml,${encodeURIComponent(svg)}">`
/** What lies in a box on the slide's black. Layers that are moved are drawn from their own corner: `moved` is one, so far to the left. */
async function drawing(
  clip: typeof clockBox,
  still: string,
  moved: { images: string; by: number } = { images: '', by: 0 },
): Promise<Buffer> {
  const sheet = await browser.newPage({ viewport: screen })
  const box = `position:absolute;overflow:hidden;left:${clip.x}px;top:${clip.y}px;width:${clip.width}px;height:${clip.height}px`
  const layer = `<div style="position:absolute;inset:0;will-change:transform;transform:translateX(${-moved.by}px)">${moved.images}</div>`
  await sheet.setContent(`<body style="margin:0;background:#000000"><div style="${box}">${still}${layer}</div></body>`)
  await sheet.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  const picture = await sheet.screenshot({ clip })
  await sheet.close()
  return picture
}
/** Whether the display says what the clock of the server says, at this instant. */
async function isRight(on: Display): Promise<boolean> {
  const write = clockWriter({ time: 'seconds', date: 'none', hours: 24 }, 'de-DE', zone)
  const before = Date.now()
  const seen = await timeOn(on)
  const after = Date.now()
  return [before - nearMs, before, after].some((instant) => write(instant) === seen)
}
/** How far the ticker is from where it should be by the machine's clock, which is the server's, milliseconds. */
async function away(on: Display): Promise<number> {
  const seen = await on.page.evaluate(() => {
    const animation = document.getAnimations().find(({ effect }) => effect instanceof KeyframeEffect && effect.target?.closest('.shown'))
    const time = animation?.effect?.getComputedTiming()
    return { progress: time?.progress ?? -1, at: Date.now() }
  })
  const { lasts, at } = tickerCourse({ speed }, readLine((await drawn('ticker')).svg).length)
  const off = Math.abs(seen.progress * lasts - at(seen.at))
  return Math.min(off, lasts - off)
}

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await client.stores.create({ body: { storeCode, storeName: 'Times', timeZone: zone, locale: 'de-DE', currency: 'EUR' } })
  await price('3.49')
  browser = await stage.launch()
  display = await openDisplay({ browser, server, mac, size: screen })
  await takeIn(client, storeCode, display, 'Right')
  await client.displays.assign({ body: { storeCode, devList: [{ mac, product: ['B1'] }] } })
  const context = await browser.newContext({ viewport: screen })
  await context.clock.install({ time: '2019-05-01T10:00:00Z' })
  other = { page: await context.newPage(), context, mac: otherMac }
  other.page.setDefaultTimeout(patienceMs)
  await other.page.goto(playerUrl(server, otherMac))
  await takeIn(client, storeCode, other, 'Wrong')
  await client.displays.assign({ body: { storeCode, devList: [{ mac: otherMac, product: ['B1'] }] } })
  page = await openPage(browser)
  await signInAt(page, `${server.url}/#/plus/device/show/${storeCode}/${encodeURIComponent(mac)}`)
  await page.getByText('There are no slides yet.').waitFor()
})
beforeEach(needChromium)

test('a clock and a ticker are put on a slide; the editor shows the time of the store', async () => {
  await button('Clock').click()
  await choice('Time').selectOption('With seconds')
  await choice('Hours').selectOption('24 hours')
  await field('Left').fill(String(clockBox.x))
  await field('Top').fill(String(clockBox.y))
  await field('Width').fill(String(clockBox.width))
  await field('Height').fill(String(clockBox.height))
  await expect
    .poll(objects)
    .toMatchObject([{ type: 'clock', id: '0', ...place(clockBox), clock: { time: 'seconds', hours: 24 }, text: { text: '' } }])
  const seconds = /^\d\d:\d\d:\d\d$/
  await page.getByRole('group', { name: 'Slide 1' }).getByRole('img', { name: seconds }).waitFor()
  await expectAccessible(page)
  await button('Ticker').click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-part'))).toBe('object-text')
  await page.keyboard.type('{NAME} nur {PRICE:price}')
  await panel().getByLabel('Speed').fill(String(speed))
  await field('Background').check()
  for (const [name, value] of Object.entries({ Left: tickerBox.x, Top: tickerBox.y, Width: tickerBox.width, Height: tickerBox.height }))
    await field(name).fill(String(value))
  await expect
    .poll(objects)
    .toMatchObject([
      { type: 'clock' },
      { type: 'ticker', id: '1', ...place(tickerBox), text: { text: '{NAME} nur {PRICE:price}' }, ticker: { speed, direction: 'left' } },
    ])
  await expectAccessible(page)
  await button('Preview').click()
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().some(({ effect }) => effect?.getTiming().iterations === Infinity)))
    .toBe(true)
  await page.keyboard.press('Escape')
})
const place = ({ x, y, width, height }: typeof clockBox) => ({ left: x, top: y, width, height })

test('the display shows the clock pixel by pixel as it is drawn, second for second', async () => {
  await expect.poll(() => isRight(display)).toBe(true)
  const { svg, moves } = await drawn('clock')
  if (moves?.kind !== 'clock') throw new Error('this is no clock')
  const times = new Set<string>()
  await expect
    .poll(async () => {
      const before = await timeOn(display)
      const seen = await display.page.screenshot({ clip: clockBox })
      if (before === null || (await timeOn(display)) !== before) return 'another second'
      const should = await drawing(clockBox, imageOf(rowSvg(readSheet(svg), before, moves)))
      if ((await differingPixels(page, seen, should)) > 0) return 'something else'
      return times.add(before).size
    })
    .toBe(3)
})

test('the ticker is where the clock of the server puts it, and looks as it is drawn', async () => {
  await expect.poll(() => away(display)).toBeLessThan(nearMs)
  const { round, length, copies, ground } = readLine((await drawn('ticker')).svg)
  const images = Array.from({ length: copies }, (_, at) => imageOf(round, at * length)).join('')
  const should = await drawing(tickerBox, imageOf(ground), { images, by: speed })
  await expect
    .poll(async () => {
      await display.page.evaluate(() => {
        for (const animation of document.getAnimations()) {
          animation.pause()
          animation.currentTime = 1000
        }
      })
      return differingPixels(page, await display.page.screenshot({ clip: tickerBox }), should)
    })
    .toBe(0)
  await display.page.evaluate(() => document.getAnimations().forEach((animation) => animation.play()))
  // It comes back to its place by itself.
  await expect.poll(() => away(display)).toBeLessThan(nearMs)
})

test('a machine whose clock is years behind shows the time of the server', async () => {
  const { rev: _, ...show } = await client.displays.readShow({ params: { storeCode, plusMac: mac } })
  await client.displays.saveShow({ params: { storeCode, plusMac: otherMac }, body: { ...show, show: show.show } })
  await expect.poll(() => isRight(other)).toBe(true)
  expect(await other.page.evaluate(() => new Date().getFullYear())).toBe(2019)
  await other.page.clock.fastForward(3_600_000)
  await expect.poll(() => isRight(other)).toBe(true)
})

test('another price runs through in place; without a price nothing does, and the clock stays', async () => {
  const tickerOn = display.page.locator('.shown [data-card]').nth(1)
  const card = await tickerOn.getAttribute('data-card')
  await tickerOn.evaluate((box) => box.setAttribute('data-same', 'yes'))
  await price('2.99')
  await expect.poll(() => tickerOn.getAttribute('data-card')).not.toBe(card)
  expect(await tickerOn.getAttribute('data-same')).toBe('yes')
  await expect.poll(() => away(display)).toBeLessThan(nearMs)
  await price('')
  await expect.poll(() => display.page.locator('.shown [data-card]').count()).toBe(1)
  await expect.poll(() => isRight(display)).toBe(true)
  await price('2.99')
  await expect.poll(() => display.page.locator('.shown [data-card]').count()).toBe(2)
})

test('a display that starts without the server has both', async () => {
  const stored = () => display.page.evaluate(async () => (await (await caches.open('endcap-shell')).keys()).map(({ url }) => url))
  await expect.poll(async () => (await stored()).filter((url) => /\/assets\/moving-[^/]+\.js$/.test(url)).length).toBe(1)
  const { lasts } = tickerCourse({ speed }, readLine((await drawn('ticker')).svg).length)
  await server.kill()
  await display.page.reload()
  await expect.poll(() => isRight(display)).toBe(true)
  await expect
    .poll(() => display.page.evaluate(() => document.getAnimations().map(({ effect }) => effect?.getComputedTiming().duration)))
    .toEqual([lasts])
})
