/** Overviews of all stores, as a table or as a map: each store with its counters, opening the store's own list (specification 1 §2). */
import type { StoreStatus } from '@endcap/contract/stores'
import { downloadTypes } from '@endcap/contract/downloads'
import { stores } from '@endcap/contract/stores'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { paths } from '../app/paths.ts'
import { useCan } from '../app/services.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Overview } from './Overview.tsx'
import { TableActions } from '../table/TableActions.tsx'
import { tableSpec, type Action, type Column, type DeclaredTable, type DownloadItem, type ListNow, type Load } from '../table/spec.ts'
import { storeColumns, storeStatusFilter, storeTable } from '../table/store-columns.tsx'
import { browserZone, formatNumber } from '../ui/format.ts'

type CountField =
  | 'gwCount'
  | 'normal'
  | 'offline'
  | 'alarm'
  | 'total'
  | 'success'
  | 'inprogress'
  | 'error'
  | 'productCount'
  | 'todayUpdated'

export interface StoreOverviewSpec {
  /** Names the screen. */
  name: string
  counts: readonly CountField[]
  to: (storeCode: string) => string
}

function columnsOf({ counts, to }: StoreOverviewSpec): Column<StoreStatus>[] {
  const { storeName, storeCode, status } = storeColumns(to)
  return [
    storeName,
    storeCode,
    ...counts.map((field): Column<StoreStatus> => ({
      field,
      width: 120,
      numeric: true,
      cell: (store) => store[field].toLocaleString('en-US'),
    })),
    status,
  ]
}

type DeclaredOverview = DeclaredTable<typeof stores.tagOverview> & Pick<StoreOverviewSpec, 'counts' | 'to'>

/** Declares an overview; `tagOverview` stands for the three, whose rows and filters are the same. */
export function storeOverview(spec: StoreOverviewSpec): DeclaredOverview {
  const table = tableSpec(stores.tagOverview, {
    name: 'stores',
    live: 'stores',
    ...storeTable,
    columns: columnsOf(spec),
    filters: { storeName: 'text', storeCode: 'text', status: storeStatusFilter((key) => i18next.t(key)) },
  })
  return { ...table, counts: spec.counts, to: spec.to }
}

/** The list of stores as files that the server makes, with the filter and columns of the table. */
function storeFiles(t: (key: string) => string, { filter, fields }: ListNow): DownloadItem[] {
  return (['csv', 'xlsx'] as const).map((format) => ({
    label: t(format === 'csv' ? 'downloads.file.stores' : 'downloads.file.storesExcel'),
    hint: t('downloads.file.filterHint'),
    needs: 'store.read',
    body: { type: downloadTypes.stores, filter: { ...filter, fields, format, timeZone: browserZone() } },
  }))
}

interface OverviewProps {
  name: string
  spec: DeclaredOverview
  load: Load<typeof stores.tagOverview>
  /** On the whole list, in the table and on the map alike. */
  actions?: Action<StoreStatus>[]
  /** Stands over the states: what else there is beside the stores. */
  above?: ReactNode
}
export function StoreOverview({ name, spec, load, actions = [], above }: OverviewProps) {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <Overview
      spec={spec}
      load={load}
      factsOf={(store) => spec.counts.map((field) => [`stores.column.${field}`, formatNumber(store[field])] as const)}
      to={spec.to}
      refreshKey={[name]}
      title={t(`${name}.title`)}
      head={<TableActions name={name} actions={actions} />}
      above={above}
      empty={t('stores.none')}
      emptyHint={t('stores.noneHint')}
      fill={can('store_config.write') && <CreateStore />}
      downloads={(now) => storeFiles(t, now)}
    />
  )
}

/** Leads to where a store is created, with its dialog open. */
function CreateStore() {
  const { t } = useTranslation()
  return (
    <Link to={paths.storeConfig} search={{ do: 'create' }} className={buttonClass()}>
      {t('stores.fill')}
    </Link>
  )
}
