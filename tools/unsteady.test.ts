import { expect, test } from 'vitest'
import { checkUnsteady, listedUnsteady, maxUnsteady, type UnsteadyTest } from './unsteady.ts'

const listed = (...names: string[]): UnsteadyTest[] =>
  names.map((name) => ({ test: `e2e/${name}.e2e.ts > ${name}`, seen: '2026-11-24', why: 'it is slow' }))
const found = (...names: string[]) => listed(...names).map(({ test }) => test)

test('an unsteady test is named with every run; one that is not listed is asked to be', () => {
  expect(checkUnsteady(listed('a'), found('a', 'b'))).toEqual({
    notes: ['unsteady: e2e/a.e2e.ts > a (listed)', expect.stringMatching(/^unsteady: e2e\/b\.e2e\.ts > b: mend it/)],
    tooMany: false,
  })
})

test('three unsteady tests may be, one more fails the run, whether listed or found', () => {
  expect(checkUnsteady(listed('a', 'b', 'c'), [])).toEqual({ notes: [], tooMany: false })
  expect(checkUnsteady(listed('a', 'b', 'c'), found('c')).tooMany).toBe(false)
  expect(checkUnsteady(listed('a', 'b', 'c'), found('d')).tooMany).toBe(true)
  expect(checkUnsteady(listed('a', 'b', 'c', 'd'), []).tooMany).toBe(true)
  expect(checkUnsteady([], found('a', 'b', 'c', 'd')).notes.at(-1)).toMatch(/^4 tests are unsteady, 3 may be: /)
})

test('the list of the project can be read and is not too long', () => {
  expect(listedUnsteady().length).toBeLessThanOrEqual(maxUnsteady)
})
