/** What a layout makes of the values of a product, in the language and currency of a store. */
import { describe, expect, test } from 'vitest'
import { BadValue } from './bad-value.ts'
import { createFields } from './fields.ts'

const currencies: Record<string, string> = { 'en-US': 'USD', 'ja-JP': 'JPY', 'de-DE': 'EUR', 'ko-KR': 'KRW' }
const fieldsFor = (value: string, locale = 'en-US') =>
  createFields([{ prCode: '1', prInfo: [value] }], [{ index: 0, name: 'V' }], { locale, currency: currencies[locale]! })
/** As it is drawn, with plain spaces. */
const filled = (value: string, format: string, locale?: string) =>
  fieldsFor(value, locale).fill(`{V:${format}}`, 0).replaceAll('\u00a0', ' ')

describe.each([
  ['en-US', ['$5.58', '$0.0558', '$0.50', '$1.27', '$1.15', '12.5%', 'November 30, 2026', 'Mon, 11/30', '11/30']],
  ['ja-JP', ['¥6', '¥0', '¥1', '¥1', '¥1', '12.5%', '2026年11月30日', '11/30(月)', '11/30']],
  ['de-DE', ['5,58 €', '0,0558 €', '0,50 €', '1,27 €', '1,15 €', '12,5 %', '30. November 2026', 'Mo., 30.11.', '30.11.']],
  ['ko-KR', ['₩6', '₩0', '₩1', '₩1', '₩1', '12.5%', '2026년 11월 30일', '11. 30. (월)', '11. 30.']],
])('in %s', (locale, expected) => {
  test.each(
    [
      ['5.58', 'unit'],
      ['0.0558', 'unit'],
      ['0.5', 'unit'],
      ['1.15', 'tax(10)'],
      ['1.27', 'net(10)'],
      ['0.125', 'percent'],
      ['2026-11-30', 'date(long)'],
      ['20261130', 'date(day)'],
      ['2026/11/30', 'date'],
    ].map(([value, format], place) => [value!, format!, expected[place]!]),
  )('%s as %s is %s', (value, format, expected) => {
    expect(filled(value, format, locale)).toBe(expected)
  })
})

describe('tax', () => {
  test.each([
    // 1.265: in binary numbers it is less.
    ['1.15', 'tax(10)', 'en-US', '$1.27'],
    ['1.1499', 'tax(10)', 'en-US', '$1.26'],
    ['-1.15', 'tax(10)', 'en-US', '-$1.27'],
    ['1.005', 'tax(0)', 'en-US', '$1.01'],
    ['19.99', 'tax(8.25)', 'en-US', '$21.64'],
    ['298', 'tax(8)', 'ja-JP', '¥322'],
    ['322', 'net(8)', 'ja-JP', '¥298'],
    ['1,298', 'tax(10)', 'ja-JP', '¥1,428'],
  ])('%s with %s is %s → %s', (value, format, locale, expected) => {
    expect(filled(value, format, locale)).toBe(expected)
  })
  test('the product’s own currency decides about its coins', () => {
    const aliases = [
      { index: 0, name: 'V' },
      { index: 1, name: 'CURRENCY' },
    ]
    const fields = createFields([{ prCode: '1', prInfo: ['1.15', 'JPY'] }], aliases, { locale: 'en-US', currency: 'USD' })
    expect(fields.fill('{V:tax(10)} {V:unit}', 0)).toBe('¥1 ¥1')
  })
})

test.each([
  ['0.2', '20%'],
  ['20', '20%'],
  ['20%', '20%'],
  ['0.5 %', '0.5%'],
  ['0.99', '99%'],
  ['1', '1%'],
  ['-15', '-15%'],
  ['33.333', '33.33%'],
])('%s as percent is %s', (value, expected) => {
  expect(filled(value, 'percent')).toBe(expected)
})
test('upper follows the language', () => {
  expect(filled('straße', 'upper', 'de-DE')).toBe('STRASSE')
  expect(filled('牛乳 milk', 'upper', 'ja-JP')).toBe('牛乳 MILK')
})
test.each(['price', 'unit', 'tax(10)', 'net(10)', 'number', 'percent', 'date', 'date(long)'])(
  '%s of what is none is refused, of nothing is nothing',
  (format) => {
    expect(() => filled('1,2,3', format)).toThrow(BadValue)
    expect(filled('', format)).toBe('')
  },
)
test.each([
  ['contains', 'ilc', true],
  ['contains', 'ILC', false],
  ['contains', '', true],
  ['starts-with', 'Mil', true],
  ['starts-with', 'ilch', false],
  ['starts-with', 'mil', false],
] as const)('Milch %s "%s": %s', (is, value, expected) => {
  expect(fieldsFor('Milch').holds({ field: 'V', is, value }, 0)).toBe(expected)
})

test('patterns that are slow where all ways are tried take few steps with a long text', () => {
  const long = createFields([{ prCode: '1', prInfo: [`${'a'.repeat(100_000)}!`] }], [{ index: 0, name: 'V' }], {
    locale: 'en',
    currency: 'EUR',
  })
  // With a backtracking engine each of them outlives the person.
  for (const value of ['^(a+)+$', '^(a|a)*$', '^(?:a?){20}a{20}b', 'a*a*a*a*a*a*a*b', '(?:(?:a+)a?)+b'])
    expect(long.holds({ field: 'V', is: 'matches', value }, 0)).toBe(false)
})
test('a stored pattern that is not allowed any more is a bad value, not a fault', () => {
  const fields = createFields([{ prCode: '1', prInfo: ['a'] }], [{ index: 0, name: 'V' }], { locale: 'en', currency: 'EUR' })
  expect(() => fields.holds({ field: 'V', is: 'matches', value: '(?=a)' }, 0)).toThrow(BadValue)
})
