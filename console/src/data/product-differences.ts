/** What differs between two states of a product, and the state before a change. */
import type { Alias } from '@endcap/contract/products'
import type { ProductChange } from '@endcap/contract/updates'
import type { TFunction } from 'i18next'

export interface ProductState {
  prInfo: readonly string[]
  layoutId: string | null
  nfc: string | null
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
  { aliases, t }: { aliases: readonly Alias[]; t: TFunction },
): Difference[] {
  const slots = Array.from({ length: Math.max(from.prInfo.length, to.prInfo.length) }, (_, slot) => {
    const { name = `#${slot + 1}`, type } = aliases.find((alias) => alias.index === slot) ?? {}
    return { isPrice: type === 'price', difference: { name, from: from.prInfo[slot] ?? '', to: to.prInfo[slot] ?? '' } }
  })
  const pairs: Difference[] = [
    ...slots.toSorted((a, b) => Number(b.isPrice) - Number(a.isPrice)).map(({ difference }) => difference),
    { name: t('updates.column.layoutId'), from: from.layoutId ?? '', to: to.layoutId ?? '' },
    { name: t('updates.column.nfc'), from: from.nfc ?? '', to: to.nfc ?? '' },
  ]
  return pairs.filter((pair) => pair.from !== pair.to)
}

/** Whether something was before this change, and is still. */
export const canPutBack = ({ before, removed }: ProductChange): boolean => before !== null && !removed

/** A product with what a change altered as it was before that; what the change left alone stays as it is now. Undefined where nothing was before. */
export function putBack(now: ProductState, { before, removed, ...after }: ProductChange): ProductState | undefined {
  if (before === null || removed) return undefined
  const pick = <T>(was: T, became: T, is: T): T => (was === became ? is : was)
  const length = Math.max(now.prInfo.length, before.prInfo.length)
  return {
    prInfo: Array.from({ length }, (_, slot) => pick(before.prInfo[slot] ?? '', after.prInfo[slot] ?? '', now.prInfo[slot] ?? '')),
    layoutId: pick(before.layoutId, after.layoutId, now.layoutId),
    nfc: pick(before.nfc, after.nfc, now.nfc),
  }
}
