/** A page that remembers what each element put where, to be asked when the page is done. */
import type { Bitmap } from './bitmap.ts'
import type { Facts, Watch } from './draw.ts'
import type { Leaf } from './layout.ts'
import type { Palette } from './models.ts'
import { clear, createSurface, type Surface } from './surface.ts'

/** Pixels by their place in the page, each with the ink that lay there before. */
export interface Pixels {
  at: Int32Array
  before: Uint8Array
}
const none: Pixels = { at: new Int32Array(), before: new Uint8Array() }

/** Takes pixels in, and has room for as many as one element has had so far. */
function createPile() {
  let at = new Int32Array(1024)
  let before = new Uint8Array(1024)
  let count = 0
  return {
    add(place: number, ink: number) {
      if (count === at.length) {
        const [places, inks] = [at, before]
        at = new Int32Array(2 * count)
        before = new Uint8Array(2 * count)
        at.set(places)
        before.set(inks)
      }
      at[count] = place
      before[count++] = ink
    },
    /** What it holds; it is empty then. */
    take(): Pixels {
      const taken = { at: at.slice(0, count), before: before.slice(0, count) }
      count = 0
      return taken
    },
  }
}

/** One element as it was drawn, once for each product that it was repeated for. */
export interface Trace {
  element: Leaf
  name: string
  facts: Facts
  /** Around all of its ink on the page; undefined when there is none. */
  box: Box | undefined
  /** Pixels of its ink beyond the edges of the page. */
  outside: number
  /** Its ink: only of what is read, which are texts, prices and bar codes. */
  ink: Pixels
  /** The pixels of others that touch its ink; undefined as long as nothing later comes so near that it could change them. */
  ground: Pixels | undefined
}
export interface Box {
  x: number
  y: number
  w: number
  h: number
}

const isRead = ({ type }: Leaf) => type === 'text' || type === 'price' || type === 'barcode'

export type WatchedSurface = Surface & Bitmap & { watch: Watch; traces: Trace[] }

/** Pixels of a page whose owners are kept for the next one; a sheet of paper has several times as many. */
const maxRetainedPixels = 1_000_000

/** Makes pages, one at a time: they share what is written on while an element is drawn. */
export function createWatcher(): (width: number, height: number, palette: Palette, background: number) => WatchedSurface {
  const [inkPile, groundPile] = [createPile(), createPile()]
  /** The last element of all pages that has ink or ground at a pixel, with an even number for ink and the next one for ground. */
  let retained = new Int32Array()
  let serial = 0
  const next = () => (serial += 2)
  return (width, height, palette, background) => {
    const room = width * height
    // Numbers of pages before this one are no element's any more.
    if (serial > 2 ** 30) [retained, serial] = [new Int32Array(), 0]
    const owner = room <= retained.length ? retained : new Int32Array(room)
    if (room <= maxRetainedPixels) retained = owner
    return watched(createSurface(width, height, palette, background), { inkPile, groundPile, owner, next })
  }
}

interface Scratch {
  inkPile: ReturnType<typeof createPile>
  groundPile: ReturnType<typeof createPile>
  owner: Int32Array
  /** The number of the next element. */
  next(): number
}

function watched(page: Surface & Bitmap, { inkPile, groundPile, owner, next }: Scratch): WatchedSurface {
  const { width, height, pixels } = page
  const traces: Trace[] = []
  let serial = 0
  let trace: Trace | undefined
  /** What nothing has come near to yet. */
  const alone: { trace: Trace; box: Box; serial: number }[] = []
  let [left, top, right, bottom] = [width, height, -1, -1]

  /** Ink is about to be put somewhere into this area: what lies there or beside it is looked at while it is as it was. */
  function comeNear(x: number, y: number, w: number, h: number): void {
    for (let index = alone.length - 1; index >= 0; index--) {
      const one = alone[index]!
      const { box } = one
      if (x + w < box.x || x > box.x + box.w || y + h < box.y || y > box.y + box.h) continue
      alone.splice(index, 1)
      one.trace.ground = groundOf(one.trace.ink, one.serial)
    }
  }
  /** A run of ink that is about to be put into a row. */
  function note(x: number, y: number, end: number): void {
    if (trace === undefined || x >= end) return
    const [from, to] = y < 0 || y >= height ? [0, 0] : [Math.max(0, x), Math.min(width, end)]
    trace.outside += end - x - Math.max(0, to - from)
    if (from >= to) return
    left = Math.min(left, from)
    right = Math.max(right, to - 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    if (!isRead(trace.element)) return
    for (let place = y * width + from; place < y * width + to; place++) {
      if (owner[place] === serial) continue
      owner[place] = serial
      inkPile.add(place, pixels[place]!)
    }
  }
  /** The neighbours of an element's ink, in the ink that they have now. */
  function groundOf({ at }: Pixels, own: number): Pixels {
    const touch = (place: number) => {
      const owned = owner[place]
      if (owned === own || owned === own + 1) return
      owner[place] = own + 1
      groundPile.add(place, pixels[place]!)
    }
    for (const place of at) {
      const column = place % width
      if (column > 0) touch(place - 1)
      if (column < width - 1) touch(place + 1)
      if (place >= width) touch(place - width)
      if (place + width < pixels.length) touch(place + width)
    }
    return groundPile.take()
  }

  return {
    ...page,
    traces,
    fill(x, y, w, h, ink) {
      comeNear(x, y, w, h)
      for (let row = y; row < y + h; row++) note(x, row, x + w)
      page.fill(x, y, w, h, ink)
    },
    stamp(spans, x, y, ink) {
      for (let index = 0; index < spans.length; index += 3) {
        const [row, from, to] = [y + spans[index]!, x + spans[index + 1]!, x + spans[index + 2]!]
        comeNear(from, row, to - from, 1)
        note(from, row, to)
      }
      page.stamp(spans, x, y, ink)
    },
    paste(area, inks) {
      comeNear(area.left, area.top, area.width, area.height)
      for (let row = 0; row < area.height; row++) {
        for (let column = 0; column < area.width; column++) {
          if (inks[row * area.width + column] !== clear) note(area.left + column, area.top + row, area.left + column + 1)
        }
      }
      page.paste(area, inks)
    },
    watch: {
      before(element, name) {
        serial = next()
        trace = { element, name, facts: {}, box: undefined, outside: 0, ink: none, ground: undefined }
        // Of an element that could not be drawn.
        inkPile.take()
        ;[left, top, right, bottom] = [width, height, -1, -1]
      },
      after(facts) {
        if (trace === undefined) return
        trace.facts = facts
        if (right >= 0) trace.box = { x: left, y: top, w: right - left + 1, h: bottom - top + 1 }
        trace.ink = inkPile.take()
        if (trace.box !== undefined && isRead(trace.element)) alone.push({ trace, box: trace.box, serial })
        traces.push(trace)
        trace = undefined
      },
    },
  }
}
