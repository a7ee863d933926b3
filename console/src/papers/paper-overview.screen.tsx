/** /paper: every store by its paper tasks, as a table or as a map. */
import { papers, type PaperStore } from '@endcap/contract/papers'
import { nodeStatuses } from '@endcap/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { Overview } from '../map/index.ts'
import { tableSpec } from '../table/spec.ts'
import { formatNumber, formatTime } from '../ui/format.ts'
import { State } from '../ui/state.tsx'

const factsOf = (store: PaperStore) =>
  [
    ['papers.column.totalTaskCount', formatNumber(store.totalTaskCount)],
    ['papers.column.totalCompleteCount', formatNumber(store.totalCompleteCount)],
    ['papers.column.todayTaskCount', formatNumber(store.todayTaskCount)],
    ['papers.column.todayCompleteCount', formatNumber(store.todayCompleteCount)],
  ] as const

export function paperOverviewSpec(t: (key: string) => string) {
  return tableSpec(papers.overview, {
    name: 'papers',
    live: 'papers',
    rowId: (store) => store.storeCode,
    // Specification 1 §9: store tables have pages of 10.
    pageLength: 10,
    columns: [
      {
        field: 'storeName',
        width: 260,
        cell: (store) => (
          <Link className="open" to={paths.paperTasks(store.storeCode)} search={{}}>
            {store.storeName}
          </Link>
        ),
      },
      { field: 'status', width: 130, cell: (store) => <State state={store.status} /> },
      { field: 'todayTaskCount', width: 130, numeric: true, cell: (store) => formatNumber(store.todayTaskCount) },
      { field: 'todayCompleteCount', width: 140, numeric: true, cell: (store) => formatNumber(store.todayCompleteCount) },
      { field: 'totalTaskCount', width: 120, numeric: true, cell: (store) => formatNumber(store.totalTaskCount) },
      { field: 'totalCompleteCount', width: 130, numeric: true, cell: (store) => formatNumber(store.totalCompleteCount) },
      { field: 'storeCode', width: 110, cell: (store) => <span className="mono">{store.storeCode}</span> },
      { field: 'updatedAt', width: 172, cell: (store) => formatTime(store.updatedAt) },
    ],
    filters: {
      storeName: 'text',
      storeCode: 'text',
      todayTaskCount: 'text',
      todayCompleteCount: 'text',
      totalTaskCount: 'text',
      totalCompleteCount: 'text',
      status: { options: nodeStatuses, label: (option) => t(`state.${option}`) },
    },
    defaultOrder: { column: 'storeName', dir: 'asc' },
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
