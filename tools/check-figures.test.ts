import { expect, test } from 'vitest'
import { compare, countOf, limits, placesIn } from './check-figures.ts'

const lines = (count: number) => 'one()\n'.repeat(count)

test.each([
  ['a cast', 'const a = b as string', 'casts', 1],
  ['a cast through unknown counts twice', 'const a = b as unknown as string', 'casts', 2],
  ['a cast inside of a cast', 'const a = (b as string[]).map((c) => c as never)', 'casts', 2],
  ['any as a type', 'let a: any', 'any', 1],
  ['a route that is read without its type', 'const { a } = useParams({ strict: false })', 'untypedRoutes', 1],
  ['a function of 101 lines', `function a() {\n${lines(99)}}`, 'functionsOver100', 1],
  ['an arrow function of 151 lines', `const a = () => {\n${lines(149)}}`, 'functionsOver150', 1],
  ['a method of 101 lines', `const a = { b() {\n${lines(99)}} }`, 'functionsOver100', 1],
  ['a file of 301 lines', lines(301), 'filesOver300', 1],
] as const)('%s counts towards its figure', (_, source, figure, count) => {
  expect(countOf(placesIn('a.ts', source))[figure]).toBe(count)
})

test.each([
  ['a time of five seconds', 'await expect.poll(a, { timeout: 5000 }).toBe(1)', 1],
  ['a time of a whole file', 'vi.setConfig({ testTimeout: 30_000 })', 1],
  ['a wait of a number', 'await vi.waitFor(() => a(), 20_000)', 1],
  ['a wait without a time', 'await vi.waitFor(() => a())\nawait vi.waitUntil(() => b)', 2],
  ['a minute', 'await vi.waitFor(() => a(), { timeout: 60_000 })\nawait expect.poll(a).toBe(1)', 0],
  ['a cast', 'const a = b as string', 0],
])('of a test only its short waits count: %s', (_, source, count) => {
  expect(placesIn('a.test.ts', source).map(({ figure }) => figure)).toEqual(Array.from({ length: count }, () => 'shortWaits'))
  expect(countOf(placesIn('a.ts', source)).shortWaits).toBe(0)
})

test.each([
  ['as const', "const a = ['x'] as const"],
  ['satisfies', 'const a = {} satisfies object'],
  ['the word any', "const any = 'as any'"],
  ['a function of 100 lines', `function a() {\n${lines(98)}}`],
  ['a file of 300 lines', lines(300)],
])('%s does not count', (_, source) => {
  expect(placesIn('a.ts', source)).toEqual([])
})

test('a place is told by its file and line, also in markup', () => {
  expect(placesIn('a.tsx', 'const a = 1\nconst b = <p>{a as number}</p>')).toEqual([{ figure: 'casts', at: 'a.tsx:2' }])
})

test('more than the limit is refused, less asks for a lower limit', () => {
  expect(compare({ ...limits, casts: limits.casts + 1 })).toEqual([expect.stringMatching(/^casts: \d+; \d+ are the most$/)])
  expect(compare({ ...limits, any: limits.any - 1 })).toEqual([expect.stringContaining(`any: ${limits.any - 1}; lower its limit`)])
  expect(compare(limits)).toEqual([])
})
