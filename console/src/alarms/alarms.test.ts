import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alarmDetailTypes, alarmKinds, alarmTypes, detailTypeOf, tagAlarmTypes } from '@endcap/contract/alarm-kinds'
import type { Alarm } from '@endcap/contract/alarms'
import type { Privilege } from '@endcap/contract/privileges'
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { AlarmClass, tagAlarmValue } from '../ui/alarm-cells.tsx'
import { alarmWords, alikeWords, linkOf } from '../ui/alarm-words.ts'

const read = (language: string, area: string) =>
  JSON.parse(readFileSync(join(process.cwd(), 'console/src/i18n', language, `${area}.json`), 'utf8')) as Record<string, unknown>
const kindsOf = (language: string) => read(language, 'alarms').kind as Record<string, Record<string, string>>

beforeAll(async () => {
  const areas = ['alarms', 'tags', 'error']
  await i18next.use(initReactI18next).init({
    lng: 'en_US',
    resources: { en_US: { translation: Object.fromEntries(areas.map((area) => [area, read('en', area)])) } },
    interpolation: { escapeValue: false },
  })
})

const alarm = (type: Alarm['type'], data: Record<string, unknown>): Alarm => ({
  alarmId: '1',
  location: 'S1',
  type,
  class: 2,
  subject: 'x',
  data,
  detailType: detailTypeOf(data),
  repeats: 0,
  alike: 1,
  alikeSince: 1,
  state: 'open',
  raisedAt: 1,
  updatedAt: 1,
  clearedAt: null,
})

describe('what an alarm tells', () => {
  test('English names are the specification’s, titles and details those of the contract', () => {
    const english = kindsOf('en')
    expect(Object.keys(english)).toEqual([...alarmTypes])
    for (const type of alarmTypes) {
      const { title, detail } = alarmKinds[type]
      expect(english[type]).toEqual({ name: type, title, detail })
    }
    for (const language of ['en', 'ja', 'ko']) expect(Object.keys(read(language, 'alarms').tag as object)).toEqual([...tagAlarmTypes])
  })
  test('the newest of those that are alike says how many they are, and what is wrong with it', () => {
    const outage = { ...alarm('GW STATUS ABNORMAL', { gwMac: '02EC', conditions: ['offline'] }), alike: 4 }
    expect(alikeWords(outage, i18next.t)).toEqual({ title: '4 gateways', detail: 'What is wrong: it is offline.' })
    expect(alikeWords({ ...outage, alike: 1 }, i18next.t).title).toBe('Gateway 02EC does not work as it should')
  })
  test('its data fills the blanks, codes become words, sentences stay', () => {
    const words = (...given: Parameters<typeof alarm>) => Object.values(alarmWords(alarm(...given), i18next.t)).join(' | ')
    expect(words('GW STATUS ABNORMAL', { gwMac: '02EC', conditions: ['service:grm', 'downLink'] })).toBe(
      'Gateway 02EC does not work as it should | What is wrong: the service grm does not run, no line to its radio.',
    )
    expect(words('SEND TO GW FAILURE', { gwMac: '02EC', tags: 37, reason: 'gateway-offline' })).toBe(
      'Gateway 02EC did not take what was sent | 37 labels failed: Gateway offline.',
    )
    expect(
      words('SEND E-MAIL FAILURE', { recipient: 'a@b.c', reason: 'connect ECONNREFUSED 127.0.0.1:25 $t(alarms.title) {{recipient}}' }),
    ).toBe('E-mail to a@b.c could not be sent | The mail server’s answer: connect ECONNREFUSED 127.0.0.1:25 $t(alarms.title) {{recipient}}')
    expect(words('FILE DOWNLOAD TASK FAILURE', { reason: 'forbidden', detail: 'No.' })).toContain('You have no permission to do this.')
  })
  test('a text that an account wrote goes before the default texts, in its language only; what fills its blanks is no template', () => {
    const data = { gwMac: '{{reason}}', tags: 2, reason: 'gateway-offline' }
    const own = { title: 'Look after {{gwMac}}: {{reason}}', detail: '$t(alarms.title) {{tea}}' }
    const changed = { ...alarm('SEND TO GW FAILURE', data), content: { en_US: own } }
    expect(alarmWords(changed, i18next.t)).toEqual({ title: 'Look after {{reason}}: Gateway offline', detail: '$t(alarms.title) ' })
    expect(alarmWords({ ...changed, content: { ja_JP: own } }, i18next.t).detail).toBe('2 labels failed: Gateway offline.')
  })
  test('what is not in its data is a dash', () => {
    expect(alarmWords(alarm('UPDATE FAILURE', {}), i18next.t).detail).toBe('– of – labels could not be updated.')
  })
  test('a tag’s value has its unit', () => {
    const one = { alarmTime: 1, repeats: 0, clearedAt: null }
    expect(tagAlarmValue({ ...one, alarmType: 'LOW BATTERY', value: 2.3 })).toBe('2.30 V')
    expect(tagAlarmValue({ ...one, alarmType: 'TEMPERATURE ABNORMAL', value: -31 })).toBe('-31.0 °C')
    expect(tagAlarmValue({ ...one, alarmType: 'MISSING', value: null })).toBe('–')
  })
})

