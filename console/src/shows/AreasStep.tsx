/** The second step: areas of the screens, and what they play when (specification 3 §2, §3). */
import type { SignageContent } from '@endcap/contract/contents'
import { itemAt, windowOf, type Box } from '@endcap/signage/shows'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BoxCanvas } from '../canvas/BoxCanvas.tsx'
import type { CanvasBox } from '../canvas/canvas-box.ts'
import { useThumb } from '../contents/index.ts'
import { AreaFields } from './AreaFields.tsx'
import { AreaTools } from './AreaTools.tsx'
import { DrawLayer } from './DrawLayer.tsx'
import { ItemFields } from './ItemFields.tsx'
import { Library } from './Library.tsx'
import type { StepProps } from './ScreensStep.tsx'
import { canvasOf, freshBox, showGrid, type Area, type ShowDraft } from './show-draft.ts'
import { TimeBoard } from './TimeBoard.tsx'
import { keyOf, placeOf, useAreas } from './use-areas.ts'
import { clsx } from 'clsx'
import helpers from '../ui/helpers.module.css'
import styles from './shows.module.css'

interface AreaBox extends CanvasBox {
  number: number
  content: SignageContent | undefined
  fit: 'contain' | 'cover' | 'fill'
}
const draw = (box: AreaBox) => <AreaDrawn {...box} />

/** What the area shows at the time on the axis, as a small picture. */
function AreaDrawn({ number, content, fit }: AreaBox) {
  return (
    <span className={styles.showAreaBox}>
      {content !== undefined && <AreaPicture content={content} fit={fit} />}
      <b>{number}</b>
    </span>
  )
}
function AreaPicture({ content, fit }: { content: SignageContent; fit: AreaBox['fit'] }) {
  const picture = useThumb(content)
  return picture === undefined ? <em>{content.name}</em> : <img src={picture} alt="" style={{ objectFit: fit }} />
}

interface Props extends StepProps {
  contents: ReadonlyMap<string, SignageContent>
}

export function AreasStep({ draft, change, readOnly, contents }: Props) {
  const { t } = useTranslation()
  const [drawing, setDrawing] = useState(false)
  const [seconds, setSeconds] = useState(0)
  const { areas, device } = draft
  const duration = Number.isInteger(draft.duration) && draft.duration >= 1 ? draft.duration : 1
  const size = canvasOf(draft)
  const deeds = useAreas(draft, change, duration)
  const { selected, chosen, place, changeAreas, put, remove } = deeds
  const area = areas[place]
  const addArea = (box: Box) => {
    if (deeds.add(box)) setDrawing(false)
  }
  const boxes = useBoxes(areas, seconds, contents)
  return (
    <div className={clsx(styles.showStep, styles.showTwo)}>
      <div className={styles.showWork}>
        <AreaTools
          draft={draft}
          place={place}
          drawing={drawing}
          readOnly={readOnly}
          onAdd={() => addArea(freshBox(draft))}
          onDraw={() => setDrawing(!drawing)}
          onGrid={deeds.setGrid}
          onOrder={deeds.reorder}
          onRemove={() => remove(keyOf(place))}
        />
        <DrawLayer size={size} active={drawing} onBox={addArea} onCancel={() => setDrawing(false)}>
          <BoxCanvas
            label={t('shows.areasCanvas')}
            size={size}
            boxes={boxes}
            selected={selected}
            onSelect={deeds.select}
            onChange={(key, box, group) => put(placeOf(key), box, group)}
            onRemove={chosen === undefined ? remove : undefined}
            render={draw}
            readOnly={readOnly}
            grid={showGrid}
            maxHeight={300}
            ground={<Windows device={device} />}
            inside
          />
        </DrawLayer>
        {area === undefined ? (
          areas.length > 0 && <div className={styles.showFields}>{t('shows.noArea')}</div>
        ) : (
          <AreaFields
            area={area}
            number={place + 1}
            size={size}
            readOnly={readOnly}
            onChange={(name, value) => put(place, { [name]: value }, `${name}:${place}`)}
          />
        )}
        {areas.length === 0 ? (
          <p className={helpers.aside}>{t('shows.noAreas')}</p>
        ) : (
          <TimeBoard
            areas={areas}
            duration={duration}
            contents={contents}
            chosen={chosen}
            selectedArea={place}
            seconds={Math.min(seconds, duration)}
            readOnly={readOnly}
            onSeconds={setSeconds}
            onDuration={(seconds) => change((now) => ({ ...now, duration: seconds }))}
            onChoose={deeds.choose}
            onArea={(at) => deeds.select(keyOf(at))}
            onItems={(changes, group) =>
              changeAreas(
                (now) => now.map((one, index) => (changes.has(index) ? { ...one, items: changes.get(index) ?? one.items } : one)),
                group,
              )
            }
            onDrop={deeds.addContent}
          />
        )}
      </div>
      <aside className={styles.showSide}>
        <ChosenItem areas={areas} deeds={deeds} duration={duration} contents={contents} readOnly={readOnly} />
        {!readOnly && <Library target={place < 0 ? (areas.length === 1 ? 0 : undefined) : place} onAdd={deeds.addContent} />}
      </aside>
    </div>
  )
}

interface ItemProps extends Pick<Props, 'contents' | 'readOnly'> {
  areas: readonly Area[]
  deeds: ReturnType<typeof useAreas>
  duration: number
}
/** What can be said of the chosen item; as high without one, so that the library below it stays where it is. */
function ChosenItem({ areas, deeds, duration, contents, readOnly }: ItemProps) {
  const { t } = useTranslation()
  const { chosen, put, setChosen } = deeds
  const items = (chosen && areas[chosen.area]?.items) ?? []
  if (chosen !== undefined && items.some(({ start }) => start === chosen.start))
    return (
      <ItemFields
        items={items}
        start={chosen.start}
        duration={duration}
        contents={contents}
        readOnly={readOnly}
        onItems={(next, start, group) => {
          put(chosen.area, { items: next }, group)
          setChosen(start === undefined ? undefined : { area: chosen.area, start })
        }}
      />
    )
  return readOnly ? null : (
    <section className={styles.showItem} aria-label={t('shows.item')}>
      <p className={helpers.aside}>{t('shows.noItem')}</p>
    </section>
  )
}

/** The screens under the areas. */
const Windows = ({ device }: { device: ShowDraft['device'] }) =>
  device.map((panel, index) => {
    const { left, top, width, height } = windowOf(panel)
    // oxlint-disable-next-line react/no-array-index-key -- a screen is its number
    return <i key={index} className={styles.showWindow} style={{ left, top, width, height }} />
  })

/** The areas as the canvas draws them, each with what it shows at a time. */
function useBoxes(areas: readonly Area[], seconds: number, contents: Props['contents']): AreaBox[] {
  const { t } = useTranslation()
  return useMemo(
    () =>
      areas.map(({ left, top, width, height, items }, place): AreaBox => {
        const item = itemAt(items, seconds)
        return {
          left,
          top,
          width,
          height,
          key: keyOf(place),
          number: place + 1,
          label: t('shows.area', { number: place + 1 }),
          content: item && contents.get(item.id),
          fit: item?.fit ?? 'contain',
        }
      }),
    [areas, seconds, contents, t],
  )
}
