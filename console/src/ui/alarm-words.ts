/** What an alarm tells, in the reader's language: its type, and the title and detail of its type filled with its data. */
import { alarmDetailTypes, alarmKinds, alarmTypes, type AlarmKind } from '@endcap/contract/alarm-kinds'
import type { Alarm } from '@endcap/contract/alarms'
import type { Privilege } from '@endcap/contract/privileges'
import { fillBlanks } from '@endcap/contract/templates'
import { languages } from '@endcap/contract/vocabulary'
import i18next, { type TFunction } from 'i18next'
import { paths } from '../app/paths.ts'

export const alarmTypeName = (type: Alarm['type'], t: TFunction): string => t(`alarms.kind.${type}.name`)

/** The types of alarms about servers, about gateways, … */
export const typesAbout = (about: AlarmKind['about']) => alarmTypes.filter((type) => alarmKinds[type].about === about)

/** `service:grm` → "the service grm does not run"; a name may be an address with colons of its own. */
function conditionWords(condition: string, t: TFunction): string {
  const [word = '', ...name] = condition.split(':')
  return t(`alarms.condition.${word}`, { name: name.join(':'), defaultValue: condition })
}

function valueWords(name: string, value: unknown, { data }: Alarm, t: TFunction): string {
  if (name === 'conditions' && Array.isArray(value)) return value.map((one) => conditionWords(String(one), t)).join(t('alarms.and'))
  if (name === 'reason' && isCode(value)) return t(`tags.reason.${value}`, { defaultValue: value })
  if (name === 'task' && isCode(value)) return t(`alarms.task.${value}`, { defaultValue: value })
  if (name === 'detail' && isCode(data.reason)) return t(`error.${data.reason}`, { defaultValue: plain(value) })
  return plain(value)
}
/** A stable word, which may have a translation, rather than a sentence. */
const isCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9-]+$/.test(value)
const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : Array.isArray(value) ? value.join(', ') : '–'

export function alarmWords(alarm: Alarm, t: TFunction): { title: string; detail: string } {
  const { variables } = alarmKinds[alarm.type]
  // What an account wrote instead of the default texts.
  const language = languages.find((one) => one === i18next.language)
  const own = language && alarm.content?.[language]
  if (own !== undefined) {
    const fill = (text: string) =>
      fillBlanks(text, (name) => (variables.includes(name) ? valueWords(name, alarm.data[name], alarm, t) : ''))
    return { title: fill(own.title), detail: fill(own.detail) }
  }
  const values = Object.fromEntries(variables.map((name) => [name, valueWords(name, alarm.data[name], alarm, t)]))
  return { title: t(`alarms.kind.${alarm.type}.title`, values), detail: t(`alarms.kind.${alarm.type}.detail`, values) }
}

/** In a list, the newest of gateways of a store with the same wrong stands for all of them. */
export const newestAlone = { filter_newest: 'true', condition_newest: '==' } as const

/** What gateways with the same wrong tell together. */
export function alikeWords(alarm: Alarm, t: TFunction): { title: string; detail: string } {
  const words = alarmWords(alarm, t)
  return alarm.alike === 1 ? words : { ...words, title: t('alarms.alike.gateways', { count: alarm.alike }) }
}

export interface AlarmLink {
  kind: 'task' | 'tags'
  to: string
  search: object
}
/** Where an alarm leads to, if the reader may go there: 4 needs task.read and tag.read, 5 needs tag.read (specification 2 §4). */
export function linkOf({ location, data, detailType }: Alarm, can: (wanted: Privilege) => boolean): AlarmLink | undefined {
  if (!can('tag.read')) return undefined
  if (detailType === alarmDetailTypes.task && can('task.read'))
    return { kind: 'task', to: paths.task(location, String(data.taskId), String(data.taskType)), search: {} }
  if (detailType === alarmDetailTypes.tagList && Array.isArray(data.tagMacList))
    return { kind: 'tags', to: paths.tagList(location), search: { f: { barcode: `==${data.tagMacList.join(',')}` } } }
  return undefined
}
