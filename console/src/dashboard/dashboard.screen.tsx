/** /dashboard: how the chain stands, in charts (specification 1 §2). Where a link leads nowhere, this screen opens. */
import { chartStores, type DashboardData } from '@endcap/contract/dashboard'
import { Navigate } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../app/lazy.tsx'
import { useCan } from '../app/services.ts'
import { firstReadable } from '../app/nav.ts'
import { formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { FirstSteps, useFirstRun } from '../first-run/index.ts'
import { Causes } from '../today/index.ts'
import { AlarmPanel } from './AlarmPanel.tsx'
import { DayChart, NodeChart, StatusBars, TagChart, TodayChart, TypeChart, VersionChart } from './charts.tsx'
import { Panel } from './Panel.tsx'
import { StoreSelect } from './StoreSelect.tsx'
import { useDashboard, useDashboardPlace, type DetailName } from './use-dashboard.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import panelStyles from '../ui/Panel.module.css'
import styles from './dashboard.module.css'
import { clsx } from 'clsx'
import tableStyles from '../table/table.module.css'

const Detail = lazyPart(() => import('./details.modal.tsx').then((module) => module.DetailModal))

export function DashboardScreen() {
  const { t } = useTranslation()
  const can = useCan()
  if (can('dashboard.read')) return <Dashboard />
  const first = firstReadable(can)
  if (first !== undefined) return <Navigate to={first.to(undefined)} search={{}} replace />
  return (
    <div className={tableStyles.empty}>
      <b>{t('dashboard.nothing')}</b>
      <p>{t('dashboard.nothingHint')}</p>
    </div>
  )
}

/** A system that is still to be set up has steps here, and no figures to draw. */
function Dashboard() {
  const { t } = useTranslation()
  const place = useDashboardPlace()
  const { waits, due, stores, leave } = useFirstRun()
  if (waits) return <ScreenWaits />
  if (!due) return <Figures {...place} />
  return (
    <div className={panelStyles.dashScroll}>
      <PageHead>
        <h1>{t('dashboard.title')}</h1>
      </PageHead>
      <FirstSteps stores={stores} onLeave={leave} />
    </div>
  )
}

function Figures({ chosen, ready, detail, alarm, go }: ReturnType<typeof useDashboardPlace>) {
  const { t } = useTranslation()
  const can = useCan()
  const query = useDashboard(chosen, ready)
  const { data } = query
  return (
    <div className={panelStyles.dashScroll}>
      <PageHead>
        <h1>{t('dashboard.title')}</h1>
        <span className={pageHeadStyles.sub}>
          {data?.tagStatus && t('dashboard.asOf', { time: formatTime(data.tagStatus.updatedAt).slice(11) })}
        </span>
        <span className={helpers.grow} />
        <StoreSelect chosen={chosen} onChange={(codes) => go({ stores: codes })} />
      </PageHead>
      <Causes stores={chosen} ready={ready} />
      <Problem query={query} />
      <h2 className={styles.figures}>
        {t('dashboard.inFigures')} <small>{t('dashboard.todayMeans')}</small>
      </h2>
      {data === undefined ? (
        !query.isError && <Waiting />
      ) : (
        <div className={styles.dash} aria-busy={query.isPlaceholderData}>
          <Charts data={data} open={(name) => go({ detail: name })} />
          {can('alarm.read') && <AlarmPanel opened={alarm} stores={chosen} onOpen={(id) => go(id === undefined ? {} : { alarm: id })} />}
        </div>
      )}
      {data !== undefined && detail !== undefined && <Detail name={detail} data={data} chosen={chosen} onClose={() => go({})} />}
    </div>
  )
}

/** The charts for which the account has the privilege: the others are not in its data. */
function Charts({ data, open }: { data: DashboardData; open: (name: DetailName) => void }) {
  const { t } = useTranslation()
  const { serverStatus, gwStatus, tagStatus, productStatus, updatedTagCount, updatedProductCount } = data
  const panel = (name: DetailName, span: 3 | 4 | 5 | 12, draw: (label: string) => ReactNode, note?: ReactNode) => (
    <Panel key={name} title={t(`dashboard.chart.${name}`)} span={span} onOpen={() => open(name)} note={note}>
      {draw(t(`dashboard.chart.${name}`))}
    </Panel>
  )
  return (
    <>
      {tagStatus !== null &&
        tagStatus.todayUpdated !== null &&
        productStatus !== null &&
        panel('today', 3, (label) => (
          <TodayChart label={label} total={tagStatus.total} updated={tagStatus.todayUpdated ?? 0} products={productStatus.todayUpdated} />
        ))}
      {serverStatus !== null && panel('servers', 3, (label) => <NodeChart label={label} status={serverStatus} counted />)}
      {gwStatus !== null && panel('gateways', 3, (label) => <NodeChart label={label} status={gwStatus} />)}
      {tagStatus !== null && panel('tags', 3, (label) => <TagChart label={label} status={tagStatus} />)}
      {tagStatus !== null && panel('types', 4, (label) => <TypeChart label={label} status={tagStatus} />)}
      {gwStatus !== null && panel('versions', 3, (label) => <VersionChart label={label} versions={gwStatus.countByVersion} />)}
      {updatedTagCount !== null &&
        updatedProductCount !== null &&
        panel('days', 5, (label) => <DayChart label={label} tags={updatedTagCount} products={updatedProductCount} />)}
      <StorePanel data={data} onOpen={() => open('stores')} />
    </>
  )
}

/** Tag status store by store, or gateway by gateway when one store is chosen. */
function StorePanel({ data: { storeList, storeDict, storeTagStatus, gwTagStatus }, onOpen }: { data: DashboardData; onOpen: () => void }) {
  const { t } = useTranslation()
  const only = storeList.length === 1 ? storeList[0] : undefined
  const bars = useMemo(() => {
    if (only === undefined)
      return (storeTagStatus ?? []).map((store) => ({ ...store, name: storeDict[store.storeCode] ?? store.storeCode }))
    const worst = (gwTagStatus ?? []).toSorted(
      (a, b) => b.error + b.unreachable - (a.error + a.unreachable) || b.inprogress - a.inprogress || b.total - a.total,
    )
    return worst.slice(0, chartStores).map((gateway) => ({ ...gateway, name: gateway.gwMac, storeCode: only }))
  }, [only, storeDict, storeTagStatus, gwTagStatus])
  if (storeTagStatus === null) return null
  const all = only === undefined ? storeList.length : (gwTagStatus?.length ?? 0)
  const title = t(only === undefined ? 'dashboard.chart.stores' : 'dashboard.perGateway')
  return (
    <Panel
      title={title}
      span={12}
      onOpen={onOpen}
      note={all > bars.length && bars.length === chartStores && t('dashboard.worst', { count: bars.length })}
    >
      <StatusBars label={title} bars={bars} />
    </Panel>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div className={styles.dash} role="status" aria-label={t('common.loading')}>
      {[3, 3, 3, 3, 4, 3, 5, 12].map((span, place) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- a fixed drawing
          key={place}
          className={clsx(panelStyles.panel, panelStyles.chartPanel, panelStyles.wait, styles[`span${span}`])}
          data-part="wait"
        />
      ))}
    </div>
  )
}
