/** Downloads in the browser: files are fetched, opened and compared with what the API answers; a failure is said and survived. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import {
  administrator,
  assignAll,
  createShop,
  eanOf,
  signIn,
  uploadPrices,
  type ApiClient,
  type ServerProcess,
  type Shop,
} from './system.ts'

const test = testsInOrder()
const storeCode = 'FILES'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  shop = await createShop(client, { storeCode, gateways: 1, tags: 60 })
  await uploadPrices(
    client,
    storeCode,
    shop.tagMacs.map((_, index) => 100 + index),
  )
  await assignAll(client, shop)
  // A name that a spreadsheet would run.
  await client.products.save({
    body: { storeCode, productList: [{ prCode: eanOf(0), prInfo: ['', '=HYPERLINK("http://x")', 'a, "b"', '1.00'] }] },
  })
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/tag/detail/${storeCode}`)
  await page.locator('tr[data-row]').first().waitFor()
})
beforeEach(needChromium)

/** Rows of a CSV file by its headings, as a spreadsheet reads it. */
function readCsv(text: string): Record<string, string>[] {
  expect(text.startsWith('\uFEFF')).toBe(true)
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  const [headings = [], ...lines] = rows.filter((row) => row.length > 1)
  return lines.map((line) => Object.fromEntries(headings.map((heading, place) => [heading, line[place] ?? ''])))
}

/** Chooses an entry of the list's download menu; answers the file that the browser saves. */
async function download(entry: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: entry }).click()
  const file = await saved
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
}

test('the filtered tags as a file are the tags that the API lists', async () => {
  const filtered = shop.tagMacs.slice(10, 40)
  await page.getByLabel('Filter Tag ID').fill(filtered.join(', '))
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('of 30')
  const { name, content } = await download('Filtered tags (CSV)')
  expect(name).toMatch(/^tags-FILES-\d{8}-\d{6}\.csv$/)
  const rows = readCsv(content.toString('utf8'))
  const list = await client.tags.search({
    params: { storeCode },
    body: { length: -1, filter_barcode: filtered.join(), order: { column: 'barcode', dir: 'asc' } },
  })
  expect(rows).toHaveLength(30)
  expect(rows.map((row) => [row['Tag ID'], row['Product code'], row['Product name'], row.Status, row.Type])).toEqual(
    list.data.map((tag) => [tag.barcode, tag.prCode, tag.prName, tag.status, tag.tagType]),
  )
  await page.getByText(`Saved as ${name}`).waitFor()
})

test('error tags, tags without product and an Excel workbook', async () => {
  await client.tags.deassign({ body: { storeCode, tagList: [{ tagMac: shop.tagMacs[50] ?? '' }] } })
  const without = await download('Tags without product (CSV)')
  expect(without.name).toContain('tags-without-product-')
  expect(readCsv(without.content.toString('utf8')).map((row) => row['Tag ID'])).toEqual([shop.tagMacs[50]])
  // Nothing has been sent yet: all wait in the queue, and a queued tag is no error.
  expect(readCsv((await download('Error tags (CSV)')).content.toString('utf8'))).toEqual([])
  const { name, content } = await download('Filtered tags (Excel)')
  expect(name).toMatch(/\.xlsx$/)
  expect(content.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
})

test('any list is saved just as it is shown, in its order and with its columns', async () => {
  await page.goto(`${server.url}/#/product/list/${storeCode}`)
  await page.getByRole('heading', { name: 'Products', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Product code' }).check()
  await page.getByRole('checkbox', { name: 'Origin' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Product code', exact: true }).click()
  await page.locator('th[aria-sort=ascending]').waitFor()
  const shown = await page.locator('thead tr').first().locator('th').allInnerTexts()
  const { name, content } = await download('This list as shown (CSV)')
  expect(name).toMatch(/^Products-FILES-.*\.csv$/)
  const rows = readCsv(content.toString('utf8'))
  expect(Object.keys(rows[0] ?? {})).toEqual(shown.map((text) => text.trim()).filter((text) => !['', 'Actions'].includes(text)))
  expect(rows.map((row) => row['Product code'])).toEqual(Array.from({ length: 60 }, (_, index) => eanOf(index)).toSorted())
  expect(rows.find((row) => row['Product code'] === eanOf(0))).toMatchObject({
    Product: `'=HYPERLINK("http://x")`,
    'Second name': 'a, "b"',
  })
  expect(rows[1]).not.toHaveProperty('Origin')
})

test('a server that goes away while a file is made: the dialog says so, trying again goes on with the same task', async () => {
  // Without a worker the file waits; what was started before goes on when one comes.
  await server.stop()
  server = await stage.startServer({ ports: server.ports, env: { ENDCAP_ROLES: 'api,engine' } })
  await page.goto(`${server.url}/#/product/list/${storeCode}`)
  await page.reload()
  await page.locator('tr[data-row]').first().waitFor()
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const asked = page.waitForResponse(/\/api\/file\/download\/task\//)
  await page.getByRole('menuitem', { name: 'Products (CSV)' }).click()
  await asked
  await page.getByText('Waiting for its turn').waitFor()
  // Reloading the page does not lose it.
  await page.reload()
  await page.getByText('Waiting for its turn').waitFor()
  await server.kill()
  const dialog = page.getByRole('dialog', { name: 'Download Failed' })
  await dialog.waitFor()
  expect(await dialog.getByRole('alert').innerText()).toBe('The server cannot be reached.')
  server = await stage.startServer({ ports: server.ports })
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  expect(readCsv(readFileSync(await (await saved).path(), 'utf8'))).toHaveLength(60)
  await dialog.waitFor({ state: 'hidden' })
})

test('a file that cannot be made ends the asking with its reason; cancelling leaves nothing behind', async () => {
  // The page's own client asks for the log of the database, which is no process of ours.
  const servers = (await client.servers.list()).serverList
  const database = servers.find((one) => one.type === 'database')?.id ?? ''
  const { taskId } = await client.downloads.start({ body: { type: 0, filter: database } })
  await expect
    .poll(() =>
      client.downloads.status({ params: { taskId } }).then(
        () => '',
        (error: Error) => error.message,
      ),
    )
    .toContain('is not a process of Endcap')
  // Another tab that waits for it is told in the dialog.
  await page.evaluate(
    ([email, id]) => sessionStorage.setItem(`endcap.downloads.${email}`, JSON.stringify({ [id ?? '']: 'Log of db' })),
    [administrator.email, taskId],
  )
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Download Failed' })
  await dialog.waitFor()
  expect(await dialog.getByRole('alert').innerText()).toContain('no log files')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'hidden' })
  const alarms = await client.alarms.history({ params: {}, body: { filter_type: 'FILE DOWNLOAD TASK FAILURE', condition_type: '==' } })
  expect(alarms.data).toMatchObject([{ location: 'SYSTEM', subject: taskId }])

  await server.stop()
  server = await stage.startServer({ ports: server.ports, env: { ENDCAP_ROLES: 'api,engine' } })
  await page.reload()
  await page.locator('tr[data-row]').first().waitFor()
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Products (Excel)' }).click()
  await page.getByRole('button', { name: 'Cancel Products' }).click()
  await expect.poll(() => page.locator('[data-part=transfer]').count()).toBe(0)
  expect(await page.evaluate((email) => sessionStorage.getItem(`endcap.downloads.${email}`), administrator.email)).toBe('{}')
})
