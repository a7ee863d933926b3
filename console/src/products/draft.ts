/** A product as it is typed in; what others have saved meanwhile is brought under it by `rebase` (../data/product-differences.ts). */
import { defaultLayoutId } from '@endcap/contract/default-layout'
import type { Product } from '@endcap/contract/products'
import type { ProductState } from '../data/product-differences.ts'

export type Draft = ProductState<string>

export const draftOf = (product: Product | undefined): Draft =>
  product === undefined
    ? { prInfo: [], layoutId: defaultLayoutId, nfc: '' }
    : { prInfo: product.prInfo, layoutId: product.layoutId, nfc: product.nfc ?? '' }

/** The draft with another text in a slot. Slots that were not filled do not make the list longer. */
export function withSlot(draft: Draft, slot: number, text: string, base: Draft): Draft {
  const length = Math.max(draft.prInfo.length, slot + 1)
  const prInfo = Array.from({ length }, (_, place) => (place === slot ? text : (draft.prInfo[place] ?? '')))
  while (prInfo.length > base.prInfo.length && prInfo.at(-1) === '') prInfo.pop()
  return { ...draft, prInfo }
}

export const isChanged = (draft: Draft, base: Draft): boolean => JSON.stringify(draft) !== JSON.stringify(base)
