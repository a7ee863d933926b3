/** /tag/{storeCode}/{tagMac}/{tagId}/battery|reset|temperature/history: what a tag told of itself, as a line and as a list. */
import { chartPoints, tagHistory } from '@endcap/contract/tag-history'
import type { FilterOf, RowOf, TableCall, TableEndpoint, TablePage } from '@endcap/contract/table'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteSearch, usePath } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { LineChart, type LineChartProps } from '../charts/charts.tsx'
import { timeColumn } from '../table/columns.tsx'
import { allDates, toCall } from '../table/request.ts'
import { tableSpec, type DeclaredTable } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { Battery } from '../ui/tag-cells.tsx'
import { TagHistoryTabs } from '../ui/TagHistoryTabs.tsx'
import chartStyles from '../ui/chart.module.css'
import helpers from '../ui/helpers.module.css'

/** Volts under which a battery counts as low. */
const lowVolts = 2.5
/** Readings come at least once a day while the tag is heard; a longer silence is a hole. */
const gapSeconds = 2 * 86_400
/** Fewer are told as a figure, unless a time was chosen. */
const fewReadings = 10

/** Specification 1 §9: histories have pages of 10. */
const shared = { name: 'tags', live: 'tags', pageLength: 10, dateRange: true } as const
const batterySpec = tableSpec(tagHistory.battery, {
  ...shared,
  rowId: (row) => `${row.updatedAt}/${row.battery}`,
  columns: [
    timeColumn('updatedAt', 190),
    { field: 'battery', width: 130, cell: (row) => <Battery volts={row.battery} low={row.battery < lowVolts} /> },
  ],
  filters: { battery: 'text' },
  defaultOrder: { column: 'updatedAt', dir: 'desc' },
})
const resetSpec = tableSpec(tagHistory.reset, {
  ...shared,
  rowId: (row) => `${row.last_time}/${row.cnt}`,
  columns: [timeColumn('last_time', 190), { field: 'cnt', width: 130 }],
  filters: { cnt: 'text' },
  defaultOrder: { column: 'last_time', dir: 'desc' },
})
const temperatureSpec = tableSpec(tagHistory.temperature, {
  ...shared,
  rowId: (row) => `${row.updatedAt}/${row.temperature}`,
  columns: [timeColumn('updatedAt', 190), { field: 'temperature', width: 130, cell: (row) => `${row.temperature.toFixed(1)} °C` }],
  filters: { temperature: 'text' },
  defaultOrder: { column: 'updatedAt', dir: 'desc' },
})

const usePlace = () => usePath('storeCode', 'tagMac', 'tagId')

interface Props<E extends TableEndpoint> {
  name: 'battery' | 'reset' | 'temperature'
  spec: DeclaredTable<E>
  load: (body: TableCall<FilterOf<E>>, signal: AbortSignal) => Promise<TablePage<RowOf<E>>>
  point: (row: RowOf<E>) => readonly [seconds: number, value: number]
  look: Pick<LineChartProps, 'format' | 'min' | 'limit' | 'gap' | 'whole'>
}

function Readings<E extends TableEndpoint>({ name, spec, load, point, look }: Props<E>) {
  const { t } = useTranslation()
  const { storeCode, tagMac, tagId } = usePlace()
  return (
    <TableScreen
      spec={spec}
      storeCode={storeCode}
      refreshKey={['readings', name, tagMac]}
      load={load}
      title={t(`tags.readings.${name}`)}
      subtitle={<span className={helpers.mono}>{tagId}</span>}
      tabs={() => (
        <>
          <TagHistoryTabs storeCode={storeCode} tagMac={tagMac} tagId={tagId} current={name} />
          <Chart name={name} spec={spec} load={load} point={point} look={look} />
        </>
      )}
      empty={t('tags.readings.none')}
    />
  )
}

/** The chosen time range as a line, beside the list's page. */
function Chart<E extends TableEndpoint>({ name, spec, load, point, look }: Props<E>) {
  const { t } = useTranslation()
  const { storeCode, tagMac, tagId } = usePlace()
  const { from, to } = allDates(useRouteSearch())
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['tags', storeCode, 'readings', name, tagMac, from, to],
    queryFn: ({ signal }) => {
      const body = toCall<FilterOf<E>>({
        length: chartPoints,
        order: { column: spec.columns[0]!.field, dir: 'desc' },
        ...(from !== undefined && { filter_startDate: from }),
        ...(to !== undefined && { filter_endDate: to }),
      })
      return load(body, signal)
    },
  })
  const heading = t(`tags.historyOf.${name}`)
  const series = useMemo(() => [{ name: heading, points: (data?.data ?? []).map(point).toReversed() }], [data, point, heading])
  const now = Math.floor(dataUpdatedAt / 1000)
  // A tag that has told little so far is not drawn as if it were all there is to time.
  const begin = from ?? Math.min(series[0]?.points[0]?.[0] ?? now, (to ?? now) - 86_400)
  return (
    <div style={{ padding: '10px 16px 4px' }}>
      {data === undefined ? (
        <div className={chartStyles.chart} style={{ height: chartHeight }}>
          <div className={chartStyles.chartWait} data-part="chart-wait" />
        </div>
      ) : (
        <LineChart
          label={t('tags.readings.chart', { name: heading, id: tagId })}
          series={series}
          height={chartHeight}
          from={begin}
          to={to ?? now}
          fewerThan={from === undefined && to === undefined ? fewReadings : 0}
          {...look}
        />
      )}
    </div>
  )
}
const chartHeight = 170

const volts = { format: (value: number) => `${value.toFixed(2)} V`, limit: lowVolts, gap: gapSeconds }
export function TagBatteryScreen() {
  const api = useApi()
  const { storeCode, tagMac } = usePlace()
  return (
    <Readings
      name="battery"
      spec={batterySpec}
      load={(body, signal) => api.tagHistory.battery({ params: { storeCode, tagMac }, body }, { signal })}
      point={batteryPoint}
      look={volts}
    />
  )
}
const batteryPoint = (row: RowOf<typeof tagHistory.battery>) => [row.updatedAt, row.battery] as const

const counts = { format: (value: number) => String(Math.round(value)), min: 0, whole: true }
export function TagResetsScreen() {
  const api = useApi()
  const { storeCode, tagMac } = usePlace()
  return (
    <Readings
      name="reset"
      spec={resetSpec}
      load={(body, signal) => api.tagHistory.reset({ params: { storeCode, tagMac }, body }, { signal })}
      point={resetPoint}
      look={counts}
    />
  )
}
const resetPoint = (row: RowOf<typeof tagHistory.reset>) => [row.last_time, row.cnt] as const

const degrees = { format: (value: number) => `${value.toFixed(1)} °C`, gap: gapSeconds }
export function TagTemperatureScreen() {
  const api = useApi()
  const { storeCode, tagMac } = usePlace()
  return (
    <Readings
      name="temperature"
      spec={temperatureSpec}
      load={(body, signal) => api.tagHistory.temperature({ params: { storeCode, tagMac }, body }, { signal })}
      point={temperaturePoint}
      look={degrees}
    />
  )
}
const temperaturePoint = (row: RowOf<typeof tagHistory.temperature>) => [row.updatedAt, row.temperature] as const
