/** The panel as the server draws it, with the elements as boxes over it. */
import { IconRulerMeasure } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BoxCanvas } from '../canvas/BoxCanvas.tsx'
import type { CanvasBox } from '../canvas/canvas-box.ts'
import type { Box } from '../canvas/geometry.ts'
import type { LiveBox } from '../canvas/live-box.ts'
import { boxOf, type EditorElement } from './model.ts'
import { nameOfElement } from './names.ts'
import type { Actions } from './use-actions.ts'
import type { Designer } from './use-designer.ts'
import type { DesignFinding, DesignMark, Drawn } from './use-drawn.ts'
import type { Zoom } from '../canvas/use-zoom.ts'
import { ZoomBar } from '../canvas/ZoomBar.tsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './layout-designer.module.css'

interface Props {
  designer: Designer
  actions: Actions
  zoom: Zoom
  live: LiveBox
  drawn: Drawn
  busy: boolean
  readOnly: boolean
  /** The page is not shown for the product that is looked at. */
  isHidden: boolean
  /** Beside what is said of the label. */
  children: ReactNode
}
type ElementBox = CanvasBox & { type: EditorElement['type'] }
/** What is in a box stands in the picture below. */
const drawBox = (): null => null

export function Artboard({ designer, actions, zoom, live, drawn, busy, readOnly, isHidden, children }: Props) {
  const { t } = useTranslation()
  const { layout, page, elements, keys, scope, select } = designer
  const { ref, scale } = zoom
  const [legend, setLegend] = useState(false)
  const [known] = useState(() => new WeakMap<EditorElement, ElementBox>())
  /** What did not change stays the same, and is not drawn anew. */
  const boxes = elements.map((element): ElementBox => {
    const label = nameOfElement(element, t)
    const before = known.get(element)
    if (before?.label === label) return before
    const { key, type } = element
    const box = { key, type, label, ...boxOf(element), resizable: type !== 'repeat', keepRatio: type === 'image' }
    known.set(element, box)
    return box
  })
  const number = layout.pages.indexOf(page)
  const only = keys.size === 1 ? [...keys][0] : undefined
  const picture = drawn.pictures.get(number)
  return (
    <div className={styles.artboard}>
      <div className={styles.artboardRoom} ref={ref} onDoubleClick={() => enterChosen(designer)}>
        <BoxCanvas
          label={t('layoutDesigner.artboard', { number: number + 1 })}
          size={actions.panel}
          boxes={boxes}
          selected={only}
          onSelect={(key) => select(key === undefined ? [] : [key])}
          onChange={actions.placeOne}
          many={{ keys, onSelect: select, onMove: actions.place, onRemove: actions.remove }}
          render={drawBox}
          readOnly={readOnly}
          minSide={1}
          scale={scale}
          background={grounds[page.background]}
          live={live}
          ground={
            <div className={styles.artboardGround} style={{ width: layout.width, height: layout.height }}>
              {picture !== undefined && (
                <img src={picture} alt="" width={layout.width} height={layout.height} draggable={false} data-drawn />
              )}
              <Turns designer={designer} />
              <FindingFrames findings={drawn.findings} layout={drawn.layout} page={number} />
              {legend && <Legend marks={drawn.marks} page={number} />}
            </div>
          }
        />
      </div>
      <div className={styles.artboardFoot}>
        {scope.repeat !== undefined && <Button onClick={() => designer.enter(undefined)}>{t('layoutDesigner.leave')}</Button>}
        {isHidden && <span className={styles.artboardNote}>{t('layoutDesigner.pageHidden')}</span>}
        <span className={styles.artboardBusy} role="status">
          {busy && <span className={helpers.screenReader}>{t('layoutDesigner.drawing')}</span>}
          {busy && <i aria-hidden />}
        </span>
        <span className={helpers.grow} />
        {children}
        <Button look="ghost" aria-pressed={legend} onClick={() => setLegend(!legend)}>
          <IconRulerMeasure size={15} stroke={1.7} />
          {t('layoutDesigner.legend')}
        </Button>
        <ZoomBar
          zoom={zoom}
          nameOf={(one) => `${one}×`}
          fitName={t('layoutDesigner.fit', { scale: scale < 1 ? `1/${Math.round(1 / scale)}` : scale })}
        />
      </div>
    </div>
  )
}

/** Before the first picture is there. */
const grounds = { white: '#fff', black: '#000', red: '#f00', yellow: '#ffd800', blue: '#24509e', green: '#2a7040', orange: '#c05a1e' }

function enterChosen({ chosen, enter }: Designer): void {
  const [one] = chosen
  if (chosen.length === 1 && one?.type === 'repeat') enter(one.key)
}

const placed = ({ left, top, width, height }: Box) => ({ left, top, width, height })

/** The further turns of repeats, as faint frames: of those that are selected, or of what is edited inside of one. */
function Turns({ designer: { elements, chosen, page, scope } }: { designer: Designer }) {
  const repeat = page.elements.find((one) => one.key === scope.repeat)
  const shown =
    repeat?.type === 'repeat'
      ? elements.map((one) => ({ one, repeat }))
      : chosen.flatMap((one) => (one.type === 'repeat' ? [{ one, repeat: one }] : []))
  return shown.flatMap(({ one, repeat: { count, dx, dy } }) =>
    Array.from({ length: count - 1 }, (_, turn) => {
      const { left, top, width, height } = boxOf(one)
      const at = { left: left + dx * (turn + 1), top: top + dy * (turn + 1), width, height }
      return <i key={`${one.key} ${turn + 1}`} className={styles.artboardTurn} style={placed(at)} />
    }),
  )
}

/** A red frame around each element that has something wrong, an amber one around those with a warning. */
function FindingFrames({ findings, layout, page }: { findings: readonly DesignFinding[]; layout: Drawn['layout']; page: number }) {
  const all = layout?.pages[page]?.elements.flatMap((one) => (one.type === 'repeat' ? [one, ...one.elements] : [one])) ?? []
  const worst = new Map<string, DesignFinding['level']>()
  for (const { key, level, page: of } of findings) if (key !== undefined && of === page && worst.get(key) !== 'error') worst.set(key, level)
  return all.flatMap((one) => {
    const level = worst.get(one.key)
    return level === undefined
      ? []
      : [<i key={one.key} className={styles.artboardFinding} data-part="artboard-finding" data-level={level} style={placed(boxOf(one))} />]
  })
}

/** How large each text came out. */
function Legend({ marks, page }: { marks: readonly DesignMark[]; page: number }) {
  return marks.flatMap((mark) =>
    mark.page !== page || mark.size === null
      ? []
      : [
          <b
            key={`${mark.key} ${mark.x} ${mark.y}`}
            className={styles.artboardSize}
            style={{ left: `min(${mark.x + mark.w}px, 100% - 20px / var(--s))`, top: mark.y }}
          >
            {Math.round(mark.size)}
          </b>,
        ],
  )
}
