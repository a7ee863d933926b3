import { expect, test } from 'vitest'
import { compareStatements, preparable } from './statements.ts'

/** A database that understands what it is given. */
const understands =
  (...known: string[]) =>
  (text: string) =>
    known.includes(text) ? Promise.resolve() : Promise.reject(new Error(`does not know ${text}`))

test('a statement that only the first database understands is refused; of what neither can prepare nothing is known', async () => {
  const texts = ['select 1', 'with a as (select 2) select * from a', 'select old()', 'select theirs()', 'create table t ()']
  const first = understands('select 1', texts[1]!, 'select old()', 'create table t ()')
  const second = understands('select 1', texts[1]!)
  expect(await compareStatements(texts, [first, second])).toEqual({
    understood: 2,
    leftOut: 2,
    refused: [{ text: 'select old()', why: 'does not know select old()' }],
  })
})
test.each([
  ['/* prepared */ select 1', 'select 1'],
  ['-- what waits\n  with a as (select 1) select * from a', 'with a as (select 1) select * from a'],
  ['declare rows no scroll cursor for select * from tags', 'select * from tags'],
  ['(select 1) union (select 2)', '(select 1) union (select 2)'],
  ['create table t ()', undefined],
  ['begin', undefined],
])('%s is tried as %s', (text, statement) => {
  expect(preparable(text)).toBe(statement)
})
