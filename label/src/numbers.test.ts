/** Numbers and prices as tills write them: read in one way, or refused. */
import { describe, expect, test } from 'vitest'
import { createNumberReader, readNumber, readStored, type NumberWords } from './numbers.ts'

const words: Record<string, NumberWords> = {
  berlin: { locale: 'de-DE', currency: 'EUR' },
  tokyo: { locale: 'ja-JP', currency: 'JPY' },
  seoul: { locale: 'ko-KR', currency: 'KRW' },
  boston: { locale: 'en-US', currency: 'USD' },
  paris: { locale: 'fr-FR', currency: 'EUR' },
  zurich: { locale: 'de-CH', currency: 'CHF' },
  kuwait: { locale: 'en-KW', currency: 'KWD' },
  delhi: { locale: 'en-IN', currency: 'INR' },
}
const formatted = (text: string, place: string) => {
  const made = readNumber(text, words[place]!)
  return 'plain' in made ? made.plain : made.problem
}

describe('a price', () => {
  test.each([
    // Three digits behind a single sign: by the store's format, never by what the other sign would make of it.
    ['1.299', 'berlin', '1299'],
    ['1,299', 'berlin', 'two-readings'],
    ['1,299', 'boston', '1299'],
    ['1.299', 'boston', 'two-readings'],
    ['1,299', 'tokyo', '1299'],
    ['1.299', 'tokyo', 'two-readings'],
    ['1.299', 'paris', 'two-readings'],
    ['1,299', 'paris', 'two-readings'],
    ['1 299', 'paris', '1299'],
    ['1\u202f299,5', 'paris', '1299.5'],
    ['1.299', 'kuwait', '1.299'],
    ['1,299', 'kuwait', '1299'],
    ['1\u2019299.95', 'zurich', '1299.95'],
    ["1'299", 'zurich', '1299'],
    ['12.345', 'tokyo', 'two-readings'],
    // One way only.
    ['1.99', 'berlin', '1.99'],
    ['1,99', 'berlin', '1.99'],
    ['1,9', 'boston', '1.9'],
    ['1.234,56', 'boston', '1234.56'],
    ['1,234.56', 'berlin', '1234.56'],
    ['1,234,567', 'berlin', '1234567'],
    ['1.234.567', 'tokyo', '1234567'],
    ['12,34,567.50', 'delhi', '1234567.50'],
    ['1299.50', 'berlin', '1299.50'],
    ['0298', 'tokyo', '0298'],
    ['298.00', 'tokyo', '298.00'],
    ['0.299', 'berlin', 'decimals'],
    // As it is written in the country.
    ['１９８', 'tokyo', '198'],
    ['１，９８０', 'tokyo', '1980'],
    ['¥198', 'tokyo', '198'],
    ['￥１，２８０', 'tokyo', '1280'],
    ['198円', 'tokyo', '198'],
    ['₩3,980', 'seoul', '3980'],
    ['3,980원', 'seoul', '3980'],
    ['1,99 €', 'berlin', '1.99'],
    ['€ 1.99', 'berlin', '1.99'],
    ['EUR 1,99', 'berlin', '1.99'],
    ['$1.99', 'boston', '1.99'],
    ['US$1.99', 'boston', 'other-currency'],
    // Below zero, and the minus behind as in files of large systems.
    ['-5', 'tokyo', '-5'],
    ['\u22125', 'tokyo', '-5'],
    ['12.50-', 'berlin', '-12.50'],
    ['-¥198', 'tokyo', '-198'],
    ['¥-198', 'tokyo', '-198'],
    ['198-円', 'tokyo', '-198'],
    ['-5-', 'tokyo', 'no-number'],
    // Decimals that the currency does not have.
    ['298.5', 'tokyo', 'decimals'],
    ['1.9999', 'berlin', 'decimals'],
    ['1.9900', 'berlin', '1.9900'],
    // Another currency's, and no numbers.
    ['$1.99', 'berlin', 'other-currency'],
    ['1.99 USD', 'berlin', 'other-currency'],
    ['¥198', 'seoul', 'other-currency'],
    ...[
      '',
      'abc',
      '1.2.3',
      '1,23,4',
      '12 34',
      '1..2',
      '1,',
      '.5',
      '--1',
      '1e3',
      '0x10',
      '１９八',
      '12,-',
      '(5)',
      '+5',
      'NaN',
      '1 298 5',
      '12 34.5',
      '12.34,56',
      '1.234,',
    ].map((text) => [text, 'berlin', 'no-number']),
    ['1234567890123456', 'tokyo', 'too-long'],
    ['12345678901234.56', 'berlin', 'too-long'],
    ['1234567890123.45', 'berlin', '1234567890123.45'],
  ])('%s in %s: %s', (text, place, expected) => {
    expect(formatted(text, place)).toBe(expected)
  })
})

