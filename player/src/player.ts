/** What is on the screen at each moment: worked out of the plan by the server's clock, and changed at the exact instant. */
import type { Manifest } from '@endcap/contract/player'
import type { Clock } from './clock.ts'
import type { ContentStore } from './content-store.ts'
import type { PlayerEvent } from './database.ts'
import { createFaults } from './faults.ts'
import { filesOf } from './required-content.ts'
import type { PlayLog } from './play-log.ts'
import { createScenes, type InfoTime } from './scenes.ts'
import { createSlidePlays } from './slide-plays.ts'
import { contentOf } from './screen/slide.ts'
import { createStage } from './screen/stage.ts'
import type { Facts } from './screen/texts.ts'
import type { View } from './screen/view.ts'
import type { Place, Troubles } from './troubles.ts'

/** What comes next begins to get ready so long before. */
const aheadMs = 3500
/** A timer may be late by some milliseconds: the last of the way goes frame by frame. */
const lastMs = 40
const lookMs = 1000

export interface PlayerOptions {
  clock: Clock
  store: ContentStore
  facts(): Facts
  reportEvent(event: PlayerEvent): void
  plays: Pick<PlayLog, 'begin'>
  /** Something else is on the screen. */
  switched(): void
  troubles: Pick<Troubles, 'note' | 'fail' | 'recover' | 'keepOnly' | 'isFailing'>
  /** There is something to report that should not wait. */
  report(): void
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

/** Where a plan shows what; contents of shows stand for themselves. */
const placesOf = ({ plan }: Manifest): Place[] =>
  plan.line === 'v0'
    ? plan.slides.flatMap(({ object }, slide) => object.map((one) => ({ content: contentOf(one), slide })))
    : filesOf(plan).map((content) => ({ content }))

export function createPlayer({ clock, store, facts, reportEvent, plays, troubles, report, switched }: PlayerOptions): Player {
  let manifest: Manifest | undefined
  let waiting: { id: string; make: () => View } | undefined
  let info: InfoTime | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  let played = false

  const stage = createStage(document.body, {
    ready: () => step(),
    switched: () => {
      played = manifest !== undefined
      switched()
    },
  })

  const faults = createFaults({ clock, reportEvent, troubles, report })
  const scenes = createScenes({ clock, store, facts, plays, faults })
  const slidePlays = createSlidePlays(plays, troubles)
  const targetAt = (plan: Manifest, now: number) => scenes.targetAt(plan, now, info)

  function step() {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    if (waiting !== undefined) {
      if (stage.show({ id: `wait ${waiting.id}`, since: 0, make: waiting.make }) === 'waits') timer = setTimeout(step, lastMs)
      else slidePlays.leave()
      return
    }
    if (manifest === undefined) return
    const now = clock.now()
    const target = targetAt(manifest, now)
    const state = stage.show(target)
    if (state === 'failed') {
      scenes.passOver(manifest, target)
      return step()
    }
    const there = state === 'shown'
    if (there) slidePlays.note(target, manifest, now)
    const left = target.until - now
    if (there && left < aheadMs) {
      const next = targetAt(manifest, target.until + 1)
      if (next.id !== target.id) stage.prepare(next)
    }
    if (!there) timer = setTimeout(step, 100)
    else if (left <= lastMs) frame = requestAnimationFrame(step)
    else timer = setTimeout(step, Math.max(1, Math.min(lookMs, left - lastMs)))
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
      troubles.keepOnly(placesOf(next))
      step()
      stage.update(next)
      const shown = stage.shown()
      if (shown !== undefined && shown.id !== '') played ||= /^(slide|show|products) /.test(shown.id)
    },
    restart: () => {
      stage.clear()
      scenes.retry()
      faults.forget()
      step()
    },
    info: (seconds) => {
      info = { from: clock.now(), until: clock.now() + seconds * 1000 }
      step()
    },
    now: () => {
      if (manifest === undefined) return null
      const { kind, since, scene, slide } = targetAt(manifest, clock.now())
      const index = slide ?? (scene.kind === 'show' ? scene.screen : null)
      return { kind, index: kind === scene.kind ? index : null, since: Math.round(since) }
    },
    hasPlayed: () => played,
  }
}
