import { expect, test } from 'vitest'
import { renameFields } from './rename.ts'

test('fields, templates and conditions get the new names at once; words and values stay', () => {
  const names = new Map([
    ['PRICE', 'LIST_PRICE'],
    ['LIST_PRICE', 'PRICE'],
  ])
  const layout = {
    name: 'PRICE',
    pages: [
      {
        when: [{ field: 'price', is: 'equals', value: 'PRICE' }],
        elements: [
          { type: 'price', field: '2.PRICE', size: 12 },
          { type: 'repeat', elements: [{ type: 'text', text: 'PRICE {Price:tax(8)} {1.LIST_PRICE} {PRICES}' }] },
          { type: 'barcode', value: '{PRICE}', when: [{ field: 'LIST_PRICE', is: 'filled' }] },
        ],
      },
    ],
  }
  expect(renameFields(layout, names)).toEqual({
    name: 'PRICE',
    pages: [
      {
        when: [{ field: 'LIST_PRICE', is: 'equals', value: 'PRICE' }],
        elements: [
          { type: 'price', field: '2.LIST_PRICE', size: 12 },
          { type: 'repeat', elements: [{ type: 'text', text: 'PRICE {LIST_PRICE:tax(8)} {1.PRICE} {PRICES}' }] },
          { type: 'barcode', value: '{LIST_PRICE}', when: [{ field: 'PRICE', is: 'filled' }] },
        ],
      },
    ],
  })
})
