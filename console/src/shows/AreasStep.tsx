/** The second step: areas of the screens, and what they play when (specification 3 §2, §3). */
import type { SignageContent } from '@endcap/contract/contents'
import { itemAt, windowOf, type Box } from '@endcap/signage/shows'
import { Menu } from '@mantine/core'
import {
  IconBoxMultiple,
  IconChevronDown,
  IconLayersIntersect2,
  IconPencilPlus,
  IconPlus,
  IconStackBack,
  IconTrash,
} from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../theme/slide-editor.css'
import '../theme/shows.css'
import { BoxCanvas, type CanvasBox } from '../canvas/BoxCanvas.tsx'
import { useThumb } from '../contents/index.ts'
import { NumberField } from '../form/NumberField.tsx'
import { notify } from '../ui/notify.ts'
import { moved } from '../ui/moved.ts'
import { DrawLayer } from './DrawLayer.tsx'
import { GridMenu } from './GridMenu.tsx'
import { ItemFields } from './ItemFields.tsx'
import { Library } from './Library.tsx'
import type { StepProps } from './ScreensStep.tsx'
import { canvasOf, mostAreas, showGrid, type Area } from './show-draft.ts'
import { added, appended } from './time.ts'
import { TimeBoard, type Chosen } from './TimeBoard.tsx'

interface AreaBox extends CanvasBox {
  number: number
  content: SignageContent | undefined
  fit: 'contain' | 'cover' | 'fill'
}
const keyOf = (place: number) => `area-${place}`
const placeOf = (key: string | undefined) => (key === undefined ? -1 : Number(key.slice(keyOf(0).length - 1)))
const draw = (box: AreaBox) => <AreaDrawn {...box} />

