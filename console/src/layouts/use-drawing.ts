/** The drawing that the address names. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useApi } from '../app/services.ts'

export function useDrawing() {
  const api = useApi()
  const { drawingId = '' } = useParams({ strict: false }) as { drawingId?: string }
  const query = useQuery({
    queryKey: ['layouts', '', 'drawing', drawingId],
    queryFn: ({ signal }) => api.layouts.read({ params: { drawingId } }, { signal }),
  })
  return { drawingId, query, drawing: query.data }
}
