import { fileReasonCodes } from '@endcap/contract/file-reasons'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { loadWords, startI18n } from '../i18n/i18n.ts'
import { sayLines } from './file-reasons.ts'

test('every reason has its words, and a line without a reason stays as the server says it', async () => {
  await startI18n()
  await loadWords(['files'])
  for (const code of fileReasonCodes) expect([code, i18next.exists(`files.reason.${code}`)]).toEqual([code, true])
  const values = { line: 2, text: '1.299 $t(files.title)', field: 'PRICE', first: '1299', second: '1.299' }
  const text = 'line 2 has "1.299" for PRICE, which …'
  expect(sayLines([text, 'line 3 said otherwise'], [{ text, code: 'row-two-readings', values }], i18next.t)).toEqual([
    'Line 2 has “1.299 $t(files.title)” for PRICE, which could be 1299 or 1.299: write 1299 or 1.2990.',
    'line 3 said otherwise',
  ])
})
