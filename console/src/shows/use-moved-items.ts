/** Items of a show's areas that are dragged, stretched, moved by keys and taken away. */
import type { AreaItem } from '@endcap/signage/shows'
import { useState, type RefObject } from 'react'
import type { Area } from './show-draft.ts'
import { movedSpan, nearestPlace, sorted, stretchedSpan, withSpan, type Span } from './time.ts'
import type { Chosen } from './TimeBoard.tsx'
import type { Grip } from './TimeItem.tsx'

/** Where an item is held: `to` is the area that it would come to lie in. */
interface Held extends Span {
  area: number
  place: number
  to: number
}

interface Options {
  areas: readonly Area[]
  /** Seconds. */
  duration: number
  /** Pixels. */
  perSecond: number
  /** Holds the tracks that an item is dragged over. */
  board: RefObject<HTMLElement | null>
  onItems: (changes: ReadonlyMap<number, AreaItem[]>, group?: string) => void
  onChoose: (chosen: Chosen | undefined) => void
}

export function useMovedItems({ areas, duration, perSecond, board, onItems, onChoose }: Options) {
  const [held, setHeld] = useState<Held>()
  const commit = (area: number, place: number, span: Span, to = area, group?: string) => {
    const items = areas[area]?.items ?? []
    const item = items[place]
    if (item === undefined) return
    const changes =
      to === area
        ? new Map([[area, withSpan(items, place, span)]])
        : new Map([
            [area, items.filter((_, index) => index !== place)],
            [to, sorted([...(areas[to]?.items ?? []), { ...item, ...span }])],
          ])
    onItems(changes, group)
    onChoose({ area: to, start: span.start })
  }
  const onHold = (area: number, place: number, grip: Grip, by: number, clientY: number) => {
    const items = areas[area]?.items ?? []
    const item = items[place]
    if (item === undefined) return
    if (grip !== 'move') {
      const edge = grip === 'start' ? item.start : item.start + item.duration
      return setHeld({ area, place, to: area, ...stretchedSpan(items, place, grip, edge + by / perSecond, duration) })
    }
    const tracks = [...(board.current?.querySelectorAll<HTMLElement>('[data-track]') ?? [])]
    const found = tracks.findIndex((track) => {
      const { top, bottom } = track.getBoundingClientRect()
      return clientY >= top && clientY < bottom
    })
    const to = found < 0 ? area : found
    const start = item.start + by / perSecond
    if (to === area) return setHeld({ area, place, to, ...movedSpan(items, place, start, duration) })
    const free = nearestPlace(areas[to]?.items ?? [], { start: Math.round(start), duration: item.duration }, duration)
    if (free !== undefined) setHeld({ area, place, to, start: free, duration: item.duration })
  }
  const onLetGo = (isCommitted: boolean) => {
    if (held !== undefined && isCommitted) commit(held.area, held.place, { start: held.start, duration: held.duration }, held.to)
    setHeld(undefined)
  }
  const onKey = (area: number, place: number, key: 'left' | 'right', how: { by: number; edge: boolean }) => {
    const items = areas[area]?.items ?? []
    const item = items[place]
    if (item === undefined) return
    const by = key === 'left' ? -how.by : how.by
    const span = how.edge
      ? stretchedSpan(items, place, 'end', item.start + item.duration + by, duration)
      : stepped(items, place, by, duration)
    commit(area, place, span, area, `time:${area}`)
  }
  const remove = (area: number, place: number) => {
    onItems(new Map([[area, (areas[area]?.items ?? []).filter((_, index) => index !== place)]]))
    onChoose(undefined)
  }
  return { held, onHold, onLetGo, onKey, remove }
}

/** A key goes over a neighbour that is in the way: the nearest free time in its direction. */
function stepped(items: readonly AreaItem[], place: number, by: number, end: number): Span {
  const item = items[place]
  if (item === undefined) return { start: 0, duration: 1 }
  const span = movedSpan(items, place, item.start + by, end)
  if (span.start !== item.start) return span
  const neighbour = by > 0 ? items[place + 1] : items[place - 1]
  if (neighbour === undefined) return span
  const wish = by > 0 ? neighbour.start + neighbour.duration : neighbour.start - item.duration
  const over = movedSpan(items, place, wish, end)
  return Math.sign(over.start - item.start) === Math.sign(by) ? over : span
}
