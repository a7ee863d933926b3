/** Products of a display, as its pages and cards show them. */
import { createHash } from 'node:crypto'
import type { Manifest } from '@endcap/contract/player'
import { createFields } from '@endcap/label/fields'
import { layoutDefinition } from '@endcap/label/layout'
import { isBlank, lackingOf, meantAlias } from '@endcap/label/roles'
import type { SlideObject } from '@endcap/signage/shows'
import { nameSlot } from '../aliases/aliases.service.ts'
import type { FoundDrawing, LayoutBook } from '../labels/labels.service.ts'
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

/** One page for each product; a product without its name or without a price that is a number is left out. */
export function productPages(products: readonly Placed[], words: Drawn): Manifest['products'] {
  const { aliases } = words
  const name = nameSlot(aliases)
  const prices = aliases.filter(({ type }) => type === 'price')
  return products.flatMap(({ slot, prCode, prInfo }) => {
    if (prInfo === null) return []
    const page = {
      ...{ slot, prCode },
      name: (name === undefined ? undefined : prInfo[name]) ?? '',
      price: priceOf({ prCode, prInfo }, words),
      fields: aliases
        .filter((alias) => alias.index !== name && !prices.includes(alias) && (prInfo[alias.index] ?? '') !== '')
        .slice(0, shownColumns)
        .map((alias): [string, string] => [alias.name, prInfo[alias.index] ?? '']),
    }
    const lacks = (name !== undefined && isBlank(page.name)) || (prices.length > 0 && isBlank(page.price))
    return lacks ? [] : [page]
  })
}

/** As the store writes prices; empty where it is none. */
function priceOf(product: { prCode: string; prInfo: string[] }, { aliases, ...words }: Drawn): string {
  const price = meantAlias('price', aliases)
  if (price === undefined) return ''
  try {
    return createFields([product], aliases, words).fill(`{${price.name}:price}`, 0)
  } catch {
    return ''
  }
}

/** Whether the price or the name that a drawing is for is empty. */
function lacks(product: { prCode: string; prInfo: string[] }, { definition }: FoundDrawing, { aliases, ...words }: Drawn): boolean {
  const { data: layout } = layoutDefinition.safeParse(definition)
  return layout === undefined || lackingOf({ layout, aliases, fields: createFields([product], aliases, words) }).length > 0
}

/** One card for each size in which a product stands on a slide; a product without what its card is for is left out. */
export function cardsOf(
  objects: readonly SlideObject[],
  products: readonly Placed[],
  words: Drawn & OfStore,
  book: LayoutBook,
): Manifest['cards'] {
  const cards = new Map<string, Manifest['cards'][number]>()
  const pages = new Set(productPages(products, words).map(({ slot }) => slot))
  for (const { type, id, width, height } of objects) {
    const product = type === 'product' ? products.find(({ slot }) => String(slot) === id) : undefined
    if (product?.prInfo == null) continue
    const size = { width: Math.round(width), height: Math.round(height) }
    const own = ownCard(product, size, words, book)
    if (own === undefined ? !pages.has(product.slot) : lacks({ prCode: product.prCode, prInfo: product.prInfo }, own, words)) continue
    const rev = createHash('sha256')
      .update(JSON.stringify([product, words, own?.key]))
      .digest('base64url')
      .slice(0, 16)
    const url = cardUrl({ slot: product.slot, ...size, rev })
    cards.set(url, { slot: product.slot, ...size, url })
  }
  return [...cards.values()]
}
