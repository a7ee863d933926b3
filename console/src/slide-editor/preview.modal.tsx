/** The slides as they play: the same rules as on the display, at any time. */
import type { Schedule } from '@endcap/contract/schedules'
import { sceneAt, type DevicePlan } from '@endcap/signage/plan'
import { Modal } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScale } from '../canvas/use-scale.ts'
import { formatTime } from '../ui/format.ts'
import { lengthOf, type EditorSlide, type Slides } from './slides.ts'
import { SlideView, useStage } from './stage.tsx'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import { NativeSelect, Range } from '../ui/inputs.tsx'
import styles from './slide-editor.module.css'

interface Props {
  slides: Slides
  schedules: readonly Schedule[]
  timeZone: string
  close: () => void
}
/** What was there before: it lies below one that is on its way. */
function useBefore(slide: EditorSlide | undefined): EditorSlide | undefined {
  const [{ now, before }, set] = useState<{ now?: EditorSlide | undefined; before?: EditorSlide | undefined }>({ now: slide })
  if (now?.key !== slide?.key) set({ now: slide, before: now })
  return before
}
const dayMs = 86_400_000
const tickMs = 200

export function PreviewModal({ slides, schedules, timeZone, close }: Props) {
  const { t } = useTranslation()
  const { screen } = useStage()
  const { ref, scale } = useScale(screen, { maxScale: 1, maxHeight: 420 })
  const [begin] = useState(() => Date.now())
  /** Milliseconds since it was opened. */
  const [at, setAt] = useState(0)
  const [runs, setRuns] = useState(true)
  const device = useMemo<DevicePlan>(
    () => ({
      timeZone,
      mode: 'normal',
      opentime: '',
      closetime: '',
      hasProducts: false,
      plan: { line: 'v0', slides, schedules: Object.fromEntries(schedules.map((one) => [one._id, one])), showIdx: null },
    }),
    [slides, schedules, timeZone],
  )
  useEffect(() => {
    if (!runs) return
    let last = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      setAt((before) => Math.min(dayMs, before + now - last))
      last = now
    }, tickMs)
    return () => clearInterval(timer)
  }, [runs])
  const now = begin + at
  const scene = sceneAt(device, now)
  const slide = scene.kind === 'slide' ? slides[scene.index] : undefined
  const before = useBefore(slide)
  /** One round of all slides, or a minute. */
  const round = Math.max(60, lengthOf(slides)) * 1000
  return (
    <Modal
      opened
      onClose={close}
      title={t('slideEditor.preview.title')}
      size="1040px"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={styles.preview} ref={ref}>
        <div className={styles.previewScreen} style={{ height: screen.height * scale, width: screen.width * scale }}>
          {slide?.transition !== undefined && before !== undefined && <SlideView slide={before} scale={scale} how="still" />}
          {slide !== undefined && (
            <div key={slide.key} className={styles.previewSlide} data-enter={slide.transition}>
              <SlideView slide={slide} scale={scale} how="play" />
            </div>
          )}
        </div>
      </div>
      <div className={styles.previewBar}>
        <Button icon aria-label={t(runs ? 'slideEditor.preview.pause' : 'slideEditor.preview.play')} onClick={() => setRuns(!runs)}>
          {runs ? <IconPlayerPause size={16} stroke={1.7} /> : <IconPlayerPlay size={16} stroke={1.7} />}
        </Button>
        <Range
          aria-label={t('slideEditor.preview.time')}
          aria-valuetext={formatTime(Math.round(now / 1000))}
          min={0}
          max={round}
          step={1000}
          value={Math.round((at % round) / 1000) * 1000}
          onChange={({ currentTarget }) => setAt(at - (at % round) + Number(currentTarget.value))}
        />
        <NativeSelect
          aria-label={t('slideEditor.preview.from')}
          value={Math.floor(at / 3_600_000)}
          onChange={({ currentTarget }) => setAt(Number(currentTarget.value) * 3_600_000)}
        >
          {Array.from({ length: 24 }, (_, hours) => (
            <option key={hours} value={hours}>
              {hours === 0 ? t('slideEditor.preview.now') : t('slideEditor.preview.later', { count: hours })}
            </option>
          ))}
        </NativeSelect>
      </div>
      <Hint role="status">
        {slide === undefined
          ? t('slideEditor.preview.nothing')
          : t('slideEditor.preview.slide', {
              number: slides.indexOf(slide) + 1,
              count: Math.max(1, Math.ceil((scene.until - now) / 1000)),
            })}
      </Hint>
    </Modal>
  )
}
