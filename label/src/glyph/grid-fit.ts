/**
 * Fits one glyph to the panel's pixels. Ink is there or not, so a stem that lies across two pixels would come out thick, thin or
 * broken by chance. The glyph arrives drawn many times larger; its stems are found, moved to whole pixels with whole widths, and what
 * lies between them is stretched along. Then every pixel asks how much of it is covered.
 */

import { findStems, type Large, type Stem } from './stems.ts'

/** One bit a pixel, row by row; `left` and `top` are the place of its corner from the pen on the base line, `top` downwards. */
export interface Mask {
  left: number
  top: number
  width: number
  height: number
  bits: Uint8Array
}

export interface FitOptions {
  /** Usual width of upright and level stems as drawn, and in whole pixels as they should come out. */
  stems: { upright: StandardStems; level: StandardStems }
  /** Heights above the base line that letters share, with what they become: all letters of a line end on the same pixel. */
  zones: { at: number; becomes: number }[]
  /** Where the stems should stay: from the pen to the next glyph, and for scripts that stand in squares also from top to bottom. */
  room: { x: readonly [number, number]; y?: readonly [number, number] }
  /** All stems equally wide, as in Latin; else each after its own width, which dense characters make thinner. */
  even: boolean
  /** Room of the glyph as designed, and in whole pixels. White on both sides is shared out anew where the glyph has both. */
  advance?: { designed: number; whole: number }
  /** Share of a pixel that must be covered. */
  threshold: number
}

interface StandardStems {
  drawn: number
  whole: number
}

interface Anchor {
  source: number
  target: number
}

export function fitGlyph(large: Large, options: FitOptions): Mask {
  const { stems, zones, room, even, threshold } = options
  const box = inkBox(large)
  if (box === undefined) return { left: 0, top: 0, width: 0, height: 0, bits: new Uint8Array() }
  const { scale, penX, penY } = large
  const upright = findStems(large, 'x', stems.upright.drawn).map((stem) => moved(stem, penX, scale))
  const level = findStems(large, 'y', stems.level.drawn).map((stem) => moved(stem, penY, scale))
  const edges = {
    x: [(box.left - penX) / scale, (box.right - penX) / scale] as const,
    y: [(box.top - penY) / scale, (box.bottom - penY) / scale] as const,
  }
  const across = place(upright, stems.upright, { edges: edges.x, zones: [], room: room.x, even })
  // Downwards, the base line is 0 and everything above it negative.
  const heights = zones.map(({ at, becomes }) => ({ at: -at, becomes: -becomes }))
  const down = place(level, stems.level, { edges: edges.y, zones: heights, room: room.y, even })
  const mask = sample(large, { across, down, edges, threshold })
  return options.advance === undefined ? mask : { ...mask, left: balanced(mask, edges.x, options.advance) }
}

/** Keeps the white beside a glyph in its proportion, and a pixel of it to the right, so that letters do not touch. */
function balanced(
  { left, width, bits }: Mask,
  [from, to]: readonly [number, number],
  { designed, whole }: { designed: number; whole: number },
) {
  const [before, behind] = [from, designed - to]
  if (before < 0 || behind < 0) return left
  let [first, last] = [width, 0]
  for (const [index, bit] of bits.entries())
    if (bit === 1) [first, last] = [Math.min(first, index % width), Math.max(last, (index % width) + 1)]
  const slack = whole - (last - first)
  if (slack < 1) return -first
  return Math.min(slack - 1, Math.round((slack * before) / Math.max(0.01, before + behind))) - first
}

const moved = ({ from, to, weight }: Stem, pen: number, scale: number): Stem => ({
  from: (from - pen) / scale,
  to: (to - pen) / scale,
  weight: weight / scale,
})

