/** Putting a change of a product back: what it altered, and nothing else. */
import type { ProductChange } from '@endcap/contract/updates'
import { expect, test } from 'vitest'
import { differences, putBack } from './product-differences.ts'

const state = (prInfo: string[], layoutId: string | null = 'SHELF', nfc: string | null = null) => ({ prInfo, layoutId, nfc })
const change = (
  before: ReturnType<typeof state> | null,
  after: ReturnType<typeof state>,
  more: Partial<ProductChange> = {},
): ProductChange => ({
  updateId: '1',
  taskId: '1',
  kind: 'EDIT',
  prCode: 'milk',
  ...after,
  before,
  price: '',
  priceBefore: '',
  removed: false,
  changedBy: 'me',
  fileId: null,
  fileName: null,
  updatedAt: 1,
  ...more,
})

test('what the change altered becomes what it was; what came later beside it stays', () => {
  const priced = change(state(['milk', 'Milk', '198']), state(['milk', 'Milk', '178']))
  expect(putBack(state(['milk', 'Milk 1 l', '178', 'new slot'], 'OTHER', 'https://x'), priced)).toEqual(
    state(['milk', 'Milk 1 l', '198', 'new slot'], 'OTHER', 'https://x'),
  )
  const moved = change(state(['milk', 'Milk', '198'], 'SHELF', 'https://a'), state(['milk', 'Milk', '198'], 'PROMO', null))
  expect(putBack(state(['milk', 'Milk', '178'], 'PROMO', null), moved)).toEqual(state(['milk', 'Milk', '178'], 'SHELF', 'https://a'))
})

test('a slot that a newer change altered again gets the value of before the chosen one, as its button says', () => {
  const older = change(state(['milk', '', '208']), state(['milk', '', '198']))
  expect(putBack(state(['milk', '', '178']), older)?.prInfo).toEqual(['milk', '', '208'])
})

test('what was new, or is gone, has nothing to go back to', () => {
  expect(putBack(state(['milk']), change(null, state(['milk'])))).toBeUndefined()
  expect(putBack(state(['milk']), change(state(['milk']), state([]), { removed: true }))).toBeUndefined()
})

test('differences are called as people read their aliases, prices first, and slots without one by their number', () => {
  const aliases = [
    { index: 0, label: 'Name', type: 'name' as const },
    { index: 1, label: 'Price', type: 'price' as const },
  ]
  const t = ((key: string) => key) as never
  expect(differences(state(['Milk', '1', 'x']), state(['Cream', '2', ''], null), { aliases, t })).toEqual([
    { name: 'Price', from: '1', to: '2' },
    { name: 'Name', from: 'Milk', to: 'Cream' },
    { name: '#3', from: 'x', to: '' },
    { name: 'updates.column.layoutId', from: 'SHELF', to: '' },
  ])
})
