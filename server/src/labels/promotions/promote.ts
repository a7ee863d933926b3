/** A product as a promotion shows it: other values, a price worked out of its own, and what goes with that price. */
import type { LeftOutReason, PriceRule } from '@endcap/contract/promotions'
import { meantAliases, type StoredAlias } from '../../catalogue/aliases/aliases.service.ts'
import { inProportion, promotedPrice } from './promotion-price.ts'

/** What a promotion does, and how its store reads numbers. */
export interface Effect {
  changes: readonly { index: number; value: string }[]
  price: PriceRule | null
  oldPrice: boolean
  locale: string
  currency: string
}
export type Promoted = { prInfo: string[]; leftOut?: undefined } | { leftOut: LeftOutReason }

/** The currency of a product: its own, or the store's. */
export function currencyOf(prInfo: readonly string[], aliases: readonly StoredAlias[], currency: string): string {
  const slot =
    aliases.find(({ name }) => name.toUpperCase() === 'CURRENCY') ?? aliases.find(({ origin }) => origin?.toUpperCase() === 'CURRENCY')
  const own = (slot === undefined ? '' : (prInfo[slot.index] ?? '')).trim().toUpperCase()
  return /^[A-Z]{3}$/.test(own) ? own : currency
}

/** Left out as a whole where its price cannot be worked out or would not be lower: no word of the promotion stands beside another price. */
export function promoteProduct(prInfo: readonly string[], effect: Effect, aliases: readonly StoredAlias[]): Promoted {
  const values = new Map<number, string>()
  if (effect.price !== null) {
    const { price, listPrice, unitPrice, taxPrice } = meantAliases(aliases)
    if (price === undefined) return { leftOut: 'no-price' }
    const words = { locale: effect.locale, currency: currencyOf(prInfo, aliases, effect.currency) }
    const before = prInfo[price.index] ?? ''
    const made = promotedPrice(before, effect.price, words)
    if ('leftOut' in made) return made
    values.set(price.index, made.price)
    for (const companion of [unitPrice, taxPrice]) {
      const own = companion === undefined ? '' : (prInfo[companion.index] ?? '').trim()
      if (companion === undefined || own === '' || effect.changes.some(({ index }) => index === companion.index)) continue
      const fitting = inProportion(own, { before, after: made.price, ...words })
      if (fitting === undefined) return { leftOut: 'companion' }
      values.set(companion.index, fitting)
    }
    if (effect.oldPrice && listPrice !== undefined) values.set(listPrice.index, before)
  }
  for (const { index, value } of effect.changes) values.set(index, value)
  const length = Math.max(prInfo.length, ...[...values.keys()].map((index) => index + 1))
  return { prInfo: Array.from({ length }, (_, index) => values.get(index) ?? prInfo[index] ?? '') }
}
