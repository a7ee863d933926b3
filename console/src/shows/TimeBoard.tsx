/** What each area plays when, on an axis of seconds: items are dragged, resized and moved by keys, and never lie over each other. */
import type { SignageContent } from '@endcap/contract/contents'
import type { AreaItem } from '@endcap/signage/shows'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState, type DragEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { lengthText } from '../ui/format.ts'
import { contentDrag } from './Library.tsx'
import type { Area } from './show-draft.ts'
import { markSeconds, movedSpan, nearestPlace, sorted, stretchedSpan, withSpan, type Span } from './time.ts'
import { TimeItem, type Grip } from './TimeItem.tsx'

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
  onChoose: (chosen: Chosen | undefined) => void
  onArea: (area: number) => void
  /** Of the areas that changed. */
  onItems: (changes: ReadonlyMap<number, AreaItem[]>, group?: string) => void
  onDrop: (content: SignageContent, area: number, at: number) => void
}
/** Where somebody holds an item: `to` is the area that it would come to lie in. */
interface Held extends Span {
  area: number
  place: number
  to: number
}
const zooms = [1, 2, 4, 8, 16]

export function TimeBoard(props: Props) {
  const { areas, duration, contents, chosen, selectedArea, seconds, readOnly, onSeconds, onChoose, onArea, onItems, onDrop } = props
  const { t } = useTranslation()
  const [room, setRoom] = useState(0)
  const [zoom, setZoom] = useState(0)
  const [held, setHeld] = useState<Held>()
  const [over, setOver] = useState<number>()
  const scroll = useRef<HTMLDivElement>(null)
  const board = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = scroll.current
    if (element === null) return
    const measure = () => setRoom(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const perSecond = (Math.max(200, room) / duration) * (zooms[zoom] ?? 1)
  const width = duration * perSecond
  const mark = markSeconds(perSecond)
  const marks = Array.from({ length: Math.floor(duration / mark) + 1 }, (_, index) => index * mark)
  const timeAt = (clientX: number) => {
    const left = board.current?.getBoundingClientRect().left ?? 0
    return Math.max(0, Math.min(duration, (clientX - left) / perSecond))
  }

  // The item that a key moved may change its place among the others: the focus stays with it.
  useEffect(() => {
    const at = document.activeElement
    if (chosen !== undefined && at instanceof HTMLElement && at.closest('.time-item') !== null && board.current?.contains(at) === true)
      board.current.querySelector<HTMLElement>(`[data-item="${chosen.area}:${chosen.start}"]`)?.focus()
  }, [chosen])

  const commit = (area: number, place: number, span: Span, to = area, group?: string) => {
    const items = areas[area]?.items ?? []
    const item = items[place]
    if (item === undefined) return
    const changes =
      to === area
        ? new Map([[area, withSpan(items, place, span)]])
        : new Map([
            [area, items.filter((_, index) => index !== place)],
            [to, sorted([...(areas[to]?.items ?? []), { ...item, ...span }])],
          ])
    onItems(changes, group)
    onChoose({ area: to, start: span.start })
  }
  const onHold = (area: number, place: number, grip: Grip, by: number, clientY: number) => {
    const items = areas[area]?.items ?? []
    const item = items[place]
    if (item === undefined) return
    if (grip !== 'move') {
      const edge = grip === 'start' ? item.start : item.start + item.duration
      return setHeld({ area, place, to: area, ...stretchedSpan(items, place, grip, edge + by / perSecond, duration) })
    }
    const tracks = [...(board.current?.querySelectorAll<HTMLElement>('[data-track]') ?? [])]
    const found = tracks.findIndex((track) => {
      const { top, bottom } = track.getBoundingClientRect()
      return clientY >= top && clientY < bottom
    })
    const to = found < 0 ? area : found
    const start = item.start + by / perSecond
    if (to === area) return setHeld({ area, place, to, ...movedSpan(items, place, start, duration) })
    const free = nearestPlace(areas[to]?.items ?? [], { start: Math.round(start), duration: item.duration }, duration)
    if (free !== undefined) setHeld({ area, place, to, start: free, duration: item.duration })
  }
  const onLetGo = (isKept: boolean) => {
    if (held !== undefined && isKept) commit(held.area, held.place, { start: held.start, duration: held.duration }, held.to)
    setHeld(undefined)
  }
  const onKey = (area: number, place: number, key: 'left' | 'right', how: { by: number; edge: boolean }) => {
    const items = areas[area]?.items ?? []
    const item = items[place]
    if (item === undefined) return
    const by = key === 'left' ? -how.by : how.by
    const span = how.edge
      ? stretchedSpan(items, place, 'end', item.start + item.duration + by, duration)
      : stepped(items, place, by, duration)
    commit(area, place, span, area, `time:${area}`)
  }
  const remove = (area: number, place: number) => {
    onItems(new Map([[area, (areas[area]?.items ?? []).filter((_, index) => index !== place)]]))
    onChoose(undefined)
  }
  const scrub = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons % 2 === 1) onSeconds(Math.round(timeAt(event.clientX) * 10) / 10)
  }
  const dropping = (area: number) => ({
    onDragOver: (event: DragEvent) => {
      if (readOnly || !event.dataTransfer.types.includes(contentDrag)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy' as const
      if (over !== area) setOver(area)
    },
    onDragLeave: () => setOver((now) => (now === area ? undefined : now)),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(undefined)
      onDrop(JSON.parse(event.dataTransfer.getData(contentDrag)) as SignageContent, area, timeAt(event.clientX))
    },
  })
  return (
    <section className="time-board" aria-label={t('shows.times')}>
      <div className="time-head">
        <h2>{t('shows.times')}</h2>
        <span className="show-time">
          {lengthText(Math.floor(seconds))} / {lengthText(duration)}
        </span>
        <span className="grow" />
        <button
          type="button"
          className="btn ghost icon"
          aria-label={t('shows.zoomOut')}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          <IconZoomOut size={16} stroke={1.7} />
        </button>
        <button
          type="button"
          className="btn ghost icon"
          aria-label={t('shows.zoomIn')}
          disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <IconZoomIn size={16} stroke={1.7} />
        </button>
      </div>
      <div className="time-body">
        <div className="time-names">
          {areas.map(({ items }, area) => (
            // oxlint-disable-next-line react/no-array-index-key -- an area is its number
            <button key={area} type="button" aria-pressed={area === selectedArea} onClick={() => onArea(area)}>
              {t('shows.area', { number: area + 1 })}
              <small>{t('shows.items', { count: items.length })}</small>
            </button>
          ))}
        </div>
        <div className="time-scroll" ref={scroll} tabIndex={0} role="region" aria-label={t('shows.axis')}>
          <div className="time-inner" ref={board} style={{ width }}>
            <div
              className="time-axis"
              role="slider"
              tabIndex={0}
              aria-label={t('shows.preview.time')}
              aria-valuemin={0}
              aria-valuemax={duration}
              aria-valuenow={Math.floor(seconds)}
              aria-valuetext={lengthText(Math.floor(seconds))}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId)
                scrub(event)
              }}
              onPointerMove={scrub}
              onKeyDown={(event) => {
                const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
                if (by === 0) return
                event.preventDefault()
                onSeconds(Math.max(0, Math.min(duration, Math.round(seconds) + by * (event.shiftKey ? 10 : 1))))
              }}
            >
              {marks.map((at) => (
                <span key={at} style={{ left: at * perSecond }}>
                  {lengthText(at)}
                </span>
              ))}
            </div>
            {areas.map(({ items }, area) => (
              <div
                // oxlint-disable-next-line react/no-array-index-key -- an area is its number
                key={area}
                className="time-track"
                data-track
                data-selected={area === selectedArea || undefined}
                data-over={over === area || undefined}
                onPointerDown={(event) => {
                  if (event.target !== event.currentTarget) return
                  onArea(area)
                  onChoose(undefined)
                }}
                {...dropping(area)}
              >
                {items.map((item, place) => {
                  const isHeld = held?.area === area && held.place === place
                  const span = isHeld && held.to === area ? held : item
                  return (
                    <TimeItem
                      // oxlint-disable-next-line react/no-array-index-key -- while it is held its begin changes
                      key={place}
                      item={item}
                      span={span}
                      content={contents.get(item.id)}
                      perSecond={perSecond}
                      isChosen={chosen?.area === area && chosen.start === item.start}
                      isAway={isHeld && held.to !== area}
                      isBeyond={span.start + span.duration > duration}
                      name={`${area}:${item.start}`}
                      readOnly={readOnly}
                      onChoose={() => onChoose({ area, start: item.start })}
                      onHold={(grip, by, clientY) => onHold(area, place, grip, by, clientY)}
                      onLetGo={onLetGo}
                      onKey={(key, how) => onKey(area, place, key, how)}
                      onRemove={() => remove(area, place)}
                    />
                  )
                })}
                {held !== undefined && held.to === area && held.area !== area && (
                  <i className="time-ghost" style={{ left: held.start * perSecond, width: held.duration * perSecond }} />
                )}
              </div>
            ))}
            <i className="time-now" style={{ left: seconds * perSecond }} />
          </div>
        </div>
      </div>
    </section>
  )
}

/** A key goes over a neighbour that is in the way: the nearest free time in its direction. */
function stepped(items: readonly AreaItem[], place: number, by: number, end: number): Span {
  const item = items[place]
  if (item === undefined) return { start: 0, duration: 1 }
  const span = movedSpan(items, place, item.start + by, end)
  if (span.start !== item.start) return span
  const neighbour = by > 0 ? items[place + 1] : items[place - 1]
  if (neighbour === undefined) return span
  const wish = by > 0 ? neighbour.start + neighbour.duration : neighbour.start - item.duration
  const over = movedSpan(items, place, wish, end)
  return Math.sign(over.start - item.start) === Math.sign(by) ? over : span
}
