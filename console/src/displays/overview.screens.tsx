/** /plus/{kind}: every store by its displays and what it has for them, as a table or as a map (specification 3 §2). */
import { displays } from '@endcap/contract/displays'
import type { SignageKind, SignageStore } from '@endcap/contract/signage-stores'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { Overview } from '../map/index.ts'
import { tableSpec, type DeclaredTable } from '../table/spec.ts'
import { storeColumns, storeStatusFilter, storeTable } from '../table/store-columns.tsx'
import { formatNumber } from '../ui/format.ts'
import { countColumn } from '../table/columns.tsx'

const counts = ['total', 'online', 'offline'] as const

export function signageOverviewSpec(t: (key: string) => string, kind: SignageKind): DeclaredTable<typeof displays.overviewPage> {
  const own = kind === 'device' ? [] : [{ ...countColumn('count', 120), heading: t(`displays.count.${kind}`) }]
  const { storeName, status, storeCode } = storeColumns((code) => paths.signageList(kind, code))
  const table = tableSpec(displays.overviewPage, {
    name: 'displays',
    live: 'signage',
    ...storeTable,
    columns: [
      storeName,
      // A phone shows the first three.
      status,
      ...own,
      ...counts.map((field) => countColumn(field, 120)),
      storeCode,
    ],
    filters: {
      storeName: 'text',
      storeCode: 'text',
      total: 'text',
      online: 'text',
      offline: 'text',
      ...(kind !== 'device' && { count: 'text' as const }),
      status: storeStatusFilter(t),
    },
  })
  // Columns and the saved filter are kept for each of them.
  return { ...table, path: table.path.replace(':plusKind', kind) }
}

function SignageOverview({ kind }: { kind: SignageKind }) {
  const { t } = useTranslation()
  const api = useApi()
  const params = { plusKind: kind }
  const spec = useMemo(() => signageOverviewSpec(t, kind), [t, kind])
  const { data } = useQuery({
    queryKey: ['signage', '', 'stores', kind],
    queryFn: ({ signal }) => api.displays.overview({ params }, { signal }),
  })
  const factsOf = (store: SignageStore) => [
    ...(kind === 'device' ? [] : [[`displays.count.${kind}`, formatNumber(store.count)] as const]),
    ...counts.map((field) => [`displays.column.${field}`, formatNumber(store[field])] as const),
  ]
  return (
    <Overview
      key={kind}
      spec={spec}
      load={(body, signal) => api.displays.overviewPage({ params, body }, { signal })}
      factsOf={factsOf}
      to={(storeCode) => paths.signageList(kind, storeCode)}
      title={t(`displays.overview.${kind}`)}
      refreshKey={[kind]}
      counted={{ label: t('displays.column.status'), stores: data?.storeList ?? [] }}
    />
  )
}

export const DisplaysScreen = () => <SignageOverview kind="device" />
export const ImagesScreen = () => <SignageOverview kind="image" />
export const VideosScreen = () => <SignageOverview kind="video" />
export const WidgetsScreen = () => <SignageOverview kind="widget" />
export const SlideTemplatesScreen = () => <SignageOverview kind="template" />
export const SchedulesScreen = () => <SignageOverview kind="schedule" />
