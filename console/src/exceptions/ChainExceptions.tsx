/** /exceptions with all stores in scope: what is out of the ordinary in the chain, and the stores where it is, the worst first. */
import { exceptions, type ChainExceptions as Chain, type StoreExceptions } from '@endcap/contract/exceptions'
import { useMediaQuery } from '@mantine/hooks'
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
  width: 116,
  numeric: true,
  cell: (store) => (numberOf(store, name) === 0 ? <span className={styles.zero}>0</span> : <KindLink store={store} name={name} />),
  text: (store) => numberOf(store, name),
})
const numberOf = (store: StoreExceptions, name: ListName) => countOf(store, name)?.count ?? 0

function KindLink({ store, name }: { store: StoreExceptions; name: ListName }) {
  const { t } = useTranslation()
  const count = formatNumber(numberOf(store, name))
  return (
    <OpenLink
      to={paths.exceptions}
      search={{ store: store.storeCode, list: name }}
      label={`${store.storeName}, ${t(`exceptions.kind.${name}`)}: ${count}`}
    >
      {count}
    </OpenLink>
  )
}

/** On a phone, where a row has room for one column of figures: what there is, of all kinds, in one. */
const foundColumn = (t: TFunction, names: readonly ListName[]): Column<StoreExceptions> => {
  const found = (store: StoreExceptions) => names.filter((name) => numberOf(store, name) > 0)
  return {
    field: 'own-found',
    heading: t('exceptions.title'),
    width: 300,
    sort: false,
    cell: (store) => (
      <span className={styles.found}>
        {found(store).map((name) => (
          <span key={name}>
            <Glyph kind={lookOf[name]} />
            {t(`exceptions.kind.${name}`)}
            <KindLink store={store} name={name} />
          </span>
        ))}
      </span>
    ),
    text: (store) => found(store).length,
  }
}

/** `list`: the kind that the address asks for; the list begins with the stores that have most of it. */
export function ChainExceptions({ list }: { list: ListName | undefined }) {
  const { t } = useTranslation()
  const api = useApi()
  const readsGateways = useCan()('store.read')
  const narrow = useMediaQuery('(max-width: 760px)') ?? false
  const { data } = useQuery({
    queryKey: ['dashboard', '', 'exceptions'],
    queryFn: ({ signal }) => api.exceptions.chain({}, { signal }),
    placeholderData: keepPreviousData,
  })
  const spec = useMemo(() => {
    const names = listNames.filter((name) => name !== 'gateways' || readsGateways)
    const code = codeColumn('storeCode', 110)
    return tableSpec(exceptions.stores, {
      name: 'exceptions',
      live: 'dashboard',
      rowId: (store) => store.storeCode,
      pageLength: 25,
      columns: [
        {
          field: 'storeName',
          width: 190,
          cell: (store) => (
            <OpenLink to={paths.exceptions} search={{ store: store.storeCode }}>
              {store.storeName}
            </OpenLink>
          ),
          text: (store) => store.storeName,
        },
        // All kinds are in sight on a tablet: what is beside them stands after them.
        ...(narrow ? [code, foundColumn(t, names)] : []),
        ...names.map((name) => kindColumn(t, name)),
        countColumn('totalTags', 100),
        ...(narrow ? [] : [code]),
      ],
      filters: { storeName: 'text', storeCode: 'text' },
      defaultOrder: { column: fieldOf[names.find((name) => name === list) ?? 'error'], dir: 'desc' },
    })
  }, [t, list, readsGateways, narrow])
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
            {t('exceptions.nothingWrong', { count: data.stores, stores: formatNumber(data.stores) })}
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
        `${t('exceptions.storesAffected', { affected: formatNumber(data.storesAffected), count: data.stores, stores: formatNumber(data.stores) })} · ${t('dashboard.asOf', { time: formatTime(data.updatedAt).slice(11) })}`
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
