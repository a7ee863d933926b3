/** Boxes on a canvas: slides with their objects, shelves with their screens, areas for content. */
import { memo, useCallback, useEffect, useId, useRef, useState, type CSSProperties, type PointerEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../theme/canvas.css'
import { clampInto, handleNames, handles, leastSide, sameBox, type Box, type Handle, type Size } from './geometry.ts'
import { hold } from './hold.ts'
import { createLiveBox, useHeld, type LiveBox } from './live-box.ts'
import { keysBelongElsewhere } from './undo.ts'
import { useScale } from './use-scale.ts'

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
  /** What is drawn in a box, in pixels of the model; gets the box as it is held. Must be the same function from one drawing to the next. */
  render: (box: B) => ReactNode
  readOnly?: boolean
  /** Boxes stay inside of the canvas; otherwise they may stand out, and what stands out is cut. */
  inside?: boolean
  /** Edges lie on multiples of this where no other edge is near. */
  grid?: number
  least?: number
  /** Where a box may stay; it goes back to the last such place when it is let go elsewhere. */
  allow?: (key: string, box: Box) => boolean
  /** How large one pixel of the model is shown at most; half unless said otherwise. */
  mostScale?: number
  /** Pixels of the screen that it may be high. */
  mostHeight?: number
  background?: string
  /** Lies between the ground and the boxes, in pixels of the model. */
  ground?: ReactNode
  /** Where the box is that somebody holds, for figures beside the canvas: from `createLiveBox`. */
  live?: LiveBox
}

const arrows: Record<string, { x: number; y: number } | undefined> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** Pixels of the model that an arrow key moves a box by, and with Shift. */
const steps = { plain: 1, shift: 10 }

/**
 * A canvas of boxes that are dragged, resized and moved by keys. Arrow keys move the selected box, with Ctrl they resize it; Tab walks over
 * the boxes, Delete removes, Escape deselects. Alt or Ctrl while dragging switches the alignment off, Shift keeps the shape while resizing.
 */
export function BoxCanvas<B extends CanvasBox>(props: Props<B>) {
  const { size, boxes, selected, onSelect, render, readOnly = false, background, ground } = props
  const { t } = useTranslation()
  const help = useId()
  const [own] = useState(createLiveBox)
  const live = props.live ?? own
  const { ref, scale } = useScale(size, { ...(props.mostScale !== undefined && { most: props.mostScale }), mostHeight: props.mostHeight })
  const now = useRef({ ...props, scale, live })
  useEffect(() => void (now.current = { ...props, scale, live }))

  const take = useCallback((event: PointerEvent<HTMLElement>, key: string, handle?: Handle) => {
    const { boxes, size, scale, inside = false, grid, least = leastSide, allow, readOnly, onSelect, onChange, live } = now.current
    const box = boxes.find((one) => one.key === key)
    if (box === undefined || event.button !== 0) return
    event.stopPropagation()
    onSelect(key)
    if (readOnly === true || box.locked === true) return
    hold(event, {
      ...{ key, box: pick(box), canvas: size, scale, handle, inside, grid, least, allow, live },
      others: boxes.filter((one) => one.key !== key),
      keepRatio: box.keepRatio === true,
      drop: (dropped) => onChange(key, dropped),
    })
  }, [])
  useBoxKeys(now)
  const select = useCallback((key: string) => now.current.onSelect(key), [])
  const chosen = boxes.find((box) => box.key === selected)
  return (
    <div className="canvas-room" ref={ref}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape does the same */}
      <div
        className="canvas"
        role="group"
        aria-label={props.label}
        aria-describedby={help}
        style={{ width: size.width * scale, height: size.height * scale, '--s': scale } as CSSProperties}
        onPointerDown={() => onSelect(undefined)}
      >
        <div className="canvas-clip" style={{ background }}>
          {ground !== undefined && <div className="canvas-ground">{ground}</div>}
          {boxes.map((box) => (
            <BoxItem key={box.key} {...{ box, scale, live, render, take, select, readOnly }} selected={box.key === selected} />
          ))}
        </div>
        {chosen !== undefined && <Frame {...{ box: chosen, size, scale, live, take, readOnly }} />}
      </div>
      <p id={help} className="sr">
        {t('canvas.help')}
      </p>
      <p className="sr" role="status">
        {chosen !== undefined && `${chosen.label}: ${geometryText(chosen, t)}`}
      </p>
    </div>
  )
}

type Translate = (key: string, values: Record<string, number>) => string
const geometryText = ({ left, top, width, height }: Box, t: Translate) => t('canvas.geometry', { left, top, width, height })
const pick = ({ left, top, width, height }: Box): Box => ({ left, top, width, height })

