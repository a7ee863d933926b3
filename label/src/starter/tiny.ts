/** Labels of panels without room for a bar code: name and price, as large as they can be. */
import {
  capitals,
  empty,
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

/** Room between the parts. */
const gap = 4
/** Width from which a price for a unit can be read in one line. */
const unitWidth = 90

interface Parts {
  /** Where it begins, below what stands above it. */
  top: number
  color?: 'black' | 'red'
  /** What stands in the last line. */
  last: (place: { x: number; y: number; w: number; size: number }) => ElementInput[]
}

function nameAndPrice(frame: Frame, { top, color = 'black', last }: Parts): ElementInput[] {
  const { mx, my, inner, height } = frame
  const room = height - my - top
  const name = Math.max(smallest.words, Math.round(room * 0.32))
  const line = inner >= unitWidth ? capitals(smallest.words) + gap : 0
  const first = top + name + gap
  return [
    nameBlock(frame, top, name),
    priceBox({ x: mx, y: first, w: inner, h: height - my - line - first }, { color, valign: 'middle' }),
    ...(line === 0 ? [] : last({ x: mx, y: height - my - capitals(smallest.words), w: inner, size: smallest.words })),
  ]
}

const shelfPrice = (frame: Frame): ElementInput[] => nameAndPrice(frame, { top: frame.my, last: unitLine })
const produce = (frame: Frame): ElementInput[] =>
  nameAndPrice(frame, {
    top: frame.my,
    last: (place) => [words('/ {UNIT}', place, { align: 'right', when: [filled('UNIT')] })],
  })

function promotion(frame: Frame): ElementInput[] {
  const { mx, inner, width, part } = frame
  const band = part(0.16, 18)
  const promo = words(
    '{PROMO}',
    { x: mx, y: 0, w: inner, size: Math.round(band * 0.64) },
    { y: 0, h: band, color: 'white', valign: 'middle', weight: 800, minSize: Math.min(smallest.words, Math.round(band * 0.64)) },
  )
  return [
    { type: 'box', x: 0, y: 0, w: width, h: band, fill: 'red' },
    promo,
    ...nameAndPrice(frame, {
      top: band + gap,
      color: 'red',
      last: (place) => [
        words('{LIST_PRICE:price}', place, {
          align: 'right',
          strike: true,
          minSize: smallest.figures,
          ellipsis: false,
          when: [filled('LIST_PRICE')],
        }),
      ],
    }),
  ]
}

function outOfStock(frame: Frame): ElementInput[] {
  const { mx, my, inner, width, height } = frame
  const name = Math.round(height * 0.4)
  const top = my + name + gap
  const band = height - my - top
  const notice = { x: mx, y: top, w: inner, size: Math.max(smallest.words, Math.min(band, Math.round(inner / 4))) }
  const onBand = { y: top, h: band, minSize: smallest.words, color: 'white', align: 'center', valign: 'middle', lines: 2 } as const
  return [
    nameBlock(frame, my, name),
    { type: 'box', x: 0, y: top, w: width, h: band, fill: 'black' },
    words('{PROMO}', notice, { ...onBand, weight: 700, when: [filled('PROMO')] }),
    // It says so on purpose: a label of what is sold out has no price.
    words('SOLD OUT', notice, { ...onBand, weight: 800, role: 'none', when: [empty('PROMO')] }),
  ]
}

const drawn = new Map([
  ['SHELF_PRICE', shelfPrice],
  ['PROMOTION', promotion],
  ['PRODUCE', produce],
  ['OUT_OF_STOCK', outOfStock],
])
/** Undefined where the panel has room for more, or the layout has no smaller form. */
export function tiny(layoutId: string, width: number, height: number): Pages | undefined {
  const frame = frameOf(width, height)
  const draw = drawn.get(layoutId)
  return frame.shape === 'tiny' && draw !== undefined ? [{ elements: draw(frame) }] : undefined
}
