/** Paper labels, from the file to the sheet that comes out of the printer, in the console. */
import { paperDrawing, paperLayoutOf, paperPanel, pixelsPerMm, placeOf } from '@endcap/label/paper'
import { createRenderer } from '@endcap/label/render'
import { starterAliases } from '@endcap/label/starter'
import { startPrinters, type Printers } from '@endcap/fleet/printer/printers'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { drawPdf, popplerMissing } from './pdf.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, signIn, until, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'PRT1'
const stage = setStage()
let printers: Printers
let server: ServerProcess
let client: ApiClient
let page: Page

beforeEach(needChromium)
beforeAll(async () => {
  if (chromiumPath === undefined) return
  printers = await startPrinters({ names: ['front', 'office'], folder: join(stage.folder, 'printed'), port: 0, pageMs: 100 })
  stage.atEnd(() => printers.stop())
  server = await stage.startServer({ env: { ENDCAP_PRINTERS: printers.address } })
  client = await signIn(server.url)
  await createShop(client, { storeCode, gateways: 1, tags: 0 })
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/paper`)
})

const products = [
  { prCode: '4001234567891', name: 'Sonnental Apfelsaft', price: '1.99', layout: '105', printer: 'front' },
  { prCode: '4001234567892', name: 'Bergkäse', price: '3.49', layout: '105', printer: 'front' },
  { prCode: '4001234567893', name: 'Poster', price: '9.99', layout: 'A4', printer: 'office' },
]
const paperFile = (lines = products) =>
  [
    'PRODUCT_CODE,NAME,PRICE,CURRENCY,PRINTER_IP,PRINTER_NAME,LAYOUT',
    ...lines.map(({ prCode, name, price, layout, printer }) => `${prCode},${name},${price},EUR,${printers.address},${printer},${layout}`),
  ].join('\n')

/** The label of a product as it was laid out, drawn here: its size, and which of its points have ink. */
function expectedLabel({ prCode, name, price, layout: layoutName }: (typeof products)[number]) {
  const layout = paperLayoutOf(layoutName)!
  const values: Record<string, string> = { PRODUCT_CODE: prCode, NAME: name, PRICE: price, CURRENCY: 'EUR' }
  const aliases = [...starterAliases]
  const product = { prCode, prInfo: aliases.map((alias) => values[alias.name] ?? '') }
  const { pages } = createRenderer().render({
    layout: paperDrawing(layout, product, aliases),
    model: paperPanel(layout),
    products: [product],
    aliases,
    locale: 'de-DE',
    currency: 'EUR',
  })
  return { layout, label: pages[0]! }
}

/** Poppler draws text by its outlines: along the edges of letters some points differ from those that were laid out. */
const alike = 0.05
/** The label in this place of the sheet is the product's: as it was laid out, and no other's. */
function expectPrinted(document: Buffer, place: number, product: (typeof products)[number]) {
  expect(document.subarray(0, 8).toString()).toBe('%PDF-1.7')
  if (popplerMissing !== undefined) {
    expect(process.env.ENDCAP_REQUIRE_ALL, popplerMissing).toBeUndefined()
    return
  }
  const [sheet] = drawPdf(document)
  const off = (one: (typeof products)[number]) => {
    const { layout, label } = expectedLabel(one)
    const { x, y } = placeOf(layout, place, label)
    const [left, top] = [Math.round(x * pixelsPerMm), Math.round(y * pixelsPerMm)]
    const differs = label.pixels.reduce((sum, ink, index) => {
      const point = ((top + Math.floor(index / label.width)) * sheet!.width + left + (index % label.width)) * 3
      return sum + (sheet!.rgb[point + 1]! < 128 === ink > 0 ? 0 : 1)
    }, 0)
    return differs / label.pixels.length
  }
  expect(off(product)).toBeLessThan(alike)
  for (const other of products) if (other.layout === product.layout && other !== product) expect(off(other)).toBeGreaterThan(off(product))
}
/** The sheets that a printer has put out. */
const sheets = (name: string): Buffer[] =>
  (printers.get(name)?.jobs() ?? []).filter((job) => job.file !== '').map((job) => readFileSync(join(printers.folder, name, job.file)))
const rowOf = (prCode: string) => page.getByRole('row', { name: new RegExp(prCode) })
async function upload(name: string, content: string) {
  await page.getByRole('button', { name: 'Upload file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await dialog.getByRole('button', { name: 'Upload file' }).click()
  return dialog
}

test('a file is uploaded, its labels come out of the printers as they were laid out, and the open list says so', async () => {
  await page.getByRole('link', { name: `Shop ${storeCode}` }).click()
  await page.getByText('No paper task in this store yet').waitFor()
  printers.get('office')!.trouble.offline = true
  const dialog = await upload('week 47.csv', paperFile())
  await dialog.getByText('3 labels are on their way to the printer.').waitFor()
  await dialog.getByRole('link', { name: 'Open the paper task' }).click()
  await page.getByRole('heading', { name: 'week 47' }).waitFor()
  await rowOf('4001234567891').getByText('SUCCESS').waitFor()
  await rowOf('4001234567892').getByText('SUCCESS').waitFor()
  const [sheet] = sheets('front')
  expectPrinted(sheet!, 0, products[0]!)
  expectPrinted(sheet!, 1, products[1]!)
  expect(sheets('front')).toHaveLength(1)
  // Progress is counted by what is printed.
  await page.getByText('66 %').waitFor()
})

test('what could not be printed says why, and is printed again when the printer is back', async () => {
  const row = rowOf('4001234567893')
  await row.getByText('FAIL').waitFor()
  await row.getByText(/Printer not reachable/).waitFor()
  printers.get('office')!.trouble.offline = false
  await page.getByRole('button', { name: 'Print the failed ones' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Print the failed ones' }).click()
  await row.getByText('SUCCESS').waitFor()
  await page.getByText('100 %').waitFor()
  expectPrinted(sheets('office')[0]!, 0, products[2]!)
  expect(sheets('front')).toHaveLength(1)
  await page.getByRole('button', { name: 'Print the failed ones' }).click()
  await dialog.getByRole('button', { name: 'Print the failed ones' }).click()
  await dialog.getByText('There are no products to print.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('the label of a row is shown beside the list; ticked rows are printed again', async () => {
  await page.getByRole('button', { name: 'Label of 4001234567892' }).click()
  await page.getByRole('img', { name: 'Paper label of 4001234567892' }).waitFor()
  await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click()
  await rowOf('4001234567892').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Print again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print 1 label again?' })
  await dialog.getByRole('button', { name: 'Print again' }).click()
  await until('the label is printed a second time', () => sheets('front').length === 2)
  expectPrinted(sheets('front')[1]!, 0, products[1]!)
  expect(
    sheets('front')[1]!
      .toString('latin1')
      .match(/\/Subtype \/Form/g),
  ).toHaveLength(1)
})

test('a printer without paper: the row waits and says so, and goes on with new paper', async () => {
  printers.get('front')!.trouble.empty = true
  await page.goto(`${server.url}/#/paper/task/${storeCode}`)
  const dialog = await upload('more.csv', paperFile(products.slice(0, 1)))
  await dialog.getByRole('link', { name: 'Open the paper task' }).click()
  await rowOf('4001234567891').getByText('Out of paper').waitFor()
  await rowOf('4001234567891').getByText('NONE').waitFor()
  printers.get('front')!.trouble.empty = false
  await rowOf('4001234567891').getByText('SUCCESS').waitFor()
})

