/** Lays a price out in its parts: symbol and cents small and raised, the figure as large as it fits. */
import type { PriceParts } from './formats.ts'
import type { Glyphs, Style } from './glyph/glyphs.ts'
import { capHeight, nextSize } from './text.ts'

export interface PriceBox {
  width: number
  height: number
  size: number
  minSize: number
  weight: number
  /** Size of symbol and cents in parts of the figure's. */
  small: number
  locale: string
}
export interface LaidPrice {
  /** Of the figure, and of the smallest part. */
  size: number
  smallest: number
  width: number
  /** What hangs below the base line. */
  hang: number
  /** Each `x` pixels from the left and `rise` above the base line. */
  pieces: { text: string; x: number; rise: number; style: Style }[]
}

/** Cents and currency signs are not drawn smaller than this. */
const smallestMinor = 11

/** Undefined when the price does not fit even at its smallest size. */
export function layPrice(glyphs: Glyphs, parts: PriceParts, box: PriceBox): LaidPrice | undefined {
  const { weight, locale, small } = box
  const figure = parts.whole + parts.decimal
  for (let size = box.size; size >= box.minSize;) {
    // A comma hangs below the base line.
    const hang = /[,;]/.test(figure) ? size * 0.2 : 0
    if (size * capHeight + hang > box.height) {
      size--
      continue
    }
    const minor = Math.min(size, Math.max(smallestMinor, Math.round(size * small)))
    const gap = Math.max(1, Math.round(size * 0.05))
    const big: Style = { size, weight, locale }
    const little: Style = { size: minor, weight: Math.min(weight, 700), locale }
    const cents: Style = { ...little, weight }
    const width = (text: string, style: Style) => (text === '' ? 0 : glyphs.width(text, style))
    const before = width(parts.before, little) + (parts.before === '' ? 0 : gap)
    const figureWidth = width(figure, big)
    // Cents and the sign of the currency stand one above the other where the figure is high enough, which leaves it more room.
    const [centsWidth, afterWidth] = [width(parts.cents, cents), width(parts.after, little)]
    const stacked = parts.cents !== '' && 2 * minor * capHeight + 2 <= size * capHeight
    const aside = stacked || centsWidth === 0 || afterWidth === 0 ? 0 : centsWidth + gap
    const column = aside === 0 ? Math.max(centsWidth, afterWidth) : aside + afterWidth
    const total = before + figureWidth + (column === 0 ? 0 : column + gap)
    if (total > box.width) {
      size = nextSize(size, box.width / total)
      continue
    }
    const raised = Math.round((size - minor) * capHeight)
    const behind = before + figureWidth + gap
    return {
      size,
      smallest: parts.before + parts.cents + parts.after === '' ? size : minor,
      width: total,
      hang,
      pieces: [
        { text: parts.before, x: 0, rise: raised, style: little },
        { text: figure, x: before, rise: 0, style: big },
        { text: parts.cents, x: behind, rise: raised, style: cents },
        { text: parts.after, x: behind + aside, rise: parts.cents === '' ? raised : 0, style: little },
      ],
    }
  }
  return undefined
}
