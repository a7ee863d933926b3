/** Products by hand: created, changed with their label in view, asked about, fought over; what is saved stands on the glass, point by point. */
import type { Fleet } from '@endcap/fleet/fleet'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { addAccount } from './accounts.ts'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { expectedPixels, glassPixels, isOnGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { eanOf, until, type ApiClient, type ServerProcess, type Shop } from './system.ts'
import { tickPrices } from './upload.ts'

const test = testsInOrder()
const storeCode = 'MAIN'
const labels = 4
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let browser: Browser
let page: Page
let databaseUrl: string | undefined
/** A product that only this journey knows, and the tag that gets it. */
const prCode = '4012345678901'
let tagMac = ''

const dialog = (on: Page = page) => on.getByRole('dialog')
const field = (name: string, on: Page = page) => dialog(on).getByLabel(name, { exact: true })
const row = (code: string, on: Page = page) => on.locator('tr[data-row]').filter({ hasText: code })
const list = async () => {
  await page.goto(`${server.url}/#/product/list/${storeCode}`)
  await page.reload()
  await row(eanOf(0)).waitFor()
}
const edit = (code: string, on: Page = page) =>
  row(code, on)
    .getByRole('button', { name: `Edit product ${code}` })
    .click()
const stored = (code: string) => client.products.get({ params: { prCode: code, storeCode } })
const info = (name: string, price: string) => [prCode, name, '', price]
const glassShows = (prInfo: string[]) => until('the glass shows it', () => isOnGlass(fleet, tagMac, expectedPixels(prInfo)))

/** The picture as the browser shows it: where it is dark, point by point. */
async function darkPoints(picture: Locator): Promise<string> {
  return picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    return Array.from({ length: data.length / 4 }, (_, n) => (data[4 * n + 1]! > 100 ? '.' : '#')).join('')
  })
}
/** The same of palette indexes: white is light, all else dark. */
const dark = (pixels: Uint8Array) => Array.from(pixels, (ink) => (ink === 0 ? '.' : '#')).join('')
const previewShows = (prInfo: string[]) =>
  expect.poll(() => darkPoints(dialog().locator('[data-part=glass] img'))).toBe(dark(expectedPixels(prInfo)))

beforeAll(async () => {
  if (chromiumPath === undefined) return
  // On PostgreSQL where there is one: roles are made in the database.
  const database = await stage.postgres()
  if ('url' in database) databaseUrl = database.url
  const size = { storeCode, gateways: 1, tags: labels, prices: Array.from({ length: labels }, (_, index) => 1000 + index) }
  ;({ server, client, shop, fleet, browser, page } = await stage.openConsole(size, `/product/list/${storeCode}`))
  tagMac = shop.tagMacs[0] ?? ''
  await page.getByRole('heading', { name: 'Products' }).waitFor()
})
beforeEach(needChromium)

test('a product is created with its label in view, assigned, and stands on the glass', async () => {
  await page.getByRole('button', { name: 'New product' }).click()
  await dialog().getByText('Enter a product code to see its label.').waitFor()
  // Enter saves; what is missing is said.
  await page.keyboard.press('Enter')
  await dialog().getByText('Please enter Product Code').waitFor()
  await field('Product code').fill(prCode)
  await dialog().getByRole('button', { name: 'Clear the layout' }).click()
  await page.keyboard.press('Enter')
  await field('Product code').press('Enter')
  await dialog().getByText('Please enter Layout ID').waitFor()
  await field('Layout').first().click()
  await page.getByRole('option', { name: 'SHELF_PRICE' }).click()
  await field('Name').fill('Bergkäse')
  await field('Price').fill('3.49')
  await previewShows(info('Bergkäse', '3.49'))
  expect(await violationsOf(page)).toEqual([])
  await field('Price').press('Enter')
  await page.getByText('Saved: no matching tags').waitFor()
  await row(prCode).waitFor()
  await client.tags.assign({ body: { storeCode, tagList: [{ tagMac, prCode }] } })
  await glassShows(info('Bergkäse', '3.49'))
})

