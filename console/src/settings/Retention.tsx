/** What would be removed with the days that are typed, and the way to remove it now. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { formatBytes, formatNumber, formatTime } from '../ui/format.ts'
import { notify } from '../ui/notify.ts'
import { clsx } from 'clsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './settings.module.css'

interface Props {
  days: { historyRetentionDays: number; updateHistoryRetentionDays: number; auditRetentionDays: number }
  /** These are the days that hold. */
  isStored: boolean
  readOnly: boolean
}

export function Retention({ days, isStored, readOnly }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const asked = useDeferredValue(days)
  const { historyRetentionDays, updateHistoryRetentionDays, auditRetentionDays } = asked
  const { data, error } = useQuery({
    queryKey: ['settings', '', 'retention', historyRetentionDays, updateHistoryRetentionDays, auditRetentionDays],
    queryFn: ({ signal }) => api.settings.retention({ query: asked }, { signal }),
  })
  const [removing, setRemoving] = useState(false)
  const rows = data?.rows ?? []
  return (
    <div className={clsx(styles.wide, styles.retention)} data-part="retention">
      <h3>{t('settings.retention.title')}</h3>
      {error !== null && <p role="alert">{errorText(error, t)}</p>}
      {data === undefined && error === null && <Skeleton style={{ height: 20 }} />}
      {data !== undefined && rows.length === 0 && <p>{t('settings.retention.nothing')}</p>}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('settings.retention.history')}</th>
              <th scope="col">{t('settings.retention.before')}</th>
              <th scope="col">{t('settings.retention.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ history, before, rows: count, bytes }) => (
              <tr key={history}>
                <td>{t(`settings.history.${history}`)}</td>
                <td className={helpers.mono}>{formatTime(before).slice(0, 10)}</td>
                <td>{count > 0 ? t('settings.retention.rows', { count, shown: formatNumber(count) }) : formatBytes(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > 0 && !readOnly && isStored && <Button onClick={() => setRemoving(true)}>{t('settings.retention.removeNow')}</Button>}
      {removing && <RemoveOld close={() => setRemoving(false)} />}
    </div>
  )
}

function RemoveOld({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const submit = async () => {
    await api.settings.removeOld({ body: {} })
    void notify(t('settings.retention.removed'))
    close()
    await queries.invalidateQueries({ queryKey: ['settings', '', 'retention'] })
  }
  return (
    <FormModal title={t('settings.retention.removeNow')} submit={t('settings.retention.remove')} onSubmit={submit} onClose={close} danger>
      <p style={{ margin: 0 }}>{t('settings.retention.question')}</p>
    </FormModal>
  )
}
