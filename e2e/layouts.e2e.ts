/** From a copy to the glass and back: layouts are exported and taken in, checked, published, rolled back and given by rules. */
import { readFile } from 'node:fs/promises'
import type { Fleet } from '@endcap/fleet/fleet'
import { layoutDefinition, type LayoutDefinition } from '@endcap/label/layout'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { drawnLabel, expectedPixels, glassPixels } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { addMember, eanOf, freePort, signIn, until, uploadPrices, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'LAYOUT'
const tags = 3
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let browser: Browser
let page: Page
let layoutPort: number

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const size = { storeCode, gateways: 1, tags, prices: [100, 200, 300] }
  layoutPort = await freePort()
  const env = { ENDCAP_LAYOUT_PORT: String(layoutPort) }
  ;({ server, client, shop, fleet, browser, page } = await stage.openConsole(size, '/layouts?view=table', { env }))
})
beforeEach(needChromium)

const dialog = () => page.getByRole('dialog')
const row = (text: string) => page.locator('tr[data-row]').filter({ hasText: text })
const input = (name: string) => page.locator(`input[aria-label="${name}"]`)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const go = async (address: string) => {
  await page.goto(`${server.url}/#${address}`)
  await settled(page)
}
const infoOf = (place: number) => {
  const price = `${place + 1}.00`
  return [eanOf(place), `Produkt ${place}`, 'Sonnental', price, '', '1 kg', '', '', 'EUR', eanOf(place)]
}
const glass = (place: number) => glassPixels(fleet, shop.tagMacs[place] ?? '') ?? Buffer.alloc(0)
const shows = (place: number, definition?: LayoutDefinition) => {
  const info = infoOf(place)
  return (
    Buffer.compare(glass(place), definition === undefined ? expectedPixels(info) : drawnLabel([info], { definition, tagType: 'B5' })) === 0
  )
}
const all = (check: (place: number) => boolean) => [0, 1, 2].every(check)

const drawingOf = async (layoutId: string) => {
  const { data } = await client.layouts.search({ params: {}, body: { length: -1 } })
  const found = data.find((one) => one.layoutId === layoutId && one.size === '2.90' && one.storeCode === null)
  if (found === undefined) throw new Error(`There is no ${layoutId}`)
  return found.drawingId
}
const open = (drawingId: string) => client.layouts.read({ params: { drawingId } })
/** The draft with its name in another size; narrower than any name with `width`. */
const withName = async (drawingId: string, { size, width }: { size: number; width?: number }): Promise<LayoutDefinition> => {
  const definition = layoutDefinition.parse((await open(drawingId)).draft)
  const name = definition.pages[0]?.elements.find((one) => one.type === 'text' && one.text === '{NAME}')
  if (name?.type !== 'text') throw new Error('The layout has no name')
  Object.assign(name, { size, minSize: undefined, ...(width !== undefined && { w: width }) })
  return layoutDefinition.parse(JSON.parse(JSON.stringify(definition)))
}
const save = async (drawingId: string, definition: LayoutDefinition) =>
  client.layouts.saveDraft({ params: { drawingId }, body: { definition: { ...definition }, rev: (await open(drawingId)).rev } })
/** Takes in a file through the dialog, which stays open with what came of it. */
async function takeIn(layouts: unknown[], { replace = false } = {}) {
  await button('Import').click()
  const content = JSON.stringify({ kind: 'endcap-layouts', layouts })
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: 'layouts.json', mimeType: 'application/json', buffer: Buffer.from(content) })
  if (replace) await dialog().getByLabel('Replace drafts that are there already').check()
  await dialog().getByRole('button', { name: 'Import' }).click()
}
const closeDialog = async () => {
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
}

test('the root of the layout port is the screen of the layouts', async () => {
  const other = await openPage(browser)
  await signInAt(other, `http://127.0.0.1:${layoutPort}/`)
  await other.getByRole('heading', { name: 'Layouts', level: 1 }).waitFor()
  expect(new URL(other.url())).toMatchObject({ port: String(layoutPort), hash: '#/layouts' })
  await other.context().close()
})

