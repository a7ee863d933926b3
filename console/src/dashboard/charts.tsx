/** The dashboard's charts, each given the part of the data it draws. */
import type { DashboardData } from '@endcap/contract/dashboard'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { BarChart, LineChart } from '../charts/charts.tsx'
import { Doughnut } from '../charts/Doughnut.tsx'
import { formatNumber } from '../ui/format.ts'
import { bySize, shareOf, startOfDay } from './figures.ts'
import styles from './dashboard.module.css'

type Part<K extends keyof DashboardData> = NonNullable<DashboardData[K]>

export function NodeChart({
  label,
  status,
  counted,
}: {
  label: string
  status: { total: number; normal: number; alarm: number; offline: number }
  counted?: true
}) {
  const { t } = useTranslation()
  const { total, normal, alarm, offline } = status
  return (
    <Doughnut
      label={label}
      // A handful is counted, many are a share.
      centre={counted ? `${normal} / ${total}` : shareOf(normal, total)}
      parts={[
        { name: t('state.NORMAL'), count: normal, kind: 'ok' },
        { name: t('state.ALARM'), count: alarm, kind: 'alarm' },
        { name: t('state.OFFLINE'), count: offline, kind: 'bad' },
      ]}
    />
  )
}

export function TagChart({ label, status: { total, good, error, inprogress, unreachable } }: { label: string; status: Part<'tagStatus'> }) {
  const { t } = useTranslation()
  return (
    <Doughnut
      label={label}
      centre={shareOf(good - unreachable, total)}
      parts={[
        { name: t('dashboard.good'), count: good - unreachable, kind: 'ok' },
        { name: t('dashboard.failed'), count: error, kind: 'bad' },
        { name: t('dashboard.running'), count: inprogress, kind: 'info' },
        ...(unreachable > 0 ? [{ name: t('dashboard.unreachable'), count: unreachable, kind: 'warn' as const }] : []),
      ]}
    />
  )
}

export function TodayChart({ label, total, updated, products }: { label: string; total: number; updated: number; products: number }) {
  const { t } = useTranslation()
  // A tag that was taken off its shelf since is still one that was updated.
  const rest = Math.max(0, total - updated)
  return (
    <>
      <Doughnut
        label={label}
        centre={shareOf(updated, updated + rest)}
        parts={[
          { name: t('dashboard.updated'), count: updated, kind: 'ok' },
          { name: t('dashboard.notUpdated'), count: rest, kind: 'idle' },
        ]}
      />
      <p className={styles.chartFoot}>{t('dashboard.productsToday', { count: products, number: formatNumber(products) })}</p>
    </>
  )
}

export function TypeChart({ label, status: { countByType, countNgByType } }: { label: string; status: Part<'tagStatus'> }) {
  const { t } = useTranslation()
  const sizes = useMemo(() => bySize(countByType, countNgByType), [countByType, countNgByType])
  const categories = useMemo(() => sizes.map(({ size }) => (size === 'UNKNOWN' ? t('state.UNKNOWN') : size)), [sizes, t])
  const series = useMemo(
    () => [
      { name: t('dashboard.notFailed'), kind: 'idle' as const, values: sizes.map(({ tags, failed }) => tags - failed) },
      { name: t('dashboard.failed'), kind: 'bad' as const, values: sizes.map(({ failed }) => failed) },
    ],
    [sizes, t],
  )
  return <BarChart label={label} categories={categories} series={series} height={196} />
}

/** Versions with a bar of their own. */
const shownVersions = 7

export function VersionChart({ label, versions }: { label: string; versions: Part<'gwStatus'>['countByVersion'] }) {
  const { t } = useTranslation()
  const { categories, series } = useMemo(() => {
    const totals = new Map<string, number>()
    for (const { gmpVersion, total } of versions) totals.set(gmpVersion, (totals.get(gmpVersion) ?? 0) + total)
    const rows = [...totals].toSorted((a, b) => b[1] - a[1])
    const rest = rows.slice(shownVersions).reduce((sum, [, total]) => sum + total, 0)
    const shown = rows.slice(0, shownVersions).map(([version, total]) => [version || t('dashboard.notReported'), total] as const)
    if (rest > 0) shown.push([t('dashboard.otherVersions'), rest])
    return { categories: shown.map(([name]) => name), series: [{ name: t('dashboard.gateways'), values: shown.map(([, total]) => total) }] }
  }, [versions, t])
  return <BarChart label={label} categories={categories} series={series} horizontal height={Math.max(90, categories.length * 26 + 30)} />
}

export function DayChart({
  label,
  tags,
  products,
}: {
  label: string
  tags: Part<'updatedTagCount'>
  products: Part<'updatedProductCount'>
}) {
  const { t } = useTranslation()
  const series = useMemo(() => {
    const points = (rows: typeof tags) => rows.map(({ date, total }) => [startOfDay(date), total] as const)
    return [
      { name: t('dashboard.tagUpdates'), points: points(tags) },
      { name: t('dashboard.productChanges'), points: points(products) },
    ]
  }, [tags, products, t])
  return (
    <>
      <div className={styles.chartKey} aria-hidden="true">
        {series.map(({ name, points }, place) => (
          <span key={name}>
            <i style={{ background: place === 0 ? 'var(--accent)' : 'var(--ink-3)' }} />
            {name}
            <b>{formatNumber(points.at(-1)?.[1] ?? 0)}</b>
            {t('dashboard.today')}
          </span>
        ))}
      </div>
      <LineChart label={label} series={series} min={0} height={168} />
    </>
  )
}

interface Bar {
  name: string
  good: number
  inprogress: number
  error: number
  /** Of the good ones. */
  unreachable: number
  /** Where a click leads. */
  storeCode: string
}
export function StatusBars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const categories = useMemo(() => bars.map((bar) => bar.name), [bars])
  const series = useMemo(
    () => [
      { name: t('dashboard.good'), kind: 'ok' as const, values: bars.map((bar) => bar.good - bar.unreachable) },
      { name: t('dashboard.running'), kind: 'info' as const, values: bars.map((bar) => bar.inprogress) },
      { name: t('dashboard.failed'), kind: 'bad' as const, values: bars.map((bar) => bar.error) },
      ...(bars.some((bar) => bar.unreachable > 0)
        ? [{ name: t('dashboard.unreachable'), kind: 'warn' as const, values: bars.map((bar) => bar.unreachable) }]
        : []),
    ],
    [bars, t],
  )
  const onPick = useCallback(
    (index: number) => {
      const bar = bars[index]
      if (bar !== undefined) void navigate({ to: paths.tagList(bar.storeCode), search: {} })
    },
    [bars, navigate],
  )
  return (
    <BarChart
      label={label}
      categories={categories}
      series={series}
      horizontal
      height={Math.max(80, bars.length * 24 + 34)}
      onPick={onPick}
    />
  )
}
