import { useLayoutEffect, useState } from 'react'
import { previewScale, scaleFor, type Size } from './geometry.ts'
import { watchWidth } from './watch-width.ts'

/** How large the canvas is shown: half as large, or as there is room in the element that `ref` is put on. */
export function useScale(
  canvas: Size,
  { maxScale = previewScale, maxHeight }: { maxScale?: number; maxHeight?: number | undefined } = {},
): { ref: (element: HTMLDivElement | null) => void; scale: number } {
  // Not a ref object: in dialogs the element comes later.
  const [element, ref] = useState<HTMLDivElement | null>(null)
  /** 0 while it is not on screen. */
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => (element === null ? undefined : watchWidth(element, setRoom)), [element])
  return { ref, scale: scaleFor(canvas, { ...(room > 0 && { width: room }), ...(maxHeight && { height: maxHeight }) }, maxScale) }
}
