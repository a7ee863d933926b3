/** One label for several products: rows with name, code and price. */
import type { LayoutInput } from '../layout.ts'
import { frameOf, type ElementInput } from './frame.ts'

export function multi(width: number, height: number): LayoutInput['pages'] {
  const { m } = frameOf(width, height)
  const count = height < 180 ? 2 : height < 400 ? 4 : 6
  const row = Math.floor((height - m) / count)
  const name = Math.max(12, Math.min(34, Math.round(row * 0.26)))
  const code = Math.max(8, Math.round(name * 0.62))
  const priceWidth = Math.round(width * 0.4)
  const nameWidth = width - 3 * m - priceWidth
  const elements: ElementInput[] = [
    {
      type: 'text',
      text: '{NAME}',
      x: m,
      y: m,
      w: nameWidth,
      h: row - code - m - 4,
      size: name,
      minSize: Math.max(8, Math.round(name * 0.55)),
      weight: 700,
      lines: 2,
      ellipsis: true,
    },
    { type: 'text', text: '{PRODUCT_CODE}', x: m, y: row - code - 3, w: nameWidth, h: code + 4, size: code, minSize: 7 },
    {
      type: 'price',
      field: 'PRICE',
      x: width - m - priceWidth,
      y: m,
      w: priceWidth,
      h: row - m - 4,
      size: Math.min(220, Math.round((row - m - 4) / 0.76)),
      minSize: 10,
      valign: 'middle',
    },
    { type: 'line', x: m, y: row + Math.floor(m / 2) - 2, x2: width - m, y2: row + Math.floor(m / 2) - 2, color: 'black' },
  ]
  return [{ elements: [{ type: 'repeat', count, dx: 0, dy: row, elements: elements as never }] }]
}
