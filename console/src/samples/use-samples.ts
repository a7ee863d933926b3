/** The sample products of a store, under a key that changes of its products and their labels renew. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useApi, useCan, type Services } from '../app/services.ts'

export const samplesOf = (api: Services['api'], storeCode: string) =>
  queryOptions({
    queryKey: ['products', storeCode, 'samples'],
    queryFn: ({ signal }) => api.samples.state({ params: { storeCode } }, { signal }),
  })

export function useSamples(storeCode: string | undefined) {
  const api = useApi()
  return useQuery({ ...samplesOf(api, storeCode ?? ''), enabled: useCan()('product.read') && storeCode !== undefined })
}
