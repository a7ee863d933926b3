/** /sensor/{storeCode}/{sensorMac}/alarm/history: what was amiss with a sensor, and when it was over. */
import { sensorConditions, sensors } from '@endcap/contract/sensors'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AlarmState } from '../alarms/cells.tsx'
import { useApi } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatTime } from '../ui/format.ts'
import { alarmValue } from './cells.tsx'
import { SensorPages } from './SensorPages.tsx'

export function SensorAlarmsScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode, sensorMac } = useParams({ strict: false }) as { storeCode: string; sensorMac: string }
  const spec = useMemo(
    () =>
      tableSpec(sensors.alarmHistory, {
        name: 'sensors',
        live: 'sensors',
        rowId: (alarm) => `${alarm.alarmTime}/${alarm.alarmType}/${alarm.clearedAt}`,
        // Specification 1 §9: histories have pages of 10.
        pageLength: 10,
        columns: [
          { field: 'alarmTime', width: 172, cell: (alarm) => formatTime(alarm.alarmTime) },
          { field: 'alarmType', width: 200, cell: (alarm) => t(`sensors.state.${alarm.alarmType}`) },
          { field: 'value', heading: t('alarms.column.value'), width: 110, numeric: true, sort: false, cell: alarmValue },
          {
            field: 'clearedAt',
            width: 270,
            cell: (alarm) => <AlarmState since={alarm.alarmTime} clearedAt={alarm.clearedAt} />,
            text: (alarm) => (alarm.clearedAt === null ? t('alarms.open') : formatTime(alarm.clearedAt)),
          },
        ],
        filters: { alarmType: { options: sensorConditions, label: (option) => t(`sensors.state.${option}`) } },
        dateRange: true,
        defaultOrder: { column: 'alarmTime', dir: 'desc' },
      }),
    [t],
  )
  return (
    <TableScreen
      spec={spec}
      storeCode={storeCode}
      refreshKey={[sensorMac]}
      load={(body, signal) => api.sensors.alarmHistory({ params: { storeCode, sensorMac }, body }, { signal })}
      title={t('sensors.alarms')}
      subtitle={<span className="mono">{sensorMac}</span>}
      tabs={() => <SensorPages storeCode={storeCode} sensorMac={sensorMac} current="alarm" />}
      empty={t('sensors.noAlarms')}
    />
  )
}
