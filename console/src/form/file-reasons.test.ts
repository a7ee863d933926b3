import { expect, test } from 'vitest'
import { sayLines } from './file-reasons.ts'

const values = { line: 2, text: '1.299 {{first}}', field: 'PRICE', first: '1299', second: '1.299' }
const text = 'line 2 has "1.299" for PRICE, which …'
const reasons = [{ text, code: 'row-two-readings' as const, values }]

test('a reason is said in the person’s language, and a line without a reason stays as the server says it', () => {
  expect(sayLines([text, 'line 3 said otherwise'], reasons, { language: 'en_US' }).map(({ parts }) => parts)).toEqual([
    ['Line 2 has “1.299 {{first}}” for PRICE, which could be 1299 or 1.299: write 1299 or 1.2990.'],
    ['line 3 said otherwise'],
  ])
  expect(sayLines([text], reasons, { language: 'ja_JP' })[0]?.parts[0]).toMatch(/2 行目/)
})

test('a column that has a display name stands in the line with it; one without stays a word of the line', () => {
  const labelOf = (name: string) => ({ PRICE: '価格', NAME: '商品名' })[name] ?? name
  const price = { name: 'PRICE', label: '価格' }
  const [line] = sayLines([text], reasons, { labelOf, language: 'ja_JP' })
  expect(line).toMatchObject({ text, parts: expect.arrayContaining([price]) })
  expect(line?.parts.map((part) => (typeof part === 'string' ? part : part.name)).join('')).toBe(
    sayLines([text], reasons, { language: 'ja_JP' })[0]?.parts[0],
  )
  const missing = [{ text, code: 'header-missing' as const, values: { fields: 'NAME, SIZE, PRICE' } }]
  expect(sayLines([text], missing, { labelOf, language: 'en_US' })[0]?.parts).toEqual([
    'The first line must name the columns; missing: ',
    { name: 'NAME', label: '商品名' },
    ', SIZE, ',
    price,
  ])
  // What the file says is no column, also where it reads like one.
  const unknown = [{ text, code: 'row-no-layout' as const, values: { line: 2, layout: 'PRICE' } }]
  expect(sayLines([text], unknown, { labelOf, language: 'en_US' })[0]?.parts).toHaveLength(1)
})
