/**
 * A playlist from nothing to two screens of different sizes: two browser players show what one page of the console says. A step is what a
 * person does at a time: a click, a tick, a field that is filled, a file that is chosen, an area that is drawn.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { expectAccessible } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { openDisplay, pictureOf, pixelOf, type Display } from './player-page.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { stepsAt } from './steps.ts'
import { signIn, until, uploadPrices, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'SHOP'
const params = { storeCode }
const maxSteps = 8
const sizes = [
  { width: 1920, height: 540 },
  { width: 1920, height: 158 },
] as const
const colours = { red: '255,0,0', blue: '0,0,255' }

const stage = setStage()
let server: ServerProcess
let client: ApiClient
let browser: Browser
let page: Page
let displays: Display[]

/** A zone in which it is noon or a little later: hours around it hold for as long as this takes. */
function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await client.stores.create({ body: { storeCode, storeName: 'Shop', timeZone: noonZone(), locale: 'en-GB', currency: 'GBP' } })
  await uploadPrices(client, storeCode, [199])
  browser = await stage.launch()
  const { enrolToken } = await client.displays.saveSetting({ params, body: { newEnrolToken: true } })
  displays = await Promise.all(
    sizes.map((size, place) =>
      openDisplay({ browser, server, mac: `02:ec:f7:00:00:0${place + 1}`, size }, `&store=${storeCode}&token=${enrolToken ?? ''}`),
    ),
  )
  await until('both displays', async () => (await client.playlists.displays({})).total === 2)
  page = await openPage(browser)
  await signInAt(page, `${server.url}/#/dashboard`)
  for (const name of ['red', 'blue'] as const) {
    mkdirSync(join(stage.folder, 'media'), { recursive: true })
    writeFileSync(fileOf(name), Buffer.from(await (await pictureOf(page, name)).arrayBuffer()))
  }
})
beforeEach(needChromium)

const fileOf = (name: string) => join(stage.folder, 'media', `${name}.png`)
const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const tick = (mac: string) => page.getByRole('listitem').filter({ hasText: mac }).getByRole('checkbox')
const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
/** What lies on top in the middle of both screens. */
const seen = () => Promise.all(displays.map(({ page: screen }, place) => pixelOf(screen, 960, (sizes[place]?.height ?? 0) / 2)))
const show = (colour: keyof typeof colours) => expect.poll(seen).toEqual([colours[colour], colours[colour]])
const macs = () => displays.map(({ mac }) => mac)

test('a playlist goes from nothing to two screens of different sizes in eight steps', async () => {
  const { count, click, fill, choose, drag } = stepsAt(page)
  await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Signage' }))
  await click(link('New playlist'))
  await page.getByRole('heading', { name: 'New playlist' }).waitFor()
  await fill(page.getByRole('textbox', { name: 'Name' }), 'Opening')
  await choose(page.getByLabel('Choose files', { exact: true }).and(page.locator('input')), fileOf('red'))
  await click(tick(displays[0]?.mac ?? ''))
  await click(tick(displays[1]?.mac ?? ''))
  // What is there by then moves the week no more.
  await page.getByRole('list', { name: 'Contents' }).getByText('red').waitFor()
  await drag(cell('Mon 09:00–09:30'), cell('Sun 20:30–21:00'))
  await page.getByText('Every day 09:00–21:00').waitFor()
  await click(button('Save'))
  await page.waitForURL(/playlist\/update\/\d+/)
  expect(count()).toBeLessThanOrEqual(maxSteps)
  await show('red')
  await expectAccessible(page)
  // Slides of such a display say that they are not seen, with the way to what is.
  await page.goto(`${server.url}/#/plus/device/show/${storeCode}/${macs()[0] ?? ''}`)
  await page.locator('[data-part=follows-timeline]').getByRole('link', { name: 'Opening' }).click()
  await page.getByRole('heading', { name: 'Opening' }).waitFor()
  const { data } = await client.playlists.search({ params: {}, body: {} })
  expect(data).toMatchObject([
    { name: 'Opening', deviceCount: 2, online: 2, hours: [{ days: [], time: [{ start: '09:00', end: '21:00' }] }] },
  ])
})

