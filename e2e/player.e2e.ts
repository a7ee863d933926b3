/** The player in a real browser: from its code on the screen to slides, prices and commands, with and without the server. */
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { totalmem, type } from 'node:os'
import { join } from 'node:path'
import { heartbeatSeconds } from '@endcap/contract/player'
import { beforeAll, beforeEach, expect } from 'vitest'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { startPlayerHost } from './player-host.ts'
import { cardOn, filmOf, openDisplay, pictureOf, pixelOf, playerUrl, takeIn, zipOf, type Display } from './player-page.ts'
import { needChromium, setStage } from './stage.ts'
import { eanOf, signIn, until, uploadPrices, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'SIGN'
const params = { storeCode }
const mac = '02:ec:d1:00:00:01'
const red = '255,0,0'
const blue = '0,0,255'
/** Displays report every 30 seconds, a fifth of it sooner or later: what comes before was told to them. How soon that is, the benchmark of players says. */
const reportMs = heartbeatSeconds * 1000 * 0.8
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let browser: Browser
let display: Display
let pictures: { red: string; blue: string }

const place = { left: 0, top: 0, width: 1920, height: 540, index: 0 }
const image = (id: string, more = {}) => ({ type: 'image' as const, id, ...place, ...more })
const slideOf = (...object: object[]) => ({ duration: 30, bgColor: '#000000', object, schedule: [], empty: false })
const save = (...show: object[]) =>
  client.displays.saveShow({
    params: { storeCode, plusMac: mac },
    body: { screenWidth: 1920, screenHeight: 540, show: show },
  })
const middle = () => pixelOf(display.page, 960, 270)
const infoOf = () => client.displays.info({ params: { storeCode, plusMac: mac } })

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await client.stores.create({
    body: { storeCode, storeName: 'Shop of signs', timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' },
  })
  await uploadPrices(client, storeCode, [199, 249, 299])
  browser = await stage.launch()
})
beforeEach(needChromium)

test('it shows a code, is taken in with it, and plays what it is given', async () => {
  display = await openDisplay({ browser, server, mac })
  await takeIn(client, storeCode, display, 'Bread')
  const upload = async (name: string, colour: string) => {
    const file = { name: `${name}.png`, content: await pictureOf(display.page, colour) }
    return (await client.media.uploadImage({ params, query: {}, body: {}, file }))._id
  }
  pictures = { red: await upload('red', '#f00'), blue: await upload('blue', '#00f') }
  await save(slideOf(image(pictures.red)))
  await expect.poll(middle).toBe(red)
  await expect.poll(async () => (await infoOf()).upToDate).toBe(true)
  expect(await infoOf()).toMatchObject({
    status: 'ONLINE',
    name: 'Bread',
    caps: { offlineStart: true },
    report: { now: { kind: 'slide', index: 0 } },
  })
})

test('another slide is on the screen before the display reports again, and the edges stay black in a window of another shape', async () => {
  const before = Date.now()
  await save(slideOf(image(pictures.blue)))
  await expect.poll(middle, { interval: 20 }).toBe(blue)
  expect(Date.now() - before).toBeLessThan(reportMs)
  await display.page.setViewportSize({ width: 1280, height: 720 })
  await expect.poll(() => pixelOf(display.page, 640, 360)).toBe(blue)
  expect([await pixelOf(display.page, 640, 20), await pixelOf(display.page, 640, 700)]).toEqual(['0,0,0', '0,0,0'])
  await display.page.setViewportSize({ width: 1920, height: 540 })
})

test('a changed price reaches the card on the screen before the display reports again', async () => {
  await client.displays.assign({ body: { storeCode, devList: [{ mac, product: [eanOf(0), eanOf(1)] }] } })
  await save(slideOf(image(pictures.blue), { type: 'product', id: '1', left: 100, top: 100, width: 400, height: 300, index: 1 }))
  const card = display.page.locator('.shown [data-content="product:1"]')
  await card.locator('img').waitFor()
  const pixels = async () => (await card.screenshot()).toString('base64')
  const before = await pixels()
  const began = Date.now()
  await client.products.save({ body: { storeCode, productList: [{ prCode: eanOf(0), prInfo: ['', 'Produkt 0', '', '7.77'] }] } })
  await expect.poll(pixels, { interval: 20 }).not.toBe(before)
  expect(Date.now() - began).toBeLessThan(reportMs)
})

