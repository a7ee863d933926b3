/** What is on the screen at each moment: worked out of the plan by the server's clock, and changed at the exact instant. */
import type { Manifest } from '@endcap/contract/player'
import { instantOf, localTime } from '@endcap/signage/local-time'
import { lookAgainAt, planOf, sceneAt, type Scene } from '@endcap/signage/plan'
import type { Clock } from './clock.ts'
import type { ContentStore } from './content-store.ts'
import type { PlayerEvent } from './kept.ts'
import { slideKey, slideView } from './screen/slide.ts'
import { createStage, type Wanted } from './screen/stage.ts'
import { blackView, gridOf, infoView, nameView, pagesOf, productsView, type Facts } from './screen/texts.ts'
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
    const scene = sceneAt(planOf(plan), now)
    const until = lookAgainAt(scene, now)
    const { since, kind } = scene
    if (kind === 'closed' || kind === 'off') return { id: kind, kind, since, until, scene, make: blackView }
    if (info !== undefined && now < info.until) return wantInfo(plan, now, scene)
    if (scene.kind === 'slide') {
      const slide = plan.plan.slides[scene.index]
      const id = `slide ${slideKey(plan, scene.index)}`
      const online = () => facts().online
      if (slide !== undefined)
        return { id, kind, since, until, scene, make: () => slideView(slide, { store, clock, manifest: plan, online, trouble: note }) }
    }
    if (kind === 'products' || kind === 'price') {
      const grid = gridOf({ width: innerWidth, height: innerHeight })
      const { infoSeconds, timeZone } = plan.settings
      const turn = pageAt(now, { pages: pagesOf(plan.products.length, grid), seconds: infoSeconds, timeZone })
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
  const products = (plan: Manifest, page: number) => ({
    id: `products ${page} ${innerWidth}x${innerHeight} ${JSON.stringify(plan.products)}`,
    make: () => productsView(plan, page),
  })
  function wantInfo(plan: Manifest, now: number, scene: Scene): Now {
    const { from, until } = info ?? { from: now, until: now }
    const pages = plan.products.length === 0 ? 0 : pagesOf(plan.products.length, gridOf({ width: innerWidth, height: innerHeight }))
    const first = pages === 0 ? until : from + Math.min(factsMs, (until - from) / 2)
    const common = { kind: 'info', since: from, scene }
    if (now < first)
      return { ...common, id: `info ${JSON.stringify([plan.device, facts()])}`, until: first, make: () => infoView(plan, facts()) }
    const length = (until - first) / pages
    const page = Math.min(pages - 1, Math.floor((now - first) / length))
    return { ...common, ...products(plan, page), until: Math.min(until, first + (page + 1) * length) }
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
      for (const { type, id: content } of onScreen.manifest.plan.slides[onScreen.scene.index]?.object ?? [])
        if (type !== 'product') tell({ k: 'play', content: `${type}:${content}`.slice(0, 100), from: onScreen.from, to: now })
    onScreen = { scene, manifest: plan, from: now, id: turn }
  }
  addEventListener('resize', () => fit())
  function fit() {
    if (manifest === undefined) return
    const { width, height } = manifest.screen
    document.documentElement.style.setProperty('--scale', String(Math.min(innerWidth / width, innerHeight / height)))
    step()
  }

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
      fit()
      const shown = stage.shown()
      shown?.view.update(next)
      if (shown !== undefined && shown.id !== '') played ||= shown.id.startsWith('slide ')
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
      return { kind, index: kind === 'slide' && scene.kind === 'slide' ? scene.index : null, since: Math.round(since) }
    },
    hasPlayed: () => played,
  }
}
