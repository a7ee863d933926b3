/** What stands in the audit log has words in every language. */
import { readFileSync } from 'node:fs'
import { contract } from '@endcap/contract'
import { isWrite, type Endpoint } from '@endcap/contract/endpoint'
import { expect, test } from 'vitest'

const writes = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries(all as Record<string, Endpoint>).flatMap(([name, one]) => (isWrite(one) ? [`${domain}.${name}`] : [])),
)

test.for(['en', 'ja', 'ko'])('in %s every write of the contract has a sentence that says who did it, and nothing else', (language) => {
  const { sentence } = JSON.parse(readFileSync(`console/src/i18n/${language}/audit.json`, 'utf8')) as {
    sentence: Record<string, Record<string, string>>
  }
  const said = Object.entries(sentence).flatMap(([domain, names]) => Object.keys(names).map((name) => `${domain}.${name}`))
  expect(said.toSorted()).toEqual(writes.toSorted())
  for (const [domain, names] of Object.entries(sentence))
    for (const [name, text] of Object.entries(names)) {
      expect(text, `${domain}.${name}`).toMatch(/^\{\{who\}\}.+/)
      expect(text.replaceAll(/\{\{(who|what)\}\}/g, ''), `${domain}.${name}`).not.toMatch(/[{}#]/)
    }
})

test.for(['en', 'ja', 'ko'])('in %s every write of the contract has words, and nothing else', (language) => {
  const { action } = JSON.parse(readFileSync(`console/src/i18n/${language}/audit.json`, 'utf8')) as { action: Record<string, object> }
  const translated = Object.entries(action).flatMap(([domain, names]) => Object.keys(names).map((name) => `${domain}.${name}`))
  expect(translated.toSorted()).toEqual(writes.toSorted())
})
