/** An area of a show: its items one after the other, the next one ready before its time and put in place of the last without a gap. */
import { areaTurn, type AreaItem } from '@endcap/signage/shows'
import { element } from '../element.ts'
import type { Film } from './film.ts'

/** What comes next begins to get ready so long before. */
const aheadMs = 3500
/** What is not ready is waited for so long; what was there stays meanwhile. */
const patienceMs = 2000

/** An item in its box. */
export interface Layer {
  element: HTMLElement
  /** Undefined for what stands still. Rejects when it cannot be shown. */
  ready: Promise<Film | undefined>
}
interface Shown {
  key: string
  item: AreaItem
  /** When its turn began, of the server's clock. */
  since: number
  layer: Layer
  film?: Film | undefined
  ready: boolean
  dueAt?: number
  /** Its turn is over. */
  end?: ((now: number) => void) | undefined
}
export interface AreaOptions {
  items: readonly AreaItem[]
  /** Seconds. */
  duration: number
  /** Whether it moves by itself: then each of its turns begins at its beginning. */
  moves(item: AreaItem): boolean
  /** `lost`: it cannot be shown any more, though it could. */
  make(item: AreaItem, lost: () => void): Layer
  /** An item got ready, or failed: look again. */
  changed(): void
  /** It is seen from now on; answers what is to be called when it is not any more. */
  seen(item: AreaItem, from: number): (to: number) => void
}
export interface Area {
  /** Makes what is shown at an instant of a show that began at `begin`. */
  prepare(begin: number, now: number): Promise<void>
  /** Puts on the screen what belongs there; answers when to look again, at the latest. */
  step(begin: number, now: number): number
  playing(): { film: Film; since: number } | undefined
  /** The show has left the screen: what was seen until now is reported, and its picture stays until `stop`. */
  end(now: number): void
  stop(): void
}

function drop(one: Shown | undefined): void {
  one?.film?.stop()
  one?.layer.element.remove()
}

export function createArea({ items, duration, moves, make, changed, seen }: AreaOptions): Area {
  let shown: Shown | undefined
  let coming: Shown | undefined
  /** A turn that cannot be shown; the next of the same item is tried again. */
  let failed: string | undefined

  const turnKey = (item: AreaItem, since: number) => `${since} ${item.id}`
  const keyOf = (item: AreaItem, since: number) => JSON.stringify([item.id, item.fit, item.mute, moves(item) ? since : 0])
  function want(item: AreaItem, since: number): Shown {
    const key = keyOf(item, since)
    // A picture may have been made ready for another turn: the clock has jumped since, or the show began anew.
    if (coming?.key === key) return Object.assign(coming, { item, since })
    drop(coming)
    const made: Shown = { key, item, since, layer: make(item, () => lose(made)), ready: false }
    coming = made
    made.layer.ready.then(
      (film) => {
        Object.assign(made, { ready: true, film })
        if (coming === made) changed()
        // It is not wanted any more.
        else film?.stop()
      },
      () => lose(made),
    )
    return made
  }
  /** What cannot be shown in this turn is left out of it. */
  function lose(one: Shown) {
    if (one !== coming && one !== shown) return
    failed = turnKey(one.item, one.since)
    if (one === coming) {
      drop(one)
      coming = undefined
    }
    changed()
  }
  /** The turn of what is there is over. */
  function report(now: number) {
    shown?.end?.(now)
    if (shown !== undefined) shown.end = undefined
  }
  /** What was seen until now goes, and its turn is reported. */
  function leave(now: number) {
    report(now)
    drop(shown)
    shown = undefined
  }
  function put(one: Shown, now: number) {
    coming = undefined
    one.layer.element.classList.add('now')
    one.film?.play((now - one.since) / 1000)
    leave(now)
    shown = one
    one.end = seen(one.item, now)
  }

  function step(begin: number, now: number): number {
    const { item, from, until, next } = areaTurn(items, { begin, duration }, now)
    if (item === undefined || from === undefined || failed === turnKey(item, from)) leave(now)
    else if (shown?.key === keyOf(item, from)) {
      if (shown.since !== from) {
        // The same picture once more: each turn is told by itself.
        report(now)
        Object.assign(shown, { item, since: from, end: seen(item, now) })
      }
    } else {
      const one = want(item, from)
      one.dueAt ??= now
      const late = one.dueAt + patienceMs
      if (one.ready) put(one, now)
      else if (now >= late) leave(now)
      if (!one.ready) return Math.min(until, late > now ? late : until)
    }
    if (next !== undefined && until - now <= aheadMs && shown?.key !== keyOf(next, until) && failed !== turnKey(next, until))
      want(next, until)
    return until - now > aheadMs ? until - aheadMs : until
  }
  return {
    prepare: async (begin, now) => {
      const { item, from } = areaTurn(items, { begin, duration }, now)
      if (item !== undefined && from !== undefined)
        await want(item, from).layer.ready.then(
          () => undefined,
          () => undefined,
        )
    },
    step,
    playing: () => (shown?.film === undefined ? undefined : { film: shown.film, since: shown.since }),
    end: report,
    stop: () => {
      drop(shown)
      drop(coming)
      shown = undefined
      coming = undefined
    },
  }
}

export const itemBox = (item: AreaItem): HTMLElement => {
  const box = element('div', 'item box')
  box.style.setProperty('--fit', item.fit)
  box.dataset.content = `content:${item.id}`
  return box
}