function inkBox({ width, height, bits }: Large) {
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (let y = 0; y < height; y++) {
    const row = bits.subarray(y * width, (y + 1) * width)
    const first = row.indexOf(1)
    if (first < 0) continue
    left = Math.min(left, first)
    right = Math.max(right, row.lastIndexOf(1) + 1)
    top = Math.min(top, y)
    bottom = y + 1
  }
  return bottom === 0 ? undefined : { left, right, top, bottom }
}

interface Surroundings {
  /** First and last ink. */
  edges: readonly [number, number]
  zones: { at: number; becomes: number }[]
  room: readonly [number, number] | undefined
  even: boolean
}

/** How far from a shared height an edge counts as reaching it: round letters overshoot. */
const zoneReach = 0.45

/** Stems this much thinner than half a pixel more are still rounded down: it keeps the white between them open. */
const slimmer = 0.2

/** Chooses whole pixels for the stems: near where they were, gaps kept open and even. */
function place(stems: readonly Stem[], standard: StandardStems, { edges, zones, room, even }: Surroundings): Anchor[] {
  const widths = stems.map(({ from, to }) => {
    if (even && Math.abs(to - from - standard.drawn) < 0.4 * standard.drawn) return standard.whole
    return Math.max(1, Math.round(to - from + standard.whole - standard.drawn - slimmer))
  })
  if (room !== undefined) slim(stems, widths, room[1] - room[0])
  const pinned = stems.map(({ from, to }, index) => {
    const zone = zones.find(({ at }) => Math.abs(at - from) < zoneReach) ?? undefined
    // Above the base line a stem ends at its upper edge, at the base line at its lower one.
    const below = zones.find(({ at }) => at === 0 && Math.abs(to) < zoneReach)
    if (below !== undefined) return -widths[index]!
    return zone === undefined || zone.at === 0 ? undefined : zone.becomes
  })
  const places = choose(stems, widths, pinned, room)
  const anchors: Anchor[] = []
  for (const [index, { from, to }] of stems.entries()) {
    anchors.push({ source: from, target: places[index]! }, { source: to, target: places[index]! + widths[index]! })
  }
  // Letters without level stems, such as v and x, end on the shared heights as well.
  for (const edge of edges) {
    const zone = zones.find(({ at }) => Math.abs(at - edge) < zoneReach)
    if (zone === undefined || stems.some(({ from, to }) => edge > from - zoneReach && edge < to + zoneReach)) continue
    anchors.push({ source: edge, target: zone.becomes })
  }
  return anchors.toSorted((a, b) => a.source - b.source)
}

/** A gap narrower than this may close. */
const minGap = 0.25

/** Makes stems thinner, the thinnest drawn first, until all of them and a pixel between each have room. */
function slim(stems: readonly Stem[], widths: number[], room: number): void {
  const gaps = stems.filter((one, index) => index > 0 && one.from - stems[index - 1]!.to > minGap).length
  for (;;) {
    const used = widths.reduce((sum, width) => sum + width, gaps)
    if (used <= room) return
    let thinnest = -1
    for (const [index, { from, to }] of stems.entries()) {
      if (widths[index]! > 1 && (thinnest < 0 || to - from < stems[thinnest]!.to - stems[thinnest]!.from)) thinnest = index
    }
    if (thinnest < 0) return
    widths[thinnest]!--
  }
}

const candidates = [-2, -1, 0, 1, 2]

