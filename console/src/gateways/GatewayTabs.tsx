/** The gateways of a store by their state, with the strip of all of them. */
import type { StoreStatus } from '@endcap/contract/stores'
import { nodeStatuses } from '@endcap/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { kindOf, ShelfStrip } from '../ui/state.tsx'
import { StatusTabs } from '../ui/StatusTabs.tsx'

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
      <StatusTabs
        label={t('gateways.column.status')}
        total={store?.gwCount ?? 0}
        tabs={nodeStatuses.map((status) => ({
          value: `==${status}`,
          kind: kindOf(status),
          name: t(`state.${status}`),
          count: counts[status],
        }))}
        chosen={filter}
        onChoose={onChange}
      />
      <ShelfStrip parts={parts} label={nodeStatuses.map((status) => `${t(`state.${status}`)} ${counts[status]}`).join(', ')} />
    </>
  )
}
