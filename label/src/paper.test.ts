/** Sheets of labels: where labels lie, and what the PDF holds. */
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Bitmap } from './bitmap.ts'
import {
  cellsOf,
  countPages,
  cutMarksOf,
  labelsOnPage,
  pagePicture,
  paperDrawing,
  paperLayoutOf,
  paperLayouts,
  paperPages,
  paperPanel,
  placeOf,
  sheetOf,
} from './paper.ts'
import { encodePdf } from './pdf.ts'
import { createRenderer } from './render.ts'
import { starterAliases } from './starter.ts'
import { clear } from './surface.ts'
import { typesetLabel, type SetLabel } from './typeset.ts'
import { createRecorder } from './vector.ts'

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
  expect(pages.map((page) => page.labels.length)).toEqual([10, 2])
  const places = pages[0]!.labels.map(({ x, y }) => [Math.round(x * 10) / 10, Math.round(y * 10) / 10])
  expect(places.slice(0, 3)).toEqual([
    [3, 3],
    [108, 3],
    [3, 62.4],
  ])
  for (const { x, y, width: w, height: h } of pages.flatMap((page) => page.labels)) {
    expect(x + w).toBeLessThanOrEqual(210)
    expect(y + h).toBeLessThanOrEqual(297)
  }
})

test.each(paperLayouts.map((layout) => ({ name: layout.name, layout })))('a sheet $name holds its labels within the page', ({ layout }) => {
  const { page, columns, rows, cell, origin, gap } = layout
  expect(origin.x + columns * cell.width + (columns - 1) * gap.x).toBeLessThanOrEqual(page.width)
  expect(origin.y + rows * cell.height + (rows - 1) * gap.y).toBeLessThanOrEqual(page.height)
})

test.each(paperLayouts.map((layout) => ({ name: layout.name, layout })))(
  'marks of a sheet $name stand where it is cut, and on no label',
  ({ layout }) => {
    const marks = cutMarksOf(layout)
    // Both ends of each cut, and two lines where cuts cross.
    const [upright, level] = [layout.columns - 1, layout.rows - 1]
    expect(marks).toHaveLength(2 * upright + 2 * level + 2 * upright * level)
    const places = Array.from({ length: cellsOf(layout) }, (_, cell) => placeOf(layout, cell, paperPanel(layout)))
    for (const { x, y, width, height } of marks) {
      expect([x >= 0, y >= 0, x + width <= layout.page.width, y + height <= layout.page.height]).toEqual([true, true, true, true])
      const on = places.filter(
        (place) => x + width > place.x && x < place.x + place.width && y + height > place.y && y < place.y + place.height,
      )
      expect(on).toEqual([])
      const isCut = width === 0 ? (x - layout.origin.x) % layout.cell.width : (y - layout.origin.y) % layout.cell.height
      expect(Math.min(isCut, Math.abs(layout.cell.height - isCut))).toBeCloseTo(0)
    }
  },
)

test('marks are on the picture and in the document of a sheet only when they are asked for', () => {
  const layout = sheet('105')
  const { width, height } = paperPanel(layout)
  const dark = (cutMarks: boolean) =>
    pagePicture(sheetOf(layout, [label(width, height, 0)], { cutMarks })).pixels.filter((ink) => ink === 1).length
  expect([dark(false), dark(true)]).toEqual([0, expect.any(Number)])
  expect(dark(true)).toBeGreaterThan(500)
  const set: SetLabel = { width, height, palette: 'bwr', background: 0, marks: [] }
  const strokes = (cutMarks: boolean) => {
    const file = Buffer.from(encodePdf([sheetOf(layout, [set], { cutMarks })], { title: '' }))
    const streams = [...file.toString('latin1').matchAll(/stream\n([^]*?)\nendstream/g)].map(([, content = '']) =>
      Buffer.from(content, 'latin1'),
    )
    const texts = streams.flatMap((content) => {
      try {
        return [inflateSync(content).toString('latin1')]
      } catch {
        return []
      }
    })
    return texts.join('').match(/ l S$/gm)?.length ?? 0
  }
  expect([strokes(false), strokes(true)]).toEqual([0, cutMarksOf(layout).length])
})

