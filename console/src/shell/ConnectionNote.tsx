/** In the top bar while changes are not told: how old what is on screen may be, and the way to try at once. */
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pushFallbackPollMs } from '@endcap/contract/push'
import type { Connection } from '../app/live.ts'
import { formatTime } from '../ui/format.ts'
import { clsx } from 'clsx'
import shellStyles from './shell.module.css'

export function ConnectionNote({ connection: { state, freshAt }, onRetry }: { connection: Connection; onRetry: () => void }) {
  const { t } = useTranslation()
  const since = formatTime(Math.floor(freshAt / 1000)).slice(11, 16)
  const [what, detail] =
    state === 'lost'
      ? [t('common.connection.lost'), t('common.connection.since', { time: since })]
      : [t('common.connection.polling'), t('common.connection.every', { seconds: pushFallbackPollMs / 1000 })]
  return (
    <div className={clsx(shellStyles.connection, shellStyles[state])} data-part="connection" role="status" title={detail}>
      <IconCloudOff size={14} stroke={1.7} aria-hidden="true" />
      <b>{what}</b>
      <span>{detail}</span>
      <button type="button" aria-label={t('common.retry')} title={t('common.retry')} onClick={onRetry}>
        <IconRefresh size={14} stroke={1.9} />
      </button>
    </div>
  )
}
