/** Products of a display, as its pages and cards show them. */
import { createHash } from 'node:crypto'
import type { Manifest } from '@endcap/contract/player'
import { createFields } from '@endcap/label/fields'
import type { SlideObject } from '@endcap/signage/shows'
import { nameSlot } from '../aliases/aliases.service.ts'
import type { LayoutBook } from '../labels/labels.service.ts'
import { cardUrl, ownCard, type OfStore } from './cards.ts'

/** Columns of a product that its page on a display shows. */
const shownColumns = 8

/** What words and prices are written with. */
export interface Drawn {
  locale: string
  currency: string
  aliases: readonly Alias[]
}
type Alias = Parameters<typeof nameSlot>[0][number]
export interface Placed {
  slot: number
  prCode: string
  prInfo: string[] | null
  layoutId: string | null
}

export function productPages(products: readonly Placed[], words: Drawn): Manifest['products'] {
  const { aliases } = words
  const name = nameSlot(aliases)
  return products.map(({ slot, prCode, prInfo }) => ({
    slot,
    prCode,
    name: (name === undefined ? undefined : prInfo?.[name]) ?? '',
    price: priceOf({ prCode, prInfo: prInfo ?? [] }, words),
    fields: aliases
      .filter(({ index, type }) => index !== name && type !== 'price' && (prInfo?.[index] ?? '') !== '')
      .slice(0, shownColumns)
      .map((alias): [string, string] => [alias.name, prInfo?.[alias.index] ?? '']),
  }))
}

/** As the store writes prices; what is none as it stands. */
function priceOf(product: { prCode: string; prInfo: string[] }, { aliases, ...words }: Drawn): string {
  const price = aliases.find(({ type }) => type === 'price')
  if (price === undefined) return ''
  try {
    return createFields([product], aliases, words).fill(`{${price.name}:price}`, 0)
  } catch {
    return product.prInfo[price.index] ?? ''
  }
}

/** One card for each size in which a product stands on a slide. */
export function cardsOf(
  objects: readonly SlideObject[],
  products: readonly Placed[],
  words: Drawn & OfStore,
  book: LayoutBook,
): Manifest['cards'] {
  const cards = new Map<string, Manifest['cards'][number]>()
  for (const { type, id, width, height } of objects) {
    const product = type === 'product' ? products.find(({ slot }) => String(slot) === id) : undefined
    if (product?.prInfo == null) continue
    const size = { width: Math.round(width), height: Math.round(height) }
    const rev = createHash('sha256')
      .update(JSON.stringify([product, words, ownCard(product, size, words, book)?.key]))
      .digest('base64url')
      .slice(0, 16)
    const url = cardUrl({ slot: product.slot, ...size, rev })
    cards.set(url, { slot: product.slot, ...size, url })
  }
  return [...cards.values()]
}
