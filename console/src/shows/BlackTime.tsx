/** Says that all screens of a show are black for a part of it, and ends the show where its last item ends. */
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { lengthText } from '../ui/format.ts'
import { Glyph } from '../ui/state.tsx'
import type { Area } from './show-draft.ts'
import styles from './shows.module.css'
import { blackSpans, type Span } from './time.ts'

interface Props {
  areas: readonly Area[]
  duration: number
  readOnly: boolean
  onDuration: (seconds: number) => void
}

export function BlackTime({ areas, duration, readOnly, onDuration }: Props) {
  const { t } = useTranslation()
  const spans = blackSpans(areas, duration)
  const black = spans.reduce((sum, span) => sum + span.duration, 0)
  const last = spans.at(-1)
  const isTail = last !== undefined && last.start + last.duration === duration
  return (
    <div className={styles.blackTime} role="status">
      {black > 0 && (
        <>
          <Glyph kind="alarm" />
          <span>{t('shows.black.text', { black: lengthText(black), whole: lengthText(duration) })}</span>
          {isTail && !readOnly && (
            <Button look="ghost" onClick={() => onDuration(last.start)}>
              {t('shows.black.end', { at: lengthText(last.start) })}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** The same on the axis. */
export const BlackMarks = ({ areas, duration, perSecond }: Pick<Props, 'areas' | 'duration'> & { perSecond: number }) =>
  blackSpans(areas, duration).map(({ start, duration: length }: Span) => (
    <i key={start} className={styles.blackMark} data-part="black" style={{ left: start * perSecond, width: length * perSecond }} />
  ))
