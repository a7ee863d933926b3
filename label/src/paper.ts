/**
 * Paper layouts: how labels lie on a sheet, and what a label on paper looks like. Data, so that a new sheet is a new row (specification 3 §9:
 * A4 one on a page, A6 four, 105 ten, 107 twenty).
 */
import type { Bitmap } from './bitmap.ts'
import type { LabelAlias, LabelProduct } from './fields.ts'
import { layoutDefinition, layoutFormat, type LayoutDefinition } from './layout.ts'
import type { Palette } from './models.ts'
import { priceCard } from './price-card.ts'

/** All lengths in millimetres. */
export interface PaperLayout {
  name: string
  page: { width: number; height: number }
  /** The sheet as printers call it (PWG 5101.1). */
  media: string
  columns: number
  rows: number
  cell: { width: number; height: number }
  /** Where the first cell begins, and what lies between two. */
  origin: { x: number; y: number }
  gap: { x: number; y: number }
  /** Left empty along the edges of each cell: printers do not reach the edge of a sheet. */
  inset: number
}

const a4 = { page: { width: 210, height: 297 }, media: 'iso_a4_210x297mm', origin: { x: 0, y: 0 }, gap: { x: 0, y: 0 } }

export const paperLayouts: readonly PaperLayout[] = [
  { name: 'A4', ...a4, columns: 1, rows: 1, cell: { width: 210, height: 297 }, inset: 6 },
  { name: 'A6', ...a4, columns: 2, rows: 2, cell: { width: 105, height: 148.5 }, inset: 4 },
  { name: '105', ...a4, columns: 2, rows: 5, cell: { width: 105, height: 59.4 }, inset: 3 },
  { name: '107', ...a4, columns: 2, rows: 10, cell: { width: 105, height: 29.7 }, inset: 2 },
]
export const paperLayoutOf = (name: string): PaperLayout | undefined =>
  paperLayouts.find((one) => one.name.toUpperCase() === name.trim().toUpperCase())

/** Pixels in a millimetre: 203 dpi. */
export const pixelsPerMm = 8

/** Paper as a panel: its pixels, in black and red. */
export function paperPanel({ cell, inset }: PaperLayout): { width: number; height: number; palette: Palette } {
  const pixels = (length: number) => Math.floor((length - 2 * inset) * pixelsPerMm)
  return { width: pixels(cell.width), height: pixels(cell.height), palette: 'bwr' }
}

/** What a product's label is drawn by: a promotion where the product has one. */
export const paperDrawing = (layout: PaperLayout, product: LabelProduct, aliases: readonly LabelAlias[]): LayoutDefinition =>
  priceCard(layout.name, paperPanel(layout), product, aliases)

/** What stands in the place of a label that cannot be drawn right: which one, and why. */
export function notPrinted(layout: PaperLayout, { prCode, reason }: { prCode: string; reason: string }): LayoutDefinition {
  const { width, height } = paperPanel(layout)
  const edge = 24
  const size = Math.max(20, Math.round(Math.min(width, height) / 10))
  const line = { type: 'text' as const, x: edge, w: width - 2 * edge, minSize: 14, ellipsis: true }
  return layoutDefinition.parse({
    format: layoutFormat,
    name: layout.name,
    width,
    height,
    pages: [
      {
        elements: [
          { type: 'box', x: 0, y: 0, w: width, h: height, stroke: 'red', lineWidth: 4 },
          { ...line, y: edge, h: size * 2, size, weight: 700, color: 'red', text: literal(prCode) },
          { ...line, y: edge + size * 2, h: height - 2 * edge - size * 2, size: Math.round(size * 0.7), lines: 4, text: literal(reason) },
        ],
      },
    ],
  })
}
/** Text that stands as it is: braces would name a field. */
const literal = (words: string) => words.replaceAll(/[{}]/g, ' ').slice(0, 300)

/** Where a label lies on its sheet: as large as fits its cell without changing its shape, in the middle. Millimetres. */
export function placeOf(
  { columns, cell, origin, gap, inset }: PaperLayout,
  cellNumber: number,
  label: { width: number; height: number },
): { x: number; y: number; width: number; height: number } {
  const box = {
    x: origin.x + (cellNumber % columns) * (cell.width + gap.x) + inset,
    y: origin.y + Math.floor(cellNumber / columns) * (cell.height + gap.y) + inset,
    width: cell.width - 2 * inset,
    height: cell.height - 2 * inset,
  }
  const scale = Math.min(box.width / label.width, box.height / label.height)
  const [width, height] = [label.width * scale, label.height * scale]
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height }
}