/** One that stands on the slides and is gone since, which no call does; undefined without PostgreSQL. */
async function lostPicture(): Promise<string | undefined> {
  const database = await stage.postgres()
  if (!('url' in database)) return undefined
  const file = { name: 'lost.png', content: await pictureOf(display.page, '#0ff') }
  const { _id } = await client.media.uploadImage({ params, query: {}, body: {}, file })
  await save(slideOf(image(_id)))
  const connection = new pg.Client(database.url)
  await connection.connect()
  await connection.query('delete from plus_files where file_id = $1', [_id])
  await connection.end()
  return _id
}

test('objects lie over each other by their index; a film, a widget and a page play in their boxes, and what is missing is left out', async () => {
  const { page } = display
  const content = await filmOf(page, { width: 320, height: 180, colour: '#0f0', pictures: 50 })
  const film = await client.media.uploadVideo({
    params,
    query: {},
    body: {},
    file: { name: 'green.webm', content },
  })
  const zip = zipOf({
    'index.html': '<link rel=stylesheet href="css/look.css"><p id=p></p><script src="go.js"></script>',
    'css/look.css': 'body{margin:0;background:#f0f}',
    'go.js': 'fetch("data.json").then(a=>a.json()).then(({say})=>{p.textContent=say;try{parent.document;p.textContent="out"}catch{}})',
    'data.json': '{"say":"hello"}',
    'widget.json': '{"width":400,"height":300}',
  })
  const website = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<body style="background:#ff0">'))
  await once(website.listen(0, '127.0.0.1'), 'listening')
  stage.atEnd(() => website.close())
  const pageUrl = `http://127.0.0.1:${(website.address() as AddressInfo).port}/`
  const widget = await client.media.uploadWidget({ params, query: {}, body: {}, file: { name: 'hello.zip', content: zip } })
  const lost = await lostPicture()
  await save(
    slideOf(
      image(pictures.red),
      { type: 'video', id: film._id, left: 0, top: 0, width: 600, height: 540, index: 1 },
      { type: 'widget', id: widget._id, left: 700, top: 0, width: 400, height: 300, index: 2 },
      { type: 'webpage', id: pageUrl, left: 1200, top: 0, width: 400, height: 300, index: 3 },
      ...(lost === undefined ? [] : [{ type: 'image', id: lost, left: 1700, top: 0, width: 100, height: 100, index: 4 }]),
    ),
  )
  await expect.poll(() => pixelOf(page, 1000, 250)).toBe('255,0,255')
  const colours = (await pixelOf(page, 300, 270)).split(',').map(Number)
  expect(colours[1]).toBeGreaterThan(200)
  expect(colours[0]).toBeLessThan(60)
  expect([await pixelOf(page, 650, 270), await pixelOf(page, 1750, 50)]).toEqual([red, red])
  expect(await pixelOf(page, 1400, 150)).toBe('255,255,0')
  expect(await page.locator('.shown video').evaluate((video: HTMLVideoElement) => !video.paused && video.muted)).toBe(true)
  const inside = page.frameLocator('.shown [data-content^="widget"] iframe').frameLocator('iframe')
  await expect.poll(() => inside.locator('#p').innerText()).toBe('hello')
  if (lost !== undefined) await expect.poll(async () => JSON.stringify((await infoOf()).report.errors)).toContain(`image:${lost}`)
})

