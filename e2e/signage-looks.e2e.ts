/** A picture of a screen is laid beside what should be there: the console says when they differ, until they are alike again. */
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { openDisplay, pictureOf, pixelOf, takeIn, type Display } from './player-page.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { signIn, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'LOOKS'
const params = { storeCode }
const mac = '02:ec:d6:00:00:01'
const blue = '0,0,255'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let browser: Browser
let display: Display
let desk: Page

const infoOf = () => client.displays.info({ params: { storeCode, plusMac: mac } })
const checkOf = async () => (await infoOf()).screenCheck
const take = () => client.displays.takeScreenshot({ params, body: { mac } })
const alarms = async () =>
  (await client.alarms.history({ params: {}, body: { filter_type: 'DISPLAY CONTENT ABNORMAL', filter_location: storeCode } })).data
/** Something lies over all that the player shows, of which it knows nothing. */
const cover = (colour: string) =>
  display.page.evaluate((background) => {
    const over = document.createElement('div')
    over.id = 'cover'
    over.style.cssText = `position:absolute;inset:0;background:${background}`
    document.querySelector('.overlay')?.append(over)
  }, colour)
const uncover = () => display.page.evaluate(() => document.getElementById('cover')?.remove())
/** A picture with a gradient and words, drawn by the browser. */
async function posterOf(page: Page): Promise<Blob> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1920, 540)
    const pen = canvas.getContext('2d')
    if (pen === null) throw new Error('no canvas')
    const ground = pen.createLinearGradient(0, 0, 1920, 540)
    ground.addColorStop(0, '#f4c542')
    ground.addColorStop(1, '#8a4b14')
    pen.fillStyle = ground
    pen.fillRect(0, 0, 1920, 540)
    pen.fillStyle = '#222'
    pen.font = '700 150px sans-serif'
    pen.fillText('Fresh today', 80, 330)
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
  })
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' })
}
const row = () => desk.locator('tr[data-row]', { hasText: 'Bread' })
const dialog = () => desk.getByRole('dialog')

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await client.stores.create({ body: { storeCode, storeName: 'Looks', timeZone: 'UTC', locale: 'en-GB', currency: 'GBP' } })
  browser = await stage.launch()
  display = await openDisplay({ browser, server, mac })
  await takeIn(client, storeCode, display, 'Bread')
  const card = { type: 'product' as const, id: '1', left: 1200, top: 60, width: 600, height: 420, index: 1 }
  const slideOf = async (name: string, content: Blob, ...more: (typeof card)[]) => {
    const { _id: id } = await client.media.uploadImage({ params, query: {}, body: {}, file: { name: `${name}.png`, content } })
    const object = [{ type: 'image' as const, id, left: 0, top: 0, width: 1920, height: 540, index: 0 }, ...more]
    return { duration: 30, bgColor: '#ffffff', object, schedule: [], empty: false }
  }
  const prCode = '4012345678901'
  await client.products.save({ body: { storeCode, productList: [{ prCode, prInfo: ['', 'Rye bread', '', '7.77'] }] } })
  await client.displays.assign({ body: { storeCode, devList: [{ mac, product: [prCode] }] } })
  const show = [await slideOf('poster', await posterOf(display.page), card), await slideOf('blue', await pictureOf(display.page, '#00f'))]
  await client.displays.saveShow({ params: { storeCode, plusMac: mac }, body: { screenWidth: 1920, screenHeight: 540, show } })
  await client.displays.setShowIndex({ params, body: { macList: [mac], showIdx: 0 } })
  desk = await openPage(browser)
  await signInAt(desk, `${server.url}/#/plus/device/list/${storeCode}`)
})
beforeEach(needChromium)

test('a picture that shows what should be there stands beside it in the panel', async () => {
  await display.page.locator('.shown [data-card] img').waitFor()
  await row().locator('[data-part=open]').click()
  await dialog().getByRole('button', { name: 'Take a picture' }).click()
  await dialog().getByText('Shows what it should', { exact: true }).waitFor()
  await dialog().getByRole('img', { name: 'Screen at' }).waitFor()
  await dialog().getByRole('img', { name: 'What should have been seen at' }).waitFor()
  await desk.keyboard.press('Escape')
  expect(await alarms()).toEqual([])
})

