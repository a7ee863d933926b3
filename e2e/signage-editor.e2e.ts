/**
 * The editors of slides: what is drawn with the mouse and the keyboard is saved by itself, and on a real display's screen with its price;
 * templates, those who may only read, and two people at the same slides.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { expectAccessible } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { openDisplay, pictureOf, pixelOf, pixelsOf, takeIn, type Display } from './player-page.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { addMember, eanOf, signIn, uploadPrices, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'SLIDE'
const params = { storeCode }
const mac = '02:ec:d5:00:00:01'
const screen = { width: 1920, height: 158 }
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let browser: Browser
let display: Display
let page: Page

const address = (path: string) => `${server.url}/#${path}`
const editor = `/plus/device/show/${storeCode}/${encodeURIComponent(mac)}`
const templateEditor = (name: string, mode = 'edit') => `/plus/template/show/${storeCode}/${name}/${mode}/23.1`
const dialog = (on = page): Locator => on.getByRole('dialog')
const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name, exact: typeof name === 'string' })
const canvas = (on = page) => on.getByRole('group', { name: /^Slide \d+$/ })
const boxes = (on = page) => canvas(on).locator('[data-key]')
const field = (name: string) => page.getByRole('region', { name: 'Object', exact: true }).getByLabel(name, { exact: true })
const saved = (on = page) => on.getByText(/^(Saved|All saved)$/).waitFor()
const readShow = () => client.displays.readShow({ params: { storeCode, plusMac: mac } })
const objects = async () => (await readShow()).show[0]?.object ?? []
const templateOf = async () => (await client.displays.info({ params: { storeCode, plusMac: mac } })).template
const accessible = () => expectAccessible(page)
/** Takes the middle of it and lets it go so many pixels of the screen away. */
async function drag(what: Locator, by: { x: number; y: number }, key?: 'Alt' | 'Shift') {
  const box = await what.boundingBox()
  if (box === null) throw new Error('there is nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  if (key !== undefined) await page.keyboard.down(key)
  await page.mouse.move(x + by.x / 2, y + by.y / 2)
  await page.mouse.move(x + by.x, y + by.y)
  await page.mouse.up()
  if (key !== undefined) await page.keyboard.up(key)
}
/** Pixels of the slide for one of the screen. */
const perPixel = async () => screen.width / ((await canvas().boundingBox())?.width ?? 1)

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await client.stores.create({
    body: { storeCode, storeName: 'Shop of slides', timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' },
  })
  await uploadPrices(client, storeCode, [199, 249])
  browser = await stage.launch()
  display = await openDisplay({ browser, server, mac, size: screen })
  await takeIn(client, storeCode, display, 'Bread')
  await client.displays.assign({ body: { storeCode, devList: [{ mac, product: [eanOf(0)] }] } })
  page = await openPage(browser)
  await signInAt(page, address(editor))
  await page.getByRole('heading', { name: 'Bread' }).waitFor()
})
beforeEach(needChromium)

