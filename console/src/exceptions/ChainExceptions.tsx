/** /exceptions with all stores in scope: what is out of the ordinary in the chain, and the stores where it is, the worst first. */
import { exceptions, type ChainExceptions as Chain, type StoreExceptions } from '@endcap/contract/exceptions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan } from '../app/services.ts'
import { codeColumn, countColumn } from '../table/columns.tsx'
import { OpenLink } from '../table/OpenLink.tsx'
import { tableSpec, type Column } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatNumber, formatTime } from '../ui/format.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { Glyph } from '../ui/state.tsx'
import { countOf, fieldOf, listNames, lookOf, type ListName } from './kinds.ts'
import pageHeadStyles from '../ui/PageHead.module.css'
import styles from './exceptions.module.css'

/** How many a store has of one kind, as the way to them. */
const kindColumn = (t: TFunction, name: ListName): Column<StoreExceptions> => ({
  field: fieldOf[name],
  heading: t(`exceptions.kind.${name}`),
  width: 150,
  numeric: true,
  cell: (store) => {
    const { count } = countOf(store, name) ?? { count: 0 }
    if (count === 0) return <span className={styles.zero}>0</span>
    return (
      <OpenLink
        to={paths.exceptions}
        search={{ store: store.storeCode, list: name }}
        label={`${store.storeName}, ${t(`exceptions.kind.${name}`)}: ${formatNumber(count)}`}
      >
        {formatNumber(count)}
      </OpenLink>
    )
  },
  text: (store) => countOf(store, name)?.count ?? 0,
})

/** `list`: the kind that the address asks for; the list begins with the stores that have most of it. */
export function ChainExceptions({ list }: { list: ListName | undefined }) {
  const { t } = useTranslation()
  const api = useApi()
  const readsGateways = useCan()('store.read')
  const { data } = useQuery({
    queryKey: ['dashboard', '', 'exceptions'],
    queryFn: ({ signal }) => api.exceptions.chain({}, { signal }),
    placeholderData: keepPreviousData,
  })
  const spec = useMemo(() => {
    const names = listNames.filter((name) => name !== 'gateways' || readsGateways)
    return tableSpec(exceptions.stores, {
      name: 'exceptions',
      live: 'dashboard',
      rowId: (store) => store.storeCode,
      pageLength: 25,
      columns: [
        {
          field: 'storeName',
          width: 230,
          cell: (store) => (
            <OpenLink to={paths.exceptions} search={{ store: store.storeCode }}>
              {store.storeName}
            </OpenLink>
          ),
          text: (store) => store.storeName,
        },
        codeColumn('storeCode', 110),
        ...names.map((name) => kindColumn(t, name)),
        countColumn('totalTags', 110),
      ],
      filters: { storeName: 'text', storeCode: 'text' },
      defaultOrder: { column: fieldOf[names.find((name) => name === list) ?? 'error'], dir: 'desc' },
    })
  }, [t, list, readsGateways])
  if (data?.storesAffected === 0)
    return (
      <>
        <PageHead>
          <h1>{t('exceptions.title')}</h1>
          <span className={pageHeadStyles.sub}>{t('dashboard.asOf', { time: formatTime(data.updatedAt).slice(11) })}</span>
        </PageHead>
        <p className={styles.sum}>
          <span>
            <Glyph kind="ok" />
            {t('exceptions.nothingWrong', { count: data.stores })}
          </span>
        </p>
      </>
    )
  return (
    <TableScreen
      spec={spec}
      load={(body, signal) => api.exceptions.stores({ params: {}, body }, { signal })}
      title={t('exceptions.title')}
      subtitle={
        data &&
        `${t('exceptions.storesAffected', { affected: formatNumber(data.storesAffected), count: data.stores })} · ${t('dashboard.asOf', { time: formatTime(data.updatedAt).slice(11) })}`
      }
      tabs={() => data && <Sum chain={data} />}
      empty={t('exceptions.none')}
    />
  )
}

/** All stores together, as one line. */
function Sum({ chain }: { chain: Chain }) {
  const { t } = useTranslation()
  return (
    <p className={styles.sum} role="group" aria-label={t('common.allStores')} data-part="sum">
      <b>{t('common.allStores')}</b>
      {listNames.map((name) => {
        const counted = countOf(chain, name)
        return (
          counted && (
            <span key={name} data-part={name}>
              <Glyph kind={counted.count === 0 ? 'ok' : lookOf[name]} />
              {t(`exceptions.kind.${name}`)}
              <b>{formatNumber(counted.count)}</b>
            </span>
          )
        )
      })}
    </p>
  )
}