test('a change is seen while it is typed, and so it comes to the glass', async () => {
  await list()
  await edit(prCode)
  await dialog().getByText('1 label shows this product and is updated.').waitFor()
  await field('Price').fill('2.99')
  await previewShows(info('Bergkäse', '2.99'))
  const preview = await darkPoints(dialog().locator('[data-part=glass] img'))
  await field('Price').press('Enter')
  await page.getByText('Saved: 1 label is on its way').waitFor()
  await glassShows(info('Bergkäse', '2.99'))
  expect(dark(glassPixels(fleet, tagMac) ?? new Uint8Array())).toBe(preview)
})

test('a saved price is taken back with one key, and so the glass shows; not when another account changed it meanwhile', async () => {
  const undo = page.getByRole('button', { name: 'Undo the change of Bergkäse' })
  const save = async (price: string) => {
    await list()
    await edit(prCode)
    await field('Price').fill(price)
    await field('Price').press('Enter')
    await page.getByText('Saved: 1 label is on its way').waitFor()
    await undo.waitFor()
  }
  await save('3.19')
  await glassShows(info('Bergkäse', '3.19'))
  await undo.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Put back: Bergkäse').waitFor()
  expect((await stored(prCode)).prInfo[3]).toBe('2.99')
  await glassShows(info('Bergkäse', '2.99'))
  // The dialog that puts back asks for a price that looks wrong, as it does everywhere.
  await list()
  await edit(prCode)
  await field('Price').fill('29.90')
  await field('Price').press('Enter')
  await tickPrices(dialog())
  await dialog().getByRole('button', { name: 'Save' }).click()
  await undo.click()
  await dialog().getByText('Put back').first().waitFor()
  await dialog().getByRole('button', { name: 'Put back' }).click()
  await tickPrices(dialog())
  await dialog().getByRole('button', { name: 'Put back' }).click()
  await dialog().waitFor({ state: 'detached' })
  expect((await stored(prCode)).prInfo[3]).toBe('2.99')
  await save('3.29')
  const others = info('Bergkäse', '3.39')
  await client.products.save({ body: { storeCode, productList: [{ prCode, prInfo: others, layoutId: 'SHELF_PRICE' }] } })
  await undo.click()
  await page.getByText('Bergkäse was changed by another account in the meantime. Nothing was put back.').waitFor()
  expect((await stored(prCode)).prInfo[3]).toBe('3.39')
  await glassShows(others)
  await client.products.save({ body: { storeCode, productList: [{ prCode, prInfo: info('Bergkäse', '2.99'), layoutId: 'SHELF_PRICE' }] } })
  await glassShows(info('Bergkäse', '2.99'))
})

test('products taken off a label come back with one click; not over what it was given meanwhile', async () => {
  const deassign = async () => {
    await page.goto(`${server.url}/#/tag/detail/${storeCode}?peek=${tagMac}`)
    await page.reload()
    const taken = page.locator('tr[data-row]').filter({ hasText: tagMac })
    await taken.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Deassign', exact: true }).first().click()
    await dialog().getByRole('button', { name: 'Deassign' }).click()
    await dialog().waitFor({ state: 'detached' })
  }
  const carried = async () => (await client.tags.detail({ params: { storeCode, tagMac } })).prCodeList
  const undo = page.getByRole('button', { name: 'Undo: give 1 label its product back' })
  await deassign()
  await expect.poll(carried).toEqual([])
  await undo.click()
  await page.getByText('1 label gets its product back').waitFor()
  expect(await carried()).toEqual([prCode])
  await glassShows(info('Bergkäse', '2.99'))
  await deassign()
  await client.tags.assign({ body: { storeCode, tagList: [{ tagMac, prCode: eanOf(0) }] } })
  await undo.click()
  await page.getByText('One of these tags carries a product again. Nothing was changed.').waitFor()
  expect(await carried()).toEqual([eanOf(0)])
  await client.tags.assign({ body: { storeCode, tagList: [{ tagMac, prCode }] } })
  await glassShows(info('Bergkäse', '2.99'))
})

