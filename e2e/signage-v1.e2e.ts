/**
 * The v1 line of signage in the browser, from the file to the display: contents in folders, a show over two screens, a set, a timeline with
 * its times and displays. What each display is to play in the end is what was made here.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { expectAccessible } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { createDisplay, type TestDisplay } from './protocol-display.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { addMember, createShop, signIn, until, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'WALL'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let page: Page
let left: TestDisplay
let right: TestDisplay

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await createShop(client, { storeCode, gateways: 1, tags: 2 })
  const productList = ['4001', '4002'].map((prCode) => ({ prCode, prInfo: ['', `Product ${prCode}`, '', '1.99'] }))
  await client.products.save({ body: { storeCode, productList } })
  const { enrolToken } = await client.displays.saveSetting({ params: { storeCode }, body: { newEnrolToken: true } })
  const shared = { storeCode, enrolToken: enrolToken ?? '' }
  left = createDisplay(server.url, { mac: '02:ec:f1:00:00:01', name: 'Left', model: 'IP231A', ...shared })
  const plain = { host: false, reboot: false, brightness: false, screenshot: false, update: false }
  right = createDisplay(server.url, { mac: '02:ec:f1:00:00:02', name: 'Right', model: 'IP291TA', caps: plain, ...shared })
  for (const display of [left, right]) {
    await display.announce()
    await display.manifest()
    await display.beat()
  }
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/plus/v1/content`)
  await page.getByRole('tree').waitFor()
})
beforeEach(needChromium)
afterAll(() => {
  for (const display of [left, right]) display?.stop()
})

const open = (path: string) => page.goto(`${server.url}/#${path}`)
const row = (text: string) => page.locator('tr[data-row]').filter({ hasText: text })
const dialog = (): Locator => page.getByRole('dialog')
const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' })
const press = (name: string) => button(name, dialog()).click()
const gone = () => dialog().waitFor({ state: 'detached' })
const folder = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name} \\d+$`) })
const alert = (text: string) => page.getByRole('alert').filter({ hasText: text }).first().waitFor()
const saved = () => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
const accessible = () => expectAccessible(page)
/** A picture that this browser draws, as a file. */
async function picture(name: string, width: number, height: number, colour: string): Promise<string> {
  const data = await page.evaluate(
    ([w, h, fill]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
      const pen = canvas.getContext('2d')!
      pen.fillStyle = fill
      pen.fillRect(0, 0, w, h)
      return canvas.toDataURL('image/png')
    },
    [width, height, colour] as const,
  )
  mkdirSync(join(stage.folder, 'media'), { recursive: true })
  const path = join(stage.folder, 'media', name)
  writeFileSync(path, Buffer.from(data.replace(/^.*,/, ''), 'base64'))
  return path
}
/** From the middle of one thing to the middle of another, or by so many pixels, with the mouse. */
async function drag(from: Locator, by: { x: number; y: number }) {
  const box = (await from.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by.x, y + by.y, { steps: 12 })
  await page.mouse.up()
}
const idOf = async (list: Promise<readonly { id: string; name: string }[]>, name: string) =>
  (await list).find((one) => one.name === name)?.id ?? ''

