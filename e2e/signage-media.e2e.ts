/** Pictures, films, widgets, templates and schedules of a store in the browser: what goes up is seen again, what displays need stays. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, crc32 } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { smallPackage } from './android-package.ts'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { pictureOf } from './player-page.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, signIn, until, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'SGN'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let page: Page
const mac = '02:ec:e2:00:00:01'

beforeAll(async () => {
  server = await stage.startServer()
  client = await signIn(server.url)
  await createShop(client, { storeCode, gateways: 1, tags: 1 })
  const { enrolToken } = await client.displays.saveSetting({ params: { storeCode }, body: { newEnrolToken: true } })
  await client.player.register({
    body: {
      mac,
      claimSecret: 'claim-0123456789-0123456789',
      name: 'Bread',
      model: 'IP231A',
      storeCode,
      enrolToken: enrolToken ?? '',
      ver: { player: '1.0.0' },
      screen: { width: 1920, height: 158 },
      caps: { host: false, reboot: false, brightness: false, screenshot: false, offlineStart: true },
    },
  })
  if (chromiumPath === undefined) return
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/plus/image/list/${storeCode}`)
  await page.getByRole('heading', { name: 'Images' }).waitFor()
})
beforeEach(needChromium)

const go = async (kind: string, heading: string) => {
  await page.goto(`${server.url}/#/plus/${kind}/list/${storeCode}`)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}
const row = (text: string) => page.locator('tr[data-row]').filter({ hasText: text })
const dialog = () => page.getByRole('dialog')
const closed = () => dialog().waitFor({ state: 'detached' })
function put(name: string, content: Buffer | string): string {
  mkdirSync(join(stage.folder, 'media'), { recursive: true })
  const path = join(stage.folder, 'media', name)
  writeFileSync(path, content)
  return path
}
const choose = (...paths: string[]) => dialog().locator('input[type=file]').setInputFiles(paths)
/** What is on the screen is accessible, in the light and in the dark scheme. */
async function expectAccessible() {
  const before = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme ?? 'light')
  for (const scheme of ['light', 'dark']) {
    await page.evaluate((one) => (document.documentElement.dataset.mantineColorScheme = one), scheme)
    await settled(page)
    expect(await violationsOf(page)).toEqual([])
  }
  await page.evaluate((one) => (document.documentElement.dataset.mantineColorScheme = one), before)
}
/** A picture that this browser draws. */
async function drawn(width: number, height: number, type: string): Promise<Buffer> {
  const data = await page.evaluate(
    ([w, h, kind]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
      const pen = canvas.getContext('2d')!
      pen.fillStyle = '#b3261e'
      pen.fillRect(0, 0, w, h)
      return canvas.toDataURL(kind)
    },
    [width, height, type] as const,
  )
  return Buffer.from(data.replace(/^.*,/, ''), 'base64')
}
/** A film that this browser records. */
async function filmed(): Promise<Buffer> {
  const data = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 80 })
    const pen = canvas.getContext('2d')!
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm;codecs=vp8' })
    const parts: Blob[] = []
    recorder.ondataavailable = (event) => parts.push(event.data)
    const over = new Promise((resolve) => (recorder.onstop = resolve))
    recorder.start()
    for (let step = 0; step < 12; step++) {
      pen.fillStyle = `rgb(${step * 20} 120 40)`
      pen.fillRect(0, 0, 480, 80)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    recorder.stop()
    await over
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return [...bytes]
  })
  return Buffer.from(data)
}
function zip(files: Record<string, string>): Buffer {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []]
  let place = 0
  for (const [name, text] of Object.entries(files)) {
    const [content, packed] = [Buffer.from(text), deflateRawSync(text)]
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), head, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(place, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), head, rest, Buffer.from(name)]))
    locals.push(local)
    place += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(place, 16)
  return Buffer.concat([...locals, ...directory, end])
}