/** Dynamic programming over the stems from first to last. */
function choose(
  stems: readonly Stem[],
  widths: readonly number[],
  pinned: readonly (number | undefined)[],
  room?: readonly [number, number],
) {
  type Step = { at: number; cost: number; before: Step | undefined }
  let steps: Step[] = []
  const total = stems.reduce((sum, one) => sum + one.weight, 0)
  for (const [index, { from, to, weight }] of stems.entries()) {
    const width = widths[index]!
    const centred = (from + to - width) / 2
    const fixed = pinned[index]
    const options = fixed === undefined ? candidates.map((shift) => Math.round(centred) + shift) : [fixed]
    const previous = stems[index - 1]
    const next: Step[] = []
    for (const at of options) {
      let own = (0.3 + weight / total) * (at - centred) ** 2
      if (room !== undefined && from >= room[0] - 0.3 && at < room[0]) own += 30
      if (room !== undefined && to <= room[1] + 0.3 && at + width > room[1]) own += 30
      if (previous === undefined) {
        next.push({ at, cost: own, before: undefined })
        continue
      }
      const gap = from - previous.to
      let best: Step | undefined
      for (const step of steps) {
        const newGap = at - step.at - widths[index - 1]!
        const closed = newGap < 0 ? 100 : newGap < 1 && gap > minGap ? 12 : 0
        const cost = step.cost + own + closed + 0.6 * (newGap - gap) ** 2
        if (best === undefined || cost < best.cost) best = { at, cost, before: step }
      }
      if (best !== undefined) next.push(best)
    }
    steps = next
  }
  const places: number[] = []
  let last = steps.reduce<Step | undefined>((best, one) => (best === undefined || one.cost < best.cost ? one : best), undefined)
  for (; last !== undefined; last = last.before) places.unshift(last.at)
  return places
}

/** Where a fitted coordinate was in the glyph: straight between anchors, moved along outside of them. */
function sourceOf(anchors: readonly Anchor[], target: number): number {
  const first = anchors[0]
  const last = anchors.at(-1)
  if (first === undefined || last === undefined) return target
  if (target <= first.target) return first.source + target - first.target
  if (target >= last.target) return last.source + target - last.target
  for (let index = 1; index < anchors.length; index++) {
    const [a, b] = [anchors[index - 1]!, anchors[index]!]
    if (target > b.target) continue
    if (b.target === a.target) return b.source
    return a.source + ((target - a.target) * (b.source - a.source)) / (b.target - a.target)
  }
  return target
}
function targetOf(anchors: readonly Anchor[], source: number): number {
  return sourceOf(
    anchors.map((one) => ({ source: one.target, target: one.source })),
    source,
  )
}

interface Fitted {
  across: Anchor[]
  down: Anchor[]
  edges: { x: readonly [number, number]; y: readonly [number, number] }
  threshold: number
}

function sample(large: Large, { across, down, edges, threshold }: Fitted): Mask {
  const { scale, penX, penY } = large
  const [left, right] = [Math.floor(targetOf(across, edges.x[0])), Math.ceil(targetOf(across, edges.x[1]))]
  const [top, bottom] = [Math.floor(targetOf(down, edges.y[0])), Math.ceil(targetOf(down, edges.y[1]))]
  const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)]
  const columns = Array.from({ length: width + 1 }, (_, x) => Math.round(sourceOf(across, left + x) * scale + penX))
  const rows = Array.from({ length: height + 1 }, (_, y) => Math.round(sourceOf(down, top + y) * scale + penY))
  const sums = summed(large)
  const bits = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [x0, x1, y0, y1] = [columns[x]!, columns[x + 1]!, rows[y]!, rows[y + 1]!]
      const area = (x1 - x0) * (y1 - y0)
      if (area > 0 && sums(x0, y0, x1, y1) >= threshold * area) bits[y * width + x] = 1
    }
  }
  return { left, top, width, height, bits }
}

/** Ink within a rectangle, by a table of sums. */
function summed({ width, height, bits }: Large): (x0: number, y0: number, x1: number, y1: number) => number {
  const stride = width + 1
  const table = new Int32Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += bits[y * width + x]!
      table[(y + 1) * stride + x + 1] = table[y * stride + x + 1]! + row
    }
  }
  const clamp = (value: number, limit: number) => Math.min(limit, Math.max(0, value))
  return (x0, y0, x1, y1) => {
    const [a, b, c, d] = [clamp(x0, width), clamp(y0, height), clamp(x1, width), clamp(y1, height)]
    return table[d * stride + c]! - table[b * stride + c]! - table[d * stride + a]! + table[b * stride + a]!
  }
}