test('folders are made, contents go up into the open one and are dragged into another; folders move by keys, by mouse and by menu', async () => {
  for (const name of ['Season', 'Offers']) {
    await folder('All contents').click()
    await button('New folder').click()
    await dialog().getByLabel('Name').fill(name)
    await press('Save')
    await gone()
    await folder(name).waitFor()
  }
  await folder('Season').click()
  await page.getByRole('heading', { name: 'Season', level: 1 }).waitFor()
  await button('Upload').click()
  const files = [await picture('apples.png', 1920, 158, '#b3261e'), await picture('milk.png', 960, 158, '#1b5aa6')]
  files.push(await picture('bread.png', 1920, 540, '#7a5300'))
  await dialog().locator('input[type=file]').setInputFiles(files)
  await press('Upload')
  await gone()
  await row('apples')
    .filter({ hasText: '1920 × 158' })
    .filter({ hasText: /\d (Bytes|KB)/ })
    .waitFor()
  await page.getByRole('treeitem', { name: 'Season 3', exact: true }).waitFor()
  await accessible()
  // Two ticked rows are dragged as one.
  await row('milk').getByRole('checkbox').check()
  await row('bread').getByRole('checkbox').check()
  await row('milk').locator('[data-part=content-name]').dragTo(folder('Offers'))
  await page.getByRole('treeitem', { name: 'Offers 2', exact: true }).waitFor()
  await row('apples').waitFor()
  // The tree may be told before the list.
  await row('milk').waitFor({ state: 'detached' })
  // By keys into the folder before it, by mouse to the top again, by menu upwards.
  await folder('Offers').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await until('it lies in Season', async () => (await folder('Offers').getAttribute('aria-level')) === '2')
  await folder('Offers').dragTo(folder('Outside of folders'))
  await until('it lies at the top', async () => (await folder('Offers').getAttribute('aria-level')) === '1')
  await button('Folder Offers').click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await until('it comes first', async () => (await folder('Offers').getAttribute('aria-posinset')) === '3')
  // A folder never goes into itself, and one that is removed leaves what lay in it.
  await folder('Offers').click()
  await row('milk').waitFor()
  await button(/^Rename milk/).click()
  await dialog().getByLabel('Name').fill('Milk offer')
  await press('Save')
  await row('Milk offer').waitFor()
  await button('View Milk offer').click()
  await dialog().getByRole('img', { name: 'Milk offer' }).waitFor()
  await page.keyboard.press('Escape')
  await gone()
})

