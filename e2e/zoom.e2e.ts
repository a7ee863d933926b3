/** A desk whose browser is zoomed to 200 %: half as many pixels, with a mouse. It stays a desk, nothing is cut off and nothing lies over a list. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { places } from './places.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import type { ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'ZOOM'
const stage = setStage()
let server: ServerProcess
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const size = { storeCode, gateways: 1, tags: 8, prices: [168, 298, 398, 498, 129, 99, 249, 1290], config: places.BERLIN }
  const opened = await stage.openConsole(size, '/dashboard')
  server = opened.server
  page = await openPage(opened.browser, { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 })
  await signInAt(page, `${server.url}/#/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
})
beforeEach(needChromium)

/** Each with what is done there first, by name. */
const screens: readonly (readonly [address: string, main: RegExp | undefined])[] = [
  ['/dashboard', undefined],
  [`/tag/detail/${storeCode}`, /^Assign$/],
  [`/product/list/${storeCode}`, /^New product$/],
  ['/store', undefined],
  ['/exceptions', undefined],
  ['/setting/promotion', /^New promotion$/],
  [`/print/edit/${storeCode}`, /^Print preview$/],
  ['/setting/server-config', undefined],
]

/** Whether the page, at its width and height, is wider than the window. */
const isWider = () => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) > document.documentElement.clientWidth)
/** Buttons of other parts of the screen that lie over a row of its list. */
const overRows = () =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('main tr[data-row]')]
    return rows.flatMap((row) => {
      const { left, top, width, height } = row.getBoundingClientRect()
      const grid = row.closest('[data-grid]')?.getBoundingClientRect()
      const middle = top + height / 2
      if (grid === undefined || middle < grid.top || middle > grid.bottom) return []
      const points = [0.1, 0.5, 0.9].map((part) => Math.min(left + width * part, grid.right - 4))
      const over = points.map((x) => document.elementFromPoint(x, middle)?.closest('button'))
      return over.filter((button) => button != null && !row.contains(button)).map((button) => button?.textContent ?? '')
    })
  })

async function expectDesk([address, main]: (typeof screens)[number]): Promise<void> {
  await page.goto(`${server.url}/#${address}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('[data-part=skeleton], main [aria-busy=true]') === null)
  expect(await page.getByText('In the aisle').count(), address).toBe(0)
  expect(await isWider(), address).toBe(false)
  expect(await overRows(), address).toEqual([])
  if (main === undefined) return
  const button = page.getByRole('button', { name: main })
  // In sight as it stands, without scrolling.
  const { x = 720, y = 450, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
  expect([x >= 0, y >= 0, x + width <= 720, y + height <= 450], address).toEqual([true, true, true, true])
  // No larger than others: it is pointed at, not touched.
  expect(height, address).toBeLessThan(40)
  await button.click({ trial: true })
}

test('at 200 % a desk stays a desk: nothing sideways, nothing over a list, what is done first in reach', async () => {
  for (const screen of screens) await expectDesk(screen)
})
