/** /sensor/detail/{storeCode}: the sensors of one store. */
import { sensorOperations, sensors, sensorStatuses, sensorTypes } from '@endcap/contract/sensors'
import { IconChartLine, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useStoreCode } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { Battery, Rssi } from '../ui/tag-cells.tsx'
import { degrees, SensorState, stateWords, typeWord } from './cells.tsx'
import { SensorTabs } from './SensorTabs.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { OpenLink } from '../table/OpenLink.tsx'

type Translate = (key: string, options?: { defaultValue: string }) => string

export function sensorListSpec(t: Translate, storeCode: string) {
  return tableSpec(sensors.search, {
    name: 'sensors',
    live: 'sensors',
    rowId: (sensor) => sensor.sensorMac,
    pageLength: 25,
    columns: [
      {
        field: 'sensorMac',
        width: 164,
        cell: (sensor) => (
          <OpenLink mono to={paths.sensorHistory(storeCode, sensor.sensorMac)}>
            {sensor.sensorMac}
          </OpenLink>
        ),
      },
      { field: 'status', width: 196, cell: (sensor) => <SensorState sensor={sensor} />, text: (sensor) => stateWords(sensor, t) },
      { field: 'value', width: 104, numeric: true, cell: (sensor) => degrees(sensor.value) },
      timeColumn('updatedAt', 168),
      {
        field: 'battery',
        width: 98,
        numeric: true,
        cell: (sensor) => <Battery volts={sensor.battery} low={sensor.conditions.includes('LOW_BATTERY')} />,
      },
      { field: 'rssi', width: 84, numeric: true, cell: (sensor) => <Rssi dbm={sensor.rssi} /> },
      codeColumn('gwMac', 124),
      { field: 'type', width: 100, cell: (sensor) => typeWord(sensor.type, t) },
      { field: 'operation', width: 116, cell: (sensor) => t(`sensors.operation.${sensor.operation}`) },
      { field: 'version', width: 84 },
    ],
    filters: {
      sensorMac: 'text',
      gwMac: 'text',
      version: 'text',
      battery: 'text',
      rssi: 'text',
      value: 'text',
      status: { options: sensorStatuses, label: (option) => t(`sensors.state.${option}`) },
      type: { options: Object.keys(sensorTypes), label: (option) => typeWord(option, t) },
      operation: { options: sensorOperations, label: (option) => t(`sensors.operation.${option}`) },
    },
    dateRange: true,
    defaultOrder: { column: 'sensorMac', dir: 'asc' },
  })
}

export function SensorListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const spec = useMemo(() => sensorListSpec(t, storeCode), [t, storeCode])
  const { data: counts } = useQuery({
    queryKey: ['sensors', storeCode, 'counts'],
    queryFn: ({ signal }) => api.sensors.counts({ params: { storeCode } }, { signal }),
  })
  return (
    <TableScreen
      spec={spec}
      storeCode={storeCode}
      load={(body, signal) => api.sensors.search({ params: { storeCode }, body }, { signal })}
      title={t('sensors.title')}
      empty={t('sensors.empty')}
      tabs={(filters, setFilter) => (
        <SensorTabs counts={counts} filter={filters.status ?? ''} onChange={(text) => setFilter('status', text)} />
      )}
      rowActions={({ sensorMac }) => (
        <>
          <Link
            className={buttonClass('ghost', { icon: true })}
            aria-label={t('sensors.action.history', { id: sensorMac })}
            to={paths.sensorHistory(storeCode, sensorMac)}
            search={{}}
          >
            <IconChartLine size={15} stroke={1.7} />
          </Link>
          <Link
            className={buttonClass('ghost', { icon: true })}
            aria-label={t('sensors.action.alarms', { id: sensorMac })}
            to={paths.sensorAlarms(storeCode, sensorMac)}
            search={{}}
          >
            <IconHistory size={15} stroke={1.7} />
          </Link>
        </>
      )}
    />
  )
}
