/** An item on the axis: held in its middle it moves, at its edges it begins or ends elsewhere. */
import type { SignageContent } from '@endcap/contract/contents'
import type { AreaItem } from '@endcap/signage/shows'
import { IconVolumeOff } from '@tabler/icons-react'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ContentThumb } from '../contents/index.ts'
import type { Span } from './time.ts'
import styles from './shows.module.css'

export type Grip = 'move' | 'start' | 'end'
interface Props {
  item: AreaItem
  /** Where it is drawn: elsewhere while it is held. */
  span: Span
  /** Undefined when it is not in the library (any more), or not known yet. */
  content: SignageContent | undefined
  perSecond: number
  isChosen: boolean
  /** Held over another area. */
  isAway: boolean
  /** Ends behind the show. */
  isBeyond: boolean
  /** By which the focus finds it again. */
  name: string
  readOnly: boolean
  onChoose: () => void
  /** `by`: pixels since it was taken. */
  onHold: (grip: Grip, by: number, clientY: number) => void
  onLetGo: (isCommitted: boolean) => void
  onKey: (key: 'left' | 'right', how: { by: number; edge: boolean }) => void
  onRemove: () => void
}
/** Pixels at each end that change its length; narrower ones are only moved. */
const edgePixels = 8
const minForEdges = 30
/** A click is no drag. */
const dragFrom = 3

export function TimeItem(props: Props) {
  const { item, span, content, perSecond, isChosen, isAway, isBeyond, readOnly, onChoose, onHold, onLetGo, onKey, onRemove } = props
  const { t } = useTranslation()
  const taken = useRef<{ grip: Grip; x: number; y: number; begun: boolean }>(undefined)
  const width = span.duration * perSecond
  const name = content?.name ?? t('shows.gone')

  const gripAt = (event: PointerEvent<HTMLElement>): Grip => {
    const { left, right } = event.currentTarget.getBoundingClientRect()
    if (right - left < minForEdges) return 'move'
    return event.clientX - left < edgePixels ? 'start' : right - event.clientX < edgePixels ? 'end' : 'move'
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    onChoose()
    if (readOnly) return
    event.currentTarget.setPointerCapture(event.pointerId)
    taken.current = { grip: gripAt(event), x: event.clientX, y: event.clientY, begun: false }
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const { current } = taken
    if (current === undefined) return
    if (!current.begun && Math.hypot(clientX - current.x, clientY - current.y) < dragFrom) return
    current.begun = true
    onHold(current.grip, clientX - current.x, clientY)
  }
  const end = (isCommitted: boolean) => {
    const begun = taken.current?.begun === true
    taken.current = undefined
    if (begun) onLetGo(isCommitted)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && taken.current !== undefined) {
      event.preventDefault()
      return end(false)
    }
    if (readOnly) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      event.stopPropagation()
      return onRemove()
    }
    const key = event.key === 'ArrowLeft' ? 'left' : event.key === 'ArrowRight' ? 'right' : undefined
    if (key === undefined) return
    event.preventDefault()
    onKey(key, { by: event.shiftKey ? 10 : 1, edge: event.ctrlKey || event.metaKey })
  }
  return (
    <button
      type="button"
      className={styles.timeItem}
      data-item={props.name}
      data-away={isAway || undefined}
      data-beyond={isBeyond || undefined}
      data-narrow={width < minForEdges || undefined}
      aria-pressed={isChosen}
      aria-label={t('shows.itemSaid', { name, start: span.start, end: span.start + span.duration })}
      title={t('shows.itemSaid', { name, start: span.start, end: span.start + span.duration })}
      style={{ left: span.start * perSecond, width: Math.max(4, width - 1) }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      onFocus={onChoose}
      onKeyDown={onKeyDown}
    >
      {content !== undefined && width > 70 && <ContentThumb content={content} />}
      {width > 24 && <span>{name}</span>}
      {item.mute && width > 90 && <IconVolumeOff size={14} stroke={1.6} aria-hidden />}
    </button>
  )
}
