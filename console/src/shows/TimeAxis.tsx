/** The seconds over the areas' tracks: marks, and the time that the canvas shows, set by pointing and by keys. */
import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { lengthText } from '../ui/format.ts'
import { markSeconds } from './time.ts'
import styles from './shows.module.css'

interface Props {
  duration: number
  seconds: number
  /** Pixels. */
  perSecond: number
  /** The time at a place of the screen. */
  timeAt: (clientX: number) => number
  onSeconds: (seconds: number) => void
}

export function TimeAxis({ duration, seconds, perSecond, timeAt, onSeconds }: Props) {
  const { t } = useTranslation()
  const mark = markSeconds(perSecond)
  const marks = Array.from({ length: Math.floor(duration / mark) + 1 }, (_, index) => index * mark)
  const scrub = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons % 2 === 1) onSeconds(Math.round(timeAt(event.clientX) * 10) / 10)
  }
  return (
    <div
      className={styles.timeAxis}
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
  )
}
