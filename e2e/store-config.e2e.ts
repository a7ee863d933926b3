/** Stores are created, configured and deleted in the browser, and each setting takes effect where it says: on glass, at gateways, for others. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fleet } from '@endcap/fleet/fleet'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { glassPixels } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { showAll, until, uploadPrices, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'CONF'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page
let other: Page
/** The file of the store, taken before it is deleted. */
let exported = ''

beforeAll(async () => {
  if (chromiumPath === undefined) return
  ;({ server, client, shop, fleet } = await stage.openShop({ storeCode, gateways: 1, tags: 2 }))
  await uploadPrices(client, storeCode, [123_450, 200])
  await until('all tags are heard', async () => (await client.tags.counts({ params: { storeCode } })).total === 2)
  await showAll(client, shop)
  const browser = await stage.launch()
  page = await openPage(browser)
  other = await openPage(browser)
  await signInAt(page, `${server.url}/#/setting/store-config`)
  await signInAt(other, `${server.url}/#/setting/store-config`)
})
beforeEach(needChromium)

const dialog = (on = page) => on.getByRole('dialog')
const row = (text: string, on = page) => on.locator('tr[data-row]').filter({ hasText: text })
const save = (on = page) => dialog(on).getByRole('button', { name: 'Save' }).click()
const edit = async (name: string, on = page) => {
  await on.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog(on).getByLabel('Store Name').waitFor()
}

const bottomOf = (box: { y: number; height: number } | null) => (box === null ? Number.POSITIVE_INFINITY : box.y + box.height)

test('a store is created with the defaults, and says what is missing', async () => {
  await page.getByRole('button', { name: 'Create store' }).click()
  await save()
  await dialog().getByText('Enter Store Code, Please!').first().waitFor()
  expect(await dialog().getByRole('alert').first().innerText()).toContain('Setting Store Error')
  await dialog().getByLabel('Store Code').fill('KOBE')
  await dialog().getByLabel('Store Name').fill('Kobe harbour')
  expect(await dialog().getByLabel('Total Duration').inputValue()).toBe('120')
  await dialog().getByText('Radio and time server').click()
  await dialog().getByLabel('Event Duration').fill('')
  await save()
  await dialog().getByText('Enter Event Duration, Please!').first().waitFor()
  await dialog().getByLabel('Event Duration').fill('1')
  await dialog().getByLabel('Store Code').fill('a b')
  await save()
  await dialog().getByText('must be a store code').first().waitFor()
  await dialog().getByLabel('Store Code').fill('KOBE')
  await save()
  await dialog().waitFor({ state: 'detached' })
  await row('Kobe harbour').waitFor()
  // Another session lists it without loading the page again.
  await row('Kobe harbour', other).waitFor()
  expect(await client.stores.config({ params: { storeCode: 'KOBE' } })).toMatchObject({
    cpDuration: 39,
    nfBasicSleep: 18,
    tagStatusCheckDay: 'SUN',
  })
})

