/** What is on the screen at each moment: worked out of the plan by the server's clock, and changed at the exact instant. */
import type { Manifest } from '@endcap/contract/player'
import { instantOf, localTime } from '@endcap/signage/local-time'
import { lookAgainAt, planOf, sceneAt, type Scene } from '@endcap/signage/plan'
import type { Clock } from './clock.ts'
import type { ContentStore } from './content-store.ts'
import type { PlayerEvent } from './kept.ts'
import { showKey, showView, turnOf } from './screen/show.ts'
import { slideKey, slideView } from './screen/slide.ts'
import { createStage, type Wanted } from './screen/stage.ts'
import { blackView, gridOf, infoView, nameView, pagesOf, productsView, type Facts } from './screen/texts.ts'
import { roomOf, turned, type Turn } from './screen/turned.ts'
import type { View } from './screen/view.ts'

/** What comes next begins to get ready so long before. */
const aheadMs = 3500
/** A timer may be late by some milliseconds: the last of the way goes frame by frame. */
const lastMs = 40
const lookMs = 1000
/** A display with nothing to play says who it is for so long after its start. */
const nameMs = 10_000
/** The first part of the info view says who the display is, the rest its products. */
const factsMs = 10_000

export interface PlayerOptions {
  clock: Clock
  store: ContentStore
  facts(): Facts
  tell(event: PlayerEvent): void
  /** Something else is on the screen. */
  switched(): void
  /** A trouble for the next report. */
  trouble(code: string, detail: string): void
}
export interface Player {
  /** Instead of a plan: what a display shows that waits. */
  wait(make: () => View, id: string): void
  play(manifest: Manifest): void
  /** Everything is made anew, from the clock. */
  restart(): void
  info(seconds: number): void
  now(): { kind: string; index: number | null; since: number } | null
  /** Something of the plan has been shown since it was taken. */
  hasPlayed(): boolean
}

type Now = Wanted & { until: number; scene: Scene; kind: string }

/** In step with other displays: pages turn from midnight on. */
export function pageAt(
  now: number,
  { pages, seconds, timeZone }: { pages: number; seconds: number; timeZone: string },
): { page: number; until: number } {
  const midnight = instantOf(localTime(now, timeZone).day, 0, timeZone)
  const turn = Math.floor((now - midnight) / (seconds * 1000))
  return { page: turn % pages, until: midnight + (turn + 1) * seconds * 1000 }
}

/** Pages that share a span of time evenly. */
export function spreadPage(now: number, { pages, from, to }: { pages: number; from: number; to: number }): { page: number; until: number } {
  const length = (to - from) / pages
  const page = Math.max(0, Math.min(pages - 1, Math.floor((now - from) / length)))
  return { page, until: page === pages - 1 ? to : from + (page + 1) * length }
}

const slidesOf = ({ plan }: Manifest) => (plan.line === 'v0' ? plan.slides : [])

