/** A display's page on a processor that is four times as slow: a film and four price cards, beside an empty page in the same run; films that are black. */
import { brokenFilm } from '@endcap/e2e/broken-film'
import { filmOf, takeIn } from '@endcap/e2e/player-page'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { countFrames, type Frames } from './frames.ts'
import { median, percentile, type Figure } from './report.ts'
import type { BenchSystem } from './system.ts'
import { until } from './until.ts'

const storeCode = 'PLAYER'
const mac = '02:ec:d9:00:00:01'
const other = '02:ec:d9:00:00:02'
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
  const { film, black } = await fill(client, browser)
  // A secure context, as behind the host program.
  const address = `http://localhost:${new URL(url).port}/player/?mac=`
  const [empty, page] = [await openSlow(browser, 'about:blank'), await openSlow(browser, address + mac)]
  await takeIn(client, storeCode, { page, mac }, 'Player')
  await client.displays.assign({ body: { storeCode, devList: [{ mac, product: slots.map(codeOf) }] } })
  await give(client, mac, slideOf(film))
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
  await takeIn(client, storeCode, { page: await openSlow(browser, address + other), mac: other }, 'Other player')
  const failing = await measureBlackFilm(client, { film, black })
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
    { what: 'two such players: a film that is black is named for both after', value: failing.named, unit: 's', budget: { maximum: 10 } },
    { what: 'two such players: both are well again after', value: failing.cleared, unit: 's', budget: { maximum: 10 } },
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

/** From the call that gives two displays a film that cannot be played until both are named, and from the one that takes it away; seconds. */
async function measureBlackFilm(client: BenchSystem['client'], { film, black }: { film: string; black: string }) {
  const both = [mac, other]
  const changeTo = async (id: string, failing: number) => {
    const began = performance.now()
    for (const plusMac of both) await give(client, plusMac, filmAlone(id))
    await until(`${failing} films are named`, async () => {
      const infos = await Promise.all(both.map((plusMac) => client.displays.info({ params: { storeCode, plusMac } })))
      return infos.every((info) => info.failing.length === failing && info.upToDate)
    })
    return (performance.now() - began) / 1000
  }
  await changeTo(film, 0)
  return { named: await changeTo(black, 1), cleared: await changeTo(film, 0) }
}

const give = (client: BenchSystem['client'], plusMac: string, slide: ReturnType<typeof slideOf> | ReturnType<typeof filmAlone>) =>
  client.displays.saveShow({
    params: { storeCode, plusMac },
    body: { screenWidth: screen.width, screenHeight: screen.height, show: [slide] },
  })

const productOf = (slot: number, price: string) => ({ prCode: codeOf(slot), prInfo: [codeOf(slot), `Product ${slot}`, '', price] })
const codeOf = (slot: number): string => `PLAYER-${slot}`
const filmOn = (id: string) => ({ type: 'video' as const, id, left: 0, top: 0, width: 640, height: screen.height, index: 0 })
const filmAlone = (id: string) => ({ duration: 600, object: [filmOn(id)] })
const slideOf = (film: string) => ({
  duration: 600,
  object: [
    filmOn(film),
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

/** The store with its products; answers the ids of its film and of one that no browser can play. */
async function fill(client: BenchSystem['client'], browser: Browser): Promise<{ film: string; black: string }> {
  await client.stores.create({ body: { storeCode, storeName: 'Player' } })
  const productList = slots.map((slot) => productOf(slot, '1.99'))
  await client.products.save({ body: { storeCode, productList } })
  const page = await browser.newPage()
  const films = {
    film: await filmOf(page, { width: 640, height: 160, milliseconds: 4000 }),
    black: await brokenFilm(page, { from: 0 }),
  }
  await page.close()
  const upload = async (name: keyof typeof films) =>
    (await client.media.uploadVideo({ params: { storeCode }, query: {}, body: {}, file: { name: `${name}.webm`, content: films[name] } }))
      ._id
  return { film: await upload('film'), black: await upload('black') }
}
