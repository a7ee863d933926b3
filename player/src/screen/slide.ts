/** A slide: its objects in their places, from back to front. */
import type { Manifest } from '@endcap/contract/player'
import type { Slide, SlideObject } from '@endcap/signage/shows'
import type { Clock } from '../clock.ts'
import type { ContentStore } from '../content-store.ts'
import { element } from '../element.ts'
import { pieceBytes } from '../loader.ts'
import { cardKey, piecesOf } from '../wanted.ts'
import type { View } from './view.ts'
import { openWidget } from './widget.ts'

export interface SlideContext {
  store: ContentStore
  clock: Clock
  manifest: Manifest
  online(): boolean
  /** Something of a slide cannot be shown. */
  trouble(content: string, code: string, detail: string): void
}
/** Widgets that do not say how large they are. */
const usualWidget = { width: 1920, height: 158 }
const webpageMs = 10_000
/** A film that stands still for so long is loaded anew. */
const stuckMs = 15_000
/** A film that is farther from where it should be is put there, seconds. */
const filmDrift = 0.3

/** Of what makes the slide look as it does, without its products: these change in place. */
export function slideKey({ plan, files, screen }: Manifest, index: number): string {
  const slide = plan.slides[index]
  return JSON.stringify([index, screen, slide, slide?.object.map(({ type, id }) => files[`${type}:${id}`]?.sha256)])
}

export function slideView(slide: Slide, context: SlideContext): View {
  const { screen, settings } = context.manifest
  const stage = element('div', 'stage')
  stage.style.cssText = `width:${screen.width}px;height:${screen.height}px;background:${slide.bgColor}`
  const films: Film[] = []
  const cards: { object: SlideObject; box: HTMLElement }[] = []
  let failed = false
  const loads: Promise<void>[] = []
  for (const object of slide.object.toSorted((a, b) => a.index - b.index)) {
    const { left, top, width, height, type, id } = object
    const box = element('div', 'box')
    box.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`
    box.dataset.content = `${type}:${id}`
    stage.append(box)
    const load = async () => {
      if (type === 'image') await openImage(box, await urlOf(context, `image:${id}`))
      else if (type === 'video') films.push(await openFilm(box, await urlOf(context, `video:${id}`), settings.volume))
      else if (type === 'widget') {
        const { width, height } = context.manifest.files[`widget:${id}`] ?? {}
        await openWidget(box, await contentOf(context, `widget:${id}`), {
          width: width ?? usualWidget.width,
          height: height ?? usualWidget.height,
        })
      } else if (type === 'webpage') await openWebpage(box, id, context)
      else {
        cards.push({ object, box })
        await openCard(box, object, context, context.manifest)
      }
    }
    loads.push(
      load().catch((error: unknown) => {
        if (type === 'webpage') failed = true
        // The box of a product stays: its card may come yet.
        else if (type !== 'product') box.remove()
        context.trouble(`${type}:${id}`.slice(0, 100), `${type}-failed`, error instanceof Error ? error.message : String(error))
      }),
    )
  }
  let watch: ReturnType<typeof setInterval> | undefined
  const begun = { since: 0 }
  return {
    element: element('div', 'view', [stage]),
    ready: Promise.all(loads).then(() => undefined),
    failed: () => failed,
    start: (since) => {
      begun.since = since
      for (const film of films) film.play((context.clock.now() - since) / 1000)
      watch ??= setInterval(() => {
        for (const film of films)
          if (film.isStuck()) {
            context.trouble(film.name, 'video-stuck', 'the film stood still and was loaded anew')
            film.again((context.clock.now() - begun.since) / 1000)
          }
      }, stuckMs / 3)
    },
    update: (manifest) => {
      for (const film of films) film.setVolume(manifest.settings.volume)
      for (const { object, box } of cards) openCard(box, object, context, manifest).catch(() => undefined)
    },
    stop: () => {
      clearInterval(watch)
      for (const film of films) film.stop()
    },
  }
}

async function urlOf({ store, manifest }: SlideContext, name: string): Promise<string> {
  const file = manifest.files[name]
  const url = file && (await store.url(file.sha256, piecesOf(file, pieceBytes).length, file.type))
  if (url === undefined) throw new Error('the content is not here')
  return url
}
async function contentOf({ store, manifest }: SlideContext, name: string): Promise<Blob> {
  const file = manifest.files[name]
  const content = file && (await store.read(file.sha256, piecesOf(file, pieceBytes).length))
  if (content === undefined) throw new Error('the content is not here')
  return content
}

async function openImage(box: HTMLElement, url: string): Promise<void> {
  const image = element('img')
  image.src = url
  await image.decode()
  box.replaceChildren(image)
}

/** The picture of the product in this place; an empty box when there is none. The old one stays until the new one is drawn. */
async function openCard(box: HTMLElement, { id, width, height, autoSize }: SlideObject, { store }: SlideContext, { cards }: Manifest) {
  const card = cards.find((one) => String(one.slot) === id && one.width === Math.round(width) && one.height === Math.round(height))
  if (box.dataset.card === (card?.url ?? '')) return
  if (card === undefined) {
    delete box.dataset.card
    return box.replaceChildren()
  }
  const url = await store.url(cardKey(card.url), 1, 'image/png')
  if (url === undefined) throw new Error('the card is not here')
  if (autoSize === true) box.style.height = 'auto'
  await openImage(box, url)
  box.dataset.card = card.url
  return undefined
}

interface Film {
  name: string
  play(seconds: number): void
  again(seconds: number): void
  isStuck(): boolean
  setVolume(volume: number): void
  stop(): void
}
async function openFilm(box: HTMLElement, url: string, volume: number): Promise<Film> {
  const video = element('video')
  const setVolume = (volume: number) => {
    video.volume = volume
    video.muted = volume === 0
  }
  video.loop = true
  video.playsInline = true
  video.preload = 'auto'
  setVolume(volume)
  let [lastTime, movedAt] = [-1, performance.now()]
  const load = () =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener('loadeddata', () => resolve(), { once: true })
      video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'the film does not play')), { once: true })
      video.src = url
    })
  await load()
  box.replaceChildren(video)
  const play = (seconds: number) => {
    const wanted = Number.isFinite(video.duration) && video.duration > 0 ? Math.max(0, seconds) % video.duration : 0
    if (Math.abs(video.currentTime - wanted) > filmDrift) video.currentTime = wanted
    movedAt = performance.now()
    video.play().catch((error: unknown) => {
      // Without a gesture of somebody browsers play sound only when they are told so at their start.
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
      video.muted = true
      video.play().catch(() => undefined)
    })
  }
  return {
    name: box.dataset.content ?? '',
    play,
    again: (seconds) => {
      load().then(
        () => play(seconds),
        () => undefined,
      )
    },
    isStuck: () => {
      if (video.currentTime !== lastTime) [lastTime, movedAt] = [video.currentTime, performance.now()]
      const stuck = performance.now() - movedAt > stuckMs
      if (stuck) movedAt = performance.now()
      return stuck
    },
    setVolume,
    stop: () => {
      video.pause()
      video.removeAttribute('src')
      video.load()
    },
  }
}

/** A page from elsewhere, only when it can be reached: what fails in a frame shows an error page that nobody should see. */
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