describe('where an alarm leads', () => {
  const may =
    (...privileges: Privilege[]) =>
    (privilege: Privilege) =>
      privileges.includes(privilege)
  const task = alarm('UPDATE FAILURE', { taskId: '1007', taskType: 'UPDATE', total: 2, failed: 1 })
  const tags = alarm('SEND TO GW FAILURE', { gwMac: '02EC', tagMacList: ['A1', 'A2'] })
  test('type 4 to its task, with task.read and tag.read', () => {
    expect(task.detailType).toBe(alarmDetailTypes.task)
    expect(linkOf(task, may('task.read', 'tag.read'))).toEqual({ kind: 'task', to: '/task/detail/S1/1007/UPDATE', search: {} })
    expect([linkOf(task, may('task.read')), linkOf(task, may('tag.read'))]).toEqual([undefined, undefined])
  })
  test('type 5 to its tags, with tag.read', () => {
    expect(tags.detailType).toBe(alarmDetailTypes.tagList)
    expect(linkOf(tags, may('tag.read'))).toEqual({ kind: 'tags', to: '/tag/detail/S1', search: { f: { barcode: '==A1,A2' } } })
    expect(linkOf(tags, may('task.read'))).toBeUndefined()
  })
  test('others lead nowhere', () => {
    expect(linkOf(alarm('ACCOUNT LOCKED', { email: 'a@b.c' }), may('task.read', 'tag.read'))).toBeUndefined()
  })
})

test('class 1 is blue, 2 orange, 3 red, in light and dark, each with a word', () => {
  const tokens = readFileSync(join(process.cwd(), 'console/src/theme/tokens.css'), 'utf8')
  const seen = ([1, 2, 3] as const).map((level) => {
    const html = renderToStaticMarkup(createElement(AlarmClass, { level }))
    const kind = /data-kind="(\w+)"/.exec(html)?.[1] ?? ''
    const shades = [...tokens.matchAll(new RegExp(`--${kind}: #([0-9a-f]{6});`, 'g'))].map(([, hex = '']) => hueOf(hex))
    return { word: html.replaceAll(/<[^>]*>/g, ''), shades }
  })
  expect(seen.map(({ word }) => word)).toEqual(['Information', 'Warning', 'Critical'])
  // Degrees on the wheel of colours, for light and dark.
  for (const [index, [from, to]] of [
    [205, 225],
    [15, 35],
    [0, 10],
  ].entries()) {
    expect(seen[index]!.shades).toHaveLength(2)
    for (const hue of seen[index]!.shades) expect([index + 1, hue >= from! && hue <= to!]).toEqual([index + 1, true])
  }
})

/** Of a colour in six hexadecimal digits. */
function hueOf(hex: string): number {
  const [red, green, blue] = [0, 2, 4].map((place) => Number.parseInt(hex.slice(place, place + 2), 16)) as [number, number, number]
  const [max, range] = [Math.max(red, green, blue), Math.max(red, green, blue) - Math.min(red, green, blue)]
  const sector = max === red ? (green - blue) / range : max === green ? 2 + (blue - red) / range : 4 + (red - green) / range
  return Math.round((sector * 60 + 360) % 360)
}
