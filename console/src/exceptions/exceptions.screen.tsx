/** /exceptions: what is out of the ordinary in the chain or in a store, and the lists behind it (specification 1 §2). */
import { Link, Navigate } from '@tanstack/react-router'
import type { ExceptionStatistics } from '@endcap/contract/exceptions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconArrowLeft, IconList } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { textOf, useRouteSearch } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { Doughnut } from '../charts/Doughnut.tsx'
import { shareOf } from '../dashboard/index.ts'
import { useFirstStore, useStoresOf } from '../data/use-stores.ts'
import { formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { ChainExceptions } from './ChainExceptions.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { ExceptionList } from './ExceptionList.tsx'
import { countOf, listNames, lookOf, type ListName } from './kinds.ts'
import { StoreName } from '../ui/StoreName.tsx'
import { clsx } from 'clsx'
import { PageHead } from '../ui/PageHead.tsx'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import { Glyph } from '../ui/state.tsx'
import { buttonClass } from '../ui/button-class.ts'
import tableStyles from '../table/table.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import panelStyles from '../ui/Panel.module.css'
import styles from './exceptions.module.css'

/** The store that the address names, else the one chosen in the sidebar, else the account's only one; null for all of them. */
function useChosenStore() {
  const search = useRouteSearch()
  const ofSidebar = localStorage.getItem('endcap.store') ?? undefined
  const asked = textOf(search.store) ?? ofSidebar
  const account = useFirstStore()
  const named = useStoresOf(asked === undefined ? [] : [asked])
  const known = named?.[0]?.storeCode ?? account?.only
  const waits = named === undefined || account === undefined
  return {
    hasNone: account?.first === null,
    storeCode: waits ? named?.[0]?.storeCode : (known ?? null),
    list: listNames.find((name) => name === search.list),
    /** Whether the address alone says that it is about a store: without it, it is about all of them. */
    isOfMany: ofSidebar === undefined && account?.only === undefined,
  }
}

export function ExceptionsScreen() {
  const { t } = useTranslation()
  const can = useCan()
  const { hasNone, storeCode, list, isOfMany } = useChosenStore()
  if (!can('tag.read')) return <Navigate to={paths.dashboard} search={{}} replace />
  if (hasNone)
    return (
      <>
        <PageHead>
          <h1>{t('exceptions.title')}</h1>
        </PageHead>
        <div className={tableStyles.empty}>
          <b>{t('exceptions.none')}</b>
          <p>{t('exceptions.noStore')}</p>
        </div>
      </>
    )
  if (storeCode === undefined) return <ScreenWaits />
  if (storeCode === null) return <ChainExceptions list={list} />
  return <OfStore storeCode={storeCode} list={list} isOfMany={isOfMany} />
}

function OfStore({ storeCode, list, isOfMany }: { storeCode: string; list: ListName | undefined; isOfMany: boolean }) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['dashboard', storeCode, 'exceptions'],
    queryFn: ({ signal }) => api.exceptions.statistics({ params: { storeCode } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const waits = data === undefined && !query.isError
  if (list !== undefined) return <ExceptionList storeCode={storeCode} list={list} statistics={data} />
  const found = data === undefined ? [] : listNames.filter((name) => (countOf(data, name)?.count ?? 0) > 0)
  const well = data === undefined ? [] : listNames.filter((name) => countOf(data, name)?.count === 0)
  return (
    <div className={panelStyles.dashScroll}>
      <PageHead>
        <h1>{t('exceptions.title')}</h1>
        <span className={clsx(pageHeadStyles.sub, styles.exceptionHead)}>
          <StoreName storeCode={storeCode} />
          {data && <span>{t('dashboard.asOf', { time: formatTime(data.updatedAt).slice(11) })}</span>}
          {isOfMany && (
            <Link className={buttonClass('ghost')} to={paths.exceptions} search={{}}>
              <IconArrowLeft size={15} stroke={1.7} />
              {t('common.allStores')}
            </Link>
          )}
        </span>
      </PageHead>
      <Problem query={query} />
      <div className={styles.exceptions} aria-busy={waits || query.isPlaceholderData}>
        {waits &&
          listNames.map((name) => (
            <div key={name} className={clsx(panelStyles.panel, panelStyles.chartPanel, panelStyles.wait)} data-part="chart-panel" />
          ))}
        {data !== undefined && found.map((name) => <Kind key={name} name={name} statistics={data} />)}
      </div>
      {well.length > 0 && (
        <ul className={styles.well} data-part="well">
          {well.map((name) => (
            <li key={name}>
              <Glyph kind="ok" />
              {t(`exceptions.well.${name}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Kind({ name, statistics }: { name: ListName; statistics: ExceptionStatistics }) {
  const { t } = useTranslation()
  const counted = countOf(statistics, name)
  if (counted === undefined) return null
  const { count, total } = counted
  const title = t(`exceptions.kind.${name}`)
  const { storeCode } = statistics
  return (
    <section className={panelStyles.panel} aria-label={title}>
      <h2>{title}</h2>
      <p>{t(`exceptions.about.${name}`)}</p>
      <Doughnut
        label={title}
        centre={shareOf(count, total)}
        parts={[
          { name: title, count, kind: lookOf[name] },
          { name: t(name === 'gateways' ? 'exceptions.otherGateways' : 'exceptions.otherTags'), count: total - count, kind: 'ok' },
        ]}
      />
      <footer>
        <Link className={buttonClass('ghost')} to={paths.exceptions} search={{ store: storeCode, list: name }}>
          <IconList size={15} stroke={1.7} />
          {t('exceptions.show')}
        </Link>
        <DownloadButton storeCode={storeCode} list={name} quiet />
      </footer>
    </section>
  )
}
