/** The product list as the sites see it. */
import { expect, test } from 'vitest'
import { productListSpec } from './product-list.screen.tsx'

test('the site nec has no NFC, neither as a column nor as a filter', () => {
  const fieldsOf = (site: string) => {
    const spec = productListSpec('S1', { site })
    return { column: spec.columns.some(({ field }) => field === 'nfc'), filter: 'nfc' in spec.filters }
  }
  expect(fieldsOf('')).toEqual({ column: true, filter: true })
  expect(fieldsOf('nec')).toEqual({ column: false, filter: false })
})
