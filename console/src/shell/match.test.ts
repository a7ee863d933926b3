import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { privilegeKeys } from '@endcap/contract/privileges'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { changeLanguage, loadWords, startI18n } from '../i18n/i18n.ts'
import { actionEntries } from './actions.ts'
import { matching } from './match.ts'
import { settingEntries } from './settings.ts'

beforeAll(async () => {
  localStorage.clear()
  await startI18n()
  await loadWords(['search', 'settings', 'storeConfig', 'alarmSettings', 'alarms', 'scripts'])
})

const actions = () =>
  actionEntries.map(({ name }) => ({ name, title: i18next.t(`search.action.${name}`), also: i18next.t(`search.also.${name}`) }))
const firstAction = (typed: string) => matching(actions(), typed, 6)[0]?.name
const settings = (typed: string) =>
  matching(
    settingEntries(i18next.t).map((entry) => ({ ...entry, also: entry.place })),
    typed,
    6,
  ).map(({ id }) => id)

describe('actions', () => {
  test.each([
    ['en_US', 'New store', 'newStore'],
    ['en_US', 'invite', 'inviteMember'],
    ['en_US', 'add account', 'newMember'],
    ['en_US', 'ADD PRODUCT', 'newProduct'],
    ['en_US', 'logout', 'signOut'],
    ['en_US', 'night', 'dark'],
    ['en_US', 'csv prices', 'uploadProducts'],
    ['en_US', '日本語', 'japanese'],
    ['ja_JP', '店舗を作成', 'newStore'],
    ['ja_JP', '招待', 'inviteMember'],
    ['ja_JP', 'ﾛｸﾞｱｳﾄ', 'signOut'],
    ['ja_JP', 'English', 'english'],
    ['ko_KR', '매장 생성', 'newStore'],
    ['ko_KR', '초대', 'inviteMember'],
    ['ko_KR', '야간', 'dark'],
  ] as const)('in %s the text %s finds %s', async (language, typed, name) => {
    await changeLanguage(language, { keep: false })
    expect(firstAction(typed)).toBe(name)
  })
  test.each(['en', 'ja', 'ko'])('each has a name and other words in %s, and no word is left of one that is gone', (language) => {
    const path = join(process.cwd(), 'console/src/i18n', language, 'search.json')
    const words: { action: object; also: object } = JSON.parse(readFileSync(path, 'utf8'))
    const names = actionEntries.map(({ name }) => name).toSorted()
    expect(Object.keys(words.action).toSorted()).toEqual(names)
    expect(Object.keys(words.also).toSorted()).toEqual(names)
  })
  test('what changes something needs the right to write it; only what concerns the person alone needs none', () => {
    const free = actionEntries.filter(({ needs }) => needs === undefined)
    expect(free.every(({ leads }) => !('ofStore' in leads) && (!('at' in leads) || leads.at.to === '.'))).toBe(true)
    for (const { needs } of actionEntries) if (needs !== undefined) expect(privilegeKeys).toContain(needs.split('.')[0])
  })
  test('what is called just so stands before what only begins so', () => {
    const titles = ['Tags in stock', 'Assign tags', 'Tags'].map((title) => ({ title }))
    expect(matching(titles, ' tags', 6).map(({ title }) => title)).toEqual(['Tags', 'Tags in stock', 'Assign tags'])
  })
  test('nothing is found by nothing, or by a word that is in none', () => {
    expect(matching(actions(), '  ', 6)).toEqual([])
    expect(matching(actions(), 'store qqq', 6)).toEqual([])
  })
})

describe('settings', () => {
  test.each([
    ['en_US', 'pan id', 'server  panId'],
    ['en_US', 'mail port', 'server smtp port'],
    ['en_US', 'mail server', 'server smtp smtp'],
    ['en_US', 'currency', 'store currency'],
    ['en_US', 'tag data decorator', 'script tag-data-decorator'],
    ['ja_JP', '通貨', 'store currency'],
    ['ko_KR', '통화', 'store currency'],
  ] as const)('in %s the words %s find %s', async (language, typed, id) => {
    await changeLanguage(language, { keep: false })
    expect(settings(typed)[0]).toBe(id)
  })
  test('each has a name, and no two are the same', async () => {
    await changeLanguage('en_US', { keep: false })
    const entries = settingEntries(i18next.t)
    expect(entries.length).toBeGreaterThan(60)
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
    expect(entries.filter(({ title }) => title === '' || i18next.exists(title) || title.includes('.'))).toEqual([])
  })
})
