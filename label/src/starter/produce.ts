/** Labels without a bar code at their heart: fruit and vegetables by weight, and what is sold out. */
import {
  capitals,
  codeBlock,
  empty,
  filled,
  frameOf,
  largest,
  nameBlock,
  priceBox,
  smallest,
  words,
  type ElementInput,
  type Pages,
} from './frame.ts'
import { details } from './details.ts'

export function produce(width: number, height: number): Pages {
  const frame = frameOf(width, height)
  const { mx, my, inner, part, large, shape } = frame
  const name = part(large ? 0.27 : 0.32)
  const origin = part(large ? 0.065 : 0.1, smallest.words)
  const unit = part(large ? 0.09 : 0.13, 16)
  const originTop = my + name + part(0.03, 4)
  const bottom = height - my
  const unitTop = bottom - capitals(unit)
  const code = codeBlock(frame, part(shape === 'strip' || shape === 'wide' ? 0.2 : 0.13))
  // Beside the code the price has more room than above it only where the panel is much wider than high.
  const beside = shape === 'strip' || shape === 'wide'
  const x = beside ? code.right + 2 : mx
  const w = width - mx - x
  const top = beside ? originTop : originTop + capitals(origin) + part(0.03, 4)
  const end = (shape === 'band' ? Math.min(unitTop, code.top) : unitTop) - part(0.04, 5)
  return [
    {
      elements: [
        nameBlock(frame, my, name, { weight: 800 }),
        words('{ORIGIN}', { x: mx, y: originTop, w: (beside ? code.right : mx + inner) - mx, size: origin }, { weight: 500, color: 'red' }),
        priceBox({ x, y: top, w, h: end - top }, { valign: 'middle' }),
        words(
          '/ {UNIT}',
          { x: shape === 'square' ? mx : code.right, y: unitTop, w: shape === 'square' ? inner : width - mx - code.right, size: unit },
          { weight: 600, align: 'right', minSize: smallest.words, when: [filled('UNIT')] },
        ),
        // A square panel has no room for it.
        ...(shape === 'square' ? [] : code.elements),
      ],
    },
    ...details(frame),
  ]
}

export function outOfStock(width: number, height: number): Pages {
  const frame = frameOf(width, height)
  const { mx, my, inner, part, large, shape } = frame
  const code = codeBlock(frame, part(large ? 0.12 : 0.13))
  const name = part(large ? 0.25 : 0.27)
  const bandTop = my + name + part(0.05)
  const band = code.top - part(0.06) - bandTop
  const notice = { x: mx, y: bandTop, w: inner, size: Math.min(largest, Math.round(band * 0.62)) }
  const onBand = { y: bandTop, h: band, minSize: smallest.words, color: 'white', align: 'center', valign: 'middle' } as const
  const beside = { x: code.right, w: width - mx - code.right }
  const size = part(large ? 0.058 : 0.1, smallest.words)
  const elements: ElementInput[] = [
    nameBlock(frame, my, name, shape === 'square' ? { lines: 3 } : {}),
    { type: 'box', x: 0, y: bandTop, w: width, h: band, fill: 'black' },
    words('{PROMO}', notice, { ...onBand, weight: 700, lines: 2, when: [filled('PROMO')] }),
    // It says so on purpose: a label of what is sold out has no price.
    words('SOLD OUT', notice, { ...onBand, weight: 800, role: 'none', when: [empty('PROMO')] }),
    ...code.elements,
  ]
  if (shape !== 'square') elements.push(words('{NAME2}', { ...beside, y: height - my - capitals(size), size }, { align: 'right' }))
  return [{ elements }, ...(large ? details(frame) : [])]
}
