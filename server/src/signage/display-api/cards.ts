/** Products as pictures for displays, drawn when one asks and kept by it: a picture's address changes with what it shows. */
import { createHash } from 'node:crypto'
import { decodeBitmap, encodePng } from '@endcap/label/bitmap'
import type { LayoutDefinition } from '@endcap/label/layout'
import { priceCard } from '@endcap/label/price-card'
import { coloursOfLook, showsBars, showsCode } from '@endcap/signage/cards'
import { ZodError } from 'zod'
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/base/errors.ts'
import { decorateForDisplay } from '../../catalogue/scripts/decorate-display.ts'
import { factsOf } from './script-parameters.ts'
import { productsOf, storeOf } from './manifest.queries.ts'
import { ownDrawing } from './own-drawing.ts'
import { findDevice } from './player.queries.ts'
import type { CallingDisplay } from '../../platform/http/callers.ts'

/** Smaller ones hold no price, larger ones no display. */
const sides = { least: 24, most: 4000 }

/** Of products in the look of labels, which need not be named: displays that know no other ask without it. */
export const cardUrl = ({ slot, width, height, look, rev }: CardPlace & { rev: string }): string =>
  `/api/player/v1/card/${slot}/${width}x${height}/${rev}${look === 'label' ? '' : `?look=${look}`}`
export const cardType = (look: string): string => (look === 'label' ? 'image/png' : 'image/svg+xml')

interface CardPlace {
  slot: number
  width: number
  height: number
  /** `cardLookOf` of signage. */
  look: string
}

/** The product in a place of a display, as it is now. What does not fit is cut: a display shows what it can, but no card without its price or name. */
export async function drawCard(
  context: Context,
  { mac, storeCode }: CallingDisplay,
  { slot, size, look = 'label' }: { slot: number; size: string; look?: string | undefined },
): Promise<{ name: string; type: string; content: Uint8Array }> {
  const { db, labels } = context
  const [width = 0, height = 0] = size.split('x').map(Number)
  if (Math.min(width, height) < sides.least || Math.max(width, height) > sides.most) throw notFound('No card has this size.')
  const [products, store, aliases, device] = [
    await productsOf(db, mac),
    await storeOf(db, storeCode),
    await listAliases(db),
    await findDevice(db, mac),
  ]
  const found = products.filter((one) => one.slot === slot)
  const [product] = device === undefined ? [] : await decorateForDisplay(context, { storeCode, device: factsOf(device) }, found)
  if (store === undefined || product?.prInfo == null) throw notFound('There is no product in this place.')
  const shown = { prCode: product.prCode, prInfo: product.prInfo }
  const own = ownDrawing(product, { size: { width, height }, look }, { storeCode, timeZone: store.timeZone }, await labels.book())
  const colours = coloursOfLook(look)
  const hasBars = colours === undefined || (showsCode(look) && showsBars(colours))
  const card = () => priceCard('card', { width, height }, shown, aliases)
  const definition = own?.definition ?? orTooSmall(hasBars ? card : () => withoutBars(card()))
  const layoutKey = createHash('sha256').update(JSON.stringify(definition)).digest('hex')
  const words = { locale: store.locale, currency: store.currency }
  const job = { layoutKey, definition, tagType: '', products: [shown], aliases, ...words }
  // A screen has all the colours that a layout can name.
  const how =
    colours === undefined
      ? { purpose: 'draft' as const, panel: { width, height, palette: own?.modelClass ?? ('bwr' as const) } }
      : { purpose: 'screen' as const, panel: { ...(own?.size ?? { width, height }), palette: 'seven' as const }, colours }
  const [result] = await labels.render([{ ...job, ...how }], { urgent: true })
  const picture = result?.images?.[0]
  const content = result?.svg === undefined ? picture && encodePng(decodeBitmap(picture.content)) : Buffer.from(result.svg)
  const reason = result?.failure?.reason
  if (content === undefined || reason === 'no-price' || reason === 'no-name')
    throw notFound(`The card cannot be drawn: ${result?.failure?.detail ?? ''}`)
  return { name: colours === undefined ? 'card.png' : 'card.svg', type: cardType(look), content }
}

const withoutBars = (layout: LayoutDefinition): LayoutDefinition => ({
  ...layout,
  pages: layout.pages.map((page) => ({ ...page, elements: page.elements.filter(({ type }) => type !== 'barcode') })),
})

/** Places may be of any shape; into the narrowest ones no letter fits. */
function orTooSmall<Layout>(layOut: () => Layout): Layout {
  try {
    return layOut()
  } catch (error) {
    if (error instanceof ZodError) throw notFound('The place is too small for a product.')
    throw error
  }
}
