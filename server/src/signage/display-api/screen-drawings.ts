/** What a screen shows of a plan, as drawings that a decoder can make. What moves, and what others show in it, is left out of them. */
import type { Manifest } from '@endcap/contract/player'
import { areasOn, areaTurn, windowOf, type Show, type Slide, type SlideObject } from '@endcap/signage/shows'
import type { Drawing, Filling } from '../../platform/decoders/drawing.ts'

/** What drawings are made of. */
export interface Sources {
  manifest: Manifest
  /** Where the content of a blob lies on this machine. */
  pathOf(sha256: string): string
  /** The picture of a product in its place; undefined where the place is empty. */
  card(object: SlideObject): Promise<Filling | undefined>
  /** Whether the display says that it cannot show this content, of the slide with this number. */
  isFailing(content: string, slide?: number): boolean
}

function fileFilling({ manifest, pathOf }: Sources, name: string): Filling {
  const file = manifest.files[name]
  if (file?.kind === 'video') return 'film'
  return file?.kind === 'image' ? { path: pathOf(file.sha256) } : 'unforeseen'
}

/** A slide as the player draws it; undefined when the plan has none of this number. */
export async function slideDrawing(sources: Sources, index: number): Promise<Drawing | undefined> {
  const { plan, screen } = sources.manifest
  const slide = plan.line === 'v0' ? plan.slides[index] : undefined
  return slide && drawingOf(sources, { slide, screen, index })
}

/** A page of the list of prices; undefined when the plan has none of this number. */
export async function pricesDrawing(sources: Sources, page: number): Promise<Drawing | undefined> {
  const { pages = [], screen } = sources.manifest.priceList ?? {}
  const slide = pages[page]
  return slide && screen && drawingOf(sources, { slide, screen })
}

interface Drawable {
  slide: Slide
  screen: { width: number; height: number }
  /** Of a slide; a page of prices has none. */
  index?: number
}
async function drawingOf(sources: Sources, { slide, screen, index }: Drawable): Promise<Drawing> {
  const parts: Drawing['parts'] = []
  for (const object of slide.object.toSorted((a, b) => a.index - b.index)) {
    const { type, id, left, top, width, height, opacity, mask } = object
    const name = `${type}:${id}`
    const own = type === 'product' ? await sources.card(object) : fileFilling(sources, name)
    const filling = sources.isFailing(name, index) || mask !== undefined ? 'unforeseen' : own
    if (filling !== undefined) parts.push({ left, top, width, height, fit: 'fill', filling, opacity })
  }
  return { ...screen, background: slide.bgColor, parts }
}

/** What one screen of a show sees at an instant, and a name for that; `begin`: when the show's clock was 0. */
export function showDrawing(
  sources: Sources,
  { show, screen, begin }: { show: Show; screen: number; begin: number },
  at: number,
): { name: string; drawing: Drawing } {
  const panel = show.device[screen]
  const window = panel === undefined ? { left: 0, top: 0, width: show.width, height: show.height } : windowOf(panel)
  const shown = areasOn(show, screen).flatMap(({ area, items }) => {
    const { item } = areaTurn(items, { begin, duration: show.duration }, at)
    return item === undefined ? [] : [{ area, item }]
  })
  const parts = shown.map(({ area, item }) => {
    const name = `content:${item.id}`
    const filling = sources.isFailing(name) ? ('unforeseen' as const) : fileFilling(sources, name)
    return { ...area, left: area.left - window.left, top: area.top - window.top, fit: item.fit, filling }
  })
  const drawing = { width: window.width, height: window.height, background: '#000000', parts }
  return { name: shown.map(({ item }) => item.id).join(), drawing }
}
