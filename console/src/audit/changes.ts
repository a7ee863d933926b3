/** What a promotion or a setting was and is, field by field, called as its form calls it and with values as people read them. */
import type { AuditRow } from '@endcap/contract/audit'
import { roundings, type PriceRule } from '@endcap/contract/promotions'
import type { TFunction } from 'i18next'
import { isRecord } from '../form/json.ts'
import { priceWords } from '../promotions/index.ts'
import { formatNumber } from '../ui/format.ts'
import { fieldWords } from './sentence.ts'

export interface Change {
  field: string
  label: string
  /** Undefined: it was not there, or is no more. */
  before?: string | undefined
  after?: string | undefined
  /** Of a list, what came and what went. */
  added?: string
  removed?: string
}
interface Recorded extends Pick<AuditRow, 'kind' | 'subject'> {
  before: unknown
  after: unknown
}
interface Words {
  t: TFunction
  /** What a slot of a product is called. */
  slotName: (index: number) => string
}
type Fields = Record<string, unknown>

/** Undefined: of other things the record itself is read. */
export function changesOf({ kind, subject, before, after }: Recorded, words: Words): Change[] | undefined {
  const [was, is] = [isRecord(before) ? before : undefined, isRecord(after) ? after : undefined]
  if (was === undefined && is === undefined) return undefined
  if (kind === 'promotion') return promotionChanges(was, is, words)
  if (kind === 'setting' && (subject === 'server' || subject === 'smtp')) return settingChanges(was, is, words)
  return undefined
}

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

const listFields = ['prCodeList', 'storeList']
function promotionChanges(was: Fields | undefined, is: Fields | undefined, words: Words): Change[] {
  const { t } = words
  const labels: Record<string, string> = {
    name: t('promotions.field.name'),
    prCodeList: t('promotions.field.prCodeList'),
    rule: t('promotions.pick.value'),
    storeList: t('promotions.field.stores'),
    starts: t('promotions.field.starts'),
    ends: t('promotions.field.ends'),
    priority: t('promotions.field.priority'),
    price: t('promotions.field.price'),
    oldPrice: t('promotions.field.oldPrice'),
    layoutId: t('promotions.field.layoutId'),
  }
  const plain = Object.keys(labels).flatMap((field): Change[] => {
    if (!differs(was?.[field], is?.[field])) return []
    const say = (side: Fields | undefined) => side && promotionValue(field, side[field], words)
    const lists = listFields.includes(field) ? comparedLists(was?.[field], is?.[field]) : {}
    return [{ field, label: labels[field] ?? field, before: say(was), after: say(is), ...lists }]
  })
  const [slotsWere, slotsAre] = [slotsOf(was?.changes), slotsOf(is?.changes)]
  const slots = [...new Set([...slotsWere.keys(), ...slotsAre.keys()])].filter((slot) => slotsWere.get(slot) !== slotsAre.get(slot))
  const none = t('audit.said.none')
  return [
    ...plain,
    ...slots.map((slot) => ({
      field: `changes ${slot}`,
      label: words.slotName(slot),
      before: was && (slotsWere.get(slot) ?? none),
      after: is && (slotsAre.get(slot) ?? none),
    })),
  ]
}

function promotionValue(field: string, value: unknown, { t, slotName }: Words): string {
  if (field === 'prCodeList') return shortList(value, (count) => t('promotions.byCode', { count })) ?? t('audit.said.none')
  if (field === 'storeList') return shortList(value, (count) => t('promotions.inStores', { count })) ?? t('promotions.for.all')
  if (field === 'layoutId') return typeof value === 'string' && value !== '' ? value : t('promotions.sameLayout')
  if (field === 'oldPrice') return t(value === true ? 'common.yes' : 'common.no')
  if (field === 'price') {
    return priceWords(priceRuleOf(value), t('promotions.wholeUnits')) || t('promotions.price.none')
  }
  if (field === 'rule') {
    if (!isRecord(value) || typeof value.index !== 'number') return t('audit.said.none')
    const values = shortList(value.values, formatNumber, 20) ?? ''
    return `${slotName(value.index)} ${value.contains === true ? '≈' : '='} ${values}`
  }
  if (field === 'starts' || field === 'ends') return String(value).replace('T', ' ').slice(0, 16)
  return textOf(value, t)
}

