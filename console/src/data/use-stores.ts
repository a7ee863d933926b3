import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'

/** The stores that the account sees, under the same key everywhere. */
export function useStores() {
  const api = useApi()
  return useQuery({ queryKey: ['stores', '', 'list'], queryFn: async () => (await api.stores.list()).storeList, staleTime: 30_000 })
}
