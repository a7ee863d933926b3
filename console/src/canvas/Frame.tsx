/** What lies over the boxes: frames around those that are selected, handles, and the lines that a held one is aligned with. */
import { placed, type CanvasBox, type Takeable } from './canvas-box.ts'
import { handleNames, handles, type Guide, type Size } from './geometry.ts'
import { heldBox, useHeld, type LiveBox } from './live-box.ts'
import canvasStyles from './canvas.module.css'

/** Boxes with a smaller side have handles at their corners alone, outside of them; pixels of the screen. */
const smallSide = 44
/** The lines that a held box is aligned with. */
function Guides({ guides, size, scale }: { guides: readonly Guide[]; size: Size; scale: number }) {
  return guides.map(({ axis, at }) => (
    <i
      key={`${axis}${at}`}
      className={canvasStyles.canvasGuide}
      data-axis={axis}
      style={
        axis === 'x'
          ? { transform: `translateX(${at * scale}px)`, height: size.height * scale }
          : { transform: `translateY(${at * scale}px)`, width: size.width * scale }
      }
    />
  ))
}
/** Around each of several selected boxes. */
export function Frames({ boxes, size, scale, live }: { boxes: readonly CanvasBox[]; size: Size; scale: number; live: LiveBox }) {
  const held = useHeld(live)
  return (
    <>
      <Guides guides={held?.guides ?? []} size={size} scale={scale} />
      {boxes.map((box) => (
        <div key={box.key} className={canvasStyles.canvasFrame} data-one-of style={placed(heldBox(held, box.key) ?? box, scale)} />
      ))}
      {held !== undefined && (
        <div className={canvasStyles.canvasFrame} data-around style={placed(held.box, scale)}>
          <span className={canvasStyles.canvasFigures}>
            {held.box.left}, {held.box.top} · {held.box.width} × {held.box.height}
          </span>
        </div>
      )}
    </>
  )
}

/** Around the selected box, over all others, with handles and the lines that it is aligned with. */
export function Frame({ box, size, scale, live, take, readOnly }: Takeable & { box: CanvasBox; size: Size }) {
  const held = useHeld(live, box.key)
  const at = heldBox(held, box.key) ?? box
  const { left, top, width, height } = at
  const still = readOnly || box.locked === true
  // Handles would cover a small box, and the box itself could not be taken.
  const small = { x: width * scale < smallSide, y: height * scale < smallSide }
  const shown = handleNames.filter((name) => (handles[name].x !== 0 || !small.x) && (handles[name].y !== 0 || !small.y))
  return (
    <>
      <Guides guides={held?.guides ?? []} size={size} scale={scale} />
      <div
        className={canvasStyles.canvasFrame}
        data-refused={held?.refused || undefined}
        data-still={still || undefined}
        data-small={small.x || small.y || undefined}
        style={placed(at, scale)}
      >
        {!still &&
          box.resizable !== false &&
          shown.map((name) => (
            <i
              key={name}
              className={canvasStyles.canvasHandle}
              data-handle={name}
              aria-hidden
              onPointerDown={(event) => take(event, box.key, name)}
            />
          ))}
        {held !== undefined && (
          <span className={canvasStyles.canvasFigures}>
            {left}, {top} · {width} × {height}
          </span>
        )}
      </div>
    </>
  )
}