test('what cannot be drawn is named, the picture before stays, another model shows it its way', async () => {
  await list()
  await edit(prCode)
  const picture = dialog().locator('[data-part=glass] img')
  await picture.waitFor()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/product/preview/encoded')) asked.push(request.url())
  })
  // Typed at once: one picture is asked for, and the old one never goes away.
  const before = asked.length
  await field('Name').pressSequentially(' \u{10FFFD}', { delay: 5 })
  expect(await picture.count()).toBe(1)
  await dialog().getByText('A character cannot be drawn').waitFor()
  await dialog().getByText('U+10FFFD').waitFor()
  expect(asked.length - before).toBeLessThanOrEqual(2)
  const model = field('Shown on').first()
  expect(await model.inputValue()).toContain('B5')
  await model.fill('99')
  await page.getByRole('option', { name: '· 99' }).click()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)
  // Esc asks, a second one takes that back, and leaving loses what was typed.
  await field('Name').press('Escape')
  await dialog().getByText('Leave without saving what you typed?').waitFor()
  await page.keyboard.press('Escape')
  await dialog().getByRole('button', { name: 'Save' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog().getByRole('button', { name: 'Leave' }).click()
  await dialog().waitFor({ state: 'hidden' })
  expect((await stored(prCode)).prInfo[1]).toBe('Bergkäse')
})

test('a new product that is registered already is asked about, then updated', async () => {
  await list()
  await page.getByRole('button', { name: 'New product' }).click()
  await field('Product code').fill(prCode)
  await field('Price').fill('1.11')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('This product is already registered. Would you like to update the product?').waitFor()
  // What was left blank is not emptied.
  expect(await field('Name').inputValue()).toBe('Bergkäse')
  expect((await stored(prCode)).prInfo[3]).toBe('2.99')
  await dialog().getByRole('button', { name: 'Update' }).click()
  // Less than half of what it cost.
  await tickPrices(dialog())
  await dialog().getByRole('button', { name: 'Update' }).click()
  await dialog().waitFor({ state: 'hidden' })
  expect((await stored(prCode)).prInfo.slice(0, 4)).toEqual(info('Bergkäse', '1.11'))
  await glassShows(info('Bergkäse', '1.11'))
})

test('of two who change a product the second is told, and loses nothing', async () => {
  await list()
  await edit(prCode)
  await field('Name').fill('Bergkäse jung')
  await field('Price').fill('4.44')
  // Meanwhile another session saves.
  const { layoutId } = await stored(prCode)
  await client.products.save({
    body: { storeCode, productList: [{ prCode, layoutId, prInfo: [prCode, 'Bergkäse', 'Allgäu', '5.55'] }] },
  })
  await field('Price').press('Enter')
  await dialog().getByText('This product was changed by another account in the meantime.').waitFor()
  expect((await stored(prCode)).prInfo[3]).toBe('5.55')
  await dialog().getByRole('button', { name: 'Load the newer values' }).click()
  await dialog().getByText('Now registered: 5.55').waitFor()
  expect([await field('Name').inputValue(), await field('Second name').inputValue(), await field('Price').inputValue()]).toEqual([
    'Bergkäse jung',
    'Allgäu',
    '4.44',
  ])
  await field('Price').press('Enter')
  await dialog().waitFor({ state: 'hidden' })
  await glassShows([prCode, 'Bergkäse jung', 'Allgäu', '4.44'])
})

