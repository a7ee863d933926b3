/** One area's items on the axis; contents are dropped into it. */
import type { SignageContent } from '@endcap/contract/contents'
import type { AreaItem } from '@endcap/signage/shows'
import type { DragEvent } from 'react'
import { contentDrag } from './Library.tsx'
import type { Chosen } from './TimeBoard.tsx'
import { TimeItem } from './TimeItem.tsx'
import type { useMovedItems } from './use-moved-items.ts'
import styles from './shows.module.css'

interface Props {
  area: number
  items: readonly AreaItem[]
  contents: ReadonlyMap<string, SignageContent>
  chosen: Chosen | undefined
  /** Seconds. */
  duration: number
  /** Pixels. */
  perSecond: number
  isSelected: boolean
  /** A content is dragged over it. */
  isOver: boolean
  readOnly: boolean
  moving: ReturnType<typeof useMovedItems>
  onArea: (area: number) => void
  onChoose: (chosen: Chosen | undefined) => void
  onOver: (isOver: boolean) => void
  onDrop: (event: DragEvent) => void
}

export function TimeTrack(props: Props) {
  const { area, items, contents, chosen, duration, perSecond, isSelected, isOver, readOnly, moving, onArea, onChoose, onOver, onDrop } =
    props
  const { held, onHold, onLetGo, onKey, remove } = moving
  return (
    <div
      className={styles.timeTrack}
      data-track
      data-selected={isSelected || undefined}
      data-over={isOver || undefined}
      onPointerDown={(event) => {
        if (event.target !== event.currentTarget) return
        onArea(area)
        onChoose(undefined)
      }}
      onDragOver={(event) => {
        if (readOnly || !event.dataTransfer.types.includes(contentDrag)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        if (!isOver) onOver(true)
      }}
      onDragLeave={() => onOver(false)}
      onDrop={onDrop}
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
        <i className={styles.timeGhost} style={{ left: held.start * perSecond, width: held.duration * perSecond }} />
      )}
    </div>
  )
}
