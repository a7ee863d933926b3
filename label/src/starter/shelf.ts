/** Price labels of one product: everyday price, promotion, produce, out of stock. */
import type { LayoutInput } from '../layout.ts'
import { eanBlock, frameOf, type ElementInput, type Frame } from './frame.ts'

type Pages = LayoutInput['pages']

/** The name in up to two lines across the top, its second line smaller below. */
function heading(
  frame: Frame,
  { top, share, lines = 2 }: { top: number; share: number; lines?: number },
): { elements: ElementInput[]; bottom: number } {
  const { m, width, part, large } = frame
  const nameHeight = part(share, lines > 1 ? 26 : 14)
  const size = part(large ? 0.1 : 0.15, 14)
  const subSize = Math.max(11, Math.round(size * 0.6))
  const subTop = top + nameHeight + Math.round(m * 0.6)
  const elements: ElementInput[] = [
    {
      type: 'text',
      text: '{NAME}',
      x: m,
      y: top,
      w: width - 2 * m,
      h: nameHeight,
      size,
      minSize: Math.max(9, Math.round(size * 0.5)),
      weight: 700,
      lines,
      ellipsis: true,
    },
    {
      type: 'text',
      text: '{NAME2}',
      x: m,
      y: subTop,
      w: Math.round(width * (frame.square ? 0.9 : 0.5)) - m,
      h: subSize + 4,
      size: subSize,
      minSize: Math.max(8, subSize - 5),
      weight: 500,
      ellipsis: true,
    },
  ]
  // A square panel has no room for the second name.
  return frame.square ? { elements: elements.slice(0, 1), bottom: top + nameHeight } : { elements, bottom: subTop + subSize + 4 }
}

const filled = (field: string) => ({ field, is: 'filled' as const })

/** Price bottom right with the unit price below it; bar code bottom left. */
function priceAndCode(frame: Frame, { top, color, list }: { top: number; color: 'black' | 'red'; list: boolean }): ElementInput[] {
  const { m, width, height, part, square, large } = frame
  const code = eanBlock(
    frame,
    square ? width - 2 * m + 8 : Math.round(width * (large ? 0.36 : 0.44)),
    part(square ? 0.13 : large ? 0.13 : 0.2, 16),
  )
  const left = square ? m : m + code.width + Math.round(m * 1.2)
  const unitSize = Math.max(10, part(large ? 0.05 : 0.09))
  const bottom = square ? code.top - 3 : height - m
  const priceTop = top + (list ? unitSize + 4 : 0)
  const priceHeight = bottom - unitSize - 5 - priceTop
  const elements: ElementInput[] = [
    ...code.elements,
    {
      type: 'price',
      field: 'PRICE',
      x: left,
      y: priceTop,
      w: width - m - left,
      h: priceHeight,
      size: Math.min(400, Math.round(priceHeight / 0.74)),
      minSize: 12,
      color,
      align: 'right',
      valign: 'bottom',
    },
    {
      type: 'text',
      text: '{UNIT_PRICE:price} / {UNIT}',
      x: left,
      y: bottom - unitSize,
      w: width - m - left,
      h: unitSize + 4,
      size: unitSize,
      minSize: 7,
      align: 'right',
      when: [filled('UNIT_PRICE')],
    },
    {
      type: 'text',
      text: '{UNIT}',
      x: left,
      y: bottom - unitSize,
      w: width - m - left,
      h: unitSize + 4,
      size: unitSize,
      minSize: 7,
      align: 'right',
      when: [{ field: 'UNIT_PRICE', is: 'empty' }],
    },
  ]
  if (list) {
    const y = top - 1
    elements.push({
      type: 'text',
      text: '{LIST_PRICE:price}',
      x: left,
      y,
      w: width - m - left,
      h: unitSize + 6,
      size: Math.round(unitSize * 1.2),
      minSize: 7,
      weight: 500,
      align: 'right',
      strike: true,
      when: [filled('LIST_PRICE')],
    })
  }
  return elements
}

/** A second page for panels with room: details and a code for the phone. */
function details(frame: Frame): Pages {
  const { m, width, height, part, large } = frame
  if (!large) return []
  const qr = Math.round(height * 0.42)
  const size = part(0.05)
  const row = (index: number, text: string, field: string): ElementInput => ({
    type: 'text',
    text,
    x: m,
    y: part(0.34) + index * Math.round(size * 1.7),
    w: width - 3 * m - qr,
    h: Math.round(size * 1.5),
    size,
    minSize: 9,
    ellipsis: true,
    when: [filled(field)],
  })
  const elements: ElementInput[] = [
    ...heading(frame, { top: m, share: 0.22 }).elements.slice(0, 1),
    { type: 'box', x: m, y: part(0.28), w: width - 2 * m, h: 2, fill: 'black' },
    row(0, '{NAME2}', 'NAME2'),
    row(1, '{ORIGIN}', 'ORIGIN'),
    row(2, '{CATEGORY}', 'CATEGORY'),
    row(3, '{UNIT_PRICE:price} / {UNIT}', 'UNIT_PRICE'),
    row(4, '{PRODUCT_CODE}', 'PRODUCT_CODE'),
    {
      type: 'barcode',
      symbology: 'qr',
      value: '{URL}',
      x: width - m - qr,
      y: height - m - qr,
      w: qr,
      h: qr,
      quiet: 2,
      when: [filled('URL')],
    },
  ]
  return [{ elements }]
}

