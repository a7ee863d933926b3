/**
 * A show over two screens: two players play what the library, a set and a timeline say, with the server and without it. Their clocks are put
 * forward while the server is gone, as nights pass; the players know nothing of that and go on by their own way of telling the time.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { patienceMs } from './patience.ts'
import { cardOn, filmOf, pictureOf, pixelOf, playerUrl } from './player-page.ts'
import { needChromium, setStage } from './stage.ts'
import { eanOf, signIn, until, uploadPrices, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'WALL'
const params = { storeCode }
const macs = ['02:ec:d3:00:00:01', '02:ec:d3:00:00:02'] as const
const size = { width: 1920, height: 158 }
const colours = { red: '255,0,0', blue: '0,0,255', green: '0,128,0', white: '255,255,255', black: '0,0,0' }
type Colour = keyof typeof colours

const stage = setStage()
let server: ServerProcess
let client: ApiClient
let browser: Browser
let pages: Page[]
const content: Partial<Record<Colour | 'film', string>> = {}
/** How far the players' clocks were put forward. */
let forward = 0
const now = () => Date.now() + forward

const upload = async (name: Colour | 'film', file: Blob) => {
  const names = { name: name === 'film' ? 'film.webm' : `${name}.png`, content: file }
  content[name] = (await client.contents.upload({ body: { name }, file: names })).id
}
const item = (name: Colour | 'film', start: number, duration: number) => ({
  id: content[name] ?? '',
  start,
  duration,
  fit: 'fill' as const,
  mute: true,
})
const panel = (left: number) => ({ type: 23 as const, ...size, left, top: 0, rotation: 0 as const })
const area = (left: number, width: number, top = 0, height = 128) => ({ left, top, width, height })
const showOf = (name: string, duration: number, contentArea: ReturnType<typeof area>[], timeline: ReturnType<typeof item>[][]) =>
  client.shows.save({ body: { name, width: 3840, height: 158, duration, device: [panel(0), panel(1920)], contentArea, timeline } })

/** The base set begins at midnight, takes 12 s, and shows something else every 4 s. */
const [roundMs, turnMs] = [12_000, 4000]
const dayMs = 86_400_000
/** Waits until the base set is at this second. */
const reach = (second: number) => wait((((second * 1000 - now()) % roundMs) + roundMs) % roundMs)
/** What both screens show in their left half, and the second one in its right half. */
const seen = async () => {
  const at = (screen: number, x: number) => pixelOf(pages[screen] as Page, x, 60)
  const names = Object.entries(colours)
  const pixels = await Promise.all([at(0, 400), at(1, 400), at(1, 1500)])
  return pixels.map((pixel) => names.find(([, colour]) => colour === pixel)?.[0] ?? pixel)
}
/** What is seen at this second of the base set; undefined where this machine was too busy to look before something else was due. */
async function seenAt(second: number): Promise<string[] | undefined> {
  await reach(second)
  const end = now() + turnMs - (now() % turnMs)
  const colours = await seen()
  return now() < end ? colours : undefined
}
/** In one of the next rounds: what a screen has not loaded yet stays dark, and a busy machine draws late. */
const sees = (second: number, colours: Colour[]) => expect.poll(() => seenAt(second)).toEqual(colours)
/** As nights pass for a machine, to an instant of its clock. */
async function passTo(instant: number) {
  const ms = instant - now()
  await Promise.all(pages.map((page) => page.clock.fastForward(ms)))
  forward += ms
}
const two = (value: number) => String(value).padStart(2, '0')
const clockText = (instant: number) => `${two(new Date(instant).getUTCHours())}:${two(new Date(instant).getUTCMinutes())}`

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  const place = { storeCode, storeName: 'Wall of screens', timeZone: 'UTC', locale: 'en-GB', currency: 'GBP' }
  await client.stores.create({ body: place })
  await uploadPrices(client, storeCode, [199])
  browser = await stage.launch()
})
beforeEach(needChromium)

