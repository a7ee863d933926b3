/** Layouts as they come from anywhere: what is wrong is said with its place. */
import { expect, describe, test } from 'vitest'
import { conditionSchema, fieldsOf, layoutDefinition, readLayout, textFormats, type LayoutInput } from './layout.ts'
import { inEnglish, type Sentence } from './sentences.ts'

type ElementInput = LayoutInput['pages'][number]['elements'][number]
const text = (value: string, more = {}) => ({ type: 'text' as const, text: value, x: 0, y: 0, w: 90, h: 20, size: 12, ...more })
const layoutOf = (elements: object[], more = {}) => ({ format: 1, name: 'x', width: 100, height: 100, pages: [{ elements, ...more }] })
const problemsOf = (value: unknown) => {
  const read = readLayout(value)
  return 'problems' in read ? read.problems : []
}

test('a layout without a fault is answered whole, defaults filled in', () => {
  const read = readLayout(layoutOf([text('{NAME}')]))
  expect(read).toMatchObject({ layout: { pages: [{ background: 'white', elements: [{ weight: 400, lines: 1 }] }] } })
})

describe('templates', () => {
  test.each([
    ['a brace that is not closed', '{NAME', 'a { is not closed by a }'],
    ['a brace within braces', '{NA{ME}', 'a { is not closed by a }'],
    ['a brace that closes nothing', 'NAME}', 'a } closes no {'],
    ['no name', '{} and {NAME}', '{} names no field'],
    ['a format without a name', '{:price}', '{:price} names no field'],
    ['a format in capitals', '{PRICE:Price}', '{PRICE:Price} has the unknown format "Price"'],
    ['an unknown format', '{PRICE:money}', '{PRICE:money} has the unknown format "money"'],
    ['no format behind a colon', '{PRICE:}', '{PRICE:} has the unknown format ""'],
    ['a tax without a rate', '{PRICE:tax}', 'takes a rate from 0 to 99.99, such as tax(10)'],
    ['a rate of a hundred', '{PRICE:net(100)}', 'takes a rate from 0 to 99.99, such as net(10)'],
    ['a rate that is none', '{PRICE:tax(ten)}', 'takes a rate'],
    ['a rate too fine', '{PRICE:tax(5.555)}', 'takes a rate'],
    ['brackets that the format does not take', '{PRICE:price(2)}', 'takes nothing in brackets'],
    ['an unknown kind of date', '{DATE:date(short)}', 'takes one of long, day in brackets, or none'],
    ['empty brackets', '{DATE:date()}', 'has empty brackets'],
    ['half a bracket', '{PRICE:tax(10}', 'is no field with a format'],
  ])('%s is refused with its place', (_, value, message) => {
    const [problem, ...more] = problemsOf(layoutOf([text('fine'), text(value)]))
    expect(problem?.path).toBe('pages.0.elements.1.text')
    expect(problem?.message).toContain(message)
    expect(more).toEqual([])
  })
  test('an unknown format names those that are known', () => {
    const [problem] = problemsOf(layoutOf([text('{A:b}')]))
    for (const { name } of textFormats) expect(problem?.message).toContain(name)
  })
  test.each(['{A:tax(0)}', '{A:tax(99.99)}', '{A:net(5.5)}', '{A:date}', '{A:date(long)} – {2.A:date(day)}', '50 % ({A:upper})', 'a : b'])(
    '%s is taken',
    (value) => {
      expect(problemsOf(layoutOf([text(value)]))).toEqual([])
    },
  )
  test('also in bar codes, and inside of a repeat', () => {
    const code = { type: 'barcode', symbology: 'qr', value: '{URL', x: 0, y: 0, w: 50, h: 50 }
    const repeat = { type: 'repeat', count: 2, dx: 0, dy: 20, elements: [text('{A:tax}')] }
    expect(problemsOf(layoutOf([code, repeat])).map(({ path }) => path)).toEqual([
      'pages.0.elements.0.value',
      'pages.0.elements.1.elements.0.text',
    ])
  })
})

