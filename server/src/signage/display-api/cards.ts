/** Products as pictures for displays, drawn when one asks and kept by it: a picture's address changes with what it shows. */
import { createHash } from 'node:crypto'
import { decodeBitmap, encodePng } from '@endcap/label/bitmap'
import { priceCard } from '@endcap/label/price-card'
import { ZodError } from 'zod'
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/base/errors.ts'
import { decorateForDisplay } from '../../catalogue/scripts/decorate-display.ts'
import { drawingOfProduct, type FoundDrawing, type LayoutBook } from '../../labels/rendering/labels.service.ts'
import { factsOf } from './script-parameters.ts'
import { productsOf, storeOf } from './manifest.queries.ts'
import { findDevice } from './player.queries.ts'
import type { CallingDisplay } from '../../platform/http/callers.ts'

/** Smaller ones hold no price, larger ones no display. */
const sides = { least: 24, most: 4000 }

export interface OfStore {
  storeCode: string
  timeZone: string
}
/** The drawing that was made for a product in a place of this size. */
export const ownCard = (
  product: { prCode: string; prInfo: string[] | null; layoutId: string | null },
  { width, height }: { width: number; height: number },
  { storeCode, timeZone }: OfStore,
  book: LayoutBook,
): FoundDrawing | undefined => drawingOfProduct(product, { storeCode, timeZone, size: `${width}x${height}`, palette: 'bwry' }, book)

export const cardUrl = ({ slot, width, height, rev }: { slot: number; width: number; height: number; rev: string }): string =>
  `/api/player/v1/card/${slot}/${width}x${height}/${rev}`

/** The product in a place of a display as PNG, as it is now. What does not fit is cut: a display shows what it can, but no card without its price or name. */
export async function drawCard(context: Context, { mac, storeCode }: CallingDisplay, slot: number, size: string): Promise<Uint8Array> {
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
  const own = ownCard(product, { width, height }, { storeCode, timeZone: store.timeZone }, await labels.book())
  const definition = own?.definition ?? orTooSmall(() => priceCard('card', { width, height }, shown, aliases))
  const layoutKey = createHash('sha256').update(JSON.stringify(definition)).digest('hex')
  const panel = { width, height, palette: own?.modelClass ?? ('bwr' as const) }
  const words = { locale: store.locale, currency: store.currency }
  const job = { layoutKey, definition, tagType: '', panel, products: [shown], aliases, ...words, purpose: 'draft' as const }
  const [result] = await labels.render([job], { urgent: true })
  const picture = result?.images?.[0]
  const reason = result?.failure?.reason
  if (picture === undefined || reason === 'no-price' || reason === 'no-name')
    throw notFound(`The card cannot be drawn: ${result?.failure?.detail ?? ''}`)
  return encodePng(decodeBitmap(picture.content))
}

/** Places may be of any shape; into the narrowest ones no letter fits. */
function orTooSmall<Layout>(layOut: () => Layout): Layout {
  try {
    return layOut()
  } catch (error) {
    if (error instanceof ZodError) throw notFound('The place is too small for a product.')
    throw error
  }
}
