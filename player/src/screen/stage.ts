/**
 * Two layers: what comes next gets ready below what is shown, and takes its place at its moment without a gap. What is not ready in time is
 * waited for a little while.
 */
import type { View } from './view.ts'

/** What is not ready so long after its time comes all the same. */
const patienceMs = 2000

/** What should be on the screen: `id` says whether that is what is there already. */
export interface Wanted {
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
  /** To be called until it answers true: then it is on the screen. */
  show(wanted: Wanted): boolean
  prepare(wanted: Wanted): void
  shown(): { id: string; since: number; view: View } | undefined
  /** Everything is made anew. */
  clear(): void
}

export function createStage(body: HTMLElement, events: { ready(): void; switched(): void }): Stage {
  let shown: { id: string; since: number; view: View } | undefined
  let coming: Prepared | undefined
  /** What failed, as long as it is its turn: what was there stays. */
  let refused: string | undefined

  const drop = (view: View) => {
    view.stop()
    view.element.remove()
  }
  function prepare(wanted: Wanted): Prepared {
    if (coming?.id === wanted.id) return coming
    if (coming !== undefined) drop(coming.view)
    const view = wanted.make()
    const made: Prepared = { id: wanted.id, view, ready: false, dueAt: undefined }
    coming = made
    body.prepend(view.element)
    void view.ready.then(() => {
      made.ready = true
      events.ready()
    })
    return made
  }
  return {
    prepare: (wanted) => void prepare(wanted),
    shown: () => shown,
    clear: () => {
      if (coming !== undefined) drop(coming.view)
      coming = undefined
      refused = undefined
      if (shown !== undefined) shown.id = ''
    },
    show: (wanted) => {
      const turn = `${wanted.id} ${wanted.since}`
      if (refused === turn) return true
      if (shown?.id === wanted.id) {
        if (shown.since !== wanted.since) {
          shown.since = wanted.since
          shown.view.start(wanted.since)
        }
        return true
      }
      const next = prepare(wanted)
      next.dueAt ??= performance.now()
      if (!next.ready && performance.now() - next.dueAt < patienceMs) return false
      coming = undefined
      if (next.view.failed() && shown !== undefined) {
        drop(next.view)
        refused = turn
        return true
      }
      refused = undefined
      const before = shown
      shown = { id: wanted.id, since: wanted.since, view: next.view }
      next.view.element.classList.add('shown')
      next.view.start(wanted.since)
      before?.view.element.classList.remove('shown')
      events.switched()
      // The browser has drawn the new one by then.
      if (before !== undefined) setTimeout(() => drop(before.view), 100)
      return true
    },
  }
}
