/** A box of a canvas, and where it stands on the screen. */
import type { CSSProperties, PointerEvent } from 'react'
import type { Box, Handle } from './geometry.ts'
import type { LiveBox } from './live-box.ts'

/** In pixels of the model, not turned. */
export interface CanvasBox extends Box {
  key: string
  /** What it is called to those who do not see it. */
  label: string
  /** Has no handles when false. */
  resizable?: boolean
  /** Can be selected, but stays where it is. */
  locked?: boolean
  /** Keeps its shape when it is resized; Shift then lets go of it. */
  keepRatio?: boolean
}

/** What a box and the frame around it need, to be taken by the pointer. */
export interface Takeable {
  scale: number
  live: LiveBox
  take: (event: PointerEvent<HTMLElement>, key: string, handle?: Handle) => void
  readOnly: boolean
}

/** Where it stands on the screen, of which one pixel of the model takes `scale`. */
export const placed = ({ left, top, width, height }: Box, scale: number): CSSProperties => ({
  transform: `translate(${left * scale}px, ${top * scale}px)`,
  width: width * scale,
  height: height * scale,
})

type Translate = (key: string, values: Record<string, number>) => string
/** Where it lies and how large it is, in words. */
export const geometryText = ({ left, top, width, height }: Box, t: Translate) => t('canvas.geometry', { left, top, width, height })
