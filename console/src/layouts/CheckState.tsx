/** Where a check stands: how far it is, or what it came to. */
import type { LayoutCheck } from '@endcap/contract/layout-checks'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '../ui/format.ts'
import { Glyph, stateClass } from '../ui/state.tsx'
import { minutesOf } from './pace.ts'
import { usePace } from './use-check.ts'
import styles from './layouts.module.css'

interface Props {
  check: LayoutCheck
  /** When it stood like this, milliseconds. */
  at: number
}

export function CheckState({ check, at }: Props) {
  return check.state === 'RUNNING' ? <Running check={check} at={at} /> : <Ended check={check} />
}

function Running({ check, at }: Props) {
  const { t } = useTranslation()
  const pace = usePace(check, at)
  const { checked, total, errors, warnings } = check
  const left = pace && minutesOf(pace.secondsLeft)
  const words = [
    t('layouts.check.progress', { checked: formatNumber(checked), total: formatNumber(Math.max(total, checked)) }),
    ...(pace === undefined ? [] : [t('layouts.check.pace', { count: Math.max(1, Math.round(pace.perSecond)) })]),
    ...(left === undefined ? [] : [t(left.minutes > 0 ? 'layouts.check.minutesLeft' : 'layouts.check.secondsLeft', left)]),
  ]
  return (
    <div className={styles.layoutCheck}>
      <progress value={checked} max={Math.max(total, 1)} aria-label={t('layouts.check.running')} />
      <span role="status">
        {words.join(' · ')}
        {errors + warnings > 0 && ` · ${t('layouts.check.found', { errors: formatNumber(errors), warnings: formatNumber(warnings) })}`}
      </span>
    </div>
  )
}

function Ended({ check }: { check: LayoutCheck }) {
  const { t } = useTranslation()
  const { state, checked, others, errors, warnings, endedAt, by } = check
  const kind = state !== 'DONE' ? 'idle' : errors > 0 ? 'bad' : warnings > 0 ? 'alarm' : 'ok'
  const labels = formatNumber(checked)
  const result =
    state !== 'DONE'
      ? t(`layouts.check.state.${state}`)
      : errors + warnings === 0
        ? t('layouts.check.clean', { count: checked, labels })
        : t('layouts.check.result', { count: checked, labels, errors: formatNumber(errors), warnings: formatNumber(warnings) })
  return (
    <div className={styles.layoutCheck} role="status">
      <span className={stateClass(kind)} data-part="state">
        <Glyph kind={kind} />
        {result}
      </span>
      {others && state === 'DONE' && <small>{t('layouts.check.others')}</small>}
      <small>{t('layouts.check.by', { time: formatTime(endedAt), by })}</small>
    </div>
  )
}
