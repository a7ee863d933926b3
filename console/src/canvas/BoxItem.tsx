/** One box of a canvas: it is taken by the pointer, gets the focus, and is drawn anew only when it changes. */
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { geometryText, placed, type CanvasBox, type Takeable } from './canvas-box.ts'
import { heldBox, useHeld } from './live-box.ts'
import canvasStyles from './canvas.module.css'

interface ItemProps<B extends CanvasBox> extends Takeable {
  box: B
  selected: boolean
  render: (box: B) => ReactNode
  select: (key: string) => void
}
/** A box with what is drawn in it. */
export const BoxItem = memo(function BoxItem<B extends CanvasBox>({
  box,
  scale,
  live,
  take,
  select,
  render,
  selected,
  readOnly,
}: ItemProps<B>) {
  const { t } = useTranslation()
  const held = useHeld(live, box.key)
  const at = heldBox(held, box.key) ?? box
  const { width, height } = at
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a box is moved by mouse and by keys
    <div
      className={canvasStyles.canvasBox}
      data-part="canvas-box"
      role="group"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move it
      tabIndex={0}
      aria-label={`${box.label}, ${geometryText(box, t)}`}
      aria-current={selected || undefined}
      data-key={box.key}
      data-held={held !== undefined || undefined}
      data-fixed={readOnly || box.locked || undefined}
      style={placed(at, scale)}
      onPointerDown={(event) => take(event, box.key)}
      onFocus={() => select(box.key)}
    >
      <div className={canvasStyles.canvasIn} inert style={{ width, height }}>
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