test('the picture of a product is the glass, turned and followed through the list', async () => {
  await list()
  await row(prCode)
    .getByRole('button', { name: `Picture of product ${prCode}` })
    .click()
  const panel = page.locator('aside[data-part=peek]')
  await panel.locator('[data-part=glass] img').waitFor()
  expect(page.url()).toContain(`peek=`)
  expect(await darkPoints(panel.locator('[data-part=glass] img'))).toBe(dark(glassPixels(fleet, tagMac) ?? new Uint8Array()))
  await panel.getByText(`As drawn for tag ${tagMac}`).waitFor()
  await panel.getByRole('button', { name: 'Rotate' }).click()
  expect(await panel.locator('[data-part=glass] img').getAttribute('style')).toContain('90deg')
  const order = await page.locator('tr[data-row] [data-part=open] b').allInnerTexts()
  const place = order.indexOf('Bergkäse jung')
  const step = place + 1 < order.length ? 1 : -1
  await panel.getByRole('button', { name: step === 1 ? 'Next product' : 'Previous product' }).click()
  await expect.poll(() => panel.locator('header b').innerText()).toBe(order[place + step])
  expect(await violationsOf(page)).toEqual([])
})

test('the tags of a product shine and turn their page; a product that no tag shows is no fault', async () => {
  await list()
  const tag = fleet.tag(tagMac)
  const send = async (code: string, action: string, submit: string) => {
    await page.getByRole('checkbox', { name: `Select ${code}` }).check()
    const bar = page.getByRole('toolbar')
    const button = bar.getByRole('button', { name: action, exact: true })
    if ((await button.count()) > 0) await button.click()
    else {
      await bar.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
    await dialog().getByText('For every tag that shows the chosen product.').waitFor()
    await dialog().getByRole('button', { name: submit }).click()
    await dialog().waitFor({ state: 'hidden' })
  }
  await send(prCode, 'LED', 'Send')
  await page.getByText('The light of 1 tag is switched').waitFor()
  await until('it shines', () => tag?.light !== undefined)
  expect(shop.tagMacs.filter((mac) => fleet.tag(mac)?.light !== undefined)).toEqual([tagMac])
  // What was ticked is ticked still, for what is done next.
  expect(await page.getByRole('checkbox', { name: `Select ${prCode}` }).isChecked()).toBe(true)
  await send(prCode, 'Page', 'Turn')
  await page.getByText('1 tag turns the page').waitFor()
  const turns = () => client.tasks.search({ params: {}, body: { filter_taskType: 'PAGE', condition_taskType: '==' } })
  // Its main page stands already: that is what the tag answers.
  await until(
    'the tag has answered',
    async () => (await turns()).data.map(({ totalTags, same }) => `${same} of ${totalTags}`).join() === '1 of 1',
  )
  // No tag shows the first product any more.
  await page.getByRole('checkbox', { name: `Select ${prCode}` }).uncheck()
  await send(eanOf(0), 'LED', 'Send')
  await page.getByText('Saved: no matching tags').waitFor()
})

test('who may not change products looks at them: a magnifier, and nothing to save', async (context) => {
  if (databaseUrl === undefined) context.skip('PostgreSQL is not installed: apt-get install postgresql')
  const reader = await addAccount(databaseUrl ?? '', { email: 'reader@endcap.example', privileges: ['product.read'], stores: [storeCode] })
  const own = await openPage(browser)
  await signInAt(own, `${server.url}/#/product/list/${storeCode}`, reader)
  await row(prCode, own)
    .getByRole('button', { name: `Product ${prCode}`, exact: true })
    .click()
  await dialog(own).locator('[data-part=glass] img').waitFor()
  expect(await field('Price', own).getAttribute('readonly')).not.toBeNull()
  expect(await dialog(own).getByRole('button', { name: 'Save' }).count()).toBe(0)
  await own.keyboard.press('Escape')
  await dialog(own).waitFor({ state: 'hidden' })
  for (const name of ['New product', 'Upload file', 'More']) expect(await own.getByRole('button', { name }).count()).toBe(0)
  await own.context().close()
})

test('columns that are chosen are remembered', async () => {
  await list()
  const heading = page.getByRole('columnheader', { name: 'Stock' })
  expect(await heading.count()).toBe(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Stock' }).click()
  await page.keyboard.press('Escape')
  await page.reload()
  await settled(page)
  await heading.waitFor()
})
