/** The last 24 hours of a server or gateway, a panel for each of its figures. */
import { useMemo } from 'react'
import { Problem } from '../ui/Problem.tsx'
import { LineChart, type LineChartProps } from './charts.tsx'
import chartStyles from '../ui/chart.module.css'
import panelStyles from '../ui/Panel.module.css'

/** Samples come every minute; three missing ones are a hole. */
const gapSeconds = 200
const height = 170

export interface DayPanel<Sample> extends Pick<LineChartProps, 'unit' | 'max' | 'limit'> {
  name: string
  /** What it is now, in words. */
  now: string
  /** What it was in a sample; nothing where that does not tell. It may change only with the name or the unit. */
  value: (sample: Sample) => number | null | undefined
}
interface Day<Sample> {
  data: { start: number; end: number; data: Sample[] } | undefined
  error: Error | null
  refetch: () => unknown
}
interface Props<Sample> {
  title: string
  panels: readonly DayPanel<Sample>[]
  query: Day<Sample>
}

export function DayCharts<Sample extends { time: number }>({ title, panels, query }: Props<Sample>) {
  return (
    <section aria-label={title}>
      <h2 className={panelStyles.group}>{title}</h2>
      {/* What was drawn before stays, and the page above says what is wrong. */}
      {query.data === undefined && <Problem query={query} />}
      <div className={panelStyles.panels}>
        {panels.map((panel) => (
          <DayChart key={panel.name} title={title} panel={panel} query={query} />
        ))}
      </div>
    </section>
  )
}

interface ChartProps<Sample> {
  title: string
  panel: DayPanel<Sample>
  query: Day<Sample>
}
function DayChart<Sample extends { time: number }>({ title, panel, query: { data: day, error } }: ChartProps<Sample>) {
  const { name, now, value, ...look } = panel
  const series = useMemo(() => {
    const points = (day?.data ?? []).flatMap((sample): [number, number][] => {
      const found = value(sample)
      return found === null || found === undefined ? [] : [[sample.time, found]]
    })
    return [{ name, points }]
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what a panel reads of a sample follows from its name and unit
  }, [day, name, look.unit])
  return (
    <div className={panelStyles.panel}>
      <h3>
        {name}
        <small>{now}</small>
      </h3>
      {day === undefined ? (
        error === null && (
          <div className={chartStyles.chart} style={{ height }}>
            <div className={chartStyles.chartWait} data-part="chart-wait" />
          </div>
        )
      ) : (
        <LineChart
          label={`${name}, ${title}`}
          series={series}
          height={height}
          min={0}
          gap={gapSeconds}
          from={day.start}
          to={day.end}
          {...look}
        />
      )}
    </div>
  )
}
