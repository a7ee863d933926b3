/** Where boxes go when they are dragged and resized: whole pixels of the model, limits, alignment. No state, no DOM. */
import { keysOf } from '@endcap/contract/typed-object'
import type { Box } from '@endcap/signage/shows'

export type { Box }
export interface Size {
  width: number
  height: number
}
/** Nothing is smaller than this on either side, pixels. */
export const smallestSide = 8
/** How far from a line a box still falls onto it, pixels of the screen. */
export const snapDistance = 6

/** The sides that a handle moves: -1 left or top, 1 right or bottom, 0 neither. */
export const handles = {
  nw: { x: -1, y: -1 },
  n: { x: 0, y: -1 },
  ne: { x: 1, y: -1 },
  e: { x: 1, y: 0 },
  se: { x: 1, y: 1 },
  s: { x: 0, y: 1 },
  sw: { x: -1, y: 1 },
  w: { x: -1, y: 0 },
} as const
export type Handle = keyof typeof handles
export const handleNames = keysOf(handles)

/** Where boxes may align. */
export interface Lines {
  x: readonly number[]
  y: readonly number[]
}
export interface Guide {
  axis: 'x' | 'y'
  at: number
}
export interface Placed {
  box: Box
  guides: readonly Guide[]
}

/** Edges and centres of the canvas and of other boxes. */
export function linesOf(canvas: Size, others: readonly Box[]): Lines {
  const x = new Set([0, canvas.width / 2, canvas.width])
  const y = new Set([0, canvas.height / 2, canvas.height])
  for (const { left, top, width, height } of others) {
    for (const part of [0, 0.5, 1]) {
      x.add(left + width * part)
      y.add(top + height * part)
    }
  }
  return { x: [...x], y: [...y] }
}

/** How far the nearest line is from one of these places; undefined when none is within reach. */
function nearest(lines: readonly number[], places: readonly number[], reach: number): number | undefined {
  let best: number | undefined
  for (const place of places) {
    for (const line of lines) {
      const away = line - place
      if (Math.abs(away) <= reach && (best === undefined || Math.abs(away) < Math.abs(best))) best = away
    }
  }
  return best
}
const guidesAt = (axis: 'x' | 'y', lines: readonly number[], places: readonly number[]): Guide[] =>
  lines.filter((line) => places.some((place) => Math.abs(place - line) < 0.75)).map((at) => ({ axis, at }))
const thirds = (start: number, length: number) => [start, start + length / 2, start + length]
const onGrid = (value: number, grid: number) => (grid > 1 ? Math.round(value / grid) * grid : Math.round(value))

export interface Snapping {
  lines: Lines
  /** Pixels of the model. */
  reach: number
}
export interface Limits {
  /** Boxes stay inside of the canvas. */
  inside?: Size | undefined
  /** Least width and height. */
  minSide?: number
  /** Edges lie on multiples of this where nothing else is near. */
  grid?: number | undefined
}

/** Inside of the canvas as far as it fits. */
export const clampInto = (box: Box, { width, height }: Size): Box => ({
  ...box,
  left: Math.max(0, Math.min(box.left, width - box.width)),
  top: Math.max(0, Math.min(box.top, height - box.height)),
})

/** The box moved by so much since it was taken. */
export function moved(start: Box, by: { x: number; y: number }, snapping: Snapping | undefined, { inside, grid = 1 }: Limits = {}): Placed {
  let [left, top] = [onGrid(start.left + by.x, grid), onGrid(start.top + by.y, grid)]
  const { width, height } = start
  if (snapping !== undefined) {
    const { lines, reach } = snapping
    const x = nearest(lines.x, thirds(start.left + by.x, width), reach)
    const y = nearest(lines.y, thirds(start.top + by.y, height), reach)
    if (x !== undefined) left = Math.round(start.left + by.x + x)
    if (y !== undefined) top = Math.round(start.top + by.y + y)
  }
  const free = { left, top, width, height }
  return withGuides(inside === undefined ? free : clampInto(free, inside), snapping)
}

function withGuides(box: Box, snapping: Snapping | undefined, sides: { x: boolean; y: boolean } = { x: true, y: true }): Placed {
  if (snapping === undefined) return { box, guides: [] }
  const { lines } = snapping
  return {
    box,
    guides: [
      ...(sides.x ? guidesAt('x', lines.x, thirds(box.left, box.width)) : []),
      ...(sides.y ? guidesAt('y', lines.y, thirds(box.top, box.height)) : []),
    ],
  }
}

