/** Resolves templates: fields of prInfo by alias name, formatted for the store's language and currency. */
import type { Condition } from './layout.ts'

export interface LabelProduct {
  prCode: string
  prInfo: readonly string[]
}
export interface LabelAlias {
  index: number
  name: string
  key?: boolean
  type?: string
}

/** A value that a layout wants to format but cannot: never drawn as something else. */
export class BadValue extends Error {
  readonly field: string
  constructor(field: string, value: string, wanted: string) {
    super(`${field} is "${value.slice(0, 40)}", which is not a ${wanted}`)
    this.name = 'BadValue'
    this.field = field
  }
}

export interface Fields {
  /** The raw value; empty when the product has none. `scope` is the product meant by names without a number, counted from 0. */
  value(name: string, scope: number): string
  /** A template with everything filled in. */
  fill(template: string, scope: number): string
  /** A price in its parts: what stands before the figure, whole part, cents, what stands after it. */
  price(name: string, scope: number): PriceParts | undefined
  holds(condition: Condition, scope: number): boolean
  products: number
}
export interface PriceParts {
  before: string
  whole: string
  decimal: string
  cents: string
  after: string
}

interface Locale {
  locale: string
  currency: string
}

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()
function formatter<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const known = formatters.get(key)
  if (known !== undefined) return known as T
  const made = make()
  formatters.set(key, made)
  return made
}

/** Digits with an optional sign and fraction; groups of thousands and a comma as decimal sign are understood. */
export function parseNumber(text: string): number | undefined {
  const plain = text.trim().replaceAll(/[\s\u00a0]/g, '')
  if (/^-?\d+(\.\d+)?$/.test(plain)) return Number(plain)
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''))
  if (/^-?\d+,\d{1,2}$/.test(plain)) return Number(plain.replace(',', '.'))
  return undefined
}

/** The wide yen and won signs that some locales prefer are too wide beside large figures. */
const narrow = (text: string) => text.replaceAll('\uffe5', '\u00a5').replaceAll('\uffe6', '\u20a9')

export function createFields(products: readonly LabelProduct[], aliases: readonly LabelAlias[], { locale, currency }: Locale): Fields {
  const slots = new Map(aliases.map((alias) => [alias.name.toUpperCase(), alias]))

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
    return /^[A-Z]{3}$/.test(own) ? own : currency
  }
  function number(name: string, scope: number, wanted: string): number | undefined {
    const text = value(name, scope)
    if (text === '') return undefined
    const parsed = parseNumber(text)
    if (parsed === undefined) throw new BadValue(name, text, wanted)
    return parsed
  }
  const money = (scope: number) => {
    const own = currencyOf(scope)
    return formatter(
      `money ${locale} ${own}`,
      () => new Intl.NumberFormat(locale, { style: 'currency', currency: own, currencyDisplay: 'narrowSymbol' }),
    )
  }
  function formatted(name: string, format: string, scope: number): string {
    if (format === 'price') {
      const amount = number(name, scope, 'price')
      return amount === undefined ? '' : narrow(money(scope).format(amount))
    }
    if (format === 'number') {
      const amount = number(name, scope, 'number')
      return amount === undefined
        ? ''
        : formatter(`number ${locale}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })).format(amount)
    }
    if (format === 'date') return date(name, value(name, scope), locale)
    throw new BadValue(name, format, 'known format')
  }

  return {
    products: products.length,
    value,
    fill: (template, scope) =>
      template.replaceAll(/\{([^{}:]+)(?::([a-z]+))?\}/g, (_, name: string, format?: string) =>
        format === undefined ? value(name, scope) : formatted(name, format, scope),
      ),
    price(name, scope) {
      const amount = number(name, scope, 'price')
      if (amount === undefined) return undefined
      const parts: PriceParts = { before: '', whole: '', decimal: '', cents: '', after: '' }
      for (const part of money(scope).formatToParts(amount)) {
        if (part.type === 'integer' || part.type === 'group' || part.type === 'minusSign') parts.whole += part.value
        else if (part.type === 'decimal') parts.decimal = part.value
        else if (part.type === 'fraction') parts.cents = part.value
        else if (part.type === 'currency') parts[parts.whole === '' ? 'before' : 'after'] = narrow(part.value)
      }
      return parts
    },
    holds({ field, is, value: wanted = '' }, scope) {
      const text = value(field, scope)
      switch (is) {
        case 'filled':
          return text !== ''
        case 'empty':
          return text === ''
        case 'equals':
          return text === wanted
        case 'not-equals':
          return text !== wanted
        case 'greater':
          return (parseNumber(text) ?? Number.NaN) > Number(wanted)
        case 'less':
          return (parseNumber(text) ?? Number.NaN) < Number(wanted)
        case 'matches':
          return new RegExp(wanted, 'u').test(text)
      }
    },
  }
}

/** Dates of files: 2026-11-30, 2026/11/30 or 20261130. */
function date(name: string, text: string, locale: string): string {
  if (text === '') return ''
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(text.trim()) ?? []
  const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (year === undefined || time.getUTCDate() !== Number(day)) throw new BadValue(name, text, 'date')
  return formatter(`date ${locale}`, () => new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric', timeZone: 'UTC' })).format(
    time,
  )
}
