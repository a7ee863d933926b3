import { describe, expect, test } from 'vitest'
import { secondCodeSpec } from './second-code-list.screen.tsx'

const fieldsOf = (site: string) => secondCodeSpec((key) => key, site).columns.map((column) => column.field)

describe('the list of second codes', () => {
  test('tells product and code', () => {
    expect(fieldsOf('')).toEqual(['prCode', 'secondCode', 'updatedAt'])
  })
  test('the variant coop has columns of its own', () => {
    expect(fieldsOf('coop')).toEqual([
      'prCode',
      'secondCode',
      'articleCode',
      'saleCode',
      'saleTypeCode',
      'insertionDate',
      'cessationDate',
      'deletionDate',
      'acquisitionDate',
      'modificationDate',
      'programName',
      'operatorName',
      'dbTrigger',
      'updatedAt',
    ])
  })
})
