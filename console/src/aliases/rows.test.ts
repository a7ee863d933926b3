/** The rows of the alias configuration. */
import type { Alias } from '@endcap/contract/products'
import { expect, test } from 'vitest'
import { namesTwice, toRows, toSave, withKey, withMore } from './rows.ts'

const alias = (index: number, name: string, more: Partial<Alias> = {}): Alias => ({
  index,
  name,
  key: false,
  chart: false,
  type: 'text',
  ...more,
})

test('every slot up to the last named one has a row, ten at least and 255 at most', () => {
  expect(toRows([])).toHaveLength(10)
  const rows = toRows([alias(11, 'LAST')])
  expect(rows.map((row) => row.index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(withMore(rows, 10)).toHaveLength(22)
  expect(withMore(toRows([alias(250, 'X')]), 10)).toHaveLength(255)
})
test('only one is the key, and blank names are not saved', () => {
  const rows = withKey(toRows([alias(0, 'A', { key: true }), alias(1, 'B'), alias(2, ' ')]), 1)
  expect(toSave(rows)).toEqual([alias(0, 'A'), alias(1, 'B', { key: true })])
})
test('names that differ only in case are the same name', () => {
  expect([...namesTwice([alias(0, 'price'), alias(1, 'B'), alias(2, ' PRICE '), alias(3, '')])]).toEqual([0, 2])
})
