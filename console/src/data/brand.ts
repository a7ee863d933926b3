/** The colours and fonts of the chain, as editors offer them. */
import type { BrandColour, BrandFont } from '@endcap/contract/brand'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'

export const brandKey = ['signage', '', 'brand']

export function useBrandQuery() {
  const api = useApi()
  return useQuery({ queryKey: brandKey, queryFn: ({ signal }) => api.brand.read({}, { signal }), staleTime: 60_000 })
}
/** None until they are known. */
export const useBrandColours = (): readonly BrandColour[] => useBrandQuery().data?.colourList ?? []
/** Undefined until they are known. */
export const useBrandFonts = (): readonly BrandFont[] | undefined => useBrandQuery().data?.fontList
