/** What the address of the sums of plays asks for. */
import { expect, test } from 'vitest'
import { readSumSearch, toSumQuery } from './sum-search.ts'

test('an address says by what plays are summed up, and over which days', () => {
  const plain = { by: ['day', 'content'], days: 30, from: undefined, to: undefined }
  expect(readSumSearch({})).toEqual(plain)
  expect(readSumSearch({ by: 'area,nothing,day', days: '92' })).toEqual({ ...plain, by: ['day', 'area'], days: 92 })
  expect(readSumSearch({ by: 7, days: 5, from: 'yesterday', to: 3 })).toEqual(plain)
  const since = readSumSearch({ by: 'display', from: '2026-11-01', days: 7 })
  expect(since).toEqual({ by: ['display'], days: undefined, from: '2026-11-01', to: undefined })
  expect(toSumQuery(since)).toEqual({ by: 'display', from: '2026-11-01' })
  const { start, end } = toSumQuery(readSumSearch({ days: 7 }))
  expect(Number(end) - Number(start)).toBe(7 * 86_400)
})