test('a file with wrong lines is refused as a whole; the history tells which', async () => {
  await page.goto(`${server.url}/#/paper/task/${storeCode}`)
  const dialog = await upload('wrong.csv', `${paperFile()}\n1,x,1,EUR,8.8.8.8,,105`)
  await dialog.getByText('line 5 names the printer 8.8.8.8, which is in no private network and is not listed').first().waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${server.url}/#/paper/upload/history`)
  await page
    .getByRole('row', { name: /wrong\.csv/ })
    .getByText('Refused')
    .waitFor()
  await page.getByRole('link', { name: 'wrong.csv' }).click()
  await page
    .getByText(/line 5 names the printer 8\.8\.8\.8/i)
    .first()
    .waitFor()
  const { recordsTotal } = await client.papers.tasks({ params: { storeCode }, body: {} })
  expect(recordsTotal).toBe(2)
})

test('every screen is accessible, in light and dark', async () => {
  const [task] = (await client.papers.tasks({ params: { storeCode }, body: { length: 1 } })).data
  const [file] = (await client.papers.history({ params: {}, body: { length: 1 } })).data
  const screens = [
    '',
    '/upload/history',
    `/upload/history/detail/${file?._id}`,
    `/task/${storeCode}`,
    `/task/${storeCode}/${task?._id}?peek=%222%22`,
  ]
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const screen of screens) {
      await page.goto(`${server.url}/#/paper${screen}`)
      await settled(page)
      expect({ scheme, screen, found: await violationsOf(page) }).toEqual({ scheme, screen, found: [] })
    }
  }
  await page.getByRole('button', { name: 'Print all again' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
})

test('a server that is killed while it prints goes on where it was: nothing is lost, nothing is printed twice', async () => {
  const before = sheets('front').length
  const many = Array.from({ length: 40 }, (_, index) => ({ ...products[0]!, prCode: String(4_009_000_000_000 + index), layout: 'A6' }))
  const { taskId } = await client.papers.upload({ body: { storeCode }, file: { name: 'many.csv', content: new Blob([paperFile(many)]) } })
  await until('the printer has it', () => (printers.get('front')?.jobs().length ?? 0) > before)
  await server.kill()
  server = await stage.startServer({ env: { ENDCAP_PRINTERS: printers.address }, ports: server.ports })
  client = await signIn(server.url)
  const task = () => client.papers.task({ params: { storeCode, taskId } })
  await until('all of it is printed', async () => (await task()).complete === 40)
  expect(sheets('front')).toHaveLength(before + 1)
})
