/**
 * What a shop's network does to a console: a lost push channel, no connection at all, a pulled cable, a server that is killed and comes back,
 * answers that take 3 s. Every screen stays usable, says how it stands, loses no input, and is right again by itself without a reload.
 */
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import { settled, watchAnswers, wordsOf } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { startProxy, type Proxy } from './proxy.ts'
import { fillRoute, routePatterns, routeValues } from './routes.ts'
import { shoot } from './scanner.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, eanOf, signIn, until, uploadPrices, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder({
  before: async () => {
    proxy.mend()
    await page.goto(`${proxy.url}/#/tag/detail/${storeCode}`)
    await row(0).waitFor()
    await note().waitFor({ state: 'detached' })
  },
})
const storeCode = 'FAR'
const slowMs = 3000
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let proxy: Proxy
let browser: Browser
let page: Page
/** What addresses are filled with. */
let values: Awaited<ReturnType<typeof routeValues>>

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  shop = await createShop(client, { storeCode, gateways: 1, tags: 12 })
  // Its sensors were heard once; nothing moves by itself from here on.
  const fleet = stage.startFleet({ ...shop, tagMacs: [] }, server)
  await until('sensors were heard', async () => (await client.sensors.counts({ params: { storeCode } })).total > 0)
  await fleet.stop()
  await uploadPrices(
    client,
    storeCode,
    Array.from({ length: 40 }, (_, index) => 100 + index),
  )
  await assign(...shop.tagMacs.slice(0, 8).map((tagMac, index) => [tagMac, index] as const))
  values = await routeValues(client, storeCode)
  proxy = await startProxy(server.ports.http)
  stage.atEnd(() => proxy.stop())
  browser = await stage.launch()
  page = await openPage(browser)
  await signInAt(page, `${proxy.url}/#/tag/detail/${storeCode}`)
  await row(0).waitFor()
  await page.evaluate(() => ((window as { visit?: string }).visit = 'the first'))
})
beforeEach(needChromium)

const assign = (...pairs: (readonly [tagMac: string, product: number])[]) =>
  client.tags.assign({ body: { storeCode, tagList: pairs.map(([tagMac, product]) => ({ tagMac, prCode: eanOf(product) })) } })
const tagAt = (index: number) => shop.tagMacs[index] ?? ''
const row = (index: number, on = page) => on.locator('tr[data-row]').filter({ hasText: tagAt(index) })
const note = (on = page) => on.locator('[data-part=connection]')
const lost = (on = page) => note(on).filter({ hasText: /Connection lost.*Showing data from \d\d:\d\d/ })
/** Not to wait for its own next attempt; it may have been quicker. */
const retry = async (on = page) => {
  const button = note(on).getByRole('button', { name: 'Try again' })
  if (await button.isVisible()) await button.click({ timeout: 1000 }).catch(() => undefined)
}
const back = (on = page) => note(on).waitFor({ state: 'detached' })
/** A signed-in session whose browser has nothing in its cache. */
async function newcomer(): Promise<Page> {
  const fresh = await openPage(browser, { storageState: await page.context().storageState() })
  await fresh.goto(`${proxy.url}/#/tag/detail/${storeCode}`)
  return fresh
}
/** The page was not loaded anew: what was typed into it is still there. */
const sameVisit = async () => expect(await page.evaluate(() => (window as { visit?: string }).visit)).toBe('the first')
const shows = (where: Locator, product: number, seconds = 20) =>
  expect.poll(() => where.innerText(), { timeout: seconds * 1000 }).toContain(eanOf(product))

test('without the push channel the console asks by itself, says so, and listens again afterwards', async () => {
  proxy.cutPush()
  await note().filter({ hasText: 'No live updates' }).waitFor()
  await assign([tagAt(0), 20])
  await shows(row(0), 20)
  proxy.mend()
  await back()
  await assign([tagAt(0), 21])
  await shows(row(0), 21, 5)
  await sameVisit()
})

