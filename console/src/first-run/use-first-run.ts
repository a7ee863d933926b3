/** Whether a system is still to be set up: no store, or one whose labels have never been sent a product. */
import type { StoreStatus } from '@endcap/contract/stores'
import { errorStatuses, type TagStatus } from '@endcap/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useCan, useSession } from '../app/services.ts'

/** Set once a person has left the first steps in this browser. */
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

export function useFirstRun(stores: readonly StoreStatus[] | undefined) {
  const may = useCan()('store_config.write')
  const { enableWholeStore } = useSession().user
  const [left, setLeft] = useState(() => localStorage.getItem(storageKey) !== null)
  const [begun, setBegun] = useState(false)
  const asks = may && enableWholeStore && !left
  const only = asks && stores?.length === 1 && stores[0]!.total > 0 ? stores[0] : undefined
  const counts = useTagCounts(only?.storeCode)
  const runs = only !== undefined && (counts.data === undefined || settledLabels(counts.data.byStatus) > 0)
  const due = asks && stores !== undefined && stores.length < 2 && !runs
  // Once they stand there they stay until they are left, so that the last tick is seen.
  if (due && !begun) setBegun(true)
  return {
    due: (due || begun) && !left,
    leave: () => {
      localStorage.setItem(storageKey, 'left')
      setLeft(true)
    },
  }
}
