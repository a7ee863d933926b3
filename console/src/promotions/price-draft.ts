/** What a promotion does to prices, as its form edits it. */
import type { PriceRule, Promotion, Rounding } from '@endcap/contract/promotions'
import { readNumber } from '@endcap/label/numbers'
import type { Wrong } from './draft.ts'

export const priceKinds = ['percent', 'off', 'amount', 'none'] as const
export interface PriceDraft {
  kind: (typeof priceKinds)[number]
  percent: string
  /** By currency, as they were typed. */
  amounts: Readonly<Record<string, string>>
  rounding: Readonly<Record<string, Rounding>>
  /** The price that stands is struck through. */
  oldPrice: boolean
}

export const newPrice = (kind: PriceDraft['kind'], oldPrice: boolean): PriceDraft => ({
  kind,
  percent: '',
  amounts: {},
  rounding: {},
  oldPrice,
})

export function priceOf(rule: PriceRule | null, oldPrice: boolean): PriceDraft {
  const none = newPrice(rule?.kind ?? 'none', oldPrice)
  if (rule === null) return none
  if (rule.kind === 'percent') return { ...none, percent: rule.percent, rounding: rule.rounding }
  return { ...none, amounts: rule.amounts, ...(rule.kind === 'off' && { rounding: rule.rounding }) }
}

/** 20, 20 %, −20% and 12,5 are percentages. */
const plainPercent = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s%−–-]/g, '')
    .replace(',', '.')
const isPercent = (text: string) => /^\d{1,2}(\.\d{1,2})?$/.test(text) && Number(text) > 0

function plainAmount(text: string, currency: string): string {
  const read = readNumber(text.trim(), { currency })
  return 'plain' in read ? read.plain : text.trim()
}
const given = (amounts: PriceDraft['amounts']) => Object.entries(amounts).filter(([, text]) => text.trim() !== '')

export function toPrice({ kind, percent, amounts, rounding, oldPrice }: PriceDraft): Pick<Promotion, 'price' | 'oldPrice'> {
  if (kind === 'none') return { price: null, oldPrice: false }
  const plain = Object.fromEntries(given(amounts).map(([currency, text]) => [currency, plainAmount(text, currency)]))
  if (kind === 'percent') return { price: { kind, percent: plainPercent(percent), rounding }, oldPrice }
  return { price: kind === 'off' ? { kind, amounts: plain, rounding } : { kind, amounts: plain }, oldPrice }
}

/** `currencies`: those of which each needs an amount. */
export function wrongPrice({ kind, percent, amounts }: PriceDraft, currencies: readonly string[]): Wrong | undefined {
  if (kind === 'none') return undefined
  if (kind === 'percent') {
    const plain = plainPercent(percent)
    return isPercent(plain) ? undefined : { field: 'percent', word: plain === '' ? 'enter' : 'percent' }
  }
  const missing = currencies.find((currency) => (amounts[currency] ?? '').trim() === '')
  if (missing !== undefined) return { field: `amount-${missing}`, word: 'enter', name: missing }
  for (const [currency, text] of given(amounts)) {
    const read = readNumber(text.trim(), { currency })
    const field = `amount-${currency}`
    if ('problem' in read) return { field, word: read.problem === 'two-readings' ? 'readings' : 'number', name: currency }
    if (Number(read.plain) <= 0) return { field, word: 'number', name: currency }
  }
  return given(amounts).length === 0 ? { field: 'price', word: 'enter' } : undefined
}

/** In a few words, such as −20 %, …9; empty where prices stay. `whole`: what whole units are called. */
export function priceWords(rule: PriceRule | null, whole: string): string {
  if (rule === null) return ''
  if (rule.kind === 'amount') return amountsOf(rule.amounts, '')
  const endings: Record<Rounding, string> = { coin: '', nine: '…9', ninetyNine: '…99', whole }
  const rounded = new Set(Object.values(rule.rounding).map((one) => endings[one]))
  const off = rule.kind === 'percent' ? `−${rule.percent} %` : amountsOf(rule.amounts, '−')
  return [off, ...[...rounded].filter(Boolean)].join(', ')
}
/** So many are named. */
const named = 3
const amountsOf = (amounts: Readonly<Record<string, string>>, sign: string): string => {
  const all = Object.entries(amounts).map(([currency, amount]) => `${sign}${amount} ${currency}`)
  return [...all.slice(0, named), ...(all.length > named ? ['…'] : [])].join(', ')
}
