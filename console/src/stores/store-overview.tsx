/** Overviews of all stores: one row a store with its counters, opening the store's own list. */
import type { StoreStatus } from '@endcap/contract/stores'
import { stores } from '@endcap/contract/stores'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { tableSpec, type Column, type Load } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { State } from '../ui/state.tsx'

type CountField = 'total' | 'success' | 'inprogress' | 'error' | 'productCount' | 'todayUpdated'

export interface StoreOverviewSpec {
  /** Names the screen. */
  name: string
  counts: readonly CountField[]
  to: (storeCode: string) => string
}

function columnsOf({ counts, to }: StoreOverviewSpec): Column<StoreStatus>[] {
  return [
    {
      field: 'storeName',
      width: 260,
      cell: (store) => (
        <Link className="open" to={to(store.storeCode)} search={{}}>
          {store.storeName}
        </Link>
      ),
    },
    { field: 'storeCode', width: 110, cell: (store) => <span className="mono">{store.storeCode}</span> },
    ...counts.map((field): Column<StoreStatus> => ({
      field,
      width: 120,
      numeric: true,
      cell: (store) => store[field].toLocaleString('en-US'),
    })),
    { field: 'status', width: 130, cell: (store) => <State state={store.status} /> },
  ]
}

/** Declares an overview; `tagOverview` stands for the three, whose rows and filters are the same. */
export function storeOverview(spec: StoreOverviewSpec) {
  return tableSpec(stores.tagOverview, {
    name: 'stores',
    live: 'stores',
    rowId: (store) => store.storeCode,
    // Specification 1 §9: store tables have pages of 10.
    pageLength: 10,
    columns: columnsOf(spec),
    filters: { storeName: 'text', storeCode: 'text', status: { options: ['NORMAL', 'ALARM', 'OFFLINE'] } },
    defaultOrder: { column: 'storeName', dir: 'asc' },
  })
}

export function StoreOverview({
  name,
  spec,
  load,
}: {
  name: string
  spec: ReturnType<typeof storeOverview>
  load: Load<typeof stores.tagOverview>
}) {
  const { t } = useTranslation()
  return <TableScreen spec={spec} load={load} refreshKey={[name]} title={t(`${name}.title`)} />
}
