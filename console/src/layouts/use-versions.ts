/** The versions of a drawing. */
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'

export function useVersions(drawingId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['layouts', '', 'versions', drawingId],
    queryFn: async ({ signal }) => (await api.layouts.versions({ params: { drawingId } }, { signal })).versionList,
  })
}
/** One version with what it consists of and its tasks; of none nothing is asked. */
export function useVersion(drawingId: string, version: number | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: ['layouts', '', 'versions', drawingId, version],
    queryFn: ({ signal }) => api.layouts.readVersion({ params: { drawingId, version: String(version) } }, { signal }),
    enabled: version !== undefined,
  })
}
/** The version that labels are drawn by; none before the first. */
export function useLiveVersion(drawingId: string) {
  const versions = useVersions(drawingId)
  const live = versions.data?.find(({ state }) => state === 'LIVE')?.version
  const read = useVersion(drawingId, live)
  return {
    version: read.data,
    isPending: versions.isPending || (live !== undefined && read.isPending),
    error: versions.error ?? read.error,
  }
}