interface Shared {
  scale: number
  live: LiveBox
  take: (event: PointerEvent<HTMLElement>, key: string, handle?: Handle) => void
  readOnly: boolean
}
interface ItemProps<B extends CanvasBox> extends Shared {
  box: B
  selected: boolean
  render: (box: B) => ReactNode
  select: (key: string) => void
}
const BoxItem = memo(function BoxItem<B extends CanvasBox>({ box, scale, live, take, select, render, selected, readOnly }: ItemProps<B>) {
  const { t } = useTranslation()
  const held = useHeld(live, box.key)
  const { left, top, width, height } = held?.box ?? box
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move it
    <div
      className="canvas-box"
      role="group"
      tabIndex={0}
      aria-label={`${box.label}, ${geometryText(box, t)}`}
      aria-current={selected || undefined}
      data-key={box.key}
      data-held={held !== undefined || undefined}
      data-fixed={readOnly || box.locked || undefined}
      style={{ transform: `translate(${left * scale}px, ${top * scale}px)`, width: width * scale, height: height * scale }}
      onPointerDown={(event) => take(event, box.key)}
      onFocus={() => select(box.key)}
    >
      <div className="canvas-in" inert style={{ width, height }}>
        <Content box={box} width={width} height={height} render={render} />
      </div>
    </div>
  )
}) as <B extends CanvasBox>(props: ItemProps<B>) => ReactNode

/** Drawn anew only when the box itself changes or its size does: not while it is moved. */
const Content = memo(function Content<B extends CanvasBox>({
  box,
  width,
  height,
  render,
}: {
  box: B
  width: number
  height: number
  render: (box: B) => ReactNode
}) {
  return render(width === box.width && height === box.height ? box : { ...box, width, height })
}) as <B extends CanvasBox>(props: { box: B; width: number; height: number; render: (box: B) => ReactNode }) => ReactNode

/** Boxes with a smaller side have handles at their corners alone, outside of them; pixels of the screen. */
const smallSide = 44
/** Around the selected box, over all others, with handles and the lines that it is aligned with. */
function Frame({ box, size, scale, live, take, readOnly }: Shared & { box: CanvasBox; size: Size }) {
  const held = useHeld(live, box.key)
  const { left, top, width, height } = held?.box ?? box
  const still = readOnly || box.locked === true
  // Handles would cover a small box, and nobody could take the box itself.
  const small = { x: width * scale < smallSide, y: height * scale < smallSide }
  const shown = handleNames.filter((name) => (handles[name].x !== 0 || !small.x) && (handles[name].y !== 0 || !small.y))
  return (
    <>
      {held?.guides.map(({ axis, at }) => (
        <i
          key={`${axis}${at}`}
          className="canvas-guide"
          data-axis={axis}
          style={
            axis === 'x'
              ? { transform: `translateX(${at * scale}px)`, height: size.height * scale }
              : { transform: `translateY(${at * scale}px)`, width: size.width * scale }
          }
        />
      ))}
      <div
        className="canvas-frame"
        data-refused={held?.refused || undefined}
        data-still={still || undefined}
        data-small={small.x || small.y || undefined}
        style={{ transform: `translate(${left * scale}px, ${top * scale}px)`, width: width * scale, height: height * scale }}
      >
        {!still &&
          box.resizable !== false &&
          shown.map((name) => (
            <i key={name} className="canvas-handle" data-handle={name} aria-hidden onPointerDown={(event) => take(event, box.key, name)} />
          ))}
        {held !== undefined && (
          <span className="canvas-figures">
            {left}, {top} · {width} × {height}
          </span>
        )}
      </div>
    </>
  )
}

function useBoxKeys<B extends CanvasBox>(now: { current: Props<B> & { live: LiveBox } }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { boxes, selected, onSelect, onRemove, onChange, readOnly, size, inside, least = leastSide, allow, live } = now.current
      const box = boxes.find((one) => one.key === selected)
      if (box === undefined || live.get() !== undefined || event.altKey || keysBelongElsewhere(event)) return
      if (event.key === 'Escape') {
        event.preventDefault()
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        return onSelect(undefined)
      }
      if (readOnly === true) return
      if (event.key === 'Delete' || event.key === 'Backspace') {
        if (onRemove === undefined) return
        event.preventDefault()
        return onRemove(box.key)
      }
      const way = arrows[event.key]
      // Elsewhere, arrows belong to what has the focus; a list of the boxes may say that it has no use for them.
      const at = document.activeElement
      const isHere = at === null || at === document.body || at.closest('.canvas, [data-moves-boxes]') !== null
      if (way === undefined || box.locked === true || !isHere) return
      event.preventDefault()
      const resize = event.ctrlKey || event.metaKey
      if (resize && box.resizable === false) return
      const step = event.shiftKey ? steps.shift : steps.plain
      const { left, top, width, height } = box
      const next = resize
        ? { left, top, width: Math.max(least, width + way.x * step), height: Math.max(least, height + way.y * step) }
        : { left: left + way.x * step, top: top + way.y * step, width, height }
      const placed =
        inside === true
          ? clampInto({ ...next, width: Math.min(next.width, size.width), height: Math.min(next.height, size.height) }, size)
          : next
      if (!sameBox(placed, box) && (allow?.(box.key, placed) ?? true)) onChange(box.key, placed, `key:${box.key}`)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [now])
}
