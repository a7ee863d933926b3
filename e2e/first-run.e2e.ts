/** The first run: from an empty system to a label that shows its product, on the first page and by its own buttons, counted in steps. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fleet } from '@endcap/fleet/fleet'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { expectedLabel, isOnGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { places } from './places.ts'
import { stepsAt } from './steps.ts'
import { eanOf, signIn, until, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'TYO01'
const gwMac = '02EC00010000'
const tagMac = '5A3C9E0150000000'
const name = 'こだわり 緑茶'
const sample = '9520000000011'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let page: Page
let fleet: Fleet
let steps: ReturnType<typeof stepsAt>

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  page = await openPage(await stage.launch())
  steps = stepsAt(page)
  await signInAt(page, `${server.url}/#/dashboard`)
})
beforeEach(needChromium)

const step = (name: string, state?: string) => page.locator(`[data-step=${name}]${state === undefined ? '' : `[data-state=${state}]`}`)
const dialog = () => page.getByRole('dialog')
const press = (of: ReturnType<typeof step>, name: string) => steps.click(of.getByText(name, { exact: true }))
const write = (label: string, text: string) => steps.fill(dialog().getByLabel(label), text)
const home = () => steps.click(page.getByRole('link', { name: 'Today', exact: true }))

test('an empty system begins with its first steps, and a store needs name, code and address', async () => {
  await step('store', 'now').waitFor()
  expect(await page.locator('canvas').count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])
  await press(step('store'), 'Create store')
  // The dialog stands in the address.
  expect(page.url()).toContain('do=store')
  await page.reload()
  await write('Store Name', '新宿東口店')
  await write('Store Code', storeCode)
  await write('Address', '東京都新宿区新宿3-1')
  await press(dialog(), 'Save')
  await step('store', 'done').waitFor()
  await step('products', 'now').waitFor()
  expect(await client.stores.config({ params: { storeCode } })).toMatchObject({
    timeZone: 'Asia/Tokyo',
    locale: 'ja-JP',
    currency: 'JPY',
  })
  expect(steps.count()).toBeLessThanOrEqual(5)
})

test('sample products come with one press, in the language and currency of the store', async () => {
  await press(step('products'), 'Take sample products')
  await step('products', 'done').waitFor()
  await step('products').getByText('20 sample products', { exact: true }).waitFor()
  const { data } = await client.products.search({ params: { storeCode }, body: { filter_prCode: sample, condition_prCode: '==' } })
  expect(data).toMatchObject([{ name: '牛乳 1000ml', price: expect.stringContaining('228') }])
})

test('a gateway is told where to call by three values and a code, and is heard without a press', async () => {
  await press(step('gateway'), 'Add gateway')
  await write('MAC', '02:ec:00:01:00:00')
  await press(dialog(), 'Add')
  const values = dialog().locator('dl code')
  await values.first().waitFor()
  const [host, port, code, secret = ''] = await values.allInnerTexts()
  expect([host, port, code]).toEqual(['127.0.0.1', String(server.ports.mqtt), storeCode])
  await dialog().getByRole('img', { name: 'QR code of address, port, store and secret' }).waitFor()
  await dialog().locator('[data-state=waits]').waitFor()
  expect(await violationsOf(page)).toEqual([])
  // Typed into the gateway, it calls.
  const setup = { storeCode, gwMac, secret, ip: '10.0.0.1:8080' }
  fleet = stage.startFleet({ storeCode, gateways: [setup], tagMacs: [tagMac], sensorMacs: [] }, server)
  await dialog().locator('[data-state=heard]').waitFor()
  await press(dialog(), 'Close')
  await step('gateway', 'done').waitFor()
})

/** Assigns the one label, as a scanner would. */
async function assign(prCode: string) {
  await press(step('label'), 'Assign')
  for (const [place, text] of [tagMac, prCode].entries()) {
    const field = dialog().locator('form input:not([type=file])').nth(place)
    // As a scan, with its Enter.
    await steps.fill(field, text)
    await field.press('Enter')
  }
}
const shows = (...prInfo: string[]) =>
  until(`the label shows ${prInfo[1] ?? ''}`, () =>
    isOnGlass(fleet, tagMac, expectedLabel([prInfo], { layoutId: 'SHELF_PRICE', tagType: 'B5', store: places.TOKYO })),
  )

