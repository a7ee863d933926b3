/** The list of prices: the products of a display as cards on pages, each page laid out as a slide. */
import type { CardStyle } from './cards.ts'
import type { Slide } from './shows.ts'

/** As large as this a product can be read; more of them are on one page where the screen is larger. Pixels. */
const readable = { width: 320, height: 270 }
/** Left empty around a card, pixels. */
const margin = 4

interface Size {
  width: number
  height: number
}
export interface Grid {
  rows: number
  columns: number
}
/** How many products a page shows, in rows and columns, so that each can be read. */
export function gridOf({ width, height }: Size): Grid {
  return { rows: Math.max(1, Math.round(height / readable.height)), columns: Math.max(1, Math.round(width / readable.width)) }
}
/** Of several pages the cards stay where they are; a single page is filled. */
export function gridFor(count: number, room: Size): Grid {
  const grid = gridOf(room)
  if (count > grid.rows * grid.columns) return grid
  const columns = Math.max(1, Math.min(grid.columns, Math.ceil(count / Math.min(grid.rows, Math.max(1, count)))))
  return { rows: Math.max(1, Math.ceil(count / columns)), columns }
}

export interface PriceListLook extends CardStyle {
  /** `#rrggbb`. */
  background: string
}
/** Codes are for those who work there. */
export const priceListDefaults: PriceListLook = { background: '#e6e6e1', cardStyle: 'customer' }

/** The pages of a list of the products in these places of a display. */
export function pricePages(slots: readonly number[], screen: Size, { background, ...style }: PriceListLook): Slide[] {
  const { rows, columns } = gridFor(slots.length, screen)
  const cell = { width: Math.floor(screen.width / columns), height: Math.floor(screen.height / rows) }
  // What whole pixels leave over, on both sides.
  const begin = { left: Math.floor((screen.width - columns * cell.width) / 2), top: Math.floor((screen.height - rows * cell.height) / 2) }
  const onPage = rows * columns
  return Array.from({ length: Math.ceil(slots.length / onPage) }, (_, page) => ({
    duration: 1,
    bgColor: background,
    schedule: [],
    empty: false,
    object: slots.slice(page * onPage, (page + 1) * onPage).map((slot, place) => ({
      type: 'product' as const,
      id: String(slot),
      left: begin.left + (place % columns) * cell.width + margin,
      top: begin.top + Math.floor(place / columns) * cell.height + margin,
      width: cell.width - 2 * margin,
      height: cell.height - 2 * margin,
      index: place,
      ...style,
    })),
  }))
}