test('pictures go up several at once, the bad one is refused with its reason, and a picture is looked at and turned', async () => {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await choose(
    put('bread.png', await drawn(600, 120, 'image/png')),
    put('milk.jpg', await drawn(300, 300, 'image/jpeg')),
    put('notes.png', 'hello'),
  )
  await expectAccessible()
  await dialog().getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog().getByText('The picture must be a JPEG, PNG, WebP, GIF, SVG or BMP.').waitFor()
  expect(await dialog().getByText('Uploaded').count()).toBe(2)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await closed()
  await row('bread.png').getByText('600 × 120').waitFor()
  await row('milk.jpg').locator('[data-part=signage-thumb] img').waitFor()
  expect(await row('notes.png').count()).toBe(0)
  await expectAccessible()
  await row('bread.png').getByRole('button', { name: 'View bread.png' }).click()
  const image = dialog().getByRole('img', { name: 'bread.png' })
  await image.waitFor()
  await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(600)
  await dialog().getByRole('button', { name: 'Rotate 90°' }).click()
  expect(await image.evaluate((one) => (one as HTMLElement).style.rotate)).toBe('90deg')
  await expectAccessible()
  await page.keyboard.press('Escape')
  await closed()
})

test('more than ten files at once are left out, with a word', async () => {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const content = await drawn(10, 10, 'image/png')
  await choose(...Array.from({ length: 12 }, (_, n) => put(`many-${n}.png`, content)))
  await dialog().getByText('2 files were left out: 10 at once.').waitFor()
  expect(await dialog().getByRole('list', { name: 'Files to upload' }).getByRole('listitem').count()).toBe(10)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await closed()
})

