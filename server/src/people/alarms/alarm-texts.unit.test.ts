/** What mails say of alarms is what the console says: the usual texts and words in each language. */
import { readFileSync } from 'node:fs'
import { alarmKinds, alarmTypes } from '@endcap/contract/alarm-kinds'
import { unknownBlanks } from '@endcap/contract/templates'
import { languages } from '@endcap/contract/vocabulary'
import { describe, expect, test } from 'vitest'
import { alarmWords } from './alarm-translations.ts'
import { alarmSamples, classWords, codeWords, defaultTexts, wordsBetween } from './alarm-texts.ts'

type Words = Record<string, Record<string, string>>
const read = (language: string, area: string) =>
  JSON.parse(readFileSync(`console/src/i18n/${language.slice(0, 2)}/${area}.json`, 'utf8')) as Record<string, unknown>

describe.each(languages)('%s', (language) => {
  const translated = read(language, 'alarms')
  test('the usual texts are those of the console, with blanks that their alarms fill', () => {
    for (const type of alarmTypes) {
      const { name: _, ...words } = (translated.kind as Words)[type]!
      const defaults = defaultTexts(type)[language]
      expect({ type, ...defaults }).toEqual({ type, ...words })
      expect({ type, unknown: unknownBlanks(defaults.title + defaults.detail, alarmKinds[type].variables) }).toEqual({ type, unknown: [] })
    }
  })
  test('so are the words that fill them', () => {
    const { condition, task } = translated as Words
    const reason = read(language, 'tags').reason as Record<string, string>
    expect(codeWords[language]).toEqual({
      ...condition,
      ...task,
      'gateway-offline': reason['gateway-offline'],
      'gateway-refused': reason['gateway-refused'],
    })
    expect([wordsBetween[language], classWords[language]]).toEqual([
      translated.and,
      { 1: translated.class1, 2: translated.class2, 3: translated.class3 },
    ])
  })
  test('samples leave no blank empty', () => {
    for (const type of alarmTypes) {
      const { title, detail } = alarmWords({ type, data: alarmSamples[type] }, language, undefined)
      expect(`${title} ${detail}`).not.toMatch(/–|\{\{|undefined/)
    }
  })
})

test('codes become words, changed texts go before the usual ones, and what fills them is no template', () => {
  const alarm = { type: 'GW STATUS ABNORMAL', data: { gwMac: '{{conditions}}', conditions: ['service:grm', 'downLink'] } } as const
  expect(alarmWords(alarm, 'ja_JP', undefined).detail).toBe('内容：サービス grm が停止中、無線部との接続なし')
  const changed = { en_US: { title: 'Look at {{gwMac}}', detail: '' } }
  expect(alarmWords(alarm, 'en_US', changed)).toEqual({ title: 'Look at {{conditions}}', detail: '' })
  expect(alarmWords(alarm, 'ko_KR', changed).title).toBe('게이트웨이 {{conditions}}이(가) 정상적으로 동작하지 않습니다')
})