/** Null where a record has none, or one of another kind. */
function priceRuleOf(value: unknown): PriceRule | null {
  if (!isRecord(value)) return null
  const texts = (of: unknown) => Object.entries(isRecord(of) ? of : {}).map(([currency, text]) => [currency, String(text)] as const)
  const amounts = Object.fromEntries(texts(value.amounts))
  const rounding = Object.fromEntries(
    texts(value.rounding).flatMap(([currency, text]) => roundings.filter((one) => one === text).map((one) => [currency, one] as const)),
  )
  if (value.kind === 'amount') return { kind: 'amount', amounts }
  if (value.kind === 'off') return { kind: 'off', amounts, rounding }
  return value.kind === 'percent' ? { kind: 'percent', percent: String(value.percent), rounding } : null
}

/** What a slot says meanwhile, by its number; of very many, those that differ. */
const slotsOf = (changes: unknown): Map<number, string> =>
  new Map(
    itemsOf(changes).flatMap((one): [number, string][] =>
      isRecord(one) && typeof one.index === 'number' ? [[one.index, String(one.value)]] : [],
    ),
  )

/** The items of a list as a record has it: all of them, or of a long one those that the other side has not. */
const itemsOf = (list: unknown): readonly unknown[] => {
  const items = isRecord(list) ? list.differing : list
  return Array.isArray(items) ? items : []
}
/** A long list ends with how many are left out (the server's redact.ts). */
const leftOut = (items: readonly unknown[]): number => Number(/^… (\d+) more$/.exec(String(items.at(-1)))?.[1] ?? 0)

/** A few items by their names, else how many there are; undefined without any. */
function shortList(list: unknown, counted: (count: number) => string, named = 3): string | undefined {
  const items = itemsOf(list)
  const more = leftOut(items)
  const count = isRecord(list) ? Number(list.count) : more === 0 ? items.length : items.length - 1 + more
  if (count === 0 || Number.isNaN(count)) return undefined
  return !isRecord(list) && count <= named ? items.join(', ') : counted(count)
}

/** What came and what went, where both lists are known and too long to be read side by side. */
function comparedLists(before: unknown, after: unknown): Pick<Change, 'added' | 'removed'> {
  const [was, is] = [itemsOf(before), itemsOf(after)]
  const isCut = !isRecord(before) && leftOut(was) + leftOut(is) > 0
  if (isCut || (!Array.isArray(before) && !isRecord(before)) || (!Array.isArray(after) && !isRecord(after))) return {}
  if (Math.max(was.length, is.length) <= 3 && !isRecord(before)) return {}
  const [added, removed] = [is.filter((one) => !was.includes(one)), was.filter((one) => !is.includes(one))]
  return { ...(added.length > 0 && { added: added.join(', ') }), ...(removed.length > 0 && { removed: removed.join(', ') }) }
}

function settingChanges(was: Fields | undefined, is: Fields | undefined, { t }: Words): Change[] {
  const [before, after] = [flat(was), flat(is)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => differs(before[field], after[field]))
    .map((field) => ({
      field,
      label: t(`settings.field.${field}`, { defaultValue: fieldWords(field, t) }),
      before: was && settingValue(field, before[field], t),
      after: is && settingValue(field, after[field], t),
    }))
}
/** The parts of the form beside each other; how mail is encrypted is one field, and of its password only whether there is one. */
function flat(side: Fields = {}): Fields {
  const { ssl, tls, hasPassword, ...rest } = side
  return {
    ...Object.fromEntries(Object.entries(rest).flatMap(([name, value]) => (isRecord(value) ? Object.entries(value) : [[name, value]]))),
    ...(tls !== undefined && { encryption: ssl === true ? 'ssl' : tls === true ? 'tls' : 'none' }),
    ...(hasPassword !== undefined && { password: hasPassword }),
  }
}
function settingValue(field: string, value: unknown, t: TFunction): string {
  if (field === 'site' && value === '') return t('settings.option.site.none')
  if (typeof value === 'string' && value !== '' && ['site', 'communicationMode', 'encryption'].includes(field))
    return t(`settings.option.${field}.${value}`, { defaultValue: value })
  return textOf(value, t)
}

function textOf(value: unknown, t: TFunction): string {
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  // Also a port: without signs between thousands.
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : t('audit.said.none')
}
