/**
 * Reads numbers and prices as tills and people write them, and makes them plain: digits, with a point before the decimals. What could be
 * read in two ways is read by the store's number format, or refused. Every way in uses this, and so does the drawing of labels.
 */

/** Language and currency that a number is read for. Without a language only what can be read in one way is a number. */
export interface NumberWords {
  /** BCP 47, such as de-DE: its thousands and decimal signs decide about `1.299`. */
  locale?: string
  /** ISO 4217, for a price: its sign may stand beside the digits, and no more decimals may be given than it has. */
  currency?: string
  /** A unit price or one without tax: it may be finer than the currency's smallest coin. */
  finer?: boolean
}
export type NumberProblem =
  | { problem: 'no-number' }
  /** Too large for a computer's number to be exact. */
  | { problem: 'too-long' }
  | { problem: 'other-currency'; currency: string }
  | { problem: 'decimals'; currency: string }
  | { problem: 'two-readings'; readings: [string, string] }
export type ReadNumber = { plain: string } | NumberProblem

type Sign = '.' | ','
const signIn = (text: string | undefined): Sign | undefined => (text === '.' || text === ',' ? text : undefined)
interface Read {
  plain: string
  /** How the signs were understood: what a file says in one place it means in all others. */
  decimal?: Sign | undefined
  group?: Sign | undefined
}

/** Digits that a double holds exactly. */
export const maxDigits = 15
const plainForm = /^-?\d+(\.\d+)?$/

const known = new Map<string, { decimal: string; group: string }>()
/** The signs of a language; undefined for one that the machine does not know. */
function signsOf(locale: string | undefined): { decimal: string; group: string } | undefined {
  if (locale === undefined) return undefined
  let signs = known.get(locale)
  if (signs === undefined) {
    const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.5)
    const signOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    signs = { decimal: signOf('decimal'), group: signOf('group') }
    known.set(locale, signs)
  }
  return signs
}

interface Coins {
  decimals: number
  /** What may stand beside an amount: its code, its sign, what is written in its country. */
  signs: readonly string[]
}
const coins = new Map<string, Coins>()
/** Written in the country, and no sign of Unicode. */
const ownWords: Record<string, readonly string[]> = { JPY: ['円'], KRW: ['원'], CNY: ['元'], TWD: ['元'] }
export function coinsOf(currency: string): Coins {
  let one = coins.get(currency)
  if (one === undefined) {
    const format = (locale: string, currencyDisplay: 'symbol' | 'narrowSymbol') =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
    const signOf = (made: Intl.NumberFormat) => made.formatToParts(1).find((part) => part.type === 'currency')?.value ?? currency
    const signs = new Set([currency, signOf(format('en', 'symbol')), signOf(format('en', 'narrowSymbol')), ...(ownWords[currency] ?? [])])
    // The longest first: US$ before $.
    one = {
      decimals: format('en', 'symbol').resolvedOptions().maximumFractionDigits ?? 2,
      signs: [...signs].map((sign) => sign.normalize('NFKC')).toSorted((a, b) => b.length - a.length),
    }
    coins.set(currency, one)
  }
  return one
}

const noNumber = { problem: 'no-number' } as const

/** A number that stands in the database: plain as this module makes them, or as it came in before they were made plain. */
export function readStored(text: string, words: NumberWords): ReadNumber {
  const bare = text.trim()
  return asNumber(plainForm.test(bare) ? checkDecimals(bare, words) : read(bare, words))
}

/** A number as it is given once, outside of a file. */
export const readNumber = (text: string, words: NumberWords): ReadNumber => asNumber(read(text, words))
const asNumber = (made: Read | NumberProblem): ReadNumber => ('problem' in made ? made : { plain: made.plain })

/** Reads the numbers of one file or call: a sign for decimals in one of them is none for thousands in another. */
export function createNumberReader(): (text: string, words: NumberWords) => ReadNumber {
  const decimals = new Set<Sign>()
  const groups = new Set<Sign>()
  return (text, words) => {
    const made = read(text, words)
    if ('problem' in made) return made
    const { plain, decimal, group } = made
    if (group !== undefined && decimals.has(group)) return twoReadings(text, group)
    if (decimal !== undefined && groups.has(decimal)) return twoReadings(text, decimal)
    if (decimal !== undefined) decimals.add(decimal)
    if (group !== undefined) groups.add(group)
    return { plain }
  }
}

function twoReadings(text: string, sign: Sign): NumberProblem {
  const bare = text.normalize('NFKC').replaceAll(/[^\d.,-]/g, '')
  const other = sign === '.' ? ',' : '.'
  return {
    problem: 'two-readings',
    readings: [bare.replaceAll(sign, '').replace(other, '.'), bare.replaceAll(other, '').replace(sign, '.')],
  }
}