test('the list of displays of all stores says what each plays, with the way there, and what is set in vain is said', async () => {
  const [first = '', second = ''] = macs()
  await client.displays.switchMode({ params, body: { macList: [second], mode: 'product' } })
  await page.goto(`${server.url}/#/plus/v1/playlist`)
  await page.getByRole('navigation', { name: 'Screens of Signage' }).getByRole('link', { name: 'Displays' }).click()
  await page.getByRole('heading', { name: 'Displays' }).waitFor()
  const row = (mac: string) => page.getByRole('row').filter({ hasText: mac })
  await row(first).getByRole('link', { name: 'Playlist Opening' }).waitFor()
  await row(second).getByText('Its products').waitFor()
  await row(first).getByRole('link', { name: 'Shop' }).waitFor()
  await expectAccessible(page)
  // Its name opens its information.
  await row(first).locator('[data-part=open]').click()
  await button('Take a picture').waitFor()
  await page.keyboard.press('Escape')
  // A slide is fixed in the list of the store, and what goes on instead is said.
  const shop = row(first).getByRole('link', { name: 'Shop' })
  await shop.click()
  // Both lists have this heading and these rows: what is ticked in the one that leaves is ticked in vain.
  await shop.waitFor({ state: 'detached' })
  for (const mac of macs()) await row(mac).getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Fixed slide' }).click()
  await button('Apply').click()
  const overridden = page.getByRole('dialog').locator('[data-part=overridden]')
  await overridden.getByText('Its products').waitFor()
  const { data } = await client.playlists.search({ params: {}, body: {} })
  const way = overridden.getByRole('link', { name: 'Playlist Opening' })
  expect(await way.getAttribute('href')).toBe(`/#/plus/v1/playlist/update/${data[0]?.id ?? ''}`)
  await way.click()
  await page.getByRole('heading', { name: 'Opening' }).waitFor()
  await client.displays.switchMode({ params, body: { macList: [second], mode: 'normal' } })
  await client.displays.unsetShowIndex({ params, body: { macList: macs() } })
})

test('ticked displays are added to a playlist', async () => {
  const [, second = ''] = macs()
  const late = await client.playlists.save({ body: { name: 'Late', items: [{ id: 'price', duration: 10 }], device: [] } })
  await page.goto(`${server.url}/#/plus/v1/display`)
  await page.getByRole('row').filter({ hasText: second }).getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Add to a playlist' }).click()
  await page.getByRole('combobox', { name: 'Playlist' }).click()
  await page.getByRole('option', { name: 'Late' }).click()
  await button('Add').click()
  await page.getByRole('row').filter({ hasText: second }).getByRole('link', { name: 'Playlist Late' }).waitFor()
  expect(await client.playlists.read({ params: { playlistId: late.id } })).toMatchObject({ device: [second] })
  await client.playlists.remove({ body: { ids: [late.id] } })
})

