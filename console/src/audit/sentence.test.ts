/** What the list of the audit log says of a record. */
import type { AuditRow } from '@endcap/contract/audit'
import { readFileSync } from 'node:fs'
import i18next, { type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { knownField, type ListWords } from './fields.ts'
import { placeOf } from './places.ts'
import { restOf, sentenceText } from './sentence.ts'

async function wordsOf(language: string): Promise<TFunction> {
  const areas = [
    'audit',
    'alarms',
    'alarmSettings',
    'gateways',
    'members',
    'notifications',
    'scripts',
    'settings',
    'storeConfig',
    'tokens',
    'webhooks',
  ]
  const translation = Object.fromEntries(
    areas.map((area) => [area, JSON.parse(readFileSync(`console/src/i18n/${language}/${area}.json`, 'utf8')) as object]),
  )
  const words = i18next.createInstance()
  return words.init({ lng: language, resources: { [language]: { translation } }, interpolation: { escapeValue: false } })
}
let words: ListWords
beforeAll(async () => {
  words = { t: await wordsOf('en'), aliasLabel: (name) => (name === 'ORIGIN' ? 'Country of origin' : name) }
})

const row = (more: Partial<AuditRow>): AuditRow => ({
  auditId: '1',
  updatedAt: 0,
  email: 'ann@shop.example',
  ip: '10.0.0.1',
  action: 'products.save',
  storeCode: 'BER01',
  storeName: 'Berlin Mitte',
  kind: 'products',
  subject: '',
  name: '',
  gone: false,
  changed: [],
  differences: [],
  products: null,
  ...more,
})
const price = { field: 'PRICE', before: '3.29', after: '3.49' }
const products = { count: 1, prCode: '4011', name: 'Feine Tomaten', is: 'changed' as const, price, differences: [] }

test('a price is said with what it was and is, where, and leads to its history', () => {
  const said = row({ products })
  expect(sentenceText(said, words)).toBe('ann@shop.example changed the price of Feine Tomaten in Berlin Mitte from 3.29 to 3.49')
  expect(restOf(said)).toEqual([])
  expect(placeOf(said)).toEqual({ to: '/product/BER01/4011/update/history' })
})

test('a script is called by its kind, and leads to its editor with the store that it is of', () => {
  const script = {
    action: 'scripts.saveTagDecorator',
    kind: 'script',
    subject: 'tag-data-decorator/BER01',
    name: 'tag-data-decorator/BER01',
  }
  expect(sentenceText(row(script), words)).toBe('ann@shop.example saved the script Tag data decorator')
  expect(placeOf(row(script))).toEqual({ to: '/system/tag-data-decorator', search: { store: 'BER01' } })
})

test('one other field, several products, new ones and those that are gone', () => {
  const field = { field: 'ORIGIN', before: null, after: 'Italy' }
  const one = row({ products: { ...products, price: null, differences: [field] } })
  expect(sentenceText(one, words)).toBe('ann@shop.example changed Country of origin of Feine Tomaten in Berlin Mitte from nothing to Italy')
  expect(restOf(one)).toEqual([])
  expect(restOf(row({ products: { ...products, differences: [field] } }))).toEqual([field])
  expect(sentenceText(row({ products: { ...products, count: 12 } }), words)).toBe('ann@shop.example changed 12 products in Berlin Mitte')
  expect(sentenceText(row({ products: { ...products, is: 'new' } }), words)).toBe(
    'ann@shop.example added the product Feine Tomaten in Berlin Mitte',
  )
  expect(placeOf(row({ products: { ...products, is: 'removed' } }))).toEqual({ to: '/product/list/BER01' })
})

test('other things by their names, without an account, of calls that are not known any more, and of which nothing is named', () => {
  const store = { action: 'stores.save', kind: 'store', subject: 'BER01', name: 'Berlin Mitte' }
  expect(sentenceText(row(store), words)).toBe('ann@shop.example changed the store Berlin Mitte')
  expect(placeOf(row(store))).toEqual({ to: '/store/detail/BER01' })
  expect(placeOf(row({ ...store, gone: true }))).toBeUndefined()
  expect(sentenceText(row({ action: 'session.signup', email: '' }), words)).toBe('A person who was not signed in signed up')
  expect(sentenceText(row({ action: 'gone.call' }), words)).toBe('ann@shop.example: gone.call')
  expect(sentenceText(row({ action: 'tags.assign' }), words)).toBe('ann@shop.example: Assign tags')
})

test('settings and notifications are called by their words, and lead to their screens', () => {
  const alarms = { action: 'alarms.saveSetting', kind: 'setting', subject: 'alarms', name: 'alarms' }
  expect(sentenceText(row(alarms), words)).toBe('ann@shop.example changed the alarm settings')
  expect(placeOf(row(alarms))).toEqual({ to: '/alarm/history' })
  expect(placeOf(row({ kind: 'setting', subject: 'alias' }))).toEqual({ to: '/setting/alias-config' })
  expect(placeOf(row({ kind: 'setting', subject: 'smtp' }))).toEqual({ to: '/setting/server-config' })
  const text = { action: 'notifications.saveContent', kind: 'notification', subject: 'gwOff1Hr', name: 'gwOff1Hr' }
  expect(sentenceText(row(text), words)).toBe('ann@shop.example changed the text of the notification Gateway offline for more than 1 hour')
})

test.for(['en', 'ja', 'ko'])('in %s what records tell field by field has words', async (language) => {
  const words = await wordsOf(language)
  const fields: Record<string, string> = {
    store: 'storeName address timeZone locale currency hideLed applyGoodLines latitude',
    gateway: 'gwMac gwIndex ip netmask defaultGateway dns eslServerPort dataChannel eventChannel channelGroupIndex',
    account: 'name mobile enableWholeStore store locked',
    role: 'name privilege',
    webhook: 'name url events storeCodes minClass enabled',
    token: 'name email privileges storeCodes expiresAt',
    bridge: 'name storeCodes',
    'print-template': 'layoutId rows labels',
    layout: 'version from note rev archived',
    rollout: 'component version gateways first concurrency paused',
    amac: 'abstractCode abstractData',
    display: 'name model template slides objects product',
    'setting server': 'auditRetentionDays communicationMode imageBaseUpdate maxAgeDays risePercent',
    'setting smtp': 'enable server port encryption account password',
    'setting alarms': 'diskPercent refusals UPDATE\u00A0FAILURE',
    'setting notifications': 'sent',
  }
  for (const [thing, names] of Object.entries(fields)) {
    const [kind = '', subject = ''] = thing.split(' ')
    for (const name of names.split(' ').map((one) => one.replace('\u00A0', ' ')))
      expect(knownField({ kind, subject }, name, words), `${thing} ${name}`).toEqual(expect.stringMatching(/^[^{}#]+$/))
  }
})