test('a dialog ends above the notification that still stands, at a desk and on a phone', async () => {
  for (const [width, height] of [
    [1440, 620],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await edit('Kobe harbour')
    await dialog().getByLabel('Address').fill(`Quay ${width}`)
    await save()
    await dialog().waitFor({ state: 'detached' })
    const notice = page.getByRole('alert').filter({ hasText: 'Complete!' }).last()
    // Under the pointer it stays.
    await notice.hover()
    await page.getByRole('button', { name: 'Edit Kobe harbour' }).press('Enter')
    await dialog().getByLabel('Store Name').waitFor()
    const top = (await notice.boundingBox())!.y
    // It comes into view by a movement.
    await expect.poll(async () => bottomOf(await dialog().boundingBox())).toBeLessThanOrEqual(top)
    expect(bottomOf(await dialog().getByRole('button', { name: 'Save' }).boundingBox())).toBeLessThanOrEqual(top)
    await dialog().getByRole('button', { name: 'Cancel' }).press('Enter')
    await dialog().waitFor({ state: 'detached' })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('where a store is: by a click on the map, the arrow keys, a drag, or typed, in step with the fields', async () => {
  const mapped = await openPage(await stage.launch(['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']), {})
  await signInAt(mapped, `${server.url}/#/setting/store-config`)
  await edit('Kobe harbour', mapped)
  const form = dialog(mapped)
  const place = async () =>
    [Number(await form.getByLabel('Latitude').inputValue()), Number(await form.getByLabel('Longitude').inputValue())] as const
  await form.getByRole('button', { name: 'Choose on the map' }).click()
  const canvas = form.locator('[data-part=position-map] canvas')
  const pin = form.getByRole('application', { name: 'Place of the store. Arrow keys move it.' })
  const isAtRest = () =>
    expect
      .poll(async () => JSON.parse((await form.locator('[data-map]').getAttribute('data-map')) ?? '{}') as { atRest?: boolean })
      .toMatchObject({ atRest: true })
  await isAtRest()
  expect(await pin.count()).toBe(0)
  await canvas.scrollIntoViewIfNeeded()
  const box = (await canvas.boundingBox())!
  // The middle of the whole world is 20° north, 0° east.
  await mapped.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await pin.waitFor()
  const [north, east] = await place()
  expect(Math.abs(north - 20)).toBeLessThan(2)
  expect(Math.abs(east)).toBeLessThan(2)
  // Typed: the map goes there, and the pin with it.
  await form.getByLabel('Latitude').fill('34.68')
  await form.getByLabel('Longitude').fill('135.19')
  await expect
    .poll(async () => (JSON.parse((await form.locator('[data-map]').getAttribute('data-map')) ?? '{}') as { center?: number[] }).center)
    .toEqual([34.68, 135.19])
  await isAtRest()
  await pin.focus()
  await mapped.keyboard.press('ArrowRight')
  await mapped.keyboard.press('ArrowUp')
  await expect.poll(place).toSatisfy(([latitude, longitude]: readonly number[]) => latitude! > 34.68 && longitude! > 135.19)
  const [keyed] = await place()
  const from = (await pin.boundingBox())!
  await mapped.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await mapped.mouse.down()
  await mapped.mouse.move(from.x + from.width / 2, from.y + from.height / 2 + 30, { steps: 5 })
  await mapped.mouse.up()
  await expect.poll(async () => (await place())[0]).toBeLessThan(keyed)
  expect(await violationsOf(mapped)).toEqual([])
  const [latitude, longitude] = await place()
  await save(mapped)
  await form.waitFor({ state: 'detached' })
  expect(await client.stores.config({ params: { storeCode: 'KOBE' } })).toMatchObject({ position: { latitude, longitude } })
  // Without WebGL the fields are what there is.
  await edit('Kobe harbour')
  await dialog().getByRole('button', { name: 'Choose on the map' }).click()
  await dialog()
    .getByText(/Type latitude and longitude|Click the place/)
    .waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await dialog().waitFor({ state: 'detached' })
  await mapped.context().browser()?.close()
})

test('who saves on an older state is told, and nothing is overwritten', async () => {
  await edit(`Shop ${storeCode}`)
  await edit(`Shop ${storeCode}`, other)
  await dialog().getByLabel('Address').fill('First street')
  await save()
  await dialog().waitFor({ state: 'detached' })
  await dialog(other).getByLabel('Address').fill('Second street')
  await save(other)
  await dialog(other).getByText('This store was changed by another account').waitFor()
  expect((await client.stores.config({ params: { storeCode } })).address).toBe('First street')
  await dialog(other).getByRole('button', { name: 'Cancel' }).click()
  await dialog(other).getByRole('button', { name: 'Leave' }).click()
  await dialog(other).waitFor({ state: 'detached' })
})

test('durations and radio settings arrive at the gateway, another currency on the glass', async () => {
  const [tagMac = ''] = shop.tagMacs
  const before = Buffer.from(glassPixels(fleet, tagMac) ?? [])
  await edit(`Shop ${storeCode}`)
  await dialog().getByLabel('Total Duration').fill('90')
  await dialog().getByLabel('nf Retry Count').fill('4')
  await dialog().getByLabel('Language').fill('en-US')
  await dialog().getByLabel('Time server', { exact: true }).fill('10.0.0.123')
  await save()
  await page.getByText('All labels of the store are drawn again.').waitFor()
  const settings = () => fleet.gateways()[0]?.settings()
  await until('the gateway has taken them', () => settings()?.store?.totalDuration === 90)
  expect(settings()).toMatchObject({ store: { totalDuration: 90, nfRetryCnt: 4, eventDuration: 1 }, timeServer: '10.0.0.123:123' })
  // Prices are written another way in another language.
  await until('the glass is another one', () => Buffer.compare(Buffer.from(glassPixels(fleet, tagMac) ?? []), before) !== 0)
})

test('hideLed hides what makes tags blink, showMac shows the MAC, in every session at once', async () => {
  await other.goto(`${server.url}/#/tag/detail/${storeCode}`)
  await other.locator('tr[data-row]').first().waitFor()
  const offered = async () => {
    await other.getByRole('button', { name: 'More' }).click()
    await other.getByRole('menuitem').first().waitFor()
    const items = await other.getByRole('menuitem').allInnerTexts()
    await other.keyboard.press('Escape')
    return items.some((text) => text.startsWith('LED'))
  }
  expect(await offered()).toBe(true)
  expect(await other.getByRole('columnheader', { name: 'MAC', exact: true }).count()).toBe(0)
  await edit(`Shop ${storeCode}`)
  await dialog().getByLabel('Hide what makes tags blink').check()
  await dialog().getByLabel('Show the MAC in lists of tags').check()
  await save()
  await dialog().waitFor({ state: 'detached' })
  await other.getByRole('columnheader', { name: 'MAC', exact: true }).waitFor()
  await expect.poll(offered).toBe(false)
})

test('a store is not deleted while it is open; then its code is asked for, and all of it goes', async () => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Export Shop ${storeCode}` }).click()
  exported = join(stage.folder, 'store.jsonl')
  await (await download).saveAs(exported)
  await page.getByRole('button', { name: `Delete Shop ${storeCode}` }).click()
  await dialog().getByText('1 gateway is online').waitFor()
  await dialog()
    .getByLabel(/Type the store code/)
    .fill(storeCode)
  expect(await dialog().getByRole('button', { name: 'Delete store' }).isDisabled()).toBe(true)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await dialog().waitFor({ state: 'detached' })
  await fleet.stop()
  await until('the gateway is offline', async () => (await client.stores.removal({ params: { storeCode } })).online === 0)
  await page.getByRole('button', { name: `Delete Shop ${storeCode}` }).click()
  await expect.poll(() => dialog().locator('dl').innerText()).toMatch(/Tags\s+2\s+with a product\s+2\s+Gateways\s+1\s+Products\s+2/)
  const button = dialog().getByRole('button', { name: 'Delete store' })
  expect(await button.isDisabled()).toBe(true)
  await dialog()
    .getByLabel(/Type the store code/)
    .fill(storeCode)
  await button.click()
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(() => row(`Shop ${storeCode}`).count()).toBe(0)
  const { storeList } = await client.stores.list()
  expect(storeList.map((one) => one.storeCode)).toEqual(['KOBE'])
})

test('its file, exported before, is brought into another store: wrong lines are named, and the glass comes back', async () => {
  const lines = readFileSync(exported, 'utf8').trim().split('\n')
  expect(lines.length).toBe(8)
  writeFileSync(exported, lines.slice(0, -1).join('\n'))
  await page.getByRole('button', { name: 'Migrate data into Kobe harbour' }).click()
  await page.locator('input[type=file]').setInputFiles(exported)
  await dialog().getByRole('button', { name: 'Migrate', exact: true }).click()
  await dialog().getByText('The file ends too early').waitFor()
  expect(await dialog().getByRole('alert').innerText()).toContain('Migration failed')
  writeFileSync(exported, `${lines.join('\n')}\n`)
  await page.locator('input[type=file]').setInputFiles(exported)
  await dialog().getByRole('button', { name: 'Migrate', exact: true }).click()
  await dialog().getByText('8 lines are applied.').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  const { secret } = await client.gateways.issueSecret({ params: { gwMac: shop.gateways[0]!.gwMac } })
  const gateways = shop.gateways.map((gateway) => ({ ...gateway, storeCode: 'KOBE', secret }))
  const moved = stage.startFleet({ ...shop, storeCode: 'KOBE', gateways }, server)
  const [tagMac = ''] = shop.tagMacs
  await until('the glass shows the label', () => (glassPixels(moved, tagMac)?.length ?? 0) > 0)
  await until('both are shown', async () => (await client.tags.counts({ params: { storeCode: 'KOBE' } })).byStatus.OK === 2)
})

test('the screen and its dialogs are clean for axe, in light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    expect(await violationsOf(page)).toEqual([])
    await edit(`Shop ${storeCode}`)
    await settled(page)
    expect(await violationsOf(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `Delete Shop ${storeCode}` }).click()
    await dialog().locator('dl').waitFor()
    await settled(page)
    expect(await violationsOf(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'detached' })
  }
})
