/** Types of tags as calls name them: the specification's two characters in capitals, ids of other families in small letters. */
import { expect, test } from 'vitest'
import { tagType } from './schemas.ts'

test.each([
  ['b5', 'B5'],
  ['B5', 'B5'],
  ['oepl-33', 'oepl-33'],
  ['OEPL-3C', 'oepl-3c'],
  ['px-800x480-bwry-led', 'px-800x480-bwry-led'],
  ['trmnl-og', 'trmnl-og'],
])('%s is %s', (text, expected) => {
  expect(tagType.parse(text)).toBe(expected)
})
test.each([
  '',
  'B',
  'B5A',
  'oepl',
  'oepl-',
  '-33',
  '33-oepl',
  'oepl--33',
  'oepl 33',
  "a-'",
  `a-${'b'.repeat(39)}`,
  'px-800x480-bwry\n',
  'ä-1',
])('%j is none', (text) => {
  expect(tagType.safeParse(text).success).toBe(false)
})
