/** The country of an address, and what follows from it. */
import { expect, test } from 'vitest'
import { timeZone } from '@endcap/contract/stores'
import { countries, countryChoices, countryOf, zoneIn } from './countries.ts'

test.each([
  ['東京都新宿区新宿3-1', 'JP'],
  ['大阪府大阪市北区', 'JP'],
  ['しんじゅく', 'JP'],
  ['서울특별시 강남구 강남대로 396', 'KR'],
  ['Alexanderplatz 1, 10178 Berlin, Deutschland', 'DE'],
  ['Alexanderplatz 1, 10178 Berlin, Germany', 'DE'],
  ['12 Georgia Street, Denver, United States', 'US'],
  ['日本橋 2-1, 上海市, 中国', 'CN'],
  ['台湾台北市信義区', 'TW'],
  ['Rue de la Loi 16, Bruxelles, Belgium', 'BE'],
  ['Somalia-like street 3', undefined],
  ['', undefined],
])('%s is in %s', (address, code) => {
  expect(countryOf(address)?.code).toBe(code)
})

test('the clock is that of a city the address names, else that of the browser where it fits, else that of most people', () => {
  const us = countryOf('United States')!
  expect(zoneIn(us, '1 Main St, Chicago, United States', 'Asia/Tokyo')).toBe('America/Chicago')
  expect(zoneIn(us, '1 Main St, United States', 'America/Denver')).toBe('America/Denver')
  expect(zoneIn(us, '1 Main St, United States', 'Asia/Tokyo')).toBe('America/New_York')
})

test('every country has zones, a language and a currency that there are', () => {
  const currencies = new Set(Intl.supportedValuesOf('currency'))
  for (const { code, currency, locale, zones } of countries) {
    expect({ code, zones: zones.filter((zone) => !timeZone.safeParse(zone).success) }).toEqual({ code, zones: [] })
    expect(zones.length).toBeGreaterThan(0)
    expect(currencies.has(currency)).toBe(true)
    expect(Intl.getCanonicalLocales(locale)).toEqual([locale])
  }
  expect(countryChoices('ja').find(({ value }) => value === 'JP')?.label).toBe('日本')
})