/** What the area shows at the time on the axis, as a small picture. */
function AreaDrawn({ number, content, fit }: AreaBox) {
  return (
    <span className="show-area-box">
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
  const [selected, setSelected] = useState<string>()
  const [drawing, setDrawing] = useState(false)
  const [chosen, setChosen] = useState<Chosen>()
  const [seconds, setSeconds] = useState(0)
  const { areas, device } = draft
  const duration = Number.isInteger(draft.duration) && draft.duration >= 1 ? draft.duration : 1
  const size = canvasOf(draft)
  const boxes = useMemo(
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
  const place = areas[placeOf(selected)] === undefined ? -1 : placeOf(selected)
  const area = areas[place]
  const select = useCallback((key: string | undefined) => {
    setSelected(key)
    setChosen(undefined)
  }, [])
  const changeAreas = (next: (now: readonly Area[]) => readonly Area[], group?: string) =>
    change((now) => ({ ...now, areas: next(now.areas) }), group)
  const put = (at: number, part: Partial<Area>, group?: string) =>
    changeAreas((now) => (now[at] === undefined ? now : now.with(at, { ...now[at], ...part })), group)
  const addArea = (box: Box) => {
    if (areas.length >= mostAreas) return
    changeAreas((now) => [...now, { ...box, items: [] }])
    setSelected(keyOf(areas.length))
    setDrawing(false)
  }
  const remove = (key: string) => {
    changeAreas((now) => now.filter((_, index) => index !== placeOf(key)))
    setSelected(undefined)
    setChosen(undefined)
  }
  const reorder = (to: number) => {
    changeAreas((now) => moved(now, place, to))
    setSelected(keyOf(to))
    setChosen(undefined)
  }
  /** Into an area at a time, or behind what is there. */
  const addContent = (content: SignageContent, target: number, at?: number) => {
    const items = areas[target]?.items
    if (items === undefined) return void notify(t('shows.noArea'), 'bad')
    const item = { id: content.id, duration: Math.max(1, content.duration), fit: 'contain' as const, mute: false }
    const next = at === undefined ? appended(items, item, duration) : added(items, item, at, duration)
    if (next === undefined) return void notify(t('shows.areaFull', { number: target + 1 }), 'bad')
    put(target, { items: next })
    const fresh = next.find((one) => !items.includes(one))
    if (fresh !== undefined) setChosen({ area: target, start: fresh.start })
    setSelected(keyOf(target))
  }
  const setGrid = (next: { draft: typeof draft; lost: number }) => {
    change(() => next.draft)
    setSelected(undefined)
    setChosen(undefined)
    if (next.lost > 0) void notify(t('shows.lostItems', { count: next.lost }), 'bad')
  }
  const field = (name: 'left' | 'top' | 'width' | 'height') =>
    area !== undefined && (
      <NumberField
        label={t(`shows.${name}`)}
        value={area[name]}
        least={name === 'left' || name === 'top' ? 0 : 8}
        most={
          { left: size.width - area.width, top: size.height - area.height, width: size.width - area.left, height: size.height - area.top }[
            name
          ]
        }
        readOnly={readOnly}
        onChange={(value) => put(place, { [name]: value }, `${name}:${place}`)}
        unit="px"
      />
    )
  const ground = (
    <>
      {device.map((panel, index) => {
        const { left, top, width, height } = windowOf(panel)
        // oxlint-disable-next-line react/no-array-index-key -- a screen is its number
        return <i key={index} className="show-window" style={{ left, top, width, height }} />
      })}
    </>
  )
  return (
    <div className="show-step show-two">
      <div className="show-work">
        <div className="show-tools" role="toolbar" aria-label={t('shows.areas')}>
          {!readOnly && (
            <>
              <button type="button" className="btn" onClick={() => addArea(freshBox(size, areas.length))}>
                <IconPlus size={15} stroke={1.7} />
                {t('shows.addArea')}
              </button>
              <button type="button" className="btn" aria-pressed={drawing} onClick={() => setDrawing(!drawing)}>
                <IconPencilPlus size={15} stroke={1.7} />
                {t('shows.draw')}
              </button>
              <GridMenu draft={draft} onGrid={setGrid} />
            </>
          )}
          <span className="grow" />
          {area !== undefined && !readOnly && (
            <>
              <Menu position="bottom-end" shadow="md">
                <Menu.Target>
                  <button type="button" className="btn">
                    <IconLayersIntersect2 size={15} stroke={1.7} />
                    {t('shows.order')}
                    <IconChevronDown size={14} />
                  </button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item
                    leftSection={<IconBoxMultiple size={16} stroke={1.6} />}
                    disabled={place === areas.length - 1}
                    onClick={() => reorder(areas.length - 1)}
                  >
                    {t('shows.toFront')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconStackBack size={16} stroke={1.6} />} disabled={place === 0} onClick={() => reorder(0)}>
                    {t('shows.toBack')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
              <button type="button" className="btn" onClick={() => remove(keyOf(place))}>
                <IconTrash size={15} stroke={1.7} />
                {t('shows.removeArea')}
              </button>
            </>
          )}
        </div>
        <DrawLayer size={size} active={drawing} onBox={addArea} onCancel={() => setDrawing(false)}>
          <BoxCanvas
            label={t('shows.areasCanvas')}
            size={size}
            boxes={boxes}
            selected={selected}
            onSelect={select}
            onChange={(key, box, group) => put(placeOf(key), box, group)}
            onRemove={chosen === undefined ? remove : undefined}
            render={draw}
            readOnly={readOnly}
            grid={showGrid}
            mostHeight={300}
            ground={ground}
            inside
          />
        </DrawLayer>
        {area !== undefined && (
          <div className="show-fields" role="group" aria-label={t('shows.area', { number: place + 1 })}>
            <b>{t('shows.area', { number: place + 1 })}</b>
            {field('left')}
            {field('top')}
            {field('width')}
            {field('height')}
          </div>
        )}
        {areas.length === 0 ? (
          <p className="aside">{t('shows.noAreas')}</p>
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
            onChoose={(next) => {
              setChosen(next)
              if (next !== undefined) setSelected(keyOf(next.area))
            }}
            onArea={(at) => select(keyOf(at))}
            onItems={(changes, group) =>
              changeAreas(
                (now) => now.map((one, index) => (changes.has(index) ? { ...one, items: changes.get(index) ?? one.items } : one)),
                group,
              )
            }
            onDrop={addContent}
          />
        )}
      </div>
      <aside className="show-side">
        {chosen !== undefined && areas[chosen.area]?.items.some(({ start }) => start === chosen.start) && (
          <ItemFields
            items={areas[chosen.area]?.items ?? []}
            start={chosen.start}
            duration={duration}
            contents={contents}
            readOnly={readOnly}
            onItems={(items, start, group) => {
              put(chosen.area, { items }, group)
              setChosen(start === undefined ? undefined : { area: chosen.area, start })
            }}
          />
        )}
        {!readOnly && <Library target={place < 0 ? (areas.length === 1 ? 0 : undefined) : place} onAdd={addContent} />}
      </aside>
    </div>
  )
}

/** A new area lies in the middle, each a little farther than the one before. */
function freshBox({ width, height }: { width: number; height: number }, count: number): Box {
  const [w, h] = [
    Math.max(8, Math.round(width / 3 / showGrid) * showGrid),
    Math.max(8, Math.min(height, Math.round(height / 2 / showGrid) * showGrid)),
  ]
  const shift = (count % 5) * 2 * showGrid
  return { left: Math.min(width - w, shift), top: Math.min(height - h, shift), width: Math.min(w, width), height: Math.min(h, height) }
}
