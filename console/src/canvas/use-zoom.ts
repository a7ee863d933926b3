/** How large one pixel of the model is shown: as it fits, or one of some scales that are chosen. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useScreenKeys, withControl } from '../ui/use-screen-keys.ts'
import type { Size } from './geometry.ts'

/** Scales of panels: whole pixels of the screen. */
const wholeScales = [1, 2, 3, 4, 5, 6, 7, 8] as const
const maxWhole = 8
/** Left empty around the panel, pixels of the screen. */
const margin = 32

/** The largest whole number that fits, at most 8; where not even 1 does, a half, a third and so on. */
export function fitting(panel: Size, room: Size): number {
  const scale = Math.min((room.width - 2 * margin) / panel.width, (room.height - 2 * margin) / panel.height)
  if (scale >= 1) return Math.min(maxWhole, Math.floor(scale))
  return scale <= 0 ? 1 : 1 / Math.min(4, Math.ceil(1 / scale))
}

/** The next larger or smaller scale; the same one where there is none. */
export const nextScale = (scales: readonly number[], scale: number, by: 1 | -1): number =>
  (by > 0 ? scales.find((one) => one > scale) : scales.findLast((one) => one < scale)) ?? scale

export interface Zoom {
  /** Put it on the element that scrolls. */
  ref: (element: HTMLDivElement | null) => void
  scale: number
  isFitting: boolean
  /** That can be chosen, the smallest first. */
  scales: readonly number[]
  next: (by: 1 | -1) => number
  step: (by: 1 | -1) => void
  set: (scale: number) => void
  fit: () => void
}

interface Options {
  scales: readonly number[]
  /** How large it is as long as no scale is chosen; the same function from one drawing to the next. */
  fits: (panel: Size, room: Size) => number
}
/** Of panels of labels. */
export const panelZoom: Options = { scales: wholeScales, fits: fitting }

export function useZoom(panel: Size, { scales, fits }: Options): Zoom {
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
  const scale = chosen ?? fits(panel, room)
  /** The place of the panel under the pointer, which stays there. */
  const hold = useRef<{ x: number; y: number; clientX: number; clientY: number }>(undefined)
  const next = useCallback((by: 1 | -1) => nextScale(scales, scale, by), [scales, scale])
  const step = useCallback((by: 1 | -1) => setChosen(next(by)), [next])
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
  return {
    ref,
    scale,
    scales,
    isFitting: chosen === undefined,
    next,
    step,
    set: setChosen,
    fit: useCallback(() => setChosen(undefined), []),
  }
}

/** What a key does with the size of a canvas: plus, minus, and 0 as it fits. Undefined for other keys. */
export function zoomKey({ key }: KeyboardEvent, { step, fit }: Pick<Zoom, 'step' | 'fit'>): (() => void) | undefined {
  if (key === '+' || key === '=') return () => step(1)
  if (key === '-') return () => step(-1)
  return key === '0' ? fit : undefined
}
/** Plus, minus and 0, while no field and no dialog has the focus. */
export function useZoomKeys(zoom: Pick<Zoom, 'step' | 'fit'>): void {
  useScreenKeys((event) => (withControl(event) ? undefined : zoomKey(event, zoom)))
}