describe('words of what is wrong', () => {
  const when = (value: string) => [{ field: 'A', is: 'matches', value }]
  test.each<[string, object, string]>([
    ['an open brace', text('{A'), 'brace-open'],
    ['a brace too many', text('A}'), 'brace-closed'],
    ['half a bracket', text('{A:tax(10}'), 'slot-unclear'],
    ['no name', text('{}'), 'slot-nameless'],
    ['an unknown format', text('{A:b}'), 'format-unknown'],
    ['empty brackets', text('{A:tax()}'), 'format-empty'],
    ['brackets where there are none', text('{A:price(1)}'), 'format-alone'],
    ['a rate that is none', text('{A:tax(x)}'), 'format-rate'],
    ['a word that is not known', text('{A:date(x)}'), 'format-words'],
    ['a pattern that is none', text('a', { when: when('(') }), 'pattern-wrong'],
    ['a pattern with a back-reference', text('a', { when: when(String.raw`(.+)\1`) }), 'pattern-refused'],
    ['a pattern too large', text('a', { when: when('(?:a{50}){50}') }), 'pattern-large'],
  ])('%s: a sentence that can be said in other languages, and the same in English', (_, element, sentence) => {
    const [problem] = problemsOf(layoutOf([element]))
    expect(problem?.translatable?.sentence).toBe(sentence)
    expect(inEnglish(sentence as Sentence, problem?.translatable?.values).detail).toBe(problem?.message)
  })
  test('bounds are told in figures', () => {
    const translatable = (value: unknown) => problemsOf(value).map((problem) => problem.translatable)
    expect(translatable(layoutOf([text('a', { size: 1 })]))).toEqual([{ sentence: 'too-little', values: { least: 6 } }])
    expect(translatable(layoutOf([text('a', { size: 9999 })]))).toEqual([{ sentence: 'too-much', values: { most: 600 } }])
    expect(translatable(layoutOf([text('a'.repeat(501))]))).toEqual([{ sentence: 'too-long', values: { most: 500 } }])
    expect(translatable({ ...layoutOf([]), pages: [] })).toEqual([{ sentence: 'too-few', values: { least: 1 } }])
    expect(translatable(layoutOf(Array.from({ length: 201 }, () => text('a'))))).toEqual([{ sentence: 'too-many', values: { most: 200 } }])
    expect(translatable(layoutOf([text('a', { when: [{ field: '', is: 'empty' }] })]))[0]).toEqual({
      sentence: 'too-short',
      values: { least: 1 },
    })
    expect(translatable(layoutOf([text('a', { colour: 'green' })]))).toEqual([undefined])
  })
})

describe('conditions', () => {
  test('a pattern that is none is refused where it stands, instead of while a label is drawn', () => {
    const when = [
      { field: 'A', is: 'filled' },
      { field: 'A', is: 'matches', value: '^(a' },
    ]
    const found = problemsOf(layoutOf([text('a', { when })], { when }))
    expect(found.map(({ path }) => path)).toEqual(['pages.0.elements.0.when.1.value', 'pages.0.when.1.value'])
    expect(found[0]?.message).toContain('is no pattern')
    // Another operator takes the same text as it is.
    expect(problemsOf(layoutOf([text('a', { when: [{ field: 'A', is: 'contains', value: '^(a' }] })]))).toEqual([])
  })
  test('a pattern that only backtracking could match is refused', () => {
    const pattern = { field: 'A', is: 'matches', value: 'a' }
    expect(conditionSchema.safeParse(pattern).success).toBe(true)
    const read = (value: string) => conditionSchema.safeParse({ ...pattern, value }).success
    for (const slow of ['(.+)(.+)\\1\\2', '(?=a)b', '(?:a{50}){50}', '(?:^a)*']) expect([slow, read(slow)]).toEqual([slow, false])
    // Some of these would take for ever where it is tried in all the ways there are.
    for (const quick of [
      '^(BIO|ECO)\\b',
      '\\d+(,\\d+)?',
      '(ab)+',
      '[(+)]+',
      '\\(a+\\)+',
      'a{2,3}|b+',
      '(a+)+$',
      '(a|a)*b',
      '(?:(?:x+)y?)+',
    ])
      expect([quick, read(quick)]).toEqual([quick, true])
  })
  test('a field is named without braces', () => {
    expect(problemsOf(layoutOf([text('a', { when: [{ field: '{A}', is: 'filled' }] })]))).toMatchObject([
      { path: 'pages.0.elements.0.when.0.field', message: 'must be the name of a field, without braces and format' },
    ])
  })
})

test('another format is the only thing said of a layout', () => {
  expect(problemsOf({ format: 2, anything: 'else' })).toEqual([{ path: 'format', message: 'was made for format 2, this server reads 1' }])
  expect(problemsOf({ ...layoutOf([]), format: '1' })).toMatchObject([{ path: 'format' }])
})
test.each([undefined, null, 'text', 3, []])('%o is no layout', (value) => {
  expect(problemsOf(value)).toHaveLength(1)
})
test('at most twenty problems are told', () => {
  expect(problemsOf(layoutOf(Array.from({ length: 30 }, () => text('{')))).length).toBe(20)
  expect(problemsOf(layoutOf(Array.from({ length: 19 }, () => text('{')))).length).toBe(19)
})

test('the fields of a layout are those of texts, prices, codes and conditions', () => {
  const condition = (field: string) => [{ field, is: 'filled' as const }]
  const place = { x: 0, y: 0, w: 50, h: 50 }
  const elements: ElementInput[] = [
    text('{NAME} {2.PRICE:price} {name:upper}', { when: condition('PROMO') }),
    { type: 'price', field: '3.LIST_PRICE', ...place, size: 20 },
    { type: 'barcode', symbology: 'qr', value: 'https://a.example/{URL}', ...place },
    { type: 'repeat', count: 2, dx: 0, dy: 9, elements: [text('{UNIT}', { when: condition('2.ORIGIN') })], when: condition('STOCK') },
    { type: 'box', ...place, when: condition('CATEGORY') },
  ]
  const layout = layoutDefinition.parse(layoutOf(elements, { when: condition('PAGE') }))
  expect(fieldsOf(layout)).toEqual(['PAGE', 'PROMO', 'NAME', 'PRICE', 'LIST_PRICE', 'URL', 'STOCK', 'ORIGIN', 'UNIT', 'CATEGORY'])
})
