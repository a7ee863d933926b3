import type { NotificationContent } from '@endcap/contract/notifications'
import type { Language } from '@endcap/contract/vocabulary'
import { fillBlanks, unknownBlanks } from '@endcap/contract/templates'
import { describe, expect, test } from 'vitest'
import { composeMails, type Case, type Recipient } from './compose.ts'

const texts = (word: string): NotificationContent => ({
  title: `${word} {{storeName}}`,
  detail: '{{ since }}',
  subject: `${word}: {{count}} {{storeName}}`,
  body: 'Hello\n\n{{list}}\n\n{{link}}\n\nBye',
})
const contents: Record<Language, NotificationContent> = {
  en_US: texts('Gateway'),
  ja_JP: texts('ゲートウェイ'),
  ko_KR: texts('게이트웨이'),
}
const caseOf = (storeCode: string, locale = 'en-US'): Case => ({
  storeCode,
  locale,
  variables: { storeName: `Shop ${storeCode}`, since: '2026-11-21 10:00' },
})
const to = (email: string, language: Language | null, stores: Recipient['stores']): Recipient => ({ email, language, stores })

describe('mails', () => {
  test('each recipient gets one, in its language, about its stores', () => {
    const mails = composeMails({
      cases: [caseOf('A'), caseOf('B'), caseOf('C', 'ko-KR')],
      contents,
      recipients: [to('all@x.y', 'ja_JP', 'all'), to('b@x.y', 'en_US', ['B']), to('c@x.y', null, ['C']), to('none@x.y', 'en_US', ['Z'])],
      link: 'https://esl.example/#/alarm/history',
    })
    expect(mails.map((mail) => [mail.to, mail.subject])).toEqual([
      ['all@x.y', 'ゲートウェイ: 3'],
      ['b@x.y', 'Gateway: 1'],
      ['c@x.y', '게이트웨이: 1'],
    ])
    expect(mails[1]?.text).toBe('Hello\n\nGateway Shop B\n2026-11-21 10:00\n\nhttps://esl.example/#/alarm/history\n\nBye\n')
    expect(mails[0]?.text).toContain('Shop A')
    expect(mails[0]?.text).toContain('Shop C')
  })
  test('a blank that stays empty leaves no gap', () => {
    const [mail] = composeMails({ cases: [caseOf('A')], contents, recipients: [to('a@x.y', 'en_US', 'all')], link: '' })
    expect(mail?.text).toBe('Hello\n\nGateway Shop A\n2026-11-21 10:00\n\nBye\n')
  })
  test('of very many cases some are told, and how many there are', () => {
    const cases = Array.from({ length: 130 }, (_, number) => caseOf(`S${number}`))
    const [mail] = composeMails({ cases, contents, recipients: [to('a@x.y', 'en_US', 'all')], link: '' })
    expect(mail?.subject).toBe('Gateway: 130')
    expect(mail?.text).toContain('… +30')
    expect(mail?.text.match(/Shop/g)).toHaveLength(100)
  })
})

describe('templates', () => {
  test('what is filled in is not read as a template, and ends no line of the subject', () => {
    const values: Record<string, string> = { name: '{{other}}', other: '$&' }
    expect(fillBlanks('{{name}} {{other}}', (name) => values[name] ?? '')).toBe('{{other}} $&')
    const [mail] = composeMails({
      cases: [caseOf('A')],
      contents: { ...contents, en_US: { ...texts('x'), subject: '{{day}}' } },
      recipients: [to('a@x.y', 'en_US', 'all')],
      more: { day: 'one\r\nBcc: thief@x.y' },
      link: '',
    })
    expect(mail?.subject).toBe('one Bcc: thief@x.y')
  })
  test('unknown blanks are named', () => {
    expect(unknownBlanks('{{a}} {{ b }} {{c}}', ['a', 'b'])).toEqual(['c'])
  })
})
