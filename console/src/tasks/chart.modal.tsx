/** A task in figures, and the days of its store: counted on the server over all history (specification 2 §2). */
import type { Task, TaskChart } from '@endcap/contract/tasks'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { BarChart } from '../charts/charts.tsx'
import { Doughnut } from '../charts/Doughnut.tsx'
import { Fact } from '../ui/Fact.tsx'
import { formatNumber, formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import type { StateKind } from '../ui/state.tsx'
import { clsx } from 'clsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import factStyles from '../ui/Fact.module.css'
import panelStyles from '../ui/Panel.module.css'

const outcomes = [
  { name: 'shown', kind: 'ok' },
  { name: 'same', kind: 'info' },
  { name: 'superseded', kind: 'idle' },
  { name: 'failed', kind: 'bad' },
] as const satisfies readonly { name: keyof TaskChart; kind: StateKind }[]

export function TaskChartModal({ task, onClose }: { task: Pick<Task, 'storeCode' | 'taskId'>; onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode, taskId } = task
  const query = useQuery({
    queryKey: ['tasks', storeCode, 'chart', taskId],
    queryFn: ({ signal }) => api.tasks.chart({ params: { storeCode, taskId } }, { signal }),
  })
  const { data } = query
  return (
    <Modal
      opened
      onClose={onClose}
      size={1000}
      title={t('tasks.chart.title', { id: taskId, store: storeCode })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Problem query={query} />
      <div className={panelStyles.panels} aria-busy={query.isPending}>
        {data === undefined ? (
          query.error === null &&
          [1, 2, 3, 4].map((place) => (
            <Skeleton key={place} className={clsx(panelStyles.panel, panelStyles.wait)} data-part="wait" style={{ height: 220 }} />
          ))
        ) : (
          <Panels chart={data} t={t} />
        )}
      </div>
    </Modal>
  )
}

function Panels({ chart, t }: { chart: TaskChart; t: TFunction }) {
  const { left, seconds, reasons, steps, days } = chart
  const done = outcomes.reduce((sum, { name }) => sum + chart[name], 0)
  const total = done + left
  const stepSeries = useMemo(
    () => outcomes.map(({ name, kind }) => ({ name: t(`tasks.chart.${name}`), kind, values: steps.map((step) => step[name]) })),
    [steps, t],
  )
  const daySeries = useMemo(
    () => [
      { name: t('tasks.chart.labels'), kind: 'ok' as const, values: days.map(({ tags, failed }) => tags - failed) },
      { name: t('tasks.chart.failed'), kind: 'bad' as const, values: days.map(({ failed }) => failed) },
    ],
    [days, t],
  )
  const reasonSeries = useMemo(
    () => [{ name: t('tasks.chart.labels'), kind: 'bad' as const, values: reasons.map(({ tagCount }) => tagCount) }],
    [reasons, t],
  )
  const written = (value: number) => t('tasks.chart.seconds', { count: Math.round(value * 10) / 10 })
  return (
    <>
      <Panel title={t('tasks.chart.outcomes')}>
        <Doughnut
          label={t('tasks.chart.outcomes')}
          parts={[
            ...outcomes.map(({ name, kind }) => ({
              name: t(`tasks.chart.${name}`),
              kind,
              count: name === 'shown' ? chart.shown - chart.delivered : chart[name],
            })),
            ...(chart.delivered > 0 ? [{ name: t('tasks.chart.delivered'), kind: 'delivered' as const, count: chart.delivered }] : []),
            { name: t('tasks.chart.left'), kind: 'warn', count: left },
          ]}
          centre={total === 0 ? '–' : `${Math.floor((done / total) * 100)}%`}
        />
        {seconds !== null && (
          <dl className={factStyles.facts}>
            <Fact name={t('tasks.chart.median')}>{written(seconds.median)}</Fact>
            <Fact name={t('tasks.chart.p95')}>{written(seconds.p95)}</Fact>
            <Fact name={t('tasks.chart.longest')}>{written(seconds.longest)}</Fact>
          </dl>
        )}
      </Panel>
      <Panel title={t('tasks.chart.reasons')}>
        <BarChart
          label={t('tasks.chart.reasons')}
          categories={reasons.map(({ reason }) => t(`tags.reason.${reason}`))}
          series={reasonSeries}
          horizontal
          height={Math.max(120, reasons.length * 28 + 34)}
        />
      </Panel>
      <Panel title={t('tasks.chart.steps')}>
        <BarChart
          label={t('tasks.chart.steps')}
          categories={steps.map(({ time }) => formatTime(time).slice(5))}
          series={stepSeries}
          height={190}
        />
      </Panel>
      <Panel title={t('tasks.chart.days')} hint={t('tasks.chart.dayCount', { count: days.reduce((sum, day) => sum + day.tasks, 0) })}>
        <BarChart
          label={t('tasks.chart.days')}
          categories={days.map(({ date }) => date)}
          series={daySeries}
          format={formatNumber}
          height={190}
        />
      </Panel>
    </>
  )
}

function Panel({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className={panelStyles.panel} aria-label={title}>
      <h3>
        {title}
        {hint !== undefined && <small>{hint}</small>}
      </h3>
      {children}
    </section>
  )
}
