import { useTranslation } from 'react-i18next'

/** The channel it has, and the one it was told to take. */
export function Channel({ now, wanted }: { now: number; wanted: number | null | undefined }) {
  const { t } = useTranslation()
  if (wanted === null || wanted === undefined) return now
  return (
    <span title={t('gateways.pending')}>
      {now} <span style={{ color: 'var(--info-t)' }}>→ {wanted}</span>
    </span>
  )
}
