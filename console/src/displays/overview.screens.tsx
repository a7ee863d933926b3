/** /plus/{kind}: every store by its displays and what it has for them, as a table or as a map (specification 3 §2). */
import { plusDevices, type PlusKind, type PlusStore } from '@endcap/contract/displays'
import { nodeStatuses } from '@endcap/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { Overview } from '../map/Overview.tsx'
import { tableSpec, type DeclaredTable } from '../table/spec.ts'
import { formatNumber } from '../ui/format.ts'
import { State } from '../ui/state.tsx'

const counts = ['total', 'online', 'offline'] as const

export function plusOverviewSpec(t: (key: string) => string, kind: PlusKind): DeclaredTable<typeof plusDevices.overviewPage> {
  const own =
    kind === 'device' ? [] : [{ field: 'count' as const, heading: t(`plusDevices.count.${kind}`), width: 120, numeric: true as const }]
  const table = tableSpec(plusDevices.overviewPage, {
    name: 'plusDevices',
    live: 'plus',
    rowId: (store) => store.storeCode,
    // Specification 1 §9: store tables have pages of 10.
    pageLength: 10,
    columns: [
      {
        field: 'storeName',
        width: 260,
        cell: (store) => (
          <Link className="open" to={paths.plusList(kind, store.storeCode)} search={{}}>
            {store.storeName}
          </Link>
        ),
      },
      // A phone shows the first three.
      { field: 'status', width: 130, cell: (store) => <State state={store.status} /> },
      ...own.map((column) => ({ ...column, cell: (store: PlusStore) => formatNumber(store.count) })),
      ...counts.map((field) => ({ field, width: 120, numeric: true as const, cell: (store: PlusStore) => formatNumber(store[field]) })),
      { field: 'storeCode', width: 110, cell: (store) => <span className="mono">{store.storeCode}</span> },
    ],
    filters: {
      storeName: 'text',
      storeCode: 'text',
      total: 'text',
      online: 'text',
      offline: 'text',
      ...(kind !== 'device' && { count: 'text' as const }),
      status: { options: nodeStatuses, label: (option) => t(`state.${option}`) },
    },
    defaultOrder: { column: 'storeName', dir: 'asc' },
  })
  // Columns and the saved filter are kept for each of them.
  return { ...table, path: table.path.replace(':plusKind', kind) }
}

function PlusOverview({ kind }: { kind: PlusKind }) {
  const { t } = useTranslation()
  const api = useApi()
  const params = { plusKind: kind }
  const spec = useMemo(() => plusOverviewSpec(t, kind), [t, kind])
  const { data } = useQuery({
    queryKey: ['plus', '', 'stores', kind],
    queryFn: ({ signal }) => api.plusDevices.overview({ params }, { signal }),
  })
  const factsOf = (store: PlusStore) => [
    ...(kind === 'device' ? [] : [[`plusDevices.count.${kind}`, formatNumber(store.count)] as const]),
    ...counts.map((field) => [`plusDevices.column.${field}`, formatNumber(store[field])] as const),
  ]
  return (
    <Overview
      key={kind}
      spec={spec}
      load={(body, signal) => api.plusDevices.overviewPage({ params, body }, { signal })}
      factsOf={factsOf}
      to={(storeCode) => paths.plusList(kind, storeCode)}
      title={t(`plusDevices.overview.${kind}`)}
      refreshKey={[kind]}
      counted={{ label: t('plusDevices.column.status'), stores: data?.storeList ?? [] }}
    />
  )
}

export const PlusDevicesScreen = () => <PlusOverview kind="device" />
export const PlusImagesScreen = () => <PlusOverview kind="image" />
export const PlusVideosScreen = () => <PlusOverview kind="video" />
export const PlusWidgetsScreen = () => <PlusOverview kind="widget" />
export const PlusTemplatesScreen = () => <PlusOverview kind="template" />
export const PlusSchedulesScreen = () => <PlusOverview kind="schedule" />
