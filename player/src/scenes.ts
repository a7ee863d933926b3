/** What shall be on the screen at an instant: the view of the plan's scene, or the info view while it is asked for. */
import type { Manifest } from '@endcap/contract/player'
import { lookAgainAt, planOf, sceneAt, type Scene } from '@endcap/signage/plan'
import { gridOf } from '@endcap/signage/price-list'
import type { Clock } from './clock.ts'
import type { ContentStore } from './content-store.ts'
import type { Faults } from './faults.ts'
import { productPageAt, spreadPage } from '@endcap/signage/pages'
import type { PlayLog } from './play-log.ts'
import { showKey, showView, turnOf } from './screen/show.ts'
import { slideKey, slideView } from './screen/slide.ts'
import type { Target } from './screen/stage.ts'
import { blackView, infoView, nameView, pagesOf, productsView, type Facts } from './screen/texts.ts'
import { roomOf, turned, type Turn } from './screen/turned.ts'

/** A display with nothing to play says who it is for so long after its start. */
const nameMs = 10_000
/** The first part of the info view says who the display is, the rest its products. */
const factsMs = 10_000

/** A slide of which nothing could be shown is tried again after this long, or with its next turn. */
const retryMs = 60_000

/** What shall be on the screen, until when that holds, and the scene of the plan behind it; `slide`: which one, where it is one. */
export type Now = Target & { until: number; scene: Scene; kind: string; slide?: number }
/** When the info view is shown, of the server's clock. */
export interface InfoTime {
  from: number
  until: number
}

export interface ScenesParts {
  clock: Clock
  store: ContentStore
  facts(): Facts
  plays: Pick<PlayLog, 'begin'>
  faults: Omit<Faults, 'forget'>
}
export interface Scenes {
  /** `now`: of the server's clock, milliseconds since 1970. */
  targetAt(plan: Manifest, now: number, info: InfoTime | undefined): Now
  /** Nothing of it can be shown: something else is, until it is tried again. */
  passOver(plan: Manifest, target: Pick<Now, 'slide' | 'since'>): void
  /** All that was passed over is tried again. */
  retry(): void
}

export function createScenes({ clock, store, facts, plays, faults }: ScenesParts): Scenes {
  /** By slide and turn, of `performance.now`: until when something else is shown instead. */
  const passedUntil = new Map<string, number>()
  const isPassed = (turn: string) => (passedUntil.get(turn) ?? 0) > performance.now()
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
      for (const index of [scene.index, ...scene.next]) {
        const slide = plan.plan.line === 'v0' ? plan.plan.slides[index] : undefined
        const id = `slide ${slideKey(plan, index)}`
        if (slide === undefined || isPassed(turnOfSlide(plan, index, since))) continue
        const online = () => facts().online
        const failed: Faults['failed'] = (content, code, detail) => faults.failed(content, code, detail, index)
        const opened: Faults['opened'] = (content) => faults.opened(content, index)
        const make = () => slideView(slide, { ...faults, store, clock, manifest: plan, online, failed, opened })
        return { id, kind, since, until, scene, slide: index, make }
      }
      if (plan.products.length > 0) return productsNow(plan, now, scene)
    }
    const show = scene.kind === 'show' && plan.plan.line === 'v1' ? plan.plan.shows[scene.showId] : undefined
    if (scene.kind === 'show' && show !== undefined) {
      const { showId, screen, begin } = scene
      const make = () => showView({ show, screen, begin }, { ...faults, store, clock, manifest: plan, plays })
      const turn = turnOf(plan.settings.orientation, show.device[screen])
      return { id: `show ${showKey(plan, showId)}`, kind, since: begin, until, scene, make, turn }
    }
    if (scene.kind === 'products' || scene.kind === 'price') return productsNow(plan, now, scene)
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
  /** The products: page by page, those of a price entry spread over its time. */
  function productsNow(plan: Manifest, now: number, scene: Scene): Now {
    const list = plan.priceList
    const pages = list?.pages.length ?? pagesOf(plan.products.length, gridOf(roomOf(plan.settings.orientation)))
    const { infoSeconds, timeZone } = plan.settings
    const { since } = scene
    const turn = productPageAt(scene, now, { pages, seconds: infoSeconds, timeZone })
    const kind = scene.kind === 'slide' ? 'products' : scene.kind
    const view = list === undefined ? products(plan, turn.page, { forStaff: false }) : prices(plan, turn.page, list)
    return { ...view, kind, since, until: Math.min(lookAgainAt(scene, now), turn.until), scene }
  }
  /** A page of cards: prices change in place. */
  function prices(plan: Manifest, page: number, { pages, screen }: NonNullable<Manifest['priceList']>): Pick<Now, 'id' | 'make'> {
    const slide = pages[page]
    if (slide === undefined) return { id: 'black', make: blackView }
    const make = () => slideView(slide, { ...faults, store, clock, manifest: { ...plan, screen }, online: () => facts().online })
    return { id: `prices ${JSON.stringify([screen, slide])}`, make }
  }
  function infoTarget(plan: Manifest, now: number, scene: Scene, { from, until }: InfoTime): Now {
    const pages = plan.products.length === 0 ? 0 : pagesOf(plan.products.length, gridOf(roomOf(plan.settings.orientation)))
    const first = pages === 0 ? until : from + Math.min(factsMs, (until - from) / 2)
    const common = { kind: 'info', since: from, scene }
    if (now < first)
      return { ...common, id: `info ${JSON.stringify([plan.device, facts()])}`, until: first, make: () => infoView(plan, facts()) }
    const turn = spreadPage(now, { pages, from: first, to: until })
    return { ...common, ...products(plan, turn.page, { forStaff: true }), until: turn.until }
  }
  return {
    targetAt,
    passOver: (plan, { slide, since }) => {
      for (const [turn, until] of passedUntil) if (until <= performance.now()) passedUntil.delete(turn)
      if (slide !== undefined) passedUntil.set(turnOfSlide(plan, slide, since), performance.now() + retryMs)
    },
    retry: () => passedUntil.clear(),
  }
}

const turnOfSlide = (plan: Manifest, index: number, since: number) => `${since} ${slideKey(plan, index)}`

function products(plan: Manifest, page: number, { forStaff }: { forStaff: boolean }): Pick<Now, 'id' | 'make'> {
  const room = { forStaff, ...roomOf(plan.settings.orientation) }
  return {
    id: `products ${page} ${JSON.stringify([room, plan.products])}`,
    make: () => productsView(plan, page, room),
  }
}
