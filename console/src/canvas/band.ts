/** A frame that is drawn with the pointer around several boxes. */
import type { PointerEvent as ReactPointerEvent } from 'react'
import { touches, type Box } from './geometry.ts'

/** A click is no frame: the pointer has to go so far first, pixels of the screen. */
const dragFrom = 3

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
  const element = event.currentTarget
  const { pointerId, clientX, clientY } = event
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
  const onMove = (now: PointerEvent) => {
    if (now.pointerId !== pointerId) return
    if (frame === undefined && Math.hypot(now.clientX - clientX, now.clientY - clientY) < dragFrom) return
    frame = at(now.clientX, now.clientY)
    show(frame)
  }
  const end = (how: 'done' | 'given up') => {
    element.removeEventListener('pointermove', onMove)
    element.removeEventListener('pointerup', onUp)
    element.removeEventListener('pointercancel', onCancel)
    document.removeEventListener('keydown', onKey, true)
    if (element.hasPointerCapture(pointerId)) element.releasePointerCapture(pointerId)
    show(undefined)
    if (how === 'given up') return
    const drawn = frame
    done(drawn === undefined ? undefined : boxes.filter((box) => touches(box, drawn)).map((box) => box.key))
  }
  const onUp = (now: PointerEvent) => {
    if (now.pointerId === pointerId) end('done')
  }
  const onCancel = (now: PointerEvent) => {
    if (now.pointerId === pointerId) end('given up')
  }
  const onKey = (now: KeyboardEvent) => {
    if (now.key !== 'Escape') return
    now.preventDefault()
    now.stopPropagation()
    end('given up')
  }
  element.setPointerCapture(pointerId)
  element.addEventListener('pointermove', onMove)
  element.addEventListener('pointerup', onUp)
  element.addEventListener('pointercancel', onCancel)
  document.addEventListener('keydown', onKey, true)
}
