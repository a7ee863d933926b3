import { useLayoutEffect, useState } from 'react'
import { previewScale, scaleFor, type Size } from './geometry.ts'

/** How large the canvas is shown: half as large, or as there is room in the element that `ref` is put on. */
export function useScale(
  canvas: Size,
  { most = previewScale, mostHeight }: { most?: number; mostHeight?: number | undefined } = {},
): { ref: (element: HTMLDivElement | null) => void; scale: number } {
  // Not a ref object: in dialogs the element comes later.
  const [element, ref] = useState<HTMLDivElement | null>(null)
  /** 0 while nobody sees it. */
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    if (element === null) return
    const measure = () => setRoom(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return { ref, scale: scaleFor(canvas, { ...(room > 0 && { width: room }), ...(mostHeight && { height: mostHeight }) }, most) }
}
