/** What texts, shapes, codes, clocks and tickers of slides show for the product of their place, and how a plan names their pictures. */
import { createHash } from 'node:crypto'
import type { DeviceCaps } from '@endcap/contract/device-report'
import type { Manifest } from '@endcap/contract/player'
import type { NotDrawn } from '@endcap/contract/drawn'
import { BadValue } from '@endcap/label/bad-value'
import { createFields, type Fields } from '@endcap/label/fields'
import type { PriceParts } from '@endcap/label/formats'
import { isBlank } from '@endcap/label/roles'
import { slotsOf, type Slot } from '@endcap/label/template'
import { noSlot } from '@endcap/signage/drawn'
import type { Moves } from '@endcap/signage/moving'
import type { SlideObject } from '@endcap/signage/shows'
import { cardType, cardUrl } from './cards.ts'
import { isKnown, lackOf, type Drawn, type Known, type Placed } from './plan-products.ts'

/** What an object shows; shapes and clocks have no text. */
export interface Shown {
  text: string
  price?: PriceParts | undefined
}
export const isShown = (shown: Shown | NotDrawn): shown is Shown => typeof shown !== 'string'

/** Addresses of pictures have sides of four digits. */
const longestSide = 9999

/**
 * Says of objects what they show for the product of their place, or why they are not there. Nothing stands for a value that is missing: a text
 * without its product, without its price, or with a figure that is none is not drawn at all.
 */
export function createShower(products: readonly Placed[], words: Drawn): (object: SlideObject) => Shown | NotDrawn {
  const { aliases, ...locale } = words
  const read = ({ prCode, prInfo, ...rest }: Known) => ({
    lack: lackOf({ prCode, prInfo, ...rest }, words),
    fields: createFields([{ prCode, prInfo }], aliases, locale),
  })
  const bySlot = new Map(products.filter(isKnown).map((product) => [String(product.slot), read(product)]))
  /** Of which nothing may be missing: all but the texts that there are. */
  const texts = new Set(aliases.filter(({ type }) => type !== 'price').map(({ name }) => name.toUpperCase()))

  return ({ id, text, code, clock, ticker, width, height }) => {
    if (Math.max(width, height) > longestSide) return 'no-room'
    const template = clock === undefined ? (text?.text ?? code?.value) : undefined
    if (template === undefined) return { text: '' }
    // What runs through is one line.
    const lineOf = (words: string) => (ticker === undefined ? words : words.trim().replaceAll(/\s+/g, ' ')).normalize('NFC')
    const slots = slotsOf(template)
    const conditions = text?.when ?? []
    if (slots.length === 0 && conditions.length === 0) return isBlank(template) ? 'empty' : { text: lineOf(template) }
    const product = id === noSlot ? undefined : bySlot.get(id)
    if (product === undefined) return 'no-product'
    if (product.lack !== undefined) return 'left-out'
    const { fields } = product
    try {
      if (!conditions.every((condition) => fields.holds(condition, 0))) return 'not-met'
      const needed = slots.filter((slot) => isFormatted(slot) || !texts.has(slot.field.toUpperCase()))
      if (needed.some(({ field }) => isBlank(fields.value(field, 0)))) return 'no-value'
      const filled = lineOf(fields.fill(template, 0))
      const price = text?.smallCents === true && ticker === undefined ? priceIn(template, fields) : undefined
      return isBlank(filled) ? 'no-value' : { text: filled, price }
    } catch (error) {
      if (error instanceof BadValue) return 'no-value'
      throw error
    }
  }
}
/** Prices, numbers and dates: without them the words around them say something else. */
const isFormatted = ({ format }: Slot): boolean => format !== undefined && format !== 'upper'

/** The price that a template is, where it is nothing else. */
function priceIn(template: string, fields: Fields): PriceParts | undefined {
  const [only, ...others] = slotsOf(template)
  const isAlone = only?.format === 'price' && others.length === 0 && /^\s*\{[^}]*\}\s*$/.test(template)
  return isAlone ? fields.price(only.field, 0) : undefined
}

/** A picture for each of the objects that there is something to show of. Players of an older server show no SVG. */
export function drawnCardsOf(
  { vectorCards }: Pick<DeviceCaps, 'vectorCards'>,
  drawn: readonly { number: number; object: SlideObject }[],
  products: readonly Placed[],
  words: Drawn & { timeZone: string },
): Manifest['cards'] {
  if (!vectorCards || drawn.length === 0) return []
  const shownBy = createShower(products, words)
  return drawn.flatMap(({ number, object }) => {
    const shown = shownBy(object)
    if (!isShown(shown)) return []
    const { text, shape, code, radius } = object
    const place = { slot: number, width: Math.round(object.width), height: Math.round(object.height) }
    const moves = movesOf(object, words)
    const rev = createHash('sha256')
      .update(JSON.stringify([shown, text, shape, code, radius, words.locale, moves]))
      .digest('base64url')
      .slice(0, 16)
    return [{ ...place, url: cardUrl({ ...place, look: 'label', rev }), type: cardType('screen'), ...(moves !== undefined && { moves }) }]
  })
}

/** What the display does itself; `timeZone`: its own. */
export function movesOf(
  { text, clock, ticker }: SlideObject,
  { locale, timeZone }: { locale: string; timeZone: string },
): Moves | undefined {
  if (ticker !== undefined) return { kind: 'ticker', ...ticker }
  if (clock === undefined) return undefined
  return { kind: 'clock', ...clock, locale, timeZone, align: text?.align ?? 'left', padding: text?.padding ?? 0 }
}
