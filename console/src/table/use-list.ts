/** A list's state in the address, its data from the server, and its saved filter. */
import type { FilterOf, RowOf, TableEndpoint } from '@endcap/contract/table'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useRouteSearch } from '../app/route.ts'
import { forgetFilter, readSavedFilter, saveFilter } from '../ui/saved-filter.ts'
import { useStillHere } from '../ui/still-here.ts'
import {
  allDates,
  dateKeys,
  datesOf,
  notOfList,
  readState,
  toCall,
  toRequest,
  type ListFilter,
  type ListSearch,
  type ListState,
} from './request.ts'
import type { DeclaredTable, Load } from './spec.ts'

const filterKeys = ['filters', ...dateKeys] as const

export function useList<E extends TableEndpoint>(
  spec: DeclaredTable<E>,
  load: Load<E>,
  storeCode: string,
  refreshKey: readonly string[] = [],
) {
  const search = useRouteSearch()
  const navigate = useNavigate()
  const stillHere = useStillHere()
  const [saved, setSaved] = useState(() => readSavedFilter(spec.path))
  const state = useMemo(() => readState(search, { rows: spec.pageLength, order: spec.defaultOrder }), [search, spec])

  const keep = ({ filters, ...dates }: ListFilter) => {
    saveFilter(spec.path, filters, datesOf(dates))
    setSaved(readSavedFilter(spec.path))
  }
  const change = (next: Partial<ListState>) => {
    // While the view is kept, so is what changes in it (specification 1 §4).
    if (saved !== undefined && filterKeys.some((key) => key in next)) keep({ ...state, ...next })
    go(next)
  }
  const go = (next: Partial<ListState>) => {
    if (!stillHere()) return
    const { page, rows, sort, dir, filters, peek, ...dates } = { ...state, page: 'peek' in next ? state.page : 0, ...next }
    const { defaultOrder } = spec
    const f = Object.fromEntries(Object.entries(filters).filter(([, text]) => text.trim() !== ''))
    const address: ListSearch = {
      ...notOfList(search),
      ...(page > 0 && { page }),
      ...(rows !== spec.pageLength && { rows }),
      ...(sort !== undefined && (sort !== defaultOrder?.column || dir !== defaultOrder.dir) && { sort: `${sort} ${dir}` }),
      ...(Object.keys(f).length > 0 && { f }),
      ...datesOf(dates),
      ...(peek !== undefined && { peek }),
    }
    void navigate({ to: '.', search: address, replace: true })
  }
  // A saved view applies when the address asks for nothing itself.
  useEffect(() => {
    if (saved !== undefined && Object.keys(search).length === Object.keys(notOfList(search)).length)
      go({ filters: saved.filters, ...allDates(saved.dates) })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the screen opens
  }, [])

  const { peek: _, ...asked } = state
  const query = useQuery({
    queryKey: [spec.live, storeCode, spec.path, ...refreshKey, asked],
    queryFn: ({ signal }) => load(toCall<FilterOf<E>>(toRequest(state)), signal),
    placeholderData: keepPreviousData,
  })
  const rows: RowOf<E>[] | undefined = query.data?.data
  // An address may name a page that is not there (any more).
  const beyond = !query.isPlaceholderData && rows?.length === 0 && state.page > 0
  const lastPage = Math.max(0, Math.ceil((query.data?.recordsFiltered ?? 0) / state.rows) - 1)
  useEffect(() => {
    if (beyond) go({ page: lastPage })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `go` is made anew with each drawing
  }, [beyond, lastPage])
  return {
    state,
    change,
    query,
    rows,
    total: query.data?.recordsFiltered ?? 0,
    grandTotal: query.data?.recordsTotal ?? 0,
    saved,
    save: () => keep(state),
    forget: () => {
      forgetFilter(spec.path)
      setSaved(undefined)
    },
  }
}
