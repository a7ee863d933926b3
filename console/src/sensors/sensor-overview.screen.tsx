/** /sensor: every store by its sensors, as a table or as a map. */
import { sensors, type SensorStore } from '@endcap/contract/sensors'
import { nodeStatuses } from '@endcap/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { Overview } from '../map/index.ts'
import { tableSpec } from '../table/spec.ts'
import { formatNumber, formatTime } from '../ui/format.ts'
import { State } from '../ui/state.tsx'

const share = ({ successRate }: SensorStore): string => (successRate === null ? '–' : `${successRate} %`)
const factsOf = (store: SensorStore) =>
  [
    ['sensors.column.totalSensorCount', formatNumber(store.totalSensorCount)],
    ['sensors.column.lowBatteryCount', formatNumber(store.lowBatteryCount)],
    ['sensors.column.successRate', share(store)],
  ] as const

export function sensorOverviewSpec(t: (key: string) => string) {
  return tableSpec(sensors.overview, {
    name: 'sensors',
    live: 'sensors',
    rowId: (store) => store.storeCode,
    // Specification 1 §9: store tables have pages of 10.
    pageLength: 10,
    columns: [
      {
        field: 'storeName',
        width: 260,
        cell: (store) => (
          <Link className="open" to={paths.sensorList(store.storeCode)} search={{}}>
            {store.storeName}
          </Link>
        ),
      },
      // A phone shows the first three.
      { field: 'status', width: 130, cell: (store) => <State state={store.status} /> },
      { field: 'successRate', width: 120, numeric: true, cell: share },
      { field: 'totalSensorCount', width: 120, numeric: true, cell: (store) => formatNumber(store.totalSensorCount) },
      { field: 'lowBatteryCount', width: 130, numeric: true, cell: (store) => formatNumber(store.lowBatteryCount) },
      { field: 'storeCode', width: 110, cell: (store) => <span className="mono">{store.storeCode}</span> },
      { field: 'updatedAt', width: 172, cell: (store) => formatTime(store.updatedAt) },
    ],
    filters: {
      storeName: 'text',
      storeCode: 'text',
      totalSensorCount: 'text',
      lowBatteryCount: 'text',
      successRate: 'text',
      status: { options: nodeStatuses, label: (option) => t(`state.${option}`) },
    },
    defaultOrder: { column: 'storeName', dir: 'asc' },
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
