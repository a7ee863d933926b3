/** /exceptions: what is out of the ordinary in a store, and the lists behind it (specification 1 §2). */
import { Navigate, useNavigate } from '@tanstack/react-router'
import type { ExceptionStatistics } from '@endcap/contract/exceptions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconList } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { textOf, useRouteSearch } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { Doughnut } from '../charts/Doughnut.tsx'
import { shareOf, StoreSelect } from '../dashboard/index.ts'
import { useFirstStore, useStoresOf } from '../data/use-stores.ts'
import { formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { ExceptionList } from './ExceptionList.tsx'
import { countOf, listNames, lookOf, type ListName } from './kinds.ts'
import { clsx } from 'clsx'
import { PageHead } from '../ui/PageHead.tsx'
import { buttonClass } from '../ui/button-class.ts'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import panelStyles from '../ui/Panel.module.css'
import styles from './exceptions.module.css'

/** The store that the address names, else the one chosen in the sidebar, else the first. */
function useChosenStore() {
  const search = useRouteSearch()
  const asked = textOf(search.store) ?? localStorage.getItem('endcap.store') ?? undefined
  const account = useFirstStore()
  const named = useStoresOf(asked === undefined ? [] : [asked])
  const known = named === undefined ? undefined : (named[0] ?? account?.first)
  return { hasNone: account?.first === null, storeCode: known?.storeCode, list: listNames.find((name) => name === search.list) }
}

export function ExceptionsScreen() {
  const { t } = useTranslation()
  const can = useCan()
  const api = useApi()
  const navigate = useNavigate()
  const { hasNone, storeCode = '', list } = useChosenStore()
  const query = useQuery({
    queryKey: ['dashboard', storeCode, 'exceptions'],
    queryFn: ({ signal }) => api.exceptions.statistics({ params: { storeCode } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: storeCode !== '' && can('tag.read'),
  })
  if (!can('tag.read')) return <Navigate to={paths.dashboard} search={{}} replace />
  const { data } = query
  const waiting = data === undefined && !query.isError && !hasNone
  const go = (search: { store: string; list?: ListName }) => void navigate({ to: paths.exceptions, search: search })
  const chooser = (
    <StoreSelect
      chosen={storeCode === '' ? [] : [storeCode]}
      onChange={([code = storeCode]) => go({ store: code, ...(list && { list }) })}
      multiple={false}
    />
  )
  if (list !== undefined && storeCode !== '') return <ExceptionList storeCode={storeCode} list={list} statistics={data} chooser={chooser} />
  return (
    <div className={panelStyles.dashScroll}>
      <PageHead>
        <h1>{t('exceptions.title')}</h1>
        <span className={pageHeadStyles.sub}>{data && t('dashboard.asOf', { time: formatTime(data.updatedAt).slice(11) })}</span>
        <span className={helpers.grow} />
        {chooser}
      </PageHead>
      <Problem query={query} />
      {hasNone && (
        <div className={tableStyles.empty}>
          <b>{t('exceptions.none')}</b>
          <p>{t('exceptions.noStore')}</p>
        </div>
      )}
      <div className={styles.exceptions} aria-busy={waiting || query.isPlaceholderData}>
        {data === undefined
          ? waiting &&
            listNames.map((name) => (
              <div key={name} className={clsx(panelStyles.panel, panelStyles.chartPanel, panelStyles.wait)} data-part="chart-panel" />
            ))
          : listNames.map((name) => <Kind key={name} name={name} statistics={data} />)}
      </div>
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
        <DownloadButton storeCode={storeCode} list={name} disabled={count === 0} quiet />
      </footer>
    </section>
  )
}
