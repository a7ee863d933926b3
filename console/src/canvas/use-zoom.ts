/** How large one pixel of the panel is shown: a whole number of pixels of the screen, or as it fits. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Size } from './geometry.ts'

export const maxZoom = 8
/** Left empty around the panel, pixels of the screen. */
const margin = 32

/** The largest whole number that fits, at most 8; where not even 1 does, a half, a third and so on. */
export function fitting(panel: Size, room: Size): number {
  const scale = Math.min((room.width - 2 * margin) / panel.width, (room.height - 2 * margin) / panel.height)
  if (scale >= 1) return Math.min(maxZoom, Math.floor(scale))
  return scale <= 0 ? 1 : 1 / Math.min(4, Math.ceil(1 / scale))
}

export interface Zoom {
  /** Put it on the element that scrolls. */
  ref: (element: HTMLDivElement | null) => void
  scale: number
  isFitting: boolean
  step: (by: 1 | -1) => void
  set: (scale: number) => void
  fit: () => void
}

export function useZoom(panel: Size): Zoom {
  const [element, ref] = useState<HTMLDivElement | null>(null)
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 })
  const [chosen, setChosen] = useState<number>()
  useLayoutEffect(() => {
    if (element === null) return
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  const scale = chosen ?? (room.width === 0 ? 1 : fitting(panel, room))
  /** The place of the panel under the pointer, which stays there. */
  const hold = useRef<{ x: number; y: number; clientX: number; clientY: number }>(undefined)
  const step = useCallback(
    (by: 1 | -1) => setChosen(Math.max(1, Math.min(maxZoom, by > 0 ? Math.floor(scale) + 1 : Math.ceil(scale) - 1))),
    [scale],
  )
  useEffect(() => {
    if (element === null) return
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const canvas = element.querySelector('[data-part=canvas]')?.getBoundingClientRect()
      if (canvas !== undefined)
        hold.current = {
          x: (event.clientX - canvas.left) / scale,
          y: (event.clientY - canvas.top) / scale,
          clientX: event.clientX,
          clientY: event.clientY,
        }
      step(event.deltaY < 0 ? 1 : -1)
    }
    // The browser would zoom the page otherwise: React's own listeners cannot keep it from that.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [element, scale, step])
  useLayoutEffect(() => {
    const held = hold.current
    hold.current = undefined
    const canvas = element?.querySelector('[data-part=canvas]')?.getBoundingClientRect()
    if (held === undefined || canvas === undefined) return
    element?.scrollBy(canvas.left + held.x * scale - held.clientX, canvas.top + held.y * scale - held.clientY)
  }, [element, scale])
  return { ref, scale, isFitting: chosen === undefined, step, set: setChosen, fit: useCallback(() => setChosen(undefined), []) }
}