test('the library shows every drawing as it looks, and finds one', async () => {
  await row('SHELF_PRICE').or(row('MULTI')).first().waitFor()
  await page.locator('[data-part=layout-thumb] img').first().waitFor()
  await page
    .getByRole('button', { name: /^Published/ })
    .getByText('55')
    .waitFor()
  await page.getByLabel('Filter Layout').fill('SHELF_PRICE')
  await page.getByLabel('Filter Size').fill('==2.90')
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1)
  // Counted a while after the labels came.
  await expect.poll(() => row('SHELF_PRICE').locator('td[data-heading]').allInnerTexts()).toEqual(['3', '3'])
  await page.getByRole('button', { name: 'Show SHELF_PRICE 2.90 bw' }).click()
  const panel = page.getByRole('complementary', { name: 'Layout' })
  await panel.getByRole('img', { name: 'Picture of SHELF_PRICE 2.90 bw' }).waitFor()
  await panel.getByText(/3 products, 3 labels \(counted/).waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
})

test('one card is one layout: its sizes side by side, drawn when in sight, with its use, its actions and a way to a copy', async () => {
  await go('/layouts')
  const card = (name: string) => page.getByRole('article', { name, exact: true })
  const shelf = card('SHELF_PRICE')
  await shelf.getByText('Used by 3 products, 3 labels').waitFor()
  expect(await page.getByRole('article').count()).toBe(5)
  // The size that labels have stands first in sight; another one is one click away.
  expect(await shelf.getByRole('button', { name: 'SHELF_PRICE 2.90 bw', exact: true }).getAttribute('aria-pressed')).toBe('true')
  await shelf.getByRole('img', { name: 'Picture of SHELF_PRICE 2.90 bw' }).waitFor()
  await shelf.getByRole('button', { name: 'SHELF_PRICE 2.13 bw', exact: true }).click()
  await shelf.getByRole('img', { name: 'Picture of SHELF_PRICE 2.13 bw' }).waitFor()
  await shelf.getByRole('button', { name: 'Actions for SHELF_PRICE 2.13 bw' }).click()
  const heightOf = async (what: Locator) => (await what.boundingBox())?.height
  const find = page.getByPlaceholder('Find a layout')
  expect(await heightOf(find)).toBe(await heightOf(page.getByRole('group', { name: 'View', exact: true })))
  await page.getByRole('menuitem', { name: 'Show in the panel' }).click()
  const panel = page.getByRole('complementary', { name: 'Layout' })
  await panel.getByText('SHELF_PRICE 2.13 bw').waitFor()
  // The address opens the same panel, and its arrows lead on to the next size.
  await page.reload()
  await panel.getByText('SHELF_PRICE 2.13 bw').waitFor()
  await shelf.waitFor()
  await panel.getByRole('button', { name: 'Next layout' }).click()
  await panel.getByText(/^SHELF_PRICE (?!2\.13 bw)/).waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Filter Layout').fill('MULTI')
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  await page.getByLabel('Filter Layout').fill('')
  await shelf.getByRole('link', { name: 'Used by 3 products, 3 labels' }).click()
  await page.getByRole('heading', { name: 'Products' }).waitFor()
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(3)
  await go('/layouts')
  await button('New layout').click()
  await dialog()
    .getByRole('combobox', { name: 'Begin with a copy of' })
    .or(dialog().getByLabel('Begin with a copy of'))
    .first()
    .fill('SHELF_PRICE')
  await page.getByRole('option', { name: 'SHELF_PRICE 2.13 bw' }).click()
  await dialog().getByText('The draft is copied.').waitFor()
  await dialog().getByLabel('Layout', { exact: false }).first().fill('COPIED')
  await dialog().getByRole('button', { name: 'Create' }).click()
  await dialog().waitFor({ state: 'detached' })
  const { data } = await client.layouts.search({ params: {}, body: { filter_layoutId: 'COPIED' } })
  expect(data).toMatchObject([{ size: '2.13', modelClass: 'bw' }])
  const drawingId = data[0]?.drawingId ?? ''
  const shelfId = (await client.layouts.search({ params: {}, body: { filter_layoutId: 'SHELF_PRICE', filter_size: '2.13' } })).data[0]
    ?.drawingId
  expect((await open(drawingId)).draft.pages).toEqual((await open(shelfId ?? '')).draft.pages)

  // On a phone a layout is looked at, not worked on, and nothing lies over anything else.
  const phone = await openPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true })
  await signInAt(phone, `${server.url}/#/layouts/${drawingId}`)
  await phone.getByText('open it on a larger screen').waitFor()
  await phone.getByRole('img', { name: 'Picture of COPIED 2.13 bw' }).waitFor()
  expect(await phone.getByRole('button', { name: 'Publish' }).count()).toBe(0)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  expect(await violationsOf(phone)).toEqual([])
  await phone.context().close()
  await client.layouts.remove({ params: { drawingId } })
  await go('/layouts?view=table')
  await page.getByLabel('Filter Layout').fill('SHELF_PRICE')
  await page.getByLabel('Filter Size').fill('==2.90')
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1)
})

