import { useTranslation } from 'react-i18next'

/** The channel it has, and the one it was told to take. */
export function Channel({ now, requested }: { now: number; requested: number | null | undefined }) {
  const { t } = useTranslation()
  if (requested === null || requested === undefined) return now
  return (
    <span title={t('gateways.pending')}>
      {now} <span style={{ color: 'var(--info-t)' }}>→ {requested}</span>
    </span>
  )
}
