/** What the editors do with slides and the objects on them. Nothing is changed in place: what did not change stays the same object. */
import { slideDefaults, type Slide, type SlideObject } from '@endcap/signage/shows'
import { reorder as reorderList } from '../canvas/arrange.ts'
import { sameBox, smallestSide, type Box, type Order, type Size } from '../canvas/geometry.ts'
import { moved } from '../ui/moved.ts'

/** `key` tells objects and slides apart while they are edited; it is not saved. */
export interface EditorObject extends SlideObject {
  key: string
}
export interface EditorSlide extends Omit<Slide, 'object'> {
  key: string
  /** From back to front. */
  object: readonly EditorObject[]
}
export type Slides = readonly EditorSlide[]

let keys = 0
const newKey = (): string => `k${++keys}`

export const fromShow = (show: readonly Slide[]): Slides =>
  show.map((slide) => ({
    ...slide,
    key: newKey(),
    object: slide.object.map((one) => ({ ...one, key: newKey() })).toSorted((a, b) => a.index - b.index),
  }))
/** Objects that were not touched are what they were, so that slides changed back are those of their template again. */
export const toShow = (slides: Slides): Slide[] =>
  slides.map(({ key: _, ...slide }) => ({ ...slide, object: slide.object.map(({ key: _, ...one }) => one) }))

/** A place to put things: it is played once something was put there. */
export const newSlide = (): EditorSlide => ({ ...slideDefaults, key: newKey(), object: [], schedule: [], empty: true })

/** Behind the one of this key, or last. */
export function withSlide(slides: Slides, slide: EditorSlide, after?: string): Slides {
  const at = slides.findIndex((one) => one.key === after)
  return at < 0 ? [...slides, slide] : slides.toSpliced(at + 1, 0, slide)
}
export const copyOfSlide = (slide: EditorSlide): EditorSlide => ({
  ...slide,
  key: newKey(),
  object: slide.object.map((one) => ({ ...one, key: newKey() })),
})
export const withoutSlide = (slides: Slides, key: string): Slides => slides.filter((slide) => slide.key !== key)
export function moveSlide(slides: Slides, key: string, to: number): Slides {
  const from = slides.findIndex((slide) => slide.key === key)
  const place = Math.max(0, Math.min(to, slides.length - 1))
  return from < 0 || place === from ? slides : moved(slides, from, place)
}
export const changeSlide = (slides: Slides, key: string, change: (slide: EditorSlide) => EditorSlide): Slides =>
  slides.map((slide) => (slide.key === key ? change(slide) : slide))

/** In front of all others. A place to put things becomes a slide that is played. */
export function withObjects(
  slide: EditorSlide,
  objects: readonly Omit<SlideObject, 'index'>[],
): { slide: EditorSlide; keys: readonly string[] } {
  const index = Math.max(-1, ...slide.object.map((one) => one.index)) + 1
  const added = objects.map((object, place) => ({ ...object, key: newKey(), index: index + place }))
  return { slide: { ...slide, empty: false, object: [...slide.object, ...added] }, keys: added.map(({ key }) => key) }
}
export const withoutObjects = (slide: EditorSlide, keys: ReadonlySet<string>): EditorSlide => ({
  ...slide,
  object: slide.object.filter((one) => !keys.has(one.key)),
})
export const changeObject = (slide: EditorSlide, key: string, change: Partial<SlideObject>): EditorSlide =>
  changeObjects(slide, new Set([key]), change)
export const changeObjects = (slide: EditorSlide, keys: ReadonlySet<string>, change: Partial<SlideObject>): EditorSlide => ({
  ...slide,
  object: slide.object.map((one) => (keys.has(one.key) ? { ...one, ...change } : one)),
})
/** Where several come to lie. */
export const placeObjects = (slide: EditorSlide, boxes: ReadonlyMap<string, Box>): EditorSlide => ({
  ...slide,
  object: slide.object.map((one) => {
    const box = boxes.get(one.key)
    return box === undefined || sameBox(box, one) ? one : { ...one, ...box }
  }),
})

/** From back to front, as the list stands. */
const numbered = (slide: EditorSlide, object: readonly EditorObject[]): EditorSlide => ({
  ...slide,
  object: object.map((one, index) => (one.index === index ? one : { ...one, index })),
})
/** Before or behind others; the same slide when they are there already. */
export function reorder(slide: EditorSlide, keys: ReadonlySet<string>, order: Order): EditorSlide {
  const next = reorderList(slide.object, keys, order)
  return next === slide.object ? slide : numbered(slide, next)
}
export const moveObject = (slide: EditorSlide, from: number, to: number): EditorSlide => numbered(slide, moved(slide.object, from, to))