test('a picture is replaced under its id and downloaded', async () => {
  const id = async () =>
    (await client.media.list({ params: { storeCode, mediaFileKind: 'image' } })).fileList.find(({ name }) => /^(milk|cream)/.test(name))
  const before = await id()
  await row('milk.jpg').getByRole('button', { name: 'Replace milk.jpg' }).click()
  await choose(put('cream.webp', await drawn(320, 160, 'image/webp')))
  await dialog().getByText('“milk.jpg” will be called “cream.webp”.').waitFor()
  await dialog().getByRole('button', { name: 'Upload', exact: true }).click()
  await closed()
  await row('cream.webp').getByText('320 × 160').waitFor()
  expect((await id())?._id).toBe(before?._id)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row('cream.webp').getByRole('button', { name: 'Download cream.webp' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('cream.webp')
  expect(
    readFileSync(await download.path())
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP')
})

test('of ticked pictures the one that a display shows stays, and the dialog names the display', async () => {
  const { fileList } = await client.media.list({ params: { storeCode, mediaFileKind: 'image' } })
  const id = fileList.find(({ name }) => name === 'bread.png')!._id
  const slide = { duration: 10, object: [{ type: 'image' as const, id, left: 0, top: 0, width: 600, height: 120, index: 0 }] }
  const show = { screenWidth: 1920, screenHeight: 158, show: [slide] }
  await client.displays.saveShow({ params: { storeCode, plusMac: mac }, body: show })
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await dialog().getByText('Some images are in use and cannot be deleted.').waitFor()
  await dialog().getByText(`${mac} Bread`).waitFor()
  await expectAccessible()
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await closed()
  await row('cream.webp').waitFor({ state: 'detached' })
  await row('bread.png').waitFor()
  await client.displays.saveShow({ params: { storeCode, plusMac: mac }, body: { ...show, show: [] } })
  await row('bread.png').getByRole('button', { name: 'Delete bread.png' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await closed()
  await page.getByText('There are no images.').waitFor()
})

test('a film goes up with a picture out of it, and plays', async () => {
  await go('video', 'Videos')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await choose(put('spot.webm', await filmed()))
  await dialog().getByRole('button', { name: 'Upload', exact: true }).click()
  await closed()
  await row('spot.webm').getByText('480 × 80').waitFor()
  await row('spot.webm').locator('[data-part=signage-thumb] img').waitFor()
  await expectAccessible()
  await row('spot.webm').getByRole('button', { name: 'View spot.webm' }).click()
  const video = dialog().locator('video')
  await expect.poll(() => video.evaluate((one) => (one as HTMLVideoElement).currentTime)).toBeGreaterThan(0)
  expect(await video.evaluate((one) => (one as HTMLVideoElement).videoWidth)).toBe(480)
  await expectAccessible()
  await page.keyboard.press('Escape')
  await closed()
})

test('a widget runs in a frame that reaches nothing of the console', async () => {
  await go('widget', 'Widgets')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const files = {
    'index.html': '<!doctype html><html lang="en"><title>w</title><p id="out">waiting</p><script src="js/run.js"></script></html>',
    'js/run.js': `let seen = 'nothing'
      try { seen = parent.document.title } catch { seen = 'shut off' }
      try { localStorage.length; seen += ', storage' } catch { seen += ', no storage' }
      document.getElementById('out').textContent = seen`,
    'widget.json': '{"width":400,"height":120}',
  }
  await choose(put('clock.zip', zip(files)), put('bad.zip', zip({ '../evil.js': 'x', 'index.html': 'x' })))
  await dialog().getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog()
    .getByText(/This is no widget that can be taken:.*evil\.js/)
    .waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await closed()
  await row('clock.zip').getByText('400 × 120').waitFor()
  await row('clock.zip').getByRole('button', { name: 'View clock.zip' }).click()
  expect(await dialog().locator('iframe').getAttribute('sandbox')).toBe('allow-scripts')
  await page.frameLocator('iframe').getByText('shut off, no storage').waitFor()
  await page.keyboard.press('Escape')
  await closed()
})

test('an Android package is marked where it is offered, with the reason, and cannot be put on a slide or into a show', async () => {
  await go('widget', 'Widgets')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await choose(put('app.apk', smallPackage))
  await dialog().getByRole('button', { name: 'Upload', exact: true }).click()
  await closed()
  const reason = 'Android: no display here plays it'
  await row('app.apk').getByTitle(reason).getByText('Android widget').waitFor()
  await row('clock.zip').getByText('Web widget').waitFor()
  expect(await row('clock.zip').getByTitle(reason).count()).toBe(0)
  await page.goto(`${server.url}/#/plus/device/show/${storeCode}/${mac}`)
  await page.getByRole('toolbar').getByRole('button', { name: 'Widget' }).click()
  const offered = dialog().getByRole('button', { name: 'app.apk' })
  await offered.getByText(reason).waitFor()
  expect(await offered.getAttribute('aria-disabled')).toBe('true')
  await expectAccessible()
  await offered.click({ force: true })
  await dialog().getByRole('button', { name: 'clock.zip' }).click()
  await closed()
  await expect
    .poll(async () => (await client.displays.readShow({ params: { storeCode, plusMac: mac } })).show.flatMap(({ object }) => object).length)
    .toBe(1)
  await client.displays.saveShow({ params: { storeCode, plusMac: mac }, body: { screenWidth: 1920, screenHeight: 158, show: [] } })

  await client.contents.upload({ body: { name: 'Menu', type: 'widget' }, file: { name: 'app.apk', content: new Blob([smallPackage]) } })
  await page.goto(`${server.url}/#/plus/v1/content`)
  await row('Menu').getByTitle(reason).getByText('Widget').waitFor()
  await page.goto(`${server.url}/#/plus/v1/show/update`)
  await page.getByRole('button', { name: /Add 23″/ }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  const inLibrary = page.getByRole('region', { name: 'Library' }).locator('li').filter({ hasText: 'Menu' })
  await inLibrary.getByText(reason).waitFor()
  expect([await inLibrary.getAttribute('draggable'), await inLibrary.getByRole('button').isDisabled()]).toEqual(['false', true])
  await expectAccessible()
  page.once('dialog', (question) => void question.accept())
})

test('a template is made, exported, imported again and replaced; the display that shows it follows', async () => {
  await go('template', 'Templates')
  await page.getByRole('button', { name: 'Create template' }).click()
  await expectAccessible()
  await dialog().getByRole('button', { name: 'Create', exact: true }).click()
  await closed()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Spring')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Spring' }).waitFor()
  await go('template', 'Templates')
  await row('Spring').getByText('23.1 in').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row('Spring').getByRole('button', { name: 'Export Spring' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('template_Spring.json')
  const written = JSON.parse(readFileSync(await download.path(), 'utf8')) as { name: string; show: object[] }
  expect(written).toMatchObject({ name: 'Spring', size: '23.1', show: [{ duration: 30, bgColor: '#000000', empty: true }] })

  await page.getByRole('button', { name: 'Import' }).click()
  await choose(put('wrong.json', '{"name":"x"}'))
  await dialog().getByRole('button', { name: 'Import' }).click()
  await dialog().getByText('Invalid file format').waitFor()
  const both = put('templates.json', JSON.stringify([{ ...written, name: 'Summer' }, written]))
  const askedFor = async () => {
    await choose(both)
    await dialog().getByRole('button', { name: 'Import' }).click()
    await dialog().getByText('These templates are there already: Spring. Overwrite them?').waitFor()
  }
  // Who cancels then has changed nothing: not even the other one is in.
  await askedFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await closed()
  const { templateList } = await client.slideTemplates.list({ params: { storeCode } })
  expect(templateList.map(({ _id }) => _id)).toEqual(['Spring'])
  await page.getByRole('button', { name: 'Import' }).click()
  await askedFor()
  await expectAccessible()
  await dialog().getByRole('button', { name: 'Overwrite' }).click()
  await closed()
  await row('Summer').waitFor()

  await client.displays.applyTemplate({ params: { storeCode }, query: {}, body: { template: 'Summer', macList: [mac] } })
  await expect.poll(() => row('Summer').innerText()).toMatch(/1\s+1\s/)
  await row('Summer').getByRole('button', { name: 'Replace Summer' }).click()
  await choose(put('new.json', JSON.stringify({ size: '23.1', show: [{ duration: 12 }, { duration: 13 }] })))
  await dialog().getByText('1 display shows this template and follows.').waitFor()
  await dialog().getByRole('button', { name: 'Replace' }).click()
  await closed()
  await until('the display follows', async () => {
    const { show } = await client.displays.readShow({ params: { storeCode, plusMac: mac } })
    return show.map(({ duration }) => duration).join() === '12,13'
  })
  await row('Summer').getByRole('button', { name: 'Delete Summer' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await dialog().getByText('This template is in use and cannot be deleted.').waitFor()
  await dialog().getByText(`${mac} Bread`).waitFor()
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await closed()
  await expectAccessible()
})

test('a template goes into other stores with its picture; one that has it is named and overwritten when that is ticked', async () => {
  const others = ['SGN-A', 'SGN-B']
  for (const code of others)
    await client.stores.create({
      body: { storeCode: code, storeName: `Branch ${code}`, timeZone: 'UTC', locale: 'en-GB', currency: 'GBP' },
    })
  const content = await pictureOf(page, '#c81e28')
  const { _id: id } = await client.media.uploadImage({ params: { storeCode }, query: {}, body: {}, file: { name: 'red.png', content } })
  const image = { type: 'image' as const, id, left: 0, top: 0, width: 100, height: 100, index: 0 }
  const slide = { duration: 9, bgColor: '#000000', object: [image], schedule: [], empty: false }
  await client.slideTemplates.save({ params: { storeCode, templateName: 'Shared' }, body: { size: '23.1', show: [slide] } })
  await client.slideTemplates.save({ params: { storeCode: 'SGN-B', templateName: 'Shared' }, body: { size: '23.1', show: [] } })
  await go('template', 'Templates')
  await row('Shared').getByRole('button', { name: 'Put Shared into other stores' }).click()
  for (const code of others)
    await dialog()
      .getByRole('option', { name: new RegExp(code) })
      .click()
  await expectAccessible()
  await dialog().getByRole('button', { name: 'Put into 2 stores' }).click()
  await dialog().getByText('1 store did not get it, 1 did:').waitFor()
  await dialog().getByText('SGN-B has a template of this name already').waitFor()
  await expectAccessible()
  await dialog().getByRole('checkbox', { name: 'Overwrite a template of this name that is there already' }).check()
  await dialog().getByRole('button', { name: 'Put into 1 store' }).click()
  await closed()
  for (const code of others) {
    const { show } = await client.slideTemplates.read({ params: { storeCode: code, templateName: 'Shared' } })
    const { data } = await client.media.search({ params: { storeCode: code, mediaFileKind: 'image' }, body: {} })
    expect(show[0]?.object[0]?.id).toBe(data[0]?._id)
    expect(data.map(({ name }) => name)).toEqual(['red.png'])
  }
})

test('a schedule is made of a period, days and times, shows its week, and is changed', async () => {
  await go('schedule', 'Schedules')
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await dialog().getByLabel('Name').fill('Evening')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByRole('alert').getByText('Set a period, a day or a time.').waitFor()
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) await dialog().getByRole('button', { name: day }).click()
  await dialog().getByRole('button', { name: 'Sun' }).click()
  await dialog().getByRole('button', { name: 'Add a time' }).click()
  await dialog().getByLabel('Start of time 1').fill('1700')
  await dialog().getByLabel('End of time 1').fill('24:00')
  await dialog()
    .getByRole('img', { name: /^Mon .*: 17:00–24:00$/ })
    .waitFor()
  await dialog()
    .getByRole('img', { name: /^Sun .*: not shown$/ })
    .waitFor()
  await expectAccessible()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await closed()
  await row('Evening').getByText('17:00–24:00').waitFor()
  const find = async () => (await client.schedules.list({ params: { storeCode } })).scheduleList
  expect(await find()).toMatchObject([
    { name: 'Evening', days: [1, 2, 3, 4, 5, 6], time: [{ start: '17:00', end: '24:00' }], period: null },
  ])
  await row('Evening').getByRole('button', { name: 'Edit Evening' }).click()
  await dialog().getByLabel('First day', { exact: true }).fill('2026-12-01')
  await dialog().getByLabel('Last day', { exact: true }).fill('2026-12-24')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await closed()
  await row('Evening').getByText('2026-12-01 – 2026-12-24').waitFor()
  await expectAccessible()
  await row('Evening').getByRole('button', { name: 'Delete Evening' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await closed()
  await page.getByText('There are no schedules.').waitFor()
})

test('software of displays goes up with what it is for, and is removed', async () => {
  await page.goto(`${server.url}/#/plus/device/list/${storeCode}`)
  await page.getByRole('button', { name: 'Store', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload software' }).click()
  await dialog().getByText('There is no software yet.').waitFor()
  await dialog().getByLabel('Operating system').fill('android')
  await dialog().getByLabel('Model').fill('IP231A')
  await dialog().getByLabel('Version').fill('2.1.0')
  await choose(put('player.apk', 'software'))
  await dialog().getByRole('button', { name: 'Upload', exact: true }).click()
  const item = dialog().locator('tr').filter({ hasText: 'player.apk' })
  await item.getByText('2.1.0').waitFor()
  await expectAccessible()
  await item.getByRole('button', { name: 'Delete player.apk' }).click()
  await item.getByRole('button', { name: 'Delete it' }).click()
  await page.getByText('S/W is removed.').waitFor()
  await dialog().getByText('There is no software yet.').waitFor()
  expect((await client.media.list({ params: { storeCode, mediaFileKind: 'sw' } })).fileList).toEqual([])
  await page.keyboard.press('Escape')
  await closed()
})
