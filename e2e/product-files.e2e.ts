/** Product files: the dry run tells the truth before anything happens, and what is put into the inbox reaches the glass, also through a kill. */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { Fleet } from '@endcap/fleet/fleet'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { scanGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, setStage } from './stage.ts'
import { eanOf, priceFile, signIn, until, type ApiClient, type ServerProcess, type Shop } from './system.ts'
import { openUpload, tickPrices } from './upload.ts'

const test = testsInOrder()
const labels = 40
const storeCode = 'FILES'
const prices = Array.from({ length: 60 }, (_, index) => 100 + index)
const stage = setStage()
const inbox = join(stage.folder, 'inbox')
const env = { ENDCAP_INBOX: inbox }
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const size = { storeCode, gateways: 1, tags: labels, prices }
  const options = { env, embedded: true }
  ;({ server, client, shop, fleet, page } = await stage.openConsole(size, `/product/list/${storeCode}`, options))
})
beforeEach(needChromium)

const macOf = (index: number) => shop.tagMacs[index] ?? ''
/** What the label's product costs, as the server last told its glass. */
async function priceOnGlass(index: number): Promise<string | undefined> {
  const { prInfo } = await client.tags.preview({ params: { storeCode, tagMac: macOf(index) }, query: {} })
  return prInfo[3]
}
const tasks = async () => (await client.tasks.search({ params: {}, body: { filter_storeCode: storeCode } })).data
const done = async (taskId: string) => (await tasks()).some((task) => task.taskId === taskId && task.endTime !== null)

test('the dry run tells in the browser what the file then does, the label that fails among it', async () => {
  // Five labels get another price; of one of them the price does not fit; a product without a label is new.
  const lines = priceFile(prices.map((price, index) => (index < 5 ? 7000 + index : price))).split('\n')
  lines[5] = (lines[5] ?? '').replace('70.04', '9876543210987.50')
  lines.push(`${eanOf(99)},Produkt 99,Sonnental,1.00,1 kg,EUR,${eanOf(99)}`)
  const path = join(stage.folder, 'changed.csv')
  writeFileSync(path, lines.join('\n'))
  const before = { tasks: (await tasks()).length, shown: shop.tagMacs.map((mac) => fleet.tag(mac)?.shown) }

  const dialog = await openUpload(page, path)
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await dialog.getByText('1 label could not be shown.').waitFor()
  const counts = Object.fromEntries(
    await dialog
      .locator('dl[data-part=counts] div')
      .evaluateAll((all) =>
        all.map((one) => [one.querySelector('dt')?.textContent ?? '', Number(one.querySelector('dd')?.textContent)] as const),
      ),
  )
  expect(counts).toEqual({ Rows: 61, New: 1, Changed: 5, 'As before': 55, Labels: 5, Problems: 1, Dearer: 5 })
  const problem = await dialog.getByRole('list', { name: 'Labels that could not be shown' }).innerText()
  expect(problem).toContain(macOf(4))
  expect(problem).toContain(eanOf(4))
  expect(problem).toContain('The text does not fit')
  expect(await violationsOf(page)).toEqual([])
  // Nothing has happened.
  expect((await tasks()).length).toBe(before.tasks)
  expect(shop.tagMacs.map((mac) => fleet.tag(mac)?.shown)).toEqual(before.shown)

  await tickPrices(dialog)
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await dialog.getByText('61 rows: 6 changed, 55 as before, 5 labels on their way.').waitFor()
  const [task] = await tasks()
  const taskId = task?.taskId ?? ''
  await until('the task has ended', () => done(taskId))
  const ended = (await tasks()).find((one) => one.taskId === taskId)
  expect(ended).toMatchObject({ totalTags: counts.Labels, failed: counts.Problems, shown: 4 })
  const failed = await client.tasks.failedRows({ params: { storeCode, taskId }, body: {} })
  expect(failed.data.map(({ tagId, reason }) => [tagId, reason])).toEqual([[macOf(4), 'render-overflow']])
  for (const [index, mac] of shop.tagMacs.entries()) expect(fleet.tag(mac)?.shown !== before.shown[index]).toBe(index < 4)
  expect(await scanGlass(fleet, macOf(0))).toEqual([eanOf(0)])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
})