test('a show is made over two screens: placed by mouse, areas on a grid, contents dragged onto the axis, and nothing lies over anything', async () => {
  await open('/plus/v1/show')
  await page.getByRole('link', { name: 'New show' }).click()
  await button(/Add 23″/).click()
  await button(/Add 29″/).click()
  const screens = page.getByRole('group', { name: 'Screens on the shelf' })
  const second = screens.getByRole('group', { name: /^Screen 2,/ })
  await second.waitFor()
  // Over the other screen it goes back to where it was free.
  const topOf = async () => Number(/top (\d+)/.exec((await second.getAttribute('aria-label')) ?? '')?.[1])
  await drag(second, { x: 0, y: 40 })
  const lower = await topOf()
  expect(lower).toBeGreaterThan(158)
  await drag(second, { x: 0, y: -400 })
  expect(await topOf()).toBeGreaterThanOrEqual(158)
  expect(await topOf()).toBeLessThan(lower)
  await page.getByRole('spinbutton', { name: /^Top/ }).fill('200')
  await button('Rotate 90°').click()
  await screens.getByRole('group', { name: /^Screen 2, 29 inches, 90°/ }).waitFor()
  await button('Undo').click()
  await screens.getByRole('group', { name: /^Screen 2, 29 inches, 0°/ }).waitFor()
  await accessible()

  // Without a name nothing is saved, nor without a duration.
  await button('Save').click()
  await alert('Enter Name, Please!')
  await page.getByLabel('Name').fill('Wall')
  await page.getByLabel('Duration in seconds').fill('0')
  await button('Save').click()
  await alert('Incorrect duration value · This value must be greater than 0.')
  await page.getByLabel('Duration in seconds').fill('20')

  await button('Next').click()
  await button('Grid').click()
  await button('One for each screen').click()
  const areas = page.getByRole('group', { name: 'Areas on the screens' })
  await areas.getByRole('group', { name: /^Area 2, left 0, top 200/ }).waitFor()
  const library = page.getByRole('region', { name: 'Library' })
  const tracks = page.locator('[data-track]')
  const tops = async () => Promise.all([library, tracks.nth(0)].map(async (one) => Math.round((await one.boundingBox())?.y ?? 0)))
  const before = await tops()
  await library
    .locator('li')
    .filter({ hasText: 'apples' })
    .dragTo(tracks.nth(0), { targetPosition: { x: 10, y: 20 } })
  const apples = tracks.nth(0).getByRole('button', { name: /^apples/ })
  await apples.waitFor()
  // What is dragged, and where it is dropped, stays where it was.
  expect(await tops()).toEqual(before)
  expect(await apples.getAttribute('aria-label')).toMatch(/0 to 10 s$/)
  // What is left is black, on the axis too, and one press ends the show with its last item.
  await page.getByText('All screens are black for 0:10 of 0:20.').waitFor()
  expect(await page.locator('[data-part=black]').count()).toBe(1)
  await button('End the show at 0:10').click()
  await page.getByText('All screens are black').waitFor({ state: 'detached' })
  await button('Undo').click()
  // A file goes up beside the areas, and stands in the chosen one.
  await library.locator('input[type=file]').setInputFiles(await picture('pears.png', 1920, 158, '#1b7a3d'))
  await tracks
    .nth(0)
    .getByRole('button', { name: /^pears/ })
    .waitFor()
  await button('Undo').click()
  // A second one comes behind it; by keys it becomes longer, but not longer than the show.
  await button(/^Add Milk offer to area 1/).click()
  const milk = tracks.nth(0).getByRole('button', { name: /^Milk offer/ })
  await milk.focus()
  await page.keyboard.press('ArrowLeft')
  expect(await milk.getAttribute('aria-label')).toMatch(/10 to 20 s$/)
  await page.keyboard.press('Control+ArrowLeft')
  await page.keyboard.press('ArrowRight')
  expect(await milk.getAttribute('aria-label')).toMatch(/11 to 20 s$/)
  // With the mouse it goes to the other area.
  await drag(milk, { x: -60, y: 48 })
  await tracks
    .nth(1)
    .getByRole('button', { name: /^Milk offer/ })
    .waitFor()
  await button('Undo').click()
  await milk.waitFor()
  await page.getByRole('button', { name: /^Area 2/ }).click()
  await button(/^Add bread.* to area 2/).click()
  await page.getByLabel('Fit').selectOption('cover')
  await button('Fill the gap').click()
  await tracks
    .nth(1)
    .getByRole('button', { name: /0 to 20 s$/ })
    .waitFor()
  await accessible()
  // What is said meanwhile does not lie over the button that saves.
  await button(/^Add bread.* to area 2/).click()
  await page.getByRole('alert').filter({ hasText: 'Area 2 has no time left.' }).waitFor()
  expect(
    await button('Save').evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }),
  ).toBe(true)
  await button('Save').click()
  await page.waitForURL(/show\/update\/\d+\?step=1/)
  await page.getByRole('heading', { name: 'Wall', level: 1 }).waitFor()
  const stored = (await client.shows.list({ body: {} })).showList[0]!
  expect(stored).toMatchObject({ name: 'Wall', width: 1920, height: 740, duration: 20, deviceCount: 2, contentCount: 3 })
  expect(stored.timeline.map((items) => items.map(({ start, duration, fit }) => [start, duration, fit]))).toEqual([
    [
      [0, 10, 'contain'],
      [11, 9, 'contain'],
    ],
    [[0, 20, 'cover']],
  ])

  // It plays in the preview, goes into a file, and comes back as another show.
  await button('Preview').click()
  await dialog()
    .getByRole('img', { name: /The show at/ })
    .locator('img')
    .nth(1)
    .waitFor()
  await accessible()
  await page.keyboard.press('Escape')
  await gone()
  const [download] = await Promise.all([page.waitForEvent('download'), button('Export').click()])
  expect(download.suggestedFilename()).toBe('show-data.json')
  const path = join(stage.folder, 'media', 'show-data.json')
  await download.saveAs(path)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ name: 'Wall', contents: expect.any(Object) })
  await open('/plus/v1/show')
  await button('Import').click()
  writeFileSync(join(stage.folder, 'media', 'broken.json'), '{"name": 1}')
  await dialog()
    .locator('input[type=file]')
    .setInputFiles(join(stage.folder, 'media', 'broken.json'))
  await dialog().getByRole('alert').getByText('Invalid file format').waitFor()
  await dialog().locator('input[type=file]').setInputFiles(path)
  await dialog().getByText('Show: Wall').waitFor()
  await press('Import')
  await page.waitForURL(/show\/update\/\d+/)
  await until('there are two shows', async () => (await client.shows.list({ body: {} })).showList.length === 2)
})