test('the first label is assigned and shines with a sample product', async () => {
  await assign(sample)
  await shows(sample, '牛乳 1000ml', '', '228', '', '100ml', '23', '', '', sample)
  // From the first page to the glass.
  expect(steps.count()).toBeLessThanOrEqual(13)
  await page.keyboard.press('Escape')
  await home()
  await step('label', 'done').waitFor()
})

test('the sample products are taken away again: the dialog says what happens, and the glass is blank', async () => {
  await press(step('products'), 'Take sample products away')
  await dialog().getByText('20 sample products go, also those that were changed. Your own products stay.').waitFor()
  await dialog().getByText('1 label shows one of them: it turns blank and has no product then.').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await press(dialog(), 'Take away')
  await page.getByText('20 sample products are gone. 1 label turns blank.').waitFor()
  await until('the glass is blank', () => fleet.tag(tagMac)?.glass.size === 0)
  await step('products', 'now').waitFor()
  expect((await client.products.search({ params: { storeCode }, body: {} })).recordsTotal).toBe(0)
})

test('an own file brings products, and the step is ticked', async () => {
  const path = join(stage.folder, 'products.csv')
  writeFileSync(path, `PRODUCT_CODE,NAME,PRICE,UNIT,UNIT_PRICE\n${eanOf(0)},${name},98,100ml,98\n`)
  await press(step('products'), 'Own file')
  await steps.choose(dialog().locator('input[type=file]'), path)
  await press(dialog(), 'Check')
  await press(dialog(), 'Apply')
  await dialog()
    .getByText(/1 rows: 1 changed/)
    .waitFor()
  await steps.click(dialog().getByRole('button', { name: 'Close' }).last())
  await home()
  await step('products', 'done').waitFor()
})

test('the label shines with an own product, and the first page becomes that of every day', async () => {
  await assign(eanOf(0))
  await shows(eanOf(0), name, '', '98', '', '100ml', '98')
  await page.keyboard.press('Escape')
  await home()
  await step('label', 'done').waitFor()
  await steps.click(page.getByRole('button', { name: 'Go to the dashboard' }))
  // What is set up has figures to draw, also for who comes anew.
  await page.getByRole('heading', { name: 'The chain in figures' }).waitFor()
  const other = await openPage(await stage.launch())
  await signInAt(other, `${server.url}/#/dashboard`)
  await other.getByRole('heading', { name: 'The chain in figures' }).waitFor()
})

test('a colleague opens the link of an invitation, chooses a password and sees one store as a clerk', async () => {
  await page.goto(`${server.url}/#/members?do=invite`)
  await dialog().getByLabel('Name', { exact: true }).fill('Mika Kondo')
  await write('E-mail', 'mika@endcap.example')
  await press(dialog(), 'Make a link')
  const link = await dialog().locator('li code').innerText()
  expect(await violationsOf(page)).toEqual([])
  const own = await openPage(await stage.launch())
  await own.goto(link)
  await own.getByText('Welcome').waitFor()
  for (const label of ['New password', 'Retype']) await own.getByLabel(label).fill('quiet-lantern-42-moss')
  await own.getByRole('button', { name: 'Save password' }).click()
  await own.waitForURL(/#\/login/)
  await signInAt(own, `${server.url}/#/product/list/${storeCode}`, { email: 'mika@endcap.example', password: 'quiet-lantern-42-moss' })
  await own.locator('tr[data-row]').waitFor()
  // A clerk changes no product.
  expect(await own.getByRole('button', { name: 'Upload file' }).count()).toBe(0)
  expect((await client.members.account({ params: { email: 'mika@endcap.example' } })).roleName).toBe('Clerk')
})