test('without any connection the last rows stay, what is typed stays, and all is right again by itself', async () => {
  const before = await page.locator('tbody').innerText()
  proxy.cut()
  await lost().waitFor()
  expect(await page.locator('tbody').innerText()).toBe(before)
  await assign([tagAt(1), 22])
  // A filter cannot be answered now: it says so, and keeps what was typed.
  const filter = page.getByLabel('Filter Tag ID')
  await filter.fill(tagAt(1))
  const alert = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })
  await alert.getByRole('button', { name: 'Try again' }).waitFor()
  expect(await filter.inputValue()).toBe(tagAt(1))
  proxy.mend()
  await back()
  await shows(row(1), 22)
  expect(await page.locator('tr[data-row]').count()).toBe(1)
  await alert.waitFor({ state: 'detached' })
  expect(await filter.inputValue()).toBe(tagAt(1))
  await sameVisit()
  await page.getByRole('button', { name: 'Clear all' }).click()
})

test('a browser that goes offline knows it at once, and is back at once', async () => {
  await page.context().setOffline(true)
  await lost().waitFor({ timeout: 5000 })
  await assign([tagAt(2), 23])
  await page.context().setOffline(false)
  await note().waitFor({ state: 'detached', timeout: 5000 })
  await shows(row(2), 23, 5)
  await sameVisit()
})

test('a pulled cable is noticed though the channel was not closed', async () => {
  proxy.silence()
  await assign([tagAt(3), 24])
  await lost().waitFor()
  await row(3).waitFor()
  proxy.mend()
  await retry()
  await back()
  await shows(row(3), 24)
  await sameVisit()
})

test('a server killed and started again: the dialog keeps its input, the session goes on', async () => {
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tag ID').fill(tagAt(4))
  await dialog.getByLabel('Product code', { exact: true }).fill(eanOf(25))
  await server.kill()
  await lost().waitFor()
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await dialog.getByText('The server cannot be reached.').waitFor()
  expect(await dialog.getByLabel('Tag ID').inputValue()).toBe(tagAt(4))
  expect(await dialog.getByLabel('Product code', { exact: true }).inputValue()).toBe(eanOf(25))
  expect(await row(4).count()).toBe(1)

  server = await stage.startServer({ ports: server.ports })
  await back()
  expect(await dialog.getByLabel('Product code', { exact: true }).inputValue()).toBe(eanOf(25))
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await dialog.getByText(`${eanOf(25)} assigned to ${tagAt(4)}`).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await shows(row(4), 25)
  await sameVisit()
})

test('a screen that was never opened waits in its place and comes by itself', async () => {
  const fresh = await newcomer()
  await row(0, fresh).waitFor()
  proxy.cut()
  await lost(fresh).waitFor()
  await fresh.getByRole('link', { name: 'Update tasks' }).click()
  await fresh.locator('main').getByRole('alert').filter({ hasText: 'Not loaded' }).waitFor()
  await fresh.keyboard.press('Control+k')
  await expect.poll(() => fresh.getByRole('alert').filter({ hasText: 'Not loaded' }).count()).toBe(2)
  proxy.mend()
  await fresh.getByRole('heading', { name: 'Update tasks' }).waitFor()
  await fresh.getByRole('combobox', { name: 'Search or jump to…' }).waitFor()
  await back(fresh)
  await fresh.context().close()
})

test('slow answers: the rows before stay, and a store that never rests does not hold them back', async () => {
  proxy.slow(slowMs)
  const filter = page.getByLabel('Filter Tag ID')
  await filter.fill(tagAt(5))
  await page.locator('[data-part=fetch]').waitFor({ timeout: 2000 })
  expect(await page.locator('tr[data-row]').count()).toBeGreaterThan(1)
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1)
  let [busy, changed] = [true, 0]
  const changes = (async () => {
    for (let product = 0; busy; product = (product + 1) % 20) {
      await assign([tagAt(6), product])
      changed++
      await wait(400)
    }
  })()
  await until('the store does not rest', () => changed > 2)
  await assign([tagAt(5), 26])
  await shows(row(5), 26, 12).finally(() => (busy = false))
  await changes
  await sameVisit()
  await page.getByRole('button', { name: 'Clear all' }).click()
})

