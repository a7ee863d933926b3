/** Products of a display, as its pages and cards show them. */
import { createHash } from 'node:crypto'
import type { DeviceCaps } from '@endcap/contract/device-report'
import type { Manifest } from '@endcap/contract/player'
import type { FailureReason } from '@endcap/contract/vocabulary'
import { createFields } from '@endcap/label/fields'
import { layoutDefinition } from '@endcap/label/layout'
import { isBlank, lacking, lackingOf, meantAlias } from '@endcap/label/roles'
import { cardLookOf } from '@endcap/signage/cards'
import type { SlideObject } from '@endcap/signage/shows'
import { nameSlot } from '../../catalogue/aliases/aliases.service.ts'
import type { FoundDrawing, LayoutBook } from '../../labels/rendering/labels.service.ts'
import { cardType, cardUrl } from './cards.ts'
import { ownDrawing, type OfStore } from './own-drawing.ts'

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

type Page = Manifest['products'][number]
/** What is there to show: a place may name a product that does not exist. */
export type Known = Placed & { prInfo: string[] }
export const isKnown = (product: Placed): product is Known => product.prInfo !== null

/** The page of a product, and why it is left out: its name is empty, or its price is no number. */
function pageOf({ slot, prCode, prInfo }: Known, words: Drawn): { page: Page; lack: FailureReason | undefined } {
  const { aliases } = words
  const name = nameSlot(aliases)
  const prices = aliases.filter(({ type }) => type === 'price')
  const page = {
    slot,
    prCode,
    name: (name === undefined ? undefined : prInfo[name]) ?? '',
    price: priceOf({ prCode, prInfo }, words),
    fields: aliases
      .filter((alias) => alias.index !== name && !prices.includes(alias) && (prInfo[alias.index] ?? '') !== '')
      .slice(0, shownColumns)
      .map((alias): [string, string] => [alias.name, prInfo[alias.index] ?? '']),
  }
  const lacksName = name !== undefined && isBlank(page.name)
  const lacksPrice = prices.length > 0 && isBlank(page.price)
  return { page, lack: lacksPrice ? lacking.price : lacksName ? lacking.name : undefined }
}

/** Why a product is on no page, and nothing of it is shown. */
export const lackOf = (product: Known, words: Drawn): FailureReason | undefined => pageOf(product, words).lack

/** One page for each product; a product without its name or without a price that is a number is left out. */
export const productPages = (products: readonly Placed[], words: Drawn): Page[] =>
  products
    .filter(isKnown)
    .map((product) => pageOf(product, words))
    .flatMap(({ page, lack }) => (lack === undefined ? [page] : []))

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

/** Why a drawing is not shown: the price or the name that it is for is empty. */
function lackOn({ prCode, prInfo }: Known, { definition }: FoundDrawing, { aliases, ...words }: Drawn): FailureReason | undefined {
  const { data: layout } = layoutDefinition.safeParse(definition)
  if (layout === undefined) return 'render-error'
  const [lack] = lackingOf({ layout, aliases, fields: createFields([{ prCode, prInfo }], aliases, words) })
  return lack && lacking[lack.role]
}

/** Each place of a slide that shows a product: what is drawn there, and why it is not. */
function* placesOf(objects: readonly SlideObject[], products: readonly Placed[], words: Drawn & OfStore, book: LayoutBook) {
  const known = products.filter(isKnown)
  for (const object of objects) {
    const product = object.type === 'product' ? known.find(({ slot }) => String(slot) === object.id) : undefined
    if (product === undefined) continue
    const size = { width: Math.round(object.width), height: Math.round(object.height) }
    const look = cardLookOf(object)
    const own = ownDrawing(product, { size, look }, words, book)
    yield {
      product,
      size,
      look,
      own,
      lack: own === undefined ? pageOf(product, words).lack : lackOn(product, own, words),
    }
  }
}

/**
 * One card for each size and look in which a product stands on a slide; a product without what its card is for is left out.
 * `vectorCards`: whether the display shows SVG. Players of an older server do not: they get all of them as labels.
 */
export function cardsOf({ vectorCards }: Pick<DeviceCaps, 'vectorCards'>, ...asked: Parameters<typeof placesOf>): Manifest['cards'] {
  const [, , words] = asked
  const cards = new Map<string, Manifest['cards'][number]>()
  for (const { product, size, own, lack, ...chosen } of placesOf(...asked)) {
    if (lack !== undefined) continue
    const look = vectorCards ? chosen.look : 'label'
    const rev = createHash('sha256')
      .update(JSON.stringify([product, words, own?.key, ...(look === 'label' ? [] : [look])]))
      .digest('base64url')
      .slice(0, 16)
    const place = { slot: product.slot, ...size, look }
    const url = cardUrl({ ...place, rev })
    cards.set(url, { ...place, url, type: cardType(look) })
  }
  return [...cards.values()]
}

/** Products that are missing from the pages or from a slide, each with its first reason. */
export function leftOutOf(...asked: Parameters<typeof placesOf>): Map<string, FailureReason> {
  const [, products, words] = asked
  const pages = products.filter(isKnown).map((product) => ({ product, lack: pageOf(product, words).lack }))
  const lacks = [...pages, ...placesOf(...asked)].flatMap(({ product, lack }) =>
    lack === undefined ? [] : [[product.prCode, lack] as const],
  )
  // Of two reasons the first one stays: entries that come later win.
  return new Map(lacks.toReversed())
}
