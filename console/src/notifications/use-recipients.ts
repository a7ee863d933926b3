/** Who is told: asked for by the button, the note about mail settings and the list. */
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'

export function useRecipients() {
  const api = useApi()
  return useQuery({ queryKey: ['members', '', 'recipients'], queryFn: ({ signal }) => api.notifications.recipients({}, { signal }) })
}