test('slow answers: who scans faster gets every pair right', async () => {
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = page.getByRole('dialog')
  proxy.slow(slowMs)
  const pairs = [8, 9, 10, 11].map((index) => ({ tagMac: tagAt(index), product: 20 + index }))
  for (const { tagMac, product } of pairs) {
    await shoot(page, tagMac)
    await shoot(page, eanOf(product))
  }
  await dialog.getByText('scans wait their turn').waitFor({ timeout: 2000 })
  for (const { tagMac, product } of pairs) await dialog.getByText(`${eanOf(product)} assigned to ${tagMac}`).waitFor()
  const { data } = await client.tags.search({ params: { storeCode }, body: { length: -1 } })
  for (const { tagMac, product } of pairs) expect(data.find((one) => one.tagMac === tagMac)?.prCode).toBe(eanOf(product))
  expect(await dialog.getByLabel('Tag ID').inputValue()).toBe('')
  await dialog.getByRole('button', { name: 'Close' }).click()
  for (const index of [8, 9, 10, 11]) await shows(row(index), 20 + index)
  await sameVisit()
})

const patterns = routePatterns()
const hasEnded = ({ state }: { state: string }) => state !== 'NONE'
/** Screens that are looked at side by side: they wait for most of their time. */
const together = 4
/** Where answers are slow they wait for nearly all of it. */
const togetherSlow = 6
const groupsOf = (all: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(all.length / together) }, (_, place) => all.slice(place * together, (place + 1) * together))

test('every screen stays as it is through a lost connection', async () => {
  // Who is no longer heard is called so after a while, and what is printed there fails.
  await until('sensors and gateways are known to be silent', async () => {
    const sensors = await client.sensors.counts({ params: { storeCode } })
    const gateways = await client.gateways.ofStore({ params: { storeCode } })
    return sensors.byStatus.SILENT === sensors.total && gateways.gwList.every(({ status }) => status === 'OFFLINE')
  })
  const printed = { storeCode, taskId: values['paper/taskId'] ?? '' }
  await until('nothing is printed any more', async () => (await client.papers.task({ params: printed })).data.every(hasEnded))
  const others = await Promise.all(Array.from({ length: together - 1 }, newcomer))
  for (const group of groupsOf(patterns)) {
    const screens = group.map((pattern, place) => ({ pattern, on: [page, ...others][place] ?? page }))
    const read = (words: (on: Page) => Promise<string>) =>
      Promise.all(screens.map(async ({ pattern, on }) => ({ pattern, words: await words(on) })))
    for (const { pattern, on } of screens) await on.goto(`${proxy.url}/#${fillRoute(pattern, values)}`)
    const before = await read(settled)
    proxy.cut()
    await Promise.all(screens.map(({ on }) => lost(on).waitFor()))
    expect(await read(wordsOf)).toEqual(before)
    proxy.mend()
    await Promise.all(screens.map(({ on }) => retry(on).then(() => back(on))))
    expect(await read(settled)).toEqual(before)
  }
  await sameVisit()
  await Promise.all(others.map((other) => other.context().close()))
})

test('every screen says that it waits when answers are slow', async () => {
  const visitors = await Promise.all(Array.from({ length: togetherSlow }, newcomer))
  const answered = new Map(visitors.map((visitor) => [visitor, watchAnswers(visitor)]))
  await Promise.all(visitors.map((visitor) => settled(visitor)))
  proxy.slow(slowMs)
  const look = async (pattern: string, fresh: Page) => {
    await fresh.goto(`${proxy.url}/#${fillRoute(pattern, values)}`)
    const showsLoading = async () =>
      (await fresh.locator('[data-part=skeleton]').count()) > 0 || (await fresh.getByText('Loading').count()) > 0
    await expect.poll(showsLoading, { message: `${pattern} says that it waits`, interval: 20 }).toBe(true)
    // Said as long as anything is on its way: what looks drawn does not change once all answers are there.
    const words = await settled(fresh)
    await answered.get(fresh)?.()
    expect({ pattern, words: await settled(fresh) }).toEqual({ pattern, words })
    expect({ pattern, alerts: await fresh.getByRole('alert').allInnerTexts() }).toEqual({ pattern, alerts: [] })
  }
  // The one that is open already needs no wait, nor do pages for something new: they ask for nothing.
  const withoutWait = ['/tag/detail/$storeCode', '/plus/v1/show/update', '/plus/v1/set/update']
  const left = patterns.filter((one) => !withoutWait.includes(one))
  await Promise.all(
    visitors.map(async (visitor) => {
      for (let pattern = left.shift(); pattern !== undefined; pattern = left.shift()) await look(pattern, visitor)
    }),
  )
  for (const visitor of visitors) {
    expect(await note(visitor).count()).toBe(0)
    await visitor.context().close()
  }
})
