/** A product as it is typed in, and how it is brought together with what others have saved meanwhile. */
import type { Product } from '@endcap/contract/products'

export interface Draft {
  prInfo: readonly string[]
  layoutId: string | null
  nfc: string
}

/** What a new product is drawn with until another layout is chosen. */
const defaultLayout = 'SHELF_PRICE'

export const draftOf = (product: Product | undefined): Draft =>
  product === undefined
    ? { prInfo: [], layoutId: defaultLayout, nfc: '' }
    : { prInfo: product.prInfo, layoutId: product.layoutId, nfc: product.nfc ?? '' }

/** The draft with another text in a slot. Slots that were not filled do not make the list longer. */
export function withSlot(draft: Draft, slot: number, text: string, base: Draft): Draft {
  const length = Math.max(draft.prInfo.length, slot + 1)
  const prInfo = Array.from({ length }, (_, place) => (place === slot ? text : (draft.prInfo[place] ?? '')))
  while (prInfo.length > base.prInfo.length && prInfo.at(-1) === '') prInfo.pop()
  return { ...draft, prInfo }
}

export const isChanged = (draft: Draft, base: Draft): boolean => JSON.stringify(draft) !== JSON.stringify(base)

/** What was typed on `base`, brought onto `newer`: fields that were typed in stay, all others become the newer ones. */
export function rebase(draft: Draft, base: Draft, newer: Draft): Draft {
  const pick = <T>(typed: T, before: T, now: T): T => (typed === before ? now : typed)
  const length = Math.max(draft.prInfo.length, newer.prInfo.length)
  return {
    prInfo: Array.from({ length }, (_, slot) => pick(draft.prInfo[slot] ?? '', base.prInfo[slot] ?? '', newer.prInfo[slot] ?? '')),
    layoutId: pick(draft.layoutId, base.layoutId, newer.layoutId),
    nfc: pick(draft.nfc, base.nfc, newer.nfc),
  }
}
