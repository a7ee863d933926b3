/** The dashboard and the exceptions: their figures are the fleet's, follow it within seconds, and lead to what is behind them. */
import { readFileSync } from 'node:fs'
import type { Fleet } from '@endcap/fleet/fleet'
import type { Privilege } from '@endcap/contract/privileges'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAccount } from './accounts.ts'
import { chromiumPath } from './chromium.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, eanOf, signIn, until, uploadPrices, type ApiClient, type ServerProcess, type Shop } from './system.ts'

/** Five of the larger shop's tags show one product, its last five none. */
const [labels, fewLabels, same, bare] = [60, 20, 5, 5]
const stage = setStage()
let databaseUrl: string | undefined
let server: ServerProcess
let client: ApiClient
let shops: { large: Shop; small: Shop }
let fleets: { large: Fleet; small: Fleet }
const desk = { viewport: { width: 1440, height: 1000 } }
let browser: Browser
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  // On PostgreSQL where there is one: roles are made in the database.
  const database = await stage.postgres()
  if ('url' in database) databaseUrl = database.url
  server = await stage.startServer()
  client = await signIn(server.url)
  shops = {
    large: await createShop(client, { storeCode: 'LARGE', gateways: 3, tags: labels }, 1),
    small: await createShop(client, { storeCode: 'SMALL', gateways: 1, tags: fewLabels }, 2),
  }
  for (const storeCode of ['LARGE', 'SMALL'])
    await uploadPrices(
      client,
      storeCode,
      Array.from({ length: labels }, (_, index) => 100 + index),
    )
  fleets = { large: stage.startFleet(shops.large, server), small: stage.startFleet(shops.small, server) }
  const assign = (storeCode: string, tagMacs: readonly string[], code: (index: number) => string) =>
    client.tags.assign({ body: { storeCode, tagList: tagMacs.map((tagMac, index) => ({ tagMac, prCode: code(index) })) } })
  await until(
    'all gateways are there',
    async () => (await client.stores.list()).storeList.reduce((sum, store) => sum + store.normal, 0) === 4,
  )
  // Before they get a product: the label of a tag that was never heard may come to its glass after its operation was given up.
  const heard = async (storeCode: string) => (await client.tags.counts({ params: { storeCode } })).total
  await until('all tags are heard', async () => (await heard('LARGE')) === labels && (await heard('SMALL')) === fewLabels)
  await assign('LARGE', shops.large.tagMacs.slice(0, labels - bare), (index) => eanOf(Math.max(index, same - 1)))
  await assign('SMALL', shops.small.tagMacs, eanOf)
  const shown = async (storeCode: string) => (await client.tags.counts({ params: { storeCode } })).byStatus.OK
  await until('the labels are shown', async () => (await shown('LARGE')) === labels - bare && (await shown('SMALL')) === fewLabels)
  await until('nothing is under way', async () => (await client.dashboard.data({ query: {} })).tagStatus?.inprogress === 0)
  browser = await stage.launch()
  page = await openPage(browser, desk)
  await signInAt(page, server.url)
})
beforeEach(needChromium)

const panel = (name: string, at = page) => at.getByRole('region', { name, exact: true }).first()
/** A panel's figures by their names. */
async function figuresOf(name: string, at = page): Promise<Record<string, number>> {
  const rows = await panel(name, at)
    .locator('[data-part=doughnut] dl > div')
    .evaluateAll((all) => all.map((row) => [row.querySelector('dt')?.textContent ?? '', row.querySelector('dd')?.textContent ?? '']))
  return Object.fromEntries(rows.map(([key = '', value = '']) => [key, Number(value.replaceAll(',', ''))]))
}
const allTags = () => [...fleets.large.tags(), ...fleets.small.tags()]

