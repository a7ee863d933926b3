/** The product list as the sites see it. */
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { productListSpec } from './product-list.screen.tsx'

const words = ((key: string) => key) as TFunction

test('the site nec has no NFC, neither as a column nor as a filter', () => {
  const fieldsOf = (site: string) => {
    const spec = productListSpec(words, site)
    return { column: spec.columns.some(({ field }) => field === 'nfc'), filter: 'nfc' in spec.filters }
  }
  expect(fieldsOf('')).toEqual({ column: true, filter: true })
  expect(fieldsOf('nec')).toEqual({ column: false, filter: false })
})
