/** The list of prices of a display, for plans that may show it: its pages, and the cards on them. */
import type { Manifest } from '@endcap/contract/player'
import { priceListDefaults, pricePages, type PriceListLook } from '@endcap/signage/price-list'
import type { LayoutBook } from '../../labels/rendering/labels.service.ts'
import type { OfStore } from './own-drawing.ts'
import type { DeviceRow } from './player.queries.ts'
import { cardsOf, type Drawn, type Placed } from './plan-products.ts'
import type { LineSettings, Played } from './plan-slides.ts'

interface Listed {
  device: DeviceRow
  played: Pick<Played, 'plan' | 'screen'>
  settings: Pick<LineSettings, 'orientation'>
  look: PriceListLook | null
}
type Prices = Pick<Manifest, 'priceList' | 'cards'>

/** Nothing where it would never be shown, or the player shows no cards as SVG: that one has pages of text. `pages`: of text, each a product. */
export function pricesOf(
  listed: Listed,
  { products, pages, words, book }: { products: readonly Placed[]; pages: Manifest['products']; words: Drawn & OfStore; book: LayoutBook },
): Prices {
  const { device, played, settings, look } = listed
  if (!device.caps.vectorCards || !mayBeShown(listed)) return { cards: [] }
  const { width, height } = played.screen
  // It stands as people see it: the player turns it back.
  const screen = settings.orientation % 180 === 0 ? { width, height } : { width: height, height: width }
  const listOf = (slots: readonly number[]) => {
    const list = pricePages(slots, screen, look ?? priceListDefaults)
    const objects = list.flatMap(({ object }) => object)
    return { list, objects, cards: cardsOf(device.caps, objects, products, words, book) }
  }
  const all = pages.map(({ slot }) => slot)
  const whole = listOf(all)
  // A drawing may be for a field that a product does not have: no gap is left for it.
  const drawn = new Set(whole.cards.map(({ slot }) => slot))
  const { list, cards } = drawn.size === all.length ? whole : listOf(all.filter((slot) => drawn.has(slot)))
  return list.length === 0 ? { cards: [] } : { cards, priceList: { screen, pages: list.map(asSent) } }
}

/** A display of the v0 line that has slides to play shows no prices but those on them. */
const mayBeShown = ({ device, played: { plan } }: Listed): boolean =>
  plan.line === 'v1' || device.mode === 'product' || plan.slides.every(({ empty }) => empty)

const asSent = ({ object, schedule, ...page }: ReturnType<typeof pricePages>[number]) => ({
  ...page,
  object: object.map((one) => ({ ...one })),
  schedule: [...schedule],
})