describe('a number without a currency', () => {
  test.each([
    ['1.250', 'de-DE', '1250'],
    ['1,250', 'de-DE', '1.250'],
    ['1.250', 'ja-JP', '1.250'],
    ['1,250', 'ja-JP', '1250'],
    ['0012', 'ja-JP', '0012'],
    ['1234.567', 'de-DE', '1234.567'],
    ['0.0558', 'ja-JP', '0.0558'],
    ['¥5', 'ja-JP', 'no-number'],
  ])('%s in %s: %s', (text, locale, expected) => {
    const made = readNumber(text, { locale })
    expect('plain' in made ? made.plain : made.problem).toBe(expected)
  })
  test('of no language: what can be read in two ways is refused', () => {
    expect(readNumber('1.299', {})).toEqual({ problem: 'two-readings', readings: ['1299', '1.299'] })
    expect(readNumber('1,299', {})).toEqual({ problem: 'two-readings', readings: ['1299', '1.299'] })
    expect(readNumber('1.29', {})).toEqual({ plain: '1.29' })
  })
})

describe('the numbers of one file', () => {
  test('a sign for decimals in one line is none for thousands in another, whichever comes first', () => {
    for (const texts of [
      ['2.49', '1.299'],
      ['1.299', '2.49'],
    ]) {
      const read = createNumberReader()
      expect(read(texts[0]!, words.berlin!)).toHaveProperty('plain')
      expect(read(texts[1]!, words.berlin!)).toMatchObject({ problem: 'two-readings' })
    }
  })
  test('what is no number in them is refused', () => {
    expect(createNumberReader()('abc', words.berlin!)).toEqual({ problem: 'no-number' })
  })
  test('the same signs all through are read', () => {
    const read = createNumberReader()
    expect(['1.299', '2,49', '1.000.000,5', '7'].map((text) => read(text, words.berlin!))).toEqual([
      { plain: '1299' },
      { plain: '2.49' },
      { plain: '1000000.5' },
      { plain: '7' },
    ])
  })
})

test('what is stored is plain: its point stands before decimals in every language', () => {
  expect(readStored('1.250', { locale: 'de-DE' })).toEqual({ plain: '1.250' })
  expect(readStored(' 1.99 ', words.berlin!)).toEqual({ plain: '1.99' })
  expect(readStored('1.299', words.berlin!)).toEqual({ problem: 'decimals', currency: 'EUR' })
  expect(readStored('1,298', words.tokyo!)).toEqual({ plain: '1298' })
})

test('a unit price may be finer than the smallest coin, a price may not', () => {
  expect(readNumber('0,0558', { ...words.berlin, finer: true })).toEqual({ plain: '0.0558' })
  expect(readNumber('0,0558', { ...words.berlin, finer: false })).toEqual({ problem: 'decimals', currency: 'EUR' })
})

test('every price as its country writes it is read as that price', () => {
  let seed = 20_261_122
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  for (const { locale = '', currency = '' } of Object.values(words)) {
    const written = new Intl.NumberFormat(locale, { style: 'currency', currency })
    const plain = new Intl.NumberFormat('en', { style: 'decimal', useGrouping: false, ...fractionOf(currency) })
    for (let run = 0; run < 2000; run++) {
      const amount = random(10 ** (1 + random(8))) / 100
      const text = written.format(amount)
      expect([text, readNumber(text, { locale, currency })]).toEqual([text, { plain: plain.format(amount) }])
    }
  }
})
const fractionOf = (currency: string) => {
  const { minimumFractionDigits, maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return { minimumFractionDigits: minimumFractionDigits ?? 2, maximumFractionDigits: maximumFractionDigits ?? 2 }
}
