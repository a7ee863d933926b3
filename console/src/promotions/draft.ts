/** A promotion as its form edits it, and what is wrong with what was typed. */
import type { RequestOf } from '@endcap/contract/endpoint'
import type { Promotion, PromotionChange, promotions, StoreTypeRow } from '@endcap/contract/promotions'
import { readNumber } from '@endcap/label/numbers'
import type { NamedAlias } from '../data/aliases.ts'
import { newPrice, priceOf, toPrice, wrongPrice, type PriceDraft } from './price-draft.ts'
import { firstSpan, fromLocal, toLocal } from './times.ts'

/** How products are chosen beside their codes: by a part of their name, by a value, or by codes alone. */
export const picks = ['name', 'value', 'codes'] as const

export interface PromotionDraft {
  name: string
  priority: string
  /** Such as 2027-03-01 06:00. */
  starts: string
  ends: string
  pick: (typeof picks)[number]
  codes: string
  /** Of `name` the slot of the name; empty: none yet. */
  ruleSlot: string
  ruleValues: string
  /** A part of the value is enough. */
  contains: boolean
  price: PriceDraft
  changes: { index: string; value: string }[]
  /** Empty: as the product. */
  layoutId: string
  /** Null: all stores of the type. */
  stores: readonly string[] | null
}
/** What the form must know of the data beside the promotion. */
export interface Known {
  aliases: readonly NamedAlias[]
  /** The slots that mean something. */
  meant: { name: number | null; price: number | null; listPrice: number | null }
  type: Pick<StoreTypeRow, 'storeType' | 'timeZones' | 'currencies'>
}

/** A new one: from tomorrow on for a week, with a percentage off. */
export function newDraft({ aliases, meant, type }: Known, now: Date): PromotionDraft {
  const category = aliases.find((alias) => alias.name.toUpperCase() === 'CATEGORY')
  const hasPrice = meant.price !== null
  return {
    name: '',
    priority: '0',
    ...firstSpan(type.timeZones, now),
    pick: category === undefined ? 'codes' : 'value',
    codes: '',
    ruleSlot: category === undefined ? '' : String(category.index),
    ruleValues: '',
    contains: false,
    price: newPrice(hasPrice ? 'percent' : 'none', hasPrice && meant.listPrice !== null),
    layoutId: '',
    stores: null,
    changes: [],
  }
}

export function toDraft(promotion: Promotion, { meant }: Pick<Known, 'meant'>): PromotionDraft {
  const { name, priority, starts, ends, prCodeList, rule, changes, layoutId, storeList, price, oldPrice } = promotion
  return {
    name,
    priority: String(priority),
    starts: fromLocal(starts),
    ends: fromLocal(ends),
    pick: rule === null ? 'codes' : rule.contains && rule.index === meant.name ? 'name' : 'value',
    codes: prCodeList.join('\n'),
    layoutId: layoutId ?? '',
    ruleSlot: rule === null ? '' : String(rule.index),
    ruleValues: rule?.values.join(', ') ?? '',
    contains: rule?.contains ?? false,
    price: priceOf(price, oldPrice),
    stores: storeList,
    changes: changes.map(({ index, value }) => ({ index: String(index), value })),
  }
}

const listOf = (text: string, between: RegExp): string[] => [
  ...new Set(
    text
      .split(between)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]
export const codesOf = (text: string): string[] => listOf(text, /[\n,;\t]+/)
/** Also with the comma of Chinese and Japanese texts between them. */
const valuesOf = (text: string): string[] => listOf(text, /[,、，]+/)

type CheckBody = RequestOf<(typeof promotions)['check']>['body']
/** What a check looks at: the products and what becomes of them; times where they are some. */
export function toCheck(draft: PromotionDraft): CheckBody {
  const { codes, pick, ruleSlot, ruleValues, contains, changes, layoutId, stores } = draft
  const values = valuesOf(ruleValues)
  const [starts, ends] = [toLocal(draft.starts), toLocal(draft.ends)]
  return {
    prCodeList: codesOf(codes),
    rule: pick === 'codes' || ruleSlot === '' || values.length === 0 ? null : { index: Number(ruleSlot), values, contains },
    storeList: stores === null ? null : [...stores],
    changes: changes.map(({ index, value }) => ({ index: Number(index), value: value.trim() })),
    ...toPrice(draft.price),
    layoutId: layoutId || null,
    ...(starts !== undefined && { starts }),
    ...(ends !== undefined && { ends }),
  }
}
export function toChange(draft: PromotionDraft): PromotionChange {
  const { starts = '', ends = '', ...checked } = toCheck(draft)
  return { ...checked, name: draft.name.trim(), priority: Number(draft.priority), starts, ends }
}

export interface Wrong {
  /** What gets the focus: `promotion-<field>`. */
  field: string
  /** `promotions.wrong.<word>` */
  word: 'enter' | 'products' | 'changes' | 'order' | 'number' | 'readings' | 'time' | 'percent' | 'stores'
  /** What is named in the sentence, where it is not the field. */
  name?: string
}

/** The first thing that is wrong; what only the server can judge it says itself. */
export function wrongOf(draft: PromotionDraft, known: Known): Wrong | undefined {
  const { name, priority, starts, ends } = draft
  if (name.trim() === '') return { field: 'name', word: 'enter' }
  const inside = wrongInside(draft, known)
  if (inside !== undefined) return inside
  const [from, to] = [toLocal(starts), toLocal(ends)]
  if (from === undefined) return { field: 'starts', word: starts.trim() === '' ? 'enter' : 'time' }
  if (to === undefined) return { field: 'ends', word: ends.trim() === '' ? 'enter' : 'time' }
  if (to <= from) return { field: 'ends', word: 'order' }
  return /^-?\d{1,4}$/.test(priority.trim()) ? undefined : { field: 'priority', word: 'number' }
}

/** What a check could not look at. */
export function wrongInside(draft: PromotionDraft, { aliases, type }: Known): Wrong | undefined {
  const { codes, pick, ruleSlot, ruleValues, changes, layoutId, price, stores } = draft
  const isRule = pick !== 'codes' && ruleSlot !== ''
  // Codes may stand without a value; a value that was begun and left out may not.
  if (valuesOf(ruleValues).length === 0 && isRule && (codesOf(codes).length === 0 || ruleValues.trim() !== ''))
    return { field: 'ruleValues', word: 'enter' }
  if (codesOf(codes).length === 0 && !isRule) return { field: pick === 'codes' ? 'codes' : 'ruleSlot', word: 'products' }
  const ofPrice = wrongPrice(price, stores === null ? type.currencies : [])
  if (ofPrice !== undefined) return ofPrice
  for (const { index, value } of changes) {
    const alias = aliases.find((one) => String(one.index) === index)
    const isNumber = alias?.type === 'price' || alias?.type === 'number'
    if (isNumber && value.trim() === '') return { field: 'changes', word: 'enter', name: alias.label }
    const read = readNumber(value.trim(), {})
    if (isNumber && 'problem' in read)
      return { field: 'changes', word: read.problem === 'two-readings' ? 'readings' : 'number', name: alias.label }
  }
  if (changes.length === 0 && layoutId === '' && price.kind === 'none') return { field: 'changes', word: 'changes' }
  return stores?.length === 0 ? { field: 'stores', word: 'stores' } : undefined
}
