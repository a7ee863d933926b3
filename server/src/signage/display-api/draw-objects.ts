/** Pictures of texts, shapes and codes of slides, for displays and for the editor. */
import type { DrawnObject, NotDrawn } from '@endcap/contract/drawn'
import { drawnAt, groundSvg, noSlot, shapeSvg, svgOf } from '@endcap/signage/drawn'
import type { SlideObject } from '@endcap/signage/shows'
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import { decorateForDisplay } from '../../catalogue/scripts/decorate-display.ts'
import type { RenderJob } from '../../labels/rendering/labels.service.ts'
import { notFound } from '../../platform/base/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { CallingDisplay } from '../../platform/http/callers.ts'
import { cardType, drawCard } from './cards.ts'
import { createShower, isShown, type Shown } from './drawn.ts'
import { firstProductOf, productsOf, storeOf } from './manifest.queries.ts'
import type { Placed } from './plan-products.ts'
import { findDevice } from './player.queries.ts'
import { factsOf } from './script-parameters.ts'

/** The picture of an object, or why there is none. */
async function draw({ labels }: Pick<Context, 'labels'>, object: SlideObject, shown: Shown, locale: string): Promise<DrawnObject> {
  const { text, shape, code, radius } = object
  const size = { width: Math.round(object.width), height: Math.round(object.height) }
  if (shape !== undefined) return pictured(shapeSvg(size, shape, radius))
  const own: RenderJob['own'] =
    text !== undefined
      ? {
          kind: 'text',
          colour: text.colour,
          strike: text.strike === true,
          writing: { ...size, ...shown, ...fitOf(text), padding: text.padding ?? 0, leading: text.leading ?? 1, locale },
        }
      : code && { kind: 'code', value: shown.text.trim(), level: code.level, colour: code.colour, ...size }
  if (own === undefined) return without('empty')
  const job = { layoutKey: '', definition: {}, tagType: '', products: [], aliases: [], locale, currency: '' }
  const [result] = await labels.render([{ ...job, purpose: 'screen', own }], { urgent: true })
  const ground = text?.background ?? code?.background
  if (result?.svg !== undefined) return pictured(svgOf(size, `${ground === undefined ? '' : groundSvg(size, ground, radius)}${result.svg}`))
  const reason = result?.failure?.reason
  return without(reason === 'render-overflow' ? 'no-room' : reason === 'render-missing-glyph' ? 'no-glyph' : 'bad-code')
}
const pictured = (svg: string): DrawnObject => ({ svg, why: null })
const without = (why: NotDrawn): DrawnObject => ({ svg: null, why })
const fitOf = ({ size, weight, align, valign }: NonNullable<SlideObject['text']>) => ({ size, weight, align, valign })

interface Of {
  storeCode: string
  /** The display whose products are shown. */
  mac?: string | undefined
}
/** What the editor of slides shows of an object: with the products of a display, or of a template with the first product of the store. */
export async function drawObject(context: Context, { storeCode, mac }: Of, object: SlideObject): Promise<DrawnObject> {
  const { db } = context
  const store = await storeOf(db, storeCode)
  if (store === undefined) throw notFound('There is no such store.')
  const words = { ...store, aliases: await listAliases(db) }
  const products = await productFor(context, { storeCode, mac }, object.id)
  const shown = createShower(products, words)(object)
  return isShown(shown) ? draw(context, object, shown, store.locale) : without(shown)
}

/** The product of the place that an object reads, as the display shows it. A template has the first product of the store in all places. */
async function productFor(context: Context, { storeCode, mac }: Of, slot: string): Promise<Placed[]> {
  const { db } = context
  if (slot === noSlot) return []
  if (mac === undefined) return firstProductOf(db, storeCode).then((product) => (product ? [{ ...product, slot: Number(slot) }] : []))
  const device = await findDevice(db, mac)
  const found = (await productsOf(db, mac)).filter((one) => String(one.slot) === slot)
  return device === undefined ? [] : decorateForDisplay(context, { storeCode, device: factsOf(device) }, found)
}

/** What a display asks for by its place on a slide: a product, or what else the server draws. */
export async function drawPlace(context: Context, display: CallingDisplay, asked: Parameters<typeof drawCard>[2]) {
  const device = await findDevice(context.db, display.mac)
  const object = drawnAt(device?.given_show?.show ?? [], asked.slot)
  if (object === undefined) return drawCard(context, display, asked)
  const { svg, why } = await drawObject(context, display, object)
  if (svg === null) throw notFound(`It cannot be drawn: ${why}`)
  return { name: 'card.svg', type: cardType('screen'), content: Buffer.from(svg) }
}
