/** Where the map comes from; it changes with the server's settings at its start alone. */
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'

export function useMapConfig() {
  const api = useApi()
  return useQuery({ queryKey: ['map', 'config'], queryFn: () => api.map.config(), staleTime: Infinity })
}