test('a copy begins a new layout; it goes out as a file and comes back', async () => {
  await page.getByRole('button', { name: 'Copy SHELF_PRICE 2.90 bw' }).click()
  await dialog().getByLabel('Layout', { exact: false }).first().fill('two words')
  await dialog().getByRole('button', { name: 'Copy' }).click()
  await dialog().getByText('The name has 1 to 40 letters').waitFor()
  await dialog().getByLabel('Layout', { exact: false }).first().fill('AISLE')
  await dialog().getByRole('button', { name: 'Copy' }).click()
  await dialog().waitFor({ state: 'detached' })
  const drawingId = await drawingOf('AISLE')
  expect(page.url()).toContain(`/layouts/${drawingId}`)
  await go('/layouts?view=table')
  await row('AISLE').getByText('Never published').waitFor()
  await row('AISLE').getByRole('checkbox').check()
  const download = page.waitForEvent('download')
  await page.getByRole('toolbar').getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('AISLE 2.90 bw.json')
  const exported = JSON.parse(await readFile(await file.path(), 'utf8')) as { kind: string; layouts: { definition: LayoutDefinition }[] }
  expect(exported.layouts).toMatchObject([{ layoutId: 'AISLE', size: '2.90', modelClass: 'bw' }])
  const [one] = exported.layouts

  await takeIn(exported.layouts)
  await dialog().getByText('New: 0, changed: 0, the same: 1.').waitFor()
  await closeDialog()
  await takeIn([
    {
      ...one,
      definition: { ...one?.definition, pages: [{ elements: [{ type: 'text', x: 0, y: 0, w: 50, h: 20, text: '{NAME', size: 12 }] }] },
    },
    { ...one, size: '9.99' },
  ])
  const wrong = dialog().getByRole('list', { name: 'What is wrong in the file' })
  await wrong.getByText('layouts.0 (AISLE 2.90): pages.0.elements.0.text').waitFor()
  await wrong.getByText('layouts.1 (AISLE 9.99): there is no size 9.99').waitFor()
  await closeDialog()

  const changed = [{ ...one, definition: await withName(drawingId, { size: 20 }) }]
  await takeIn(changed)
  await dialog().getByText('There is one with this name, size and colours already.').waitFor()
  await dialog().getByText('AISLE 2.90 bw').waitFor()
  expect((await open(drawingId)).rev).toBe(0)
  await closeDialog()
  await takeIn(changed, { replace: true })
  await dialog().getByText('New: 0, changed: 1, the same: 0.').waitFor()
  await closeDialog()
  expect((await open(drawingId)).draft).toEqual(changed[0]?.definition)
})

