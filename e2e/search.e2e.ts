/** One search from anywhere, by keyboard alone: a product by its Japanese name, found in its own store. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { places } from './places.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, signIn, until, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let page: Page
let tagMac = ''
const field = () => page.getByRole('combobox', { name: 'Search or jump to…' })
const options = () => page.getByRole('dialog', { name: 'Search or jump to…' }).getByRole('option')

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await createShop(client, { storeCode: 'BERLIN', gateways: 1, tags: 1, config: places.BERLIN })
  const tokyo = await createShop(client, { storeCode: 'TOKYO', gateways: 1, tags: 1, config: places.TOKYO }, 2)
  stage.startFleet(tokyo, server)
  tagMac = tokyo.tagMacs[0] ?? ''
  const { meant } = await client.aliases.list()
  const save = (storeCode: string, prCode: string, name: string) => {
    const prInfo = Array.from({ length: 10 }, (_, slot) => (slot === meant.name ? name : slot === meant.price ? '168' : ''))
    return client.products.save({ body: { storeCode, productList: [{ prCode, prInfo }] } })
  }
  await save('BERLIN', '1001', 'Frische Milch')
  await save('TOKYO', '2001', '深蒸し 緑茶')
  await until('the search has followed', async () => (await client.search.find({ query: { term: '緑茶' } })).products.length === 1)
  await until('its label is there', async () => (await client.search.find({ query: { term: tagMac } })).tags.length === 1)
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/dashboard`)
  await page.getByRole('heading').first().waitFor()
})
beforeEach(needChromium)

test('a product is found by its Japanese name from all stores, and opened in its own store, by keyboard alone', async () => {
  await page.keyboard.press('Control+k')
  await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('緑茶')
  const hit = options().filter({ hasText: '深蒸し 緑茶' })
  await hit.waitFor()
  expect(await hit.innerText()).toMatch(/深蒸し 緑茶\s+2001\s+¥168/)
  expect(await hit.innerText()).toContain('TOKYO')
  expect(await options().count()).toBe(1)
  expect(await hit.getAttribute('aria-selected')).toBe('true')
  expect(await field().getAttribute('aria-activedescendant')).toBe(await hit.getAttribute('id'))
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page)).toEqual([])
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/product\/list\/TOKYO\?.*peek/)
  await page.locator('aside, [role=complementary], [role=dialog]').filter({ hasText: '深蒸し 緑茶' }).first().waitFor()
})

test('a label is found by its code, and opened in its own store', async () => {
  await page.keyboard.press('Control+k')
  await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true)
  // As a scanner does: Enter comes before the answer, and opens it.
  await page.keyboard.type(tagMac.toLowerCase())
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`#/tag/detail/TOKYO\\?.*peek=${tagMac}`))
  await page.getByRole('complementary').filter({ hasText: tagMac }).first().waitFor()
})

test('nothing is offered that is not there; screens are found by name; Escape closes, and the focus is where it was', async () => {
  const find = page.locator('[data-part=find]')
  await find.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('12345')
  await page.getByText('Nothing found').waitFor()
  expect(await options().count()).toBe(0)
  await field().fill('audit')
  await options().filter({ hasText: 'Audit log' }).waitFor()
  await field().fill('')
  await expect.poll(() => options().count()).toBeGreaterThan(10)
  await page.keyboard.press('ArrowUp')
  expect(await options().last().getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Escape')
  await field().waitFor({ state: 'hidden' })
  await expect.poll(() => find.evaluate((element) => element === document.activeElement)).toBe(true)
})
