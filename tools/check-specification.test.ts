import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { checkSpecification, readBuilt, type Built, type Report } from './check-specification.ts'
import { calls, type SpecifiedCall } from './specification-calls.ts'
import { routes, type SpecifiedRoute } from './specification-routes.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots) rmSync(root, { recursive: true })
  roots.length = 0
})

const goodRow = '| `/tag` lists stores; `GET /tag/type` the models | `server/src/tags.ts` | `server/src/tags.test.ts` "knows all models" |'
const files = {
  'server/src/tags.ts': '',
  'server/src/tags.test.ts':
    "test('knows all models', () => {})\ntest('isn\\'t late; nor early', () => {})\ntest.each([['a']])('the %s is kept', () => {})",
}
const built: Built = { routes: ['/tag'], calls: [{ method: 'GET', path: '/tag/type' }] }
const specifiedRoutes: SpecifiedRoute[] = [{ domain: 'tags', route: '/tag' }]
const specifiedCalls: SpecifiedCall[] = [{ domain: 'tags', method: 'GET', path: '/tag/type' }]

interface Given {
  rows?: string[]
  head?: string
  built?: Built
  routes?: SpecifiedRoute[]
  calls?: SpecifiedCall[]
}
function check(given: Given = {}): Report {
  const root = mkdtempSync(join(tmpdir(), 'endcap-specification-'))
  roots.push(root)
  const table = ['| rule | where | shown by |', '|---|---|---|', ...(given.rows ?? [goodRow])].join('\n')
  const tree = { ...files, 'docs/specification.md': given.head ?? '[tags](specification/tags.md)', 'docs/specification/tags.md': table }
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return checkSpecification(root, given.built ?? built, { routes: given.routes ?? specifiedRoutes, calls: given.calls ?? specifiedCalls })
}
/** The good row with another last cell. */
const shownBy = (cell: string) => [goodRow.replace(/\| `server\/src\/tags.test.ts`.*$/, `| ${cell} |`)]

test('what holds has no problem, and is counted', () => {
  expect(check()).toEqual({ problems: [], planned: new Map(), rows: 1 })
})

describe('a gap', () => {
  test.each<[string, Given, ...string[]]>([
    ['a call that the contract lacks', { built: { ...built, calls: [] } }, 'The call GET /tag/type (tags) does not exist'],
    [
      'a call with another method',
      { built: { ...built, calls: [{ method: 'POST', path: '/tag/type' }] } },
      'The call GET /tag/type (tags) does not exist',
    ],
    ['an address that the console lacks', { built: { ...built, routes: [] } }, 'The address /tag (tags) does not exist'],
    [
      'a call without a row',
      {
        calls: [...specifiedCalls, { domain: 'tags', method: 'POST', path: '/tag/{id}' }],
        built: { ...built, calls: [...built.calls, { method: 'POST', path: '/tag/:tagMac' }] },
      },
      'The call POST /tag/{id} has no row',
    ],
    [
      'an address without a row',
      {
        routes: [...specifiedRoutes, { domain: 'tags', route: '/tag/detail/{storeCode}' }],
        built: { ...built, routes: ['/tag', '/tag/detail/$storeCode'] },
      },
      'The address /tag/detail/{storeCode} has no row; it belongs into docs/specification/tags.md',
    ],
    [
      'a file that is not there',
      { rows: [goodRow.replace('src/tags.ts', 'src/gone.ts')] },
      'docs/specification/tags.md:3: there is no file server/src/gone.ts',
    ],
    [
      'a row that names no file',
      { rows: [goodRow, '| something | somewhere | "else" |'] },
      'docs/specification/tags.md:4: names no file',
      'docs/specification/tags.md:4: "else" stands behind no test file',
    ],
    ['a row that no test shows', { rows: shownBy('–') }, 'docs/specification/tags.md:3: no test shows it'],
    [
      'a row with a test file and no title',
      { rows: shownBy('`server/src/tags.test.ts`') },
      'docs/specification/tags.md:3: no test shows it',
    ],
    [
      'a test that is not there',
      { rows: shownBy('`server/src/tags.test.ts` "knows some models"') },
      'server/src/tags.test.ts has no test "knows some models"',
    ],
    ['a part of a title', { rows: shownBy('`tags.test.ts` "knows all"') }, 'tags.test.ts has no test "knows all"'],
    ['a title behind no file', { rows: shownBy('"knows all models"') }, '"knows all models" stands behind no test file'],
    [
      'a call that is planned but there',
      { calls: [{ ...specifiedCalls[0]!, planned: true }] },
      'The call GET /tag/type exists now: take its mark "planned" off',
    ],
    [
      'an address that is planned but there',
      { routes: [{ ...specifiedRoutes[0]!, planned: true }] },
      'The address /tag exists now: take its mark "planned" off',
    ],
    ['a part that the head does not list', { head: '' }, 'docs/specification.md does not list docs/specification/tags.md'],
    [
      'a part that is listed but not there',
      { head: '[tags](specification/tags.md) [maps](specification/maps.md)' },
      'docs/specification.md lists docs/specification/maps.md, which is not there',
    ],
  ])('%s is found', (_, given, ...problems) => {
    expect(check(given).problems).toEqual(problems.map((problem) => expect.stringContaining(problem) as string))
  })
})

describe('a title', () => {
  test.each([
    ['in quotes, with an apostrophe, two of one file', '`tags.test.ts` "knows all models", "isn\'t late; nor early"'],
    ['with a part left out', '`server/src/tags.test.ts` "the … is kept"'],
  ])('%s is found', (_, cell) => {
    expect(check({ rows: shownBy(cell) })).toMatchObject({ problems: [] })
  })
})

test('what is planned is named by its domain', () => {
  const { problems, planned } = check({
    routes: [...specifiedRoutes, { domain: 'sensors', route: '/sensor', planned: true }],
    calls: [...specifiedCalls, { domain: 'sensors', method: 'POST', path: '/sensor/search', planned: true }],
  })
  expect(problems).toEqual([])
  expect([...planned]).toEqual([['sensors', ['The address /sensor', 'The call POST /sensor/search']]])
})

test('parameters match whatever their name; a fixed word is no parameter', () => {
  const ours = { ...built, calls: [...built.calls, { method: 'GET', path: '/tag/:tagMac/store/:storeCode' }] }
  const row = '| `GET /tag/{id}/store/{s}?t` | `server/src/tags.ts` | `tags.test.ts` "knows all models" |'
  const specifiedWith = (path: string): SpecifiedCall[] => [...specifiedCalls, { domain: 'tags', method: 'GET', path }]
  expect(check({ built: ours, rows: [goodRow, row], calls: specifiedWith('/tag/{a}/store/{b}') }).problems).toEqual([])
  expect(check({ built: ours, rows: [goodRow, row], calls: specifiedWith('/tag/{a}/shop/{b}') }).problems).toHaveLength(1)
})

test('the project keeps to it', () => {
  expect(checkSpecification('.', readBuilt('.'), { routes, calls }).problems).toEqual([])
})
