/** /sensor: every store by its sensors, as a table or as a map. */
import { sensors, type SensorStore } from '@endcap/contract/sensors'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { Overview } from '../map/index.ts'
import { countColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { storeColumns, storeStatusFilter, storeTable } from '../table/store-columns.tsx'
import { formatNumber } from '../ui/format.ts'

const share = ({ successRate }: SensorStore): string => (successRate === null ? '–' : `${successRate} %`)
const factsOf = (store: SensorStore) =>
  [
    ['sensors.column.totalSensorCount', formatNumber(store.totalSensorCount)],
    ['sensors.column.lowBatteryCount', formatNumber(store.lowBatteryCount)],
    ['sensors.column.successRate', share(store)],
  ] as const

export function sensorOverviewSpec(t: (key: string) => string) {
  const { storeName, status, storeCode } = storeColumns(paths.sensorList)
  return tableSpec(sensors.overview, {
    name: 'sensors',
    live: 'sensors',
    ...storeTable,
    columns: [
      storeName,
      // A phone shows the first three.
      status,
      { field: 'successRate', width: 120, numeric: true, cell: share },
      countColumn('totalSensorCount', 120),
      countColumn('lowBatteryCount', 130),
      storeCode,
      timeColumn('updatedAt'),
    ],
    filters: {
      storeName: 'text',
      storeCode: 'text',
      totalSensorCount: 'text',
      lowBatteryCount: 'text',
      successRate: 'text',
      status: storeStatusFilter(t),
    },
  })
}

export function SensorOverviewScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const spec = useMemo(() => sensorOverviewSpec(t), [t])
  const { data } = useQuery({ queryKey: ['sensors', '', 'stores'], queryFn: ({ signal }) => api.sensors.stores({}, { signal }) })
  const counted = { label: t('sensors.column.status'), stores: data?.storeList ?? [] }
  return (
    <Overview
      spec={spec}
      load={(body, signal) => api.sensors.overview({ params: {}, body }, { signal })}
      factsOf={factsOf}
      to={paths.sensorList}
      title={t('sensors.title')}
      counted={counted}
    />
  )
}