test('it shows the one slide it is told to, who it is, its products, nothing, and flashes a product', async () => {
  const { page } = display
  const macs = { params, body: { macList: [mac] } }
  await save(slideOf(image(pictures.red)), slideOf(image(pictures.blue)))
  await client.displays.setShowIndex({ ...macs, body: { macList: [mac], showIdx: 1 } })
  await expect.poll(middle).toBe(blue)
  await client.displays.setShowIndex({ ...macs, body: { macList: [mac], showIdx: 0 } })
  await expect.poll(middle).toBe(red)

  await client.displays.blink({ params, body: { prCode: eanOf(1) } })
  await page.locator('.overlay article', { hasText: 'Produkt 1' }).waitFor()
  await page.locator('.overlay article').waitFor({ state: 'detached' })

  await client.displays.showInfo({ params, body: { devList: [mac], duration: 12 } })
  await page.locator('.info h1', { hasText: 'Bread' }).waitFor()
  expect(await page.locator('.info').innerText()).toContain(mac)
  await page.locator('.products.shown article', { hasText: 'Produkt 1' }).waitFor()
  expect(await page.locator('.products.shown').innerText()).toContain(eanOf(1))
  await expect.poll(middle).toBe(red)

  await client.displays.switchMode({ params, body: { macList: [mac], mode: 'off' } })
  await expect.poll(middle).toBe('0,0,0')
  await client.displays.switchMode({ params, body: { macList: [mac], mode: 'product' } })
  // The cards of its products, each with its price, as the server draws them for customers: codes are for those who work there.
  for (const slot of ['1', '2']) {
    const { svg: shown, cardSize } = await cardOn(page, slot)
    const drawn = async (look: string) =>
      (await client.displays.card({ params: { storeCode, plusMac: mac, slot, cardSize }, query: { look } })).text()
    expect(shown).toBe(await drawn('customer-ffffff-161616-c8281e'))
    // The second one has a code.
    if (slot === '2') expect(shown).not.toBe(await drawn('screen-ffffff-161616-c8281e'))
  }
  await client.displays.switchMode({ params, body: { macList: [mac], mode: 'normal' } })
  await expect.poll(middle).toBe(red)
})

test('a picture of the screen comes, brightness darkens it, and a restart happens once', async () => {
  const { page } = display
  await client.displays.takeScreenshot({ params, body: { mac } })
  await expect.poll(async () => (await infoOf()).screenshotAt).not.toBeNull()
  await client.displays.saveConfig({ body: { storeCode, mac, brightness: 0 } })
  await expect.poll(middle).toBe('51,0,0')
  await client.displays.saveConfig({ body: { storeCode, mac, brightness: 255 } })
  await expect.poll(middle).toBe(red)
  let loads = 0
  page.on('load', () => loads++)
  await client.displays.reboot({ params, body: { devList: [mac] } })
  await expect.poll(() => loads).toBe(1)
  await expect.poll(middle).toBe(red)
  await until('it has reported anew', async () => ((await infoOf()).report.uptimeSeconds ?? 1000) < 40)
  expect(loads).toBe(1)
})

test('its menu asks for a code where one is set, and opens what that is for', async () => {
  const { page } = display
  const config = { storeCode, name: 'Bread', adminPwd: '1234', managerPwd: '5678' }
  await client.displayMasters.saveConfig({ body: { mac, config, line: 'v0' } })
  const menu = page.locator('.setup')
  const enter = async (pin: string) => {
    await page.keyboard.press('F2')
    await menu.getByLabel('Code').fill(pin)
    await page.keyboard.press('Enter')
  }
  await enter('1111')
  await menu.getByText('This code is not right.').waitFor()
  await menu.getByLabel('Code').fill('5678')
  await page.keyboard.press('Enter')
  await menu.getByRole('button', { name: 'Restart' }).waitFor()
  expect(await menu.getByRole('button').allInnerTexts()).toEqual(['Information', 'Restart', 'Close'])
  await menu.getByRole('button', { name: 'Information' }).click()
  await page.locator('.info h1', { hasText: 'Bread' }).waitFor()
  await enter('1234')
  await menu.getByRole('button', { name: 'Set up this display' }).click()
  await menu.getByLabel('Address of the display').waitFor()
  await client.displayMasters.saveConfig({ body: { mac, config: { ...config, adminPwd: null, managerPwd: null }, line: 'v0' } })
  await page.reload()
  await expect.poll(middle).toBe(red)
})

test('without the server it plays on, starts anew, and takes up the next change when the server is back', async () => {
  const { page } = display
  const inVain = page.waitForEvent('requestfailed')
  await server.kill()
  await inVain
  expect(await middle()).toBe(red)
  await page.reload()
  await expect.poll(middle).toBe(red)
  server = await stage.startServer({ ports: server.ports })
  client = await signIn(server.url)
  await client.displays.unsetShowIndex({ params, body: { macList: [mac] } })
  await save(slideOf(image(pictures.blue)))
  await expect.poll(middle).toBe(blue)
})

