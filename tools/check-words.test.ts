import { describe, expect, test } from 'vitest'
import { allowedCounts, compare, countOf, measure, partsOf, placesIn, placesInTranslations, privateWordsOf } from './check-words.ts'

const rulesIn = (file: string, source: string) => placesIn(file, source).map(({ rule }) => rule)

describe('names', () => {
  test.each([
    ['camelCase', 'frontDoorOf', ['front', 'door', 'of']],
    ['PascalCase with an abbreviation', 'HTMLDoor2Page', ['html', 'door2', 'page']],
    ['kebab-case', 'kept-work.test.ts', ['kept', 'work', 'test', 'ts']],
    ['snake_case', 'door_requests', ['door', 'requests']],
  ])('a name in %s is split into its words', (_, name, parts) => {
    expect(partsOf(name)).toEqual(parts)
  })

  test('every form of a private word is judged as that word, and a word that only begins like it is not', () => {
    expect(privateWordsOf('toldTells_telling')).toEqual(['tell', 'tell', 'tell'])
    expect(privateWordsOf('gatewayMostly_intelligent doorway')).toEqual([])
  })

  test.each([
    ['a variable', 'const keptRows = 1', 'kept'],
    ['a function', 'function vouchFor() {}', 'vouch'],
    ['a parameter', 'const a = (usual: string) => usual', 'usual'],
    ['a parameter with a default', 'function a(most = 1) {}', 'most'],
    ['a variable out of an array', 'const [wanted] = list', 'wanted'],
    ['a variable out of a property of another name', 'const { a: told } = row', 'tell'],
    ['a rest', 'const { a, ...elsewhere } = row', 'elsewhere'],
    ['a type', 'type LabelWanted = string', 'wanted'],
    ['an interface', 'interface Judged {}', 'judge'],
    ['a property of a type', 'interface A { door_requests: string }', 'door'],
    ['a method of a type', 'interface A { tell(): void }', 'tell'],
    ['a class', 'class Gate {}', 'gate'],
    ['a method of a class', 'class A { heed() {} }', 'heed'],
    ['a field of a schema', 'const a = z.object({ least: z.int() })', 'least'],
    ['a field that extends a schema', 'const a = b.extend({ once: z.int() })', 'once'],
  ])('%s is a declared name', (_, source, word) => {
    expect(rulesIn('a.ts', source)).toEqual([word])
  })

  test.each([
    ['a property that another type has named', 'a.kept = b.told'],
    ['a variable that is named by its property', 'const { kept, most = 1 } = row'],
    ['a key of a value', 'a({ usual: 1 })'],
    ['an event that is awaited one time', "process.once('exit', end)"],
    ['prose of a comment', '// Kept once at most, as usual.\nconst a = 1'],
    ['a string', "const a = 'door'"],
  ])('%s is none', (_, source) => {
    expect(rulesIn('a.ts', source)).toEqual([])
  })

  test('the name of a file is judged', () => {
    expect(placesIn('server/src/people/session/elsewhere.ts', '')).toEqual([
      { rule: 'elsewhere', at: 'server/src/people/session/elsewhere.ts:1', what: 'the name of the file' },
    ])
  })

  test('keys of translations are judged, their texts are not', () => {
    const content = JSON.stringify({ keptRows: 'Rows', inner: { doorOpen: 'Kept once' } })
    expect(placesInTranslations('tags.json', content).map(({ rule, what }) => [rule, what])).toEqual([
      ['kept', 'keptRows'],
      ['door', 'doorOpen'],
    ])
  })
})

describe('prose', () => {
  test('comments do without pronouns for unknown people, with the line of each', () => {
    expect(placesIn('a.ts', '/**\n * Nobody waits; whoever\n * comes.\n */\nconst a = 1')).toEqual([
      { rule: 'prose', at: 'a.ts:2', what: 'Nobody' },
      { rule: 'prose', at: 'a.ts:2', what: 'whoever' },
    ])
  })

  test.each([
    ['with such a pronoun', "test('nobody may read the list', () => {})", ['prose']],
    ['that ends as the tail of another', "it('a recovery code signs in, once', () => {})", ['title']],
    ['of two words', "test.each([1])('it works', () => {})", ['title']],
  ])('a title %s is refused', (_, source, rules) => {
    expect(rulesIn('a.test.ts', source)).toEqual(rules)
  })

  test('a title that is a statement passes, as does the text of another call', () => {
    expect(rulesIn('a.test.ts', "test('a recovery code signs in one time', () => {})\nlog('once')")).toEqual([])
  })

  test('a long file without a comment at its top is refused, before or after its imports', () => {
    const rest = 'a()\n'.repeat(90)
    expect(rulesIn('a.ts', rest)).toEqual(['first line'])
    expect(rulesIn('a.ts', `/** Sends mails. */\n${rest}`)).toEqual([])
    expect(rulesIn('a.ts', `import {\n  a,\n} from 'a'\n\n/** Sends mails. */\n${rest}`)).toEqual([])
    expect(rulesIn('a.test.ts', rest)).toEqual([])
  })
})

test('more than is allowed is refused with a better word, less asks for the count to be lowered', () => {
  expect(compare({ kept: 3 }, { kept: 2 })).toEqual([expect.stringMatching(/^kept: 3, and 2 are allowed \(better: stored/)])
  expect(compare({ door: 1 }, {})).toEqual([expect.stringMatching(/^door: 1, and 0 are allowed/)])
  expect(compare({}, { kept: 2 })).toEqual([expect.stringContaining('lower its count')])
  expect(compare({ kept: 2 }, { kept: 2 })).toEqual([])
})

test('the project keeps to it', () => {
  expect(compare(countOf(measure()), allowedCounts())).toEqual([])
})
