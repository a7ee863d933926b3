/** Pictures of texts, shapes, codes, clocks and tickers of slides, for displays and for the editor. */
import type { DrawnObject, NotDrawn } from '@endcap/contract/drawn'
import { drawnAt, noSlot } from '@endcap/signage/drawn'
import { clockSamples } from '@endcap/signage/moving'
import type { SlideObject } from '@endcap/signage/shows'
import { groundSvg, shapeSvg, svgOf } from '@endcap/signage/svg'
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import { decorateForDisplay } from '../../catalogue/scripts/decorate-display.ts'
import type { RenderJob } from '../../labels/rendering/labels.service.ts'
import { notFound } from '../../platform/base/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { CallingDisplay } from '../../platform/http/callers.ts'
import { outlinesOf } from '../brand/font-outlines.ts'
import { cardType, drawCard } from './cards.ts'
import { createShower, isShown, movesOf, type Shown } from './drawn.ts'
import { firstProductOf, productsOf, storeOf } from './manifest.queries.ts'
import type { Placed } from './plan-products.ts'
import { slideSettings } from './plan-slides.ts'
import { findDevice } from './player.queries.ts'
import { factsOf } from './script-parameters.ts'

/** The picture of an object, or why there is none. */
async function draw(
  context: Pick<Context, 'labels' | 'db' | 'blobs'>,
  object: SlideObject,
  shown: Shown,
  locale: string,
): Promise<DrawnObject> {
  const { text, shape, code, radius } = object
  const size = { width: Math.round(object.width), height: Math.round(object.height) }
  if (shape !== undefined) return pictured(shapeSvg(size, shape, radius))
  const colour = text?.background ?? code?.background
  const ground = colour === undefined ? '' : groundSvg(size, colour, radius)
  const own = ownOf(object, shown, { size, ground, locale })
  if (own === undefined) return without('empty')
  const job = { layoutKey: '', definition: {}, tagType: '', products: [], aliases: [], locale, currency: '' }
  const font = text?.font === undefined ? undefined : await outlinesOf(context, text.font)
  if (text?.font !== undefined && font === undefined) return without('no-font')
  const [result] = await context.labels.render([{ ...job, purpose: 'screen', own, font }], { urgent: true })
  if (result?.svg !== undefined)
    return pictured(own.kind === 'line' || own.kind === 'letters' ? result.svg : svgOf(size, `${ground}${result.svg}`))
  const reason = result?.failure?.reason
  return without(reason === 'render-overflow' ? 'no-room' : reason === 'render-missing-glyph' ? 'no-glyph' : 'bad-code')
}

/** What the render threads draw of an object. */
function ownOf(
  { text, code, clock, ticker }: SlideObject,
  shown: Shown,
  { size, ground, locale }: { size: { width: number; height: number }; ground: string; locale: string },
): RenderJob['own'] {
  if (text === undefined) return code && { kind: 'code', value: shown.text.trim(), level: code.level, colour: code.colour, ...size }
  const { colour } = text
  const writing = { ...size, ...fitOf(text), padding: text.padding ?? 0, locale }
  if (clock !== undefined) return { kind: 'letters', writing: { ...writing, texts: clockSamples(clock, locale) }, colour, ground }
  const words = { writing: { ...writing, ...shown, leading: text.leading ?? 1 }, colour, strike: text.strike === true }
  return ticker === undefined ? { kind: 'text', ...words } : { kind: 'line', ...words, ground }
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
  const device = mac === undefined ? undefined : await findDevice(db, mac)
  const products = await productFor(context, { storeCode, mac, device }, object.id)
  const shown = createShower(products, words)(object)
  if (!isShown(shown)) return without(shown)
  const timeZone = device === undefined ? store.timeZone : slideSettings(device, store.timeZone).timeZone
  return { ...(await draw(context, object, shown, store.locale)), moves: movesOf(object, { locale: store.locale, timeZone }) }
}

/** The product of the place that an object reads, as the display shows it. A template has the first product of the store in all places. */
async function productFor(
  context: Context,
  { storeCode, mac, device }: Of & { device: Awaited<ReturnType<typeof findDevice>> },
  slot: string,
): Promise<Placed[]> {
  const { db } = context
  if (slot === noSlot) return []
  if (mac === undefined) return firstProductOf(db, storeCode).then((product) => (product ? [{ ...product, slot: Number(slot) }] : []))
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
