/** A slide: its objects in their places, from back to front. */
import type { Manifest } from '@endcap/contract/player'
import { cardLookOf } from '@endcap/signage/cards'
import type { Slide, SlideObject } from '@endcap/signage/shows'
import { element } from '../element.ts'
import { cardKey } from '../required-content.ts'
import { openFilm, watchFilms, type Film } from './film.ts'
import { openContent, openImage, urlOf, type ViewContext } from './media.ts'
import { canvasView } from './turned.ts'
import type { View } from './view.ts'
import { messageOf } from '../troubles.ts'

export interface SlideContext extends ViewContext {
  online(): boolean
}
const webpageMs = 10_000

/** As reports name it. */
export const contentOf = ({ type, id }: Pick<SlideObject, 'type' | 'id'>): string => `${type}:${id}`.slice(0, 100)

/** Of what makes the slide look as it does, without its products: these change in place. */
export function slideKey({ plan, files, screen }: Manifest, index: number): string {
  const slide = plan.line === 'v0' ? plan.slides[index] : undefined
  return JSON.stringify([index, screen, slide, slide?.object.map(({ type, id }) => files[`${type}:${id}`]?.sha256)])
}

export function slideView(slide: Slide, context: SlideContext): View {
  const { screen, settings } = context.manifest
  const { view, canvas: stage, release } = canvasView(screen)
  stage.style.background = slide.bgColor
  const films = new Set<Film>()
  const cards: { object: SlideObject; box: HTMLElement }[] = []
  let failures = 0
  const loads: Promise<void>[] = []
  for (const object of slide.object.toSorted((a, b) => a.index - b.index)) {
    const { left, top, width, height, type, id } = object
    const box = element('div', 'box')
    box.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`
    box.dataset.content = `${type}:${id}`
    stage.append(box)
    const content = contentOf(object)
    const fail = (reason: string) => {
      failures += 1
      // The box of a product stays: its card may come yet.
      if (type !== 'product') box.remove()
      context.failed(content, `${type}-failed`, reason)
    }
    const openVideo = async () => {
      const lost = (reason: string) => {
        films.delete(film)
        film.stop()
        fail(reason)
      }
      const film = await openFilm(box, await urlOf(context, `video:${id}`), settings.volume, {
        lost,
        played: () => context.opened(content),
      })
      films.add(film)
    }
    const load = async () => {
      if (type === 'image') await openImage(box, await urlOf(context, `image:${id}`))
      else if (type === 'video') return openVideo()
      else if (type === 'widget') await openContent(box, `widget:${id}`, context)
      else if (type === 'webpage') await openWebpage(box, id, context)
      else {
        cards.push({ object, box })
        await openCard(box, object, context, context.manifest)
      }
      return context.opened(content)
    }
    loads.push(load().catch((error: unknown) => fail(messageOf(error))))
  }
  let watch: ReturnType<typeof watchFilms> | undefined
  const begun = { since: 0 }
  return {
    element: view,
    ready: Promise.all(loads).then(() => undefined),
    failed: () => failures > 0 && failures === slide.object.length,
    start: (since) => {
      begun.since = since
      for (const film of films) film.play((context.clock.now() - since) / 1000)
      watch ??= watchFilms(() => [...films].map((film) => ({ film, since: begun.since })), context)
    },
    update: (manifest) => {
      for (const film of films) film.setVolume(manifest.settings.volume)
      for (const { object, box } of cards) openCard(box, object, context, manifest).catch(() => undefined)
    },
    ended: () => {
      for (const film of films) film.end()
    },
    stop: () => {
      release()
      clearInterval(watch)
      for (const film of films) film.stop()
    },
  }
}

/** In its own look, or in that of labels where an older plan has no other. */
function cardOf(object: SlideObject, cards: Manifest['cards']) {
  const [width, height] = [Math.round(object.width), Math.round(object.height)]
  const fitting = cards.filter((one) => String(one.slot) === object.id && one.width === width && one.height === height)
  return fitting.find(({ look }) => look === cardLookOf(object)) ?? fitting[0]
}

/** The picture of the product in this place; an empty box when there is none. The old one stays until the new one is drawn. */
async function openCard(box: HTMLElement, object: SlideObject, { store }: SlideContext, { cards }: Manifest) {
  const card = cardOf(object, cards)
  if (box.dataset.card === (card?.url ?? '')) return
  if (card === undefined) {
    delete box.dataset.card
    return box.replaceChildren()
  }
  const url = await store.url(cardKey(card.url), 1, card.type ?? 'image/png')
  if (url === undefined) throw new Error('the card is not here')
  if (object.autoSize === true) box.style.height = 'auto'
  await openImage(box, url)
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