function read(text: string, words: NumberWords): Read | NumberProblem {
  // The usual case, and the quick one.
  if (/^-?\d{1,15}$/.test(text)) return { plain: text }
  const bare = stripCurrency(text.normalize('NFKC').replaceAll('\u2212', '-').trim(), words.currency)
  if (typeof bare !== 'string') return bare
  const [, before = '', body = '', behind = ''] = /^(-?)\s*(\d[\d., '\u2019]*?)\s*(-?)$/.exec(bare) ?? []
  if (body === '' || (before !== '' && behind !== '')) return noNumber
  const made = readSigns(body, words)
  if ('problem' in made) return made
  const plain = before === '' && behind === '' ? made.plain : `-${made.plain}`
  const checked = checkDecimals(plain, words)
  return 'problem' in checked ? checked : { ...made, plain: checked.plain }
}

/** The text without the currency's sign, which may stand before or behind the digits; or that it is another currency's. */
function stripCurrency(text: string, currency: string | undefined): string | NumberProblem {
  if (/^[\d., '\u2019-]+$/.test(text)) return text
  if (currency === undefined) return noNumber
  for (const sign of coinsOf(currency).signs) {
    const [, minus = '', rest = text] = /^(-?)\s*(.*)$/su.exec(text) ?? []
    if (rest.startsWith(sign)) return minus + rest.slice(sign.length).trim()
    const [, body = text, last = ''] = /^(.*?)(-?)$/su.exec(text) ?? []
    if (body.trimEnd().endsWith(sign)) return body.trimEnd().slice(0, -sign.length).trim() + last
  }
  return /\p{Sc}|\b[A-Z]{3}\b/u.test(text) && /\d/.test(text) ? { problem: 'other-currency', currency } : noNumber
}

/** Digits with thousands and decimal signs; neither minus nor currency. */
function readSigns(body: string, words: NumberWords): Read | NumberProblem {
  if (/^\d+$/.test(body)) return { plain: body }
  // A space or an apostrophe is never before decimals.
  const spaced = /^\d{1,3}(?:([ '\u2019])\d{3})(?:\1\d{3})*(?:([.,])\d+)?$/.exec(body)
  if (spaced !== null) return decimalRead(body.replaceAll(/[ '\u2019]/g, ''), signIn(spaced[2]))
  const signs = body.replaceAll(/[^.,]/g, '')
  const [first, last] = [signIn(signs[0]), signIn(signs.at(-1))]
  if (first === undefined || last === undefined || /[ '\u2019]/.test(body)) return noNumber
  const count = signs.length
  if (first !== last) {
    // 1.234,56 and 1,234,567.89: the last sign is for decimals, the others for thousands.
    const whole = body.slice(0, body.lastIndexOf(last))
    if (!isGrouped(whole, first) || !/^\d+$/.test(body.slice(body.lastIndexOf(last) + 1))) return noNumber
    return { ...decimalRead(body.replaceAll(first, ''), last), group: first }
  }
  if (count > 1) return isGrouped(body, first) ? { plain: body.replaceAll(first, ''), group: first } : noNumber
  const [whole = '', behind = ''] = body.split(first)
  if (behind === '') return noNumber
  if (behind.length !== 3 || whole.length > 3 || whole.startsWith('0')) return decimalRead(body, first)
  // Three digits behind a single sign: a thousand or a thousandth.
  const own = signsOf(words.locale)
  if (own?.group === first) return { plain: whole + behind, group: first }
  if (own?.decimal === first && maxDecimals(words) >= 3) return decimalRead(body, first)
  return twoReadings(body, first)
}

const decimalRead = (text: string, decimal: Sign | undefined): Read => ({
  plain: decimal === undefined ? text : text.replace(decimal, '.'),
  decimal,
})
/** Groups of three; with commas also those of India, of two before the last three. */
const isGrouped = (text: string, sign: Sign) => (sign === ',' ? /^\d{1,3}(,\d{2,3})*,\d{3}$/ : /^\d{1,3}(\.\d{3})+$/).test(text)

/** Refuses what no amount of the currency is; zeros behind its last decimal are none. */
function checkDecimals(plain: string, words: NumberWords): Read | NumberProblem {
  const [whole = '', decimals = ''] = plain.replace('-', '').split('.')
  if (whole.replace(/^0+/, '').length + decimals.length > maxDigits) return { problem: 'too-long' }
  if (/[1-9]/.test(decimals.slice(maxDecimals(words)))) return { problem: 'decimals', currency: words.currency ?? '' }
  return { plain }
}

const maxDecimals = ({ currency, finer }: NumberWords) =>
  currency === undefined || finer === true ? maxDigits : coinsOf(currency).decimals
