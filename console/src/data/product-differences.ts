/** What differs between two states of a product, one brought onto another, and the state before a change. */
import type { ProductChange } from '@endcap/contract/updates'
import type { TFunction } from 'i18next'
import type { NamedAlias } from './aliases.ts'

/** What is kept of a product; `Nfc` is a text where it is typed in. */
export interface ProductState<Nfc extends string | null = string | null> {
  prInfo: readonly string[]
  layoutId: string | null
  nfc: Nfc
}
export interface Difference {
  name: string
  from: string
  to: string
}

/** The slots that differ by their alias, prices first, then layout and NFC. */
export function differences(
  from: ProductState,
  to: ProductState,
  { aliases, t }: { aliases: readonly Pick<NamedAlias, 'index' | 'label' | 'type'>[]; t: TFunction },
): Difference[] {
  const slots = Array.from({ length: Math.max(from.prInfo.length, to.prInfo.length) }, (_, slot) => {
    const { label: name = `#${slot + 1}`, type } = aliases.find((alias) => alias.index === slot) ?? {}
    return { isPrice: type === 'price', difference: { name, from: from.prInfo[slot] ?? '', to: to.prInfo[slot] ?? '' } }
  })
  const pairs: Difference[] = [
    ...slots.toSorted((a, b) => Number(b.isPrice) - Number(a.isPrice)).map(({ difference }) => difference),
    { name: t('updates.column.layoutId'), from: from.layoutId ?? '', to: to.layoutId ?? '' },
    { name: t('updates.column.nfc'), from: from.nfc ?? '', to: to.nfc ?? '' },
  ]
  return pairs.filter((pair) => pair.from !== pair.to)
}

/** What one state has that differs from `base`, brought onto `newer`: all else becomes, or stays, what the newer one has. */
export function rebase<Nfc extends string | null>(
  draft: ProductState<Nfc>,
  base: ProductState<Nfc>,
  newer: ProductState<Nfc>,
): ProductState<Nfc> {
  const pick = <T>(own: T, before: T, now: T): T => (own === before ? now : own)
  const length = Math.max(draft.prInfo.length, newer.prInfo.length)
  return {
    prInfo: Array.from({ length }, (_, slot) => pick(draft.prInfo[slot] ?? '', base.prInfo[slot] ?? '', newer.prInfo[slot] ?? '')),
    layoutId: pick(draft.layoutId, base.layoutId, newer.layoutId),
    nfc: pick(draft.nfc, base.nfc, newer.nfc),
  }
}

/** What of a change it takes to put it back. */
export type PuttableBack = Pick<ProductChange, 'prCode' | 'prInfo' | 'layoutId' | 'nfc' | 'before' | 'removed'>

/** Whether something was before this change, and is still. */
export const canPutBack = <C extends PuttableBack>(change: C): change is C & { before: ProductState } =>
  change.before !== null && !change.removed

/** A product with what a change altered as it was before that; what the change left alone stays as it is now. Undefined where nothing was before. */
export const putBack = (now: ProductState, change: PuttableBack): ProductState | undefined =>
  canPutBack(change) ? rebase<string | null>(change.before, change, now) : undefined