test('a set is a list of shows and prices with their seconds, in an order that keys change; a change of another session is not overwritten', async () => {
  await open('/plus/v1/set')
  await page.getByRole('link', { name: 'New set' }).click()
  await button('Save').click()
  await alert('Enter Name, Please!')
  await page.getByLabel('Name').fill('All day')
  await button('Save').click()
  await alert('No item. Please select one or more show / price).')
  await button('Add shows').click()
  await dialog().getByRole('checkbox').first().check()
  await accessible()
  await press('Add')
  await gone()
  await button('Add Price List').click()
  const entries = page.getByRole('list', { name: 'Items of the set' }).getByRole('listitem')
  await entries.nth(1).filter({ hasText: 'Price List' }).waitFor()
  await page.getByLabel('Seconds of Price List').fill('0')
  await button('Save').click()
  await alert('Incorrect duration value · This value must be greater than 0.')
  await page.getByLabel('Seconds of Price List').fill('15')
  await button(/^Move Price List/).focus()
  await page.keyboard.press('ArrowUp')
  await entries.nth(0).filter({ hasText: 'Price List' }).waitFor()
  await drag(button(/^Move Price List/), { x: 0, y: 60 })
  await entries.nth(1).filter({ hasText: 'Price List' }).waitFor()
  await page.getByText('0:35 in all').waitFor()
  await accessible()
  await button('Save').click()
  await page.waitForURL(/set\/update\/\d+/)
  await page.getByRole('heading', { name: 'All day', level: 1 }).waitFor()

  // A second person saves meanwhile: what was typed here stays until one chooses.
  const setId = await idOf(
    client.showSets.list({ body: {} }).then(({ setList }) => setList),
    'All day',
  )
  const theirs = async (seconds: number) => {
    const { list, name } = await client.showSets.read({ params: { setId } })
    await client.showSets.save({ body: { id: setId, name, list: list.map(({ id }) => ({ id, duration: seconds })) } })
  }
  const price = page.getByLabel('Seconds of Price List')
  await price.fill('40')
  await theirs(5)
  await alert('Another account has saved this in the meantime.')
  await button('Keep mine').click()
  await saved()
  expect((await client.showSets.read({ params: { setId } })).list.map(({ duration }) => duration)).toEqual([20, 40])
  await price.fill('50')
  await theirs(7)
  await alert('Another account has saved this in the meantime.')
  await button('Load theirs').click()
  await until('theirs is shown', async () => (await price.inputValue()) === '7')
  // With nothing typed, it follows by itself; and what is typed is not left without a question.
  await theirs(9)
  await until('theirs is shown', async () => (await price.inputValue()) === '9')
  await price.fill('12')
  const asked = new Promise<string>((resolve) =>
    page.once('dialog', (question) => {
      resolve(question.message())
      void question.dismiss()
    }),
  )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Signage' }).click()
  expect(await asked).toBe('Leave without saving what you typed?')
  await button('Discard').click()
})

