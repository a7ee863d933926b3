/** What devices show: slides of the v0 line, and the shows, sets and timelines of v1 (specification 3 §3). Shapes and what follows from them. */
import type { CardStyle } from './cards.ts'
import type { DrawnLooks, DrawnType, Effects } from './drawn.ts'
import type { PanelType } from './models.ts'
import type { Rule } from './schedule.ts'

/** In pixels of the screen. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export type ObjectType = 'image' | 'video' | 'widget' | 'webpage' | 'product' | DrawnType
export interface SlideObject extends Box, CardStyle, DrawnLooks, Effects {
  type: ObjectType
  /** The file's id; of a webpage its address, of a product its slot. Of a text or code the slot whose fields it reads; without one '0'. */
  id: string
  /** From back to front, 0 first. */
  index: number
  /** The height follows what is drawn; of products alone. */
  autoSize?: boolean | undefined
  /** Objects of a slide with the same number are chosen and moved together in the editor. */
  group?: number | undefined
  /** Stays where it is in the editor. */
  locked?: boolean | undefined
}
export interface Slide {
  /** Seconds. */
  duration: number
  /** `#rrggbb`. */
  bgColor: string
  object: readonly SlideObject[]
  /** Ids of schedules; none is always. */
  schedule: readonly string[]
  /** Kept in the editor and never played. */
  empty: boolean
  /** How it comes over the slide before; absent, it takes its place at an instant. */
  transition?: Transition | undefined
}
/** `left` and so on: where a slide moves to when it comes. */
export const transitions = ['fade', 'left', 'right', 'up', 'down'] as const
export type Transition = (typeof transitions)[number]
/** How many slides a display or a template has at most, and how many objects are on one. */
export const slideLimits = { slides: 200, objects: 200 } as const
/** Specification 3 §9. */
export const slideDefaults = { duration: 30, bgColor: '#000000' } as const

/** Specification 3 §5: addresses of webpages begin with http. */
export function webAddress(text: string): string {
  const address = text.trim()
  return address === '' || address.startsWith('http') ? address : `http://${address}`
}

/** Slides whose webpages have whole addresses, however they were written. */
export const withWebAddresses = <One extends Pick<Slide, 'object'>>(slides: readonly One[]): One[] =>
  slides.map((slide) => ({
    ...slide,
    object: slide.object.map((object) => (object.type === 'webpage' ? { ...object, id: webAddress(object.id) } : object)),
  }))

export interface Panel {
  type: PanelType
  /** Of the place on the canvas, before it is turned. */
  width: number
  height: number
  left: number
  top: number
  /** Clockwise, degrees. */
  rotation: 0 | 90 | 180 | 270
}
export interface AreaItem {
  /** Of the content. */
  id: string
  /** Seconds since the show began. */
  start: number
  duration: number
  fit: 'contain' | 'cover' | 'fill'
  mute: boolean
}
export interface Show {
  width: number
  height: number
  /** Seconds; the show begins anew then. */
  duration: number
  device: readonly Panel[]
  contentArea: readonly Box[]
  /** For each content area. */
  timeline: readonly (readonly AreaItem[])[]
}
/** In a set: the list of the device's own prices instead of a show. */
export const priceEntry = 'price'
export interface SetEntry {
  /** Of the show, or `price`. */
  id: string
  /** Seconds. */
  duration: number
}
export interface TimelineRow extends Rule {
  /** Of the set. */
  id: string
}

/** The place that a panel shows of the canvas: turned by a quarter, width and height change places. */
export function windowOf({ left, top, width, height, rotation }: Panel): Box {
  return rotation % 180 === 0 ? { left, top, width, height } : { left, top, width: height, height: width }
}
export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height

