/** One search from anywhere, by keyboard alone: a product by its Japanese name, found in its own store. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { places } from './places.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { addMember, createShop, signIn, until, type ApiClient, type ServerProcess } from './system.ts'

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
  await options()
    .filter({ hasText: /^Audit log$/ })
    .waitFor()
  // It stands before settings that have the word, too.
  expect(await options().first().innerText()).toBe('Audit log')
  await field().fill('')
  await expect.poll(() => options().count()).toBeGreaterThan(10)
  await page.keyboard.press('ArrowUp')
  expect(await options().last().getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Escape')
  await field().waitFor({ state: 'hidden' })
  await expect.poll(() => find.evaluate((element) => element === document.activeElement)).toBe(true)
})

/** Opens the search and types. */
async function search(text: string) {
  // After a reload: who hears the keys is there with the field.
  await page.locator('[data-part=find]').waitFor()
  await page.keyboard.press('Control+k')
  await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type(text)
}
const dialog = () => page.getByRole('dialog').filter({ hasNot: page.getByRole('combobox', { name: 'Search or jump to…' }) })
/** A list that is open in it closes first. */
const closeDialog = () =>
  expect
    .poll(async () => {
      await page.keyboard.press('Escape')
      return page.getByRole('dialog').count()
    })
    .toBe(0)

test('an action is found by another word for it, and opens its screen with its dialog; a reload leaves it open, closing it ends it', async () => {
  await search('invite')
  await page.getByRole('option', { selected: true }).filter({ hasText: 'Invite a colleague' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/members\?do=invite/)
  await dialog().getByText('Invite a colleague').first().waitFor()
  await page.reload()
  await dialog().getByText('Invite a colleague').first().waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(/#\/members$/)
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('an action of a store asks which one, where none is chosen', async () => {
  await search('new product')
  await options().filter({ hasText: 'New product' }).first().waitFor()
  await page.keyboard.press('Enter')
  await options().filter({ hasText: 'BERLIN' }).waitFor()
  await expect.poll(() => options().count()).toBe(2)
  await page.keyboard.type('berl')
  await expect.poll(() => options().count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/product\/list\/BERLIN\?do=create/)
  await dialog().getByText('New product').first().waitFor()
  await closeDialog()
})

/** Those that open no dialog: they act at once, or are a page of their own. */
const withoutDialog = new Set(['newShow', 'light', 'dark', 'asSystem', 'english', 'japanese', 'korean', 'signOut'])

test('every action that leads to a dialog opens it over its screen', async () => {
  await page.evaluate(() => localStorage.setItem('endcap.store', 'TOKYO'))
  await page.goto(`${server.url}/#/dashboard`)
  await page.reload()
  await page.getByRole('heading').first().waitFor()
  const words: { action: Record<string, string> } = JSON.parse(
    readFileSync(new URL('../console/src/i18n/en/search.json', import.meta.url), 'utf8'),
  )
  const named = Object.entries(words.action).filter(([name]) => !withoutDialog.has(name))
  expect(named.length).toBeGreaterThan(25)
  for (const [name, title] of named) {
    await search(title)
    await page.getByRole('option', { selected: true }).filter({ hasText: title }).waitFor()
    await page.keyboard.press('Enter')
    await field().waitFor({ state: 'hidden' })
    await dialog().waitFor()
    expect(page.url(), name).toContain('do=')
    await closeDialog()
    await expect.poll(() => page.url(), { message: name }).not.toContain('do=')
  }
  await page.evaluate(() => localStorage.removeItem('endcap.store'))
  await page.reload()
})

test('a setting is found by its words, and has the focus in its place', async () => {
  await search('pan id')
  await options().filter({ hasText: 'PAN ID' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/server-config\?field=panId/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('setting-panId')
  await search('mail server')
  await options().filter({ hasText: 'Mail server' }).first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('section-smtp')
  await search('store currency')
  await options().filter({ hasText: 'Currency' }).first().waitFor()
  await page.keyboard.press('Enter')
  await options().filter({ hasText: 'TOKYO' }).click()
  await dialog().getByLabel('Currency').first().waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('store-currency')
  await closeDialog()
})

test('what was opened last is offered first; another theme and language are chosen by name', async () => {
  await search('')
  await page.getByRole('group', { name: 'Opened last' }).getByRole('option').filter({ hasText: 'Currency' }).waitFor()
  expect(await page.getByRole('group', { name: 'Opened last' }).getByRole('option').filter({ hasText: 'PAN ID' }).count()).toBe(1)
  await page.keyboard.type('night')
  await options().filter({ hasText: 'Dark theme' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark')
  await search('japanese')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('ja')
  await page.evaluate(() => {
    localStorage.removeItem('endcap.language')
    localStorage.removeItem('mantine-color-scheme-value')
  })
  await page.reload()
})

test('a code that is scanned where nothing takes it is searched, and what it is of is opened', async () => {
  await page.goto(`${server.url}/#/dashboard`)
  await page.getByRole('heading').first().waitFor()
  await page.evaluate((code) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    for (const key of [...code, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, tagMac)
  await page.waitForURL(new RegExp(`#/tag/detail/TOKYO\\?.*peek=${tagMac}`))
})

test('a layout is found with its picture', async () => {
  await search('shelf_price')
  await options().locator('img[src^="data:image/bmp"]').first().waitFor()
  await page.keyboard.press('Escape')
})

test('an account is offered what it may do, and signs out by name', async () => {
  const { role_id } = await client.roles.save({ body: { name: 'Looks', privilege: [{ key: 'product', read: true, write: false }] } })
  const body = { email: 'looks@shop.example', name: 'Looks', password: 'quiet-lantern-42-moss', role_id, store: ['TOKYO'] }
  const looker = await addMember(client, server.url, body)
  const other = await openPage(await stage.launch())
  await signInAt(other, `${server.url}/#/product`, looker)
  await other.getByRole('heading').first().waitFor()
  await other.keyboard.press('Control+k')
  const offered = other.getByRole('dialog').getByRole('option')
  await offered.filter({ hasText: 'Products' }).first().waitFor()
  for (const [text, count] of [
    ['new product', 0],
    ['pan id', 0],
    ['audit', 0],
    ['sign out', 1],
  ] as const) {
    await other.getByRole('combobox', { name: 'Search or jump to…' }).fill(text)
    await expect.poll(() => offered.count(), { message: text }).toBe(count)
  }
  await other.keyboard.press('Enter')
  await other.waitForURL(/#\/login/)
  expect(await other.evaluate(() => localStorage.getItem('endcap.recent'))).toBeNull()
})