test('the columns that are known stand in the dialog, and its sample file changes nothing when it is taken in', async () => {
  await page.getByRole('button', { name: 'Upload file' }).click()
  const dialog = page.getByRole('dialog')
  const columns = dialog.locator('[data-part=known-columns]')
  const named = ['Product code PRODUCT_CODE', 'Name NAME', 'Second name NAME2', 'Price PRICE']
  expect((await columns.locator('li').allInnerTexts()).slice(0, 4)).toEqual(named)
  expect(await violationsOf(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await columns.getByRole('button', { name: 'Sample file' }).click()
  const path = join(stage.folder, 'sample.csv')
  await (await saved).saveAs(path)
  await dialog.locator('input[type=file]').setInputFiles(path)
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  const counts = dialog.locator('dl[data-part=counts]')
  await counts.waitFor()
  expect(await counts.innerText()).toMatch(/Rows\s+3\s+New\s+0\s+Changed\s+0\s+As before\s+3/)
  await page.keyboard.press('Escape')
})

test('a file with wrong lines cannot be applied after its check', async () => {
  const path = join(stage.folder, 'wrong.csv')
  writeFileSync(path, `PRODUCT_CODE,PRICE\n${eanOf(0)},1.00\n${eanOf(1)},cheap\n`)
  const dialog = await openUpload(page, path)
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await dialog.getByText('The file would be refused.').waitFor()
  await dialog.getByText('Line 3 has “cheap” for Price PRICE, which must be a number').waitFor()
  expect(await dialog.getByRole('button', { name: 'Apply', exact: true }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
})

/** What the browser is handed when `begin` presses something. */
async function saved(begin: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download')
  await begin()
  const path = join(stage.folder, 'saved.csv')
  await (await download).saveAs(path)
  return readFileSync(path, 'utf8')
}
const mixed = () => {
  const lines = Array.from({ length: 150 }, (_, n) => `${eanOf(500 + n)},New ${n},cheap`)
  const path = join(stage.folder, 'mixed.csv')
  writeFileSync(path, ['PRODUCT_CODE,NAME,PRICE', `${eanOf(6)},Produkt 6,0.00`, ...lines, `${eanOf(7)},Produkt 7,1.07`].join('\n'))
  return path
}

test('all wrong lines of a checked file are handed over as a file, in the language of the person', async () => {
  const dialog = await openUpload(page, mixed())
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await dialog.getByText('150 lines are wrong.').waitFor()
  await dialog.getByText('and 50 more').waitFor()
  expect(await dialog.getByRole('checkbox').count()).toBe(0)
  const list = await saved(() => dialog.getByRole('button', { name: 'Download the wrong lines' }).click())
  const lines = list.trim().split('\r\n')
  expect(lines.length).toBe(151)
  expect(lines[0]).toBe('Line,Field,What is wrong,The line as it stands')
  expect(lines[150]).toBe(`152,PRICE,"Line 152 has “cheap” for PRICE, which must be a number.","${eanOf(649)},New 149,cheap"`)
  await page.keyboard.press('Escape')
})

test('where the store allows it, the good lines are applied without the wrong ones; a price of 0 still needs its tick', async () => {
  await client.stores.save({ body: { storeCode, applyGoodLines: true } })
  const dialog = await openUpload(page, mixed())
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await dialog.getByText('This store allows the good lines to be applied without them.').waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await dialog.getByRole('button', { name: 'Apply', exact: true }).isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: 'Leave the wrong lines out (150) and apply the good ones (2)' }).check()
  expect(await dialog.getByRole('button', { name: 'Apply the good lines' }).isDisabled()).toBe(true)
  await tickPrices(dialog)
  await dialog.getByRole('button', { name: 'Apply the good lines' }).click()
  await dialog.getByText('150 wrong lines were left out.').waitFor()
  await until('the price is there', async () => (await priceOnGlass(6)) === '0.00')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  // The history tells it, and has the lines that were left out.
  await page.goto(`${server.url}/#/product/file/upload/history`)
  await page.locator('tr[data-row]', { hasText: 'mixed.csv' }).getByText('Taken in without wrong lines').waitFor()
  await page.getByRole('link', { name: 'mixed.csv' }).click()
  const list = await saved(() => page.getByRole('button', { name: 'Download the wrong lines' }).click())
  expect(list.trim().split('\r\n').length).toBe(151)
  expect(await violationsOf(page)).toEqual([])
  await client.stores.save({ body: { storeCode, applyGoodLines: false } })
  await page.goto(`${server.url}/#/product/list/${storeCode}`)
})

test('a file with a header of a till: its columns are said by keys, and remembered for the next file', async () => {
  const till = (price: string, more = '') => {
    const path = join(stage.folder, 'till.csv')
    writeFileSync(path, `品番;Was;Regal;Kostet\n${eanOf(8)};Produkt 8;A1;${price}\n${eanOf(9)};Produkt 9;B2;1.30\n${more}`)
    return path
  }
  const dialog = await openUpload(page, till('1.20'))
  const mapping = dialog.locator('[data-part=mapping]')
  const meanings = () =>
    mapping.locator('select').evaluateAll((all) => all.map((one) => (one instanceof HTMLSelectElement ? one.value : '')))
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await mapping.waitFor()
  expect(await meanings()).toEqual(['PRODUCT_CODE', 'NAME', '', 'PRICE'])
  expect(await mapping.locator('li').first().innerText()).toContain(`${eanOf(8)} · ${eanOf(9)}`)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page)).toEqual([])
  }
  // By keys: the product code is left out, which cannot be, and chosen again; the shelf becomes the second line of the name.
  await mapping.getByRole('combobox', { name: 'What “品番” holds' }).focus()
  await page.keyboard.press('Home')
  await dialog.getByText('Choose the column that holds Product code').waitFor()
  expect(await dialog.getByRole('button', { name: 'Check', exact: true }).isDisabled()).toBe(true)
  await page.keyboard.type('PRODUCT')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Second')
  expect(await meanings()).toEqual(['PRODUCT_CODE', 'NAME', 'NAME2', 'PRICE'])
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await dialog.getByText('The file can be applied.').waitFor()
  expect(await dialog.locator('[data-part=other-prices] tbody tr').count()).toBe(2)
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await dialog.getByText('2 rows: 2 changed').waitFor()
  await until('the price is there', async () => (await priceOnGlass(8)) === '1.20')
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await openUpload(page, till('1.40'))
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await mapping.getByText('As for the last file with such a first line.').waitFor()
  expect(await meanings()).toEqual(['PRODUCT_CODE', 'NAME', 'NAME2', 'PRICE'])
  await page.keyboard.press('Escape')
})

