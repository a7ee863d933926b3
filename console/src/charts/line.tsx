/** Values over time, on a canvas. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '../ui/format.ts'
import { axisLook, Canvas, noLines, tip, tipLook, type ChartOption } from './canvas.tsx'
import type { LineChartProps, LineSeries } from './charts.tsx'
import { timeLabel, withHoles, type Point } from './time.ts'
import { lineLooks, type LineLook, type Tokens } from './tokens.ts'
import styles from './charts.module.css'

export function LineCanvas({ label, series, unit = '', format, min, max, from, to, gap, limit, whole, fewerThan = 0 }: LineChartProps) {
  const { t } = useTranslation()
  const write = useMemo(() => format ?? ((value: number) => `${formatNumber(value)}${unit}`), [format, unit])
  const draw = useMemo(() => {
    const lines = series.map((one) => withHoles(one.points, gap))
    const times = lines.flat().map(([time]) => time / 1000)
    const ends = [from ?? times.reduce((a, b) => Math.min(a, b), Infinity), to ?? times.reduce((a, b) => Math.max(a, b), -Infinity)]
    const span = ends[1]! - ends[0]!
    return (tokens: Tokens): ChartOption => {
      const looks = lineLooks(tokens)
      const lookOf = ({ kind }: LineSeries, index: number): LineLook =>
        kind === undefined ? looks[index % looks.length]! : { colour: tokens.states[kind], dash: 'solid' }
      return {
        grid: { left: 4, right: 8, top: 8, bottom: 2, containLabel: true },
        xAxis: {
          ...axisLook(tokens),
          ...noLines,
          type: 'time',
          ...(from !== undefined && { min: from * 1000 }),
          ...(to !== undefined && { max: to * 1000 }),
          axisLabel: { ...axisLook(tokens).axisLabel, formatter: (value: number) => timeLabel(value, span) },
          splitNumber: 5,
        },
        yAxis: {
          ...axisLook(tokens),
          type: 'value',
          ...(min !== undefined && { min }),
          ...(max !== undefined && { max }),
          // Between given ends the steps are even; else the library finds round ones.
          ...(min !== undefined && max !== undefined ? { interval: (max - min) / 4 } : { splitNumber: 4 }),
          ...(whole && { minInterval: 1 }),
          axisLabel: { ...axisLook(tokens).axisLabel, formatter: write },
        },
        tooltip: {
          ...tipLook(tokens),
          trigger: 'axis',
          axisPointer: { type: 'line', lineStyle: { color: tokens.ink3, type: 'solid', width: 1 } },
          formatter: (given) => {
            const all = [given].flat().filter((one) => (one.seriesIndex ?? 0) < series.length)
            const time = (all[0]?.value as Point | undefined)?.[0]
            const rows = all.flatMap(({ seriesIndex = 0, value }) => {
              const number = (value as Point)[1]
              const one = series[seriesIndex]!
              return number === null ? [] : [{ colour: lookOf(one, seriesIndex).colour, name: one.name, value: write(number) }]
            })
            return tip(tokens, time === undefined ? '' : formatTime(Math.round(time / 1000)), rows)
          },
        },
        series: [
          ...series.map((one, index) => {
            const { colour, dash } = lookOf(one, index)
            return {
              type: 'line' as const,
              name: one.name,
              data: lines[index]!,
              showSymbol: lines[index]!.length === 1,
              symbolSize: 5,
              itemStyle: { color: colour },
              lineStyle: { color: colour, type: dash, width: 1.5 },
              // Only from nothing on does the height of an area mean something.
              ...(series.length === 1 && (min ?? 0) === 0 && { areaStyle: { color: colour, opacity: 0.08 } }),
              emphasis: { disabled: true },
            }
          }),
          ...(Number.isFinite(span) ? [limit ?? []].flat() : []).map((value) => ({
            type: 'line' as const,
            name: '',
            data: ends.map((end) => [end * 1000, value]),
            silent: true,
            symbol: 'none',
            lineStyle: { color: tokens.states.alarm, type: 'dashed' as const, width: 1 },
          })),
        ],
      }
    }
  }, [series, gap, from, to, min, max, limit, whole, write])
  const summary = useMemo(() => {
    const parts = series.map(({ name, points }) => {
      if (points.length === 0) return t('charts.none', { name })
      const values = points.map(([, value]) => value)
      const [lowest, highest] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
      return t('charts.line', { name, last: write(values.at(-1)!), lowest: write(lowest), highest: write(highest) })
    })
    return [label, ...parts].join('. ')
  }, [series, label, write, t])
  if (series.every(({ points }) => points.length === 0)) return <div className={styles.chartNone}>{t('charts.empty')}</div>
  const [only] = series
  if (only !== undefined && series.length === 1 && only.points.length < fewerThan)
    return <Figure summary={summary} points={only.points} write={write} />
  return <Canvas draw={draw} summary={summary} length={series[0]?.points.length ?? 0} />
}

interface FigureProps extends Pick<LineSeries, 'points'> {
  summary: string
  write: (value: number) => string
}
/** The last value in place of a line that is hardly begun. */
function Figure({ summary, points, write }: FigureProps) {
  const { t } = useTranslation()
  const last = points.at(-1)
  return (
    <div className={styles.chartFigure} role="img" aria-label={summary}>
      <b>{last !== undefined && write(last[1])}</b>
      <span>{t('charts.few', { count: points.length, time: formatTime(points[0]?.[0] ?? null) })}</span>
    </div>
  )
}