/** A straight line, level or upright. Lengths in millimetres from the top left corner. */
export interface CutMark {
  x: number
  y: number
  width: number
  height: number
}
/** How long marks are from the edges of a page, which printers do not reach, and to each side of where two cuts cross. */
const markLength = { edge: 10, cross: 3 }
/** Where labels are cut apart, in what they leave empty around them: at the ends of each cut, and where two cross. */
export function cutMarksOf({ page, columns, rows, cell, origin, gap }: PaperLayout): CutMark[] {
  const cuts = (count: number, start: number, length: number, space: number) =>
    Array.from({ length: count - 1 }, (_, index) => start + (index + 1) * length + index * space + space / 2)
  const xs = cuts(columns, origin.x, cell.width, gap.x)
  const ys = cuts(rows, origin.y, cell.height, gap.y)
  const { edge, cross } = markLength
  const upright = (x: number, from: number, length: number) => ({ x, y: from, width: 0, height: length })
  const level = (y: number, from: number, length: number) => ({ x: from, y, width: length, height: 0 })
  return [
    ...xs.flatMap((x) => [upright(x, 0, edge), upright(x, page.height - edge, edge)]),
    ...ys.flatMap((y) => [level(y, 0, edge), level(y, page.width - edge, edge)]),
    ...xs.flatMap((x) => ys.flatMap((y) => [upright(x, y - cross, 2 * cross), level(y, x - cross, 2 * cross)])),
  ]
}

/** Lengths in millimetres from the top left corner. */
export interface Sheet<Label> {
  width: number
  height: number
  labels: readonly { label: Label; x: number; y: number; width: number; height: number }[]
  marks: readonly CutMark[]
}
/** Labels of one sheet: the cells from the first on, left to right and top to bottom. */
export const sheetOf = <Label extends { width: number; height: number }>(
  layout: PaperLayout,
  labels: readonly Label[],
  { cutMarks = false }: { cutMarks?: boolean } = {},
): Sheet<Label> => ({
  ...layout.page,
  labels: labels.map((label, cellNumber) => ({ label, ...placeOf(layout, cellNumber, label) })),
  marks: cutMarks ? cutMarksOf(layout) : [],
})

export const cellsOf = ({ columns, rows }: PaperLayout): number => columns * rows

/** Puts labels on sheets: left to right, top to bottom. */
export function paperPages<Label extends { width: number; height: number }>(layout: PaperLayout, labels: readonly Label[]): Sheet<Label>[] {
  const pages: Sheet<Label>[] = []
  for (let first = 0; first < labels.length; first += cellsOf(layout))
    pages.push(sheetOf(layout, labels.slice(first, first + cellsOf(layout))))
  return pages
}

/** Of labels in their order, so many copies of each; each run of one layout begins a new page. */
interface Copies {
  layout: PaperLayout
  copies: number
}
/** For each label the cells that its copies take, counted from the first page of its run, and how many pages are before that. */
function cellsTaken<Label extends Copies>(labels: readonly Label[]) {
  let [before, used]: [number, number] = [0, 0]
  let open: PaperLayout | undefined
  return labels.map((label) => {
    const { layout, copies } = label
    if (open !== undefined && layout !== open) [before, used] = [before + Math.ceil(used / cellsOf(open)), 0]
    open = layout
    const from = used
    used += copies
    return { label, before, from, to: used, cells: cellsOf(layout) }
  })
}

/** Pages that labels take up. */
export function countPages(labels: readonly Copies[]): number {
  const last = cellsTaken(labels).at(-1)
  return last === undefined ? 0 : last.before + Math.ceil(last.to / last.cells)
}

/** What stands on one of these pages, counted from 1: labels with as many copies as are there. */
export const labelsOnPage = <Label extends Copies>(labels: readonly Label[], page: number): Label[] =>
  cellsTaken(labels).flatMap(({ label, before, from, to, cells }) => {
    const first = (page - 1 - before) * cells
    const copies = Math.min(to, first + cells) - Math.max(from, first)
    return copies > 0 ? [{ ...label, copies }] : []
  })

/** A page as a picture of `pixelsPerMm`, for people to look at before it is printed. */
export function pagePicture({ width, height, labels, marks }: Sheet<Bitmap>): Bitmap {
  const size = { width: Math.round(width * pixelsPerMm), height: Math.round(height * pixelsPerMm) }
  const pixels = new Uint8Array(size.width * size.height)
  for (const { label, x, y, ...placed } of labels) {
    const [left, top] = [Math.round(x * pixelsPerMm), Math.round(y * pixelsPerMm)]
    const [columns, rows] = [Math.round(placed.width * pixelsPerMm), Math.round(placed.height * pixelsPerMm)]
    for (let row = 0; row < rows; row++) {
      const from = Math.floor((row * label.height) / rows) * label.width
      for (let column = 0; column < columns; column++)
        pixels[(top + row) * size.width + left + column] = label.pixels[from + Math.floor((column * label.width) / columns)] ?? 0
    }
  }
  for (const mark of marks) {
    const [left, top] = [Math.round(mark.x * pixelsPerMm), Math.round(mark.y * pixelsPerMm)]
    const columns = Math.max(1, Math.round(mark.width * pixelsPerMm))
    for (let row = 0; row < Math.max(1, Math.round(mark.height * pixelsPerMm)); row++)
      pixels.fill(1, (top + row) * size.width + left, (top + row) * size.width + left + columns)
  }
  return { ...size, palette: 'bwr', pixels }
}
