import { expect, test } from 'vitest'
import { sayLines } from './file-reasons.ts'

test('a reason is said in the person’s language, and a line without a reason stays as the server says it', () => {
  const values = { line: 2, text: '1.299 {{first}}', field: 'PRICE', first: '1299', second: '1.299' }
  const text = 'line 2 has "1.299" for PRICE, which …'
  const reasons = [{ text, code: 'row-two-readings' as const, values }]
  expect(sayLines([text, 'line 3 said otherwise'], reasons, 'en_US')).toEqual([
    'Line 2 has “1.299 {{first}}” for PRICE, which could be 1299 or 1.299: write 1299 or 1.2990.',
    'line 3 said otherwise',
  ])
  expect(sayLines([text], reasons, 'ja_JP')[0]).toMatch(/2 行目/)
})
