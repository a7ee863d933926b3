/** What several parts of the members' screen ask for, each under one key of the cache. */
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'

/** Counts by state, the roles that may be given, and whether mail can be sent. */
export function useMemberOverview(enabled = true) {
  const api = useApi()
  return useQuery({ queryKey: ['members', '', 'overview'], queryFn: ({ signal }) => api.members.overview({}, { signal }), enabled })
}

export function useMember(email: string, enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: ['members', '', 'account', email],
    queryFn: ({ signal }) => api.members.account({ params: { email } }, { signal }),
    enabled,
  })
}