test('a picture and a product are put on a slide with mouse and keyboard, save by themselves, and are on the display with the price', async () => {
  await page.getByText('There are no slides yet.').waitFor()
  for (const [kind, none] of Object.entries({
    Image: 'There are no images',
    Video: 'There are no videos',
    Widget: 'There are no widgets',
  })) {
    await button(kind).click()
    await dialog().getByRole('alert').getByText(none, { exact: true }).waitFor()
    if (kind === 'Image') await accessible()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  }
  const file = { name: 'red.png', content: await pictureOf(display.page, '#f00', { width: 1200, height: 790 }) }
  const { _id: red } = await client.media.uploadImage({ params, query: {}, body: {}, file })
  await button('Image').click()
  // The open editor hears of it.
  await button(/^red\.png/, dialog()).waitFor()
  await accessible()
  await button(/^red\.png/, dialog()).click()
  // Scaled to the screen's height: specification 3 §2.
  await expect.poll(objects).toMatchObject([{ type: 'image', id: red, width: 240, height: 158, top: 0, left: 840 }])

  const one = await perPixel()
  await drag(boxes().first(), { x: -200, y: 0 }, 'Alt')
  await expect.poll(async () => Math.abs(((await objects())[0]?.left ?? 0) - (840 - 200 * one))).toBeLessThan(2 * one)
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await field('Left').fill('400')
  await expect.poll(objects).toMatchObject([{ left: 400, top: 10, width: 240 }])
  // A corner with Shift keeps no shape of a picture; without, it does.
  await drag(page.locator('[data-handle="se"]'), { x: -60 / one, y: -79 / one })
  await expect.poll(async () => (await objects())[0]?.width).toBeLessThan(200)
  const [shrunk] = await objects()
  expect(Math.abs((shrunk?.width ?? 0) / (shrunk?.height ?? 1) - 240 / 158)).toBeLessThan(0.05)

  // The same once more lies a little aside, and a webpage leaves the rest in view.
  await button('Image').click()
  await button(/^red\.png/, dialog()).click()
  await button('Image').click()
  await button(/^red\.png/, dialog()).click()
  await expect
    .poll(async () => (await objects()).slice(1))
    .toMatchObject([
      { left: 840, top: 0 },
      { left: 860, top: 0 },
    ])
  await button('Webpage').click()
  await dialog().getByLabel('Address').fill('shop.example')
  await button('Add', dialog()).click()
  await expect.poll(async () => (await objects())[3]).toMatchObject({ left: 480, top: 0, width: 960, height: 158 })
  for (let count = 0; count < 3; count++) await button('Undo').click()
  await expect.poll(objects).toHaveLength(1)
  await boxes().first().click()

  await button('Product').click()
  await button('Place 1', dialog()).click()
  await field('Width').fill('400')
  await field('Height').fill('140')
  await field('Left').fill('1200')
  await field('Top').fill('8')
  await expect
    .poll(objects)
    .toMatchObject([{ type: 'image' }, { type: 'product', id: '1', left: 1200, top: 8, width: 400, height: 140, index: 1 }])
  await boxes().nth(1).locator('img').waitFor()
  await accessible()

  // On a real screen: the picture where it was put, and the card with the price.
  await expect.poll(() => pixelOf(display.page, 420, 40)).toBe('255,0,0')
  const card = display.page.locator('.shown [data-content="product:1"]')
  await card.locator('img').waitFor()
  expect(await card.boundingBox()).toMatchObject({ x: 1200, y: 8, width: 400, height: 140 })
  const pixels = async () => (await card.screenshot()).toString('base64')
  const [before, drawn] = [await pixels(), await boxes().nth(1).locator('img').getAttribute('src')]
  await client.products.save({ body: { storeCode, productList: [{ prCode: eanOf(0), prInfo: ['', 'Produkt 0', '', '7.77'] }] } })
  await expect.poll(pixels).not.toBe(before)
  // The editor shows the new card, too.
  await expect.poll(() => boxes().nth(1).locator('img').getAttribute('src')).not.toBe(drawn)
})

test('a product is as sharp as the screen, in colours of one’s own, over what lies below; or it is as on a label', async () => {
  const clip = { x: 1200, y: 8, width: 400, height: 140 }
  const seen = async () => {
    const pixels = await pixelsOf(display.page, clip)
    return { corner: pixels[0], colours: new Set(pixels) }
  }
  const look = (name: string) => page.getByRole('region', { name: 'Object', exact: true }).getByLabel(name)
  await boxes().nth(1).click()
  await expect.poll(async () => (await seen()).corner).toBe('255,255,255')
  // Edges of letters are mixed: on a label no pixel is.
  expect((await seen()).colours.size).toBeGreaterThan(20)
  await look('Without a background').check()
  // The slide is black, and so nearly is the text.
  await page.getByText('The text hardly stands out').waitFor()
  await look('Text').fill('#ffff00')
  await page.getByText('The text hardly stands out').waitFor({ state: 'detached' })
  await expect.poll(objects).toMatchObject([{}, { cardColours: { background: 'none', text: '#ffff00' } }])
  await expect.poll(async () => (await seen()).colours.has('255,255,0')).toBe(true)
  expect((await seen()).corner).toBe('0,0,0')
  await accessible()
  await look('Drawn').selectOption('As on a label')
  await expect.poll(async () => (await seen()).corner).toBe('244,244,239')
  expect((await seen()).colours.size).toBeLessThan(5)
  for (const _ of ['label', 'text', 'background']) await page.keyboard.press('Control+z')
  await expect.poll(async () => (await objects())[1]?.cardColours).toBeUndefined()
})