test('two displays show the same at the same time, and turn together', async () => {
  const second = await openDisplay({ browser, server, mac: '02:ec:d1:00:00:02' })
  await takeIn(client, storeCode, second, 'Milk')
  const show = [
    { ...slideOf(image(pictures.red)), duration: 2 },
    { ...slideOf(image(pictures.blue)), duration: 3 },
  ]
  for (const plusMac of [mac, second.mac])
    await client.displays.saveShow({
      params: { storeCode, plusMac },
      body: { screenWidth: 1920, screenHeight: 540, show: show as never },
    })
  await second.page.locator('.shown [data-content^="image"]').waitFor()
  await display.page.locator(`.shown [data-content="image:${pictures.red}"]`).waitFor()
  await display.page.locator(`.shown [data-content="image:${pictures.blue}"]`).waitFor()
  // Both machines have one clock here: when each of them has turned, and whether there was a gap.
  const turns = ({ page }: Display) =>
    page.evaluate(async () => {
      const seen: { at: number; what: string }[] = []
      let gaps = 0
      for (const end = Date.now() + 11_000; Date.now() < end; await new Promise(requestAnimationFrame)) {
        const what = document.querySelector<HTMLElement>('.view.shown .box')?.dataset.content ?? ''
        if (document.querySelector('.view.shown img') === null) gaps++
        if (what !== seen.at(-1)?.what) seen.push({ at: Date.now(), what })
      }
      return { gaps, turns: seen.slice(1) }
    })
  const [one, other] = await Promise.all([turns(display), turns(second)])
  expect([one.gaps, other.gaps]).toEqual([0, 0])
  expect(one.turns.length).toBeGreaterThanOrEqual(3)
  const spread = one.turns.map(({ at, what }) =>
    Math.min(...other.turns.filter((turn) => turn.what === what).map((turn) => Math.abs(turn.at - at))),
  )
  console.log(`turns apart by ${spread.join(', ')} ms`)
  // Far less than a slide stands; on a machine that does nothing else it is less than a film's frame of 40 ms.
  expect(Math.max(...spread)).toBeLessThan(1000)
})

test('an address that another display has is refused on the screen, and one can be typed', async () => {
  const stranger = await openDisplay({ browser, server, mac }, '&setup')
  await stranger.page.getByText('Another display has this address').waitFor()
  await stranger.page.getByLabel('Address of the display').fill('12:34')
  await stranger.page.keyboard.press('Enter')
  await stranger.page.getByRole('alert').waitFor()
  await stranger.page.getByLabel('Address of the display').fill('02ECD1000003')
  await stranger.page.keyboard.press('Enter')
  await stranger.page.locator('.view.shown .code').waitFor()
  expect(await stranger.page.locator('.view.shown').innerText()).toContain('02:ec:d1:00:00:03')
})

test('on plain http, too, it is taken in by its store’s token and plays', async () => {
  const { enrolToken } = await client.displays.saveSetting({ params, body: { newEnrolToken: true } })
  const context = await (
    await stage.launch(['--host-resolver-rules=MAP shelf.example 127.0.0.1'])
  ).newContext({
    viewport: { width: 1920, height: 158 },
  })
  const page = await context.newPage()
  const plain = '02:ec:d1:00:00:09'
  await page.goto(playerUrl(server, plain, `&store=${storeCode}&token=${enrolToken ?? ''}&name=Till`).replace('localhost', 'shelf.example'))
  await page.getByText('Till').waitFor()
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  const show = [slideOf(image(pictures.red))]
  await client.displays.saveShow({
    params: { storeCode, plusMac: plain },
    body: { screenWidth: 1920, screenHeight: 540, show: show as never },
  })
  await expect.poll(() => pixelOf(page, 960, 79)).toBe(red)
  const known = await client.displays.info({ params: { storeCode, plusMac: plain } })
  expect(known).toMatchObject({ name: 'Till', caps: { offlineStart: false } })
})

