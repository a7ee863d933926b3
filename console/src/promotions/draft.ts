/** A promotion as its form edits it, and what is wrong with what was typed. */
import type { Alias } from '@endcap/contract/products'
import type { Promotion, PromotionChange } from '@endcap/contract/promotions'
import { readNumber } from '@endcap/label/numbers'

export interface PromotionDraft {
  name: string
  priority: string
  /** As inputs for a date and a time have them. */
  starts: string
  ends: string
  codes: string
  /** Empty: no rule. */
  ruleSlot: string
  ruleValues: string
  changes: { index: string; value: string }[]
  /** Empty: as the product. */
  layoutId: string
  /** What this form does not change, as it was saved over the API. */
  beside: Pick<PromotionChange, 'storeList' | 'price' | 'oldPrice'> & { contains: boolean }
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
/** Midnight of a day, so many days from today, on the clock of who looks. */
function midnight(days: number, now: Date): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}T00:00:00`
}

/** A new one: from tomorrow on for a week, changing the first price. */
export function newDraft(aliases: readonly Alias[], now: Date): PromotionDraft {
  const price = aliases.find((alias) => alias.type === 'price')
  return {
    name: '',
    priority: '0',
    starts: midnight(1, now),
    ends: midnight(8, now),
    codes: '',
    ruleSlot: '',
    ruleValues: '',
    layoutId: '',
    beside: { storeList: null, price: null, oldPrice: false, contains: false },
    changes: price === undefined ? [] : [{ index: String(price.index), value: '' }],
  }
}

export function toDraft({
  name,
  priority,
  starts,
  ends,
  prCodeList,
  rule,
  changes,
  layoutId,
  storeList,
  price,
  oldPrice,
}: Promotion): PromotionDraft {
  return {
    name,
    priority: String(priority),
    starts,
    ends,
    codes: prCodeList.join('\n'),
    layoutId: layoutId ?? '',
    beside: { storeList, price, oldPrice, contains: rule?.contains ?? false },
    ruleSlot: rule === null ? '' : String(rule.index),
    ruleValues: rule?.values.join(', ') ?? '',
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

export function toChange({
  name,
  priority,
  starts,
  ends,
  codes,
  ruleSlot,
  ruleValues,
  changes,
  layoutId,
  beside: { contains, ...others },
}: PromotionDraft): PromotionChange {
  return {
    ...others,
    name: name.trim(),
    priority: Number(priority),
    starts,
    ends,
    prCodeList: codesOf(codes),
    layoutId: layoutId || null,
    rule: ruleSlot === '' ? null : { index: Number(ruleSlot), values: listOf(ruleValues, /,+/), contains },
    changes: changes.map(({ index, value }) => ({ index: Number(index), value: value.trim() })),
  }
}

export interface Wrong {
  field: keyof PromotionDraft
  /** `promotions.wrong.<word>` */
  word: 'enter' | 'products' | 'changes' | 'order' | 'number' | 'readings'
  /** What is named in the sentence: an alias, where it is not the field. */
  name?: string
}

/** The first thing that is wrong; what only the server can judge it says itself. */
export function wrongOf(draft: PromotionDraft, aliases: readonly Alias[]): Wrong | undefined {
  const { name, priority, starts, ends, codes, ruleSlot, ruleValues, changes, layoutId, beside } = draft
  if (name.trim() === '') return { field: 'name', word: 'enter' }
  if (!/^-?\d{1,4}$/.test(priority.trim())) return { field: 'priority', word: 'number' }
  if (starts === '') return { field: 'starts', word: 'enter' }
  if (ends === '') return { field: 'ends', word: 'enter' }
  if (ends.padEnd(19, ':00') <= starts.padEnd(19, ':00')) return { field: 'ends', word: 'order' }
  if (ruleSlot !== '' && listOf(ruleValues, /,+/).length === 0) return { field: 'ruleValues', word: 'enter' }
  if (codesOf(codes).length === 0 && ruleSlot === '') return { field: 'codes', word: 'products' }
  for (const { index, value } of changes) {
    const alias = aliases.find((one) => String(one.index) === index)
    const isNumber = alias?.type === 'price' || alias?.type === 'number'
    if (isNumber && value.trim() === '') return { field: 'changes', word: 'enter', name: alias.name }
    const read = readNumber(value.trim(), {})
    if (isNumber && 'problem' in read)
      return { field: 'changes', word: read.problem === 'two-readings' ? 'readings' : 'number', name: alias.name }
  }
  return changes.length === 0 && layoutId === '' && (beside.price ?? null) === null ? { field: 'changes', word: 'changes' } : undefined
}