test('changes are taken back and done again, objects copied and removed by keys; a reload keeps what was saved', async () => {
  const types = async () => (await objects()).map(({ type }) => type).join()
  await boxes().nth(1).click()
  await page.keyboard.press('Delete')
  await expect.poll(types).toBe('image')
  await page.keyboard.press('Control+z')
  await expect.poll(types).toBe('image,product')
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(types).toBe('image')
  await button('Undo').click()
  await expect.poll(types).toBe('image,product')

  // Delete belongs to a field that has the focus.
  await boxes().first().click()
  await field('Left').press('Delete')
  expect(await boxes().count()).toBe(2)
  await boxes().first().click()
  await page.keyboard.press('Control+d')
  await expect.poll(types).toBe('image,product,image')
  await button('To the back').click()
  await expect.poll(async () => (await objects()).map(({ index }) => index).join()).toBe('0,1,2')
  await page.keyboard.press('Control+c')
  await button('Add slide').click()
  await page.keyboard.press('Control+v')
  await page.getByRole('region', { name: 'Slide', exact: true }).getByLabel('Duration').fill('5')
  await expect
    .poll(async () => (await readShow()).show)
    .toMatchObject([{ duration: 30 }, { duration: 5, empty: false, object: [{ type: 'image' }] }])
  await button(/^Slide 2, 5 seconds/).press('Control+ArrowLeft')
  await expect.poll(async () => (await readShow()).show.map(({ duration }) => duration)).toEqual([5, 30])
  await drag(button(/^Slide 1, 5 seconds/), { x: 420, y: 0 })
  await expect.poll(async () => (await readShow()).show.map(({ duration }) => duration)).toEqual([30, 5])
  await button(/^Slide 2/).click()
  await button('Remove slide').click()
  await expect.poll(async () => (await readShow()).show.length).toBe(1)

  await page.keyboard.press('Escape')
  await boxes().first().focus()
  await page.keyboard.press('Tab')
  await expect
    .poll(() => page.locator('[aria-current][data-key]').getAttribute('aria-label'))
    .toMatch(/^Image red\.png, left \d+, top \d+, \d+ by \d+ pixels$/)
  await button('Preview').click()
  await dialog()
    .getByText(/^Slide 1, \d+ seconds? left$/)
    .waitFor()
  await accessible()
  await page.keyboard.press('Escape')

  // What was changed last is saved though the page goes at once.
  await boxes().last().click()
  const before = await objects()
  await page.keyboard.press('ArrowDown')
  page.once('dialog', (asked) => void asked.accept())
  await page.reload()
  await boxes().first().waitFor()
  expect(await boxes().count()).toBe(3)
  expect(await objects()).not.toEqual(before)
})

