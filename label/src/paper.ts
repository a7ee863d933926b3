/**
 * Paper layouts: how labels lie on a sheet, and what a label on paper looks like. Data, so that a new sheet is a new row (specification 3 §9:
 * A4 one on a page, A6 four, 105 ten, 107 twenty).
 */
import type { Bitmap } from './bitmap.ts'
import type { LabelAlias, LabelProduct } from './fields.ts'
import type { LayoutDefinition } from './layout.ts'
import type { Palette } from './models.ts'
import type { PdfPage } from './pdf.ts'
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
const pixelsPerMm = 8

/** Paper as a panel: its pixels, in black and red. */
export function paperPanel({ cell, inset }: PaperLayout): { width: number; height: number; palette: Palette } {
  const pixels = (length: number) => Math.floor((length - 2 * inset) * pixelsPerMm)
  return { width: pixels(cell.width), height: pixels(cell.height), palette: 'bwr' }
}

/** What a product's label is drawn by: a promotion where the product has one. */
export const paperDrawing = (layout: PaperLayout, product: LabelProduct, aliases: readonly LabelAlias[]): LayoutDefinition =>
  priceCard(layout.name, paperPanel(layout), product, aliases)

/** Puts labels on sheets: left to right, top to bottom. */
export function paperPages(layout: PaperLayout, labels: readonly Bitmap[]): PdfPage[] {
  const { page, columns, rows, cell, origin, gap, inset } = layout
  const pages: PdfPage[] = []
  for (let first = 0; first < labels.length; first += columns * rows) {
    const images = labels.slice(first, first + columns * rows).map((bitmap, place) => {
      const box = {
        x: origin.x + (place % columns) * (cell.width + gap.x) + inset,
        y: origin.y + Math.floor(place / columns) * (cell.height + gap.y) + inset,
        width: cell.width - 2 * inset,
        height: cell.height - 2 * inset,
      }
      // As large as fits without changing its shape, in the middle.
      const scale = Math.min(box.width / bitmap.width, box.height / bitmap.height)
      const [width, height] = [bitmap.width * scale, bitmap.height * scale]
      return { bitmap, x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height }
    })
    pages.push({ ...page, images })
  }
  return pages
}