test('an empty one is made for any size, and removed while it was never published', async () => {
  await button('New layout').click()
  await dialog().getByRole('button', { name: 'Create' }).click()
  await dialog().getByText('The name has 1 to 40 letters').waitFor()
  await dialog().getByLabel('Layout', { exact: false }).first().fill('CARD')
  await dialog().getByRole('button', { name: 'Create' }).click()
  await dialog().getByText('Choose a size.').waitFor()
  await dialog()
    .getByRole('combobox', { name: 'Size' })
    .or(dialog().getByLabel('Size', { exact: false }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Place on a display' }).click()
  await dialog().getByLabel('Width in pixels').fill('400')
  await dialog().getByLabel('Height in pixels').fill('12')
  await dialog().getByRole('button', { name: 'Create' }).click()
  await dialog().getByText('whole numbers from 24 to 4000').waitFor()
  await dialog().getByLabel('Height in pixels').fill('300')
  await dialog().getByRole('button', { name: 'Create' }).click()
  await dialog().waitFor({ state: 'detached' })
  await go('/layouts?view=table')
  await row('CARD').getByText('400 × 300').waitFor()
  await page.getByRole('button', { name: 'Delete CARD 400x300 bw' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await row('CARD').waitFor({ state: 'detached' })
})

test('a check draws the draft for every product and shows on the label what is wrong', async () => {
  const drawingId = await drawingOf('SHELF_PRICE')
  await save(drawingId, await withName(drawingId, { size: 30, width: 12 }))
  await go(`/layouts/${drawingId}/check`)
  await page.getByText('This layout has not been checked yet.').waitFor()
  await button('Start check').click()
  await page.getByText('3 labels looked at: 3 with errors, 0 with warnings alone').waitFor()
  await expect.poll(() => page.locator('tr[data-row]').filter({ hasText: 'Text does not fit' }).count()).toBe(3)
  await row(eanOf(1)).getByText('Element 1').waitFor()
  await page.getByRole('button', { name: `Show the label of ${eanOf(1)}` }).click()
  const panel = page.getByRole('complementary', { name: 'Finding' })
  await panel.getByRole('img', { name: /^Picture of SHELF_PRICE/ }).waitFor()
  const mark = await panel.locator('[data-part=layout-marked] i').evaluate((box) => (box as HTMLElement).style.width)
  expect(Number.parseFloat(mark)).toBeCloseTo((12 / 296) * 100, 3)
  expect(await panel.getByRole('link', { name: 'Open in the designer' }).getAttribute('href')).toContain(eanOf(1))
  // The address opens it again.
  await page.reload()
  await panel.getByRole('img', { name: /^Picture of SHELF_PRICE/ }).waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()

  await button('Publish').click()
  await dialog().getByText('3 labels in 1 store are drawn by this layout').waitFor()
  await dialog().getByRole('button', { name: 'Publish' }).click()
  await dialog().getByText('Say why it is to be published all the same.').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await dialog().waitFor({ state: 'detached' })

  await save(drawingId, await withName(drawingId, { size: 20, width: 278 }))
  await page.getByText('The draft has changed since this check').waitFor()
  await expect.poll(() => button('Publish').count()).toBe(0)
})

test('what is published stands on the glass of every label that it is for', async () => {
  const drawingId = await drawingOf('SHELF_PRICE')
  expect(all((place) => shows(place))).toBe(true)
  await go(`/layouts/${drawingId}/versions`)
  await button('Publish').click()
  await dialog().getByText('This draft has not been checked against the products yet.').waitFor()
  expect(await dialog().getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
  await dialog().getByRole('button', { name: 'Check first' }).click()
  await dialog().getByText('3 labels looked at: nothing is wrong').waitFor()
  expect(Number(await dialog().locator('canvas').getAttribute('data-changed'))).toBeGreaterThan(100)
  await dialog().getByLabel('Note').fill('smaller names')
  await dialog().getByRole('button', { name: 'Publish' }).click()
  await dialog().waitFor({ state: 'detached' })
  const version = page.getByRole('region', { name: 'Version 2' })
  await version.getByText('smaller names').waitFor()
  const task = version.getByRole('link', { name: /^Open task/ })
  await task.waitFor()
  const definition = layoutDefinition.parse((await open(drawingId)).draft)
  await until('the glass shows the new layout', () => all((place) => shows(place, definition)))
  const { data } = await client.tasks.search({
    params: {},
    body: { filter_taskId: (await task.innerText()).trim(), condition_taskId: '==' },
  })
  expect(data).toMatchObject([{ taskType: 'LAYOUT', totalTags: tags, layoutId: 'SHELF_PRICE' }])
  expect(Number(await version.locator('canvas').getAttribute('data-changed'))).toBeGreaterThan(100)
})

test('a version that waits can be taken back', async () => {
  const drawingId = await drawingOf('SHELF_PRICE')
  await save(drawingId, await withName(drawingId, { size: 16 }))
  await go(`/layouts/${drawingId}/check`)
  await button('Check again').click()
  await button('Publish').click()
  await dialog().getByLabel('At a time on the clocks of the stores').check()
  await dialog().getByRole('button', { name: 'Publish at that time' }).click()
  await dialog().getByText('Choose the date and the time.').waitFor()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await dialog().getByLabel('Date and time').fill(`${tomorrow}T06:00`)
  await dialog().getByRole('button', { name: 'Publish at that time' }).click()
  await dialog().waitFor({ state: 'detached' })
  const version = page.getByRole('region', { name: 'Version 3' })
  await version.getByText(`${tomorrow} 06:00 on the clock of each store`).waitFor()
  await version.getByRole('button', { name: 'Cancel this version' }).click()
  await dialog().getByRole('button', { name: 'Cancel version' }).click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Version 3 · cancelled/ }).waitFor()
  await page.getByRole('link', { name: /Version 2 · live/ }).waitFor()
})

test('the way back: an older version stands on the glass again', async () => {
  const drawingId = await drawingOf('SHELF_PRICE')
  await go(`/layouts/${drawingId}/versions?version=1`)
  await page.getByRole('region', { name: 'Version 1' }).getByRole('button', { name: 'Roll back to this' }).click()
  await dialog().getByText('3 labels in 1 store follow').waitFor()
  await dialog().getByRole('button', { name: 'Roll back' }).click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Version 4' }).getByText('Brings back').waitFor()
  await until('the glass shows the old layout', () => all((place) => shows(place)))
})

test('a rule gives products another layout, and what it gives is told before it is saved', async () => {
  const drawingId = await drawingOf('AISLE')
  await client.layouts.startCheck({ params: { drawingId }, body: { rev: (await open(drawingId)).rev } })
  await until('the check is done', async () => (await client.layouts.readCheck({ params: { drawingId } })).check?.state === 'DONE')
  await client.layouts.publish({ params: { drawingId }, body: { rev: (await open(drawingId)).rev } })
  const definition = layoutDefinition.parse((await open(drawingId)).draft)

  await go('/layouts/rules')
  await button('Add rule').click()
  await input('Name of rule 1').fill('promo')
  await button('Save').click()
  await page.getByRole('alert').getByText('Rule 1: choose a field.').waitFor()
  await input('Field, condition 1 of promo').click()
  await page.getByRole('option', { name: 'Price', exact: true }).click()
  await input('Comparison, condition 1 of promo').click()
  await page.getByRole('option', { name: 'is less than' }).click()
  await input('Value, condition 1 of promo').fill('cheap')
  await input('Layout of promo').click()
  await page.getByRole('option', { name: 'AISLE' }).click()
  await button('Save').click()
  await page.getByRole('alert').getByText('Rule 1: cheap is no number.').waitFor()
  await input('Value, condition 1 of promo').fill('2.5')
  const tried = page.getByRole('region', { name: 'What products get' })
  const counts = tried.getByRole('row')
  await expect.poll(() => counts.filter({ hasText: 'AISLE' }).innerText()).toMatch(/AISLE\s+0\s+2/)
  await tried
    .getByRole('listitem')
    .filter({ hasText: eanOf(0) })
    .getByText('AISLE: because of rule 1 of all stores “promo”')
    .waitFor()
  await tried
    .getByRole('listitem')
    .filter({ hasText: eanOf(2) })
    .getByText('SHELF_PRICE: the usual layout')
    .waitFor()
  expect(all((place) => shows(place))).toBe(true)
  await button('Save').click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await until('the glass follows the rule', () => shows(0, definition) && shows(1, definition))
  expect(shows(2)).toBe(true)
})

test('rules change their order by keys, what another session saved meanwhile is not lost, and leaving asks', async () => {
  await button('Add rule').click()
  await input('Name of rule 2').fill('dear')
  await button('Move dear, place 2').focus()
  await page.keyboard.press('ArrowUp')
  await button('Move dear, place 1').waitFor()
  const { ruleList, rev } = await client.layouts.rules({ query: {} })
  await client.layouts.saveRules({ body: { ruleList: ruleList.map((rule) => ({ ...rule, name: 'theirs' })), rev } })
  await page.getByText('Another account has saved this in the meantime.').waitFor()
  await button('Load theirs').click()
  await expect.poll(() => input('Name of rule 1').inputValue()).toBe('theirs')
  await button('Add rule').click()
  page.once('dialog', (question) => void question.dismiss())
  await page.getByRole('navigation', { name: 'Screens of Layouts' }).getByRole('link', { name: 'Layouts', exact: true }).click()
  expect(page.url()).toContain('/layouts/rules')
  await button('Discard').click()
})

test('a layout that labels are drawn by is not archived; one that is not can be, and taken back', async () => {
  await go('/layouts?view=table')
  await page.getByRole('button', { name: 'Archive AISLE 2.90 bw' }).click()
  await dialog().getByRole('button', { name: 'Archive' }).click()
  await dialog().getByText('Labels are drawn by this layout and have no other.').waitFor()
  await dialog().getByText(`${storeCode}: 2`).waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Archive OUT_OF_STOCK 2.13 bw' }).click()
  await dialog().getByRole('button', { name: 'Archive' }).click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Archived/ }).click()
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1)
  await page.getByRole('button', { name: 'Take back OUT_OF_STOCK 2.13 bw' }).click()
  await dialog().getByRole('button', { name: 'Take back' }).click()
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(0)
})

