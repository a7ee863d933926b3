/** The two daily tasks that are mostly drawing, with the steps of today's screens (docs/daily-tasks.md): none may become longer. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { places } from './places.ts'
import { filmOf } from './player-page.ts'
import { createDisplay, type TestDisplay } from './protocol-display.ts'
import { needChromium, setStage } from './stage.ts'
import { stepsAt } from './steps.ts'
import type { ApiClient, ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'DRAW'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let page: Page
let display: TestDisplay

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const size = { storeCode, gateways: 1, tags: 2, prices: [168, 298], config: places.BERLIN }
  ;({ server, client, page } = await stage.openConsole(size, '/dashboard'))
  const { enrolToken } = await client.displays.saveSetting({ params: { storeCode }, body: { newEnrolToken: true } })
  const shared = { storeCode, enrolToken: enrolToken ?? '' }
  display = createDisplay(server.url, { mac: '02:ec:f1:00:00:01', name: 'Left', model: 'IP231A', ...shared })
  await display.announce()
  await display.manifest()
  await display.beat()
  await page.getByRole('heading', { level: 1 }).waitFor()
})
beforeEach(needChromium)
afterAll(() => display?.stop())

const dialog = () => page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })
const place = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const tab = (name: string) => page.getByRole('link', { name, exact: true })
const gone = () => dialog().waitFor({ state: 'detached' })
const saved = () => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()

test('a layout for 2.9 inches from another one, changed, checked and published for one store', async () => {
  const { count, click, fill, press } = stepsAt(page)
  await click(place('Layouts'))
  await click(button('New layout'))
  await fill(dialog().getByRole('combobox', { name: 'Begin with a copy of' }), 'SHELF_PRICE 2.90 bw')
  await click(page.getByRole('option', { name: 'SHELF_PRICE 2.90 bw', exact: true }))
  await dialog().getByText('The draft is copied.').waitFor()
  await fill(dialog().getByLabel('Layout', { exact: false }).first(), 'BREAD')
  await click(dialog().getByRole('combobox', { name: 'For' }))
  await click(page.getByRole('option', { name: /DRAW/ }))
  await click(inDialog('Create'))
  await gone()
  await page.getByRole('heading', { name: 'BREAD' }).waitFor()
  await click(page.getByRole('region', { name: 'Elements', exact: true }).getByRole('button').filter({ hasText: 'NAME' }).first())
  await fill(page.getByRole('region', { name: 'Element', exact: true }).getByLabel('Size', { exact: true }), '18')
  await press('Tab')
  await page.getByText(/^(Saved|All saved)$/).waitFor()
  await click(button('Publish'))
  await click(inDialog('Check first'))
  await dialog().getByText('nothing is wrong').waitFor()
  await click(inDialog('Publish'))
  await gone()
  const { data } = await client.layouts.search({ params: {}, body: { filter_layoutId: 'BREAD' } })
  expect(data).toMatchObject([{ size: '2.90', storeCode }])
  expect(count()).toBe(14)
})

test('a film and a price list on the displays of a shelf, on weekdays from 9 to 12', async () => {
  mkdirSync(join(stage.folder, 'media'), { recursive: true })
  const path = join(stage.folder, 'media', 'bread.webm')
  const film = await filmOf(page, { width: 480, height: 80, milliseconds: 1500 })
  writeFileSync(path, Buffer.from(await film.arrayBuffer()))
  await page.goto(`${server.url}/#/dashboard`)
  const { count, click, fill, choose } = stepsAt(page)
  await click(place('Signage'))
  await click(tab('Content library'))
  await click(button('Upload'))
  await choose(dialog().locator('input[type=file]'), path)
  await click(inDialog('Upload'))
  await gone()

  await click(tab('Shows'))
  await click(tab('New show'))
  await click(button(/Add 23″/))
  await fill(page.getByLabel('Name'), 'Bread')
  await click(button('Next'))
  await click(button('Grid'))
  await click(button('One for each screen'))
  await click(button(/^Add bread.* to area 1/))
  await click(button('Save'))
  await page.waitForURL(/show\/update\/\d+/)

  // An editor has no tabs.
  await click(place('Signage'))
  await click(tab('Sets'))
  await click(tab('New set'))
  await button('Add shows').waitFor()
  await fill(page.getByLabel('Name'), 'Morning')
  await click(button('Add shows'))
  await click(dialog().getByRole('checkbox').first())
  await click(inDialog('Add'))
  await gone()
  await click(button('Add Price List'))
  await click(button('Save'))
  await page.waitForURL(/set\/update\/\d+/)

  // An editor has no tabs.
  await click(place('Signage'))
  await click(tab('Timelines'))
  await click(button('New timeline'))
  await fill(dialog().getByLabel('Name'), 'Bread shelf')
  await click(inDialog('Save'))
  await click(page.getByRole('combobox', { name: 'Set', exact: true }))
  await click(page.getByRole('option', { name: 'Morning' }))
  await click(button('Add'))
  await click(button('When Morning plays'))
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await click(inDialog(day))
  await click(inDialog('Add a time'))
  await fill(dialog().getByLabel('Start of time 1'), '0900')
  await fill(dialog().getByLabel('End of time 1'), '1200')
  await click(inDialog('Apply'))
  await click(button('Save'))
  await saved()
  await click(page.getByRole('navigation', { name: 'Parts of the timeline' }).getByRole('link', { name: /Displays/ }))
  await click(button('Add displays'))
  await click(dialog().getByRole('checkbox', { name: /^Left/ }))
  await click(inDialog('Add'))
  await click(button('Save'))
  await saved()
  const { plan } = await display.manifest()
  expect(plan).toMatchObject({ line: 'v1', rows: [{ days: [1, 2, 3, 4, 5] }] })
  expect(count()).toBe(47)
})

test('the same with a playlist', async () => {
  await page.goto(`${server.url}/#/dashboard`)
  const { count, click, fill, choose, drag } = stepsAt(page)
  await click(place('Signage'))
  await click(tab('Playlists'))
  await click(tab('New playlist'))
  await page.getByRole('heading', { name: 'New playlist' }).waitFor()
  await fill(page.getByRole('textbox', { name: 'Name' }), 'Fresh bread')
  await choose(page.getByLabel('Choose files', { exact: true }).and(page.locator('input')), join(stage.folder, 'media', 'bread.webm'))
  await page.getByRole('list', { name: 'Contents' }).getByText('bread').waitFor()
  await click(button('Add Price List'))
  await click(page.getByRole('checkbox', { name: /^Left/ }))
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
  await drag(cell('Mon 09:00–09:30'), cell('Fri 11:30–12:00'))
  await click(button('Save'))
  await page.waitForURL(/playlist\/update\/\d+/)
  const { plan } = await display.manifest()
  expect(plan).toMatchObject({ line: 'v1', rows: [{ days: [1, 2, 3, 4, 5], time: [{ start: '09:00', end: '12:00' }] }] })
  expect(count()).toBe(9)
})
