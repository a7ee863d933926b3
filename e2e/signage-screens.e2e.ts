/**
 * A show over two screens: two players play what the library, a set and a timeline say, with the server and without it. Their clocks are put
 * forward while the server is gone, as nights pass; the players know nothing of that and go on by their own way of telling the time.
 */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { chromiumPath } from './browser.ts'
import { filmOf, pictureOf, pixelOf, playerUrl } from './player-page.ts'
import { needChromium, setStage } from './stage.ts'
import { eanOf, signIn, until, uploadPrices, type ApiClient, type ServerProcess } from './system.ts'

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

/** Waits until the base set, which takes 12 s and began at midnight, is at this second. */
const reach = (second: number) => pages[0]?.waitForTimeout((((second * 1000 - now()) % 12_000) + 12_000) % 12_000)
/** What both screens show in their left half, and the second one in its right half. */
const seen = async () => {
  const at = (screen: number, x: number) => pixelOf(pages[screen] as Page, x, 60)
  const names = Object.entries(colours)
  const pixels = await Promise.all([at(0, 400), at(1, 400), at(1, 1500)])
  return pixels.map((pixel) => names.find(([, colour]) => colour === pixel)?.[0] ?? pixel)
}
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
      page.setDefaultTimeout(20_000)
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
  // What they have not loaded yet stays dark: another round begins each 12 seconds.
  const isBase = async () => {
    await reach(2)
    return (await seen()).join() === 'red,green,black'
  }
  await until('both play the show', isBase, 120)
  const films = await Promise.all(
    pages.map((page) =>
      page
        .locator('.shown .now video')
        .evaluate((video: HTMLVideoElement) => ({ at: Date.now() / 1000, place: video.currentTime, still: video.paused })),
    ),
  )
  expect(films.map(({ still }) => still)).toEqual([false, false])
  const apart = films.map(({ at, place }) => place - at)
  console.log(`films apart by ${Math.round(Math.abs((apart[0] ?? 0) - (apart[1] ?? 0)) * 1000)} ms`)
  expect(Math.abs((apart[0] ?? 0) - (apart[1] ?? 0))).toBeLessThan(0.25)
  await reach(6)
  expect(await seen()).toEqual(['blue', 'green', 'black'])
  // The first screen has no products: it is black as long.
  await reach(9.5)
  expect((await seen())[0]).toBe('black')
  await pages[1]?.locator('.view.shown.products article', { hasText: '1.99' }).waitFor()
  scheduled = start
})
let scheduled = 0

test('a machine that hangs upside down shows it upright, and goes back', async () => {
  const turn = (orientation: 0 | 180) =>
    client.displayMasters.saveConfig({ body: { mac: macs[1], config: { storeCode, name: 'Screen 2', orientation } } })
  await turn(180)
  await pages[1]?.locator('.view.shown[data-turn="180"]').waitFor()
  await reach(2)
  expect(await seen()).toEqual(['red', 'black', 'green'])
  await turn(0)
  await pages[1]?.locator('.view.shown[data-turn="0"]').waitFor()
})

test('without the server a row begins and ends by its schedule, on both screens, and the rest goes on in step', async () => {
  await server.kill()
  await expect(fetch(server.url)).rejects.toThrow()
  await reach(2)
  expect(await seen()).toEqual(['red', 'green', 'black'])
  // Prices, the last of the set: the first screen has none.
  await passTo(scheduled - 3000)
  await pages[0]?.waitForTimeout(500)
  expect((await seen())[0]).toBe('black')
  await pages[0]?.waitForTimeout(Math.max(0, scheduled + 1000 - now()))
  expect(await seen()).toEqual(['white', 'white', 'white'])
  await passTo(scheduled + 118_000)
  await pages[0]?.waitForTimeout(500)
  expect(await seen()).toEqual(['white', 'white', 'white'])
  await reach(2)
  expect(await seen()).toEqual(['red', 'green', 'black'])
  await reach(6)
  expect(await seen()).toEqual(['blue', 'green', 'black'])
})

test('when the server is back they go by its clock again, and tell it what they play', async () => {
  server = await stage.startServer({ ports: server.ports })
  client = await signIn(server.url)
  for (const [index, mac] of macs.entries()) {
    const says = async () => {
      const { now: shown, clockOffset } = (await client.displays.info({ params: { storeCode, plusMac: mac } })).report
      // It was put forward by minutes.
      return shown?.kind === 'show' && shown.index === index && (clockOffset ?? 0) < -60_000
    }
    // It learns of its clock by what the server answers, and says so with the report after that.
    const saysInTime = async () => {
      if (await says()) return true
      // Longer than they wait at most before they try again; then they have some seconds for it.
      await passTo(now() + 31_000)
      await pages[0]?.waitForTimeout(4000)
      return false
    }
    await until(`${mac} says what it plays`, saysInTime, 120)
  }
  forward = 0
  await reach(6)
  expect(await seen()).toEqual(['blue', 'green', 'black'])
})
