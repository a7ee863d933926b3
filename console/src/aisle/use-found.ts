/** What a scanned code means, kept up to date as long as it is on screen. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'

export function useFound(storeCode: string, code: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['tags', storeCode, 'find', code],
    queryFn: ({ signal }) => api.tags.find({ params: { code, storeCode } }, { signal }),
    enabled: code !== '',
  })
}

/** How these tags are at the moment. */
export function useTagsNow(storeCode: string, tagMacs: readonly string[]) {
  const api = useApi()
  const barcodes = tagMacs.join(',')
  const { data } = useQuery({
    queryKey: ['tags', storeCode, 'recent', barcodes],
    queryFn: ({ signal }) =>
      api.tags.search({ params: { storeCode }, body: { filter_barcode: barcodes, condition_barcode: '==' } }, { signal }),
    enabled: barcodes !== '',
    placeholderData: keepPreviousData,
  })
  return new Map(data?.data.map((tag) => [tag.tagMac, tag]))
}
