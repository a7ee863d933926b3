/** The alarms of one gateway, newest first. */
import { alarms, type AlarmType } from '@endcap/contract/alarms'
import type { GatewayDetail } from '@endcap/contract/gateways'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmColumns, alarmFilters } from '../alarms/columns.tsx'
import { useApi } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'

/** Those that are about gateways. */
const types: readonly AlarmType[] = ['GW STATUS ABNORMAL', 'GW TIME SYNC ABNORMAL', 'SEND TO GW FAILURE', 'INVALID GRM']

export function GatewayAlarms({ gateway, subtitle, tabs }: { gateway: GatewayDetail; subtitle: ReactNode; tabs: ReactNode }) {
  const { t } = useTranslation()
  const api = useApi()
  const { gwMac, storeCode } = gateway
  const spec = useMemo(() => {
    const columns = alarmColumns(t)
    return tableSpec(alarms.gatewayHistory, {
      name: 'alarms',
      live: 'alarms',
      rowId: (alarm) => alarm.alarmId,
      // Specification 1 §9: histories.
      pageLength: 10,
      columns: [columns.type, columns.class, columns.data, columns.state, columns.updatedAt, columns.repeats],
      filters: alarmFilters(types, t),
      dateRange: true,
      defaultOrder: { column: 'updatedAt', dir: 'desc' },
    })
  }, [t])
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
