/** The list as it is shown as a file: what it is narrowed to, its columns, and what starts writing them. */
import type { FilterOf, RowOf, TableEndpoint } from '@endcap/contract/table'
import { useTranslation } from 'react-i18next'
import { useTransfers } from '../data/transfers.ts'
import { exportJob, exportName } from './export.ts'
import { toCall, toFilter, type ListState } from './request.ts'
import type { Column, ListNow, Load } from './spec.ts'

interface Options<E extends TableEndpoint> {
  title: string
  storeCode: string
  state: ListState
  columns: readonly Column<RowOf<E>>[]
  headingOf: (column: Column<RowOf<E>>) => string
  rowId: (row: RowOf<E>) => string
  load: Load<E>
}

export function useExport<E extends TableEndpoint>({ title, storeCode, state, columns, headingOf, rowId, load }: Options<E>) {
  const { t } = useTranslation()
  const transfers = useTransfers()
  const now: ListNow = { filter: toFilter(state), fields: columns.map((column) => ({ field: column.field, heading: headingOf(column) })) }
  const startExport = () => {
    const request = { ...now.filter, ...(state.sort !== undefined && { order: { column: state.sort, dir: state.dir } }) }
    const fileName = exportName([title, storeCode].filter(Boolean).join('-'), new Date())
    const pages = (body: Record<string, unknown>, signal: AbortSignal) => load(toCall<FilterOf<E>>(body), signal)
    transfers.start(exportJob<RowOf<E>>({ title, fileName, request, load: pages, rowId, columns, headingOf, t }))
  }
  return { now, startExport }
}
