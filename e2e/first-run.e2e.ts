/** The first run: from an empty system to a label that shows its product, on the first page and by its own buttons, counted in steps. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { signIn, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'TYO01'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let page: Page
/** Clicks and typed fields so far. */
let steps = 0

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/dashboard`)
})
beforeEach(needChromium)

const step = (name: string, state?: string) => page.locator(`[data-step=${name}]${state === undefined ? '' : `[data-state=${state}]`}`)
const dialog = () => page.getByRole('dialog')
const press = async (of: ReturnType<typeof step>, name: string) => {
  steps++
  await of.getByText(name, { exact: true }).click()
}
const write = async (label: string, text: string) => {
  steps++
  await dialog().getByLabel(label).fill(text)
}

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
  expect(steps).toBeLessThanOrEqual(5)
})
