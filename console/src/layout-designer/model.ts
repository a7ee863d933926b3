/** A layout while it is edited: the drawing with keys. Nothing is changed in place: what did not change stays the same object. */
import type { Colour, Condition, Element, LayoutDefinition, Leaf, LineElement } from '@endcap/label/layout'
import { boxAround, type Box, type Size } from '../canvas/geometry.ts'
import { moved } from '../ui/moved.ts'

/** `key` tells elements and pages apart while they are edited; it is not saved. */
type Keyed<T> = T extends unknown ? T & { key: string } : never
export type EditorLeaf = Keyed<Leaf>
export type EditorRepeat = Omit<Extract<Element, { type: 'repeat' }>, 'elements'> & { key: string; elements: readonly EditorLeaf[] }
export type EditorElement = EditorLeaf | EditorRepeat
export interface EditorPage {
  key: string
  background: Colour
  when?: Condition[] | undefined
  /** From back to front. */
  elements: readonly EditorElement[]
}
export interface EditorLayout extends Size {
  format: LayoutDefinition['format']
  name: string
  /** The first is the main one. */
  pages: readonly EditorPage[]
}
/** Whose elements are edited: a page's, or those inside of one of its repeats. */
export interface Scope {
  page: string
  repeat?: string | undefined
}
export const maxPages = 8

let keys = 0
export const newKey = (): string => `e${++keys}`

const keyedLeaf = (one: Leaf): EditorLeaf => ({ ...one, key: newKey() })
export const keyed = (one: Element): EditorElement =>
  one.type === 'repeat' ? { ...one, key: newKey(), elements: one.elements.map(keyedLeaf) } : keyedLeaf(one)
function plainLeaf({ key: _, ...leaf }: EditorLeaf): Leaf {
  return leaf
}
export function plain(one: EditorElement): Element {
  if (one.type !== 'repeat') return plainLeaf(one)
  const { key: _, ...repeat } = one
  return { ...repeat, elements: one.elements.map(plainLeaf) }
}
export const fromDefinition = ({ pages, ...rest }: LayoutDefinition): EditorLayout => ({
  ...rest,
  pages: pages.map(({ elements, ...page }) => ({ ...page, key: newKey(), elements: elements.map(keyed) })),
})
export const toDefinition = ({ pages, ...rest }: EditorLayout): LayoutDefinition => ({
  ...rest,
  pages: pages.map(({ key: _, elements, ...page }) => ({ ...page, elements: elements.map(plain) })),
})

/** Another layout with the keys that its elements have here: those that are the same, then those of the same kind at the same place. */
export function withKeysOf(layout: EditorLayout, known: EditorLayout): EditorLayout {
  return {
    ...layout,
    pages: layout.pages.map((page, place) => {
      const before = known.pages[place]
      return before === undefined ? page : { ...page, key: before.key, elements: named(page.elements, before.elements) }
    }),
  }
}
function named<E extends EditorElement>(elements: readonly E[], known: readonly E[]): E[] {
  const free = new Map(known.map((one) => [one.key, one]))
  const take = (one: E | undefined) => {
    if (one === undefined || !free.has(one.key)) return undefined
    free.delete(one.key)
    return one
  }
  const texts = new Map(known.map((one) => [one.key, JSON.stringify(plain(one))]))
  const same = elements.map((one) => {
    const text = JSON.stringify(plain(one))
    return take([...free.values()].find((other) => texts.get(other.key) === text))
  })
  return elements.map((one, place) => {
    const alike = same[place] ?? (known[place]?.type === one.type ? take(known[place]) : undefined)
    if (alike === undefined) return one
    if (same[place] !== undefined) return alike
    return one.type === 'repeat' && alike.type === 'repeat'
      ? { ...one, key: alike.key, elements: named(one.elements, alike.elements) }
      : { ...one, key: alike.key }
  })
}

/** The box of a line, which may have no width or no height. */
const lineBox = ({ x, y, x2, y2 }: LineElement): Box => ({
  left: Math.min(x, x2),
  top: Math.min(y, y2),
  width: Math.max(1, Math.abs(x2 - x)),
  height: Math.max(1, Math.abs(y2 - y)),
})
/** Where an element is: of a repeat, where its first turn is. */
export function boxOf(element: EditorElement): Box {
  if (element.type === 'line') return lineBox(element)
  if (element.type !== 'repeat') return { left: element.x, top: element.y, width: element.w, height: element.h }
  return element.elements.length === 0 ? { left: 0, top: 0, width: 16, height: 16 } : boxAround(element.elements.map(boxOf))
}

