import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { BadPattern, readPattern, stepsOf } from './pattern.ts'
import { writePattern } from './write-pattern.ts'

const faultOf = (source: string) => {
  try {
    readPattern(source)
    return undefined
  } catch (error) {
    if (!(error instanceof BadPattern)) throw error
    return { fault: error.fault, position: error.values.position, text: error.values.text }
  }
}

describe('a pattern is refused where it stands', () => {
  test.each([
    [String.raw`^(.+)(.+)\1`, 'pattern-refused', 10, String.raw`\1`],
    [String.raw`(?<a>x)\k<a>`, 'pattern-refused', 1, '(?<'],
    ['a(?=b)', 'pattern-refused', 2, '(?='],
    ['a(?!b)', 'pattern-refused', 2, '(?!'],
    ['(?<=a)b', 'pattern-refused', 1, '(?<'],
    ['(?<!a)b', 'pattern-refused', 1, '(?<'],
    ['(?i)a', 'pattern-refused', 1, '(?i'],
    ['(?>a)', 'pattern-refused', 1, '(?>'],
    [String.raw`\p{L}`, 'pattern-refused', 1, String.raw`\p`],
    [String.raw`a\m`, 'pattern-refused', 2, String.raw`\m`],
    ['[[:alpha:]]', 'pattern-refused', 2, '[:'],
    [String.raw`(?:\b|.)*`, 'pattern-refused', 9, '*'],
    ['(?:(?:a|^))+', 'pattern-refused', 12, '+'],
    ['^*', 'pattern-refused', 2, '*'],
    ['a\0', 'pattern-refused', 2, '\0'],
    ['***=a', 'pattern-wrong', 1, '*'],
    ['a++', 'pattern-wrong', 3, '+'],
    ['a**', 'pattern-wrong', 3, '*'],
    ['([', 'pattern-wrong', 2, '['],
    ['(a', 'pattern-wrong', 1, '('],
    ['a)', 'pattern-wrong', 2, ')'],
    ['a\\', 'pattern-wrong', 2, '\\'],
    ['[z-a]', 'pattern-wrong', 3, '-'],
    ['[a', 'pattern-wrong', 1, '['],
    ['a{3,1}', 'pattern-wrong', 2, '{3,1}'],
    ['a{101}', 'pattern-large', 2, '{101}'],
    ['(?:a{60}){60}', 'pattern-large', 1, ''],
    ['((((a{9}){9}){9}){9}){9}', 'pattern-large', 1, ''],
    ['a'.repeat(201), 'pattern-large', 201, ''],
    ['('.repeat(30), 'pattern-large', 21, '('],
    ['^'.repeat(9), 'pattern-large', 9, '^'],
    ['[\u0100-\uffff][\u0100-\uffff]', 'pattern-large', 8, '-'],
  ])('the pattern %s is refused with its fault and place', (source, fault, position, text) => {
    expect(faultOf(source)).toEqual({ fault, position, text })
  })
})

describe('what is allowed means the same as in JavaScript', () => {
  const texts = [
    '',
    'a',
    'ab',
    'aab',
    'A[0]F',
    '490-12',
    'Bio Milch 3,5 %',
    '牛乳　１Ｌ',
    'é',
    'x\ny',
    '{2}',
    'a-b_c',
    'BIO\tECO',
    '\\',
    '\u{1f600}',
    'a]b^c',
  ]
  test.each([
    'a',
    '^a?b$',
    'a+b',
    '(a|ab)*$',
    '(?:a|ab)+?$',
    String.raw`^\d{3}-\d{2}$`,
    String.raw`\s`,
    String.raw`^\S+$`,
    String.raw`\w\W\w`,
    '[^a-z]',
    String.raw`[\s\d]{2}`,
    String.raw`[^\S ]`,
    String.raw`[\D]`,
    String.raw`^(BIO|ECO)\b`,
    String.raw`\Bb`,
    'x.y',
    '^.$',
    '^..$',
    '',
    '|a',
    '()',
    String.raw`\{2\}`,
    String.raw`[a\-_]{2}`,
    String.raw`\u725b|\x41`,
    String.raw`[\]^]`,
    '[一-龥]',
    String.raw`\\`,
    '^(?:a{1,2}b?){1,3}$',
  ])('the pattern %s finds in RE2 what it finds in JavaScript', (source) => {
    const linear = RE2JS.compile(writePattern(readPattern(source), 're2'))
    for (const text of texts) expect([text, linear.test(text)]).toEqual([text, new RegExp(source, 'u').test(text)])
  })
})

test('steps are counted with the counts written out', () => {
  expect(stepsOf(readPattern('a'))).toBe(2)
  expect(stepsOf(readPattern('(ab){3}'))).toBe(10)
  expect(stepsOf(readPattern('((a{2}){3}){4}'))).toBeGreaterThan(24)
})
