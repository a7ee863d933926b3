/** Settings that are made of parts: types of alarms, aliases, channels, and texts in several languages. */
import type { TFunction } from 'i18next'
import { isRecord } from '../form/json.ts'
import { languageNames } from '../ui/language-names.ts'
import { differs, type Change, type Fields } from './change.ts'
import { knownField } from './fields.ts'
import { changeOf } from './plain-changes.ts'

type Side = Fields | undefined
interface Part {
  /** What stands before the names of its fields. */
  name: string
  was: Side
  is: Side
}
const alarms = { kind: 'setting', subject: 'alarms' }
const part = (value: unknown): Side => (isRecord(value) ? value : undefined)
const namesIn = (was: Side, is: Side) => [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])]

/** The fields of a part that are different, in the order of `labels`. */
function fieldsOf({ name, was, is }: Part, labels: Record<string, string>, t: TFunction): Change[] {
  return Object.entries(labels).flatMap(([field, label]) =>
    differs(was?.[field], is?.[field])
      ? changeOf(
          { field: `${name} ${field}`, label: `${name} · ${label}` },
          { was: was?.[field], is: is?.[field], both: was !== undefined && is !== undefined, t },
          field,
        )
      : [],
  )
}
/** Texts by language. */
function textsOf({ name, was, is }: Part, labels: Record<string, string>, t: TFunction): Change[] {
  return Object.entries(languageNames).flatMap(([language, languageName]) =>
    fieldsOf(
      { name: name === '' ? languageName : `${name} · ${languageName}`, was: part(was?.[language]), is: part(is?.[language]) },
      labels,
      t,
    ),
  )
}

export function alarmChanges(was: Side, is: Side, t: TFunction): Change[] {
  const labels = {
    raised: t('alarmSettings.raised'),
    class: t('alarmSettings.class'),
    counted: t('alarmSettings.counted'),
    mail: t('alarmSettings.mail'),
  }
  const texts = { title: t('alarmSettings.field.title'), detail: t('alarmSettings.field.detail') }
  const both = was !== undefined && is !== undefined
  return namesIn(was, is).flatMap((field) => {
    const [before, after] = [was?.[field], is?.[field]]
    const label = knownField(alarms, field, t)
    if (label === undefined || !differs(before, after)) return []
    if (!isRecord(before) && !isRecord(after)) return changeOf({ field, label }, { was: before, is: after, both, t })
    const type = { name: label, was: part(before), is: part(after) }
    const content = { name: label, was: part(type.was?.content), is: part(type.is?.content) }
    return [...fieldsOf(type, labels, t), ...textsOf(content, texts, t)]
  })
}

export function textChanges(was: Side, is: Side, t: TFunction): Change[] {
  const fields = ['title', 'detail', 'subject', 'body']
  return textsOf({ name: '', was, is }, Object.fromEntries(fields.map((field) => [field, t(`notifications.field.${field}`)])), t)
}

export function channelChanges(was: Side, is: Side, t: TFunction): Change[] {
  const labels = { dataChannel: t('gateways.column.dataChannel'), eventChannel: t('gateways.column.eventChannel') }
  return namesIn(was, is).flatMap((index) =>
    fieldsOf({ name: `${t('gateways.column.gwIndex')} ${index}`, was: part(was?.[index]), is: part(is?.[index]) }, labels, t),
  )
}

/** Aliases are known by their slots: one of another name is a new name and no other alias. */
export function aliasChanges(was: Side, is: Side, t: TFunction): Change[] {
  const bySlot = (side: Side) =>
    new Map(
      Object.entries(side ?? {}).flatMap(([name, value]): [number, Fields][] =>
        isRecord(value) && typeof value.index === 'number' ? [[value.index, aliasFields(name, value, t)]] : [],
      ),
    )
  const [before, after] = [bySlot(was), bySlot(is)]
  const labels = Object.fromEntries(
    ['name', 'en_US', 'ja_JP', 'ko_KR', 'type', 'key', 'chart'].map((field) => [field, t(`aliases.column.${field}`)]),
  )
  const slots = [...new Set([...before.keys(), ...after.keys()])].toSorted((one, other) => one - other)
  return slots.flatMap((slot) => {
    const [old, now] = [before.get(slot), after.get(slot)]
    const name = `${t('aliases.column.index')} ${slot + 1}`
    const renamed = old?.name !== now?.name
    // By its name, as long as that is the same.
    return fieldsOf({ name: renamed ? name : String(now?.name), was: old, is: now }, labels, t)
  })
}
function aliasFields(name: string, { type, key, chart, displayNames }: Fields, t: TFunction): Fields {
  const typeWords: string = t(`aliases.type.${String(type)}`, { defaultValue: String(type) })
  return { name, type: typeWords, key, chart, ...part(displayNames) }
}
