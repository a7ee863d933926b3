/** The alarms of one gateway, newest first. */
import { alarms } from '@endcap/contract/alarms'
import type { GatewayDetail } from '@endcap/contract/gateways'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmColumns, alarmFilters, alarmList } from '../table/alarm-columns.tsx'
import { typesAbout } from '../ui/alarm-words.ts'
import { useApi } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'

export function GatewayAlarms({ gateway, subtitle, tabs }: { gateway: GatewayDetail; subtitle: ReactNode; tabs: ReactNode }) {
  const { t } = useTranslation()
  const api = useApi()
  const { gwMac, storeCode } = gateway
  const spec = useMemo(
    () =>
      tableSpec(alarms.gatewayHistory, {
        ...alarmList,
        columns: Object.values(alarmColumns(t)),
        filters: alarmFilters(typesAbout('gateway'), t),
      }),
    [t],
  )
  return (
    <TableScreen
      spec={spec}
      storeCode={storeCode}
      refreshKey={[gwMac]}
      load={(body, signal) => api.alarms.gatewayHistory({ params: { gwMac }, body }, { signal })}
      title={gwMac}
      subtitle={subtitle}
      tabs={() => tabs}
    />
  )
}
