import type { Alias } from '@endcap/contract/products'
import { describe, expect, test } from 'vitest'
import { codesOf, newDraft, toChange, toDraft, wrongOf } from './draft.ts'

const aliases: Alias[] = [
  { index: 0, name: 'PRODUCT_CODE', key: true, chart: false, type: 'text' },
  { index: 3, name: 'PRICE', key: false, chart: true, type: 'price' },
]
const now = new Date(2027, 11, 31, 15, 0)

describe('the form of a promotion', () => {
  test('begins tomorrow at midnight for a week, with the price', () => {
    expect(newDraft(aliases, now)).toMatchObject({
      starts: '2028-01-01T00:00:00',
      ends: '2028-01-08T00:00:00',
      changes: [{ index: '3', value: '' }],
    })
  })
  test('says what is missing or cannot be, one thing at a time', () => {
    const good = { ...newDraft(aliases, now), name: 'Sale', codes: 'p1', changes: [{ index: '3', value: '1.99' }] }
    expect(wrongOf(good, aliases)).toBeUndefined()
    for (const [change, wrong] of [
      [{ name: ' ' }, { field: 'name', word: 'enter' }],
      [{ codes: ' \n' }, { field: 'codes', word: 'products' }],
      [{ ends: good.starts }, { field: 'ends', word: 'order' }],
      [{ ends: '2028-01-01T00:00' }, { field: 'ends', word: 'order' }],
      [{ priority: 'high' }, { field: 'priority', word: 'number' }],
      [
        { ruleSlot: '3', ruleValues: ' , ' },
        { field: 'ruleValues', word: 'enter' },
      ],
      [{ changes: [{ index: '3', value: 'cheap' }] }, { field: 'changes', word: 'number', name: 'PRICE' }],
      [{ changes: [{ index: '3', value: '' }] }, { field: 'changes', word: 'enter', name: 'PRICE' }],
      [{ changes: [] }, { field: 'changes', word: 'changes' }],
    ] as const)
      expect(
        wrongOf({ ...good, ...change, changes: [...(('changes' in change ? change.changes : undefined) ?? good.changes)] }, aliases),
      ).toEqual(wrong)
    expect(wrongOf({ ...good, changes: [], layoutId: 'SALE' }, aliases)).toBeUndefined()
  })
  test('takes codes by line or comma, each once, and gives back what it was read from', () => {
    expect(codesOf('a, b\nc;a\n\n')).toEqual(['a', 'b', 'c'])
    const stored = {
      promotionId: '1',
      storeType: 'T',
      name: 'Sale',
      version: 1,
      updatedBy: 'x',
      updatedAt: 1,
      state: 'PLANNED' as const,
      running: 0,
      stores: 1,
      prCodeList: ['a', 'b'],
      rule: { index: 5, values: ['x', 'y'], contains: true },
      storeList: ['S1'],
      price: { kind: 'percent' as const, percent: '20', rounding: { EUR: 'nine' as const } },
      oldPrice: true,
      starts: '2028-01-01T00:00:00',
      ends: '2028-01-02T00:00:00',
      priority: 3,
      changes: [{ index: 3, value: '1' }],
      layoutId: null,
    }
    const { name, prCodeList, rule, storeList, starts, ends, priority, changes, price, oldPrice, layoutId } = stored
    expect(toChange(toDraft(stored))).toEqual({
      name,
      prCodeList,
      rule,
      storeList,
      starts,
      ends,
      priority,
      changes,
      price,
      oldPrice,
      layoutId,
    })
  })
})
