/** Boxes on a canvas: slides with their objects, shelves with their screens, areas for content. */
import { useCallback, useId, useRef, useState, type CSSProperties, type PointerEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { drawBand } from './band.ts'
import { useBoxKeys, type Many } from './box-keys.ts'
import { BoxItem } from './BoxItem.tsx'
import { geometryText, placed, type CanvasBox } from './canvas-box.ts'
import { Frame, Frames } from './Frame.tsx'
import type { Box, Handle, Size } from './geometry.ts'
import { createLiveBox, type LiveBox } from './live-box.ts'
import { takeBox } from './take-box.ts'
import { useLatest } from '../ui/use-latest.ts'
import { useScale } from './use-scale.ts'
import canvasStyles from './canvas.module.css'
import helpers from '../ui/helpers.module.css'

interface Props<B extends CanvasBox> {
  /** What the canvas is called. */
  label: string
  /** In pixels of the model. */
  size: Size
  /** From back to front. Boxes that did not change should be the same objects: only others are drawn anew. */
  boxes: readonly B[]
  selected: string | undefined
  onSelect: (key: string | undefined) => void
  /** A box was moved or resized: once when it is let go, and for each press of an arrow key. `group` is for `useUndo`. */
  onChange: (key: string, box: Box, group?: string) => void
  /** Delete was pressed while no field had the focus. */
  onRemove?: ((key: string) => void) | undefined
  /** Shift, Ctrl, Ctrl+A and a frame around them select several. */
  many?: Many | undefined
  /** What is drawn in a box, in pixels of the model; gets the box as it is held. Must be the same function from one drawing to the next. */
  render: (box: B) => ReactNode
  readOnly?: boolean
  /** Boxes stay inside of the canvas; otherwise they may stand out, and what stands out is cut. */
  inside?: boolean
  /** Edges lie on multiples of this where no other edge is near. */
  grid?: number
  minSide?: number
  /** Where a box may stay; it goes back to the last such place when it is let go elsewhere. */
  allow?: (key: string, box: Box) => boolean
  /** How large one pixel of the model is shown at most; half unless said otherwise. */
  maxScale?: number
  /** Pixels of the screen that it may be high. */
  maxHeight?: number
  /** As large as this, whatever room there is. */
  scale?: number
  background?: string
  /** Lies between the ground and the boxes, in pixels of the model. */
  ground?: ReactNode
  /** Where the box is that is held, for figures beside the canvas: from `createLiveBox`. */
  live?: LiveBox
}

/**
 * A canvas of boxes that are dragged, resized and moved by keys. Arrow keys move the selected box, with Ctrl they resize it; Tab walks over
 * the boxes, Delete removes, Escape deselects. Alt or Ctrl while dragging switches the alignment off, Shift keeps the shape while resizing.
 */
export function BoxCanvas<B extends CanvasBox>(props: Props<B>) {
  const { size, boxes, selected, many, onSelect, render, readOnly = false, background, ground } = props
  const { t } = useTranslation()
  const help = useId()
  const canvas = useRef<HTMLDivElement>(null)
  const [own] = useState(createLiveBox)
  const [band, setBand] = useState<Box>()
  const live = props.live ?? own
  const { ref: room, scale: fitting } = useScale(size, {
    ...(props.maxScale !== undefined && { maxScale: props.maxScale }),
    maxHeight: props.maxHeight,
  })
  const scale = props.scale ?? fitting
  const now = useLatest({ ...props, scale, live })
  /** The pointer takes a box: what gets the focus by that is not selected by it. */
  const pressed = useRef(false)

  const take = useCallback(
    (event: PointerEvent<HTMLElement>, key: string, handle?: Handle) => {
      if (!takeBox(event, now.current, key, handle)) return
      pressed.current = true
      setTimeout(() => (pressed.current = false))
    },
    [now],
  )
  useBoxKeys(now)
  const select = useCallback(
    (key: string) => {
      if (!pressed.current || now.current.many === undefined) now.current.onSelect(key)
    },
    [now],
  )
  const onGround = (event: PointerEvent<HTMLElement>) => {
    const from = canvas.current
    if (many === undefined) return onSelect(undefined)
    if (from === null || event.button !== 0) return
    // A finger scrolls.
    if (event.pointerType === 'touch') return onSelect(undefined)
    const retained = event.shiftKey || event.ctrlKey || event.metaKey ? [...many.keys] : []
    drawBand(event, {
      canvas: from,
      boxes: boxes.filter(({ locked }) => locked !== true),
      scale,
      show: setBand,
      done: (keys = []) => many.onSelect([...new Set([...retained, ...keys.flatMap((key) => many.together?.(key) ?? [key])])]),
    })
  }
  const chosen = boxes.filter((box) => (many === undefined ? box.key === selected : many.keys.has(box.key)))
  const [first] = chosen
  return (
    <div className={canvasStyles.canvasRoom} data-part="canvas-room" ref={room} {...(many !== undefined && { onPointerDown: onGround })}>
      <div
        className={canvasStyles.canvas}
        data-part="canvas"
        ref={canvas}
        role="group"
        aria-label={props.label}
        aria-describedby={help}
        style={{ width: size.width * scale, height: size.height * scale, '--s': scale } as CSSProperties}
        {...(many === undefined && { onPointerDown: onGround })}
      >
        <div className={canvasStyles.canvasClip} style={{ background }}>
          {ground !== undefined && <div className={canvasStyles.canvasGround}>{ground}</div>}
          {boxes.map((box) => (
            <BoxItem
              key={box.key}
              box={box}
              scale={scale}
              live={live}
              render={render}
              take={take}
              select={select}
              readOnly={readOnly}
              selected={many === undefined ? box.key === selected : many.keys.has(box.key)}
            />
          ))}
        </div>
        {chosen.length === 1 && first !== undefined && (
          <Frame box={first} size={size} scale={scale} live={live} take={take} readOnly={readOnly} />
        )}
        {chosen.length > 1 && <Frames boxes={chosen} size={size} scale={scale} live={live} />}
        {band !== undefined && <div className={canvasStyles.canvasBand} data-part="canvas-band" style={placed(band, scale)} />}
      </div>
      <p id={help} className={helpers.screenReader}>
        {t(many === undefined ? 'canvas.help' : 'canvas.helpMany')}
      </p>
      <Spoken chosen={chosen} />
    </div>
  )
}

/** What is chosen, for those who hear the canvas. */
function Spoken({ chosen }: { chosen: readonly CanvasBox[] }) {
  const { t } = useTranslation()
  const [first] = chosen
  return (
    <p className={helpers.screenReader} role="status">
      {chosen.length === 1 && first !== undefined && `${first.label}: ${geometryText(first, t)}`}
      {chosen.length > 1 && t('canvas.several', { count: chosen.length })}
    </p>
  )
}
