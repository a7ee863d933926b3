/** A record of the audit log as a sentence: who did what to what, with the parts that lead somewhere marked. */
import type { AuditRow } from '@endcap/contract/audit'
import { formatNumber } from '../ui/format.ts'
import { listedField, thingWords, type ListWords } from './fields.ts'
import { actionWords } from './words.ts'

export type Part = { text: string; is?: 'what' | 'store' | 'before' | 'after' }
/** Signs that no text has: they stand in the sentence where these parts do. */
const marks = { what: '\uE000', store: '\uE001', before: '\uE002', after: '\uE003' } as const
const names = ['what', 'store', 'before', 'after'] as const
const markPattern = /([\uE000-\uE003])/

export function sentenceOf(row: AuditRow, words: ListWords): Part[] {
  const { t } = words
  const { products } = row
  const who = row.email || t('audit.said.unknown')
  const store = row.storeName || row.storeCode || ''
  if (products !== null && store !== '') {
    const { count, prCode, name, is, price, differences } = products
    const what = name || prCode
    if (count > 1) return parts('audit.said.products', { who, count, number: formatNumber(count) }, { store })
    const said = price ?? (differences.length === 1 ? differences[0] : undefined)
    if (is !== 'changed' || said === undefined) return parts(`audit.said.product.${is}`, { who }, { store, what })
    const { before, after } = said
    const values = { before: before ?? t('audit.said.none'), after: after ?? t('audit.said.none') }
    return parts(
      said === price ? 'audit.said.price' : 'audit.said.field',
      { who, field: listedField(row, said.field, words) },
      { store, what, ...values },
    )
  }
  const key = `audit.sentence.${row.action}`
  const asked: string = t(key, { who: '', what: marks.what, defaultValue: '' })
  const what = thingWords(row, t) ?? row.name
  const isKnown = asked !== '' && (what !== '' || !asked.includes(marks.what))
  return isKnown ? parts(key, { who }, { what }) : parts('audit.said.plain', { who, action: actionWords(row.action, t) }, {})

  function parts(said: string, values: Record<string, string | number>, marked: Partial<Record<(typeof names)[number], string>>): Part[] {
    const text: string = t(said, { ...values, ...marks })
    return text.split(markPattern).flatMap((piece): Part[] => {
      const name = names.find((one) => marks[one] === piece)
      return name !== undefined ? [{ text: marked[name] ?? '', is: name }] : piece === '' ? [] : [{ text: piece }]
    })
  }
}

/** What else is different, in a line of its own: not what the sentence says already. */
export function restOf({ products, differences }: AuditRow): AuditRow['differences'] {
  if (products === null) return differences
  if (products.count > 1 || products.is !== 'changed') return []
  return products.price === null && products.differences.length === 1 ? [] : products.differences
}

export const sentenceText = (row: AuditRow, words: ListWords): string =>
  sentenceOf(row, words)
    .map(({ text }) => text)
    .join('')
