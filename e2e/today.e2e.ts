/** What needs a person: a wrong price with both prices until it is mended, an outage as one entry, and the way to the act, also on a phone. */
import type { Fleet } from '@endcap/fleet/fleet'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { expectedLabel, isOnGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { places } from './places.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, eanOf, signIn, until, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const names = ['国産 ヨーグルト', '北海道 牛乳', '徳用 カレールウ']
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shops: { shelf: Shop; far: Shop }
let fleets: { shelf: Fleet; far: Fleet }
let page: Page

/** More than fits on a label of any size: it is refused while it is drawn, and the glass keeps what it shows. */
const tooLong = '99999999999999'
const pricesOf = (shop: Shop, prices: readonly string[]) =>
  client.products.save({
    body: {
      storeCode: shop.storeCode,
      productList: prices.map((price, n) => ({ prCode: eanOf(n), prInfo: [eanOf(n), names[n] ?? '', '', price] })),
    },
  })
const needs = (at = page) => at.getByRole('region', { name: 'What needs you' })
const causes = (at = page) => needs(at).locator('[data-part=cause]')

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  const config = places.TOKYO
  shops = {
    shelf: await createShop(client, { storeCode: 'SHELF', gateways: 2, tags: 3, config }, 1),
    far: await createShop(client, { storeCode: 'FAR', gateways: 2, tags: 2, config }, 2),
  }
  fleets = { shelf: stage.startFleet(shops.shelf, server), far: stage.startFleet(shops.far, server) }
  for (const shop of [shops.shelf, shops.far]) {
    await pricesOf(shop, ['198', '258', '298'])
    await client.tags.assign({
      body: { storeCode: shop.storeCode, tagList: shop.tagMacs.map((tagMac, n) => ({ tagMac, prCode: eanOf(n) })) },
    })
  }
  const shown = async ({ storeCode, tagMacs }: Shop) => (await client.tags.counts({ params: { storeCode } })).byStatus.OK === tagMacs.length
  await until('the labels are shown', async () => (await shown(shops.shelf)) && shown(shops.far))
  page = await openPage(await stage.launch(), { viewport: { width: 1440, height: 900 } })
  await signInAt(page, server.url)
})
beforeEach(needChromium)

test('with nothing to do it says so', async () => {
  await needs().getByText('Nothing needs you').waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('a label with a wrong price stands there with both prices, leads to the label, and goes when it is mended', async () => {
  fleets.shelf.faults.add({ kind: 'image-unavailable', tagMac: shops.shelf.tagMacs[0] ?? '' })
  await pricesOf(shops.shelf, ['178'])
  await needs().getByText('1 label shows a wrong price').waitFor()
  expect(await causes().count()).toBe(1)
  expect(await causes().innerText()).toMatch(/Shop SHELF[^]*国産 ヨーグルト[^]*on the glass ¥198[^]*should be ¥178[^]*\+11\.2 %/)
  await expect.poll(() => causes().getByRole('img', { name: /¥/ }).count()).toBe(2)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page)).toEqual([])
  }
  await causes().getByRole('link', { name: 'Walking list' }).click()
  await page.getByRole('heading', { name: 'Labels with a wrong price', level: 1 }).waitFor()
  const line = page.locator('[data-part=walk-label]')
  await expect.poll(() => line.innerText()).toMatch(/国産 ヨーグルト[^]*¥198[^]*Gateway \d/)
  await page.reload()
  await line.click()
  await page
    .getByText(shops.shelf.tagMacs[0] ?? '')
    .first()
    .waitFor()

  await page.goto(`${server.url}/#/dashboard`)
  await causes().first().waitFor()
  fleets.shelf.faults.clear('image-unavailable')
  await client.tags.reassign({ body: { storeCode: 'SHELF', tagList: shops.shelf.tagMacs.slice(0, 1) } })
  await needs().getByText('Nothing needs you').waitFor()
  const label = { layoutId: 'SHELF_PRICE', tagType: 'B5', store: places.TOKYO }
  const mended = expectedLabel([[eanOf(0), names[0] ?? '', '', '178']], label)
  await until('the glass shows the right price', () => isOnGlass(fleets.shelf, shops.shelf.tagMacs[0] ?? '', mended))
})

test('a store with all its gateways offline is one entry, and is not green', async () => {
  fleets.far.faults.add({ kind: 'gateway-offline', storeCode: 'FAR' })
  await needs().getByText('Shop FAR is offline').waitFor()
  expect(await causes().count()).toBe(1)
  expect(await causes().innerText()).toMatch(/since \d\d:\d\d.*\(.*\)[^]*2 labels keep what they show\. None of 2 gateways answers\./)
  const chart = page.getByRole('region', { name: 'Tag status per store' }).locator('[role="img"]').last()
  await expect.poll(() => chart.getAttribute('aria-label')).toMatch(/Shop FAR: Good 0, In progress 0, Failed 0, Not reachable 2/)
  await causes().getByRole('link', { name: 'Look at the store' }).click()
  await page.waitForURL(/store\/detail\/FAR/)
  await page.goBack()
  await causes().first().waitFor()
})

test('on a phone the same stands there, and the walking list opens in the aisle', async () => {
  const phone = await openPage(await stage.launch(), { viewport: { width: 390, height: 844 }, hasTouch: true })
  await signInAt(phone, server.url)
  await pricesOf(shops.shelf, [tooLong])
  await needs(phone).getByText('1 label shows a wrong price').waitFor()
  expect(await causes(phone).count()).toBe(2)
  expect(await violationsOf(phone)).toEqual([])
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await causes(phone).first().getByRole('link', { name: 'Walking list' }).click()
  const walk = phone.locator('[data-part=walk]')
  await walk.getByText('国産 ヨーグルト').click()
  await phone.locator('[data-part=found]').getByText('国産 ヨーグルト').waitFor()
  await phone.reload()
  await phone.locator('[data-part=found]').getByText('国産 ヨーグルト').waitFor()
  expect(await violationsOf(phone)).toEqual([])
  await walk.getByRole('button', { name: 'List' }).click()
  await walk.getByText('国産 ヨーグルト').waitFor()

  await pricesOf(shops.shelf, ['178'])
  await walk.getByText('No label is left on this list.').waitFor()
  fleets.far.faults.clear('gateway-offline')
  await phone.goto(`${server.url}/#/dashboard`)
  await needs(phone).getByText('Nothing needs you').waitFor()
})
