/** A print list: what becomes of scans, own data and pages, and what this browser keeps of it. */
import { maxPrintRows } from '@endcap/contract/printing'
import { beforeEach, expect, test } from 'vitest'
import { emptyList, hasOwnData, itemsOf, keepList, readList, readQty, withOwn, withProduct, withRow, withRows } from './list.ts'
import type { SheetLayout } from '../app/lists.ts'
import { pagesOf } from './pages.ts'

beforeEach(() => localStorage.clear())
const row = { prCode: 'a', qty: 1, layoutId: null, description: '', prInfo: [] }

test('the same product again is one more of its plain row; a row with own data stays as it is', () => {
  const { list, qty } = withProduct(withProduct(emptyList, 'a').list, 'a')
  expect([list.rows.length, qty]).toEqual([1, 2])
  const changed = withRow(list, { ...list.rows[0]!, prInfo: [null, 'x'] })
  expect(withProduct(changed, 'a').list.rows.map(({ qty: count }) => count)).toEqual([2, 1])
  const crowded = withRow(list, { ...list.rows[0]!, qty: 500 })
  expect(withProduct(crowded, 'a').list.rows.map(({ qty: count }) => count)).toEqual([500, 1])
})

test('a list has no more rows than may be printed', () => {
  const full = withRows(
    emptyList,
    Array.from({ length: maxPrintRows + 5 }, () => row),
  )
  expect(full.rows).toHaveLength(maxPrintRows)
  expect(new Set(full.rows.map(({ id }) => id)).size).toBe(maxPrintRows)
})

test('own data are what differs from the product, blanks too', () => {
  const product = ['1', 'Milk', '2.49']
  const own = withOwn([], 1, '', product)
  expect(own).toEqual([null, ''])
  expect(hasOwnData({ prInfo: own })).toBe(true)
  expect(withOwn(own, 1, 'Milk', product)).toEqual([])
})

test('rows without a template of their own have that of the list', () => {
  const list = { ...withRows(emptyList, [row, { ...row, layoutId: 'A6' }]), layoutId: '105' }
  expect(itemsOf(list).map(({ layoutId }) => layoutId)).toEqual(['105', 'A6'])
  expect(itemsOf({ ...list, layoutId: null })[0]?.layoutId).toBe('')
})

test('pages: copies fill up what is free, another template begins a new page', () => {
  const layouts: SheetLayout[] = [
    { name: '105', perPage: 10, width: 105, height: 59.4 },
    { name: 'A4', perPage: 1, width: 210, height: 297 },
  ]
  const pages = (...items: [string, number][]) =>
    pagesOf(
      items.map(([layoutId, qty]) => ({ layoutId, qty })),
      layouts,
    )
  expect(pages(['105', 3], ['105', 7], ['105', 1])).toBe(2)
  expect(pages(['105', 3], ['A4', 2], ['105', 3])).toBe(4)
  expect(pages(['', 3])).toBe(0)
})

test.each([
  ['1', 1],
  ['500', 500],
  ['0', undefined],
  ['501', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['x', undefined],
  ['', undefined],
])('the quantity "%s"', (text, qty) => {
  expect(readQty(text)).toBe(qty)
})

test('the list is kept for its store and account alone; what cannot be read is begun anew', () => {
  const list = withRows(emptyList, [row])
  keepList('a@b', 'S1', list)
  expect(readList('a@b', 'S1')).toEqual(list)
  expect(readList('a@b', 'S2')).toEqual(emptyList)
  expect(readList('c@b', 'S1')).toEqual(emptyList)
  localStorage.setItem('endcap.print.a@b.S1', '{')
  expect(readList('a@b', 'S1')).toEqual(emptyList)
})

test('a new list begins with the template that the account chose last', () => {
  keepList('a@b', 'S1', { ...emptyList, layoutId: '105' })
  expect(readList('a@b', 'S2')).toEqual({ ...emptyList, layoutId: '105' })
  expect(readList('c@b', 'S2')).toEqual(emptyList)
})
