/** The gateways of a store by their state, with the strip of all of them. */
import type { StoreStatus } from '@endcap/contract/stores'
import { nodeStatuses } from '@endcap/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import { Glyph, kindOf, ShelfStrip } from '../ui/state.tsx'
import tabsStyles from '../ui/Tabs.module.css'

interface Props {
  store: Pick<StoreStatus, 'gwCount' | 'normal' | 'alarm' | 'offline'> | undefined
  filter: string
  onChange: (filter: string) => void
}

export function GatewayTabs({ store, filter, onChange }: Props) {
  const { t } = useTranslation()
  const counts = { NORMAL: store?.normal ?? 0, ALARM: store?.alarm ?? 0, OFFLINE: store?.offline ?? 0 }
  const parts = nodeStatuses.map((status) => ({ kind: kindOf(status), count: counts[status] }))
  return (
    <>
      <div className={tabsStyles.tabs} role="group" aria-label={t('gateways.column.status')} style={{ borderBottom: 0 }}>
        <button type="button" aria-pressed={filter === ''} onClick={() => onChange('')}>
          {t('common.all')}
          <span className={tabsStyles.count}>{formatNumber(store?.gwCount ?? 0)}</span>
        </button>
        {nodeStatuses.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={filter === `==${status}`}
            onClick={() => onChange(filter === `==${status}` ? '' : `==${status}`)}
          >
            <Glyph kind={kindOf(status)} />
            {t(`state.${status}`)}
            <span className={tabsStyles.count}>{formatNumber(counts[status])}</span>
          </button>
        ))}
      </div>
      <ShelfStrip parts={parts} label={nodeStatuses.map((status) => `${t(`state.${status}`)} ${counts[status]}`).join(', ')} />
    </>
  )
}
