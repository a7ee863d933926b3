/** A show of several screens: this one shows its window on the common canvas. All of them follow the server's clock, none the other. */
import type { Manifest } from '@endcap/contract/player'
import { areasOn, windowOf, type AreaItem, type Show } from '@endcap/signage/shows'
import { element } from '../element.ts'
import type { PlayLog } from '../play-log.ts'
import { createArea, itemBox, type Area, type Layer } from './area.ts'
import { openFilm, watchFilms, type Film, type FilmEvents } from './film.ts'
import { openContent, openImage, urlOf, type ViewContext } from './media.ts'
import { canvasView, type Turn } from './turned.ts'
import type { View } from './view.ts'
import { messageOf } from '../troubles.ts'

/** A timer may be late by some milliseconds: the last of the way goes frame by frame. */
const lastMs = 40
const lookMs = 1000

export interface ShowContext extends ViewContext {
  plays: Pick<PlayLog, 'begin'>
}
/** A show as one of its screens plays it. */
export interface Played {
  show: Show
  screen: number
  /** When its clock was 0, milliseconds since 1970. */
  begin: number
}

/** Of what makes the show look as it does here. */
export function showKey({ plan, files }: Manifest, showId: string): string {
  if (plan.line !== 'v1') return ''
  const show = plan.shows[showId]
  const contents = show === undefined ? [] : areasOn(show, plan.screen).flatMap(({ items }) => items.map(({ id }) => id))
  return JSON.stringify([showId, plan.screen, show, contents.map((id) => files[`content:${id}`]?.sha256)])
}

/**
 * How far the picture is turned back. A machine that knows how it stands is turned back by that alone: where the show was drawn for one that
 * stands so, both say the same.
 */
export const turnOf = (orientation: Turn, panel: { rotation: Turn } | undefined): Turn =>
  orientation === 0 ? (panel?.rotation ?? 0) : orientation

export function showView({ show, screen, begin: first }: Played, context: ShowContext): View {
  const panel = show.device[screen]
  const window = panel === undefined ? { left: 0, top: 0, width: show.width, height: show.height } : windowOf(panel)
  const { view, canvas, release } = canvasView(window)
  const { clock } = context
  let { manifest } = context
  let begin = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  let hasEnded = false
  let watch: ReturnType<typeof watchFilms> | undefined

  const fileOf = ({ id }: AreaItem) => manifest.files[`content:${id}`]
  const volumeOf = ({ mute }: AreaItem) => (mute ? 0 : manifest.settings.volume)
  async function open(item: AreaItem, box: HTMLElement, lost: FilmEvents['lost']): Promise<Film | undefined> {
    const [name, kind] = [`content:${item.id}`, fileOf(item)?.kind]
    const opened = () => context.opened(name)
    if (kind === 'video') {
      const film = await openFilm(box, await urlOf(context, name), volumeOf(item), { lost, played: opened })
      volumes.set(film, item)
      return film
    }
    if (kind === 'widget') await openContent(box, name, context, item.fit)
    else await openImage(box, await urlOf(context, name))
    opened()
    return undefined
  }
  const volumes = new WeakMap<Film, AreaItem>()
  const areas: Area[] = areasOn(show, screen).map(({ area, items, index }) => {
    const place = element('div', 'box')
    place.style.cssText = `left:${area.left - window.left}px;top:${area.top - window.top}px;width:${area.width}px;height:${area.height}px`
    canvas.append(place)
    const make = (item: AreaItem, lost: () => void): Layer => {
      const box = itemBox(item)
      place.append(box)
      const fail = (reason: string) => context.failed(`content:${item.id}`, `${fileOf(item)?.kind ?? 'content'}-failed`, reason)
      const loseFilm = (reason: string) => {
        fail(reason)
        lost()
      }
      const ready = open(item, box, loseFilm)
      ready.catch((error: unknown) => fail(messageOf(error)))
      return { element: box, ready }
    }
    const seen = ({ id }: AreaItem, from: number) =>
      manifest.settings.proofOfPlay ? context.plays.begin({ content: `content:${id}`, area: index, from }) : () => undefined
    const moves = (item: AreaItem) => fileOf(item)?.kind === 'video'
    return createArea({ items, duration: show.duration, moves, make, seen, changed: () => watch !== undefined && !hasEnded && step() })
  })

  /** The last instant of the show's clock before it begins anew, or something else does: `start` says which. */
  const lastInstant = () => begin + show.duration * 1000 - 1
  function step() {
    rest()
    const now = clock.now()
    const at = Math.min(now, lastInstant())
    const left = Math.min(...areas.map((area) => area.step(begin, at))) - now
    // At its end it holds what it shows.
    if (now > at) timer = setTimeout(step, lookMs)
    else if (left <= lastMs) frame = requestAnimationFrame(step)
    else timer = setTimeout(step, Math.min(lookMs, left - lastMs))
  }
  function rest() {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
  return {
    element: view,
    ready: Promise.all(areas.map((area) => area.prepare(begin, Math.max(begin, clock.now())))).then(() => undefined),
    failed: () => false,
    start: (since) => {
      begin = since
      watch ??= watchFilms(() => areas.flatMap((area) => area.playing() ?? []), context)
      step()
    },
    update: (next) => {
      manifest = next
      for (const area of areas) {
        const playing = area.playing()
        const item = playing && volumes.get(playing.film)
        if (playing !== undefined && item !== undefined) playing.film.setVolume(volumeOf(item))
      }
    },
    ended: () => {
      rest()
      hasEnded = true
      for (const area of areas) area.end(clock.now())
    },
    stop: () => {
      release()
      clearInterval(watch)
      rest()
      for (const area of areas) area.stop()
    },
  }
}