/** The objects that are chosen and moved together with this one, itself too. */
export function togetherWith({ object }: EditorSlide, key: string): readonly string[] {
  const group = object.find((one) => one.key === key)?.group
  return group === undefined ? [key] : object.flatMap((one) => (one.group === group ? [one.key] : []))
}
/** These as one group, out of those in which they were. */
export function grouped(slide: EditorSlide, keys: ReadonlySet<string>): EditorSlide {
  const group = freeGroup(slide)
  return { ...slide, object: slide.object.map((one) => (keys.has(one.key) ? { ...one, group } : one)) }
}
export const ungrouped = (slide: EditorSlide, keys: ReadonlySet<string>): EditorSlide => ({
  ...slide,
  object: slide.object.map((one) => (keys.has(one.key) && one.group !== undefined ? withoutGroup(one) : one)),
})
const freeGroup = ({ object }: EditorSlide): number => Math.max(0, ...object.map(({ group = 0 }) => group)) + 1
function withoutGroup<One extends SlideObject>({ group: _, ...rest }: One): Omit<One, 'group'> {
  return rest
}
/** Copies are no part of the groups that they were made from, but are together as those are. */
function inOwnGroups(slide: EditorSlide, objects: readonly Omit<SlideObject, 'index'>[]): Omit<SlideObject, 'index'>[] {
  const first = freeGroup(slide)
  const groups = [...new Set(objects.flatMap(({ group }) => (group === undefined ? [] : [group])))]
  return objects.map((one) => (one.group === undefined ? one : { ...one, group: first + groups.indexOf(one.group) }))
}

/** How far a copy lies from what it was made of, pixels. */
const copyAway = 20
/** What was copied, to be put on a slide: on the one that it is from, a little aside. */
export function pasted(
  slide: EditorSlide,
  objects: readonly SlideObject[],
  { width, height }: Size,
  onSameSlide: boolean,
): Omit<SlideObject, 'index'>[] {
  const away = onSameSlide ? copyAway : 0
  return inOwnGroups(
    slide,
    objects.map(({ index: _, ...rest }) => ({
      ...rest,
      left: Math.min(rest.left + away, width - smallestSide),
      top: Math.min(rest.top + away, height - smallestSide),
    })),
  )
}

/** Where it lies on no other object's corner: each time a little aside, as far as the screen has room. */
export function aside<One extends Box>(box: One, others: readonly Pick<Box, 'left' | 'top'>[], { width, height }: Size): One {
  if (!others.some(({ left, top }) => left === box.left && top === box.top)) return box
  const hasRoom = { x: box.left + box.width + copyAway <= width, y: box.top + box.height + copyAway <= height }
  if (!hasRoom.x && !hasRoom.y) return box
  const next = { ...box, left: box.left + (hasRoom.x ? copyAway : 0), top: box.top + (hasRoom.y ? copyAway : 0) }
  return aside(next, others, { width, height })
}

/** In the middle of the screen. */
export const centred = ({ width, height }: Size, screen: Size): Box => ({
  left: Math.round((screen.width - width) / 2),
  top: Math.round((screen.height - height) / 2),
  width,
  height,
})

/** A place for a product: 180 pixels wide, in two rows (specification 3 §9). */
export const placeOf = ({ height }: Size): Size => ({ width: 180, height: Math.max(smallestSide, Math.floor(height / 2)) })
/** A product whose height follows its width keeps the shape of its place. */
export function autoSized(width: number, screen: Size): Size {
  const place = placeOf(screen)
  return { width, height: Math.max(smallestSide, Math.round((width * place.height) / place.width)) }
}
/** Where the slot lies when all of them fill the screen: the first half in the upper row. */
export function slotBox(slot: number, slots: number, screen: Size): Box {
  const { width, height } = placeOf(screen)
  const half = slots / 2
  const row = slot > half ? 1 : 0
  return { left: (slot - 1 - row * half) * width, top: row * height, width, height }
}

/** Seconds of all slides that are played. */
export const lengthOf = (slides: readonly Pick<Slide, 'duration' | 'empty'>[]): number =>
  slides.reduce((sum, { duration, empty }) => sum + (empty ? 0 : duration), 0)
