/** A canvas with an ECharts drawing: made once, redrawn when its data, its width or the theme change. Part of the chunk that brings ECharts. */
import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { init, use, type ComposeOption, type ECElementEvent, type EChartsType } from 'echarts/core'
import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTokens, type Tokens } from './tokens.ts'
import styles from './charts.module.css'

use([BarChart, LineChart, GridComponent, TooltipComponent, AriaComponent, CanvasRenderer])

export type ChartOption = ComposeOption<BarSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption>

interface Props {
  /** The drawing in the theme's colours. Must stay the same function while the data do. */
  draw: (tokens: Tokens) => ChartOption
  /** What is seen, in words. */
  summary: string
  /** Values along the axis, for the arrow keys. */
  length: number
  onPick?: ((index: number) => void) | undefined
}

export function Canvas({ draw, summary, length, onPick }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const shown = useRef(-1)
  const tokens = useTokens()
  useEffect(() => {
    const made = init(place.current, null, { renderer: 'canvas' })
    chart.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(place.current!)
    return () => {
      observer.disconnect()
      made.dispose()
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption({ animation: false, ...draw(tokens) }, { notMerge: true })
  }, [draw, tokens])
  useEffect(() => {
    const made = chart.current
    if (made === undefined || onPick === undefined) return undefined
    const listener = ({ dataIndex }: ECElementEvent) => onPick(dataIndex)
    made.on('click', listener)
    return () => void made.off('click', listener)
  }, [onPick])

  const show = (index: number) => {
    shown.current = Math.min(length - 1, Math.max(0, index))
    chart.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: shown.current })
  }
  const hide = () => {
    shown.current = -1
    chart.current?.dispatchAction({ type: 'hideTip' })
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -30, PageDown: 30 }[event.key]
    if (step !== undefined) show(shown.current < 0 ? (step < 0 ? length - 1 : 0) : shown.current + step)
    else if (event.key === 'Escape') hide()
    else if (event.key === 'Enter' && shown.current >= 0) onPick?.(shown.current)
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- the arrow keys walk along the values
    <div ref={place} className={styles.chartCanvas} role="img" aria-label={summary} tabIndex={0} onKeyDown={onKey} onBlur={hide} />
  )
}

/** The look that all axes share. */
export const axisLook = (tokens: Tokens) => ({
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: { color: tokens.ink3, fontFamily: tokens.font, fontSize: 11, hideOverlap: true },
  splitLine: { lineStyle: { color: tokens.line } },
})
export const noLines = { splitLine: { show: false } }

/** A tooltip of our own elements: names come from outside and must not be read as markup. */
export function tip(tokens: Tokens, heading: string, rows: readonly { colour: string; name: string; value: string }[]): HTMLElement {
  const box = document.createElement('div')
  box.className = styles.chartTip ?? ''
  const title = box.appendChild(document.createElement('b'))
  title.textContent = heading
  for (const { colour, name, value } of rows) {
    const row = box.appendChild(document.createElement('span'))
    const mark = row.appendChild(document.createElement('i'))
    mark.style.background = colour
    row.append(name)
    row.appendChild(document.createElement('em')).textContent = value
  }
  box.style.color = tokens.ink
  return box
}
export const tipLook = (tokens: Tokens) => ({
  confine: true,
  backgroundColor: tokens.surface,
  borderColor: tokens.line2,
  borderWidth: 1,
  padding: [7, 10],
  textStyle: { fontFamily: tokens.font, fontSize: 12, color: tokens.ink },
  extraCssText: 'box-shadow: var(--pop); border-radius: 6px;',
  transitionDuration: 0,
})