test('a screen that is black is an alarm after a second picture, that the server takes by itself, until it is not', async () => {
  await cover('#000')
  await expect.poll(() => pixelOf(display.page, 960, 270)).toBe('0,0,0')
  await take()
  await row().getByText('Screen black').waitFor()
  expect(await alarms()).toMatchObject([{ state: 'open', data: { name: 'Bread', conditions: ['screen-black'] } }])
  await row().locator('[data-part=open]').click()
  await dialog().getByText('The screen is black', { exact: true }).waitFor()
  await dialog().getByRole('img', { name: 'What should have been seen at' }).waitFor()
  await uncover()
  await dialog().getByRole('button', { name: 'Take a picture' }).click()
  await dialog().getByText('Shows what it should', { exact: true }).waitFor()
  await desk.keyboard.press('Escape')
  await row().getByText('Up to date').waitFor()
  expect(await alarms()).toMatchObject([{ state: 'cleared' }])
})

test('a screen that shows another slide says which', async () => {
  await cover('#00f')
  await expect.poll(() => pixelOf(display.page, 960, 270)).toBe(blue)
  await take()
  await expect.poll(checkOf).toMatchObject({ verdict: 'wrong', slide: 1, fault: 'wrong' })
  await row().getByText('Wrong picture').waitFor()
  await row().locator('[data-part=open]').click()
  await dialog().getByText('Shows slide 2 instead').waitFor()
  await desk.keyboard.press('Escape')
  await uncover()
})

test('while a display shows people who it is, nothing is compared', async () => {
  await client.displays.showInfo({ params, body: { devList: [mac], duration: 12 } })
  await display.page.locator('.info h1', { hasText: 'Bread' }).waitFor()
  await take()
  await expect.poll(checkOf).toMatchObject({ verdict: 'unknown' })
})

test('of a picture with a mask only what lies within it is on the screen', async () => {
  const { rev: _, ...before } = await client.displays.readShow({ params: { storeCode, plusMac: mac } })
  await desk.goto(`${server.url}/#/plus/device/show/${storeCode}/${encodeURIComponent(mac)}`)
  await desk.getByRole('button', { name: /^Slide 2,/ }).click()
  await desk.getByRole('group', { name: 'Slide 2', exact: true }).locator('[data-key]').first().click()
  await desk.getByRole('region', { name: 'Object', exact: true }).getByLabel('Mask').selectOption('Ellipse')
  const shown = () => client.displays.readShow({ params: { storeCode, plusMac: mac } })
  await expect.poll(async () => (await shown()).show[1]?.object[0]?.mask).toBe('ellipse')
  await client.displays.setShowIndex({ params, body: { macList: [mac], showIdx: 1 } })
  await expect.poll(() => pixelOf(display.page, 960, 270)).toBe(blue)
  await expect.poll(() => pixelOf(display.page, 10, 10)).toBe('255,255,255')
  expect(await pixelOf(display.page, 960, 5)).toBe(blue)
  // As in the editor.
  const masked = desk.getByRole('group', { name: 'Slide 2', exact: true }).locator('[data-mask=ellipse] > img')
  expect(await masked.evaluate((image) => getComputedStyle(image).clipPath)).toMatch(/^ellipse/)
  await client.displays.saveShow({ params: { storeCode, plusMac: mac }, body: before })
  await client.displays.setShowIndex({ params, body: { macList: [mac], showIdx: 0 } })
})

test('a slide comes over the one before as its transition says; a picture on its way shows it as it stands', async () => {
  const { rev: _, ...before } = await client.displays.readShow({ params: { storeCode, plusMac: mac } })
  const show = before.show.map((slide, place) => (place === 1 ? { ...slide, transition: 'left' as const } : slide))
  await client.displays.saveShow({ params: { storeCode, plusMac: mac }, body: { ...before, show } })
  await display.page.locator('.shown [data-card] img').waitFor()
  // The first frame of its way is held half way.
  const way = display.page.evaluate(
    () =>
      new Promise<{ left: number; below: number }>((resolve) => {
        const look = () => {
          const stage = document.querySelector('.view.shown[data-enter=left] > .stage')
          const [animation] = stage?.getAnimations() ?? []
          if (stage === null || animation === undefined) return requestAnimationFrame(look)
          animation.pause()
          animation.currentTime = 300
          resolve({ left: stage.getBoundingClientRect().left, below: document.querySelectorAll('.view:not(.shown) [data-card]').length })
          return undefined
        }
        look()
      }),
  )
  await client.displays.setShowIndex({ params, body: { macList: [mac], showIdx: 1 } })
  const { left, below } = await way
  expect(below).toBe(1)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(1920)
  await take()
  await expect.poll(checkOf).toMatchObject({ verdict: 'matches', fault: null })
  expect(await pixelOf(display.page, 10, 270)).toBe(blue)
})
