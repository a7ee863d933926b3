/** What fields of records are called, and what their values say: by the words of the forms that they are changed in. */
import type { AuditRow } from '@endcap/contract/audit'
import type { TFunction } from 'i18next'
import { formatTime } from '../ui/format.ts'
import { shortList } from './lists.ts'

export type Thing = Pick<AuditRow, 'kind' | 'subject'>

/** Where the words of a kind of things stand; what is not there, in `audit.field`. */
const areas: Record<string, readonly string[]> = {
  store: ['storeConfig.field'],
  gateway: ['gateways.column'],
  account: ['members.column'],
  'display-schedule': ['schedules.column'],
  'display-settings': ['displays.settings', 'displays.alarms'],
  webhook: ['webhooks.column', 'webhooks'],
  token: ['tokens.column'],
  amac: ['settings.field'],
  'setting server': ['settings.field'],
  'setting smtp': ['settings.field'],
  'setting alarms': ['alarmSettings.limit', 'alarms.kind'],
  'print-template': ['audit.printList'],
}
const keyOf = ({ kind, subject }: Thing) => (kind === 'setting' ? `setting ${subject}` : kind)

/** Undefined: it has no words, such as the name of an alias or the address of a tag. */
export function knownField(thing: Thing, field: string, t: TFunction): string | undefined {
  // A dot would lead into other words.
  if (field.includes('.')) return undefined
  const keys = (areas[keyOf(thing)] ?? []).map((area) => (area === 'alarms.kind' ? `${area}.${field}.name` : `${area}.${field}`))
  for (const key of [...keys, `audit.field.${field}`]) {
    const words: string = t(key, { defaultValue: '' })
    if (words !== '') return words
  }
  return undefined
}

/** What a field is called in a list; one without words, in words made of its letters. */
export const fieldWords = (thing: Thing, field: string, t: TFunction): string => knownField(thing, field, t) ?? spaced(field)
const spaced = (field: string) => (/^[a-z][A-Za-z]*$/.test(field) ? field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase() : field)

/** The same of a row of the list: what is different of a product is a slot, called as people call it. */
export const listedField = (row: Thing & Pick<AuditRow, 'products'>, field: string, { t, aliasLabel }: ListWords): string =>
  row.products === null ? fieldWords(row, field, t) : (knownField(row, field, t) ?? aliasLabel(field))
export interface ListWords {
  t: TFunction
  aliasLabel: (name: string) => string
}

/** As it stands alone, before its value. */
export const asLabel = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1)

/** Of which kind a script is, and of which store. */
export function scriptOf(subject: string): { kind: string; store: string } {
  const [kind = '', store = ''] = subject.split('/')
  return { kind, store }
}

/** What a thing is called that people know by other words than the record does; undefined: of others, their name. */
export function thingWords({ kind, subject }: Thing, t: TFunction): string | undefined {
  const key =
    kind === 'notification'
      ? `notifications.name.${subject}`
      : kind === 'setting'
        ? `audit.setting.${subject}`
        : kind === 'aliases'
          ? 'audit.setting.alias'
          : kind === 'script'
            ? `scripts.kind.${scriptOf(subject).kind}`
            : undefined
  return key === undefined ? undefined : t(key, { defaultValue: subject })
}

/** Words of values, by field, where these are signs and not what a person typed. */
const valueKeys: Record<string, (value: string) => string> = {
  mail: (value) => `alarmSettings.mailed.${value}`,
  class: (value) => `alarms.class${value}`,
  minClass: (value) => `webhooks.class${value}`,
  events: (value) => `webhooks.event.${value}`,
  sent: (value) => `notifications.name.${value}`,
  communicationMode: (value) => `settings.option.communicationMode.${value}`,
  encryption: (value) => `settings.option.encryption.${value}`,
  site: (value) => `settings.option.site.${value}`,
  useType: (value) => `scripts.useType.${value}`,
}
const isPrivilege = /^([a-z_]+)\.(read|write)$/

/** Of a list of signs, or of one, the words. */
function signWords(field: string, sign: string, t: TFunction): string {
  if (field === 'privilege' || field === 'privileges') {
    const [, right = '', how] = isPrivilege.exec(sign) ?? []
    const name: string = t(`roles.privilege.${right}`, { defaultValue: '' })
    if (name === '') return sign
    return how === 'write' ? t('tokens.writes', { name }) : name
  }
  const key = valueKeys[field]?.(sign)
  return key === undefined ? sign : t(key, { defaultValue: sign })
}

/** A list with words for its items, also as far as a record has it; what is no list is left as it is. */
export const wordsOfItems = (field: string, list: unknown, t: TFunction): unknown =>
  Array.isArray(list) ? list.map((one: unknown) => (typeof one === 'string' ? signWords(field, one, t) : one)) : list

/** Nothing is said of nothing where that means something else. */
function nothingWords(field: string, t: TFunction): string {
  if (field === 'storeCodes') return t('common.allStores')
  if (field === 'class') return t('audit.said.ownClass')
  if (field === 'site') return t('settings.option.site.none')
  return t('audit.said.none')
}

/** Longer texts are read in the record itself. */
const shownText = 300

export function valueWords(field: string, value: unknown, t: TFunction): string {
  if (value === null || value === undefined || value === '') return nothingWords(field, t)
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (Array.isArray(value)) {
    return shortList(wordsOfItems(field, value, t), (count) => t('audit.said.items', { count })) ?? t('audit.said.none')
  }
  if (typeof value === 'number' && field.endsWith('At')) return formatTime(value)
  // Also a port: without signs between thousands.
  const text = signWords(field, typeof value === 'string' ? value : JSON.stringify(value), t)
  return text.length > shownText ? `${text.slice(0, shownText)}…` : text
}

/** The same of a value that the list has as a text. */
export function listedWords(field: string, value: string | null, t: TFunction): string {
  if (value === 'true' || value === 'false') return valueWords(field, value === 'true', t)
  const isSigns = Object.hasOwn(valueKeys, field) || field.startsWith('privilege')
  return isSigns && value !== null
    ? value
        .split(', ')
        .map((one) => signWords(field, one, t))
        .join(', ')
    : valueWords(field, value, t)
}
