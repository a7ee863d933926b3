/** A product as it is typed in, on what others save meanwhile. */
import { expect, test } from 'vitest'
import { rebase } from '../data/product-differences.ts'
import { draftOf, isChanged, withSlot, type Draft } from './draft.ts'

const stored: Draft = { prInfo: ['1', 'Milk', '', '1.98'], layoutId: 'SHELF_PRICE', nfc: '' }

test('what is typed and taken back is no change, nor are slots that stay empty', () => {
  const typed = withSlot(stored, 9, 'x', stored)
  expect(typed.prInfo).toEqual(['1', 'Milk', '', '1.98', '', '', '', '', '', 'x'])
  expect(isChanged(typed, stored)).toBe(true)
  expect(isChanged(withSlot(typed, 9, '', stored), stored)).toBe(false)
  // A slot that was filled and is emptied is a change.
  expect(withSlot(stored, 3, '', stored).prInfo).toEqual(['1', 'Milk', '', ''])
})

test('newer values come into what was not typed in, and nothing typed is lost', () => {
  const typed = { ...withSlot(stored, 3, '2.49', stored), nfc: 'mine' }
  const newer: Draft = { prInfo: ['1', 'Milk', 'Farm', '1.50', '', 'litre'], layoutId: 'PROMOTION', nfc: 'theirs' }
  expect(rebase(typed, stored, newer)).toEqual({
    prInfo: ['1', 'Milk', 'Farm', '2.49', '', 'litre'],
    layoutId: 'PROMOTION',
    nfc: 'mine',
  })
})

test('what a new product leaves blank is taken from the registered one, and given back with another code', () => {
  const blank = draftOf(undefined)
  const typed = withSlot(blank, 3, '9.99', blank)
  const filled = rebase(typed, blank, stored)
  expect(filled.prInfo).toEqual(['1', 'Milk', '', '9.99'])
  expect(rebase(filled, stored, blank).prInfo.filter(Boolean)).toEqual(['9.99'])
})
