/** /paper: every store by its paper tasks, as a table or as a map. */
import { papers, type PaperStore } from '@endcap/contract/papers'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { Overview } from '../map/index.ts'
import { countColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { storeColumns, storeStatusFilter, storeTable } from '../table/store-columns.tsx'
import { formatNumber } from '../ui/format.ts'

const factsOf = (store: PaperStore) =>
  [
    ['papers.column.totalTaskCount', formatNumber(store.totalTaskCount)],
    ['papers.column.totalCompleteCount', formatNumber(store.totalCompleteCount)],
    ['papers.column.todayTaskCount', formatNumber(store.todayTaskCount)],
    ['papers.column.todayCompleteCount', formatNumber(store.todayCompleteCount)],
  ] as const

export function paperOverviewSpec(t: (key: string) => string) {
  const { storeName, status, storeCode } = storeColumns(paths.paperTasks)
  return tableSpec(papers.overview, {
    name: 'papers',
    live: 'papers',
    ...storeTable,
    columns: [
      storeName,
      status,
      countColumn('todayTaskCount', 130),
      countColumn('todayCompleteCount', 140),
      countColumn('totalTaskCount', 120),
      countColumn('totalCompleteCount', 130),
      storeCode,
      timeColumn('updatedAt'),
    ],
    filters: {
      storeName: 'text',
      storeCode: 'text',
      todayTaskCount: 'text',
      todayCompleteCount: 'text',
      totalTaskCount: 'text',
      totalCompleteCount: 'text',
      status: storeStatusFilter(t),
    },
  })
}

export function PaperOverviewScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const spec = useMemo(() => paperOverviewSpec(t), [t])
  const { data } = useQuery({ queryKey: ['papers', '', 'stores'], queryFn: ({ signal }) => api.papers.stores({}, { signal }) })
  const counted = { label: t('papers.column.status'), stores: data?.storeList ?? [] }
  return (
    <Overview
      spec={spec}
      load={(body, signal) => api.papers.overview({ params: {}, body }, { signal })}
      factsOf={factsOf}
      to={paths.paperTasks}
      title={t('papers.title')}
      counted={counted}
    />
  )
}
