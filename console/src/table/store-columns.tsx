/** How stores stand in overviews, whatever is told of them. */
import { nodeStatuses } from '@endcap/contract/vocabulary'
import { codeColumn, linkColumn, stateColumn } from './columns.tsx'

interface Store {
  storeCode: string
  storeName: string
  status: (typeof nodeStatuses)[number]
}

/** How an overview of stores is declared: by name, with the columns and filters below. */
export const storeTable = {
  rowId: ({ storeCode }: Pick<Store, 'storeCode'>) => storeCode,
  // Specification 1 §9: store tables have pages of 10.
  pageLength: 10,
  defaultOrder: { column: 'storeName', dir: 'asc' },
} as const

/** `to`: where the store's own list is. */
export const storeColumns = (to: (storeCode: string) => string) => ({
  storeName: linkColumn('storeName', 260, ({ storeCode }: Store) => to(storeCode)),
  status: stateColumn('status', 130, ({ status }: Pick<Store, 'status'>) => ({ state: status })),
  storeCode: codeColumn('storeCode', 110),
})

export const storeStatusFilter = (t: (key: string) => string) => ({
  options: nodeStatuses,
  label: (option: string) => t(`state.${option}`),
})
