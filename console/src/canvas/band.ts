/** A frame that is drawn with the pointer around several boxes. */
import type { PointerEvent as ReactPointerEvent } from 'react'
import { followPointer } from './drag.ts'
import { touches, type Box } from './geometry.ts'

export interface Band {
  /** What the frame is measured from. */
  canvas: HTMLElement
  boxes: readonly (Box & { key: string })[]
  scale: number
  /** The frame as it is drawn, in pixels of the model; undefined when it is done. */
  show: (frame: Box | undefined) => void
  /** What it touches; undefined for a click. */
  done: (keys: readonly string[] | undefined) => void
}

/** Begins with the event of the pointer on the ground, and ends by itself. Escape gives it up. */
export function drawBand(event: ReactPointerEvent<HTMLElement>, { canvas, boxes, scale, show, done }: Band): void {
  const { clientX, clientY } = event
  let frame: Box | undefined
  const at = (x: number, y: number): Box => {
    const { left, top } = canvas.getBoundingClientRect()
    return {
      left: (Math.min(x, clientX) - left) / scale,
      top: (Math.min(y, clientY) - top) / scale,
      width: Math.abs(x - clientX) / scale,
      height: Math.abs(y - clientY) / scale,
    }
  }
  followPointer(event, {
    onMove: (now) => {
      frame = at(now.clientX, now.clientY)
      show(frame)
    },
    onEnd: (how) => {
      show(undefined)
      if (how === 'given up') return
      const drawn = frame
      done(drawn === undefined ? undefined : boxes.filter((box) => touches(box, drawn)).map((box) => box.key))
    },
  })
}