/** The box with the sides of the handle moved by so much; the sides opposite stay. With `keepRatio` its shape stays. */
export function resized(
  start: Box,
  handle: Handle,
  by: { x: number; y: number },
  snapping: Snapping | undefined,
  { keepRatio = false, inside, minSide = smallestSide, grid = 1 }: Limits & { keepRatio?: boolean } = {},
): Placed {
  const side = handles[handle]
  const along = (axis: 'x' | 'y', begin: number, length: number, max: number) => {
    const which = side[axis]
    if (which === 0) return { begin, length }
    const edge = (which > 0 ? begin + length : begin) + by[axis]
    const snap = snapping && nearest(snapping.lines[axis], [edge], snapping.reach)
    let to = snap === undefined ? onGrid(edge, grid) : Math.round(edge + snap)
    if (inside !== undefined) to = Math.max(0, Math.min(to, max))
    return which > 0
      ? { begin, length: Math.max(minSide, to - begin) }
      : { begin: Math.min(to, begin + length - minSide), length: Math.max(minSide, begin + length - to) }
  }
  const x = along('x', start.left, start.width, inside?.width ?? 0)
  const y = along('y', start.top, start.height, inside?.height ?? 0)
  const free = { left: x.begin, top: y.begin, width: x.length, height: y.length }
  if (!keepRatio) return withGuides(free, snapping, { x: side.x !== 0, y: side.y !== 0 })
  return withGuides(inShape(start, handle, free, { minSide, inside }), undefined)
}

/** As large as the side that was pulled farther, in the shape of the start. */
function inShape(start: Box, handle: Handle, free: Box, { minSide, inside }: { minSide: number; inside: Size | undefined }): Box {
  const side = handles[handle]
  const [byWidth, byHeight] = [free.width / start.width, free.height / start.height]
  const requested = side.x === 0 ? byHeight : side.y === 0 ? byWidth : Math.max(byWidth, byHeight)
  // The place that stays: the side or corner opposite of the handle.
  const anchor = {
    x: start.left + (start.width * (1 - side.x)) / 2,
    y: start.top + (start.height * (1 - side.y)) / 2,
  }
  const room = (which: -1 | 0 | 1, at: number, end: number) => (which > 0 ? end - at : which < 0 ? at : 2 * Math.min(at, end - at))
  const max =
    inside === undefined
      ? Infinity
      : Math.min(room(side.x, anchor.x, inside.width) / start.width, room(side.y, anchor.y, inside.height) / start.height)
  const factor = Math.max(Math.min(requested, max), minSide / start.width, minSide / start.height)
  const [width, height] = [Math.round(start.width * factor), Math.round(start.height * factor)]
  return {
    left: Math.round(anchor.x - (width * (1 - side.x)) / 2),
    top: Math.round(anchor.y - (height * (1 - side.y)) / 2),
    width,
    height,
  }
}

export const sameBox = (a: Box, b: Box): boolean => a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height

/** Around all of these; there is at least one. */
export function boxAround(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  const right = Math.max(...boxes.map((box) => box.left + box.width))
  const bottom = Math.max(...boxes.map((box) => box.top + box.height))
  return { left, top, width: right - left, height: bottom - top }
}
/** Whether they share a place, if only an edge. */
export const touches = (a: Box, b: Box): boolean =>
  a.left <= b.left + b.width && b.left <= a.left + a.width && a.top <= b.top + b.height && b.top <= a.top + a.height

/** Before and behind the others. */
export const orders = ['front', 'forward', 'backward', 'back'] as const
export type Order = (typeof orders)[number]

/** At an edge or in the middle of the canvas. */
export const alignments = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const
export type Alignment = (typeof alignments)[number]
export function aligned(box: Box, to: Alignment, canvas: Size): Box {
  const sides: Record<Alignment, Partial<Box>> = {
    left: { left: 0 },
    center: { left: Math.round((canvas.width - box.width) / 2) },
    right: { left: Math.round(canvas.width - box.width) },
    top: { top: 0 },
    middle: { top: Math.round((canvas.height - box.height) / 2) },
    bottom: { top: Math.round(canvas.height - box.height) },
  }
  return { ...box, ...sides[to] }
}

/** Pictures and films: as high as the screen, and narrower when they would not fit (specification 3 §2). */
export function fitted(content: Size, screen: Size): Size {
  const scale = Math.min(screen.height / content.height, screen.width / content.width)
  return {
    width: Math.max(smallestSide, Math.round(content.width * scale)),
    height: Math.max(smallestSide, Math.round(content.height * scale)),
  }
}

/** Specification 3 §9: what is edited is shown half as large, or smaller where there is no room for that. */
export const previewScale = 0.5
export const scaleFor = (canvas: Size, room: Partial<Size>, max = previewScale): number =>
  Math.max(0.02, Math.min(max, (room.width ?? Infinity) / canvas.width, (room.height ?? Infinity) / canvas.height))
