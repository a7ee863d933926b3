/** Bars of progress: of anything, of a file that is sent, of a task; and one for what takes its time. */
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import progressStyles from './Progress.module.css'

interface BarProps {
  /** 0 to 100. */
  percent: number
  /** What makes progress, for screen readers. */
  label: string
  /** Of the part that is done. */
  colour: string
}
export function ProgressBar({ percent, label, colour }: BarProps) {
  return (
    <span
      className={progressStyles.barTrack}
      role="progressbar"
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-label={label}
    >
      <i style={{ width: `${percent}%`, background: colour }} />
    </span>
  )
}

/** Stands beside what is awaited, as wide as its place allows; for the eye alone. */
export const BusyBar = ({ width }: { width: number }) => (
  <span className={clsx(progressStyles.barTrack, progressStyles.busyBar)} style={{ width }} aria-hidden="true" />
)

/** How much of a file has been sent, and how that ended. */
export function UploadBar({ name, percent, state }: { name: string; percent: number; state: string }) {
  const colour = state === 'refused' ? 'var(--bad)' : state === 'done' ? 'var(--ok)' : 'var(--accent)'
  return <ProgressBar percent={percent} label={name} colour={colour} />
}

const colours = { low: 'var(--bad)', part: 'var(--alarm)', done: 'var(--ok)' }

/** Specification 2 §4: below 30 red, 30 up to below 100 amber, 100 green. */
const level = (progress: number): keyof typeof colours => (progress < 30 ? 'low' : progress < 100 ? 'part' : 'done')

/** A task's progress as bar and figure; the colours are the specification's (2 §4). */
export function Progress({ progress }: { progress: number }) {
  const { t } = useTranslation()
  if (progress < 0) return <span style={{ color: 'var(--ink-3)' }}>{t('tasks.noTags')}</span>
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
      <ProgressBar percent={progress} label={t('tasks.column.progress')} colour={colours[level(progress)]} />
      {progress} %
    </span>
  )
}
