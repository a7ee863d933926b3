/** What should stand on a label by what is stored and the promotions that run. */
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'

export function useDue(storeCode: string, tagMac: string) {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['tags', storeCode, 'due', tagMac],
    queryFn: ({ signal }) => api.tags.due({ params: { storeCode, tagMac } }, { signal }),
  })
  if (data === undefined) return undefined
  /** `image`: in base64; undefined where it cannot be drawn right. */
  return { ...data, image: data.problems.length > 0 ? undefined : (data.encodedImage ?? undefined) }
}
