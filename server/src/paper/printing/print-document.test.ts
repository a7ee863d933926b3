/** The document of a print list: what stands on its sheets, measured and read from pages that poppler has drawn. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { notPrintedMark } from '@endcap/contract/printing'
import { paletteColours } from '@endcap/label/palettes'
import { paperDrawing, paperLayoutOf, paperPanel } from '@endcap/label/paper'
import { createRenderer } from '@endcap/label/render'
import { starterAliases } from '@endcap/label/starter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { createDrawer } from '../papers/draw.ts'
import { apple, bread, broken, cheese, many, seedPrintShop, type PrintItem } from '../../testing/print-shop.ts'
import { pointsPerMm, popplerMissing, renderPdf, textOfPdf, type DrawnPage } from '../../testing/render-pdf.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { writeDocument } from './print-document.ts'
import { readPrintList } from './print-list.ts'

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } })

const {
  context: { context },
  app,
  root,
  api,
} = await startTestApp()
const drawer = createDrawer(context)
afterAll(() => drawer.stop())
beforeAll(() => seedPrintShop(context))

async function pdf(prList: PrintItem[]) {
  const answer = await app.inject({ method: 'POST', url: `/api/print/store/PR1/pdf`, headers: root.headers, payload: { prList } })
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type']),
    content: answer.rawPayload,
    json: () => answer.json<Record<string, unknown>>(),
  }
}
async function pages(prList: PrintItem[]): Promise<DrawnPage[]> {
  const { status, content } = await pdf(prList)
  expect(status).toBe(200)
  return renderPdf(content)
}
const need = ({ skip }: { skip: (note?: string) => void }) => {
  if (popplerMissing !== undefined && process.env.ENDCAP_REQUIRE_ALL === undefined) skip(popplerMissing)
  expect(popplerMissing).toBeUndefined()
}

/** Points of a part of the page that are not as the label says; millimetres. */
function different(
  { width, rgb }: DrawnPage,
  at: { x: number; y: number },
  label: { width: number; height: number; rgb: Uint8Array },
): number {
  const [left, top] = [Math.round(at.x * pointsPerMm), Math.round(at.y * pointsPerMm)]
  let count = 0
  for (let y = 0; y < label.height; y++)
    for (let x = 0; x < label.width; x++) {
      const [here, there] = [((top + y) * width + left + x) * 3, (y * label.width + x) * 3]
      if ([0, 1, 2].some((part) => Math.abs(rgb[here + part]! - label.rgb[there + part]!) > 64)) count++
    }
  return count / (label.width * label.height)
}
const renderer = createRenderer()
/** The label as it must be, drawn here. */
function labelOf(product: { prCode: string; prInfo: string[] }, layoutId: string) {
  const layout = paperLayoutOf(layoutId)!
  const aliases = [...starterAliases]
  const { pages: drawn, problems } = renderer.render({
    layout: paperDrawing(layout, product, aliases),
    model: paperPanel(layout),
    products: [product],
    aliases,
    locale: 'de-DE',
    currency: 'EUR',
  })
  expect(problems).toEqual([])
  const { width, height, palette, pixels } = drawn[0]!
  const rgb = new Uint8Array(width * height * 3)
  for (const [index, ink] of pixels.entries()) {
    const colour = paletteColours[palette][ink]!
    rgb.set([colour >> 16, (colour >> 8) & 255, colour & 255], index * 3)
  }
  return { width, height, rgb }
}
/** Millimetres from the page's edges to its first and last ink. */
function inkOf({ width, height, rgb }: DrawnPage, within: { x: number; y: number; w: number; h: number }) {
  const ink = { left: Infinity, top: Infinity, right: -1, bottom: -1 }
  const [x0, y0] = [Math.round(within.x * pointsPerMm), Math.round(within.y * pointsPerMm)]
  for (let y = y0; y < Math.min(height, y0 + Math.round(within.h * pointsPerMm)); y++)
    for (let x = x0; x < Math.min(width, x0 + Math.round(within.w * pointsPerMm)); x++) {
      const here = (y * width + x) * 3
      if (rgb[here + 1]! > 200) continue
      ink.left = Math.min(ink.left, x)
      ink.right = Math.max(ink.right, x + 1)
      ink.top = Math.min(ink.top, y)
      ink.bottom = Math.max(ink.bottom, y + 1)
    }
  return Object.fromEntries(Object.entries(ink).map(([side, at]) => [side, at / pointsPerMm])) as typeof ink
}
/** The codes on a page, line by line. */
async function codesOn({ width, height, rgb }: DrawnPage): Promise<string[]> {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let point = 0; point < width * height; point++) data.set(rgb.subarray(point * 3, point * 3 + 3), point * 4)
  const found = await readBarcodes({ width, height, data, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0], {
    formats: ['EAN13'],
    maxNumberOfSymbols: 64,
    tryHarder: true,
  })
  const rowHeight = 25 * pointsPerMm
  return found
    .map(({ text, position: { topLeft } }) => ({ text, x: topLeft.x, y: topLeft.y }))
    .toSorted((a, b) => (Math.abs(a.y - b.y) < rowHeight ? a.x - b.x : a.y - b.y))
    .map(({ text }) => text)
}

