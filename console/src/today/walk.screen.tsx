/** /dashboard/walk: the labels of a cause as a person walks to them, store by store and gateway by gateway; on a handheld each opens in the aisle. */
import { useMediaQuery } from '@mantine/hooks'
import { comparedLabels, walkKinds, type WalkLabel } from '@endcap/contract/today'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconWalk } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useRouteSearch } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { buttonClass } from '../ui/button-class.ts'
import { formatNumber } from '../ui/format.ts'
import { handheldWidth } from '../ui/handheld.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import panelStyles from '../ui/Panel.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import { PriceLine } from './Prices.tsx'
import { useSince } from './when.ts'
import styles from './today.module.css'

export function WalkScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const search = useRouteSearch()
  const kind = walkKinds.find((one) => one === search.walk) ?? 'wrong-price'
  const stores = Array.isArray(search.stores) ? search.stores.map(String) : []
  const query = useQuery({
    queryKey: ['today', '', 'walk', kind, stores],
    queryFn: ({ signal }) => api.today.walk({ query: { kind, ...(stores.length > 0 && { stores: stores.join(',') }) } }, { signal }),
  })
  const { labelList = [], more = false, orMore = false } = query.data ?? {}
  const byStore = Map.groupBy(labelList, ({ storeCode }) => storeCode)
  return (
    <div className={panelStyles.scroll}>
      <PageHead>
        <h1>{t(`today.walkTitle.${kind}`)}</h1>
        {query.data !== undefined && (
          <span className={pageHeadStyles.sub}>
            {formatNumber(labelList.length)}
            {more && '+'}
          </span>
        )}
      </PageHead>
      <Problem query={query} />
      <div className={styles.walk}>
        {query.isPending && <Skeleton className={styles.waits} />}
        {query.data !== undefined && labelList.length === 0 && (
          <p className={styles.nothing} role="status">
            {t('today.walkEmpty')}
          </p>
        )}
        {more && (
          <p className={styles.part} role="status">
            {orMore
              ? t('today.walkCompared', { number: formatNumber(comparedLabels) })
              : t('today.walkPart', { number: formatNumber(labelList.length) })}
          </p>
        )}
        {[...byStore.values()].map((labels) => (
          <Store key={labels[0]?.storeCode} kind={kind} labels={labels} />
        ))}
      </div>
    </div>
  )
}

function Store({ kind, labels }: { kind: (typeof walkKinds)[number]; labels: readonly WalkLabel[] }) {
  const { t } = useTranslation()
  const handheld = useMediaQuery(handheldWidth) ?? false
  const [first] = labels
  if (first === undefined) return null
  const { storeCode, storeName } = first
  const to = paths.tagList(storeCode)
  const aisle = { view: 'aisle', do: 'find', walk: kind }
  return (
    <section className={styles.walkStore} aria-label={storeName}>
      <header>
        <h2>{storeName}</h2>
        <Link className={buttonClass(handheld ? 'primary' : 'plain')} to={to} search={aisle}>
          <IconWalk size={15} stroke={1.7} aria-hidden="true" />
          {t('today.inAisle', { count: labels.length, number: formatNumber(labels.length) })}
        </Link>
      </header>
      <ol className={styles.labels}>
        {labels.map((label) => (
          <li key={label.tagMac}>
            <Link
              className={styles.label}
              data-part="walk-label"
              to={to}
              search={handheld ? { ...aisle, code: label.tagMac } : { peek: label.tagMac }}
            >
              <LabelLine label={label} />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

function LabelLine({ label }: { label: WalkLabel }) {
  const { t } = useTranslation()
  const since = useSince(0)
  const { gwIndex, gwMac, tagMac, prName, prCode, priceOnGlass, price } = label
  return (
    <>
      <span>{priceOnGlass === '' && price === '' ? <b>{prName || prCode || t('today.noProduct')}</b> : <PriceLine label={label} />}</span>
      <span className={styles.place}>
        {gwMac === null ? tagMac : t('today.atGateway', { index: gwIndex ?? 0, tag: tagMac })}
        {label.since !== null && (
          <>
            <br />
            {since(label.since, label.timeZone)}
          </>
        )}
      </span>
    </>
  )
}