/** Areas of a show that one of its screens sees, with their items and their places in the show's list. */
export function areasOn({ contentArea, timeline, device }: Pick<Show, 'contentArea' | 'timeline' | 'device'>, screen: number) {
  const panel = device[screen]
  if (panel === undefined) return []
  const window = windowOf(panel)
  return contentArea.flatMap((area, index) => {
    const items = timeline[index] ?? []
    return items.length > 0 && overlap(area, window) ? [{ area, items, index }] : []
  })
}

/** `2x3` when areas fill the canvas as rows and columns without gaps, else `-` (specification 3 §3). */
export function contentLayoutOf({ contentArea, width, height }: Pick<Show, 'contentArea' | 'width' | 'height'>): string {
  const edges = (from: (box: Box) => number, to: (box: Box) => number, end: number) => {
    const all = [...new Set(contentArea.flatMap((box) => [from(box), to(box)]))].toSorted((a, b) => a - b)
    return all[0] === 0 && all.at(-1) === end ? all : []
  }
  const xs = edges(
    (box) => box.left,
    (box) => box.left + box.width,
    width,
  )
  const ys = edges(
    (box) => box.top,
    (box) => box.top + box.height,
    height,
  )
  const [rows, columns] = [ys.length - 1, xs.length - 1]
  if (rows < 1 || columns < 1 || contentArea.length !== rows * columns) return '-'
  const cells = new Set(contentArea.map((box) => `${box.left},${box.top}`))
  const isCell = (box: Box) =>
    xs.indexOf(box.left + box.width) - xs.indexOf(box.left) === 1 && ys.indexOf(box.top + box.height) - ys.indexOf(box.top) === 1
  return cells.size === contentArea.length && contentArea.every(isCell) ? `${rows}x${columns}` : '-'
}

/** What the server works out of a show, whatever a client says (specification 3 §3). */
export function factsOf(show: Show) {
  const contentIdList = [...new Set(show.timeline.flatMap((area) => area.map((item) => item.id)))]
  const count = (type: PanelType) => show.device.filter((panel) => panel.type === type).length
  return {
    resolution: `${show.width}x${show.height}`,
    contentLayout: contentLayoutOf(show),
    contentIdList,
    deviceCount: show.device.length,
    contentCount: contentIdList.length,
    contentAreaCount: show.contentArea.length,
    timelineCount: show.timeline.filter((area) => area.length > 0).length,
    deviceTypeCount: { 23: count(23), 29: count(29) } satisfies Record<PanelType, number>,
  }
}

/** What an area shows `seconds` after its show began: the item begun last that has not ended. */
export function itemAt(area: readonly AreaItem[], seconds: number): AreaItem | undefined {
  let shown: AreaItem | undefined
  for (const item of area)
    if (item.start <= seconds && seconds < item.start + item.duration && (shown === undefined || item.start >= shown.start)) shown = item
  return shown
}
/** When any area of the show changes next, seconds since it began; its end when nothing changes before. */
export function nextItemChange({ timeline, duration }: Pick<Show, 'timeline' | 'duration'>, seconds: number): number {
  const times = timeline.flatMap((area) => area.flatMap((item) => [item.start, item.start + item.duration]))
  return times.reduce((next, time) => (time > seconds && time < next ? time : next), duration)
}

/** An item's turn in an area: what is shown since when (undefined with nothing), until when, and what then. Milliseconds since 1970. */
export interface AreaTurn {
  item: AreaItem | undefined
  from: number | undefined
  until: number
  next: AreaItem | undefined
}
/** What an area shows at an instant, of a show whose clock was 0 at `begin` and that begins anew again and again. */
export function areaTurn(area: readonly AreaItem[], { begin, duration }: { begin: number; duration: number }, now: number): AreaTurn {
  const loop = duration * 1000
  const begun = begin + Math.floor((now - begin) / loop) * loop
  const seconds = (now - begun) / 1000
  const item = itemAt(area, seconds)
  const change = nextItemChange({ timeline: [area], duration }, seconds)
  return {
    item,
    from: item && begun + item.start * 1000,
    until: begun + change * 1000,
    next: itemAt(area, change === duration ? 0 : change),
  }
}