/** Specification 3 §9, in millimetres. */
const geometries = [
  { layoutId: 'A4', columns: 1, rows: 1, cell: [210, 297], inset: 6 },
  { layoutId: 'A6', columns: 2, rows: 2, cell: [105, 148.5], inset: 4 },
  { layoutId: '105', columns: 2, rows: 5, cell: [105, 59.4], inset: 3 },
  { layoutId: '107', columns: 2, rows: 10, cell: [105, 29.7], inset: 2 },
] as const

/** Poppler sets the edges of pictures and pages on whole points, so that they may be wider by one. */
const onePoint = 1.01 / pointsPerMm
/** Points of two pictures that differ when they are the same but for that. */
const alike = 0.05

describe('the document', () => {
  test.for(geometries)(
    '$layoutId: $columns × $rows labels on a page of 210 × 297 mm, each in its place to a fifth of a millimetre',
    async ({ layoutId, columns, rows, cell, inset }, context_) => {
      need(context_)
      const cells = columns * rows
      const products = many.slice(0, cells + 1)
      const drawn = await pages(products.map(({ prCode }) => ({ prCode, layoutId })))
      expect(drawn).toHaveLength(2)
      for (const { width, height } of drawn) {
        expect(Math.abs(width / pointsPerMm - 210)).toBeLessThanOrEqual(onePoint)
        expect(Math.abs(height / pointsPerMm - 297)).toBeLessThanOrEqual(onePoint)
      }
      for (const [index, product] of products.entries()) {
        const page = drawn[Math.floor(index / cells)]!
        const place = index % cells
        const [x, y] = [(place % columns) * cell[0], Math.floor(place / columns) * cell[1]]
        const label = labelOf(product, layoutId)
        expect(different(page, { x: x + inset, y: y + inset }, label)).toBeLessThan(alike)
        const expected = inkOf(label, { x: 0, y: 0, w: cell[0], h: cell[1] })
        const ink = inkOf(page, { x, y, w: cell[0], h: cell[1] })
        for (const [side, from] of [
          ['left', x],
          ['right', x],
          ['top', y],
          ['bottom', y],
        ] as const)
          expect(Math.abs(ink[side] - (from + inset + expected[side]))).toBeLessThanOrEqual(1.5 * onePoint)
      }
    },
  )

  test('labels stand left to right and top to bottom, copies behind each other; another layout begins a new page; the codes can be read', async (context_) => {
    need(context_)
    const drawn = await pages([
      { prCode: apple.prCode, layoutId: '105', qty: 3 },
      { prCode: bread.prCode, layoutId: '105' },
      { prCode: cheese.prCode, layoutId: '107', qty: 2 },
      { prCode: apple.prCode, layoutId: '105' },
    ])
    expect(await Promise.all(drawn.map(codesOn))).toEqual([
      [apple.prCode, apple.prCode, apple.prCode, bread.prCode],
      [cheese.prCode, cheese.prCode],
      [apple.prCode],
    ])
  })

  test('500 labels are 25 pages of 20, each product on its page; what is printed twice is in the file once', async (context_) => {
    need(context_)
    const prList = Array.from({ length: 50 }, (_, index) => ({ prCode: many[index]!.prCode, layoutId: '107', qty: 10 }))
    const { content, type } = await pdf(prList)
    expect(type).toContain('application/pdf')
    expect(content.toString('latin1')).toContain('/PrintScaling /None')
    expect(content.toString('latin1').match(/\/Subtype \/Form/g)).toHaveLength(50)
    const drawn = renderPdf(content)
    expect(drawn).toHaveLength(25)
    expect(await codesOn(drawn[24]!)).toEqual([48, 49].flatMap((index) => Array.from({ length: 10 }, () => many[index]!.prCode)))
  })

  test('text is text: it can be searched, and its edges are finer than the points that labels are laid out by', async (context_) => {
    need(context_)
    const { content } = await pdf([{ prCode: apple.prCode, layoutId: '105' }])
    const name = apple.prInfo[starterAliases.find((alias) => alias.name === 'NAME')!.index]!
    expect(textOfPdf(content).replaceAll(/\s+/g, ' ')).toContain(name)
    const sharper = 4
    const [page] = renderPdf(content, sharper)
    const { width, rgb } = page!
    const inked = (x: number, y: number) => rgb[(y * width + x) * 3 + 1]! < 128
    // Points of the label that are partly inked: a picture of the label would have none.
    let parts = 0
    const [left, top, right, bottom] = [3, 3, 100, 40].map((mm) => mm * pointsPerMm) as [number, number, number, number]
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const all = Array.from({ length: sharper * sharper }, (_, n) =>
          inked(x * sharper + (n % sharper), y * sharper + Math.floor(n / sharper)),
        )
        if (all.includes(true) && all.includes(false)) parts++
      }
    expect(parts).toBeGreaterThan(500)
  })

  test('own data stand on this label and nowhere else; blank ones too', async (context_) => {
    need(context_)
    const prInfo = [null, 'Sonderposten', null, '0.99', null, null, null, null, null, '']
    const [page] = await pages([
      { prCode: apple.prCode, layoutId: '105', prInfo },
      { prCode: apple.prCode, layoutId: '105' },
    ])
    const changed = { ...apple, prInfo: apple.prInfo.map((value, slot) => prInfo[slot] ?? value) }
    expect(different(page!, { x: 3, y: 3 }, labelOf(changed, '105'))).toBeLessThan(alike)
    expect(different(page!, { x: 108, y: 3 }, labelOf(apple, '105'))).toBeLessThan(alike)
    expect(different(page!, { x: 3, y: 3 }, labelOf(apple, '105'))).toBeGreaterThan(1.5 * alike)
    expect((await api('GET', `/print/store/PR1/product?term=${apple.prCode}`)).body.productList).toMatchObject([{ prInfo: apple.prInfo }])
  })

  test('a label that cannot be drawn right leaves a note in its place, and its row is named at the end; the others keep their places', async (context_) => {
    need(context_)
    const { content, status } = await pdf([
      { prCode: apple.prCode, layoutId: '105' },
      { prCode: broken.prCode, layoutId: '105' },
      { prCode: bread.prCode, layoutId: '105' },
    ])
    expect(status).toBe(200)
    const remarks = content
      .toString('utf8')
      .split('\n')
      .filter((line) => line.startsWith(notPrintedMark))
    expect(remarks.map((line) => JSON.parse(line.slice(notPrintedMark.length)) as unknown)).toEqual([
      { line: 2, prCode: broken.prCode, detail: expect.stringContaining('cheap') as string },
    ])
    const [page] = renderPdf(content)
    expect(await codesOn(page!)).toEqual([apple.prCode, bread.prCode])
    // The frame of the note: red, along the edges of the label.
    expect(inkOf(page!, { x: 105, y: 0, w: 105, h: 59.4 })).toMatchObject({ left: 108, right: expect.closeTo(207, 0) as number })
  })

  test.for<[string, (string | null)[], string, string]>([
    ['price', [null, null, null, ''], 'Apfelsaft', 'PRICE is empty: a label is not shown without its price'],
    ['name', [null, '\u3000'], '2,49', 'NAME is empty: a label is not shown without its name'],
  ])(
    'a ticket without its %s is never printed: a note in its place and the last lines of the document name the product',
    async ([, prInfo, missing, why], context_) => {
      need(context_)
      const { content, status } = await pdf([
        { prCode: apple.prCode, layoutId: '105', prInfo, qty: 2 },
        { prCode: bread.prCode, layoutId: '105' },
      ])
      expect(status).toBe(200)
      const text = textOfPdf(content).replaceAll(/\s+/g, ' ')
      expect(text).not.toContain(missing)
      expect(text.split(apple.prCode)).toHaveLength(3)
      expect(text).toContain(why)
      expect(text).toContain('Vollkornbrot')
      expect(await codesOn(renderPdf(content)[0]!)).toEqual([bread.prCode])
      expect(content.toString('utf8')).toContain(notPrintedMark + JSON.stringify({ line: 1, prCode: apple.prCode, detail: why }))
    },
  )

  test('sheets are drawn as they are fetched: who stops reading stops the drawing', async () => {
    const prList = Array.from({ length: 500 }, (_, index) => ({
      prInfo: [],
      description: '',
      layoutId: '105',
      qty: 1,
      prCode: many[index % 60]!.prCode,
    }))
    const job = await readPrintList(context.db, 'PR1', prList)
    let drawn = 0
    const document = writeDocument(
      {
        ...drawer,
        draw: (requested) => {
          drawn += requested.rows.length
          return drawer.draw(requested)
        },
      },
      job,
      { title: 'test', cutMarks: false },
    )
    await document.next()
    // The drawer draws one after the other: whatever the document had gone on with stands before these.
    const rows = [{ line: 1, prCode: apple.prCode, prInfo: apple.prInfo, copies: 1 }]
    for (let turn = 0; turn < 3; turn++) await drawer.draw({ ...job, make: 'labels', title: 'test', layout: '105', rows })
    expect(drawn).toBeLessThanOrEqual(40)
    await document.return(undefined)
    expect(drawn).toBeLessThanOrEqual(40)
  })
})
