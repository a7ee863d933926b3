/** Resolves templates: fields of prInfo by alias name, formatted for the store's language and currency. */
import { BadValue } from './bad-value.ts'
import { meets } from './conditions.ts'
import { date, money, narrow, percent, plainNumber, priceParts, taxed, unitMoney, type PriceParts } from './formats.ts'
import type { Condition } from './layout.ts'
import { readStored, type NumberWords } from './numbers.ts'
import { short } from './sentences.ts'
import { parseTemplate, type Slot } from './template.ts'

export interface LabelProduct {
  prCode: string
  prInfo: readonly string[]
}
export interface LabelAlias {
  index: number
  name: string
  key?: boolean
  type?: string
  /** The name that it had at first: drawings that read this name mean it, unless another alias has the name by now. */
  origin?: string
}

export interface Fields {
  /** The raw value; empty when the product has none. `scope` is the product meant by names without a number, counted from 0. */
  value(name: string, scope: number): string
  /** A template with everything filled in. */
  fill(template: string, scope: number): string
  /** A price in words, such as `1,89 €`; throws `BadValue` where it is no price, empty where there is none. */
  priceWords(name: string, scope: number): string
  /** A price in its parts: what stands before the figure, whole part, cents, what stands after it. */
  price(name: string, scope: number): PriceParts | undefined
  holds(condition: Condition, scope: number): boolean
  products: number
  /** Whether a text is no number at all; one that could be read in two ways is told when it is drawn. */
  isNoNumber(text: string): boolean
  /** The product code; empty where there is no such product. */
  code(scope: number): string
}

interface Locale {
  locale: string
  currency: string
}

export function createFields(
  products: readonly LabelProduct[],
  aliases: readonly LabelAlias[],
  { locale, currency: defaultCurrency }: Locale,
): Fields {
  const slots = new Map(aliases.flatMap((alias) => (alias.origin === undefined ? [] : [[alias.origin.toUpperCase(), alias]])))
  for (const alias of aliases) slots.set(alias.name.toUpperCase(), alias)

  function value(name: string, scope: number): string {
    const [, number, plain = name] = /^(\d+)\.(.+)$/.exec(name) ?? []
    const product = products[number === undefined ? scope : Number(number) - 1]
    if (product === undefined) return ''
    const alias = slots.get(plain.toUpperCase())
    if (alias === undefined) return plain.toUpperCase() === 'PRODUCT_CODE' ? product.prCode : ''
    return alias.key === true ? product.prCode : (product.prInfo[alias.index] ?? '').trim()
  }
  const currencyOf = (scope: number) => {
    const own = value('CURRENCY', scope).toUpperCase()
    return /^[A-Z]{3}$/.test(own) ? own : defaultCurrency
  }
  const amountOf = (text: string) => {
    const read = readStored(text, { locale })
    return 'plain' in read ? Number(read.plain) : Number.NaN
  }
  /** The number that a value is; throws where it is none, or could be another one. */
  function numberOf(field: string, text: string, words: NumberWords, kind: 'price' | 'number'): number {
    const read = readStored(text, { locale, ...words })
    if ('plain' in read) return Number(read.plain)
    if (read.problem === 'decimals') throw new BadValue('price-decimals', { field, text: short(text), currency: read.currency })
    if (read.problem !== 'two-readings') throw new BadValue(`no-${kind}`, { field, text: short(text) })
    const [one, other] = read.readings
    throw new BadValue('two-readings', { field, text: short(text), one, other })
  }
  function formatted({ field, format, argument }: Slot, scope: number): string {
    const text = value(field, scope)
    if (text === '' || format === undefined) return text
    if (format === 'upper') return text.toLocaleUpperCase(locale)
    if (format === 'date' || format === 'percent') {
      const made = format === 'date' ? date(text, argument, locale) : percent(text, locale)
      if (made === undefined) throw new BadValue(`no-${format}`, { field, text: short(text) })
      return made
    }
    const own = currencyOf(scope)
    // A unit price and one without tax may be finer than the currency's smallest coin.
    const amount = numberOf(
      field,
      text,
      format === 'number' ? {} : { currency: own, finer: format !== 'price' },
      format === 'number' ? 'number' : 'price',
    )
    if (format === 'number') return plainNumber(amount, locale)
    if (format === 'unit') return unitMoney(amount, locale, own)
    const shown = format === 'price' ? amount : taxed(amount, argument, { currency: own, net: format === 'net' })
    return narrow(money(locale, own).format(shown))
  }

  return {
    products: products.length,
    isNoNumber: (text) => {
      const read = readStored(text, { locale })
      return !('plain' in read) && read.problem !== 'two-readings' && read.problem !== 'decimals'
    },
    code: (scope) => products[scope]?.prCode ?? '',
    value,
    fill(template, scope) {
      const pieces = parseTemplate(template)
      if ('translatable' in pieces) throw new BadValue('no-template', { text: short(template), reason: pieces.detail })
      return pieces.map((piece) => (typeof piece === 'string' ? piece : formatted(piece, scope))).join('')
    },
    priceWords: (field, scope) => formatted({ field, format: 'price', argument: '' }, scope),
    price(name, scope) {
      const text = value(name, scope)
      if (text === '') return undefined
      const currency = currencyOf(scope)
      const amount = numberOf(name, text, { currency }, 'price')
      return priceParts(amount, locale, currency)
    },
    holds: (condition, scope) => meets(value(condition.field, scope), condition, amountOf),
  }
}
