/** Text of its own in a box, for screens: with line breaks where it says so, as large as it fits or as it is asked for, or a price in its parts. */
import type { BrandFont } from './brand-font.ts'
import type { PriceParts } from './formats.ts'
import type { Glyphs } from './glyph/glyphs.ts'
import { layPrice, type LaidPrice } from './price.ts'
import { capHeight, fitText, offset, type Laid } from './text.ts'
import { createRecorder, type VectorLabel } from './vector.ts'

/** Lengths in pixels. */
export interface Writing {
  text: string
  /** The price that the text is, for a price with small cents. */
  price?: PriceParts | undefined
  width: number
  height: number
  /** Smaller where it does not fit; absent, as large as it fits. */
  size?: number | undefined
  weight: number
  align: 'left' | 'center' | 'right'
  valign: 'top' | 'middle' | 'bottom'
  /** From base line to base line, in parts of what is usual for the typeface. */
  leading: number
  /** Between the text and the edge of its box. */
  padding: number
  locale: string
  /** Of one's own; what it does not have is set in the house's typefaces. */
  font?: BrandFont | undefined
  /** Not broken where it is too wide. */
  oneLine?: boolean | undefined
}
/** A piece of text from the left end of its base line. */
export interface Stretch {
  x: number
  y: number
  width: number
  size: number
}
export interface Written {
  /** In black on white, for `encodeWriting`. */
  label: VectorLabel
  /** Each line, for what strikes it through. */
  lines: Stretch[]
  size: number
}

/** Text is not drawn smaller or larger than this. */
const writingSizes = { smallest: 6, largest: 1000 }
const maxLines = 40
/** Size of sign and cents in parts of the figure's: as layouts have it. */
const smallCents = 0.42

/** Undefined when it does not fit, however small. */
export function drawWriting(glyphs: Glyphs, writing: Writing): Written | undefined {
  const { width, height, padding, align, valign, price } = writing
  const surface = createRecorder(width, height, 'seven', 0)
  const { label } = surface
  const ink = 1
  const room = { width: width - 2 * padding, height: height - 2 * padding }
  const sizeUpTo = Math.min(writing.size ?? writingSizes.largest, writingSizes.largest)
  if (price !== undefined) {
    const laid = largest(sizeUpTo, (size) => layPriceIn(glyphs, price, { ...writing, ...room, size }))
    if (laid === undefined) return undefined
    const rise = laid.size * capHeight
    const y = Math.round(padding + offset(valign, room.height - laid.hang, rise) + rise)
    const x = Math.round(padding + offset(align, room.width, laid.width))
    for (const piece of laid.pieces) glyphs.draw(surface, piece.text, { x: x + piece.x, y: y - piece.rise }, piece.style, ink)
    return { label, size: laid.size, lines: [{ x, y, width: laid.width, size: laid.size }] }
  }
  const laid = largest(sizeUpTo, (size) => layLines(glyphs, { ...writing, ...room, size }))
  if (laid === undefined) return undefined
  const top = padding + offset(valign, room.height, laid.height)
  const lines = laid.lines.map(({ text, style }, index) => {
    const across = text === '' ? 0 : glyphs.width(text, style)
    const at = { x: Math.round(padding + offset(align, room.width, across)), y: Math.round(top + laid.ascent + index * laid.leading) }
    if (text !== '') glyphs.draw(surface, text, at, style, ink)
    return { ...at, width: across, size: laid.size }
  })
  return { label, size: laid.size, lines: lines.filter((line) => line.width > 0) }
}

/** The largest size up to this one that fits. What fits in a size fits in smaller ones, but for a pixel of rounding. */
function largest<Fit>(upTo: number, fits: (size: number) => Fit | undefined): Fit | undefined {
  let [found, over] = [fits(upTo), upTo]
  if (found !== undefined) return found
  for (let under = writingSizes.smallest; under < over;) {
    const size = Math.floor((under + over) / 2)
    const fit = fits(size)
    if (fit === undefined) over = size
    else [found, under] = [fit, size + 1]
  }
  return found
}

type Sized = Omit<Writing, 'size'> & { size: number }
const layPriceIn = (glyphs: Glyphs, price: PriceParts, { width, height, size, weight, locale }: Sized): LaidPrice | undefined =>
  layPrice(glyphs, price, { width, height, size, minSize: size, weight, small: smallCents, locale })

interface LaidLines {
  size: number
  height: number
  ascent: number
  leading: number
  lines: { text: string; style: Laid['style'] }[]
}
function layLines(glyphs: Glyphs, { text, width, height, size, weight, leading, locale, oneLine }: Sized): LaidLines | undefined {
  const lines: LaidLines['lines'] = []
  let [ascent, distance] = [size * capHeight, 0]
  for (const paragraph of text.split('\n')) {
    const allowed = oneLine === true ? 1 : maxLines
    const box = { text: paragraph.trim(), width, height: Infinity, size, minSize: size, weight, lines: allowed, ellipsis: false, locale }
    const laid = fitText(glyphs, box)
    if (laid === undefined || lines.length + laid.lines.length > maxLines) return undefined
    // The first line decides how much room there is above it.
    if (lines.length === 0) ascent = laid.ascent
    distance = Math.max(distance, Math.round(laid.leading * leading))
    lines.push(...laid.lines.map((line) => ({ text: line, style: laid.style })))
  }
  const used = ascent + (lines.length - 1) * distance
  // What descends below the last line has room, too.
  return used + size * descent <= height ? { size, height: used, ascent, leading: distance, lines } : undefined
}
/** Of letters such as g below the base line, in parts of the size. */
const descent = 0.2
