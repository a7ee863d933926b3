/** Numbers, money and dates in the language of a store. */
import { coinsOf, readStored } from './numbers.ts'

/** Answers what gives the formatter of a key, and makes each once: that takes long. */
function remembered<T>(): (key: string, make: () => T) => T {
  const formatters = new Map<string, T>()
  return (key, make) => {
    const known = formatters.get(key) ?? make()
    formatters.set(key, known)
    return known
  }
}
const formatter = remembered<Intl.NumberFormat>()
const dateFormatter = remembered<Intl.DateTimeFormat>()

/** The wide yen and won signs that some locales prefer are too wide beside large figures. */
export const narrow = (text: string): string => text.replaceAll('\uffe5', '\u00a5').replaceAll('\uffe6', '\u20a9')

const moneyOptions = (currency: string) => ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }) as const
export const money = (locale: string, currency: string): Intl.NumberFormat =>
  formatter(`money ${locale} ${currency}`, () => new Intl.NumberFormat(locale, moneyOptions(currency)))
export interface PriceParts {
  before: string
  whole: string
  decimal: string
  cents: string
  after: string
}
/** An amount in its parts: what stands before the figure, whole part with its sign, cents, what stands after it. */
export function priceParts(amount: number, locale: string, currency: string): PriceParts {
  const parts: PriceParts = { before: '', whole: '', decimal: '', cents: '', after: '' }
  for (const part of money(locale, currency).formatToParts(amount)) {
    if (part.type === 'integer' || part.type === 'group' || part.type === 'minusSign') parts.whole += part.value
    else if (part.type === 'decimal') parts.decimal = part.value
    else if (part.type === 'fraction') parts.cents = part.value
    else if (part.type === 'currency') parts[parts.whole === '' ? 'before' : 'after'] = narrow(part.value)
  }
  return parts
}
/** More decimals than the currency has, where a unit costs less than one of it: € 0.0558 a gram would be € 0.06. */
const moreDecimals = 2
export function unitMoney(amount: number, locale: string, currency: string): string {
  const { decimals } = coinsOf(currency)
  if (decimals === 0 || Math.abs(amount) >= 1) return narrow(money(locale, currency).format(amount))
  const maximumFractionDigits = decimals + moreDecimals
  const fine = formatter(
    `unit ${locale} ${currency}`,
    () => new Intl.NumberFormat(locale, { ...moneyOptions(currency), minimumFractionDigits: decimals, maximumFractionDigits }),
  )
  return narrow(fine.format(amount))
}

/** Decimals of an amount that are reckoned with; a number holds no more of a large one. */
const reckoned = 6
/**
 * An amount with so many percent more, or as it was before these were added (`net`), rounded to the currency's smallest coin, halves up.
 * In whole numbers: 1.15 and a tenth of it are 1.265 exactly, and € 1.27.
 */
export function taxed(amount: number, rate: string, { currency, net }: { currency: string; net: boolean }): number {
  const { decimals } = coinsOf(currency)
  // Beyond this numbers have no decimals, and are no prices.
  if (Math.abs(amount) > 1e15) return amount
  const units = BigInt(Math.abs(amount).toFixed(reckoned).replace('.', ''))
  const [hundred, more] = [10_000n, 10_000n + BigInt(Math.round(Number(rate) * 100))]
  const [over, under] = net ? [units * hundred, more] : [units * more, hundred]
  const coin = under * 10n ** BigInt(Math.max(0, reckoned - decimals))
  const coins = (2n * over + coin) / (2n * coin)
  return (Math.sign(amount) * Number(coins)) / 10 ** Math.min(decimals, reckoned)
}

export const plainNumber = (amount: number, locale: string): string =>
  formatter(`number ${locale}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })).format(amount)

/** A share below 1 is one of a whole, all else already percent: 0.2, 20 and 20% are 20 %, 1 is 1 %. Undefined when it is no number. */
export function percent(text: string, locale: string): string | undefined {
  const [, figure = '', sign = ''] = /^(.*?)\s*(%?)$/su.exec(text.trim()) ?? []
  const read = readStored(figure, { locale })
  if (!('plain' in read)) return undefined
  const amount = Number(read.plain)
  const share = sign === '' && Math.abs(amount) < 1 ? amount : amount / 100
  return formatter(`percent ${locale}`, () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })).format(share)
}

const dates: Record<string, Intl.DateTimeFormatOptions> = {
  '': { month: 'numeric', day: 'numeric' },
  long: { year: 'numeric', month: 'long', day: 'numeric' },
  day: { weekday: 'short', month: 'numeric', day: 'numeric' },
}
/** Dates of files: 2026-11-30, 2026/11/30 or 20261130. `long` with the year, `day` with the day of the week. Undefined when it is none. */
export function date(text: string, style: string, locale: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(text.trim()) ?? []
  const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (year === undefined || time.getUTCDate() !== Number(day)) return undefined
  return dateFormatter(`date ${style} ${locale}`, () => new Intl.DateTimeFormat(locale, { ...dates[style], timeZone: 'UTC' })).format(time)
}
