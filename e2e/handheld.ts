/** A shop and a handheld in it: a server, labels of the virtual fleet, and a browser as wide as a hand, with a scanner and a camera. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFleet, type Fleet } from '@endcap/fleet/fleet'
import type { Page } from 'playwright-core'
import { filmOf, filmSwitches, picture } from './camera.ts'
import { scanGlass } from './glass.ts'
import { startProxy, type Proxy } from './proxy.ts'
import { shoot } from './scanner.ts'
import { openPage, signInAt, type Stage } from './stage.ts'
import { createShop, eanOf, signIn, until, type ApiClient } from './system.ts'

export const storeCode = 'AISLE'
/** Product codes of the shop's own, beside the bar codes on the packages. */
export const codeOf = (index: number): string => `ART-${100 + index}`
/** What the camera sees: this label, then this package. */
export const seen = { tag: 17, product: 7 }
/** A label without a light. */
export const unlit = 5
/** A tag's id as the screen writes it. */
export const grouped = (tagMac: string): string => (tagMac.match(/.{4}/g) ?? []).join('\u00a0')

export interface Hand {
  tap: (name: string | RegExp) => Promise<void>
  scan: (code: string) => Promise<void>
  /** What it did since it was asked for: taps and scans. */
  count: () => number
}
export interface Handheld {
  page: Page
  proxy: Proxy
  fleet: Fleet
  client: ApiClient
  tagMacs: string[]
  tagAt: (index: number) => string
  /** As a clerk reaches it over the list of stores: nothing of the work before is on screen. */
  open: (search?: string) => Promise<void>
  hand: () => Hand
  /** Waits for it in big letters. */
  shows: (text: string | RegExp) => Promise<void>
  showsProduct: (tagMac: string, product: number) => Promise<void>
  isBlank: (tagMac: string) => Promise<void>
}

/** Labels 0 to 5 carry the products 0 to 5, label 6 carries product 0 as well; the others carry none. Every label is on its glass. */
export async function startHandheld(stage: Stage): Promise<Handheld> {
  const server = await stage.startServer()
  const client = await signIn(server.url)
  const shop = await createShop(client, { storeCode, gateways: 1, tags: 24 })
  const tagAt = (index: number) => shop.tagMacs[index] ?? ''
  const rows = Array.from({ length: 20 }, (_, index) => `${codeOf(index)},Produkt ${index},,${2 + index}.49,1 kg,EUR,${eanOf(index)}`)
  const content = new Blob([['PRODUCT_CODE,NAME,NAME2,PRICE,UNIT,CURRENCY,BARCODE', ...rows].join('\n')])
  await client.productFiles.upload({ body: { storeCode }, file: { name: 'first.csv', content } })
  const last = { params: { code: codeOf(19), storeCode } }
  await until('the products are there', async () => (await client.tags.find(last)).product !== null)
  const fleet = createFleet({
    serverUrl: server.url,
    mqttUrl: `mqtt://127.0.0.1:${server.ports.mqtt}`,
    gateways: shop.gateways,
    seed: 3,
    speed: 15,
    tags: shop.tagMacs.map((tagMac, index) => ({ tagMac, tagType: index === unlit ? '25' : 'B5', storeCode, checkin: 30 })),
  })
  stage.atEnd(() => fleet.stop())
  fleet.start()
  const tagList = [0, 1, 2, 3, 4, 5, 6].map((index) => ({ tagMac: tagAt(index), prCode: codeOf(index % 6) }))
  await client.tags.assign({ body: { storeCode, tagList } })
  await until('the shelf shows its labels', async () => {
    const { byStatus } = await client.tags.counts({ params: { storeCode } })
    return byStatus.OK === 7 && byStatus.DEASSIGN === 17
  })
  const film = join(stage.folder, 'shelf.y4m')
  writeFileSync(film, filmOf([picture('code128', tagAt(seen.tag)), picture('ean13', eanOf(seen.product))]))
  const proxy = await startProxy(server.ports.http)
  stage.atEnd(() => proxy.stop())
  const browser = await stage.launch(filmSwitches(film))
  const page = await openPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signInAt(page, `${proxy.url}/#/tag/detail/${storeCode}`)
  await page.locator('[data-part=aisle]').waitFor()

  const shown = async (tagMac: string) => (await scanGlass(fleet, tagMac))[0]
  return {
    page,
    proxy,
    fleet,
    client,
    tagMacs: shop.tagMacs,
    tagAt,
    open: async (search = '') => {
      proxy.mend()
      await page.goto('about:blank')
      await page.goto(`${proxy.url}/#/tag/detail/${storeCode}${search}`)
      await page.locator('[data-part=aisle]').waitFor()
    },
    hand: () => {
      let count = 0
      return {
        tap: async (name) => {
          count++
          await page.locator('[data-part=aisle]').getByRole('button', { name }).first().tap()
        },
        scan: async (code) => {
          count++
          await shoot(page, code)
        },
        count: () => count,
      }
    },
    shows: (text) => page.locator('[data-part=message]').filter({ hasText: text }).first().waitFor(),
    showsProduct: (tagMac, product) => until(`${tagMac} shows product ${product}`, async () => (await shown(tagMac)) === eanOf(product)),
    isBlank: (tagMac) => until(`${tagMac} is blank`, () => fleet.tag(tagMac)?.glass.size === 0),
  }
}
