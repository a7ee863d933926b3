/** What should be on a display's screen at an instant, by its plan and by what it says that it cannot show. */
import type { Manifest, ScreenSaid } from '@endcap/contract/player'
import { cardOf } from '@endcap/signage/cards'
import { productPageAt } from '@endcap/signage/pages'
import { planOf, sceneAt, type Scene } from '@endcap/signage/plan'
import type { Slide } from '@endcap/signage/shows'
import type { Context } from '../../platform/context.ts'
import type { Drawing, Filling, ScreenTask } from '../../platform/decoders/drawing.ts'
import { drawPlace } from './draw-objects.ts'
import type { DeviceRow } from './player.queries.ts'
import { pricesDrawing, showDrawing, slideDrawing, type Sources } from './screen-drawings.ts'

/** A player may be so late with a change, milliseconds, when something is not ready, and a little early: the instants that are looked at. */
const around = [0, -1250, -2500, 500]
/** So many other slides are drawn at most, to find out which one is shown instead. */
const maxOthers = 12
/** Of all pictures on these: a decoder has 20 s for all that it does, and reads some 30 million pixels in a second. */
const maxPixels = 200_000_000

export interface Expected extends Pick<ScreenTask, 'drawings' | 'others'> {
  /** Names what should be there. */
  scene: string
}
export interface Shown {
  device: DeviceRow
  storeCode: string
  manifest: Manifest
  said: ScreenSaid
}

/** Undefined where nothing can be foreseen, such as outside of opening hours, or when the display shows people who it is. */
export async function expectedAt(context: Context, shown: Shown): Promise<Expected | undefined> {
  const { manifest, said } = shown
  const plan = planOf(manifest)
  if (sceneAt(plan, said.at).kind !== said.kind) return undefined
  const sources = sourcesOf(context, shown)
  const drawings = new Map<string, Drawing>()
  for (const away of around) {
    const at = said.at + away
    const drawn = await drawingOf(sources, { scene: sceneAt(plan, at), at, said })
    if (drawn === undefined) return undefined
    if (!drawings.has(drawn.name)) drawings.set(drawn.name, drawn.drawing)
  }
  const [scene = ''] = drawings.keys()
  return { scene, drawings: [...drawings.values()], others: await othersOf(sources, scene) }
}

function sourcesOf(context: Context, { device, storeCode, manifest }: Shown): Sources {
  const cards = new Map<string, Promise<Filling>>()
  const failing = (device.report.errors ?? []).flatMap(({ content, slide }) => (content === undefined ? [] : [{ content, slide }]))
  return {
    manifest,
    pathOf: context.blobs.pathOf,
    isFailing: (name, index) => failing.some(({ content, slide }) => content === name.slice(0, 100) && slide === index),
    card: async (object) => {
      const card = cardOf(object, manifest.cards)
      if (card === undefined) return undefined
      if (card.moves !== undefined) return 'unforeseen'
      const { slot, width, height, look } = card
      const drawn =
        cards.get(card.url) ??
        drawPlace(context, { mac: device.mac, storeCode }, { slot, size: `${width}x${height}`, look }).then(
          ({ content }) => ({ content }),
          () => 'unforeseen' as const,
        )
      cards.set(card.url, drawn)
      return drawn
    },
  }
}

const nameOfSlide = (index: number) => `slide ${index}`

async function drawingOf(
  sources: Sources,
  { scene, at, said }: { scene: Scene; at: number; said: ScreenSaid },
): Promise<{ name: string; drawing: Drawing } | undefined> {
  const { plan, screen } = sources.manifest
  if (scene.kind === 'products' || scene.kind === 'price') {
    const drawing = await pricesDrawing(sources, pageOf(sources.manifest, scene, at))
    if (drawing !== undefined) return { name: scene.kind, drawing }
    // The browser lays its pages out: no more can be foreseen than that they are light, which is looked at as of a film.
    const parts = [{ left: 0, top: 0, ...screen, fit: 'fill', filling: 'film' } as const]
    return { name: scene.kind, drawing: { ...screen, background: '#ffffff', parts } }
  }
  if (scene.kind === 'show' && plan.line === 'v1') {
    const show = plan.shows[scene.showId]
    return show && showDrawing(sources, { show, screen: scene.screen, begin: scene.begin }, at)
  }
  if (scene.kind !== 'slide' || plan.line !== 'v0') return undefined
  // One of which something cannot be shown may be passed over.
  const isPassed = plan.slides[scene.index]?.object.some(({ type, id }) => sources.isFailing(`${type}:${id}`, scene.index)) === true
  const index = isPassed && said.index !== undefined && scene.next.includes(said.index) ? said.index : scene.index
  const drawing = await slideDrawing(sources, index)
  return drawing && { name: nameOfSlide(index), drawing }
}

/** Which page of the list of prices is shown. */
function pageOf({ priceList, settings: { infoSeconds, timeZone } }: Manifest, scene: Scene, at: number): number {
  return productPageAt(scene, at, { pages: priceList?.pages.length ?? 1, seconds: infoSeconds, timeZone }).page
}

/** The other slides of the plan, as many as can be drawn in time, without their products: these take longer than all else. */
async function othersOf(sources: Sources, scene: string): Promise<Expected['others']> {
  const { plan, files } = sources.manifest
  const slides = plan.line === 'v0' ? plan.slides : []
  const pixelsOf = ({ object }: Slide) =>
    object.reduce((sum, { type, id }) => {
      const file = type === 'image' ? files[`image:${id}`] : undefined
      return sum + (file?.width ?? 0) * (file?.height ?? 0)
    }, 0)
  const without: Sources = { ...sources, card: () => Promise.resolve('unforeseen') }
  const others: Expected['others'] = []
  let pixels = 0
  for (const [index, slide] of slides.entries()) {
    if (slide.empty || nameOfSlide(index) === scene || others.length === maxOthers) continue
    pixels += pixelsOf(slide)
    if (pixels > maxPixels) break
    const drawing = await slideDrawing(without, index)
    if (drawing !== undefined) others.push({ index, drawing })
  }
  return others
}
