/**
 * Two layers: what comes next gets ready below what is shown, and takes its place at its moment without a gap. What is not ready in time is
 * waited for a little while.
 */
import type { Manifest } from '@endcap/contract/player'
import type { View } from './view.ts'

/** What is not ready so long after its time comes all the same. */
const patienceMs = 2000

/** What shall be on the screen: `id` says whether that is what is there already. */
export interface Target {
  id: string
  since: number
  make(): View
}
interface Prepared {
  id: string
  view: View
  ready: boolean
  /** Of `performance.now`: since when it should have been shown. */
  dueAt: number | undefined
}

export interface Stage {
  /** To be called until it answers `shown`: then it is on the screen. `failed`: nothing of it can be shown, and what was there stays. */
  show(target: Target): 'shown' | 'waits' | 'failed'
  prepare(target: Target): void
  shown(): { id: string; since: number; view: View } | undefined
  /** A new plan: for what is on the screen, and what gets ready below it. */
  update(manifest: Manifest): void
  /** Everything is made anew. */
  clear(): void
}

export function createStage(body: HTMLElement, events: { ready(): void; switched(): void }): Stage {
  let shown: { id: string; since: number; view: View } | undefined
  let coming: Prepared | undefined

  const drop = (view: View) => {
    view.stop()
    view.element.remove()
  }
  function prepare(target: Target): Prepared {
    if (coming?.id === target.id) return coming
    if (coming !== undefined) drop(coming.view)
    const view = target.make()
    const made: Prepared = { id: target.id, view, ready: false, dueAt: undefined }
    coming = made
    body.prepend(view.element)
    void view.ready.then(() => {
      made.ready = true
      events.ready()
    })
    return made
  }
  return {
    prepare: (target) => void prepare(target),
    shown: () => shown,
    update: (manifest) => {
      shown?.view.update(manifest)
      coming?.view.update(manifest)
    },
    clear: () => {
      if (coming !== undefined) drop(coming.view)
      coming = undefined
      if (shown !== undefined) shown.id = ''
    },
    show: (target) => {
      if (shown?.id === target.id) {
        // What was late may turn out to fail once it is there.
        if (shown.view.failed()) return 'failed'
        if (shown.since !== target.since) {
          shown.since = target.since
          shown.view.start(target.since)
        }
        return 'shown'
      }
      const next = prepare(target)
      next.dueAt ??= performance.now()
      if (!next.ready && performance.now() - next.dueAt < patienceMs) return 'waits'
      coming = undefined
      if (next.view.failed()) {
        drop(next.view)
        return 'failed'
      }
      const before = shown
      shown = { id: target.id, since: target.since, view: next.view }
      next.view.element.classList.add('shown')
      next.view.start(target.since)
      before?.view.element.classList.remove('shown')
      before?.view.ended()
      events.switched()
      // The browser has drawn the new one by then, and it has come (player.css).
      if (before !== undefined) setTimeout(() => drop(before.view), next.view.element.dataset.enter ? 700 : 100)
      return 'shown'
    },
  }
}
