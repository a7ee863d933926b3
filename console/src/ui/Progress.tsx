/** A task's progress: a progress bar and its figure. */
import { useTranslation } from 'react-i18next'
import { ProgressBar } from './ProgressBar.tsx'

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