test('a check of many products tells how far it is, and can be stopped', async () => {
  const bulk = 'BULK'
  await client.stores.create({
    body: { storeCode: bulk, storeName: 'Shop BULK', timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' },
  })
  await uploadPrices(
    client,
    bulk,
    Array.from({ length: 6000 }, (_, index) => 100 + index),
  )
  const { drawingId } = await client.layouts.create({
    body: { layoutId: 'SHELF_PRICE', size: '2.90', modelClass: 'bw', storeCode: bulk, from: await drawingOf('SHELF_PRICE') },
  })
  await go(`/layouts/${drawingId}/check`)
  await button('Start check').click()
  await page.getByText(/^[\d,]+ of 6,000 labels · [\d,]+ a second · about (\d+ min )?\d+ s left/).waitFor()
  await button('Stop check').click()
  await page.getByText('Stopped before its end').waitFor()
  const { check } = await client.layouts.readCheck({ params: { drawingId } })
  expect(check?.state).toBe('CANCELLED')
  expect(check?.checked).toBeLessThan(6000)
  expect(await button('Publish').count()).toBe(0)
})

test('who may only read sees all of it and changes nothing', async () => {
  const privilege = [
    { key: 'ld' as const, read: true, write: false },
    { key: 'tag' as const, read: true, write: false },
  ]
  await client.roles.save({ body: { name: 'Reader', privilege } })
  const role = (await client.roles.list()).roleList.find((one) => one.name === 'Reader')
  const first = { email: 'reader@endcap.example', password: 'quiet-lantern-42-moss' }
  const account = await addMember(client, server.url, { ...first, name: 'Reader', role_id: role?.role_id ?? 0, store: [storeCode] })
  const theirs = await openPage(browser)
  const see = async (address: string) => {
    await theirs.goto(`${server.url}/#${address}`)
    await settled(theirs)
  }
  const offered = async () => (await theirs.locator('main').getByRole('button').allInnerTexts()).map((text) => text.trim())
  await signInAt(theirs, `${server.url}/#/layouts?view=table`, account)
  await theirs
    .getByRole('link', { name: 'SHELF_PRICE' })
    .or(theirs.getByRole('link', { name: 'MULTI' }))
    .first()
    .waitFor()
  expect(await theirs.getByRole('button', { name: /^(Copy|Archive|Delete) / }).count()).toBe(0)
  expect(await offered()).not.toContain('New layout')
  expect(await offered()).not.toContain('Import')
  const drawingId = await drawingOf('SHELF_PRICE')
  await see(`/layouts/${drawingId}/check`)
  await theirs.getByRole('heading', { name: 'Check of SHELF_PRICE 2.90 bw' }).waitFor()
  for (const word of ['Check again', 'Start check', 'Publish']) expect(await offered()).not.toContain(word)
  await see(`/layouts/${drawingId}/versions?version=1`)
  await theirs.getByRole('region', { name: 'Version 1' }).getByRole('img').first().waitFor()
  for (const word of ['Roll back to this', 'Publish']) expect(await offered()).not.toContain(word)
  await see('/layouts/rules')
  expect(await theirs.getByLabel('Name of rule 1').isEditable()).toBe(false)
  await theirs.getByText('because of rule 1 of all stores “theirs”').first().waitFor()
  for (const word of ['Add rule', 'Save']) expect(await offered()).not.toContain(word)
  const own = await signIn(server.url, account)
  await expect(own.layouts.startCheck({ params: { drawingId }, body: { rev: 0 } })).rejects.toMatchObject({ status: 403 })
})

test('every screen is clean for axe in light and dark, at a desk and on a narrow screen', async () => {
  const drawingId = await drawingOf('SHELF_PRICE')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const address of [
      '/layouts',
      '/layouts?view=table',
      `/layouts/${drawingId}/check`,
      `/layouts/${drawingId}/versions?version=2`,
      '/layouts/rules',
    ]) {
      await go(address)
      expect({ address, colorScheme, found: await violationsOf(page) }).toEqual({ address, colorScheme, found: [] })
    }
  }
  await page.evaluate(() => localStorage.setItem('endcap.language', 'ja_JP'))
  await page.reload()
  for (const address of [`/layouts/${drawingId}/check`, `/layouts/${drawingId}/versions?version=2`, '/layouts/rules', '/layouts']) {
    await go(address)
    expect(await page.locator('main').innerText()).not.toMatch(/layouts\.|shows\./)
    expect({ address, found: await violationsOf(page) }).toEqual({ address, found: [] })
  }
  await page.getByRole('heading', { name: 'レイアウト' }).waitFor()
  await page.evaluate(() => localStorage.setItem('endcap.language', 'en_US'))
  await page.setViewportSize({ width: 820, height: 1000 })
  for (const address of ['/layouts', `/layouts/${drawingId}/versions`, '/layouts/rules']) {
    await go(address)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect({ address, wide, found: await violationsOf(page) }).toEqual({ address, wide: false, found: [] })
  }
})
