/** The price of a promotion, as a table: every kind of promotion, ending and currency. */
import type { PriceRule, Rounding } from '@endcap/contract/promotions'
import { describe, expect, test } from 'vitest'
import { inProportion, promotedPrice } from './promotion-price.ts'

const locales: Record<string, string> = { EUR: 'de-DE', JPY: 'ja-JP', KRW: 'ko-KR', KWD: 'en-US', USD: 'en-US' }
const wordsOf = (currency: string) => ({ currency, locale: locales[currency] ?? 'en-US' })
const percent = (text: string, currency: string, ending: Rounding = 'coin'): PriceRule => ({
  kind: 'percent',
  percent: text,
  rounding: { [currency]: ending },
})
const off = (text: string, currency: string, ending: Rounding = 'coin'): PriceRule => ({
  kind: 'off',
  amounts: { [currency]: text },
  rounding: { [currency]: ending },
})
const amount = (text: string, currency: string): PriceRule => ({ kind: 'amount', amounts: { [currency]: text } })

describe('the price of a promotion', () => {
  test.each([
    // Never above what was promised: what is finer than a coin is cut off.
    ['2.49', 'EUR', percent('20', 'EUR'), '1.99'],
    ['1.95', 'EUR', percent('25', 'EUR'), '1.46'],
    ['1.97', 'EUR', percent('20', 'EUR'), '1.57'],
    ['9.99', 'EUR', percent('33.33', 'EUR'), '6.66'],
    ['298', 'JPY', percent('20', 'JPY'), '238'],
    ['1.005', 'KWD', percent('10', 'KWD'), '0.904'],
    // No floating point: 1.10 × 0.7 is 0.77, 4.35 − 10 % is 3.915.
    ['1.10', 'EUR', percent('30', 'EUR'), '0.77'],
    ['4.35', 'EUR', percent('10', 'EUR'), '3.91'],
    ['999999999999.99', 'USD', percent('0.01', 'USD'), '999899999999.99'],
    ['2.49', 'EUR', percent('20', 'EUR', 'nine'), '1.99'],
    ['2.45', 'EUR', percent('20', 'EUR', 'nine'), '1.89'],
    ['3.10', 'EUR', percent('20', 'EUR', 'ninetyNine'), '1.99'],
    ['3.80', 'EUR', percent('20', 'EUR', 'ninetyNine'), '2.99'],
    ['3.80', 'EUR', percent('20', 'EUR', 'whole'), '3.00'],
    ['1280', 'JPY', percent('20', 'JPY', 'nine'), '1019'],
    ['1280', 'JPY', percent('20', 'JPY', 'ninetyNine'), '999'],
    ['1285', 'JPY', percent('20', 'JPY', 'whole'), '1028'],
    ['12900', 'KRW', percent('15', 'KRW', 'ninetyNine'), '10899'],
    ['5.00', 'EUR', off('0.50', 'EUR'), '4.50'],
    ['5.00', 'EUR', off('0.5', 'EUR', 'ninetyNine'), '3.99'],
    ['500', 'JPY', off('120', 'JPY', 'nine'), '379'],
    ['5', 'EUR', amount('3', 'EUR'), '3.00'],
    ['980', 'JPY', amount('800', 'JPY'), '800'],
    // Rounding is said by currency; where it is not, each coin counts.
    ['5.00', 'EUR', { ...percent('20', 'EUR'), rounding: {} }, '4.00'],
    ['5.00', 'EUR', { ...off('0.50', 'EUR'), rounding: {} }, '4.50'],
    // Zeros beyond the last coin.
    ['1.9900', 'EUR', percent('50', 'EUR'), '0.99'],
    // As a store writes numbers: those that came in before they were made plain.
    ['1.299,00', 'EUR', percent('50', 'EUR'), '649.50'],
  ])('%s %s: %j is %s', (before, currency, rule, after) => {
    expect(promotedPrice(before, rule, wordsOf(currency))).toEqual({ price: after })
  })

  test.each([
    ['', 'EUR', percent('20', 'EUR'), 'no-price'],
    ['ask', 'EUR', percent('20', 'EUR'), 'no-price'],
    ['0', 'EUR', percent('20', 'EUR'), 'no-price'],
    ['-1.00', 'EUR', percent('20', 'EUR'), 'no-price'],
    ['1.5', 'JPY', percent('20', 'JPY'), 'no-price'],
    ['1.234', 'USD', percent('20', 'USD'), 'no-price'],
    ['5.00', 'USD', amount('3', 'EUR'), 'no-amount'],
    ['5.00', 'USD', off('1', 'EUR'), 'no-amount'],
    ['0.01', 'EUR', percent('20', 'EUR'), 'nothing-left'],
    ['0.05', 'EUR', percent('20', 'EUR', 'nine'), 'nothing-left'],
    ['0.90', 'EUR', percent('20', 'EUR', 'whole'), 'nothing-left'],
    ['1.00', 'EUR', off('1.00', 'EUR'), 'nothing-left'],
    ['1.00', 'EUR', off('2.00', 'EUR'), 'nothing-left'],
    ['3.00', 'EUR', amount('3.00', 'EUR'), 'not-lower'],
    ['2.00', 'EUR', amount('3.00', 'EUR'), 'not-lower'],
  ] as const)('%s %s: %j leaves it out: %s', (before, currency, rule, leftOut) => {
    expect(promotedPrice(before, rule, wordsOf(currency))).toEqual({ leftOut })
  })
})

test.each([
  ['1.68', '1.68', '1.34', 'EUR', '1.34'],
  ['3.36', '1.68', '1.34', 'EUR', '2.68'],
  ['1080', '1000', '800', 'JPY', '864'],
  ['33.6', '168', '134', 'JPY', '26.8'],
  ['0.0558', '2.79', '2.23', 'EUR', '0.0446'],
  ['about 3', '1.68', '1.34', 'EUR', undefined],
  ['0', '1.68', '1.34', 'EUR', '0.00'],
  ['3.36', '0', '1.34', 'EUR', undefined],
  ['3.36', '-1.68', '1.34', 'EUR', undefined],
  ['-3.36', '1.68', '1.34', 'EUR', undefined],
])('a companion of %s at %s becomes at %s in %s: %s', (text, before, after, currency, fitting) => {
  expect(inProportion(text, { before, after, ...wordsOf(currency) })).toBe(fitting)
})
