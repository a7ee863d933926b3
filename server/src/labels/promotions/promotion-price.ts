/**
 * The price of a product in a promotion, worked out of the one that the product has. All in whole coins of its currency, without floating
 * point, and rounded down: what is promised off is never less. What cannot be worked out is left out, and the product keeps its own price.
 */
import type { LeftOutReason, PriceRule, Rounding } from '@endcap/contract/promotions'
import { coinsOf, readStored } from '@endcap/label/numbers'

/** An amount as digits and how many of them stand behind the point: 1.99 is 199 and 2. */
interface Exact {
  digits: bigint
  scale: number
}
const power = (count: number): bigint => 10n ** BigInt(count)
function exactOf(plain: string): Exact {
  const [whole = '', behind = ''] = plain.split('.')
  return { digits: BigInt(whole + behind), scale: behind.length }
}
function toPlain(digits: bigint, scale: number): string {
  if (scale === 0) return String(digits)
  const text = String(digits).padStart(scale + 1, '0')
  return `${text.slice(0, -scale)}.${text.slice(-scale)}`
}
/** In so many decimals; finer ones are cut off. */
const coinsIn = ({ digits, scale }: Exact, decimals: number): bigint =>
  scale <= decimals ? digits * power(decimals - scale) : digits / power(scale - decimals)

/** The highest price with this ending that is not above these coins; below zero where there is none. */
function roundDown(coins: bigint, rounding: Rounding, decimals: number): bigint {
  if (rounding === 'whole') return coins - (coins % power(decimals))
  if (rounding === 'coin') return coins
  const step = rounding === 'nine' ? 10n : 100n
  return ((coins + 1n) / step) * step - 1n
}

/** How a store reads the numbers of a product. */
interface Words {
  locale: string
  currency: string
}
export type PromotedPrice = { price: string } | { leftOut: LeftOutReason }

/** Answers a plain number with the currency's decimals. */
export function promotedPrice(text: string, rule: PriceRule, { locale, currency }: Words): PromotedPrice {
  const read = readStored(text, { locale, currency })
  if (!('plain' in read)) return { leftOut: 'no-price' }
  const { decimals } = coinsOf(currency)
  const before = coinsIn(exactOf(read.plain), decimals)
  if (before <= 0n) return { leftOut: 'no-price' }
  const after = lowered(before, rule, currency, decimals)
  if (after === undefined) return { leftOut: 'no-amount' }
  if (after <= 0n) return { leftOut: 'nothing-left' }
  if (after >= before) return { leftOut: 'not-lower' }
  return { price: toPlain(after, decimals) }
}

function lowered(before: bigint, rule: PriceRule, currency: string, decimals: number): bigint | undefined {
  if (rule.kind === 'percent') {
    const { digits, scale } = exactOf(rule.percent)
    const whole = 100n * power(scale)
    return roundDown((before * (whole - digits)) / whole, rule.rounding[currency] ?? 'coin', decimals)
  }
  const given = rule.amounts[currency]
  if (given === undefined) return undefined
  const amount = coinsIn(exactOf(given), decimals)
  return rule.kind === 'amount' ? amount : roundDown(before - amount, rule.rounding[currency] ?? 'coin', decimals)
}

interface Companion extends Words {
  /** The price that the product has, and the one of the promotion. */
  before: string
  after: string
}
/** A price that goes with the other one, in the same proportion, to the nearest digit; undefined where it is no number. */
export function inProportion(text: string, { before, after, locale, currency }: Companion): string | undefined {
  const words = { locale, currency, finer: true }
  const [own, was] = [readStored(text, words), readStored(before, words)]
  if (!('plain' in own) || !('plain' in was)) return undefined
  const [value, old, next] = [exactOf(own.plain), exactOf(was.plain), exactOf(after)]
  const scale = Math.max(value.scale, coinsOf(currency).decimals)
  const above = value.digits * next.digits * power(scale + old.scale)
  const below = old.digits * power(value.scale + next.scale)
  return below <= 0n || value.digits < 0n ? undefined : toPlain((2n * above + below) / (2n * below), scale)
}
