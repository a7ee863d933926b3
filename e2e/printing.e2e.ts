/** Ticket printing in the console: from the first scan to the PDF, whose labels are read. */
import { readFileSync } from 'node:fs'
import { printOpensAfterMs } from '@endcap/contract/printing'
import { pixelsPerMm } from '@endcap/label/paper'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { drawPdf, popplerMissing } from './pdf.ts'
import { need, needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, eanOf, signIn, type ApiClient, type ServerProcess } from './system.ts'
import { readBarcodes } from './zxing.ts'

const test = testsInOrder()
const storeCode = 'PRN1'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let page: Page

const names = ['Sonnental Apfelsaft', 'Vollkornbrot', 'Bergkäse', 'Haferdrink']
const [apple = '', bread = '', cheese = '', oats = ''] = names.map((_, index) => eanOf(index))

beforeEach(needChromium)
beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await createShop(client, { storeCode, gateways: 1, tags: 0 })
  const { aliasList } = await client.aliases.list()
  const productList = names.map((NAME, index) => {
    const values: Record<string, string> = {
      PRODUCT_CODE: eanOf(index),
      NAME,
      PRICE: `${index + 1}.49`,
      CURRENCY: 'EUR',
      BARCODE: eanOf(index),
    }
    return { prCode: eanOf(index), prInfo: aliasList.map((alias) => values[alias.name] ?? '') }
  })
  await client.products.save({ body: { storeCode, productList } })
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/print`)
})

const dialog = () => page.getByRole('dialog')
const field = () => page.getByRole('combobox', { name: 'Add a product' }).or(page.getByRole('textbox', { name: 'Add a product' }))
const rows = () => page.locator('tr[data-row]')
const listed = () => rows().locator('td:nth-child(2)').allInnerTexts()
async function scan(code: string) {
  await field().fill(code)
  await page.keyboard.press('Enter')
}
const open = async (name: string) => {
  await page.getByRole('button', { name, exact: true }).click()
  return dialog()
}
const choose = (content: string, name: string) =>
  dialog()
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
async function importFile(content: string, name = 'list.csv') {
  await choose(content, name)
  await dialog().getByRole('button', { name: 'Import', exact: true }).click()
}
async function chooseSheet(name: RegExp) {
  await page.locator('#print-layout').click()
  await page.getByRole('option', { name }).click()
}

/** The codes of the labels in a PDF, page by page, left to right and top to bottom. */
function labelsIn(pdf: Buffer): Promise<string[][]> {
  return Promise.all(
    drawPdf(pdf).map(async ({ width, height, rgb }) => {
      const data = new Uint8ClampedArray(width * height * 4).fill(255)
      for (let point = 0; point < width * height; point++) data.set(rgb.subarray(point * 3, point * 3 + 3), point * 4)
      const found = await readBarcodes(
        { width, height, data, colorSpace: 'srgb' },
        {
          formats: ['EAN13'],
          maxNumberOfSymbols: 64,
          tryHarder: true,
        },
      )
      // Codes of one row of labels lie nearly at one height.
      const rowHeight = 25 * pixelsPerMm
      return found
        .map(({ text, position: { topLeft } }) => ({ text, x: topLeft.x, y: topLeft.y }))
        .toSorted((a, b) => (Math.abs(a.y - b.y) < rowHeight ? a.x - b.x : a.y - b.y))
        .map(({ text }) => text)
    }),
  )
}

/** Presses the button and waits for the document. */
async function createPdf(within: Locator): Promise<Buffer> {
  const link = within.getByRole('link', { name: 'Download' })
  await within.getByRole('button', { name: 'Create PDF' }).click()
  await link.waitFor()
  const coming = page.waitForEvent('download')
  await link.click()
  return readFileSync(await (await coming).path())
}

test('the list of stores leads to the list of a store, which says that it is empty', async () => {
  await page.getByRole('link', { name: `Shop ${storeCode}` }).click()
  await page.getByText('No product in the list yet.').waitFor()
  await page.getByRole('button', { name: 'Print preview' }).click()
  await page.getByRole('alert').getByText('There are no products to print.').waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('products are scanned one after the other, chosen by name, and one that is unknown is named', async () => {
  await scan(apple)
  await page.getByText('There are no products to print.').waitFor({ state: 'detached' })
  await scan(bread)
  await scan(apple)
  await page.getByText('Sonnental Apfelsaft: 2 labels').waitFor()
  expect(await listed()).toEqual([apple, bread])
  await field().fill('bergk')
  await page.getByRole('option', { name: /Bergkäse/ }).click()
  await expect.poll(listed).toEqual([apple, bread, cheese])
  await scan('4711')
  await page.getByRole('alert').getByText('This product does not exist: 4711').waitFor()
  expect(await field().inputValue()).toBe('')
  await page.getByRole('button', { name: 'Print preview' }).click()
  await page.getByRole('alert').getByText('Please select a template.').waitFor()
})

test('the list is there after a reload', async () => {
  await chooseSheet(/^105 · /)
  await page.getByLabel(`Quantity of ${cheese}`).fill('3')
  await page.keyboard.press('Enter')
  await page.getByText('3 rows · 6 labels · 1 page').waitFor()
  await page.reload()
  await page.getByText('3 rows · 6 labels · 1 page').waitFor()
  expect(await listed()).toEqual([apple, bread, cheese])
  await page.getByLabel(`Quantity of ${cheese}`).fill('501')
  await page.keyboard.press('Enter')
  await page.getByText('The quantity must be a whole number from 1 to 500.').waitFor()
  expect(await page.getByLabel(`Quantity of ${cheese}`).inputValue()).toBe('3')
})

test('a file adds its rows; wrong lines are named, and nothing of the list is lost', async () => {
  await open('Import file')
  // Another kind of file is refused when it is chosen.
  await choose('x', 'list.xlsx')
  await dialog().getByRole('alert').getByText('list.xlsx: Invalid file format').waitFor()
  expect(await dialog().getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
  await importFile(`${oats},2\n4711,1\n${bread},many\n`)
  await dialog().getByText('line 2: This product does not exist: 4711').waitFor()
  await dialog().getByText('Line 3 wants the quantity “many”; 1 to 500 are possible').waitFor()
  expect(await rows().count()).toBe(3)
  expect(await violationsOf(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Add the 1 right row' }).click()
  await expect.poll(listed).toEqual([apple, bread, cheese, oats])
})

test('own data stand on one label: it shows them before they are saved, and the product stays as it is', async () => {
  await page.getByRole('button', { name: `Edit ${apple}` }).click()
  const picture = dialog().getByRole('img', { name: `Label of ${apple}` })
  await picture.waitFor()
  const before = await picture.getAttribute('src')
  await dialog().getByLabel('Name', { exact: true }).fill('Sonderposten')
  await dialog().getByLabel('Quantity').fill('4')
  await expect.poll(() => picture.getAttribute('src')).not.toBe(before)
  await dialog().getByText('Product: Sonnental Apfelsaft').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Save' }).click()
  await rows().first().getByText('Sonderposten').waitFor()
  await rows().first().getByText('Own data').waitFor()
  // The next scan of the product is a plain label again.
  await scan(apple)
  await expect.poll(listed).toEqual([apple, bread, cheese, oats, apple])
  const { productList } = await client.printing.products({ params: { storeCode }, body: { prCodeList: [apple] } })
  expect(productList[0]?.prInfo).toContain('Sonnental Apfelsaft')
})

test('all rows are changed at once, one has its own sheet, one goes', async () => {
  await open('Change all rows')
  await dialog().getByLabel('Quantity').fill('2')
  await dialog().getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByText('5 rows · 10 labels · 1 page').waitFor()
  await page.getByRole('button', { name: `Remove ${bread}` }).click()
  await page.getByRole('button', { name: `Undo removing ${bread}` }).click()
  await expect.poll(listed).toEqual([apple, bread, cheese, oats, apple])
  await page.getByRole('button', { name: `Remove ${bread}` }).click()
  await page.getByLabel(`Sheet of ${oats}`).selectOption('107')
  // 105, then 107, then 105 again.
  await page.getByText('4 rows · 8 labels · 3 pages').waitFor()
})

test('each page is shown, with cutting marks where they are asked for, then the PDF opens, no earlier than two seconds after the button; its labels are those of the list', async (context) => {
  need(context, popplerMissing)
  await open('Print preview')
  const picture = dialog().getByRole('img', { name: 'Page 1 of 3' })
  await picture.waitFor()
  const first = await picture.getAttribute('src')
  await dialog().getByRole('button', { name: 'Next' }).click()
  await dialog().getByRole('img', { name: 'Page 2 of 3' }).waitFor()
  await dialog().getByRole('button', { name: 'Previous' }).click()
  await expect.poll(() => picture.getAttribute('src')).toBe(first)
  // Where the sheet is cut apart; the labels stay what they are.
  await dialog().getByLabel('Cutting marks').check()
  await expect.poll(() => picture.getAttribute('src')).not.toBe(first)
  await dialog().getByText('8 labels').waitFor()
  expect(await violationsOf(page)).toEqual([])
  const popup = page.waitForEvent('popup')
  const pressed = Date.now()
  const pdf = createPdf(dialog())
  await popup
  expect(Date.now() - pressed).toBeGreaterThanOrEqual(printOpensAfterMs)
  expect(await labelsIn(await pdf)).toEqual([
    [apple, apple, cheese, cheese],
    [oats, oats],
    [apple, apple],
  ])
  await dialog().getByText('The PDF is open in another tab.').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
})

test('a browser that keeps the PDF from opening leaves its link', async (context) => {
  need(context, popplerMissing)
  await page.evaluate(() => {
    window.open = () => null
  })
  await open('Print preview')
  const pdf = await createPdf(dialog())
  await dialog().getByText('Your browser kept the PDF from opening. Open it here:').waitFor()
  expect(await dialog().getByRole('link', { name: 'Open the PDF' }).getAttribute('href')).toMatch(/^blob:/)
  expect((await labelsIn(pdf)).flat()).toHaveLength(8)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
})

test('a list is saved; a name that is taken asks before it is overwritten', async () => {
  await open('Save list')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('Enter Name, Please!').waitFor()
  await dialog().getByLabel('Name').fill('Wochenmarkt')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await page.getByText('List Wochenmarkt was saved.').waitFor()
  await page.getByRole('button', { name: `Remove ${cheese}` }).click()
  await open('Save list')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('There is a saved list called Wochenmarkt already. Overwrite it?').waitFor()
  expect(await violationsOf(page)).toEqual([])
  const templates = async () =>
    (await client.printing.templates({ params: { storeCode } })).templateList.map(({ name, rows: count }) => [name, count])
  expect(await templates()).toEqual([['Wochenmarkt', 4]])
  await dialog().getByRole('button', { name: 'Overwrite' }).click()
  await expect.poll(templates).toEqual([['Wochenmarkt', 3]])
})

test('a saved list is loaded by hand and by its address, in place of a list only when that is wanted, removed, and put back', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('Clear list')
  await dialog().getByRole('button', { name: 'Clear', exact: true }).click()
  await open('Saved lists')
  await dialog()
    .getByRole('radio', { name: /Wochenmarkt/ })
    .check()
  expect(await violationsOf(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Load', exact: true }).click()
  await expect.poll(listed).toEqual([apple, oats, apple])
  expect(page.url()).toContain('template=Wochenmarkt')
  // Another session, by the address alone.
  const other = await openPage(await stage.launch())
  await signInAt(other, page.url())
  await other.locator('tr[data-row="2"]').waitFor()
  await client.printing.save({
    params: { storeCode },
    body: { name: 'Käsetheke', layoutId: 'A6', prList: [{ prCode: cheese, qty: 1, layoutId: null }] },
  })
  await page.goto(`${server.url}/#/print/edit/${storeCode}?template=${encodeURIComponent('Käsetheke')}`)
  await page.getByText('Your list with 3 rows is kept until you replace it.').waitFor()
  await page.getByRole('button', { name: 'Load Käsetheke' }).click()
  await expect.poll(listed).toEqual([cheese])
  await page.getByRole('button', { name: 'Undo loading Käsetheke' }).click()
  await expect.poll(listed).toEqual([apple, oats, apple])
  await page.getByRole('button', { name: 'Load Käsetheke' }).click()
  await expect.poll(listed).toEqual([cheese])
  expect(await violationsOf(page)).toEqual([])
  await open('Saved lists')
  await dialog().getByRole('button', { name: 'Remove saved list Käsetheke' }).click()
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => dialog().getByRole('radio').count()).toBe(1)
  await page.getByRole('button', { name: 'Undo removing saved list Käsetheke' }).click()
  await expect.poll(() => dialog().getByRole('radio').count()).toBe(2)
})
