/** Proportions that all starter layouts share, derived from the panel: one rule set instead of a table of near-copies. */
import type { LayoutInput } from '../layout.ts'

export type Pages = LayoutInput['pages']
export type ElementInput = Pages[number]['elements'][number]
type Condition = NonNullable<ElementInput['when']>[number]
export type LeafInput = Exclude<ElementInput, { type: 'repeat' }>
type Text = Extract<ElementInput, { type: 'text' }>

/** Sizes below which a text cannot be read on paper ink: figures and Latin letters, and words that may be Japanese or Korean. */
export const smallest = { figures: 11, words: 12 }

/** The format's largest text. */
export const largest = 600

export interface Frame {
  width: number
  height: number
  /** Margins to the sides, and above and below. The sides leave a bar code its quiet zone. */
  mx: number
  my: number
  /** Width between the margins. */
  inner: number
  /** A length in parts of the height, at least `min`. */
  part: (share: number, min?: number) => number
  /**
   * How the price finds the most room. `square`: name, price, code below each other, also upright. `strip`: price right of the code.
   * `band`: a large panel with the price across its whole width. `wide`: a large panel with the price right of the code.
   * `tiny`: no room for a bar code.
   */
  shape: 'tiny' | 'square' | 'strip' | 'band' | 'wide'
  /** Room for more than name, price and code. */
  large: boolean
  /** Pixels of a bar code's narrowest bar. */
  module: number
}

/** Modules of an EAN-13, of its bars alone and of the quiet zone on each side. */
export const ean = { bars: 95, quiet: 9 }

/** Least sides of a panel with room for more, and of one with room for a bar code. */
const [wideLarge, highLarge] = [400, 200]
const [wideCode, highCode] = [ean.bars + 2 * ean.quiet, 100]

export function frameOf(width: number, height: number): Frame {
  const large = width >= wideLarge && height >= highLarge
  const ratio = width / height
  const module = Math.max(1, Math.floor((width * (width < 500 && large && ratio < 1.5 ? 0.6 : 0.42)) / (ean.bars + 2 * ean.quiet)))
  const my = large ? Math.round(Math.min(width, height) * 0.045) : Math.max(5, Math.round(height * 0.045))
  const isTiny = width < wideCode || height < highCode
  const mx = isTiny ? my : Math.max(my, ean.quiet * module)
  return {
    width,
    height,
    mx,
    my,
    inner: width - 2 * mx,
    part: (share, min = 1) => Math.max(min, Math.round(height * share)),
    shape: isTiny ? 'tiny' : large ? (ratio < 1.5 ? 'band' : 'wide') : ratio < 1.5 ? 'square' : 'strip',
    large,
    module,
  }
}

export const filled = (field: string): Condition => ({ field, is: 'filled' })
export const empty = (field: string): Condition => ({ field, is: 'empty' })

/** From the top of capitals to the base line. */
export const capitals = (size: number): number => Math.ceil(size * 0.74)

/** A line of words whose capitals begin at `y`: it shrinks on its base line to what is legible, then it is cut. */
export function words(text: string, place: { x: number; y: number; w: number; size: number }, more: Partial<Text> = {}): Text {
  const { x, y, w, size } = place
  return {
    type: 'text',
    text,
    x,
    y: y + capitals(size) - size,
    w,
    h: size,
    size,
    minSize: Math.min(size, Math.max(smallest.words, Math.round(size * 0.6))),
    valign: 'bottom',
    ellipsis: true,
    ...more,
  }
}

/** The name fills its block: short ones in one large line, long ones in several. */
export function nameBlock({ mx, inner }: Pick<Frame, 'mx' | 'inner'>, y: number, h: number, more: Partial<Text> = {}): Text {
  const size = Math.min(largest, Math.max(smallest.words, Math.floor(h / 0.94)))
  return {
    type: 'text',
    text: '{NAME}',
    x: mx,
    y,
    w: inner,
    h,
    size,
    minSize: smallest.words,
    weight: 700,
    lines: 2,
    ellipsis: true,
    role: 'name',
    ...more,
  }
}

export interface CodeBlock {
  elements: LeafInput[]
  /** Where the code ends at its right, quiet zone included, and begins at its top. */
  right: number
  top: number
}

/** An EAN with its figures centred below; bars begin at the margin. Eight figures are an EAN-8. */
export function codeBlock(
  { mx, height, my, module: defaultModule }: Frame,
  barHeight: number,
  { bottom = height - my, module = defaultModule }: { bottom?: number; module?: number } = {},
): CodeBlock {
  const size = Math.max(smallest.figures, Math.min(24, 7 + module * 4))
  const figures = capitals(size)
  const top = bottom - figures - 3 - barHeight
  const [bars, quiet] = [ean.bars * module, ean.quiet * module]
  const box = { value: '{BARCODE}', x: mx - quiet, y: top, w: bars + 2 * quiet, h: barHeight }
  return {
    elements: [
      { type: 'barcode', symbology: 'ean13', ...box, when: [{ field: 'BARCODE', is: 'matches', value: '^(?:\\d{1,7}$|\\d{9}|\\d*\\D)' }] },
      { type: 'barcode', symbology: 'ean8', ...box, align: 'center', when: [{ field: 'BARCODE', is: 'matches', value: '^\\d{8}$' }] },
      words(
        '{PRODUCT_CODE}',
        { x: mx, y: bottom - figures, w: bars, size },
        { minSize: smallest.figures, align: 'center', ellipsis: false },
      ),
    ],
    right: mx + bars + quiet,
    top,
  }
}

/** What a unit costs, or only the unit where that is not known. */
export function unitLine(place: { x: number; y: number; w: number; size: number }, more: Partial<Text> = {}): Text[] {
  const line = (text: string, when: Condition[]) =>
    words(text, place, { align: 'right', minSize: Math.min(place.size, smallest.words), ellipsis: false, ...more, when })
  return [
    line('{UNIT_PRICE:unit} / {UNIT}', [filled('UNIT_PRICE'), filled('UNIT')]),
    line('{UNIT_PRICE:unit}', [filled('UNIT_PRICE'), empty('UNIT')]),
    line('{UNIT}', [empty('UNIT_PRICE')]),
  ]
}

/** A price as large as its box allows. */
export function priceBox(
  place: { x: number; y: number; w: number; h: number },
  more: Partial<Extract<ElementInput, { type: 'price' }>> = {},
): LeafInput {
  const size = Math.min(largest, Math.max(smallest.figures, Math.floor(place.h / 0.73)))
  return {
    type: 'price',
    field: 'PRICE',
    ...place,
    size,
    minSize: Math.min(size, 18),
    align: 'right',
    valign: 'bottom',
    role: 'price',
    ...more,
  }
}
