/** Sample products look like those of the store, and are told by their codes. */
import { sampleCodes } from '@endcap/contract/samples'
import { expect, test } from 'vitest'
import { sampleProducts } from './sample-products.ts'

const aliases = [{ index: 9, type: 'barcode' as const }]
const meant = { name: 1, price: 3, listPrice: 4, unit: 5, unitPrice: 6 }
const of = (locale: string, currency: string, there: readonly string[] = []) => sampleProducts({ locale, currency, aliases, meant }, there)
const infoOf = (locale: string, currency: string, place: number) => of(locale, currency)[place]?.prInfo

test.each([
  ['en-US', 'USD', 0, ['', 'Whole milk 1 l', '', '1.39', '', 'l', '1.39', '', '', '9520000000011']],
  ['de-DE', 'EUR', 2, ['', 'Butter 250 g', '', '2.49', '3.19', 'kg', '9.96', '', '', '9520000000035']],
  ['ja-JP', 'JPY', 0, ['', '牛乳 1000ml', '', '228', '', '100ml', '23', '', '', '9520000000011']],
  ['ko-KR', 'KRW', 8, ['', '올리브유 750ml', '', '14380', '17980', '100ml', '1917', '', '', '9520000000097']],
  ['sv-SE', 'SEK', 4, ['', 'Eggs, 10', '', '33.00', '', '', '', '', '', '9520000000059']],
] as const)('in %s at prices in %s', (locale, currency, place, info) => {
  expect(infoOf(locale, currency, place)).toEqual(info)
})

test('there are twenty, each with a bar code that is kept for examples and ends with its right digit; none is over one that is there', () => {
  const all = of('en-GB', 'GBP')
  expect(all.map(({ prCode }) => prCode)).toEqual([...sampleCodes])
  for (const { prCode, prInfo, updateId } of all) {
    const digits = [...prCode].map(Number)
    const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0)
    expect([prCode.slice(0, 3), digits.length, sum % 10, updateId]).toEqual(['952', 13, 0, '0'])
    expect(Number(prInfo[3])).toBeGreaterThan(0)
  }
  expect(new Set(all.map(({ prInfo }) => prInfo[1])).size).toBe(20)
  expect(of('en-GB', 'GBP', sampleCodes.slice(2)).map(({ prCode }) => prCode)).toEqual(sampleCodes.slice(0, 2))
})

test('an unknown currency, and aliases that mean nothing, break nothing', () => {
  const nothing = { name: null, price: null, listPrice: null, unit: null, unitPrice: null }
  expect(sampleProducts({ locale: 'x', currency: '???', aliases: [], meant: nothing }, [])[0]?.prInfo).toEqual([''])
})