test('two players play a scheduled set over two screens, each its part of the show, at the same time', async () => {
  const { enrolToken } = await client.displays.saveSetting({ params, body: { newEnrolToken: true } })
  pages = await Promise.all(
    macs.map(async (mac) => {
      const context = await browser.newContext({ viewport: size })
      await context.clock.install()
      const page = await context.newPage()
      page.setDefaultTimeout(patienceMs)
      await page.goto(playerUrl(server, mac, `&store=${storeCode}&token=${enrolToken ?? ''}`))
      return page
    }),
  )
  const helper = await (await browser.newContext()).newPage()
  for (const name of ['red', 'blue', 'green', 'white'] as const) await upload(name, await pictureOf(helper, name))
  await upload('film', await filmOf(helper, { width: 384, height: 16, milliseconds: 2500 }))
  await helper.context().close()

  // The second screen's area fills its left half; a film lies over both screens below.
  const base = await showOf(
    'Base',
    8,
    [area(0, 1920), area(1920, 960), area(0, 3840, 128, 30)],
    [[item('red', 0, 4), item('blue', 4, 4)], [item('green', 0, 8)], [item('film', 1, 6)]],
  )
  const noon = await showOf('Noon', 30, [area(0, 3840)], [[item('white', 0, 30)]])
  const list = [
    { id: base.id, duration: 8 },
    { id: 'price' as const, duration: 4 },
  ]
  const sets = [
    await client.showSets.save({ body: { name: 'All day', list } }),
    await client.showSets.save({ body: { name: 'At noon', list: [{ id: noon.id, duration: 30 }] } }),
  ]
  for (const mac of macs) await client.displayMasters.saveConfig({ body: { mac, config: { storeCode, name: `Screen ${mac.at(-1)}` } } })
  await client.displayMasters.assign({ body: { mac: macs[1], product: [eanOf(0)] } })
  // It begins ten minutes from now: after the server is gone, however long this machine takes until then. The clocks are put forward to it.
  const start = Math.ceil(now() / 60_000) * 60_000 + 600_000
  const time = [{ start: clockText(start), end: clockText(start + 120_000) }]
  const schedule = [{ id: sets[0]?.id ?? '' }, { id: sets[1]?.id ?? '', time }]
  await client.timelines.save({ body: { name: 'Wall', schedule, device: macs.map((mac) => [mac]) } })

  const playing = async (mac: string) => (await client.displays.info({ params: { storeCode, plusMac: mac } })).report.now
  for (const [index, mac] of macs.entries())
    await until(
      `${mac} plays`,
      async () =>
        ['show', 'price', 'black'].includes((await playing(mac))?.kind ?? '') && (await pages[index]?.locator('.view.shown').count()) === 1,
    )
  await sees(2, ['red', 'green', 'black'])
  const films = () =>
    Promise.all(
      pages.map((page) =>
        page
          .locator('.shown .now video')
          .evaluate((video: HTMLVideoElement) => ({ at: Date.now() / 1000, place: video.currentTime, still: video.paused })),
      ),
    )
  // A film that a busy machine has shown late hurries until it is in step; round its end one of two is at its beginning already.
  const apart = async () => {
    await reach(2)
    const [first, second] = await films()
    if (first === undefined || second === undefined || first.still || second.still) return undefined
    return Math.abs(first.place - first.at - (second.place - second.at))
  }
  await expect.poll(apart).toBeLessThan(0.25)
  await sees(6, ['blue', 'green', 'black'])
  // The first screen has no products: it is black as long.
  await expect.poll(async () => (await seenAt(9.5))?.[0]).toBe('black')
  const { svg, cardSize } = await cardOn(pages[1] as Page, '1')
  const look = 'customer-ffffff-161616-c8281e'
  // With its price: that is what the server draws.
  expect(svg).toBe(
    await (await client.displays.card({ params: { storeCode, plusMac: macs[1], slot: '1', cardSize }, query: { look } })).text(),
  )
  scheduled = start
})
let scheduled = 0

test('a machine that hangs upside down shows it upright, and goes back', async () => {
  const turn = (orientation: 0 | 180) =>
    client.displayMasters.saveConfig({ body: { mac: macs[1], config: { storeCode, name: 'Screen 2', orientation } } })
  await turn(180)
  await pages[1]?.locator('.view.shown[data-turn="180"]').waitFor()
  await sees(2, ['red', 'black', 'green'])
  await turn(0)
  await pages[1]?.locator('.view.shown[data-turn="0"]').waitFor()
})

test('without the server a row begins and ends by its schedule, on both screens, and the rest goes on in step', async () => {
  await server.kill()
  await expect(fetch(server.url)).rejects.toThrow()
  await sees(2, ['red', 'green', 'black'])
  await expect.poll(readRow).toEqual({ before: 'black', begun: allWhite, ending: allWhite })
  await sees(2, ['red', 'green', 'black'])
  await sees(6, ['blue', 'green', 'black'])
})
const allWhite: Colour[] = ['white', 'white', 'white']
/** What is seen before the row begins, where the set is at its prices, when it has begun, and before it ends; on the next day where it has begun today. */
async function readRow() {
  let begin = scheduled
  while (begin - 3000 < now()) begin += dayMs
  // The first screen has no prices.
  await passTo(begin - 3000)
  const before = await lookUntil(begin, ([first]) => first === 'black')
  await wait(Math.max(0, begin + 1000 - now()))
  const begun = await seen()
  const ending = begin + 118_000
  if (now() > ending) return undefined
  await passTo(ending)
  return { before: before?.[0], begun, ending: await lookUntil(begin + 120_000, (colours) => colours.join() === allWhite.join()) }
}
/** What is seen once it is as it should be, or last; undefined where this machine was too busy to look before something else was due. */
async function lookUntil(end: number, isRight: (colours: string[]) => boolean): Promise<string[] | undefined> {
  for (let last: string[] | undefined; ;) {
    const colours = await seen()
    if (now() >= end) return last
    if (isRight(colours)) return colours
    last = colours
  }
}

test('when the server is back they go by its clock again, and tell it what they play', async () => {
  server = await stage.startServer({ ports: server.ports })
  client = await signIn(server.url)
  for (const [index, mac] of macs.entries()) {
    const isReported = async () => {
      const { now: shown, clockOffset } = (await client.displays.info({ params: { storeCode, plusMac: mac } })).report
      // It was put forward by minutes.
      return shown?.kind === 'show' && shown.index === index && (clockOffset ?? 0) < -60_000
    }
    // It learns of its clock by what the server answers, and says so with the report after that.
    const isReportedInTime = async () => {
      if (await isReported()) return true
      // Longer than they wait at most before they try again; then they have some seconds for it.
      await passTo(now() + 31_000)
      return until('it says so', isReported, 4).then(
        () => true,
        () => false,
      )
    }
    await until(`${mac} says what it plays`, isReportedInTime)
  }
  forward = 0
  await sees(6, ['blue', 'green', 'black'])
})
