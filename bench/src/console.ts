/** What the console's first pages weigh, as the browser loads them (gzip), and how fast a thousand rows answer. */
import { launchBrowser, openPage, signInOn } from './browser.ts'
import { percentile, type Figure } from './report.ts'
import { tagId, type BenchSystem } from './system.ts'

export async function benchConsole({ url, client }: BenchSystem): Promise<Figure[]> {
  const browser = await launchBrowser()
  if (browser === undefined) return []
  const page = await openPage(browser)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } })
  let bytes = 0
  const kinds = new Map<string, boolean>()
  session.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type === 'Script' || type === 'Stylesheet'))
  // The compressed bodies only: what headers weigh is the proxy's affair.
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === true) bytes += encodedDataLength
  })
  // Straight to a table: the dashboard, which opens otherwise, brings the charts.
  await page.goto(`${url}/#/login?next=${encodeURIComponent('/tag')}`)
  await page.locator('input[type=password]').waitFor()
  await page.waitForTimeout(1000)
  const login = bytes / 1000
  await signInOn(page)
  await page.locator('table').waitFor()
  await page.waitForTimeout(1500)
  const first = bytes / 1000

  await client.stores.create({ body: { storeCode: 'ROWS', storeName: 'Rows' } })
  await client.products.save({ body: { storeCode: 'ROWS', productList: [{ prCode: '1', prInfo: [] }] } })
  await client.tags.assign({
    body: { storeCode: 'ROWS', tagList: Array.from({ length: 1000 }, (_, n) => ({ tagMac: tagId(5_000_000 + n), prCode: '1' })) },
  })
  await page.goto(`${url}/#/tag/detail/ROWS?rows=1000`)
  await page.locator('tr[data-row]').first().waitFor()
  await page.waitForTimeout(2500)
  const ticks: number[] = []
  for (let n = 0; n < 20; n++) {
    ticks.push(
      await page.evaluate(
        (place: number) =>
          new Promise<number>((resolve) => {
            const boxes = document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')
            const start = performance.now()
            boxes[place % boxes.length]?.click()
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
          }),
        n,
      ),
    )
  }
  await browser.close()
  return [
    { what: 'console: sign-in page, JavaScript + CSS gzip', value: login, unit: 'kB', budget: { maximum: 150 } },
    { what: 'console: first table after sign-in, JavaScript + CSS gzip in all', value: first, unit: 'kB', budget: { maximum: 290 } },
    {
      what: 'console: 1,000 rows shown, tick a row → next paint, p95',
      value: percentile(ticks, 0.95),
      unit: 'ms',
      budget: { maximum: 100 },
    },
  ]
}
