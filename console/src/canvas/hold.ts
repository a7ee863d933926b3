/** What the pointer does with a box: from taking it until it is let go. */
import type { PointerEvent as ReactPointerEvent } from 'react'
import { followPointer } from './drag.ts'
import { linesOf, moved, resized, sameBox, snapDistance, type Box, type Handle, type Placed, type Size } from './geometry.ts'
import type { Held, LiveBox } from './live-box.ts'

export interface Hold {
  key: string
  box: Box
  others: readonly Box[]
  canvas: Size
  scale: number
  /** Undefined moves the box as a whole. */
  handle: Handle | undefined
  inside: boolean
  grid: number | undefined
  minSide: number
  keepRatio: boolean
  allow: ((key: string, box: Box) => boolean) | undefined
  live: LiveBox
  /** Where each of several is, when the box around them is here. */
  each?: ((box: Box) => ReadonlyMap<string, Box>) | undefined
  drop: (box: Box) => void
  /** It was let go without having been moved. */
  click?: (() => void) | undefined
}

/** Begins with the event of the pointer that takes it, and ends by itself. Escape puts the box back. */
export function hold(event: ReactPointerEvent<HTMLElement>, options: Hold): void {
  const { key, box: start, canvas, scale, handle, live } = options
  const { clientX, clientY } = event
  const lines = linesOf(canvas, options.others)
  let begun = false
  let accepted = start
  let latest: { x: number; y: number; shift: boolean; free: boolean } | undefined
  let frame = 0

  const place = ({ x, y, shift, free }: NonNullable<typeof latest>): Placed => {
    const by = { x: (x - clientX) / scale, y: (y - clientY) / scale }
    const snapping = free ? undefined : { lines, reach: snapDistance / scale }
    const limits = { inside: options.inside ? canvas : undefined, minSide: options.minSide, grid: free ? 1 : options.grid }
    return handle === undefined
      ? moved(start, by, snapping, limits)
      : resized(start, handle, by, snapping, { ...limits, keepRatio: options.keepRatio !== shift })
  }
  const draw = () => {
    frame = 0
    if (latest === undefined) return
    const { box, guides } = place(latest)
    const allowed = options.allow?.(key, box) ?? true
    if (allowed) accepted = box
    const held: Held = { key, box, guides, refused: !allowed }
    live.set(options.each === undefined ? held : { ...held, boxes: options.each(box) })
  }
  const end = (dropped: boolean) => {
    if (frame !== 0) cancelAnimationFrame(frame)
    if (dropped && begun) draw()
    // The new place first: else the box would be seen at its old one for a moment.
    if (dropped && !sameBox(accepted, start)) options.drop(accepted)
    else if (dropped && !begun) options.click?.()
    live.set(undefined)
  }
  followPointer(event, {
    onMove: (now) => {
      begun = true
      latest = { x: now.clientX, y: now.clientY, shift: now.shiftKey, free: now.altKey || now.ctrlKey || now.metaKey }
      // Pointers tell more often than screens show.
      if (frame === 0) frame = requestAnimationFrame(draw)
    },
    onEnd: (how) => end(how === 'done'),
  })
}
