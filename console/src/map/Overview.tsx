/** An overview of stores as a table or as a map, with the states to filter by over both (specification 1 §2). */
import type { FilterOf, RowOf, TableEndpoint } from '@endcap/contract/table'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../app/lazy.tsx'
import { toCall } from '../table/request.ts'
import type { DeclaredTable, DownloadItem, ListNow, Load } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { OverviewBar, type Counted } from './OverviewBar.tsx'
import type { MapStore, Spot } from './points.ts'
import { useMapView } from './use-map-view.ts'

/** A table of stores by any filters. */
type StoreTable = TableEndpoint<{}, Spot>

interface Props<E extends StoreTable> {
  spec: DeclaredTable<E>
  load: Load<E>
  /** What the map's window tells of a store. */
  factsOf: (store: RowOf<E>) => MapStore['facts']
  to: (storeCode: string) => string
  title: string
  refreshKey?: readonly string[]
  counted?: Counted
  /** What is said of no stores at all. */
  empty?: string
  emptyHint?: string
  fill?: ReactNode
  /** Buttons beside the title, and what stands over the states. */
  head?: ReactNode
  above?: ReactNode
  downloads?: (now: ListNow) => DownloadItem[]
}

const MapScreen = lazyPart(async () => (await import('./map.screen.tsx')).MapScreen)

export function Overview<E extends StoreTable>(props: Props<E>) {
  const { spec, load, factsOf, to, counted, above, downloads, empty, emptyHint, fill, ...both } = props
  const { t } = useTranslation()
  const { asMap, noMap, onFailed } = useMapView()
  if (asMap)
    return (
      <MapScreen
        path={spec.path}
        live={spec.live}
        to={to}
        load={async (request, signal) => {
          const page = await load(toCall<FilterOf<E>>(request), signal)
          return { ...page, data: page.data.map((store) => ({ ...store, facts: factsOf(store) })) }
        }}
        {...both}
        counted={counted}
        above={above}
        onFailed={onFailed}
      />
    )
  return (
    <TableScreen
      spec={spec}
      load={load}
      {...both}
      downloads={downloads}
      {...(empty !== undefined && { empty })}
      {...(emptyHint !== undefined && { emptyHint })}
      fill={fill}
      tabs={(filters, setFilter) => (
        <>
          {above}
          <OverviewBar
            view="table"
            filters={filters}
            onStatus={(text) => setFilter('status', text)}
            counted={counted}
            noMap={noMap ? t('map.noWebgl') : undefined}
          />
        </>
      )}
    />
  )
}
