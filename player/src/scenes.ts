/** What shall be on the screen at an instant: the view of the plan's scene, or the info view while it is asked for. */
import type { Manifest } from '@endcap/contract/player'
import { lookAgainAt, planOf, sceneAt, type Scene } from '@endcap/signage/plan'
import type { Clock } from './clock.ts'
import type { ContentStore } from './content-store.ts'
import type { PlayerEvent } from './database.ts'
import { pageAt, spreadPage } from './pages.ts'
import { showKey, showView, turnOf } from './screen/show.ts'
import { slideKey, slideView } from './screen/slide.ts'
import type { Target } from './screen/stage.ts'
import { blackView, gridOf, infoView, nameView, pagesOf, productsView, type Facts } from './screen/texts.ts'
import { roomOf, turned, type Turn } from './screen/turned.ts'

/** A display with nothing to play says who it is for so long after its start. */
const nameMs = 10_000
/** The first part of the info view says who the display is, the rest its products. */
const factsMs = 10_000

/** What shall be on the screen, until when that holds, and the scene of the plan behind it. */
export type Now = Target & { until: number; scene: Scene; kind: string }
/** When the info view is shown, of the server's clock. */
export interface InfoTime {
  from: number
  until: number
}

export interface ScenesParts {
  clock: Clock
  store: ContentStore
  facts(): Facts
  reportEvent(event: PlayerEvent): void
  /** Something of the content cannot be shown. */
  trouble(content: string, code: string, detail: string): void
}
export interface Scenes {
  /** `now`: of the server's clock, milliseconds since 1970. */
  targetAt(plan: Manifest, now: number, info: InfoTime | undefined): Now
}

export function createScenes({ clock, store, facts, reportEvent, trouble }: ScenesParts): Scenes {
  /** When the first plan was there, of `performance.now`. */
  let begunAt: number | undefined

  function targetAt(plan: Manifest, now: number, info: InfoTime | undefined): Now {
    const { make, turn = plan.settings.orientation, ...target } = uprightTarget(plan, now, info)
    return { ...target, id: `${target.id} ${turn}`, make: () => turned(make(), turn) }
  }
  function uprightTarget(plan: Manifest, now: number, info: InfoTime | undefined): Now & { turn?: Turn } {
    const scene = sceneAt(planOf(plan), now)
    const until = lookAgainAt(scene, now)
    const { since, kind } = scene
    if (kind === 'closed' || kind === 'off') return { id: kind, kind, since, until, scene, make: blackView }
    if (info !== undefined && now < info.until) return infoTarget(plan, now, scene, info)
    if (scene.kind === 'slide') {
      const slide = plan.plan.line === 'v0' ? plan.plan.slides[scene.index] : undefined
      const id = `slide ${slideKey(plan, scene.index)}`
      const online = () => facts().online
      if (slide !== undefined)
        return { id, kind, since, until, scene, make: () => slideView(slide, { store, clock, manifest: plan, online, trouble }) }
    }
    const show = scene.kind === 'show' && plan.plan.line === 'v1' ? plan.plan.shows[scene.showId] : undefined
    if (scene.kind === 'show' && show !== undefined) {
      const { showId, screen, begin } = scene
      const make = () => showView({ show, screen, begin }, { store, clock, manifest: plan, trouble, reportEvent })
      const turn = turnOf(plan.settings.orientation, show.device[screen])
      return { id: `show ${showKey(plan, showId)}`, kind, since: begin, until, scene, make, turn }
    }
    if (scene.kind === 'products' || scene.kind === 'price') {
      const pages = pagesOf(plan.products.length, gridOf(roomOf(plan.settings.orientation)))
      const { infoSeconds, timeZone } = plan.settings
      const turn =
        scene.kind === 'price'
          ? spreadPage(now, { pages, from: since, to: scene.end })
          : pageAt(now, { pages, seconds: infoSeconds, timeZone })
      return { ...products(plan, turn.page), kind, since, until: Math.min(until, turn.until), scene }
    }
    begunAt ??= performance.now()
    if (performance.now() - begunAt < nameMs) {
      const name = plan.device.name === '' ? plan.device.mac : plan.device.name
      return {
        id: `name ${name}`,
        kind: 'black',
        since,
        until: now + nameMs + begunAt - performance.now(),
        scene,
        make: () => nameView(name),
      }
    }
    return { id: 'black', kind: 'black', since, until, scene, make: blackView }
  }
  function infoTarget(plan: Manifest, now: number, scene: Scene, { from, until }: InfoTime): Now {
    const pages = plan.products.length === 0 ? 0 : pagesOf(plan.products.length, gridOf(roomOf(plan.settings.orientation)))
    const first = pages === 0 ? until : from + Math.min(factsMs, (until - from) / 2)
    const common = { kind: 'info', since: from, scene }
    if (now < first)
      return { ...common, id: `info ${JSON.stringify([plan.device, facts()])}`, until: first, make: () => infoView(plan, facts()) }
    const turn = spreadPage(now, { pages, from: first, to: until })
    return { ...common, ...products(plan, turn.page), until: turn.until }
  }
  return { targetAt }
}

function products(plan: Manifest, page: number): Pick<Now, 'id' | 'make'> {
  const room = roomOf(plan.settings.orientation)
  return {
    id: `products ${page} ${room.width}x${room.height} ${JSON.stringify(plan.products)}`,
    make: () => productsView(plan, page, room),
  }
}
