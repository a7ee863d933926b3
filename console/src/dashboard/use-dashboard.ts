/** The dashboard's data and what its address carries. */
import type { DashboardData } from '@endcap/contract/dashboard'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { textOf, useRouteSearch } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { useStoresOf } from '../data/use-stores.ts'

export const details = ['today', 'servers', 'gateways', 'tags', 'types', 'versions', 'days', 'stores'] as const
export type DetailName = (typeof details)[number]

/** What the address asks for: codes of stores, all of them when absent, and the chart or alarm whose detail is open. Stores that are not the account's are left out, as they may come from another's link. */
export function useDashboardPlace() {
  const search = useRouteSearch()
  const navigate = useNavigate()
  const asked = Array.isArray(search.stores) ? search.stores.map(String) : []
  const stores = useStoresOf(asked)
  const chosen = stores === undefined ? asked : asked.filter((code) => stores.some((store) => store.storeCode === code))
  const go = (next: { stores?: string[]; detail?: DetailName; alarm?: string }) => {
    const codes = next.stores ?? chosen
    const { detail, alarm } = next
    void navigate({
      to: '.',
      search: { ...(codes.length > 0 && { stores: codes }), ...(detail && { detail }), ...(alarm && { alarm }) },
    })
  }
  return {
    chosen,
    /** False until it is known which of the chosen stores there are. */
    ready: stores !== undefined,
    detail: details.find((name) => name === search.detail),
    alarm: textOf(search.alarm),
    go,
  }
}

/** Fetched again when the push channel says that something changed, at most once in ten seconds; what is on screen stays until then. */
export function useDashboard(chosen: readonly string[], enabled: boolean) {
  const api = useApi()
  return useQuery<DashboardData>({
    queryKey: ['dashboard', '', chosen],
    queryFn: ({ signal }) =>
      api.dashboard.data({ query: { t: String(Date.now()), ...(chosen.length > 0 && { stores: chosen.join(',') }) } }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}
