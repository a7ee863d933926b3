/** What needs a person, the worst first: what, where and since when in a line or two, and the one button that leads to the act. */
import type { Cause } from '@endcap/contract/today'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { Problem } from '../ui/Problem.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Entry } from './Entry.tsx'
import { useEntries } from './entries.tsx'
import styles from './today.module.css'

/** `stores`: codes; all of the account when empty. */
export function Causes({ stores, ready }: { stores: readonly string[]; ready: boolean }) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['today', '', 'causes', stores],
    queryFn: ({ signal }) => api.today.causes({ query: stores.length > 0 ? { stores: stores.join(',') } : {} }, { signal }),
    placeholderData: keepPreviousData,
    enabled: ready,
  })
  return (
    <section className={styles.today} aria-label={t('today.title')} aria-busy={query.isPending || query.isPlaceholderData}>
      <h2>{t('today.title')}</h2>
      <Problem query={query} />
      {query.data !== undefined ? (
        <List causes={query.data.causeList} at={query.data.at} stores={stores} />
      ) : (
        !query.isError && <Skeleton className={styles.waits} />
      )}
    </section>
  )
}

function List({ causes, at, stores }: { causes: readonly Cause[]; at: number; stores: readonly string[] }) {
  const { t } = useTranslation()
  const entries = useEntries(causes, { at, stores })
  if (entries.length === 0)
    return (
      <p className={styles.nothing} role="status">
        <IconCircleCheck size={18} stroke={1.7} aria-hidden="true" />
        <b>{t('today.nothing')}</b>
      </p>
    )
  return (
    <ol className={styles.causes} data-part="causes">
      {entries.map(({ key, ...entry }) => (
        <Entry key={key} {...entry} />
      ))}
    </ol>
  )
}
