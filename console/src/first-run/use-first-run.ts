/** Whether a system is still to be set up: no store, or one whose labels have never been sent a product. */
import { changeRestMs } from '@endcap/contract/push'
import { errorStatuses, type TagStatus } from '@endcap/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi, useCan, useSession } from '../app/services.ts'
import { foundStores } from '../data/use-stores.ts'

/** How far a person is with the first steps: begun in this tab, left in this browser. */
const storageKey = 'endcap.firstSteps'

/** The tags of a store by status, under the key of its list. */
export function useTagCounts(storeCode: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: ['tags', storeCode ?? '', 'counts'],
    queryFn: () => api.tags.counts({ params: { storeCode: storeCode ?? '' } }),
    enabled: useCan()('tag.read') && storeCode !== undefined,
  })
}

/** Labels that were sent a product and showed it, or failed to: a shop that runs has some, also while it is out of reach. */
export const settledLabels = (byStatus: Partial<Record<TagStatus, number>>): number =>
  (['OK', ...errorStatuses] as const).reduce((sum, status) => sum + (byStatus[status] ?? 0), 0)

/** The store of a chain that has no more than one. */
function useFewStores(enabled: boolean) {
  const api = useApi()
  const found = useQuery({ ...foundStores(api, {}), enabled })
  const few = enabled && found.data !== undefined && found.data.total < 2
  const list = useQuery({
    queryKey: ['stores', '', 'first steps'],
    queryFn: async ({ signal }) => (await api.stores.list({}, { signal })).storeList,
    enabled: few,
    meta: { restMs: changeRestMs },
  })
  return {
    /** Undefined until they are known, and in a larger chain. */
    stores: few ? list.data : undefined,
    isLarger: found.data !== undefined && found.data.total > 1,
    waits: found.isLoading || list.isLoading,
  }
}

/** A system with several stores, or with labels that have shown something, is set up for good: this browser need not ask again. */
const rememberLeft = () => localStorage.setItem(storageKey, 'left')

export function useFirstRun() {
  const may = useCan()('store_config.write')
  const { enableWholeStore } = useSession().user
  const [left, setLeft] = useState(() => localStorage.getItem(storageKey) !== null)
  const [begun, setBegun] = useState(() => sessionStorage.getItem(storageKey) !== null)
  const asks = may && enableWholeStore && !left
  const { stores, isLarger, waits } = useFewStores(asks)
  const [store] = stores ?? []
  const only = (store?.total ?? 0) > 0 ? store : undefined
  const counts = useTagCounts(only?.storeCode)
  const settled = counts.data === undefined ? undefined : settledLabels(counts.data.byStatus)
  const runs = only !== undefined && settled !== 0
  const due = stores !== undefined && stores.length < 2 && (begun || !runs)
  // Where they stood they stay until they are left: the last tick is seen, also by who comes back from another page.
  if (due && !begun) setBegun(true)
  useEffect(() => {
    if (begun) sessionStorage.setItem(storageKey, 'begun')
    else if (isLarger || (settled ?? 0) > 0) rememberLeft()
  }, [begun, isLarger, settled])
  return {
    /** It is not known yet which of both pages it is. */
    waits: waits || (!begun && counts.isLoading),
    due,
    stores: stores ?? [],
    leave: () => {
      rememberLeft()
      setLeft(true)
    },
  }
}