test('each page has the labels that the document has on it', () => {
  const [big, small] = [sheet('105'), sheet('107')]
  const labels = [
    { id: 'a', layout: big, copies: 23 },
    { id: 'b', layout: big, copies: 1 },
    { id: 'c', layout: small, copies: 41 },
    { id: 'd', layout: big, copies: 2 },
  ]
  const pages = Array.from({ length: countPages(labels) }, (_, index) =>
    labelsOnPage(labels, index + 1).map(({ id, copies }) => `${copies} ${id}`),
  )
  expect(pages).toEqual([['10 a'], ['10 a'], ['3 a', '1 b'], ['20 c'], ['20 c'], ['1 c'], ['2 d']])
  expect(labelsOnPage(labels, 8)).toEqual([])
})

test('a label of another shape keeps its shape, in the middle of its place', () => {
  const [image] = paperPages(sheet('A6'), [label(100, 100)])[0]!.labels
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

/** A label with a text, an area and a picture with a hole. */
function drawn(text: string): SetLabel {
  const recorder = createRecorder(100, 40, 'bwr', 0)
  recorder.fill(90, 30, 40, 40, 2)
  recorder.paste({ left: 1, top: 2, width: 2, height: 2 }, Uint8Array.of(1, clear, 2, 0))
  recorder.write?.({ text, script: 'latin', weight: 700, size: 20, x: 5, y: 30, width: 50 }, 1)
  return typesetLabel(recorder.label)
}
/** The content of each stream, unpacked, in the order of the file. */
function streamsOf(bytes: Buffer): { dictionary: string; content: Buffer }[] {
  const all = bytes.toString('latin1').matchAll(/<< ([^\n]*?) \/Length (\d+) >>\nstream\n/g)
  return [...all].map(({ 0: head, 1: dictionary = '', 2: length, index }) => ({
    dictionary,
    content: inflateSync(bytes.subarray(index + head.length, index + head.length + Number(length))),
  }))
}

test('a document holds each label once, as text, areas and pictures, with its table of places right', () => {
  const one = drawn('AVA')
  const bytes = Buffer.from(encodePdf(paperPages(sheet('107'), [one, one, drawn('10x20')]), { title: 'Käse' }))
  const text = bytes.toString('latin1')
  expect(text).toContain('/PrintScaling /None')
  const places = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map((found) => Number(found[1]))
  for (const [index, place] of places.entries()) expect(text.slice(place)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))

  const streams = streamsOf(bytes)
  const forms = streams.filter(({ dictionary }) => dictionary.includes('/Subtype /Form'))
  expect(forms).toHaveLength(2)
  const [first = '', second = ''] = forms.map(({ content }) => content.toString('latin1'))
  // What lies out of the label is cut off; PDF counts from the bottom.
  expect(first).toContain('1 0 0 rg 90 0 10 10 re f')
  expect(first).toMatch(/q 2 0 0 2 1 36 cm \/P\d+ Do Q/)
  // A and V stand nearer; the same glyph has the same number everywhere.
  expect(first).toMatch(/BT 0 0 0 rg \/F\d+ 20 Tf [\d.]+ Tz 5 10 Td \[<0001> [\d.]+ <0002> [\d.]+ <0001>\] TJ ET/)
  // Letters are not exchanged for signs: 1, 0, x, 2, 0.
  expect(second).toMatch(/\[<0003(> [\d.-]+ <)?0004(> [\d.-]+ <)?0005(> [\d.-]+ <)?0006(> [\d.-]+ <)?0004>\] TJ/)
  const [picture] = streams.filter(({ dictionary }) => dictionary.includes('/Subtype /Image'))
  expect(picture?.dictionary).toContain('/Mask [3 3]')
  expect([...(picture?.content ?? [])]).toEqual([1, 3, 2, 0])
  const [meanings] = streams.filter(({ content }) => content.includes('beginbfchar'))
  expect(meanings?.content.toString()).toContain('<0005> <0078>')
})
