/** Where several boxes go: beside each other, and before or behind each other. No state, no DOM. */
import { aligned, boxAround, type Alignment, type Box, type Order, type Size } from './geometry.ts'

export interface KeyBox extends Box {
  key: string
}
const boxesOf = (boxes: readonly KeyBox[]) => new Map(boxes.map(({ key, left, top, width, height }) => [key, { left, top, width, height }]))

/** One goes to an edge or the middle of the panel; several go to an edge or the middle of all of them. */
export function alignAll(boxes: readonly KeyBox[], to: Alignment, panel: Size): Map<string, Box> {
  if (boxes.length === 0) return new Map()
  const around = boxes.length === 1 ? { left: 0, top: 0, ...panel } : boxAround(boxes)
  return boxesOf(
    boxes.map((box) => {
      const inside = aligned({ ...box, left: box.left - around.left, top: box.top - around.top }, to, around)
      return { ...box, left: inside.left + around.left, top: inside.top + around.top }
    }),
  )
}

export const distributions = ['across', 'down'] as const
export type Distribution = (typeof distributions)[number]
/** So many boxes have gaps between them that can be made alike. */
export const minDistributed = 3
/** The gaps between them become alike; the first and the last stay. The same boxes when there are too few. */
export function distribute(boxes: readonly KeyBox[], way: Distribution): Map<string, Box> {
  const [begin, length] = way === 'across' ? (['left', 'width'] as const) : (['top', 'height'] as const)
  if (boxes.length < minDistributed) return boxesOf(boxes)
  const sorted = boxes.toSorted((a, b) => a[begin] - b[begin] || a[length] - b[length])
  const [first, last] = [sorted[0]!, sorted.at(-1)!]
  const filled = sorted.reduce((sum, box) => sum + box[length], 0)
  const gap = (last[begin] + last[length] - first[begin] - filled) / (sorted.length - 1)
  let at = first[begin]
  return boxesOf(
    sorted.map((box) => {
      const placed = { ...box, [begin]: box === last ? box[begin] : Math.round(at) }
      at += box[length] + gap
      return placed
    }),
  )
}

/** Those with these keys before or behind the others, in the order that they have among themselves; the same list when they are there already. */
export function reorder<T extends { key: string }>(list: readonly T[], some: ReadonlySet<string>, order: Order): readonly T[] {
  const chosen = list.filter(({ key }) => some.has(key))
  const others = list.filter(({ key }) => !some.has(key))
  let next: T[]
  if (order === 'front') next = [...others, ...chosen]
  else if (order === 'back') next = [...chosen, ...others]
  else {
    next = [...list]
    const step = order === 'forward' ? 1 : -1
    const places = list.flatMap(({ key }, place) => (some.has(key) ? [place] : []))
    for (const place of step > 0 ? places.toReversed() : places) {
      const [one, other] = [next[place], next[place + step]]
      if (one === undefined || other === undefined || some.has(other.key)) continue
      next[place] = other
      next[place + step] = one
    }
  }
  return next.every((one, place) => one === list[place]) ? list : next
}