const names = (folder: string) => {
  const path = join(inbox, storeCode, folder)
  return existsSync(path) ? readdirSync(path) : []
}

test('a file dropped into the inbox reaches the glass; a bad one lands in failed with its log', async () => {
  const shown = fleet.tag(macOf(10))?.shown
  const folder = join(inbox, storeCode)
  await until('the store has its folder', () => existsSync(folder))
  writeFileSync(join(folder, 'prices.csv.part'), `PRODUCT_CODE,PRICE\n${eanOf(10)},12.34\n`)
  renameSync(join(folder, 'prices.csv.part'), join(folder, 'prices.csv'))
  writeFileSync(join(folder, 'bad.csv'), `PRODUCT_CODE,PRICE\n${eanOf(11)},free\n`)
  await until('the label shows the new price', async () => fleet.tag(macOf(10))?.shown !== shown && (await priceOnGlass(10)) === '12.34')
  await until('the bad one was put aside', () => names('failed').length === 2)
  const log = names('failed').find((name) => name.endsWith('bad.csv.log.txt')) ?? ''
  expect(readFileSync(join(folder, 'failed', log), 'utf8')).toContain('line 2 has "free" for PRICE, which must be a number')
  expect(
    names('done')
      .toSorted()
      .map((name) => name.replace(/^\d+-/, '')),
  ).toEqual(['prices.csv', 'prices.csv.log.txt'])

  await page.goto(`${server.url}/#/product/file/upload/history`)
  await page.locator('tr[data-row]').filter({ hasText: 'bad.csv' }).getByText('Refused').waitFor()
  await page.locator('tr[data-row]').filter({ hasText: 'folder' }).first().waitFor()
})

test('killed while it takes files in, the server loses none and applies none twice', async () => {
  const folder = join(inbox, storeCode)
  const files = 12
  for (let n = 0; n < files; n++) {
    const rows = Array.from({ length: 2000 }, (_, row) => `KILL-${n}-${row},${n}.${row % 90 === 0 ? 10 : 11}`)
    writeFileSync(join(folder, `kill-${n}.csv`), `PRODUCT_CODE,PRICE\n${rows.join('\n')}\n`)
  }
  const { ports } = server
  let [before] = names('.taking')
  for (let kill = 0; kill < 2; kill++) {
    await until('one is being taken in', () => names('.taking').some((name) => name !== before))
    // Once with the first rows of a file, once where it goes from one file to the next.
    const finished = names('done').length
    if (kill > 0) await until('another one is done', () => names('done').length > finished)
    await server.kill()
    ;[before] = names('.taking')
    server = await stage.startServer({ env, ports, embedded: true })
  }
  await until('all are done', () => names('done').filter((name) => /kill-\d+\.csv$/.test(name)).length === files)
  client = await signIn(server.url)
  const { data } = await client.productFiles.history({ params: {}, body: { filter_fileName: '^kill-', length: 100 } })
  const applied = data.filter((file) => file.errorCount === 0).map((file) => file.fileName)
  expect(applied.toSorted()).toEqual(Array.from({ length: files }, (_, n) => `kill-${n}.csv`).toSorted())
  expect(data.filter((file) => file.errorCount === 0).every((file) => file.count === 2000)).toBe(true)
  expect([names('.taking'), names('failed').length]).toEqual([[], 2])
})