function shifted<E extends EditorElement>(element: E, x: number, y: number): E
function shifted(element: EditorElement, x: number, y: number): EditorElement {
  if (element.type === 'repeat') return { ...element, elements: element.elements.map((one) => shifted(one, x, y)) }
  if (element.type === 'line') return { ...element, x: element.x + x, y: element.y + y, x2: element.x2 + x, y2: element.y2 + y }
  return { ...element, x: element.x + x, y: element.y + y }
}
/** The same element in this box. A repeat only moves; a line keeps its direction, and stays level or upright. */
export function withBox<E extends EditorElement>(element: E, box: Box): E
export function withBox(element: EditorElement, box: Box): EditorElement {
  const before = boxOf(element)
  if (element.type === 'repeat') return shifted(element, box.left - before.left, box.top - before.top)
  if (element.type !== 'line') return { ...element, x: box.left, y: box.top, w: box.width, h: box.height }
  const along = (from: number, to: number, begin: number, length: number): [number, number] => {
    const size = from === to && length <= 1 ? 0 : length
    return from <= to ? [begin, begin + size] : [begin + size, begin]
  }
  const [x, x2] = along(element.x, element.x2, box.left, box.width)
  const [y, y2] = along(element.y, element.y2, box.top, box.height)
  return { ...element, x, y, x2, y2 }
}

export const pageOf = ({ pages }: EditorLayout, key: string): EditorPage | undefined => pages.find((page) => page.key === key)
/** What can be selected in this scope, from back to front. */
export function elementsIn(layout: EditorLayout, { page, repeat }: Scope): readonly EditorElement[] {
  const elements = pageOf(layout, page)?.elements ?? []
  if (repeat === undefined) return elements
  const found = elements.find((one) => one.key === repeat)
  return found?.type === 'repeat' ? found.elements : []
}
/** Where an element of this key is; undefined when there is none. */
export function scopeOf({ pages }: EditorLayout, key: string): Scope | undefined {
  for (const page of pages) {
    for (const one of page.elements) {
      if (one.key === key) return { page: page.key }
      if (one.type === 'repeat' && one.elements.some((inner) => inner.key === key)) return { page: page.key, repeat: one.key }
    }
  }
  return undefined
}

export const changePage = (layout: EditorLayout, key: string, change: (page: EditorPage) => EditorPage): EditorLayout => ({
  ...layout,
  pages: layout.pages.map((page) => (page.key === key ? change(page) : page)),
})
/** The elements of a scope become others. A repeat holds none that repeat. */
export function changeElements(
  layout: EditorLayout,
  scope: Scope,
  change: (elements: readonly EditorElement[]) => readonly EditorElement[],
): EditorLayout {
  return changePage(layout, scope.page, (page) => {
    if (scope.repeat === undefined) return { ...page, elements: change(page.elements) }
    return {
      ...page,
      elements: page.elements.map((one) =>
        one.key === scope.repeat && one.type === 'repeat'
          ? { ...one, elements: change(one.elements).filter((inner) => inner.type !== 'repeat') }
          : one,
      ),
    }
  })
}
/** Each element with one of these keys becomes another one. */
export const changeSome = (
  layout: EditorLayout,
  scope: Scope,
  some: ReadonlySet<string>,
  change: (element: EditorElement) => EditorElement,
): EditorLayout => changeElements(layout, scope, (elements) => elements.map((one) => (some.has(one.key) ? change(one) : one)))
export const withBoxes = (layout: EditorLayout, scope: Scope, boxes: ReadonlyMap<string, Box>): EditorLayout =>
  changeElements(layout, scope, (elements) =>
    elements.map((one) => {
      const box = boxes.get(one.key)
      return box === undefined ? one : withBox(one, box)
    }),
  )

export const newPage = (): EditorPage => ({ key: newKey(), background: 'white', elements: [] })
export const copyOfPage = (page: EditorPage): EditorPage => ({ ...page, key: newKey(), elements: page.elements.map(copyOf) })
export const withPage = (layout: EditorLayout, page: EditorPage, after: string): EditorLayout => {
  const at = layout.pages.findIndex((one) => one.key === after)
  return { ...layout, pages: layout.pages.toSpliced(at < 0 ? layout.pages.length : at + 1, 0, page) }
}
export const withoutPage = (layout: EditorLayout, key: string): EditorLayout =>
  layout.pages.length === 1 ? layout : { ...layout, pages: layout.pages.filter((page) => page.key !== key) }
export const movePage = (layout: EditorLayout, from: number, to: number): EditorLayout => ({
  ...layout,
  pages: moved(layout.pages, from, to),
})

export const copyOf = (element: EditorElement): EditorElement => keyed(plain(element))

/** Several elements become one that repeats them, in front of where the foremost of them was; they must not repeat themselves. */
export function asRepeat(elements: readonly EditorElement[], some: ReadonlySet<string>, panel: Size): EditorElement[] {
  const inner = elements.filter((one): one is EditorLeaf => some.has(one.key) && one.type !== 'repeat')
  const last = inner.at(-1)
  if (last === undefined) return [...elements]
  const { height } = boxAround(inner.map(boxOf))
  const down = Math.max(1, Math.min(height, Math.floor(panel.height / 2)))
  const repeat: EditorRepeat = { type: 'repeat', key: newKey(), count: 2, dx: 0, dy: down, elements: inner }
  return elements.flatMap((one): EditorElement[] =>
    one.key === last.key ? [repeat] : inner.some(({ key }) => key === one.key) ? [] : [one],
  )
}
/** The elements inside of a repeat, in its place. */
export const withoutRepeat = (elements: readonly EditorElement[], key: string): EditorElement[] =>
  elements.flatMap((one): readonly EditorElement[] => (one.key === key && one.type === 'repeat' ? one.elements : [one]))
