/** Sheets of labels: where labels lie, and what the PDF holds. */
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Bitmap } from './bitmap.ts'
import { paperDrawing, paperLayoutOf, paperLayouts, paperPages, paperPanel } from './paper.ts'
import { encodePdf } from './pdf.ts'
import { createRenderer } from './render.ts'
import { starterAliases } from './starter.ts'

const label = (width: number, height: number, ink = 1): Bitmap => ({
  width,
  height,
  palette: 'bwr',
  pixels: new Uint8Array(width * height).fill(ink),
})
const sheet = (name: string) => paperLayoutOf(name)!

test('labels lie on the sheet in their places, left to right and top to bottom', () => {
  const layout = sheet('105')
  const { width, height } = paperPanel(layout)
  const pages = paperPages(
    layout,
    Array.from({ length: 12 }, () => label(width, height)),
  )
  expect(pages.map((page) => page.images.length)).toEqual([10, 2])
  const places = pages[0]!.images.map(({ x, y }) => [Math.round(x * 10) / 10, Math.round(y * 10) / 10])
  expect(places.slice(0, 3)).toEqual([
    [3, 3],
    [108, 3],
    [3, 62.4],
  ])
  for (const { x, y, width: w, height: h } of pages.flatMap((page) => page.images)) {
    expect(x + w).toBeLessThanOrEqual(210)
    expect(y + h).toBeLessThanOrEqual(297)
  }
})

test.each(paperLayouts.map((layout) => ({ name: layout.name, layout })))('a sheet $name holds its labels within the page', ({ layout }) => {
  const { page, columns, rows, cell, origin, gap } = layout
  expect(origin.x + columns * cell.width + (columns - 1) * gap.x).toBeLessThanOrEqual(page.width)
  expect(origin.y + rows * cell.height + (rows - 1) * gap.y).toBeLessThanOrEqual(page.height)
})

test('a label of another shape keeps its shape, in the middle of its place', () => {
  const [image] = paperPages(sheet('A6'), [label(100, 100)])[0]!.images
  expect(image!.width).toBeCloseTo(image!.height)
  expect(image!.x + image!.width / 2).toBeCloseTo(52.5)
})

test.each(paperLayouts.map((layout) => ({ name: layout.name, layout })))(
  'a product and its promotion are drawn right on $name in Japanese, Korean and Latin',
  ({ layout }) => {
    const renderer = createRenderer()
    const aliases = [...starterAliases]
    for (const [locale, name] of [
      ['ja-JP', '北里乳業 特選牛乳'],
      ['ko-KR', '서울우유 나100%'],
      ['de-DE', 'Sonnental Apfelsaft naturtrüb'],
    ] as const) {
      for (const PROMO of ['', 'SALE']) {
        const values: Record<string, string> = {
          PRODUCT_CODE: '4901234567894',
          NAME: name,
          PRICE: '238',
          LIST_PRICE: PROMO && '298',
          CURRENCY: 'JPY',
          BARCODE: '4901234567894',
          PROMO,
        }
        const product = { prCode: '4901234567894', prInfo: aliases.map((alias) => values[alias.name] ?? '') }
        const { pages, problems } = renderer.render({
          layout: paperDrawing(layout, product, aliases),
          model: paperPanel(layout),
          products: [product],
          aliases,
          locale,
          currency: 'JPY',
        })
        expect(problems).toEqual([])
        // A promotion shows its red.
        expect(pages[0]!.pixels.includes(2)).toBe(PROMO !== '')
      }
    }
  },
)

test('a document holds each picture once, untouched, with its table of places right', () => {
  const one = label(10, 3, 2)
  const bytes = Buffer.from(encodePdf(paperPages(sheet('107'), [one, one, label(9, 2)]), { title: 'Käse' }))
  const text = bytes.toString('latin1')
  expect(text.match(/\/Subtype \/Image/g)).toHaveLength(2)
  expect(text).toContain('/PrintScaling /None')
  const places = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map((found) => Number(found[1]))
  for (const [index, place] of places.entries()) expect(text.slice(place)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
  const found = /\/Width 10 [^\n]*?\/Length (\d+) >>\nstream\n/.exec(text)!
  const start = found.index + found[0].length
  expect(inflateSync(bytes.subarray(start, start + Number(found[1]))).toString('hex')).toBe('aaaaa0'.repeat(3))
})
