import { expect, test } from 'vitest'
import { sayFileReason } from './file-reason-words.ts'
import { fileReasonCodes } from './file-reasons.ts'
import { languages } from './vocabulary.ts'

/** The blanks of a sentence, found by filling each with its name. */
function blanksOf(code: (typeof fileReasonCodes)[number], language: (typeof languages)[number]) {
  const found = new Set<string | symbol>()
  const values = new Proxy<Record<string, string>>({}, { get: (_, name) => (found.add(name), String(name)) })
  sayFileReason({ code, values }, language)
  return [...found].toSorted()
}

test.each(fileReasonCodes)('%s has the same blanks in every language', (code) => {
  for (const language of languages) expect([language, blanksOf(code, language)]).toEqual([language, blanksOf(code, 'en_US')])
})
