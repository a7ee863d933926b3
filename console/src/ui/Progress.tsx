/** A task's progress: a progress bar and its figure. */
import { useTranslation } from 'react-i18next'
import { ProgressBar } from './ProgressBar.tsx'

const colours = { low: 'var(--bad)', part: 'var(--alarm)', done: 'var(--ok)' }

/** Specification 2 §4: below 30 red, 30 up to below 100 amber, 100 green; but what failed is not green, and red where all of it did. */
export function progressLevel({ progress, failed, total }: Props): keyof typeof colours {
  if (progress < 30) return 'low'
  if (progress < 100) return 'part'
  return failed === 0 ? 'done' : failed >= total ? 'low' : 'part'
}

interface Props {
  /** Percent. */
  progress: number
  failed: number
  total: number
}

/** A task's progress as bar and figure; the colours are the specification's (2 §4). */
export function Progress(task: Props) {
  const { progress } = task
  const { t } = useTranslation()
  if (progress < 0) return <span style={{ color: 'var(--ink-3)' }}>{t('tasks.noTags')}</span>
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
      <ProgressBar percent={progress} label={t('tasks.column.progress')} colour={colours[progressLevel(task)]} />
      {progress} %
    </span>
  )
}
