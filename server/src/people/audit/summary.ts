/** What a row of the audit log says at a glance: what a thing is called, and what is different, as far as that is short. */
import { rowDifferences, type AuditRow } from '@endcap/contract/audit'
import { leftOutOf } from '@endcap/contract/audit-record'
import type { ProductWords } from '../ports.ts'

type Difference = AuditRow['differences'][number]
type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Longer values are read in the record itself. */
const shownLength = 80

/** Names of what is different; of something new or removed, of all it has. */
export function changedFields(before: unknown, after: unknown): string[] {
  const [was, is] = [before, after].map((value) => (isFields(value) ? value : {}))
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])]
  return names.filter((name) => JSON.stringify(was?.[name]) !== JSON.stringify(is?.[name]))
}

/** By a name that the record has: a show is not known by its number. */
export function nameIn(before: unknown, after: unknown, subject: string): string {
  for (const fields of [after, before])
    if (isFields(fields))
      for (const key of ['name', 'storeName', 'email', 'fileName', 'file']) {
        const value = fields[key]
        if (typeof value === 'string' && value.trim() !== '') return value.slice(0, shownLength)
      }
  return subject || listed(after) || listed(before) || ''
}
/** What stands first in a list of tags or products, and how many more there are. */
function listed(value: unknown): string {
  const list = isFields(value) ? (value.tagList ?? value.productList) : undefined
  if (!Array.isArray(list)) return ''
  const named = list.flatMap((one) => (isFields(one) ? [one.tagMac ?? one.prCode] : typeof one === 'string' ? [one] : []))
  const [first] = named
  if (typeof first !== 'string' || first === '') return ''
  const left = leftOutOf(list)
  const more = left === 0 ? list.length - 1 : list.length - 2 + left
  return more > 0 ? `${first.slice(0, shownLength)} +${more}` : first.slice(0, shownLength)
}

/** Fields that were there and are different, and the products that tags got. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  if (isFields(after) && Array.isArray(after.tagList)) return tagDifferences(isFields(before) ? before.tagList : undefined, after.tagList)
  if (!isFields(before) || !isFields(after)) return []
  const found: Difference[] = []
  for (const field of changedFields(before, after)) {
    const [was, is] = [shortText(before[field]), shortText(after[field])]
    if (was !== undefined && is !== undefined) found.push({ field, before: was, after: is })
    if (found.length === rowDifferences) break
  }
  return found
}

/** Null: none. Undefined: too long, or made of several. */
function shortText(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return value.length <= shownLength ? value : undefined
  if (Array.isArray(value) && value.length <= 5 && value.every((one) => typeof one === 'string' || typeof one === 'number'))
    return value.length === 0 ? null : shortText(value.join(', '))
  return undefined
}

function tagDifferences(before: unknown, after: readonly unknown[]): Difference[] {
  const was = new Map(
    (Array.isArray(before) ? before : []).flatMap((one) => (isFields(one) ? [[one.tagMac, productsOf(one)] as const] : [])),
  )
  return after
    .flatMap((one) => (isFields(one) && typeof one.tagMac === 'string' ? [{ tagMac: one.tagMac, products: productsOf(one) }] : []))
    .slice(0, rowDifferences)
    .map(({ tagMac, products }) => ({ field: tagMac, before: was.get(tagMac) ?? null, after: products }))
}
/** Records of long ago name one product by `prCode`. */
const productsOf = ({ prCodeList, prCode }: Fields): string | null => shortText(prCodeList ?? prCode) ?? null

/** One change in the history of products, with how many the update made. */
export interface StoredProducts {
  count: number
  prCode: string
  before: string[] | null
  after: string[] | null
  layoutBefore: string | null
  layoutAfter: string | null
}
export function summaryOfProducts(stored: StoredProducts | null, { aliases, name, price }: ProductWords): AuditRow['products'] {
  if (stored === null) return null
  const { count, prCode, before, after, layoutBefore, layoutAfter } = stored
  const at = (info: string[] | null, slot: number) => (info?.[slot] ?? '').slice(0, shownLength) || null
  const valueOf = (field: string, slot: number): Difference => ({ field, before: at(before, slot), after: at(after, slot) })
  const both = before !== null && after !== null
  const slots = both ? [...aliases.keys()].filter((slot) => (before[slot] ?? '') !== (after[slot] ?? '')) : []
  return {
    count,
    prCode,
    name: name === undefined ? '' : (at(after ?? before, name) ?? ''),
    is: before === null ? 'new' : after === null ? 'removed' : 'changed',
    price: price !== undefined && slots.includes(price) ? valueOf(aliases.get(price) ?? '', price) : null,
    differences: [
      ...slots.filter((slot) => slot !== price).map((slot) => valueOf(aliases.get(slot) ?? '', slot)),
      ...(both && layoutBefore !== layoutAfter ? [{ field: 'layoutId', before: layoutBefore, after: layoutAfter }] : []),
    ].slice(0, rowDifferences),
  }
}