test('its host program installs the newest software of its store, and the display tells which one it has', async () => {
  const { enrolToken } = await client.displays.saveSetting({ params, body: { newEnrolToken: true } })
  const own = '02:ec:d1:00:00:0b'
  const installed = join(stage.folder, 'installed')
  const copy = `require('fs').copyFileSync(process.argv[1], ${JSON.stringify(installed)})`
  const commands = { update: [process.execPath, '-e', copy, '--', '{file}.deb'] }
  const settings = { mac: own, name: 'Kiosk', model: 'IP231A', storeCode, enrolToken, commands }
  const host = await startPlayerHost({ serverUrl: server.url, folder: join(stage.folder, 'updated-host'), settings })
  stage.atEnd(host.stop)
  const page = await (await browser.newContext({ viewport: { width: 1920, height: 158 } })).newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(host.url)
  await page.getByText('Kiosk').waitFor()
  const here = { storeCode, plusMac: own }
  const known = () => client.displays.info({ params: here })
  expect(await known()).toMatchObject({ caps: { host: true, reboot: false, update: true } })
  const upload = (ver: string, content: Buffer<ArrayBuffer>) =>
    client.media.uploadSoftware({
      params: { storeCode, displaySoftware: 'sw' },
      query: {},
      body: { os: type().toUpperCase(), model: 'ip231a', ver },
      file: { name: 'kiosk.deb', content: new Blob([content]) },
    })
  await upload('7.0', Buffer.alloc(1000, 'old'))
  const content = Buffer.alloc(9_000_000, 'software ')
  await upload('7.1', content)
  await client.displays.updateSoftware({ params, body: { devList: [own] } })
  await expect.poll(async () => (await known()).versions.sw).toBe('7.1')
  expect(readFileSync(installed).equals(content)).toBe(true)
  // The page itself loads none of it.
  expect(asked.filter((url) => url.includes('/content/'))).toEqual([])
  expect(asked.filter((url) => url.endsWith('/host/update'))).toHaveLength(1)
  await page.close()
})

test('a page of the player that is open does not hold up one with a newer database', async () => {
  const context = await browser.newContext()
  const [page, newer] = [await context.newPage(), await context.newPage()]
  await page.goto(`${server.url}/player/?mac=02:ec:d0:00:00:77`)
  await page.getByText('02:ec:d0:00:00:77').first().waitFor()
  await newer.goto(`${server.url}/openapi.json`)
  const startsAnew = page.waitForEvent('framenavigated')
  const upgraded = await newer.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const asked = indexedDB.open('endcap-player', 99)
        for (const how of ['success', 'blocked', 'error']) asked.addEventListener(how, () => resolve(how))
      }),
  )
  expect(upgraded).toBe('success')
  await startsAnew
  await context.close()
})

test('behind the host program it is the machine: its address, its time server, its restart, its start without the server', async () => {
  const { enrolToken } = await client.displays.saveSetting({ params, body: { newEnrolToken: true } })
  const own = '02:ec:d1:00:00:0a'
  const rebooted = join(stage.folder, 'rebooted')
  const reboot = [process.execPath, '-e', `require('fs').writeFileSync(${JSON.stringify(rebooted)}, 'yes')`]
  const timeServerFile = join(stage.folder, 'time-server')
  const timeserver = [
    process.execPath,
    '-e',
    `require('fs').writeFileSync(${JSON.stringify(timeServerFile)}, process.argv[1])`,
    '{address}',
  ]
  const settings = { mac: own, name: 'Counter', storeCode, enrolToken, commands: { reboot, timeserver } }
  const host = await startPlayerHost({ serverUrl: server.url, folder: join(stage.folder, 'host'), settings })
  stage.atEnd(host.stop)
  const page = await (await browser.newContext({ viewport: { width: 1920, height: 540 } })).newPage()
  await page.goto(host.url)
  await page.getByText('Counter').waitFor()
  const here = { storeCode, plusMac: own }
  await client.displays.saveShow({
    params: here,
    body: { screenWidth: 1920, screenHeight: 540, show: [slideOf(image(pictures.red))] as never },
  })
  const shown = () => pixelOf(page, 960, 270)
  await expect.poll(shown).toBe(red)
  await until('it has told of itself', async () => (await client.displays.info({ params: here })).report.memory?.total === totalmem())
  expect(await client.displays.info({ params: here })).toMatchObject({
    name: 'Counter',
    caps: { host: true, reboot: true, offlineStart: true, timeserver: true, bluetooth: false },
  })
  await client.displays.saveConfig({ body: { storeCode, mac: own, localNtpServer: 'ntp.shop.example' } })
  await expect.poll(() => existsSync(timeServerFile) && readFileSync(timeServerFile, 'utf8')).toBe('ntp.shop.example')
  await client.displays.reboot({ params, body: { devList: [own] } })
  await expect.poll(() => existsSync(rebooted)).toBe(true)
  await server.kill()
  await page.reload()
  await expect.poll(shown).toBe(red)
})
