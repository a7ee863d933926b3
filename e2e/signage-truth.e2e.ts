/** What a screen cannot show is said in the console for as long as it cannot; the rest of it goes on. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { brokenFilm } from './broken-film.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { newFilm } from './new-film.ts'
import { openDisplay, pictureOf, pixelOf, takeIn, type Display } from './player-page.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { signIn, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'TRUE'
const params = { storeCode }
const mac = '02:ec:d4:00:00:01'
const [red, blue] = ['255,0,0', '0,0,255']
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let browser: Browser
let display: Display
let desk: Page
let files: { red: string; blue: string; film: string; half: string }

const place = { left: 0, top: 0, width: 1920, height: 540, index: 0 }
const image = (id: string, more = {}) => ({ type: 'image' as const, id, ...place, ...more })
const video = (id: string, more = {}) => ({ type: 'video' as const, id, ...place, ...more })
const slideOf = (...object: object[]) => ({ duration: 5, bgColor: '#000000', object, schedule: [], empty: false })
const saveFor = (plusMac: string, ...show: object[]) =>
  client.displays.saveShow({ params: { storeCode, plusMac }, body: { screenWidth: 1920, screenHeight: 540, show } })
const save = (...show: object[]) => saveFor(mac, ...show)
const infoOf = (plusMac = mac) => client.displays.info({ params: { storeCode, plusMac } })
const alarms = async () =>
  (await client.alarms.history({ params: {}, body: { filter_type: 'DISPLAY CONTENT ABNORMAL', filter_location: storeCode } })).data

beforeAll(async () => {
  if (chromiumPath === undefined) return
  // What cannot be played stays so: no version of it is made.
  server = await stage.startServer({ env: { ENDCAP_FFMPEG: 'none' } })
  client = await signIn(server.url)
  await client.stores.create({ body: { storeCode, storeName: 'True', timeZone: 'UTC', locale: 'en-GB', currency: 'GBP' } })
  browser = await stage.launch()
  display = await openDisplay({ browser, server, mac })
  await takeIn(client, storeCode, display, 'Bread')
  const upload = async (name: string, colour: string) => {
    const file = { name: `${name}.png`, content: await pictureOf(display.page, colour) }
    return (await client.media.uploadImage({ params, query: {}, body: {}, file }))._id
  }
  const content = await brokenFilm(display.page, { from: 0 })
  const spring = await client.media.uploadVideo({ params, query: {}, body: {}, file: { name: 'spring.webm', content } })
  const half = { name: 'half.webm', content: await brokenFilm(display.page, { from: 0.5 }) }
  const halfId = (await client.media.uploadVideo({ params, query: {}, body: {}, file: half }))._id
  files = { red: await upload('red', '#f00'), blue: await upload('blue', '#00f'), film: spring._id, half: halfId }
  desk = await openPage(browser)
  await signInAt(desk, `${server.url}/#/plus/device/list/${storeCode}`)
})
beforeEach(needChromium)

test('a film that does not play is named within seconds in list, panel and alarms, and its slide is passed over', async () => {
  await save(slideOf(image(files.red)))
  await expect.poll(() => pixelOf(display.page, 960, 270)).toBe(red)
  const row = desk.locator('tr[data-row]', { hasText: 'Bread' })
  await row.getByText('Up to date').waitFor()
  await save(slideOf(video(files.film)), slideOf(image(files.blue)))
  await row.getByText('1 not shown').waitFor()
  expect((await infoOf()).failing).toMatchObject([{ kind: 'video', name: 'spring.webm', slide: 0, code: 'video-failed' }])
  expect(await alarms()).toMatchObject([{ state: 'open', data: { name: 'Bread', conditions: ['video-failed:spring.webm'] } }])
  // Never black, and nothing of the film is on the screen.
  await expect.poll(() => pixelOf(display.page, 960, 270)).toBe(blue)
  const seen = new Set<string>()
  for (let end = Date.now() + 12_000; Date.now() < end;) seen.add(await pixelOf(display.page, 960, 270))
  expect([...seen]).toEqual([blue])
  expect((await infoOf()).failing).toHaveLength(1)
  await row.locator('[data-part=open]').click()
  await desk.getByRole('dialog').getByText('Slide 1: the film spring.webm cannot be played').waitFor()
  await desk.keyboard.press('Escape')
})

test('an object that fails leaves the others of its slide, and all is well again when the film has gone', async () => {
  await save(slideOf(image(files.red), video(files.film, { left: 960, width: 960, index: 1 })))
  await expect.poll(() => pixelOf(display.page, 1400, 270)).toBe(red)
  const row = desk.locator('tr[data-row]', { hasText: 'Bread' })
  await row.getByText('1 not shown').waitFor()
  await save(slideOf(image(files.blue)))
  await expect.poll(() => pixelOf(display.page, 960, 270)).toBe(blue)
  await row.getByText('Up to date').waitFor()
  expect((await infoOf()).failing).toEqual([])
  expect(await alarms()).toMatchObject([{ state: 'cleared' }])
})

test('a film that breaks off in the middle is named from then on, also while it is tried again, and its slide is passed over', async () => {
  await save({ ...slideOf(video(files.half)), duration: 15 }, slideOf(image(files.blue)))
  const row = desk.locator('tr[data-row]', { hasText: 'Bread' })
  await row.getByText('1 not shown').waitFor()
  await expect.poll(() => pixelOf(display.page, 960, 270)).toBe(blue)
  // Its next turn begins well, and breaks off again.
  await display.page.locator('.view.shown video').waitFor()
  expect((await infoOf()).failing).toMatchObject([{ kind: 'video', name: 'half.webm', slide: 0, code: 'video-failed' }])
  await expect.poll(() => pixelOf(display.page, 960, 270)).toBe(blue)
  expect(await alarms()).toMatchObject([{ state: 'open' }, { state: 'cleared' }])
  await save(slideOf(image(files.blue)))
  await row.getByText('Up to date').waitFor()
})

test('a film whose codec the display has not is named with its upload, in the library, in the editor and at the display', async () => {
  await desk.goto(`${server.url}/#/plus/video/list/${storeCode}`)
  await desk.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(newFilm)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await desk.getByText('new.mp4 – H.265: 1 of 1 displays cannot play this').waitFor()
  await desk
    .locator('tr[data-row]', { hasText: 'new.mp4' })
    .getByTitle('H.265: 1 of 1 displays cannot play this')
    .getByText('H.265')
    .waitFor()
  const { fileList } = await client.media.list({ params: { ...params, mediaFileKind: 'video' } })
  const id = fileList.find(({ name }) => name === newFilm.name)?._id ?? ''
  expect((await save(slideOf(image(files.blue)))).warnings).toEqual([])
  await desk.goto(`${server.url}/#/plus/device/show/${storeCode}/${mac}`)
  await desk.getByRole('heading', { name: 'Bread' }).waitFor()
  expect((await save(slideOf(video(id)), slideOf(image(files.blue)))).warnings).toMatchObject([{ mac, id, slide: 0, reason: 'codec' }])
  await desk.getByRole('region', { name: 'Objects' }).getByRole('button', { name: 'Video H.265 cannot be played new.mp4' }).click()
  await desk.getByRole('status').getByText('H.265 cannot be played').waitFor()
  await desk.goto(`${server.url}/#/plus/device/list/${storeCode}`)
  const row = desk.locator('tr[data-row]', { hasText: 'Bread' })
  await row.locator('[data-part=open]').click()
  await desk.getByRole('dialog').getByText('Slide 1: new.mp4: H.265 cannot be played').waitFor()
  await desk.keyboard.press('Escape')
  // The display finds it out as well.
  await row.getByText('1 not shown').waitFor()
  await save(slideOf(image(files.blue)))
  await row.getByText('Up to date').waitFor()
})

test('two displays with nothing but a film that is black are both named, and each is well again with its own next slide', async () => {
  const other = await openDisplay({ browser, server, mac: '02:ec:d4:00:00:03' })
  await takeIn(client, storeCode, other, 'Cake')
  const both = [
    { name: 'Bread', at: display },
    { name: 'Cake', at: other },
  ]
  await desk.goto(`${server.url}/#/plus/device/list/${storeCode}`)
  const rowOf = (name: string) => desk.locator('tr[data-row]', { hasText: name })
  const openAlarms = async () => (await alarms()).filter(({ state }) => state === 'open').map(({ data }) => data.name)
  await Promise.all(both.map(({ at }) => saveFor(at.mac, slideOf(video(files.film)))))
  for (const { name, at } of both) {
    await rowOf(name).getByText('1 not shown').waitFor()
    expect((await infoOf(at.mac)).failing).toMatchObject([{ kind: 'video', name: 'spring.webm', slide: 0, code: 'video-failed' }])
    await expect.poll(() => pixelOf(at.page, 960, 270)).toBe('0,0,0')
  }
  expect((await openAlarms()).toSorted()).toEqual(['Bread', 'Cake'])
  await saveFor(mac, slideOf(image(files.blue)))
  await rowOf('Bread').getByText('Up to date').waitFor()
  expect([(await infoOf()).failing.length, (await infoOf(other.mac)).failing.length]).toEqual([0, 1])
  expect(await openAlarms()).toEqual(['Cake'])
  await saveFor(other.mac, slideOf(image(files.red)))
  await rowOf('Cake').getByText('Up to date').waitFor()
  expect(await openAlarms()).toEqual([])
  await expect.poll(() => pixelOf(display.page, 960, 270)).toBe(blue)
  await expect.poll(() => pixelOf(other.page, 960, 270)).toBe(red)
  await other.context.close()
  await client.displays.remove({ params: { storeCode, plusMac: other.mac } })
})

test('a page out of reach is tried again beside what its slide shows, and is there when it answers', async () => {
  let answers = false
  const website = createServer((request, response) => {
    if (answers) response.setHeader('content-type', 'text/html').end('<body style="background:#ff0">')
    else request.socket.destroy()
  })
  await once(website.listen(0, '127.0.0.1'), 'listening')
  stage.atEnd(() => website.close())
  const id = `http://127.0.0.1:${(website.address() as AddressInfo).port}/`
  await display.page.clock.install()
  await display.page.reload()
  await save(slideOf({ type: 'webpage', id, ...place, width: 960 }, image(files.red, { left: 960, width: 960, index: 1 })))
  const row = desk.locator('tr[data-row]', { hasText: 'Bread' })
  await row.getByText('1 not shown').waitFor()
  expect([await pixelOf(display.page, 400, 270), await pixelOf(display.page, 1400, 270)]).toEqual(['0,0,0', red])
  answers = true
  await display.page.clock.fastForward(60_000)
  await expect.poll(() => pixelOf(display.page, 400, 270)).toBe('255,255,0')
  expect(await pixelOf(display.page, 1400, 270)).toBe(red)
  await row.getByText('Up to date').waitFor()
})

test('each item of a show counts as often as it was on the screen, also where a set goes on to another show', async () => {
  await client.displays.saveSetting({ params, body: { proofOfPlay: true } })
  const wall = await openDisplay({ browser, server, mac: '02:ec:d4:00:00:02', size: { width: 1920, height: 158 } })
  await takeIn(client, storeCode, wall, 'Wall')
  const colours = { red: '#f00', blue: '#00f', green: '#0f0' }
  const ids: Record<string, string> = {}
  for (const [name, colour] of Object.entries(colours))
    ids[name] = (
      await client.contents.upload({ body: { name }, file: { name: `${name}.png`, content: await pictureOf(wall.page, colour) } })
    ).id
  const item = (name: string, start: number) => ({ id: ids[name] ?? '', start, duration: 4, fit: 'fill' as const, mute: true })
  const showOf = (name: string, duration: number, ...items: ReturnType<typeof item>[]) => {
    const device = [{ type: 23 as const, width: 1920, height: 158, left: 0, top: 0, rotation: 0 as const }]
    const contentArea = [{ left: 0, top: 0, width: 1920, height: 158 }]
    return client.shows.save({ body: { name, width: 1920, height: 158, duration, device, contentArea, timeline: [items] } })
  }
  const shows = [await showOf('Two', 8, item('red', 0), item('blue', 4)), await showOf('One', 4, item('green', 0))]
  const list = shows.map(({ id }, index) => ({ id, duration: [8, 4][index] ?? 0 }))
  const set = await client.showSets.save({ body: { name: 'Day', list } })
  await client.displayMasters.saveConfig({ body: { mac: wall.mac, config: { storeCode, name: 'Wall' } } })
  await client.timelines.save({ body: { name: 'Wall', schedule: [{ id: set.id }], device: [[wall.mac]] } })
  // What is chosen for its slides would not be seen: that is said where they are chosen.
  await desk.locator('tr[data-row]', { hasText: 'Wall' }).getByText('Timeline Wall').waitFor()
  await desk.goto(`${server.url}/#/plus/device/show/${storeCode}/${wall.mac}`)
  await desk.getByText('Wall plays a timeline').waitFor()
  for (let round = 0; round < 3; round++)
    for (const colour of ['255,0,0', '0,0,255', '0,255,0'])
      await expect.poll(() => pixelOf(wall.page, 900, 80), { interval: 100 }).toBe(colour)
  // It sends what it has played before it starts anew.
  await client.displays.reboot({ params, body: { devList: [wall.mac] } })
  // The other display of the store has its own.
  const own = { filter_mac: wall.mac, condition_mac: '==' } as const
  const plays = async () =>
    (await client.plays.search({ params, body: { ...own, length: 100, order: { column: 'from', dir: 'asc' } } })).data
  await expect.poll(async () => (await plays()).length).toBeGreaterThanOrEqual(7)
  const whole = (await plays()).slice(1, -1).map(({ contentName, seconds }) => [contentName, seconds >= 1])
  const next: Record<string, string> = { red: 'blue', blue: 'green', green: 'red' }
  const first = String(whole[0]?.[0])
  const expected = [first, next[first], next[next[first] ?? '']]
  expect(whole).toEqual(whole.map((_, index) => [expected[index % 3], true]))
})