test('a timeline plays sets by layers on the displays of its screens, and each display gets its part', async () => {
  await open('/plus/v1/timeline')
  await button('New timeline').click()
  await dialog().getByLabel('Name').fill('Aisle')
  await press('Save')
  await page.getByRole('heading', { name: 'Aisle', level: 1 }).waitFor()
  await button('Add').click()
  await alert('Please select a set.')
  for (let count = 1; count <= 2; count++) {
    await page.getByRole('combobox', { name: 'Set', exact: true }).click()
    await page.getByRole('option', { name: 'All day' }).click()
    await button('Add').click()
    await page
      .getByRole('list', { name: /^Layers/ })
      .getByRole('listitem')
      .nth(count - 1)
      .waitFor()
  }
  // The lower of two that always hold is never seen.
  await page.getByText('Never plays: those above it always do').waitFor()
  await button('When All day plays').first().click()
  await button('Mon', dialog()).click()
  await button('Add a time', dialog()).click()
  await dialog().getByLabel('Start of time 1').fill('0600')
  await dialog().getByLabel('End of time 1').fill('1030')
  await accessible()
  await press('Apply')
  await gone()
  await page.getByText('Mon · 06:00–10:30').waitFor()
  await page.getByText('Never plays').waitFor({ state: 'detached' })
  const monday = page.getByRole('img', { name: /^Mon / })
  expect(await monday.getAttribute('aria-label')).toContain('06:00–10:30 All day')
  await accessible()
  await button('Save').click()
  await saved()

  await page
    .getByRole('navigation', { name: 'Parts of the timeline' })
    .getByRole('link', { name: /Displays/ })
    .click()
  for (const [screen, name] of [
    [1, 'Left'],
    [2, 'Right'],
  ] as const) {
    const list = page.getByRole('region', { name: `Screen ${screen}`, exact: true })
    await button('Add displays', list).click()
    await list.getByText(screen === 1 ? '23″, 1920 × 158' : '29″, 1920 × 540').waitFor()
    await dialog().getByLabel('Name').fill(name)
    const unfit = '1920 × 158 does not fit this screen of the shows (29″, 1920 × 540)'
    if (screen === 2) await dialog().getByText(unfit).first().waitFor()
    await dialog()
      .getByRole('checkbox', { name: new RegExp(`^${name}`) })
      .check()
    await press('Add')
    await gone()
    await list.getByText(name, { exact: true }).waitFor()
    expect(await list.getByText(unfit).count()).toBe(screen - 1)
  }
  await accessible()
  await button('Save').click()
  await saved()
  const plans = await Promise.all([left, right].map(async (display) => await display.manifest()))
  for (const [screen, { plan, files }] of plans.entries()) {
    if (plan.line !== 'v1') throw new Error('plays slides')
    expect(plan.screen).toBe(screen)
    expect(plan.rows.map(({ days, time }) => [days, time.length])).toEqual([
      [[], 0],
      [[1], 1],
    ])
    const set = Object.values(plan.sets)[0]
    expect(set?.list.map(({ id, duration }) => [id === 'price', duration])).toEqual([
      [false, 9],
      [true, 9],
    ])
    expect(Object.keys(files).every((key) => key.startsWith('content:'))).toBe(true)
    expect(Object.keys(files).length).toBeGreaterThan(0)
  }

  // Put into another timeline, a display leaves this one; the picker says so before.
  await client.timelines.save({ body: { name: 'Counter', schedule: [] } })
  await open('/plus/v1/timeline')
  await page.getByRole('link', { name: 'Displays of Counter' }).click()
  await button('Add displays').click()
  await dialog().getByText('Now in Aisle, screen 2: it will leave there').waitFor()
  await dialog()
    .getByRole('checkbox', { name: /^Right/ })
    .check()
  await dialog().getByText('1 of them leaves its timeline when you save.').waitFor()
  await press('Add')
  await button('Save').click()
  await page.getByText('1 display left another timeline.').waitFor()
  const { plan } = await right.manifest()
  expect(plan).toMatchObject({ line: 'v1', screen: 0, rows: [] })
})

test('what is used is not deleted: the dialog names the shows, sets and timelines', async () => {
  const refused = async (path: string, name: string, kind: string, user: string) => {
    await open(path)
    await row(name)
      .first()
      .getByRole('button', { name: `Delete ${name}` })
      .click()
    await press('Delete')
    await dialog()
      .getByRole('alert')
      .filter({ hasText: `This ${kind} is in use and cannot be deleted.` })
      .filter({ hasText: user })
      .waitFor()
    await page.keyboard.press('Escape')
    await gone()
  }
  await refused('/plus/v1/content', 'Milk offer', 'content', 'Wall')
  await refused('/plus/v1/set', 'All day', 'set', 'Aisle')
  await open('/plus/v1/show')
  // Of both shows of the file the one that no set plays goes.
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete', exact: true }).click()
  await press('Delete')
  await dialog()
    .getByRole('alert')
    .filter({ hasText: 'Some shows are in use and cannot be deleted.' })
    .filter({ hasText: 'All day' })
    .waitFor()
  await page.keyboard.press('Escape')
  await until('one is left', async () => (await row('Wall').count()) === 1)
})

