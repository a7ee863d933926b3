/** The red number beside the menu's entry: open critical alarms, which have to be acted upon. Nothing while there are none. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { formatNumber } from '../ui/format.ts'
import { clsx } from 'clsx'
import helpers from '../ui/helpers.module.css'
import styles from './OpenCount.module.css'

export function OpenCount() {
  const { t } = useTranslation()
  const api = useApi()
  const { data } = useQuery({ queryKey: ['alarms', '', 'open'], queryFn: ({ signal }) => api.alarms.openCritical({}, { signal }) })
  if (data === undefined || data.count === 0) return null
  return (
    <span className={clsx(styles.count, styles.bad)}>
      <span aria-hidden="true">{formatNumber(data.count)}</span>
      <span className={helpers.screenReader}>{t('nav.openCritical', { count: data.count })}</span>
    </span>
  )
}