test('another playlist is seen over it in its hours, both say so, and what was there is back when it is deleted', async () => {
  await page.goto(`${server.url}/#/plus/v1/playlist/update`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Lunch')
  await page.getByLabel('Choose files', { exact: true }).and(page.locator('input')).setInputFiles(fileOf('blue'))
  await page.getByLabel('All 2').check()
  await page
    .getByRole('listitem')
    .filter({ hasText: macs()[0] ?? '' })
    .getByText('Plays as well: Opening')
    .waitFor()
  // Keys alone: from Monday's 09:00 to Sunday's 16:00.
  await cell('Mon 09:00–09:30').focus()
  await page.keyboard.press('Space')
  for (let step = 0; step < 14; step++) await page.keyboard.press('ArrowRight')
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Space')
  await page.getByText('Every day 09:00–16:30').first().waitFor()
  await page
    .getByRole('list', { name: 'Other playlists on these displays' })
    .getByText('waits behind this one: Every day 09:00–16:30.')
    .waitFor()
  await page.getByRole('list', { name: 'Contents' }).getByText('blue').waitFor()
  await button('Save').click()
  await show('blue')

  await page.goto(`${server.url}/#/plus/v1/playlist`)
  await link('Opening').click()
  await page
    .getByRole('list', { name: 'Other playlists on these displays' })
    .getByText('plays before this one: Every day 09:00–16:30.')
    .waitFor()
  for (const [name, colour] of [
    ['Opening', 'red'],
    ['Lunch', 'blue'],
  ] as const) {
    await page.goto(`${server.url}/#/plus/v1/playlist`)
    await link(name).click()
    await page.getByLabel('Put this one in front').check()
    await button('Save').click()
    await show(colour)
  }
  await page.goto(`${server.url}/#/plus/v1/playlist`)
  await button('Delete Lunch').click()
  await page.getByRole('dialog').getByText('Afterwards 2 displays play Opening.').waitFor()
  await button('Delete', page.getByRole('dialog')).click()
  await expect.poll(async () => (await client.playlists.search({ params: {}, body: {} })).recordsTotal).toBe(1)
  await show('red')
})

test('an edited playlist is on the screens at once, and undone changes are not saved', async () => {
  await page.goto(`${server.url}/#/plus/v1/playlist`)
  await link('Opening').click()
  await button('From the library').click()
  await page.getByRole('dialog').getByRole('checkbox', { name: /blue/ }).check()
  await button('Add', page.getByRole('dialog')).click()
  await button('Take red.png out').click()
  await button('Take blue.png out').click()
  await button('Undo').click()
  await button('Save').click()
  await show('blue')
})

test('its preview plays it in the sizes of its displays', async () => {
  await button('Preview').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '1920 × 158' }).click()
  await expectAccessible(page)
  const stage = dialog.getByRole('img', { name: /^The show at/ })
  await expect.poll(async () => Math.round(((await stage.boundingBox())?.width ?? 0) / ((await stage.boundingBox())?.height ?? 1))).toBe(12)
  await stage.locator('img').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('what was changed of it by hand is said, and made anew when that is ticked', async () => {
  const { data } = await client.showSets.search({ params: {}, body: { filter_name: '540' } })
  const [set] = data
  // Its page leads back to the playlist.
  await page.goto(`${server.url}/#/plus/v1/set/update/${set?.id ?? ''}`)
  await page.locator('[data-part=made-of]').getByText('This set was made of the playlist').waitFor()
  await expectAccessible(page)
  await page.locator('[data-part=made-of]').getByRole('link', { name: 'Opening' }).click()
  await page.getByRole('heading', { name: 'Opening' }).waitFor()
  await client.showSets.save({ body: { id: set?.id ?? '', name: 'By hand', list: [{ id: 'price', duration: 30 }] } })
  await page.getByText('What was made of this playlist has been changed since').waitFor()
  await link('By hand').waitFor()
  await page.getByLabel('Make it anew').check()
  await button('Save').click()
  await show('blue')
  expect(await client.showSets.read({ params: { setId: set?.id ?? '' } })).toMatchObject({ name: 'By hand' })
})

test('without any playlist a display plays its slides again', async () => {
  await page.goto(`${server.url}/#/plus/v1/playlist`)
  await button('Delete Opening').click()
  await page.getByRole('dialog').getByText('Afterwards 2 displays play its own slides.').waitFor()
  await button('Delete', page.getByRole('dialog')).click()
  await expect
    .poll(async () => (await client.playlists.displays({})).deviceList.map(({ plays }) => plays.kind))
    .toEqual(['slides', 'slides'])
  await page.getByText('There are no playlists yet.').waitFor()
  await expect.poll(seen).not.toContain(colours.blue)
})