test('master devices: settings that a display cannot have are grey, columns are remembered, products and restarts reach the displays', async () => {
  await open('/plus/v1/master')
  await row('Left').waitFor()
  await button('Columns').click()
  await page.getByRole('checkbox', { name: 'Shelf ID' }).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await row('Left').waitFor()
  expect(await page.getByRole('columnheader', { name: 'Shelf ID' }).count()).toBe(0)
  expect(await page.getByRole('columnheader', { name: 'Position' }).count()).toBe(1)
  await accessible()

  await button('More').click()
  await page.getByRole('menuitem', { name: 'Reboot' }).click()
  await press('Reboot')
  await dialog().getByRole('alert').getByText('No row selected. Please select one or more rows.').waitFor()
  await page.keyboard.press('Escape')
  await gone()

  await button('Settings of Right').click()
  await dialog().getByLabel('Brightness').waitFor()
  expect(await dialog().getByLabel('Brightness').isDisabled()).toBe(true)
  await dialog().getByText('This display cannot set its brightness').waitFor()
  await page.keyboard.press('Escape')
  await button('Settings of Left').click()
  await dialog().getByLabel('Code', { exact: true }).fill('L-01')
  await dialog().getByLabel('Category').fill('Bakery')
  // Specification 3 §5: what is out of bounds becomes 0, or 10.
  await dialog().getByLabel('Volume').fill('99')
  await dialog().getByLabel('Brightness').fill('99')
  await dialog().getByLabel('Category').focus()
  expect(await dialog().getByLabel('Volume').inputValue()).toBe('0')
  expect(await dialog().getByLabel('Brightness').inputValue()).toBe('10')
  await dialog().getByLabel('Administrator’s code').fill('12ab34')
  await dialog().getByLabel('Opens at').fill('25:00')
  await press('Save')
  await dialog().getByRole('alert').filter({ hasText: 'Opens at: enter a time such as 08:30' }).waitFor()
  await dialog().getByLabel('Opens at').fill('08:00')
  await accessible()
  await press('Save')
  await gone()
  await row('L-01').filter({ hasText: 'Bakery' }).waitFor()
  const stored = await client.displayMasters.readConfig({ params: { plusMac: left.mac } })
  expect(stored).toMatchObject({
    config: { volume: 0, bright: 10, adminPwd: '', opentime: '08:00' },
    pins: { admin: true, manager: false },
  })
  expect((await left.manifest()).settings.opentime).toBe('08:00')

  await button('Products of Left').click()
  for (const code of ['4001', '4002']) {
    await dialog().getByLabel('Product code').fill(code)
    await button('Add', dialog()).click()
  }
  await dialog()
    .getByRole('button', { name: /^Move 4002/ })
    .focus()
  await page.keyboard.press('ArrowUp')
  await press('Save')
  await gone()
  await row('L-01').filter({ hasText: '4002, 4001' }).waitFor()
  await row('L-01').getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Reboot' }).click()
  await dialog().getByText('1 display restarts and is black for a moment: Left.').waitFor()
  await press('Reboot')
  await left.asked('reboot')
  // With the answer the dialog closes, and what was chosen for it is chosen no more.
  await gone()
  await row('L-01').getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Update software' }).click()
  await dialog().getByText('1 display installs the newest software', { exact: false }).filter({ hasText: ': Left.' }).waitFor()
  await press('Install')
  await left.asked('update')
})

test('who may only read looks at all of it and changes nothing', async () => {
  const { role_id } = await client.roles.save({ body: { name: 'Looks at shows', privilege: [{ key: 'plus', read: true, write: false }] } })
  const first = { email: 'wall@endcap.example', password: 'journey-reader-password-1' }
  const reader = await addMember(client, server.url, { ...first, name: 'Reader', role_id, store: [storeCode] })
  const own = await openPage(page.context().browser()!)
  await signInAt(own, `${server.url}/#/plus/v1/set`, reader)
  await own.getByRole('link', { name: 'View All day' }).waitFor()
  for (const name of ['Delete All day', 'More']) expect(await button(name, own).count()).toBe(0)
  expect(await own.getByRole('link', { name: 'New set' }).count()).toBe(0)
  await own.getByRole('link', { name: 'View All day' }).click()
  await own.getByText('You may look, but not change anything.').waitFor()
  expect(await own.getByLabel('Name').getAttribute('readonly')).not.toBeNull()
  await own.goto(`${server.url}/#/plus/v1/content`)
  await own.getByRole('treeitem', { name: /^Offers/ }).waitFor()
  for (const name of ['Upload', 'New folder', 'Folder Offers']) expect(await button(name, own).count()).toBe(0)
  await own.goto(`${server.url}/#/plus/v1/show`)
  await own.getByRole('link', { name: 'View Wall' }).click()
  await own.getByText('You may look, but not change anything.').waitFor()
  expect(await button(/^Add 23/, own).count()).toBe(0)
})
