/** Items of an area over time: whole seconds, none over another, the earliest first. No state, no DOM. */
import type { AreaItem } from '@endcap/signage/shows'

export interface Span {
  start: number
  duration: number
}
const endOf = ({ start, duration }: Span) => start + duration
export const sorted = (items: readonly AreaItem[]): AreaItem[] => items.toSorted((a, b) => a.start - b.start)

/** Where nothing is shown, up to `end`. */
export function gapsOf(items: readonly Span[], end: number): Span[] {
  const gaps: Span[] = []
  let from = 0
  for (const item of items.toSorted((a, b) => a.start - b.start)) {
    if (item.start > from) gaps.push({ start: from, duration: Math.min(item.start, end) - from })
    from = Math.max(from, endOf(item))
  }
  if (from < end) gaps.push({ start: from, duration: end - from })
  return gaps.filter(({ duration }) => duration > 0)
}

/** When no area of a show has anything: all its screens are black. None of a show that has nothing yet. */
export function blackSpans(areas: readonly { items: readonly Span[] }[], end: number): Span[] {
  const items = areas.flatMap((area) => area.items)
  return items.length === 0 ? [] : gapsOf(items, end)
}

/** The place nearest to a wish that a span of this length has among others; undefined where there is none. */
export function nearestPlace(items: readonly Span[], { start, duration }: Span, end: number): number | undefined {
  const places = gapsOf(items, end)
    .filter((gap) => gap.duration >= duration)
    .map((gap) => Math.max(gap.start, Math.min(start, endOf(gap) - duration)))
  return places.toSorted((a, b) => Math.abs(a - start) - Math.abs(b - start))[0]
}

/** A new item at a time, or as near to it as there is room; shorter where the room is. Undefined in a full area. */
export function added(items: readonly AreaItem[], item: Omit<AreaItem, 'start'>, at: number, end: number): AreaItem[] | undefined {
  const wish = Math.max(0, Math.round(at))
  const start = nearestPlace(items, { start: wish, duration: item.duration }, end)
  if (start !== undefined) return sorted([...items, { ...item, start }])
  const gap = gapsOf(items, end).toSorted((a, b) => Math.abs(a.start - wish) - Math.abs(b.start - wish))[0]
  return gap && sorted([...items, { ...item, ...gap }])
}
/** Behind what is there; undefined in a full area. */
export const appended = (items: readonly AreaItem[], item: Omit<AreaItem, 'start'>, end: number): AreaItem[] | undefined =>
  added(
    items,
    item,
    items.reduce((last, one) => Math.max(last, endOf(one)), 0),
    end,
  )

/** Where an item comes to lie that is moved: as near to the wish as there is room. */
export function movedSpan(items: readonly AreaItem[], place: number, start: number, end: number): Span {
  const { start: now, duration } = items[place] ?? { start: 0, duration: 1 }
  const others = items.filter((_, index) => index !== place)
  const to = nearestPlace(others, { start: Math.round(start), duration }, Math.max(end, now + duration))
  return { start: to ?? now, duration }
}

/** What an item lasts whose begin or end is moved: up to its neighbours, a second at least. */
export function stretchedSpan(items: readonly AreaItem[], place: number, edge: 'start' | 'end', to: number, end: number): Span {
  const item = items[place]
  if (item === undefined) return { start: 0, duration: 1 }
  const before = items.reduce((last, one, index) => (index !== place && endOf(one) <= item.start ? Math.max(last, endOf(one)) : last), 0)
  const after = items.reduce(
    (first, one, index) => (index !== place && one.start >= endOf(item) ? Math.min(first, one.start) : first),
    Math.max(end, endOf(item)),
  )
  const wish = Math.round(to)
  if (edge === 'end') return { start: item.start, duration: Math.max(1, Math.min(wish, after) - item.start) }
  const start = Math.max(before, Math.min(wish, endOf(item) - 1))
  return { start, duration: endOf(item) - start }
}
/** The items with one of them elsewhere in time. */
export const withSpan = (items: readonly AreaItem[], place: number, span: Span): AreaItem[] =>
  sorted(items.map((item, index) => (index === place ? { ...item, ...span } : item)))

/** When the last item of a show ends. */
export const lastEnd = (areas: readonly { items: readonly Span[] }[]): number =>
  areas.reduce((last, { items }) => items.reduce((latest, one) => Math.max(latest, endOf(one)), last), 0)

/** Seconds between the marks of an axis, so that they are so many pixels apart at least. */
export function markSeconds(pixelsPerSecond: number, minPixels = 64): number {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600]
  return steps.find((step) => step * pixelsPerSecond >= minPixels) ?? 43_200
}