export function shelfPrice(width: number, height: number): Pages {
  const frame = frameOf(width, height)
  const head = heading(frame, { top: frame.m, share: frame.square ? 0.22 : 0.3 })
  const top = frame.square ? head.bottom : frame.m + frame.part(frame.large ? 0.3 : 0.36, 28)
  return [{ elements: [...head.elements, ...priceAndCode(frame, { top, color: 'black', list: false })] }, ...details(frame)]
}

export function promotion(width: number, height: number): Pages {
  const frame = frameOf(width, height)
  const { m, part } = frame
  const band = part(frame.large ? 0.13 : 0.19, 20)
  const size = Math.round(band * 0.62)
  const until = Math.round(width * 0.3)
  const head = heading(frame, { top: band + m - 1, share: frame.square ? 0.1 : frame.large ? 0.2 : 0.26, lines: frame.square ? 1 : 2 })
  const top = frame.square ? head.bottom + 2 : band + m + part(frame.large ? 0.2 : 0.28, 24)
  const elements: ElementInput[] = [
    { type: 'box', x: 0, y: 0, w: width, h: band, fill: 'red' },
    {
      type: 'text',
      text: '{PROMO}',
      x: m,
      y: 0,
      w: width - 2 * m,
      h: band,
      size,
      minSize: 8,
      weight: 800,
      color: 'white',
      valign: 'middle',
      ellipsis: true,
      when: [{ field: 'PROMO_UNTIL', is: 'empty' }],
    },
    {
      type: 'text',
      text: '{PROMO}',
      x: m,
      y: 0,
      w: width - 2 * m - until,
      h: band,
      size,
      minSize: 8,
      weight: 800,
      color: 'white',
      valign: 'middle',
      ellipsis: true,
      when: [filled('PROMO_UNTIL')],
    },
    {
      type: 'text',
      text: '→ {PROMO_UNTIL:date}',
      x: width - m - until,
      y: 0,
      w: until,
      h: band,
      size: Math.round(size * 0.8),
      minSize: 7,
      weight: 600,
      color: 'white',
      align: 'right',
      valign: 'middle',
      when: [filled('PROMO_UNTIL')],
    },
    ...head.elements,
    ...priceAndCode(frame, { top, color: 'red', list: true }),
  ]
  return [{ elements }, ...details(frame)]
}

export function produce(width: number, height: number): Pages {
  const frame = frameOf(width, height)
  const { m, part, square, large } = frame
  const originSize = part(large ? 0.055 : 0.1, 10)
  const nameHeight = part(large ? 0.26 : 0.3, 26)
  const unit = part(large ? 0.09 : 0.13, 12)
  const top = m + nameHeight + originSize + Math.round(m * 1.4)
  const bottom = height - m
  const unitWidth = square ? width - 2 * m : Math.round(width * 0.3)
  const priceBottom = square ? bottom - unit - 4 : bottom
  const elements: ElementInput[] = [
    {
      type: 'text',
      text: '{NAME}',
      x: m,
      y: m,
      w: width - 2 * m,
      h: nameHeight,
      size: part(large ? 0.16 : 0.22, 16),
      minSize: 10,
      weight: 800,
      lines: 2,
      ellipsis: true,
    },
    {
      type: 'text',
      text: '{ORIGIN}',
      x: m,
      y: m + nameHeight + 2,
      w: width - 2 * m,
      h: originSize + 6,
      size: originSize,
      minSize: 7,
      weight: 500,
      color: 'red',
      ellipsis: true,
    },
    {
      type: 'price',
      field: 'PRICE',
      x: m,
      y: top,
      w: square ? width - 2 * m : width - 3 * m - unitWidth,
      h: priceBottom - top,
      size: Math.round((priceBottom - top) / 0.74),
      minSize: 12,
      align: square ? 'right' : 'left',
      valign: 'bottom',
    },
    {
      type: 'text',
      text: '/ {UNIT}',
      x: width - m - unitWidth,
      y: bottom - unit,
      w: unitWidth,
      h: unit + 5,
      size: unit,
      minSize: 8,
      weight: 600,
      align: 'right',
      when: [filled('UNIT')],
    },
  ]
  return [{ elements }, ...details(frame)]
}

export function outOfStock(width: number, height: number): Pages {
  const frame = frameOf(width, height)
  const { m, part, large } = frame
  const band = part(0.34, 34)
  const head = heading(frame, { top: m, share: frame.square ? 0.22 : 0.26 })
  const code = eanBlock(frame, width - 2 * m, part(large ? 0.11 : 0.13, 12))
  const bandTop = Math.min(code.top - band - 4, Math.round(height * (large ? 0.42 : 0.4)))
  const elements: ElementInput[] = [
    ...head.elements.slice(0, 1),
    { type: 'box', x: 0, y: bandTop, w: width, h: band, fill: 'black' },
    {
      type: 'text',
      text: '{PROMO}',
      x: m,
      y: bandTop,
      w: width - 2 * m,
      h: band,
      size: Math.round(band * 0.5),
      minSize: 8,
      weight: 700,
      color: 'white',
      align: 'center',
      valign: 'middle',
      lines: 2,
      ellipsis: true,
      when: [filled('PROMO')],
    },
    {
      type: 'text',
      text: 'SOLD OUT',
      x: m,
      y: bandTop,
      w: width - 2 * m,
      h: band,
      size: Math.round(band * 0.5),
      minSize: 8,
      weight: 800,
      color: 'white',
      align: 'center',
      valign: 'middle',
      when: [{ field: 'PROMO', is: 'empty' }],
    },
    ...code.elements,
  ]
  return [{ elements }]
}
