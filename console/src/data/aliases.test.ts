/** What aliases are called where people read them, and in which order. */
import type { Alias } from '@endcap/contract/products'
import { expect, test } from 'vitest'
import { inReadingOrder, named } from './aliases.ts'

const alias = (index: number, name: string, displayNames?: Alias['displayNames']): Alias => ({
  index,
  name,
  key: false,
  chart: false,
  type: 'text',
  ...(displayNames !== undefined && { displayNames }),
})

test('an alias is called by its display name of the language, or by its name; two of one display name are told apart', () => {
  const list = [alias(1, 'PRICE', { en_US: 'Price', ja_JP: '価格' }), alias(2, 'PRICE2', { en_US: 'Price' }), alias(3, 'STOCK')]
  const labels = (language: 'en_US' | 'ja_JP') => named(list, language).map(({ label }) => label)
  expect(labels('ja_JP')).toEqual(['価格', 'PRICE2', 'STOCK'])
  expect(labels('en_US')).toEqual(['Price (PRICE)', 'Price (PRICE2)', 'STOCK'])
})
test('name, price, price before, unit, unit price and price with tax come first, whatever their slots', () => {
  const list = [
    alias(0, 'ORIGIN'),
    alias(1, 'TAX'),
    alias(2, 'UNIT'),
    alias(3, 'OLD'),
    alias(4, 'PRICE'),
    alias(5, 'NAME'),
    alias(6, 'STOCK'),
  ]
  const meant = { name: 5, price: 4, listPrice: 3, unit: 2, unitPrice: null, taxPrice: 1 }
  expect(inReadingOrder(list, meant).map(({ name }) => name)).toEqual(['NAME', 'PRICE', 'OLD', 'UNIT', 'TAX', 'ORIGIN', 'STOCK'])
})
