import { expect, test } from 'vitest'
import { numberProblem, RowProblem } from './row-problem.ts'

test('says what is wrong, and both readings', () => {
  const problem = numberProblem('1.299', 'PRICE', { problem: 'two-readings', readings: ['1299', '1.299'] })
  expect(problem.text).toBe('has "1.299" for PRICE, which could be 1299 or 1.299: write 1299 or 1.2990')
  expect(problem.at(2)).toEqual({
    text: 'line 2 has "1.299" for PRICE, which could be 1299 or 1.299: write 1299 or 1.2990',
    code: 'row-two-readings',
    values: { line: 2, text: '1.299', field: 'PRICE', first: '1299', second: '1.299' },
  })
})
test('a value that looks like a place of the sentence is a value', () =>
  expect(new RowProblem('row-layout', { layout: '{line} $&' }).text).toBe('names the layout "{line} $&", which does not exist'))
