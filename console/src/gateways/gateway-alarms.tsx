/** The alarms of one gateway, newest first. */
import { alarms, alarmStates, type AlarmType } from '@endcap/contract/alarms'
import type { GatewayDetail } from '@endcap/contract/gateways'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AlarmClass, AlarmState } from '../alarms/cells.tsx'
import { alarmTypeName, alarmWords } from '../alarms/words.ts'
import { useApi } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatTime } from '../ui/format.ts'

/** Those that are about gateways. */
const types: readonly AlarmType[] = ['GW STATUS ABNORMAL', 'GW TIME SYNC ABNORMAL', 'SEND TO GW FAILURE', 'INVALID GRM']

export function GatewayAlarms({ gateway, subtitle, tabs }: { gateway: GatewayDetail; subtitle: ReactNode; tabs: ReactNode }) {
  const { t } = useTranslation()
  const api = useApi()
  const { gwMac, storeCode } = gateway
  const spec = useMemo(
    () =>
      tableSpec(alarms.gatewayHistory, {
        name: 'alarms',
        live: 'alarms',
        rowId: (alarm) => alarm.alarmId,
        // Specification 1 §9: histories.
        pageLength: 10,
        columns: [
          { field: 'type', width: 230, cell: (alarm) => alarmTypeName(alarm.type, t) },
          {
            field: 'class',
            width: 112,
            cell: (alarm) => <AlarmClass level={alarm.class} />,
            text: (alarm) => t(`alarms.class${alarm.class}`),
          },
          {
            field: 'data',
            width: 430,
            sort: false,
            cell: (alarm) => {
              const { title, detail } = alarmWords(alarm, t)
              return (
                <span title={`${title}\n${detail}`}>
                  {title}
                  <span style={{ color: 'var(--ink-3)' }}>&ensp;{detail}</span>
                </span>
              )
            },
            text: (alarm) => Object.values(alarmWords(alarm, t)).join('. '),
          },
          {
            field: 'state',
            width: 256,
            sort: false,
            cell: (alarm) => <AlarmState since={alarm.raisedAt} clearedAt={alarm.clearedAt} />,
            text: (alarm) =>
              alarm.clearedAt === null
                ? t('alarms.openSince', { time: formatTime(alarm.raisedAt) })
                : t('alarms.clearedAt', { time: formatTime(alarm.clearedAt) }),
          },
          { field: 'updatedAt', width: 172, cell: (alarm) => formatTime(alarm.updatedAt) },
          { field: 'repeats', width: 90, numeric: true, sort: false, cell: (alarm) => alarm.repeats + 1 },
        ],
        filters: {
          type: { options: types, label: (option) => alarmTypeName(option as AlarmType, t) },
          class: { options: ['1', '2', '3'], label: (option) => t(`alarms.class${option}`) },
          state: { options: alarmStates, label: (option) => t(`alarms.${option}`) },
        },
        dateRange: true,
        defaultOrder: { column: 'updatedAt', dir: 'desc' },
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
