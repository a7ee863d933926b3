/** The sample products as a store would have them: in its language, at prices of its currency, in the slots of its aliases. */
import type { Alias } from '@endcap/contract/products'
import { goods, goodsLanguages, type Good } from './goods.ts'

/** What a euro's worth costs, more or less: a price shall look like one, no more. */
const worth: Record<string, number> = {
  AUD: 1.6,
  BRL: 6,
  CAD: 1.5,
  CNY: 8,
  CZK: 25,
  DKK: 7.5,
  HUF: 400,
  IDR: 18_000,
  INR: 95,
  JPY: 160,
  KRW: 1600,
  MXN: 21,
  NOK: 11,
  PHP: 65,
  PLN: 4.3,
  RUB: 95,
  SEK: 11,
  THB: 38,
  TRY: 45,
  TWD: 36,
  VND: 29_000,
}
/** Prices before a reduction. */
const before = 1.25

function decimalsOf(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** As prices end in shops: 8 in yen, 0 in other money without coins, 9 in cents. */
function shopPrice(euros: number, currency: string): number {
  const amount = euros * (worth[currency] ?? 1)
  if (currency === 'JPY') return Math.floor(amount / 10) * 10 + 8
  if (amount >= 1000) return Math.round(amount / 10) * 10
  if (decimalsOf(currency) === 0 || (worth[currency] ?? 1) > 10) return Math.max(1, Math.round(amount))
  return Math.floor(Math.round(amount * 100) / 10) / 10 + 0.09
}

interface Place {
  locale: string
  currency: string
  aliases: readonly Pick<Alias, 'index' | 'type'>[]
  meant: Record<'name' | 'price' | 'listPrice' | 'unit' | 'unitPrice', number | null>
}

/** Those that `there` does not have; the server sees to it that none is overwritten. */
export function sampleProducts({ locale, currency, aliases, meant }: Place, there: readonly string[]) {
  const language = goodsLanguages.find((one) => one === locale.slice(0, 2)) ?? 'en'
  // Where goods are compared by small units.
  const per =
    language === 'ja' || language === 'ko' ? ({ kg: ['100g', 10], l: ['100ml', 10] } as const) : ({ kg: ['kg', 1], l: ['l', 1] } as const)
  const inMoney = (amount: number) => amount.toFixed(decimalsOf(currency))
  const valuesOf = ({ prCode, names, price, amount: [size, of], reduced }: Good) => {
    const now = shopPrice(price, currency)
    const [unit, parts] = of === 'pieces' ? ['', 1] : per[of]
    const values: [number | null, string][] = [
      [meant.name, names[language]],
      [meant.price, inMoney(now)],
      [meant.listPrice, reduced ? inMoney(shopPrice(price * before, currency)) : ''],
      [meant.unit, unit],
      [meant.unitPrice, unit === '' ? '' : inMoney(now / size / parts)],
      ...aliases.filter(({ type }) => type === 'barcode').map(({ index }): [number, string] => [index, prCode]),
    ]
    const bySlot = new Map(values)
    const last = Math.max(0, ...values.map(([slot]) => slot ?? 0))
    return Array.from({ length: last + 1 }, (_, slot) => bySlot.get(slot) ?? '')
  }
  return goods
    .filter(({ prCode }) => !there.includes(prCode))
    .map((good) => ({ prCode: good.prCode, prInfo: valuesOf(good), layoutId: null, nfc: null, updateId: notThere }))
}
/** What a product stands at that must not be there yet. */
const notThere = '0'
