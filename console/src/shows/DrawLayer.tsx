/** Over a canvas: a box is drawn with the pointer, on the grid and inside of the canvas. */
import type { Box } from '@endcap/signage/shows'
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { smallestSide, type Size } from '../canvas/geometry.ts'
import { showGrid } from './show-draft.ts'
import styles from './shows.module.css'

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
interface Drawn {
  from: Point
  to: Point
  /** Where the canvas lies in the layer, and how large one of its pixels is shown. */
  canvas: Point & { scale: number }
}

export function boxBetween(a: Point, b: Point, { width, height }: Size): Box | undefined {
  const onGrid = (value: number, max: number) => Math.max(0, Math.min(max, Math.round(value / showGrid) * showGrid))
  const [x1, x2] = [onGrid(Math.min(a.x, b.x), width), onGrid(Math.max(a.x, b.x), width)]
  const [y1, y2] = [onGrid(Math.min(a.y, b.y), height), onGrid(Math.max(a.y, b.y), height)]
  const box = { left: x1, top: y1, width: x2 - x1, height: y2 - y1 }
  return box.width < smallestSide || box.height < smallestSide ? undefined : box
}

export function DrawLayer({ size, active, onBox, onCancel, children }: Props) {
  const { t } = useTranslation()
  const host = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn>()
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
  const measured = ({ clientX, clientY }: PointerEvent): { at: Point; canvas: Drawn['canvas'] } | undefined => {
    const own = host.current?.getBoundingClientRect()
    const rect = host.current?.querySelector('[data-part=canvas]')?.getBoundingClientRect()
    if (own === undefined || rect === undefined) return undefined
    return {
      at: { x: ((clientX - rect.left) / rect.width) * size.width, y: ((clientY - rect.top) / rect.height) * size.height },
      canvas: { x: rect.left - own.left, y: rect.top - own.top, scale: rect.width / size.width },
    }
  }
  const box = drawn && boxBetween(drawn.from, drawn.to, size)
  return (
    <div className={styles.showCanvas} ref={host}>
      {children}
      {active && (
        <div
          className={styles.showDraw}
          role="application"
          aria-label={t('shows.drawHint')}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            const now = measured(event)
            setDrawn(now && { from: now.at, to: now.at, canvas: now.canvas })
          }}
          onPointerMove={(event) => {
            const now = measured(event)
            if (drawn !== undefined && now !== undefined) setDrawn({ from: drawn.from, to: now.at, canvas: now.canvas })
          }}
          onPointerUp={() => {
            setDrawn(undefined)
            if (box !== undefined) onBox(box)
          }}
        >
          {drawn !== undefined && box !== undefined && (
            <i
              style={{
                left: drawn.canvas.x + box.left * drawn.canvas.scale,
                top: drawn.canvas.y + box.top * drawn.canvas.scale,
                width: box.width * drawn.canvas.scale,
                height: box.height * drawn.canvas.scale,
              }}
            />
          )}
          <span>{t('shows.drawHint')}</span>
        </div>
      )}
    </div>
  )
}
