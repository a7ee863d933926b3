/** Price labels of one product: the everyday price, and the promotion with the old price struck through. */
import {
  capitals,
  codeBlock,
  filled,
  frameOf,
  nameBlock,
  priceBox,
  smallest,
  unitLine,
  words,
  type ElementInput,
  type Frame,
  type Pages,
} from './frame.ts'
import { details } from './details.ts'

interface Lower {
  /** Where the head ends. */
  top: number
  color: 'black' | 'red'
  /** The old price, struck through, beside or above the new one. */
  list: boolean
}

function oldPrice(place: { x: number; y: number; w: number; size: number }, align: 'left' | 'right'): ElementInput {
  return words('{LIST_PRICE:price}', place, {
    minSize: Math.min(place.size, smallest.figures),
    ellipsis: false,
    weight: 500,
    strike: true,
    align,
    when: [filled('LIST_PRICE')],
  })
}

/** Small and twice as wide as high: code and second name left, price right. */
function strip(frame: Frame, { top, color, list }: Lower): ElementInput[] {
  const { mx, my, width, height, part } = frame
  const code = codeBlock(frame, part(list ? 0.17 : 0.2))
  const unit = part(0.1, smallest.words)
  const x = code.right + 2
  const w = width - mx - x
  const bottom = height - my - capitals(unit)
  const beside = { x: mx, y: top, w: code.right - mx }
  const old = part(0.14, 16)
  return [
    ...code.elements,
    ...(list
      ? [oldPrice({ x: mx + 3, y: Math.min(top + 4, code.top - capitals(old) - 3), w: beside.w - 14, size: old }, 'left')]
      : [words('{NAME2}', { ...beside, size: part(0.1, smallest.words) })]),
    priceBox({ x, y: top, w, h: bottom - 5 - top }, { color, valign: 'middle' }),
    ...unitLine({ x, y: bottom, w, size: unit }),
  ]
}

/** As high as wide: price below the name, code below the price. */
function square(frame: Frame, { top, color, list }: Lower): ElementInput[] {
  const { mx, my, inner, height, part } = frame
  const code = codeBlock(frame, part(0.13))
  const unit = smallest.words
  if (!list) {
    const bottom = code.top - 6 - unit
    return [
      ...code.elements,
      priceBox({ x: mx, y: top, w: inner, h: bottom - 3 - top }, { color }),
      ...unitLine({ x: mx, y: bottom, w: inner, size: unit }),
    ]
  }
  // With the old price above the new one there is no room for both the code's figures and the unit price: a scanner needs no figures.
  const bars = code.elements.filter(({ type }) => type === 'barcode')
  const old = 14
  const below = top + capitals(old) + 5
  return [
    ...bars,
    oldPrice({ x: mx + 3, y: top, w: inner - 6, size: old }, 'right'),
    priceBox({ x: mx, y: below, w: inner, h: code.top - 7 - below }, { color }),
    ...unitLine({ x: mx, y: height - my - capitals(unit), w: inner, size: unit }),
  ]
}

/** Second name and origin, or second name and old price, between name and price. */
function between({ mx, inner, part }: Frame, y: number, list: boolean): ElementInput[] {
  const size = part(0.058, 14)
  const right = Math.round(inner * 0.4)
  const place = { x: mx + inner - right, w: right }
  const second = list ? Math.round(part(0.078) * 0.73) - Math.round(size * 0.73) : 0
  return [
    words('{NAME2}', { x: mx, y: y + second, w: inner - right - mx, size }, { weight: 500 }),
    list
      ? oldPrice({ ...place, x: place.x - 4, y, size: part(0.078) }, 'right')
      : words('{ORIGIN}', { ...place, y, size }, { align: 'right' }),
  ]
}

/** Large: a line with more about the product, and a price that takes what is left. */
function large(frame: Frame, { top, color, list }: Lower): ElementInput[] {
  const { mx, my, inner, width, height, part, shape } = frame
  const code = codeBlock(frame, part(shape === 'wide' ? 0.2 : 0.11))
  const unit = part(0.065)
  const line = part(list ? 0.078 : 0.058, 14)
  const thick = height < 400 ? 1 : 2
  const rule = top + Math.round(line * 1.05) + part(0.012)
  const first = rule + thick + part(0.025)
  const bottom = height - my - capitals(unit)
  const x = shape === 'wide' ? code.right : mx
  const end = shape === 'wide' ? bottom - part(0.025) : code.top - part(0.03)
  const beside = code.right + Math.round(mx / 2)
  return [
    ...between(frame, top, list),
    { type: 'box', x: mx, y: rule, w: inner, h: thick, fill: 'black' },
    ...code.elements,
    priceBox({ x, y: first, w: width - mx - x, h: end - first }, { color, valign: 'middle' }),
    ...unitLine({ x: beside, y: bottom, w: width - mx - beside, size: unit }, { weight: 500 }),
  ]
}

function lower(frame: Frame, parts: Lower): ElementInput[] {
  if (frame.large) return large(frame, parts)
  return frame.shape === 'square' ? square(frame, parts) : strip(frame, parts)
}

export function shelfPrice(width: number, height: number): Pages {
  const frame = frameOf(width, height)
  const { my, part, shape } = frame
  const name = part({ tiny: 0.3, square: 0.27, strip: 0.32, band: 0.21, wide: 0.25 }[shape])
  const head = nameBlock(frame, my, name, shape === 'square' ? { lines: 3 } : {})
  const top = my + name + part(frame.large ? 0.02 : 0.03, 4)
  return [{ elements: [head, ...lower(frame, { top, color: 'black', list: false })] }, ...details(frame)]
}

/** Room for a day and a month in the smallest figures. */
const shortDate = 56

export function promotion(width: number, height: number): Pages {
  const frame = frameOf(width, height)
  const { mx, my, part, shape, inner } = frame
  const band = part(frame.large ? 0.14 : shape === 'square' ? 0.15 : 0.18, 22)
  const size = Math.round(band * 0.64)
  const until = Math.max(shortDate, Math.round(inner * (shape === 'square' ? 0.42 : 0.34)))
  const name = part({ tiny: 0.2, square: 0.12, strip: 0.23, band: 0.17, wide: 0.19 }[shape])
  const head = nameBlock(frame, band + Math.max(5, Math.round(my * 0.7)), name, { lines: shape === 'square' ? 1 : 2 })
  const top = head.y + name + part(frame.large ? 0.02 : 0.03, 4)
  const onBand = { y: 0, h: band, color: 'white', valign: 'middle' } as const
  const promo = (w: number, when: NonNullable<ElementInput['when']>): ElementInput =>
    words('{PROMO}', { x: mx, y: 0, w, size }, { ...onBand, weight: 800, minSize: smallest.words, when })
  const elements: ElementInput[] = [
    { type: 'box', x: 0, y: 0, w: width, h: band, fill: 'red' },
    promo(inner, [{ field: 'PROMO_UNTIL', is: 'empty' }]),
    promo(inner - until, [filled('PROMO_UNTIL')]),
    words(
      '→ {PROMO_UNTIL:date}',
      { x: mx + inner - until, y: 0, w: until, size: Math.max(smallest.words, Math.round(size * 0.85)) },
      { ...onBand, weight: 600, align: 'right', minSize: smallest.figures, ellipsis: false, when: [filled('PROMO_UNTIL')] },
    ),
    head,
    ...lower(frame, { top, color: 'red', list: true }),
  ]
  return [{ elements }, ...details(frame)]
}
