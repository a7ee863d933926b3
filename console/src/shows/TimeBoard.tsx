/** What each area plays when, on an axis of seconds: items are dragged, resized and moved by keys, and never lie over each other. */
import type { SignageContent } from '@endcap/contract/contents'
import type { AreaItem } from '@endcap/signage/shows'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { watchWidth } from '../canvas/watch-width.ts'
import { lengthText } from '../ui/format.ts'
import { BlackMarks, BlackTime } from './BlackTime.tsx'
import { contentDrag } from './Library.tsx'
import type { Area } from './show-draft.ts'
import { TimeAxis } from './TimeAxis.tsx'
import { TimeTrack } from './TimeTrack.tsx'
import { useMovedItems } from './use-moved-items.ts'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './shows.module.css'

/** An item by its area and its begin, which no other item of the area has. */
export interface Chosen {
  area: number
  start: number
}
interface Props {
  areas: readonly Area[]
  /** Seconds. */
  duration: number
  contents: ReadonlyMap<string, SignageContent>
  chosen: Chosen | undefined
  selectedArea: number
  /** What the canvas shows. */
  seconds: number
  readOnly: boolean
  onSeconds: (seconds: number) => void
  onDuration: (seconds: number) => void
  onChoose: (chosen: Chosen | undefined) => void
  onArea: (area: number) => void
  /** Of the areas that changed. */
  onItems: (changes: ReadonlyMap<number, AreaItem[]>, group?: string) => void
  onDrop: (content: SignageContent, area: number, at: number) => void
}
const zooms = [1, 2, 4, 8, 16]

export function TimeBoard(props: Props) {
  const { areas, duration, contents, chosen, selectedArea, seconds, readOnly, onSeconds, onChoose, onArea, onItems, onDrop } = props
  const { t } = useTranslation()
  const [zoom, setZoom] = useState(0)
  const [over, setOver] = useState<number>()
  const scroll = useRef<HTMLDivElement>(null)
  const board = useRef<HTMLDivElement>(null)
  const room = useRoom(scroll)
  const perSecond = (Math.max(200, room) / duration) * (zooms[zoom] ?? 1)
  const width = duration * perSecond
  const timeAt = (clientX: number) => {
    const left = board.current?.getBoundingClientRect().left ?? 0
    return Math.max(0, Math.min(duration, (clientX - left) / perSecond))
  }

  // The item that a key moved may change its place among the others: the focus stays with it.
  useEffect(() => {
    const at = document.activeElement
    if (chosen !== undefined && at instanceof HTMLElement && at.closest('[data-item]') !== null && board.current?.contains(at) === true)
      board.current.querySelector<HTMLElement>(`[data-item="${chosen.area}:${chosen.start}"]`)?.focus()
  }, [chosen])
  const moving = useMovedItems({ areas, duration, perSecond, board, onItems, onChoose })
  return (
    <section className={styles.timeBoard} aria-label={t('shows.times')}>
      <div className={styles.timeHead}>
        <h2>{t('shows.times')}</h2>
        <span className={styles.showTime}>
          {lengthText(Math.floor(seconds))} / {lengthText(duration)}
        </span>
        <BlackTime areas={areas} duration={duration} readOnly={readOnly} onDuration={props.onDuration} />
        <span className={helpers.grow} />
        <Button look="ghost" icon aria-label={t('shows.zoomOut')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          <IconZoomOut size={16} stroke={1.7} />
        </Button>
        <Button look="ghost" icon aria-label={t('shows.zoomIn')} disabled={zoom === zooms.length - 1} onClick={() => setZoom(zoom + 1)}>
          <IconZoomIn size={16} stroke={1.7} />
        </Button>
      </div>
      <div className={styles.timeBody}>
        <div className={styles.timeNames}>
          {areas.map(({ items }, area) => (
            // oxlint-disable-next-line react/no-array-index-key -- an area is its number
            <button key={area} type="button" aria-pressed={area === selectedArea} onClick={() => onArea(area)}>
              {t('shows.area', { number: area + 1 })}
              <small>{t('shows.items', { count: items.length })}</small>
            </button>
          ))}
        </div>
        <div className={styles.timeScroll} ref={scroll} tabIndex={0} role="region" aria-label={t('shows.axis')}>
          <div className={styles.timeInner} ref={board} style={{ width }}>
            <BlackMarks areas={areas} duration={duration} perSecond={perSecond} />
            <TimeAxis duration={duration} seconds={seconds} perSecond={perSecond} timeAt={timeAt} onSeconds={onSeconds} />
            {areas.map(({ items }, area) => (
              <TimeTrack
                // oxlint-disable-next-line react/no-array-index-key -- an area is its number
                key={area}
                area={area}
                items={items}
                contents={contents}
                chosen={chosen}
                duration={duration}
                perSecond={perSecond}
                readOnly={readOnly}
                moving={moving}
                onArea={onArea}
                onChoose={onChoose}
                isSelected={area === selectedArea}
                isOver={over === area}
                onOver={(isOver) => setOver((now) => (isOver ? area : now === area ? undefined : now))}
                onDrop={(event) => {
                  event.preventDefault()
                  setOver(undefined)
                  onDrop(JSON.parse(event.dataTransfer.getData(contentDrag)) as SignageContent, area, timeAt(event.clientX))
                }}
              />
            ))}
            <i className={styles.timeNow} style={{ left: seconds * perSecond }} />
          </div>
        </div>
      </div>
    </section>
  )
}

/** How wide an element is, pixels. */
function useRoom(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => (box.current === null ? undefined : watchWidth(box.current, setRoom)), [box])
  return room
}
