/** Whether a system is still to be set up: no store, or one whose labels have never been sent a product. */
import { changeRestMs } from '@endcap/contract/push'
import type { StoreStatus } from '@endcap/contract/stores'
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

/** The store of a chain that has no more than one; undefined until that is known, and in a larger chain. */
function useFewStores(enabled: boolean): readonly StoreStatus[] | undefined {
  const api = useApi()
  const { data: found } = useQuery({ ...foundStores(api, {}), enabled })
  const few = enabled && found !== undefined && found.total < 2
  const { data } = useQuery({
    queryKey: ['stores', '', 'first steps'],
    queryFn: async ({ signal }) => (await api.stores.list({}, { signal })).storeList,
    enabled: few,
    meta: { restMs: changeRestMs },
  })
  return few ? data : undefined
}

export function useFirstRun() {
  const may = useCan()('store_config.write')
  const { enableWholeStore } = useSession().user
  const [left, setLeft] = useState(() => localStorage.getItem(storageKey) !== null)
  const [begun, setBegun] = useState(() => sessionStorage.getItem(storageKey) !== null)
  const asks = may && enableWholeStore && !left
  const stores = useFewStores(asks)
  const [store] = stores ?? []
  const only = (store?.total ?? 0) > 0 ? store : undefined
  const counts = useTagCounts(only?.storeCode)
  const runs = only !== undefined && (counts.data === undefined || settledLabels(counts.data.byStatus) > 0)
  const due = stores !== undefined && stores.length < 2 && (begun || !runs)
  // Where they stood they stay until they are left: the last tick is seen, also by who comes back from another page.
  if (due && !begun) setBegun(true)
  useEffect(() => {
    if (begun) sessionStorage.setItem(storageKey, 'begun')
  }, [begun])
  return {
    due,
    stores: stores ?? [],
    leave: () => {
      localStorage.setItem(storageKey, 'left')
      setLeft(true)
    },
  }
}
