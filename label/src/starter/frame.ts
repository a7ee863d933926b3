/** Proportions that all starter layouts share, derived from the panel: one rule set instead of a table of near-copies. */
import type { LayoutInput } from '../layout.ts'

export type ElementInput = LayoutInput['pages'][number]['elements'][number]

export interface Frame {
  width: number
  height: number
  /** Margin to the edge. */
  m: number
  /** A length in parts of the height, at least `min`. */
  part: (share: number, min?: number) => number
  /** Taller than it is wide, or nearly: price below the name instead of beside it. */
  square: boolean
  /** Room for more than name, price and code. */
  large: boolean
}

export function frameOf(width: number, height: number): Frame {
  return {
    width,
    height,
    m: Math.max(5, Math.round(Math.min(width, height) * 0.05)),
    part: (share, min = 1) => Math.max(min, Math.round(height * share)),
    square: width / height < 1.2,
    large: width >= 400,
  }
}

/** Modules of an EAN-13 with its quiet zones. */
const eanModules = 113

/** An EAN-13 with its figures below, bottom left, as wide as whole modules allow within `room`. */
export function eanBlock({ m, height }: Frame, room: number, barHeight: number): { elements: ElementInput[]; width: number; top: number } {
  const module = Math.max(1, Math.floor(room / eanModules))
  const width = eanModules * module
  const digits = Math.max(10, Math.min(22, 9 + module * 3))
  const top = height - m - barHeight - digits
  const elements: ElementInput[] = [
    {
      type: 'barcode',
      symbology: 'ean13',
      value: '{BARCODE}',
      x: m - 4 * module,
      y: top,
      w: width,
      h: barHeight,
      when: [{ field: 'BARCODE', is: 'filled' }],
    },
    {
      type: 'text',
      text: '{PRODUCT_CODE}',
      x: m,
      y: height - m - digits + 2,
      w: width - 8 * module,
      h: digits + 4,
      size: digits,
      minSize: 7,
      weight: 500,
    },
  ]
  return { elements, width: width - 8 * module, top }
}
