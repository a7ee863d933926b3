/** What a sensor is, and its readings over the time range of the list below; all that is kept when none is chosen. */
import { sensorRules, sensorTypes, type Sensor } from '@endcap/contract/sensors'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteSearch } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { LineChart } from '../charts/charts.tsx'
import { readState } from '../table/request.ts'
import { Fact } from '../ui/Fact.tsx'
import { formatNumber, formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { degrees, SensorState, typeWord } from './cells.tsx'
import { Hint } from '../ui/Hint.tsx'
import chartStyles from '../ui/chart.module.css'
import styles from './sensors.module.css'

const retentionSeconds = sensorRules.historyDays * 86_400
/** Reports that may be missing before the line is broken. */
const missing = sensorRules.silentReports
const chartHeight = 190

export function SensorChart({ storeCode, sensorMac }: { storeCode: string; sensorMac: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const { from, to } = readState(useRouteSearch(), { rows: 0 })
  const query = useQuery({
    queryKey: ['sensors', storeCode, 'history', sensorMac, from, to],
    queryFn: ({ signal }) => {
      const end = to ?? Math.floor(Date.now() / 1000)
      const startDate = String(Math.min(from ?? end - retentionSeconds, end))
      return api.sensors.history(
        { params: { storeCode, sensorMac }, query: { startDate, ...(to !== undefined && { endDate: String(to) }) } },
        { signal },
      )
    },
    placeholderData: keepPreviousData,
  })
  const history = query.data
  const heading = t('sensors.column.value')
  const series = useMemo(
    () => [{ name: heading, points: (history?.data ?? []).map((one) => [one.sensingTime, one.sensingValue] as const) }],
    [history, heading],
  )
  const range = sensorTypes[history?.sensor?.type ?? '']
  const axis = useMemo(
    () => axisOf([...(history?.data ?? []).map((one) => one.sensingValue), ...(range ? [range.low, range.high] : [])]),
    [history, range],
  )
  const limit = useMemo(() => (range === undefined ? [] : [range.low, range.high]), [range])
  if (query.isError && history === undefined) return <Problem query={query} />
  if (history === undefined)
    return (
      <div className={styles.sensorChart} aria-busy="true">
        <div className={chartStyles.chart} style={{ height: chartHeight + 44 }}>
          <div className={chartStyles.chartWait} data-part="chart-wait" />
        </div>
      </div>
    )
  const { sensor, startDate, endDate, total, data } = history
  // Of very many readings there are two a stretch: between them is no hole.
  const gap = Math.max(
    missing * Math.max(sensor?.period ?? 0, sensorRules.keepEverySeconds),
    data.length < total ? (endDate - startDate) / 500 : 0,
  )
  return (
    <section className={styles.sensorChart} aria-label={heading}>
      <Problem query={query} />
      {sensor === null ? <Hint>{t('sensors.gone')}</Hint> : <Facts sensor={sensor} range={range} />}
      <LineChart
        label={heading}
        series={series}
        format={degrees}
        height={chartHeight}
        limit={limit}
        {...axis}
        gap={gap}
        {...(from !== undefined && { from: startDate })}
        {...((from !== undefined || to !== undefined) && { to: endDate })}
      />
      {data.length < total && <Hint>{t('sensors.thinned', { shown: formatNumber(data.length), total: formatNumber(total) })}</Hint>}
    </section>
  )
}

/** Degrees that one of the four steps of the value axis may be; the last holds whatever a sensor can say. */
const steps = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 40, 50, 75, 100, 250] as const
/** Ends of the value axis: around all values, in four even steps. */
export function axisOf(values: readonly number[]): { min: number; max: number } | undefined {
  if (values.length === 0) return undefined
  const [lowest, highest] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
  const ends = steps.map((step) => {
    const min = Math.floor((lowest - 0.5) / step) * step
    return { min, max: min + 4 * step }
  })
  return ends.find(({ max }) => max >= highest + 0.5) ?? ends.at(-1)
}

function Facts({ sensor, range }: { sensor: Sensor; range: { low: number; high: number } | undefined }) {
  const { t } = useTranslation()
  const { value, type, period, battery, updatedAt } = sensor
  return (
    <dl className={styles.sensorFacts}>
      <Fact name={t('sensors.column.value')}>
        <b>{degrees(value)}</b>
      </Fact>
      <Fact name={t('sensors.column.status')}>
        <SensorState sensor={sensor} />
      </Fact>
      <Fact name={t('sensors.column.type')}>{typeWord(type, t)}</Fact>
      <Fact name={t('sensors.range')}>{range === undefined ? t('sensors.noRange') : t('sensors.degrees', range)}</Fact>
      <Fact name={t('sensors.every')}>{t('sensors.everySeconds', { seconds: period })}</Fact>
      <Fact name={t('sensors.column.battery')}>{battery.toFixed(2)} V</Fact>
      <Fact name={t('sensors.column.updatedAt')}>{formatTime(updatedAt)}</Fact>
    </dl>
  )
}
