/** A display's page on a processor that is four times as slow: a film and four price cards, beside an empty page in the same run. */
import { filmOf } from '@endcap/e2e/player-page'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { countFrames, type Frames } from './frames.ts'
import { median, percentile, type Figure } from './report.ts'
import type { BenchSystem } from './system.ts'
import { until } from './until.ts'

const storeCode = 'PLAYER'
const mac = '02:ec:d9:00:00:01'
const screen = { width: 1920, height: 158 }
/** As a slide names them, and its products. */
const slots = [1, 2, 3, 4]
const slower = 4
const measuredMs = 5000
/** Of each page, in turns: the median counts. */
const rounds = 3

export async function benchPlayer({ url, client }: BenchSystem): Promise<Figure[]> {
  const browser = await launchBrowser()
  if (browser === undefined) return []
  const film = await fill(client, browser)
  // A secure context, as behind the host program.
  const address = `http://localhost:${new URL(url).port}/player/?mac=${mac}`
  const [empty, page] = [await openSlow(browser, 'about:blank'), await openSlow(browser, address)]
  await takeIn(client, page)
  await client.displays.assign({ body: { storeCode, devList: [{ mac, product: slots.map(codeOf) }] } })
  await client.displays.saveShow({
    params: { storeCode, plusMac: mac },
    body: { screenWidth: screen.width, screenHeight: screen.height, show: [slideOf(film)] },
  })
  await page.locator('video').waitFor()
  await until('the cards are on the screen', async () => (await page.locator('[data-card]').count()) === slots.length)
  await page.waitForTimeout(measuredMs)
  const [plain, playing]: [Frames[], Frames[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    await empty.bringToFront()
    plain.push(await countFrames(empty, measuredMs))
    await page.bringToFront()
    playing.push(await countFrames(page, measuredMs))
  }
  const changes = await measureChanges(client, page)
  const dropped = await page.locator('video').evaluate((video: HTMLVideoElement) => {
    const { droppedVideoFrames, totalVideoFrames } = video.getVideoPlaybackQuality()
    return (droppedVideoFrames / Math.max(1, totalVideoFrames)) * 100
  })
  await browser.close()
  const [own, raw] = [playing, plain].map((all) => median(all.map(({ perSecond }) => perSecond)))
  const gap = percentile(
    playing.flatMap(({ gaps }) => gaps),
    0.95,
  )
  const what = `player on a processor ${slower} times as slow: a film and ${slots.length} price cards`
  return [
    { what, value: own ?? 0, unit: 'frames/s', budget: { minimum: 50 } },
    { what: `${what}: beside an empty page`, value: (own ?? 0) / (raw ?? 1), unit: '×', budget: { minimum: 0.9 } },
    { what: `${what}: from one frame to the next, p95`, value: gap, unit: 'ms', budget: undefined },
    { what: `${what}: pictures of the film left out`, value: dropped, unit: '%', budget: undefined },
    { what: `${what}: a changed price is on the screen after, median`, value: median(changes), unit: 'ms', budget: { maximum: 2000 } },
  ]
}

/** From the call that changes a price to the card with it, milliseconds. */
async function measureChanges(client: BenchSystem['client'], page: Page): Promise<number[]> {
  const times: number[] = []
  for (const price of ['2.99', '3.99', '4.99']) {
    const card = page.locator('[data-content="product:1"]')
    const before = await card.getAttribute('data-card')
    const began = performance.now()
    await client.products.save({ body: { storeCode, productList: [productOf(1, price)] } })
    await until('the price is on the screen', async () => (await card.getAttribute('data-card')) !== before)
    times.push(performance.now() - began)
  }
  return times
}

const productOf = (slot: number, price: string) => ({ prCode: codeOf(slot), prInfo: [codeOf(slot), `Product ${slot}`, '', price] })
const codeOf = (slot: number): string => `PLAYER-${slot}`
const slideOf = (film: string) => ({
  duration: 600,
  object: [
    { type: 'video' as const, id: film, left: 0, top: 0, width: 640, height: screen.height, index: 0 },
    ...slots.map((slot) => ({
      type: 'product' as const,
      id: String(slot),
      left: 330 + slot * 315,
      top: 0,
      width: 300,
      height: screen.height,
      index: slot,
    })),
  ],
})

async function openSlow(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: screen })).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto(address)
  return page
}

async function takeIn(client: BenchSystem['client'], page: Page): Promise<void> {
  const code = (await page.locator('.code').innerText()).replaceAll(/\s/g, '')
  await client.displays.accept({ params: { storeCode }, body: { mac, code, name: 'Player' } })
}

/** The store with its products; answers the id of its film. */
async function fill(client: BenchSystem['client'], browser: Browser): Promise<string> {
  await client.stores.create({ body: { storeCode, storeName: 'Player' } })
  const productList = slots.map((slot) => productOf(slot, '1.99'))
  await client.products.save({ body: { storeCode, productList } })
  const page = await browser.newPage()
  const content = await filmOf(page, { width: 640, height: 160, milliseconds: 4000 })
  await page.close()
  const { _id } = await client.media.uploadVideo({ params: { storeCode }, query: {}, body: {}, file: { name: 'film.webm', content } })
  return _id
}
