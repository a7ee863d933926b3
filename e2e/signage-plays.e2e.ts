/**
 * Proof of play against the screen: a script in the page writes down what lies uppermost at each moment, and the plays that the server has must
 * say the same, item by item. The pages' clocks stand still and are put forward a quarter of a second at a time, so that no machine is too slow.
 */
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { patienceMs } from './patience.ts'
import { filmOf, pictureOf, playerUrl } from './player-page.ts'
import { needChromium, setStage } from './stage.ts'
import { signIn, until, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'PROOF'
const params = { storeCode }
const macs = { slides: '02:ec:d5:00:00:01', shows: '02:ec:d5:00:00:02' }
const size = { width: 1920, height: 158 }
const stepMs = 250
/** A page that was killed has noted what it showed so long ago at most. */
const noteSeconds = 2
/**
 * It is eight in the evening in the store: midnight is ahead and four in the morning, when pages start anew, is not; nor is midnight so near that
 * the pages, which hear the right time from the server again, come to it a second time.
 */
const shift = ((((20 - new Date().getUTCHours()) % 24) + 36) % 24) - 12
const timeZone = shift === 0 ? 'Etc/GMT' : `Etc/GMT${shift > 0 ? '-' : '+'}${Math.abs(shift)}`
const dayOf = (ms: number) => new Date(ms + shift * 3_600_000).toISOString().slice(0, 10)
const midnight = Date.parse(`${dayOf(Date.now() + 86_400_000)}T00:00:00Z`) - shift * 3_600_000

/** An item on the screen, of the machine's clock, milliseconds. */
interface Seen {
  /** As in the plan, with the place where it was. */
  item: string
  from: number
  to: number
  /** It has left the screen. */
  over: boolean
}

const stage = setStage()
let server: ServerProcess
let client: ApiClient
let browser: Browser
let wall: BrowserContext
let shelf: BrowserContext
let slides: Page
let shows: Page

/** Written down in the page with each picture that it draws; what was written outlives the page. */
function watch() {
  const places = [480, 1440]
  const open = new Map<Element, { item: string; from: number }>()
  const write = (seen: object[]) => localStorage.setItem('seen', JSON.stringify(seen))
  const before: Seen[] = JSON.parse(localStorage.getItem('seen') ?? '[]') as Seen[]
  const seen: Seen[] = before.map((one) => ({ ...one, over: true }))
  /** What lies uppermost there and is not clear. */
  const boxAt = (x: number) => {
    for (const element of document.elementsFromPoint(x, 60)) {
      const box = element.closest('[data-content]')
      if (box === null && element.closest('.view') !== null) return undefined
      if (box !== null && getComputedStyle(box).opacity !== '0' && box.firstElementChild !== null) return box
    }
    return undefined
  }
  const look = () => {
    const now = Date.now()
    const there = new Map<Element, number>()
    for (const [place, x] of places.entries()) {
      const box = boxAt(x)
      if (box !== undefined && !there.has(box)) there.set(box, place)
    }
    for (const [box, { item, from }] of open)
      if (!there.has(box)) {
        open.delete(box)
        seen.push({ item, from, to: now, over: true })
      }
    for (const [box, place] of there)
      if (!open.has(box)) open.set(box, { item: `${box.getAttribute('data-content') ?? ''} ${place}`, from: now })
    write([...seen, ...[...open.values()].map((one) => ({ ...one, to: now, over: false }))])
    requestAnimationFrame(look)
  }
  document.addEventListener('DOMContentLoaded', () => requestAnimationFrame(look))
}
const seenOn = async (page: Page): Promise<Seen[]> => page.evaluate(() => JSON.parse(localStorage.getItem('seen') ?? '[]') as Seen[])

/** Nothing is being loaded. */
const isSettled = (page: Page) =>
  page.evaluate(
    () =>
      document.querySelector('[data-content]:empty') === null &&
      [...document.querySelectorAll('video')].every((film) => film.readyState >= film.HAVE_CURRENT_DATA),
  )
/** A quarter of a second passes; what begins to load in it is there before the next one. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs)
    for (const page of [slides, shows]) {
      await page.clock.runFor(stepMs)
      await expect.poll(() => isSettled(page), { interval: 10 }).toBe(true)
    }
}
async function open(context: BrowserContext, mac: string, more = ''): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.goto(playerUrl(server, mac, more))
  return page
}

const place = { left: 0, top: 0, ...size, index: 0 }
async function giveSlides(helper: Page) {
  const upload = async (colour: string) => {
    const file = { name: `${colour}.png`, content: await pictureOf(helper, colour) }
    return (await client.media.uploadImage({ params, query: {}, body: {}, file }))._id
  }
  const [red, blue, green] = [await upload('red'), await upload('blue'), await upload('green')]
  const content = await filmOf(helper, { width: 320, height: 26, milliseconds: 2500 })
  const film = (await client.media.uploadVideo({ params, query: {}, body: {}, file: { name: 'film.webm', content } }))._id
  const slide = (duration: number, ...object: object[]) => ({ duration, bgColor: '#000000', object, schedule: [], empty: false })
  const half = { ...place, width: 960, type: 'image' as const }
  const show = [
    slide(4, { ...place, type: 'image', id: red }),
    slide(6, { ...half, id: blue }, { ...half, id: green, left: 960, index: 1 }),
    slide(7, { ...place, type: 'video', id: film }),
  ]
  const body = { screenWidth: size.width, screenHeight: size.height, show } as Parameters<typeof client.displays.saveShow>[0]['body']
  await client.displays.saveShow({ params: { storeCode, plusMac: macs.slides }, body })
}
async function giveShows(helper: Page) {
  const upload = async (name: string, content: Blob) => (await client.contents.upload({ body: { name }, file: { name, content } })).id
  const ids: Record<string, string> = {}
  for (const colour of ['white', 'yellow', 'gray', 'navy']) ids[colour] = await upload(`${colour}.png`, await pictureOf(helper, colour))
  ids.film = await upload('loop.webm', await filmOf(helper, { width: 320, height: 26, milliseconds: 2500 }))
  const item = (name: string, start: number, duration: number) => ({
    id: ids[name] ?? '',
    start,
    duration,
    fit: 'fill' as const,
    mute: true,
  })
  const device = [{ type: 23 as const, ...size, left: 0, top: 0, rotation: 0 as const }]
  const contentArea = [0, 960].map((left) => ({ left, top: 0, width: 960, height: size.height }))
  const showOf = (name: string, duration: number, ...timeline: ReturnType<typeof item>[][]) =>
    client.shows.save({ body: { name, ...size, duration, device, contentArea, timeline } })
  const long = await showOf('Long', 10, [item('white', 0, 4), item('yellow', 4, 6)], [item('film', 0, 6), item('gray', 6, 4)])
  const short = await showOf('Short', 4, [item('navy', 0, 4)], [item('white', 0, 4)])
  const list = [
    { id: long.id, duration: 10 },
    { id: short.id, duration: 4 },
  ]
  const set = await client.showSets.save({ body: { name: 'Day', list } })
  await client.displayMasters.saveConfig({ body: { mac: macs.shows, config: { storeCode, name: 'Wall' } } })
  await client.timelines.save({ body: { name: 'Wall', schedule: [{ id: set.id }], device: [[macs.shows]] } })
}
const kindOn = async (plusMac: string) => (await client.displays.info({ params: { storeCode, plusMac } })).report.now?.kind

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await client.stores.create({ body: { storeCode, storeName: 'Proof', timeZone, locale: 'en-GB', currency: 'GBP' } })
  const { enrolToken } = await client.displays.saveSetting({ params, body: { newEnrolToken: true, proofOfPlay: true } })
  browser = await stage.launch()
  const contexts = [0, 1].map(async () => {
    const context = await browser.newContext({ viewport: size })
    await context.clock.install()
    await context.addInitScript(watch)
    return context
  })
  ;[shelf, wall] = (await Promise.all(contexts)) as [BrowserContext, BrowserContext]
  const more = `&store=${storeCode}&token=${enrolToken ?? ''}`
  slides = await open(shelf, macs.slides, more)
  shows = await open(wall, macs.shows, more)
  const known = async () => (await client.displays.search({ params, body: {} })).recordsTotal === 2
  await until('both displays are in the store', known)
  const helper = await (await browser.newContext()).newPage()
  await giveSlides(helper)
  await giveShows(helper)
  await helper.context().close()
  await until('slides are played', async () => (await kindOn(macs.slides)) === 'slide')
  await until('shows are played', async () => (await kindOn(macs.shows)) === 'show')
})
beforeEach(needChromium)

/** When the clocks stood still first, and last. */
const begin = midnight - 40_000
const end = begin + 93_500
let killedAt = 0

test('over midnight, a reload and a page that is killed, without the server', async () => {
  await server.kill()
  for (const page of [slides, shows]) await page.clock.pauseAt(begin)
  await pass(55_000)
  await slides.reload()
  await pass(2000)
  killedAt = begin + 57_000
  const session = await wall.newCDPSession(shows)
  session.send('Page.crash').catch(() => undefined)
  await new Promise((resolve) => shows.on('crash', resolve))
  await shows.close()
  shows = await open(wall, macs.shows)
  await pass(end - killedAt)
  for (const [page, items] of [
    [slides, 4],
    [shows, 6],
  ] as const) {
    const seen = (await seenOn(page)).filter(({ from }) => from >= begin)
    expect(new Set(seen.map(({ item }) => item)).size).toBe(items)
  }
})

/** What was on the screen since a second after the clocks jumped to where they stood still: what the jump cut is over by then. By item. */
const itemsSince = <One extends { item: string; from: number }>(all: readonly One[]) =>
  Map.groupBy(
    all.filter(({ from }) => from >= begin + 1000 && from < end),
    ({ item }) => item,
  )
const listed = async () => {
  const { data } = await client.plays.search({ params, body: { length: -1, order: { column: 'from', dir: 'asc' } } })
  return data
}

test('what the server has of it afterwards is what was on the screen, item by item', async () => {
  const seen = { slides: await seenOn(slides), shows: await seenOn(shows) }
  // Of slides plays do not say the place: one of the pictures lies on the right.
  const right = seen.slides.find(({ item }) => item.endsWith(' 1'))?.item.split(' ')[0]
  const playsOf = async (name: keyof typeof macs) =>
    itemsSince(
      (await listed())
        .filter(({ mac }) => mac === macs[name])
        .map(({ content, area, from, seconds }) => ({
          item: `${content} ${area ?? (content === right ? 1 : 0)}`,
          from: from * 1000,
          seconds,
        })),
    )
  server = await stage.startServer({ ports: server.ports })
  client = await signIn(server.url)
  for (const [name, page] of [
    ['slides', slides],
    ['shows', shows],
  ] as const) {
    await page.clock.resume()
    const shown = itemsSince(seen[name])
    const counts = (all: Map<string, unknown[]>) => Object.fromEntries([...all].map(([item, { length }]) => [item, length]).toSorted())
    const counted = async () => {
      // Longer than it waits at most before it tries the server again.
      await page.clock.fastForward(31_000)
      return counts(await playsOf(name))
    }
    await expect.poll(counted, { interval: 2000 }).toEqual(counts(shown))
    const plays = await playsOf(name)
    for (const [item, turns] of shown)
      for (const [turn, { from, to, over }] of turns.entries()) {
        const play = plays.get(item)?.[turn]
        const seconds = (to - from) / 1000
        expect.soft([item, turn, Math.abs((play?.from ?? 0) - from) < 1500]).toEqual([item, turn, true])
        if (!over) continue
        const lost = seconds - (play?.seconds ?? 0)
        const wasKilled = name === 'shows' && Math.abs(to - killedAt) < stepMs
        expect.soft([item, turn, lost > -0.05 && lost < (wasKilled ? noteSeconds : 0.05)]).toEqual([item, turn, true])
      }
    // Of the film, and of what follows it, some lay on the screen at midnight.
    if (name === 'shows') expect([...shown.values()].flat().some(({ from, to }) => from < midnight && to > midnight)).toBe(true)
  }
})

test('sums are those of the plays, each on the day of the store on which it began', async () => {
  await Promise.all([shelf.close(), wall.close()])
  const expected = new Map<string, { plays: number; seconds: number }>()
  const keyOf = (...parts: (string | number | null)[]) => parts.join(' ')
  for (const { mac, content, area, from, seconds } of await listed()) {
    const key = keyOf(dayOf(from * 1000), mac, content, area)
    const before = expected.get(key) ?? { plays: 0, seconds: 0 }
    expected.set(key, { plays: before.plays + 1, seconds: before.seconds + seconds })
  }
  const query = { by: 'day,content,display,area', from: dayOf(begin - 86_400_000), to: dayOf(end) }
  const { sumList, total } = await client.plays.sums({ params, query })
  const sums = Object.fromEntries(
    sumList.map(({ day, mac, content, area, plays, seconds }) => [keyOf(day, mac, content, area), { plays, seconds }]),
  )
  expect(Object.keys(sums).toSorted()).toEqual([...expected.keys()].toSorted())
  for (const [key, { plays, seconds }] of expected) expect([key, sums[key]]).toEqual([key, { plays, seconds: expect.closeTo(seconds, 3) }])
  expect(total).toEqual({
    plays: [...expected.values()].reduce((sum, { plays }) => sum + plays, 0),
    devices: 2,
    seconds: expect.closeTo(
      [...expected.values()].reduce((sum, { seconds }) => sum + seconds, 0),
      2,
    ),
  })
})
