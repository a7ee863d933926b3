/** A sheet is what labels are printed on, a saved list is what is printed: neither is called a template, which is the word of slides. */
import { expect, test } from 'vitest'
import en from '../i18n/en/printing.json'
import ja from '../i18n/ja/printing.json'
import ko from '../i18n/ko/printing.json'

const lines = (words: object) =>
  JSON.stringify(words, null, 1)
    .split('\n')
    .map((line) => line.slice(line.indexOf(':') + 1))

test('printing speaks of sheets and of saved lists, in every language', () => {
  // The specification has this sentence word for word (3 §5).
  const { selectTemplate, ...ours } = en
  expect(selectTemplate).toBe('Please select a template.')
  expect([ours, ja, ko].flatMap(lines).filter((line) => /template|テンプレート|템플릿/i.test(line))).toEqual([])
})
