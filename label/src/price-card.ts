/** What a product looks like where no layout is drawn for it: on paper, and in its place on a display. */
import type { LabelAlias, LabelProduct } from './fields.ts'
import { layoutDefinition, layoutFormat, type LayoutDefinition } from './layout.ts'
import { promotion, shelfPrice } from './starter/shelf.ts'

/** In so many pixels; a promotion where the product has one. */
export function priceCard(
  name: string,
  { width, height }: { width: number; height: number },
  { prInfo }: LabelProduct,
  aliases: readonly LabelAlias[],
): LayoutDefinition {
  const promo = aliases.find((alias) => alias.name === 'PROMO')
  const isPromoted = promo !== undefined && (prInfo[promo.index] ?? '') !== ''
  const [page] = (isPromoted ? promotion : shelfPrice)(width, height)
  return layoutDefinition.parse({ format: layoutFormat, name, width, height, pages: page === undefined ? [] : [page] })
}
