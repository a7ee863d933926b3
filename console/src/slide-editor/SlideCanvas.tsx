/** The slide with its objects as boxes, as large as it is chosen to be shown. */
import { useState, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BoxCanvas } from '../canvas/BoxCanvas.tsx'
import type { CanvasBox } from '../canvas/canvas-box.ts'
import { scaleFor, type Box, type Size } from '../canvas/geometry.ts'
import type { LiveBox } from '../canvas/live-box.ts'
import { useZoom, useZoomKeys } from '../canvas/use-zoom.ts'
import { ZoomBar } from '../canvas/ZoomBar.tsx'
import { Tick } from '../ui/inputs.tsx'
import { useObjectName } from './ObjectPanel.tsx'
import { autoSized, changeObject, togetherWith, type EditorObject, type EditorSlide } from './slides.ts'
import { ObjectView, useStage } from './stage.tsx'
import type { Editor } from './use-editor.ts'
import type { ObjectActions } from './use-object-actions.ts'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './slide-editor.module.css'

type ObjectBox = CanvasBox & { object: EditorObject }
/** Always the same function: what did not change is not drawn anew. */
const draw = ({ object, width, height }: ObjectBox): ReactNode => (
  <ObjectView object={width === object.width && height === object.height ? object : { ...object, width, height }} how="edit" />
)

/** The objects as boxes of the canvas: what did not change stays the same box, and is not drawn anew. */
function useObjectBoxes(objects: readonly EditorObject[]): ObjectBox[] {
  const { t } = useTranslation()
  const nameOf = useObjectName()
  const [known] = useState(() => new WeakMap<EditorObject, ObjectBox>())
  return objects.map((object): ObjectBox => {
    const { key, left, top, width, height, type, autoSize, locked = false } = object
    const label = `${t(`slideEditor.type.${type}`)} ${nameOf(object)}`
    const before = known.get(object)
    if (before?.label === label) return before
    const keepRatio = type === 'image' || type === 'video' || autoSize === true
    const box = { key, label, object, left, top, width, height, keepRatio, locked }
    known.set(object, box)
    return box
  })
}

/** Left empty beside the canvas, pixels of the screen: the padding of `editorGround`. */
const beside = 48
const zoomOptions = {
  scales: [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 4],
  // Half as large, or smaller where there is no room for that.
  fits: (screen: Size, { width }: Size) => scaleFor(screen, width > beside ? { width: width - beside } : {}),
}
const percent = (scale: number) => `${Math.round(scale * 100)} %`
/** Pixels of the screen. */
const gridPixels = 10

interface Props {
  editor: Editor
  slide: EditorSlide
  actions: ObjectActions
  live: LiveBox
  readOnly: boolean
}
export function SlideCanvas({ editor, slide, actions, live, readOnly }: Props) {
  const { t } = useTranslation()
  const { screen } = useStage()
  const { keys, select, object, slides } = editor
  const boxes = useObjectBoxes(slide.object)
  const zoom = useZoom(screen, zoomOptions)
  const { ref, scale } = zoom
  useZoomKeys(zoom)
  const [grid, setGrid] = useState(false)
  const place = (key: string, box: Box, group?: string) => {
    const before = slide.object.find((one) => one.key === key)
    const size = before?.autoSize === true && box.width !== before.width ? autoSized(box.width, screen) : {}
    editor.change((now) => changeObject(now, key, { ...box, ...size }), group)
  }
  /** One of a group, by itself. */
  const selectAlone = ({ target }: MouseEvent) => {
    const key = target instanceof Element ? target.closest('[data-key]')?.getAttribute('data-key') : undefined
    if (key != null) select([key])
  }
  return (
    <>
      <div className={styles.editorGround} ref={ref} onDoubleClick={selectAlone}>
        <BoxCanvas
          label={t('slideEditor.canvas', { number: slides.indexOf(slide) + 1 })}
          size={screen}
          boxes={boxes}
          selected={object?.key}
          onSelect={(key) => select(key === undefined ? [] : [key])}
          onChange={place}
          many={{ keys, onSelect: select, onMove: actions.place, onRemove: actions.remove, together: (key) => togetherWith(slide, key) }}
          render={draw}
          readOnly={readOnly}
          background={slide.bgColor}
          live={live}
          scale={scale}
          {...(grid && {
            grid: gridPixels,
            ground: <i className={styles.grid} style={{ ...screen, backgroundSize: `${gridPixels}px ${gridPixels}px` }} />,
          })}
        />
      </div>
      <div className={styles.groundFoot}>
        <label className={editorStyles.checkLine}>
          <Tick checked={grid} onChange={({ currentTarget }) => setGrid(currentTarget.checked)} />
          {t('slideEditor.grid', { pixels: gridPixels })}
        </label>
        <span className={helpers.grow} />
        <ZoomBar zoom={zoom} nameOf={percent} fitName={t('slideEditor.fit', { percent: percent(scale) })} />
      </div>
    </>
  )
}
