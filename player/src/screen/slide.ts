/** A slide: its objects in their places, from back to front. */
import type { Manifest } from '@endcap/contract/player'
import { cardOf } from '@endcap/signage/cards'
import { effectsOf } from '@endcap/signage/drawn'
import type { Slide, SlideObject } from '@endcap/signage/shows'
import { element } from '../element.ts'
import { cardKey } from '../required-content.ts'
import { openFilm, watchFilms, type Film } from './film.ts'
import { loadMoving } from './load-moving.ts'
import { openContent, openImage, urlOf, type ViewContext } from './media.ts'
import { canvasView } from './turned.ts'
import type { View } from './view.ts'
import { messageOf } from '../troubles.ts'

export interface SlideContext extends ViewContext {
  online(): boolean
}
const webpageMs = 10_000
/** What cannot be shown is tried again after this long. */
const retryMs = 60_000

/** As reports name it. */
export const contentOf = ({ type, id }: Pick<SlideObject, 'type' | 'id'>): string => `${type}:${id}`.slice(0, 100)

/** Of what makes the slide look as it does, without its products: these change in place. */
export function slideKey({ plan, files, screen }: Manifest, index: number): string {
  const slide = plan.line === 'v0' ? plan.slides[index] : undefined
  return JSON.stringify([index, screen, slide, slide?.object.map(({ type, id }) => files[`${type}:${id}`]?.sha256)])
}

/** An object of a slide in its box. */
interface Placed {
  object: SlideObject
  box: HTMLElement
  /** Resolves when it has been opened, or has failed. */
  opened: Promise<void>
}

export function slideView(slide: Slide, context: SlideContext): View {
  let { manifest } = context
  const { screen, settings } = manifest
  const { view, canvas: stage, release } = canvasView(screen)
  stage.style.background = slide.bgColor
  if (slide.transition !== undefined) view.dataset.enter = slide.transition
  const all = slide.object
    .toSorted((a, b) => a.index - b.index)
    .map((object): Placed => ({ object, box: boxOf(object), opened: Promise.resolve() }))
  const films = new Set<Film>()
  /** What cannot be shown now, and when that is tried again. */
  const failing = new Map<Placed, ReturnType<typeof setTimeout>>()
  let watch: ReturnType<typeof watchFilms> | undefined
  let since: number | undefined
  let isOver = false

  /** Before those that lie in front of it. */
  function put(one: Placed) {
    if (one.box.parentNode === stage) return
    const next = all.slice(all.indexOf(one) + 1).find(({ box }) => box.parentNode === stage)
    stage.insertBefore(one.box, next?.box ?? null)
  }
  function fail(one: Placed, reason: string) {
    if (isOver) return
    const { object, box } = one
    // The box of a product stays: its card may come yet.
    if (object.type !== 'product') box.remove()
    failing.set(
      one,
      setTimeout(() => void open(one), retryMs),
    )
    context.failed(contentOf(object), `${object.type}-failed`, reason)
  }
  async function openVideo(one: Placed) {
    const { object, box } = one
    const lost = (reason: string) => {
      films.delete(film)
      film.stop()
      fail(one, reason)
    }
    const played = () => context.opened(contentOf(object))
    const film = await openFilm(box, await urlOf(context, `video:${object.id}`), settings.volume, { lost, played })
    if (isOver) return film.stop()
    films.add(film)
    if (since !== undefined) film.play((context.clock.now() - since) / 1000)
    return undefined
  }
  async function load(one: Placed) {
    const { object, box } = one
    const { type, id } = object
    if (type === 'video') return openVideo(one)
    if (type === 'image') await openImage(box, await urlOf(context, `image:${id}`))
    else if (type === 'widget') await openContent(box, `widget:${id}`, context)
    else if (type === 'webpage') await openWebpage(box, id, context)
    else await openCard(box, object, context, manifest)
    return context.opened(contentOf(object))
  }
  /** One after the other: the picture of an old price must not come after that of the new one. */
  function open(one: Placed): Promise<void> {
    one.opened = one.opened.then(async () => {
      clearTimeout(failing.get(one))
      failing.delete(one)
      put(one)
      await load(one).catch((error: unknown) => fail(one, messageOf(error)))
    })
    return one.opened
  }
  return {
    element: view,
    ready: Promise.all(all.map(open)).then(() => undefined),
    failed: () => failing.size > 0 && failing.size === all.length,
    start: (from) => {
      since = from
      for (const film of films) film.play((context.clock.now() - from) / 1000)
      watch ??= watchFilms(() => [...films].map((film) => ({ film, since: since ?? from })), context)
    },
    update: (next) => {
      manifest = next
      for (const film of films) film.setVolume(next.settings.volume)
      for (const one of all) if (one.object.type === 'product') void open(one)
    },
    ended: () => {
      for (const film of films) film.end()
    },
    stop: () => {
      isOver = true
      release()
      clearInterval(watch)
      for (const timer of failing.values()) clearTimeout(timer)
      for (const film of films) film.stop()
    },
  }
}

function boxOf(object: SlideObject): HTMLElement {
  const { left, top, width, height, type, id } = object
  const box = element('div', 'box')
  box.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`
  Object.assign(box.style, effectsOf(object, true))
  box.dataset.content = `${type}:${id}`
  if (object.mask !== undefined) box.dataset.mask = object.mask
  return box
}

/** The picture of the product in this place; an empty box when there is none. The old one stays until the new one is drawn. */
async function openCard(box: HTMLElement, object: SlideObject, context: SlideContext, { cards }: Manifest) {
  const card = cardOf(object, cards)
  if (box.dataset.card === (card?.url ?? '')) return
  if (card === undefined) {
    delete box.dataset.card
    return box.replaceChildren()
  }
  const { moves, type = 'image/png' } = card
  const key = cardKey(card.url)
  if (moves === undefined) {
    const url = await context.store.url(key, 1, type)
    if (url === undefined) throw new Error('the card is not here')
    if (object.autoSize === true) box.style.height = 'auto'
    await openImage(box, url)
  } else await (await loadMoving()).openMoving(box, { key, moves }, context)
  box.dataset.card = card.url
  return undefined
}

/** A page of a foreign site, only when it can be reached: what fails in a frame shows the browser's error page to customers. */
async function openWebpage(box: HTMLElement, address: string, { online }: SlideContext): Promise<void> {
  if (!online()) throw new Error('no network')
  await fetch(address, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(webpageMs) })
  const frame = element('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  // A page of this server would be the player's own origin, and out of its sandbox.
  if (new URL(address).origin === location.origin) frame.setAttribute('sandbox', 'allow-scripts')
  frame.src = address
  await new Promise<void>((resolve, reject) => {
    frame.addEventListener('load', () => resolve(), { once: true })
    setTimeout(() => reject(new Error('the page does not load')), webpageMs)
    box.replaceChildren(frame)
  })
}
