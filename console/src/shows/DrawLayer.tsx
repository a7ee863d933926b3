/** Over a canvas: a box is drawn with the pointer, on the grid and inside of the canvas. */
import type { Box } from '@endcap/signage/shows'
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { leastSide, type Size } from '../canvas/geometry.ts'
import { showGrid } from './show-draft.ts'

interface Props {
  /** Of the canvas, in its own pixels. */
  size: Size
  active: boolean
  onBox: (box: Box) => void
  onCancel: () => void
  /** The canvas. */
  children: ReactNode
}
interface Point {
  x: number
  y: number
}

export function boxBetween(a: Point, b: Point, { width, height }: Size): Box | undefined {
  const onGrid = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value / showGrid) * showGrid))
  const [x1, x2] = [onGrid(Math.min(a.x, b.x), width), onGrid(Math.max(a.x, b.x), width)]
  const [y1, y2] = [onGrid(Math.min(a.y, b.y), height), onGrid(Math.max(a.y, b.y), height)]
  const box = { left: x1, top: y1, width: x2 - x1, height: y2 - y1 }
  return box.width < leastSide || box.height < leastSide ? undefined : box
}

export function DrawLayer({ size, active, onBox, onCancel, children }: Props) {
  const { t } = useTranslation()
  const host = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<{ from: Point; to: Point }>()
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setDrawn(undefined)
      onCancel()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active, onCancel])
  const canvas = () => host.current?.querySelector('.canvas')?.getBoundingClientRect()
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const rect = canvas()
    if (rect === undefined) return { x: 0, y: 0 }
    return { x: ((clientX - rect.left) / rect.width) * size.width, y: ((clientY - rect.top) / rect.height) * size.height }
  }
  const box = drawn && boxBetween(drawn.from, drawn.to, size)
  const rect = active ? canvas() : undefined
  const own = active ? host.current?.getBoundingClientRect() : undefined
  const scale = rect === undefined ? 1 : rect.width / size.width
  return (
    <div className="show-canvas" ref={host}>
      {children}
      {active && (
        <div
          className="show-draw"
          role="application"
          aria-label={t('shows.drawHint')}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            setDrawn({ from: pointOf(event), to: pointOf(event) })
          }}
          onPointerMove={(event) => drawn !== undefined && setDrawn({ ...drawn, to: pointOf(event) })}
          onPointerUp={() => {
            setDrawn(undefined)
            if (box !== undefined) onBox(box)
          }}
        >
          {box !== undefined && rect !== undefined && own !== undefined && (
            <i
              style={{
                left: rect.left - own.left + box.left * scale,
                top: rect.top - own.top + box.top * scale,
                width: box.width * scale,
                height: box.height * scale,
              }}
            />
          )}
          <span>{t('shows.drawHint')}</span>
        </div>
      )}
    </div>
  )
}
