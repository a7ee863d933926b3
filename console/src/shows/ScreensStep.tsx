/** The first step: which screens there are, and how they stand to each other (specification 3 §2, §3). */
import { keysOf } from '@endcap/contract/typed-object'
import { panelSizes, type PanelType } from '@endcap/signage/models'
import { windowOf, type Box, type Panel } from '@endcap/signage/shows'
import { IconPlus, IconRotateClockwise2, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BoxCanvas } from '../canvas/BoxCanvas.tsx'
import type { CanvasBox } from '../canvas/canvas-box.ts'
import { NumberField } from '../form/NumberField.tsx'
import { boundsOf, isFree, maxPanels, showGrid, turned, withPanel, type ShowDraft } from './show-draft.ts'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './shows.module.css'

export interface StepProps {
  draft: ShowDraft
  change: (next: (now: ShowDraft) => ShowDraft, group?: string) => void
  readOnly: boolean
}
interface ScreenBox extends CanvasBox {
  panel: Panel
  number: number
}
const types = Object.keys(panelSizes).map(Number) as PanelType[]
/** Room around the screens to move them in, pixels; it grows in such steps. */
const room = { width: 1920, height: 540 }
const farthest = 32_768
const keyOf = (place: number) => `screen-${place}`
const placeOf = (key: string) => Number(key.slice(keyOf(0).length - 1))

const draw = ({ panel, number }: ScreenBox) => (
  <span className={styles.showScreen} data-type={panel.type}>
    <b>{number}</b>
    <i style={{ rotate: `${panel.rotation}deg` }}>▲</i>
  </span>
)

export function ScreensStep({ draft, change, readOnly }: StepProps) {
  const { t } = useTranslation()
  const [selected, setSelected] = useState<string>()
  const { device } = draft
  const boxes = useMemo(
    () =>
      device.map((panel, place): ScreenBox => ({
        ...windowOf(panel),
        key: keyOf(place),
        label: t('shows.screenLabel', { number: place + 1, type: panel.type, rotation: panel.rotation }),
        resizable: false,
        panel,
        number: place + 1,
      })),
    [device, t],
  )
  const bounds = boundsOf(device)
  const grown = (end: number, step: number) => Math.min(farthest, (Math.floor(end / step) + 1) * step + step / 2)
  const size = {
    width: grown(bounds === undefined ? 0 : bounds.left + bounds.width, room.width),
    height: grown(bounds === undefined ? 0 : bounds.top + bounds.height, room.height),
  }
  const place = device.findIndex((_, index) => keyOf(index) === selected)
  const panel = device[place]
  const put = (at: number, next: Panel, group?: string) =>
    change((now) => (isFree(now.device, at, next) ? { ...now, device: now.device.with(at, next) } : now), group)
  const remove = (key: string) => {
    const gone = placeOf(key)
    change((now) => ({ ...now, device: now.device.filter((_, index) => index !== gone) }))
    setSelected(undefined)
  }
  const allow = useCallback(
    (key: string, box: Box) => {
      const at = placeOf(key)
      const one = device[at]
      return one !== undefined && isFree(device, at, { ...one, left: box.left, top: box.top })
    },
    [device],
  )
  return (
    <div className={styles.showStep}>
      <div className={styles.showTools} role="toolbar" aria-label={t('shows.step.0')}>
        {!readOnly && (
          <AddScreen
            isFull={device.length >= maxPanels}
            onAdd={(type) => {
              change((now) => withPanel(now, type))
              setSelected(keyOf(device.length))
            }}
          />
        )}
        <span className={helpers.grow} />
        {panel !== undefined && !readOnly && (
          <>
            <Button onClick={() => change((now) => turned(now, place))}>
              <IconRotateClockwise2 size={15} stroke={1.7} />
              {t('shows.rotate')}
            </Button>
            <Button onClick={() => remove(keyOf(place))}>
              <IconTrash size={15} stroke={1.7} />
              {t('shows.removeScreen')}
            </Button>
          </>
        )}
      </div>
      <div className={styles.showCanvas} data-grid-lines>
        <BoxCanvas
          label={t('shows.screensCanvas')}
          size={size}
          boxes={boxes}
          selected={selected}
          onSelect={setSelected}
          onChange={(key, { left, top }, group) => {
            const one = device[placeOf(key)]
            if (one !== undefined) put(placeOf(key), { ...one, left, top }, group)
          }}
          onRemove={remove}
          render={draw}
          readOnly={readOnly}
          allow={allow}
          grid={showGrid}
          maxHeight={460}
          inside
        />
      </div>
      {device.length === 0 ? (
        <p className={helpers.aside}>{t('shows.noScreens')}</p>
      ) : panel === undefined ? (
        <p className={helpers.aside}>{t('shows.screensHint')}</p>
      ) : (
        <PanelFields
          panel={panel}
          number={place + 1}
          readOnly={readOnly}
          onChange={(name, value) => put(place, { ...panel, [name]: value }, `${name}:${place}`)}
        />
      )}
    </div>
  )
}

/** A button for each kind of screen. */
function AddScreen({ isFull, onAdd }: { isFull: boolean; onAdd: (type: PanelType) => void }) {
  const { t } = useTranslation()
  return types.map((type) => (
    <Button key={type} disabled={isFull} onClick={() => onAdd(type)}>
      <IconPlus size={15} stroke={1.7} />
      {t('shows.addScreen', { type, width: panelSizes[type].width, height: panelSizes[type].height })}
    </Button>
  ))
}

interface FieldsProps {
  panel: Panel
  number: number
  readOnly: boolean
  onChange: (name: Side, value: number) => void
}
/** At least so many pixels. */
const minOf = { left: 0, top: 0, width: 8, height: 8 }
type Side = keyof typeof minOf
/** Where a screen hangs and how large it is, in numbers. */
function PanelFields({ panel, number, readOnly, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { type, rotation } = panel
  return (
    <div className={styles.showFields} role="group" aria-label={t('shows.screenLabel', { number, type, rotation })}>
      <b>{t('shows.screenNumber', { number })}</b>
      <span>{t('shows.screenType', { type, rotation })}</span>
      {keysOf(minOf).map((name) => (
        <NumberField
          key={name}
          label={t(`shows.${name}`)}
          value={panel[name]}
          min={minOf[name]}
          max={farthest}
          readOnly={readOnly}
          onChange={(value) => onChange(name, value)}
          unit="px"
        />
      ))}
    </div>
  )
}