export function createPlayer({ clock, store, facts, tell, trouble, switched }: PlayerOptions): Player {
  let manifest: Manifest | undefined
  let waiting: { id: string; make: () => View } | undefined
  let info: { from: number; until: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  let played = false
  /** When the first plan was there, of `performance.now`. */
  let begunAt: number | undefined
  let onScreen: { scene: Scene; manifest: Manifest; from: number; id: string } | undefined
  /** The same trouble again and again says nothing. */
  const told = new Map<string, number>()

  const stage = createStage(document.body, {
    ready: () => step(),
    switched: () => {
      played = manifest !== undefined
      switched()
    },
  })

  function note(content: string, code: string, detail: string) {
    const key = `${content} ${code}`
    if (performance.now() - (told.get(key) ?? -Infinity) < 600_000) return
    told.set(key, performance.now())
    trouble(code, `${content}: ${detail}`.slice(0, 500))
    tell({ k: 'error', content, code, detail: detail.slice(0, 500), at: clock.now() })
  }

  function want(plan: Manifest, now: number): Now {
    const { make, turn = plan.settings.orientation, ...wanted } = wantUpright(plan, now)
    return { ...wanted, id: `${wanted.id} ${turn}`, make: () => turned(make(), turn) }
  }
  function wantUpright(plan: Manifest, now: number): Now & { turn?: Turn } {
    const scene = sceneAt(planOf(plan), now)
    const until = lookAgainAt(scene, now)
    const { since, kind } = scene
    if (kind === 'closed' || kind === 'off') return { id: kind, kind, since, until, scene, make: blackView }
    if (info !== undefined && now < info.until) return wantInfo(plan, now, scene)
    if (scene.kind === 'slide') {
      const slide = plan.plan.line === 'v0' ? plan.plan.slides[scene.index] : undefined
      const id = `slide ${slideKey(plan, scene.index)}`
      const online = () => facts().online
      if (slide !== undefined)
        return { id, kind, since, until, scene, make: () => slideView(slide, { store, clock, manifest: plan, online, trouble: note }) }
    }
    const show = scene.kind === 'show' && plan.plan.line === 'v1' ? plan.plan.shows[scene.showId] : undefined
    if (scene.kind === 'show' && show !== undefined) {
      const { showId, screen, begin } = scene
      const make = () => showView({ show, screen, begin }, { store, clock, manifest: plan, trouble: note, tell })
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
  const products = (plan: Manifest, page: number) => {
    const room = roomOf(plan.settings.orientation)
    return {
      id: `products ${page} ${room.width}x${room.height} ${JSON.stringify(plan.products)}`,
      make: () => productsView(plan, page, room),
    }
  }
  function wantInfo(plan: Manifest, now: number, scene: Scene): Now {
    const { from, until } = info ?? { from: now, until: now }
    const pages = plan.products.length === 0 ? 0 : pagesOf(plan.products.length, gridOf(roomOf(plan.settings.orientation)))
    const first = pages === 0 ? until : from + Math.min(factsMs, (until - from) / 2)
    const common = { kind: 'info', since: from, scene }
    if (now < first)
      return { ...common, id: `info ${JSON.stringify([plan.device, facts()])}`, until: first, make: () => infoView(plan, facts()) }
    const turn = spreadPage(now, { pages, from: first, to: until })
    return { ...common, ...products(plan, turn.page), until: turn.until }
  }

  function step() {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    if (waiting !== undefined) {
      if (!stage.show({ id: `wait ${waiting.id}`, since: 0, make: waiting.make })) timer = setTimeout(step, lastMs)
      return
    }
    if (manifest === undefined) return
    const now = clock.now()
    const wanted = want(manifest, now)
    const there = stage.show(wanted)
    if (there) noteScreen(wanted, manifest, now)
    const left = wanted.until - now
    if (there && left < aheadMs) {
      const next = want(manifest, wanted.until + 1)
      if (next.id !== wanted.id) stage.prepare(next)
    }
    if (!there) timer = setTimeout(step, 100)
    else if (left <= lastMs) frame = requestAnimationFrame(step)
    else timer = setTimeout(step, Math.max(1, Math.min(lookMs, left - lastMs)))
  }

  /** What was on the screen until now, for who wants proof of it. */
  function noteScreen({ id, scene, since }: Now, plan: Manifest, now: number) {
    const turn = `${id} ${since}`
    if (onScreen?.id === turn) return
    if (onScreen !== undefined && onScreen.manifest.settings.proofOfPlay && onScreen.scene.kind === 'slide')
      for (const { type, id: content } of slidesOf(onScreen.manifest)[onScreen.scene.index]?.object ?? [])
        if (type !== 'product') tell({ k: 'play', content: `${type}:${content}`.slice(0, 100), from: onScreen.from, to: now })
    onScreen = { scene, manifest: plan, from: now, id: turn }
  }
  addEventListener('resize', step)

  return {
    wait: (make, id) => {
      manifest = undefined
      waiting = { make, id }
      step()
    },
    play: (next) => {
      waiting = undefined
      manifest = next
      played = false
      step()
      const shown = stage.shown()
      shown?.view.update(next)
      if (shown !== undefined && shown.id !== '') played ||= /^(slide|show|products) /.test(shown.id)
    },
    restart: () => {
      stage.clear()
      told.clear()
      step()
    },
    info: (seconds) => {
      info = { from: clock.now(), until: clock.now() + seconds * 1000 }
      step()
    },
    now: () => {
      if (manifest === undefined) return null
      const { kind, since, scene } = want(manifest, clock.now())
      const index = scene.kind === 'slide' ? scene.index : scene.kind === 'show' ? scene.screen : null
      return { kind, index: kind === scene.kind ? index : null, since: Math.round(since) }
    },
    hasPlayed: () => played,
  }
}
