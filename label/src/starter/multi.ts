/** One label for several products: as many rows as there are products, each as large as that allows. */
import {
  capitals,
  codeBlock,
  ean,
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
  type LeafInput,
  type Pages,
} from './frame.ts'

/** Below this a row has no room for a name and a price that can be read from a step away. */
const lowestRow = 38
const maxRows = 8

export function multi(width: number, height: number): Pages {
  const frame = frameOf(width, height)
  const rowsThatFit = Math.min(maxRows, Math.max(2, Math.floor(height / lowestRow / (frame.large ? 1.6 : isNarrow(frame) ? 1.2 : 1))))
  const elements: ElementInput[] = []
  for (let count = 1; count <= rowsThatFit; count++) elements.push(...rows(frame, count, count === rowsThatFit))
  return [{ elements }]
}

/** Name and price have no room beside each other. */
const isNarrow = ({ shape, width, height }: Frame): boolean => shape === 'square' || (shape === 'tiny' && width < 1.5 * height)
const rowFor = (frame: Frame, row: number): LeafInput[] =>
  isNarrow(frame) ? narrowRow(frame, row) : frame.shape === 'tiny' ? lowRow(frame, row) : rowOf(frame, row)

/** The drawing for exactly `count` products; the last one also takes labels with more than it has rows for. */
function rows(frame: Frame, count: number, last: boolean): ElementInput[] {
  const { mx, inner, height } = frame
  const when = [filled(`${count}.PRODUCT_CODE`), ...(last ? [] : [empty(`${count + 1}.PRODUCT_CODE`)])]
  const row = Math.floor(height / count)
  const lines = Array.from({ length: count - 1 }, (_, index): ElementInput => {
    return { type: 'box', x: mx, y: (index + 1) * row, w: inner, h: 1, fill: 'black', when }
  })
  return [...lines, { type: 'repeat', count, dx: 0, dy: row, elements: rowFor(frame, row), when }]
}

/** The more room a row has, the more of its product it tells: code, unit price, second name, bar code. */
function rowOf(frame: Frame, row: number): LeafInput[] {
  const { mx, inner, width, height, large } = frame
  const pad = Math.max(4, Math.min(frame.my, Math.round(row * 0.09)))
  const bottom = row - pad
  const priceWidth = Math.round(inner * 0.44)
  const x = width - mx - priceWidth
  const left = inner - priceWidth - Math.max(6, Math.round(mx / 2))
  const unit = Math.max(smallest.words, Math.min(Math.round(height * 0.065), Math.round(row * 0.17)))
  const tall = row >= 56
  const unitTop = bottom - capitals(unit)
  const priceHeight = (tall ? unitTop - Math.max(3, Math.round(row * 0.05)) : bottom) - pad
  const elements: LeafInput[] = [priceBox({ x, y: pad, w: priceWidth, h: priceHeight }, { valign: 'middle' })]
  if (tall) elements.push(...unitLine({ x, y: unitTop, w: priceWidth, size: unit }))
  const bars = large && row >= 100
  // Two narrow bars of a code are wide enough only where half the panel is.
  // Upright, a row has room enough below each other for a price as wide as its place.
  const beside = height > width ? Math.floor((x - mx) / (ean.bars + ean.quiet)) : frame.module
  const module = Math.max(1, Math.min(frame.module, beside, Math.floor(row / 100)))
  const figures = Math.max(smallest.figures, Math.min(20, Math.round(row * 0.16)))
  const code = bars ? codeBlock(frame, Math.round(row * 0.2), { bottom, module }) : undefined
  const foot = code?.top ?? bottom - capitals(figures)
  const second = row >= 130 ? Math.max(smallest.words, Math.min(Math.round(height * 0.05), Math.round(row * 0.11))) : 0
  const gap = Math.max(3, Math.round(row * 0.05))
  const nameRoom = foot - pad - gap - (second > 0 ? capitals(second) + gap : 0)
  // Names of about the same size in all rows, even where one is short.
  const block = nameBlock(frame, pad, nameRoom)
  elements.push({ ...block, w: left, size: Math.max(smallest.words, Math.min(block.size, Math.round(row * 0.3))) })
  if (second > 0) elements.push(words('{NAME2}', { x: mx, y: foot - gap - capitals(second), w: left, size: second }))
  if (code !== undefined) elements.push(...code.elements)
  else elements.push(words('{PRODUCT_CODE}', { x: mx, y: foot, w: left, size: figures }, { minSize: smallest.figures, ellipsis: false }))
  return elements
}

/** On a panel as high as wide name and price stand below each other, and nothing else has room. */
function narrowRow({ mx, inner }: Frame, row: number): LeafInput[] {
  const pad = 5
  const name = row >= 64 ? 26 : 14
  const top = pad + name + 4
  return [{ ...nameBlock({ mx, inner }, pad, name), lines: row >= 64 ? 2 : 1 }, priceBox({ x: mx, y: top, w: inner, h: row - pad - top })]
}

/** Where no bar code has room, name and price alone stand beside each other. */
function lowRow({ mx, inner, width }: Frame, row: number): LeafInput[] {
  const pad = 4
  const price = Math.round(inner * 0.5)
  const h = row - 2 * pad
  const block = nameBlock({ mx, inner: inner - price - pad }, pad, h)
  return [
    { ...block, size: Math.max(smallest.words, Math.min(block.size, 18)) },
    priceBox({ x: width - mx - price, y: pad, w: price, h }, { valign: 'middle' }),
  ]
}
