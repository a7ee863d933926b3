/**
 * The console's charts. What they take is small, so that every screen draws alike: colours, type and lines come from the theme's tokens, in
 * light and dark; they fit the width they are given; a sentence tells their content to those who do not see them.
 *
 * Line and bar charts draw on a canvas with ECharts, which is fetched with the first of them. `Doughnut` needs no library.
 */
import { lazyPart } from '../app/lazy.tsx'
import type { StateKind } from '../ui/state.tsx'
import chartStyles from '../ui/chart.module.css'

/** One line. Times are epoch seconds, in rising order. */
export interface LineSeries {
  name: string
  points: readonly (readonly [seconds: number, value: number])[]
  /** Draws it in the colour of a state; else lines take the theme's line colours in turn. */
  kind?: StateKind
}
export interface LineChartProps {
  /** What the chart shows, in words. */
  label: string
  series: readonly LineSeries[]
  /** Stands behind every value, such as `%` or ` °C`. */
  unit?: string
  /** How a value is written; overrides `unit`. */
  format?: (value: number) => string
  /** Ends of the value axis; by the data when absent. */
  min?: number
  max?: number
  /** Pixels. */
  height?: number
  /** Ends of the time axis, epoch seconds; by the data when absent. */
  from?: number
  to?: number
  /** A line is broken where there is no point for longer than this many seconds. */
  gap?: number
  /** Dashed lines at these values, such as where an alarm begins. */
  limit?: number | readonly number[]
  /** Values are counts: there is nothing between one and two. */
  whole?: boolean
  /** One line with fewer points than this is told as a figure: some dots in an empty day say nothing. */
  fewerThan?: number
}

export interface BarSeries {
  name: string
  /** One for each category. */
  values: readonly number[]
  kind?: StateKind
}
export interface BarChartProps {
  label: string
  categories: readonly string[]
  /** Several are stacked. */
  series: readonly BarSeries[]
  /** Bars lie, one row a category from the top; else they stand. */
  horizontal?: boolean
  unit?: string
  format?: (value: number) => string
  height?: number
  /** Called with the index of the category that was clicked. */
  onPick?: (index: number) => void
}

const waiting = <div className={chartStyles.chartWait} data-part="chart-wait" />
const LinePart = lazyPart(() => import('./line.tsx').then((module) => module.LineCanvas), waiting)
const BarPart = lazyPart(() => import('./bar.tsx').then((module) => module.BarCanvas), waiting)
export const defaultHeight = 180

/** Values over time. */
export function LineChart(props: LineChartProps) {
  return (
    <div className={chartStyles.chart} style={{ height: props.height ?? defaultHeight }}>
      <LinePart {...props} />
    </div>
  )
}

/** Values of categories. */
export function BarChart(props: BarChartProps) {
  return (
    <div className={chartStyles.chart} style={{ height: props.height ?? defaultHeight }}>
      <BarPart {...props} />
    </div>
  )
}
