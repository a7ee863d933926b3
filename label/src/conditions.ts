/** Whether the value of a field meets a condition: of an element, a page or a rule. */
import { RE2JS } from 're2js'
import { BadValue } from './bad-value.ts'
import type { Condition } from './layout.ts'
import { BadPattern, readPattern, type Pattern } from './pattern.ts'
import { writePattern } from './write-pattern.ts'

/** `amountOf`: the number that a text is, NaN where it is none. Throws BadValue for a pattern that is refused by now. */
export function meets(text: string, { is, value: expected = '' }: Condition, amountOf: (text: string) => number): boolean {
  switch (is) {
    case 'filled':
      return text !== ''
    case 'empty':
      return text === ''
    case 'equals':
      return text === expected
    case 'not-equals':
      return text !== expected
    case 'greater':
      return amountOf(text) > Number(expected)
    case 'less':
      return amountOf(text) < Number(expected)
    case 'contains':
      return text.includes(expected)
    case 'starts-with':
      return text.startsWith(expected)
    case 'matches':
      return patternOf(expected).test(text)
  }
}

const patterns = new Map<string, RE2JS>()
/** RE2 takes time linear in the text, however the pattern is made. */
function patternOf(source: string): RE2JS {
  let pattern = patterns.get(source)
  if (pattern === undefined) {
    if (patterns.size > 1000) patterns.clear()
    pattern = RE2JS.compile(writePattern(readOrFail(source), 're2'))
    patterns.set(source, pattern)
  }
  return pattern
}
/** A layout that was stored before such patterns were refused is not drawn any more, and says why. */
function readOrFail(source: string): Pattern {
  try {
    return readPattern(source)
  } catch (error) {
    if (error instanceof BadPattern) throw new BadValue(error.fault, error.values)
    throw error
  }
}