test('several objects are chosen, grouped, moved, aligned and locked together; the slide is zoomed', async () => {
  const lefts = async () => (await objects()).map(({ left }) => left)
  const groups = async () => (await objects()).map(({ group }) => group)
  const heading = (name: string) => page.getByRole('region', { name: 'Object', exact: true }).getByRole('heading', { name }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+a')
  await heading('3 selected')
  await page.keyboard.press('Control+g')
  await expect.poll(groups).toEqual([1, 1, 1])
  await page.reload()
  await boxes().first().waitFor()
  const before = await lefts()
  await drag(boxes().last(), { x: 40, y: 0 }, 'Alt')
  await heading('3 selected')
  const by = Math.round(40 * (await perPixel()))
  await expect.poll(lefts).toEqual(before.map((left) => left + by))
  await button('Left edges').click()
  await expect.poll(async () => new Set(await lefts()).size).toBe(1)
  await accessible()
  await page.keyboard.press('Control+z')
  await boxes().last().dblclick()
  await expect.poll(() => page.locator('[aria-current][data-key]').count()).toBe(1)

  // What is locked stays, and is neither removed nor taken by a frame.
  await button('Lock').click()
  await expect.poll(async () => (await objects()).map(({ locked }) => locked)).toEqual([undefined, undefined, true])
  await page.keyboard.press('Delete')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+a')
  await heading('2 selected')
  await page.keyboard.press('Control+Shift+g')
  await expect.poll(groups).toEqual([undefined, undefined, 1])
  expect(await lefts()).toEqual(before.map((left) => left + by))
  await button(/^Unlock /).click()
  await expect.poll(async () => (await objects()).some(({ locked }) => locked)).toBe(false)

  const widthOf = async () => (await canvas().boundingBox())?.width ?? 0
  const fitting = await widthOf()
  await page.getByLabel('Zoom').getByRole('combobox').selectOption('100 %')
  await expect.poll(widthOf).toBe(screen.width)
  await page.keyboard.press('-')
  await expect.poll(widthOf).toBe(screen.width * 0.75)
  await page.keyboard.press('0')
  await expect.poll(widthOf).toBe(fitting)
  await accessible()
})

test('a show goes into a file and comes out of it; another file is refused', async () => {
  const [download] = await Promise.all([page.waitForEvent('download'), button('Export').click()])
  expect(download.suggestedFilename()).toBe('show.json')
  const text = readFileSync(await download.path(), 'utf8')
  const written = JSON.parse(text) as { screenWidth: number; show: object[] }
  expect(written).toMatchObject({ screenWidth: 1920, screenHeight: 158, show: [{ object: [{}, {}, {}] }] })
  const put = (name: string, content: string) => {
    const path = join(stage.folder, name)
    writeFileSync(path, content)
    return path
  }
  await page.locator('input[type=file]').setInputFiles(put('wrong.json', '{"show":[{"duration":0}]}'))
  await page.getByText('Invalid file format').waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles(put('show.json', JSON.stringify({ ...written, show: [...written.show, ...written.show] })))
  await expect.poll(async () => (await readShow()).show.length).toBe(2)
})

test('a template is made in its editor and applied; a change takes it off the display, and undo brings it back', async () => {
  await page.goto(address(`/plus/template/list/${storeCode}`))
  await button('Create template').click()
  await button('Create', dialog()).click()
  await page.getByRole('heading', { name: 'New template' }).waitFor()
  await button('Create').click()
  await page.getByText('Enter Name, Please!').waitFor()
  await button('Product').click()
  await button('Place 2', dialog()).click()
  await canvas().getByText('2', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Week')
  await accessible()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Week' }).waitFor()
  expect(page.url()).toContain(templateEditor('Week'))
  await boxes().first().click()
  await field('Left').fill('300')
  const template = () => client.slideTemplates.read({ params: { storeCode, templateName: 'Week' } })
  await expect.poll(async () => (await template()).show[0]?.object[0]?.left).toBe(300)

  await page.goto(address(editor))
  await button('Apply template').click()
  await dialog().getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Week' }).click()
  await button('Apply', dialog()).click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByText('A change on a slide takes the template off this display.').waitFor()
  await expect.poll(() => boxes().count()).toBe(1)
  await boxes().first().click()
  await page.keyboard.press('ArrowRight')
  await page.getByText(/^Template Week was taken off/).waitFor()
  expect(await templateOf()).toBe('')
  await page.keyboard.press('Control+z')
  await expect.poll(templateOf).toBe('Week')
  await page.getByText(/^Template Week was taken off/).waitFor({ state: 'detached' })

  // It is in use, and its display follows it.
  await page.goto(address(templateEditor('Week')))
  await page.getByText('1 display shows this template.').waitFor()
  await boxes().first().click()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await objects())[0]?.left).toBe(310)
  await page.goto(address(`/plus/template/list/${storeCode}`))
  await button('Delete Week').click()
  await button('Delete', dialog()).click()
  await dialog().getByText('This template is in use and cannot be deleted.').waitFor()
})

