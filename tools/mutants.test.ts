/** What `npm run mutate` breaks, and what it makes of what no test noticed. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { apply, mutantsOf } from './mutants.ts'
import { compareLeft, entered, noTestYet } from './mutate.ts'
import { targets } from './mutation-targets.ts'

const brokenOf = (source: string) => mutantsOf('rule.ts', source).map((mutant) => apply(source, mutant))

describe('a mutant', () => {
  test.each([
    ['const a = b < c', ['const a = b <= c']],
    ['const a = b === c', ['const a = b !== c']],
    ['const a = b && c', ['const a = b || c']],
    ['const a = (b) ?? c', ['const a = (b) ']],
    ['const a = b - c', ['const a = b + c']],
    ['const a = !b', ['const a = b']],
    ['const a = 5', ['const a = 6']],
    ['const a = 60_000', ['const a = 120000']],
    ['const a = b ? c : d', ['const a = true ? c : d', 'const a = false ? c : d']],
    ['const a = Math.min(b, c)', ['const a = Math.max(b, c)']],
    ['const a = b.some(c)', ['const a = b.every(c)']],
    ['const a = (b) => { throw c }', ['const a = (b) => { {} }']],
    ['f(b)', ['{}']],
    ["const a = q.where('at', '>', b)", ["const a = q.where('at', '>=', b)"]],
    ["const a = q.where('at', 'is not', null)", ["const a = q.where('at', 'is', null)"]],
    ["const a = q.orderBy('at', 'desc')", ["const a = q.orderBy('at', 'asc')"]],
    ['const a = sql`b <> c`', ['const a = sql`b = c`']],
    ['const a = sql`b is distinct from c`', ['const a = sql`b is not distinct from c`']],
    ['const a = sql`b in (c)`', ['const a = sql`b not in (c)`']],
    ['const a = sql`b not in (c)`', ['const a = sql`b in (c)`']],
    ['const a = sql`exists (b)`', ['const a = sql`not exists (b)`']],
    ['const a = sql`not exists (b)`', ['const a = sql`exists (b)`']],
    ['const a = sql`b left join c on true`', ['const a = sql`b join c on true`', 'const a = sql`b left join c on false`']],
    ["const a = sql`b - interval '1 hour'`", ["const a = sql`b + interval '1 hour'`", "const a = sql`b - interval '2 hour'`"]],
    [
      'const a = sql`order by b.c, d desc nulls last limit 1`',
      [
        'const a = sql`order by b.c desc, d desc nulls last limit 1`',
        'const a = sql`order by b.c, d asc nulls last limit 1`',
        'const a = sql`order by b.c, d desc nulls first limit 1`',
        'const a = sql`order by b.c, d desc nulls last limit 2`',
      ],
    ],
    [
      'const a = sql`where b < ${c} and greatest(d)`',
      [
        'const a = sql`where b <= ${c} and greatest(d)`',
        'const a = sql`where b < ${c} or greatest(d)`',
        'const a = sql`where b < ${c} and least(d)`',
      ],
    ],
  ])('is made of %s', (source, expected) => {
    expect(brokenOf(source)).toEqual(expected)
  })
  test.each([
    "import { a } from 'b'",
    'type A = 5',
    "const a = b + ' of'",
    'const a = `${b} < c`',
    'const a = b.toString()',
    'let a: 1 | true',
  ])('is not made of %s', (source) => {
    expect(brokenOf(source)).toEqual([])
  })
  test('is told from its equals, and keeps its name when lines above it come and go', () => {
    const source = 'const a = [1, 1]\n'
    const names = ['const a = [1, 1]: 1 → 2', 'const a = [1, 1]: 1 → 2 (2)']
    expect(mutantsOf('rule.ts', source).map(({ line, name }) => ({ line, name }))).toEqual(names.map((name) => ({ line: 1, name })))
    expect(mutantsOf('rule.ts', `// New.\n${source}`).map(({ line, name }) => ({ line, name }))).toEqual(
      names.map((name) => ({ line: 2, name })),
    )
  })
})

describe('the list of what is left', () => {
  test('what is not in it fails a run, and so does what is noticed now', () => {
    expect(compareLeft({ a: 'why', b: 'why' }, ['b', 'c'])).toEqual({ fresh: ['c'], gone: ['a'] })
    expect(compareLeft({ a: 'why' }, ['a'])).toEqual({ fresh: [], gone: [] })
  })
  test('keeps reasons, takes in what is new and leaves out what is noticed', () => {
    const listed = { 'z.ts': { a: 'why', b: 'why' }, 'b.ts': { c: 'why' } }
    expect(entered(listed, 'z.ts', ['b', 'd'])).toEqual({ 'b.ts': { c: 'why' }, 'z.ts': { b: 'why', d: noTestYet } })
    expect(entered(listed, 'z.ts', [])).toEqual({ 'b.ts': { c: 'why' } })
  })
  test('names mutants that there are, of files that are tried, each with a reason', () => {
    const root = resolve(import.meta.dirname, '..')
    const left: Record<string, Record<string, string>> = JSON.parse(readFileSync(resolve(root, 'tools/mutants-left.json'), 'utf8'))
    for (const [file, names] of Object.entries(left)) {
      expect(targets.map((target) => target.file)).toContain(file)
      const made = new Set(mutantsOf(file, readFileSync(resolve(root, file), 'utf8')).map(({ name }) => name))
      expect(Object.keys(names).filter((name) => !made.has(name))).toEqual([])
      expect(Object.keys(names).filter((name) => names[name] === noTestYet)).toEqual([])
    }
  })
})
