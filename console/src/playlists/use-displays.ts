import type { PlaylistDisplay } from '@endcap/contract/playlists'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'

const none: readonly PlaylistDisplay[] = []

/** Displays that can play a playlist, with what they play now. */
export function useDisplays() {
  const api = useApi()
  const query = useQuery({
    queryKey: ['signage', '', 'playlistDisplays'],
    queryFn: ({ signal }) => api.playlists.displays({}, { signal }),
  })
  return { query, displays: query.data?.deviceList ?? none, total: query.data?.total ?? 0 }
}