test('a picture goes up where one is chosen and stands on the slide; a bad one is refused there with its reason', async () => {
  await page.goto(address(editor))
  await boxes().first().waitFor()
  await button('Image').click()
  const input = dialog().locator('input[type=file]')
  await input.setInputFiles({ name: 'bad.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await dialog().getByText('The picture must be a JPEG, PNG, WebP, GIF, SVG or BMP.').waitFor()
  await accessible()
  await button('Put away the note on bad.png', dialog()).click()
  await dialog().getByText('bad.png').waitFor({ state: 'detached' })
  const blue = await pictureOf(display.page, '#00f', { width: 400, height: 200 })
  await input.setInputFiles({ name: 'blue.png', mimeType: 'image/png', buffer: Buffer.from(await blue.arrayBuffer()) })
  await dialog().waitFor({ state: 'detached' })
  const { fileList } = await client.media.list({ params: { ...params, mediaFileKind: 'image' } })
  const id = fileList.find(({ name }) => name === 'blue.png')?._id ?? ''
  await expect.poll(async () => (await objects()).at(-1)).toMatchObject({ type: 'image', id, width: 316, height: 158 })
  await button('Undo').click()
  await expect.poll(templateOf).toBe('Week')
})

test('two people change the same slides: the later one is asked, and nothing is lost', async () => {
  await page.goto(address(editor))
  await boxes().first().waitFor()
  const other = async (left: number) => {
    const { rev: _, ...show } = await readShow()
    const [slide] = show.show
    const object = slide?.object.map((one) => ({ ...one, left })) ?? []
    await client.displays.saveShow({ params: { storeCode, plusMac: mac }, body: { ...show, show: [{ ...slide, object }] } })
  }
  // Nothing of mine is unsaved: theirs comes, and can be taken back.
  await other(500)
  await page.getByText('Another account has changed these slides; they stand here now.').waitFor()
  await expect.poll(() => boxes().first().getAttribute('aria-label')).toContain('left 500')
  await button('Undo').click()
  await expect.poll(async () => (await objects())[0]?.left).toBe(310)

  // Both at once: the connection holds my save back until theirs is there.
  const clash = async (mine: string, theirs: number) => {
    await saved()
    let isFirst = true
    await page.route('**/device/*/show', async (route) => {
      if (isFirst && route.request().method() === 'POST') {
        isFirst = false
        await other(theirs)
      }
      await route.fallback()
    })
    await boxes().first().click()
    await field('Left').fill(mine)
    await page.getByText('Another account has changed these slides in the meantime. Your changes are not saved.').waitFor()
    expect((await objects())[0]?.left).toBe(theirs)
  }
  await clash('700', 600)
  await accessible()
  await button('Load theirs').click()
  await expect.poll(() => boxes().first().getAttribute('aria-label')).toContain('left 600')
  await clash('900', 800)
  await button('Keep mine').click()
  await expect.poll(async () => (await objects())[0]?.left).toBe(900)

  // A server out of reach: it is said, and sent again by itself.
  await saved()
  await page.context().setOffline(true)
  await field('Left').fill('100')
  await page.getByText(/^Not saved: /).waitFor()
  await page.context().setOffline(false)
  await expect.poll(async () => (await objects())[0]?.left).toBe(100)
})

test('who may only read sees the slides and changes nothing; unknown displays and templates are said to be so', async () => {
  const { role_id } = await client.roles.save({ body: { name: 'Looks', privilege: [{ key: 'plus', read: true, write: false }] } })
  const first = { email: 'reader@endcap.example', password: 'journey-reader-password-1' }
  const account = await addMember(client, server.url, { ...first, name: 'Reader', role_id, store: [storeCode] })
  const reader = await openPage(browser)
  await signInAt(reader, address(editor), account)
  await reader.getByText('View only').waitFor()
  await boxes(reader).last().click()
  await reader.keyboard.press('ArrowRight')
  await reader.keyboard.press('Delete')
  expect(await boxes(reader).count()).toBe(1)
  expect(await reader.getByRole('region', { name: 'Object', exact: true }).getByLabel('Left', { exact: true }).isEditable()).toBe(false)
  expect(await button(/^(Image|Import|Add slide|Apply template)$/, reader).count()).toBe(0)
  await reader.goto(address(`/plus/device/list/${storeCode}`))
  await reader.getByRole('link', { name: 'See the slides of Bread' }).click()
  await reader.getByRole('heading', { name: 'Bread' }).waitFor()

  await page.goto(address('/plus/device/show/SLIDE/02:ec:d5:00:00:99'))
  await page.getByText('There is no such display in this store.').waitFor()
  await page.goto(address(templateEditor('Nowhere')))
  await page.getByText('There is no such template in this store.').waitFor()
  await page.getByRole('link', { name: 'To the templates' }).click()
  await page.getByRole('heading', { name: 'Templates' }).waitFor()
})
