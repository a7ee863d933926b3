import type { MediaFile } from '@endcap/contract/media'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'
import { toDataUrl } from './data-url.ts'

/** The small picture of a file, as the address of an image; undefined until it is loaded, and for a file without one. */
export function useMediaThumb(storeCode: string, { kind, _id, updatedAt, thumb }: MediaFile): string | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['mediaThumb', storeCode, _id, updatedAt],
    queryFn: async ({ signal }) =>
      toDataUrl(await api.media.thumb({ params: { storeCode, mediaFileKind: kind, fileId: _id } }, { signal })),
    enabled: thumb,
    staleTime: Infinity,
  })
  return data
}