describe('the dashboard', () => {
  test('opens after sign-in and where an address leads nowhere', async () => {
    const page = await openPage(browser, desk)
    await signInAt(page, server.url)
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/dashboard')
    for (const address of ['/nowhere/at/all', '/']) {
      await page.goto(`${server.url}/#/tag`)
      await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
      await page.goto(`${server.url}/#${address}`)
      await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
      expect(new URL(page.url()).hash).toBe('#/dashboard')
    }
    await page.close()
  })

  test('shows the figures of the fleet', async () => {
    await page.goto(`${server.url}/#/dashboard`)
    const tags = allTags()
    const showing = tags.filter((tag) => tag.glass.size > 0)
    expect(showing).toHaveLength(labels + fewLabels - bare)
    await expect.poll(() => figuresOf('Tags')).toEqual({ Good: tags.length, Failed: 0, 'In progress': 0 })
    expect(await figuresOf('Gateways')).toEqual({
      Normal: fleets.large.gateways().length + fleets.small.gateways().length,
      Alarm: 0,
      Offline: 0,
    })
    const updated = tags.filter((tag) => tag.updates > 0).length
    expect(await figuresOf('Updated today')).toEqual({ Updated: updated, 'Not yet': tags.length - updated })
    const servers = (await client.servers.list()).serverList
    expect((await figuresOf('Servers')).Normal).toBe(servers.filter((one) => one.status === 'NORMAL').length)
    const chart = (name: string) => panel(name).locator('[role="img"]').last().getAttribute('aria-label')
    await expect.poll(() => chart('Tags by screen size')).toContain(`2.90″: Not failed ${tags.length}, Failed 0`)
    expect(await chart('Tag status per store')).toContain(`Shop LARGE: Good ${labels}, In progress 0, Failed 0`)
    expect(await chart('Tag status per store')).toContain(`Shop SMALL: Good ${fewLabels}, In progress 0, Failed 0`)
    const [version] = (await client.gateways.ofStore({ params: { storeCode: 'LARGE' } })).gwList.map((one) => one.gmpVersion)
    expect(await chart('Gateway versions')).toContain(`${version}: 4`)
    const { updatedTagCount } = await client.dashboard.data({ query: {} })
    expect(updatedTagCount?.at(-1)?.total).toBe(tags.reduce((sum, tag) => sum + (tag.glass.size > 0 ? tag.updates : 0), 0))
  })

  test('a choice of stores stands in the address; one store is shown gateway by gateway', async () => {
    await page.goto(`${server.url}/#/dashboard`)
    await page.getByRole('button', { name: 'Stores: All stores' }).click()
    await page.getByRole('checkbox', { name: /Shop SMALL/ }).check()
    await page.keyboard.press('Escape')
    await expect.poll(() => figuresOf('Tags')).toMatchObject({ Good: fewLabels })
    await page.reload()
    await expect.poll(() => figuresOf('Gateways')).toMatchObject({ Normal: 1 })
    await expect
      .poll(() => panel('Tag status per gateway').locator('[role="img"]').getAttribute('aria-label'))
      .toContain(`${shops.small.gateways[0]?.gwMac}: Good ${fewLabels}, In progress 0, Failed 0`)
    await page.getByRole('button', { name: 'Stores: Shop SMALL' }).click()
    await page.getByRole('button', { name: 'All stores', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => figuresOf('Gateways')).toMatchObject({ Normal: 4 })
  })

  test.each([
    ['Updated today', 'today', 'Shop LARGE'],
    ['Servers', 'servers', 'Message broker'],
    ['Gateways', 'gateways', 'Shop SMALL'],
    ['Tags', 'tags', 'Shop LARGE'],
    ['Tags by screen size', 'types', '2.90″ COLOR LED NFC'],
    ['Gateway versions', 'versions', 'GMP version'],
    ['Daily updates', 'days', 'Product changes'],
    ['Tag status per store', 'stores', 'Shop SMALL'],
  ])('the detail of %s opens, survives a reload and closes', async (title, name, text) => {
    if (chromiumPath === undefined) return
    await page.goto(`${server.url}/#/dashboard`)
    await page.getByRole('button', { name: `Details: ${title}`, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(text).first().waitFor()
    expect(page.url()).toContain(`detail=${name}`)
    await page.reload()
    await dialog.getByText(text).first().waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('detail=')
  })

  test('a gateway that goes off is offline on the dashboard and among the exceptions within 5 s of the server knowing', async () => {
    await page.goto(`${server.url}/#/dashboard`)
    await expect.poll(() => figuresOf('Gateways')).toMatchObject({ Offline: 0 })
    const second = await openPage(browser)
    await signInAt(second, `${server.url}/#/exceptions?store=LARGE`)
    await second.getByText('All gateways are well').waitFor()

    const gwMac = shops.large.gateways[1]?.gwMac ?? ''
    fleets.large.faults.add({ kind: 'gateway-offline', gwMac })
    const statusOf = async () =>
      (await client.gateways.ofStore({ params: { storeCode: 'LARGE' } })).gwList.find((one) => one.gwMac === gwMac)?.status
    await until('the server knows', async () => (await statusOf()) === 'OFFLINE')
    const known = Date.now()
    await expect.poll(() => figuresOf('Gateways'), { timeout: 5000 }).toEqual({ Normal: 3, Alarm: 0, Offline: 1 })
    await expect.poll(() => figuresOf('NG gateways', second), { timeout: 5000 }).toEqual({ 'NG gateways': 1, Normal: 2 })
    expect(Date.now() - known).toBeLessThan(5000)

    // Its alarm is the newest, and opens.
    const alarms = page.getByRole('region', { name: 'System alarms' }).first()
    await alarms
      .getByRole('button', { name: /GW STATUS ABNORMAL/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText(gwMac).first().waitFor()
    await page.reload()
    await page.getByRole('dialog').getByText(gwMac).first().waitFor()
    await page.keyboard.press('Escape')
    await panel('NG gateways', second).getByRole('link', { name: 'Show list' }).click()
    await second.getByText(gwMac).waitFor()

    fleets.large.faults.clear('gateway-offline')
    await until('the server knows it is back', async () => (await statusOf()) === 'NORMAL')
    await expect.poll(() => figuresOf('Gateways'), { timeout: 5000 }).toEqual({ Normal: 4, Alarm: 0, Offline: 0 })
    await second.getByText('No data to display').waitFor({ timeout: 5000 })
    await second.close()
  })
})

describe('the exceptions', () => {
  test('count, list and write into a file what is out of the ordinary', async () => {
    await page.goto(`${server.url}/#/exceptions?store=LARGE`)
    await expect.poll(() => figuresOf('Duplicate tags')).toEqual({ 'Duplicate tags': same, 'Other tags': labels - same })
    expect(await figuresOf('No-product tags')).toEqual({ 'No-product tags': bare, 'Other tags': labels - bare })
    const low = [...fleets.large.tags()].filter((tag) => tag.battery < 2.5)
    expect((await figuresOf('Low-battery tags'))['Low-battery tags'] ?? 0).toBe(low.length)
    // Nothing is no ring, but a line.
    await page.getByText('No error tags', { exact: true }).waitFor()
    expect(await page.getByRole('region', { name: 'Error tags' }).count()).toBe(0)

    await panel('Duplicate tags').getByRole('link', { name: 'Show list' }).click()
    const rows = page.locator('tr[data-row]')
    await expect.poll(() => rows.count()).toBe(same)
    for (const tagMac of shops.large.tagMacs.slice(0, same)) await page.getByText(tagMac, { exact: true }).waitFor()
    await page.reload()
    await expect.poll(() => rows.count()).toBe(same)
    await page.getByRole('button', { name: /^Error tags/ }).click()
    await page.getByText('No data to display').waitFor()

    await page.goto(`${server.url}/#/exceptions?store=LARGE`)
    const waiting = page.waitForEvent('download')
    await panel('No-product tags').getByRole('button', { name: 'Download CSV' }).click()
    const file = await waiting
    const text = readFileSync(await file.path(), 'utf8')
    expect(text.startsWith('\uFEFF')).toBe(true)
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(bare + 1)
    for (const tagMac of shops.large.tagMacs.slice(-bare)) expect(text).toContain(tagMac)
    expect(file.suggestedFilename()).toMatch(/LARGE.*\.csv$/)
  })

  test('of all stores are added up and ranked; the number of a store leads to its list, and the sidebar says whose it is', async () => {
    await page.goto(`${server.url}/#/exceptions`)
    const scope = page.locator('[data-part=scope]')
    await scope.filter({ hasText: 'All stores' }).waitFor()
    const sumOf = (name: string) => page.locator(`[data-part=sum] [data-part=${name}] b`).innerText()
    await expect.poll(() => sumOf('duplicate')).toBe(String(same))
    expect(await Promise.all(['error', 'noproduct', 'gateways'].map(sumOf))).toEqual(['0', String(bare), '0'])
    await page.getByText(/^1 of 2 stores have exceptions/).waitFor()
    const rows = page.locator('tr[data-row]')
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('link', { name: `Shop LARGE, No-product tags: ${bare}` }).click()
    await expect.poll(() => rows.count()).toBe(bare)
    await scope.filter({ hasText: 'Shop LARGE' }).waitFor()
    expect(page.url()).toContain('/exceptions?store=LARGE&list=noproduct')

    // The same list of another store, and of all.
    const choose = async (name: RegExp) => {
      await scope.click()
      await page.getByRole('dialog').getByRole('button', { name }).click()
    }
    await choose(/Shop SMALL/)
    await page.getByText('No data to display').waitFor()
    await scope.filter({ hasText: 'Shop SMALL' }).waitFor()
    expect(page.url()).toContain('/exceptions?store=SMALL&list=noproduct')
    await page.getByRole('link', { name: 'All exceptions' }).click()
    await page.getByText('No duplicate tags').waitFor()
    expect(await page.locator('[data-part=doughnut]').count()).toBe(0)
    await choose(/All stores/)
    await expect.poll(() => sumOf('duplicate')).toBe(String(same))

    // A store that the account has not is none.
    await page.goto(`${server.url}/#/exceptions?store=GONE`)
    await expect.poll(() => sumOf('noproduct')).toBe(String(bare))
    await scope.filter({ hasText: 'All stores' }).waitFor()
    await page.getByRole('link', { name: 'Shop LARGE', exact: true }).click()
    await panel('Duplicate tags').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'All stores' }).click()
    await expect.poll(() => sumOf('noproduct')).toBe(String(bare))
  })

  test('an address with a store and a list opens it, also over sign-in', async () => {
    const other = await openPage(browser)
    await signInAt(other, `${server.url}/#/exceptions?store=LARGE&list=noproduct`)
    await expect.poll(() => other.locator('tr[data-row]').count()).toBe(bare)
    await other.close()
  })
})

describe('privileges', () => {
  const account = (email: string, privileges: readonly Privilege[]) =>
    addAccount(databaseUrl ?? '', { email, privileges, stores: ['SMALL'] })
  const open = async (person: { email: string; password: string }) => {
    const own = await openPage(browser, desk)
    await signInAt(own, server.url, person)
    return own
  }
  beforeEach((context) => {
    if (databaseUrl === undefined) context.skip('PostgreSQL is not installed: apt-get install postgresql')
  })

  test('hide charts and count only the stores of the account', async () => {
    const own = await open(await account('tags-only@endcap.example', ['dashboard.read', 'tag.read']))
    await expect.poll(() => figuresOf('Tags', own)).toMatchObject({ Good: fewLabels })
    const titles = await own.locator('[data-part=chart-panel] h2').evaluateAll((all) => all.map((one) => one.firstChild?.textContent))
    expect(titles).toEqual(['Tags', 'Tags by screen size', 'Tag status per gateway'])
    await own.getByRole('link', { name: 'Exceptions' }).click()
    await own.getByText('No error tags', { exact: true }).waitFor()
    expect(await own.getByRole('region', { name: 'NG gateways' }).count()).toBe(0)
    expect(await own.getByText('All gateways are well').count()).toBe(0)
    await own.context().close()
  })

  test('who may not read the dashboard comes to the first screen that can be read', async () => {
    const own = await open(await account('products-only@endcap.example', ['product.read']))
    await own.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
    expect(await own.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()).toEqual(['Products', 'Promotions'])
    await own.goto(`${server.url}/#/dashboard`)
    await own.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
    const empty = await open(await account('nothing@endcap.example', []))
    await empty.getByText('There is nothing here that you may see.').waitFor()
    await empty.context().close()
    await own.context().close()
  })
})
