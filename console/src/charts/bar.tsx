/** Values of categories, on a canvas. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import { axisLook, Canvas, noLines, tip, tipLook, type ChartOption } from './canvas.tsx'
import type { BarChartProps, BarSeries } from './charts.tsx'
import { lineLooks, type Tokens } from './tokens.ts'
import styles from './charts.module.css'

/** Names are cut where they would take the bars' room. */
const nameWidth = 130

export function BarCanvas({ label, categories, series, horizontal = false, unit = '', format, onPick }: BarChartProps) {
  const { t } = useTranslation()
  const write = useMemo(() => format ?? ((value: number) => `${formatNumber(value)}${unit}`), [format, unit])
  const draw = useMemo(
    () =>
      (tokens: Tokens): ChartOption => {
        const colourOf = ({ kind }: BarSeries, index: number) =>
          kind !== undefined ? tokens.states[kind] : series.length === 1 ? tokens.ink3 : (lineLooks(tokens)[index]?.colour ?? tokens.ink3)
        const look = axisLook(tokens)
        const names = {
          ...look,
          ...noLines,
          type: 'category' as const,
          data: [...categories],
          inverse: horizontal,
          axisLabel: {
            ...look.axisLabel,
            hideOverlap: !horizontal,
            ...(horizontal && { width: nameWidth, overflow: 'truncate' as const }),
          },
        }
        const values = {
          ...look,
          type: 'value' as const,
          minInterval: 1,
          splitNumber: 4,
          axisLabel: { ...look.axisLabel, formatter: write },
        }
        return {
          grid: { left: 4, right: 18, top: 8, bottom: 2, containLabel: true },
          xAxis: horizontal ? values : names,
          yAxis: horizontal ? names : values,
          tooltip: {
            ...tipLook(tokens),
            trigger: 'axis',
            axisPointer: { type: 'shadow', shadowStyle: { color: tokens.ink, opacity: 0.05 } },
            formatter: (given) => {
              const all = [given].flat()
              const rows = all.map(({ seriesIndex = 0, value }) => {
                const one = series[seriesIndex]!
                return { colour: colourOf(one, seriesIndex), name: one.name, value: write(Number(value)) }
              })
              return tip(tokens, categories[all[0]?.dataIndex ?? 0] ?? '', rows)
            },
          },
          series: series.map((one, index) => ({
            type: 'bar' as const,
            name: one.name,
            data: [...one.values],
            stack: 'all',
            barMaxWidth: horizontal ? 12 : 34,
            cursor: onPick === undefined ? 'default' : 'pointer',
            itemStyle: {
              color: colourOf(one, index),
              ...(series.length === 1 && { borderRadius: horizontal ? [0, 2, 2, 0] : [2, 2, 0, 0] }),
            },
            emphasis: { disabled: true },
          })),
        }
      },
    [categories, series, horizontal, write, onPick],
  )
  const summary = useMemo(() => {
    const rows = categories.map((name, index) => {
      const figures = series.map((one) => `${series.length > 1 ? `${one.name} ` : ''}${write(one.values[index] ?? 0)}`)
      return `${name}: ${figures.join(', ')}`
    })
    return [label, ...rows].join('. ')
  }, [categories, series, label, write])
  if (categories.length === 0) return <div className={styles.chartNone}>{t('charts.empty')}</div>
  return <Canvas draw={draw} summary={summary} length={categories.length} onPick={onPick} />
}
