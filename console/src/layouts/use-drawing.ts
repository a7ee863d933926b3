/** The drawing that the address names. */
import { useQuery } from '@tanstack/react-query'
import { usePathPart } from '../app/route.ts'
import { useApi } from '../app/services.ts'

export function useDrawing() {
  const api = useApi()
  const drawingId = usePathPart('drawingId') ?? ''
  const query = useQuery({
    queryKey: ['layouts', '', 'drawing', drawingId],
    queryFn: ({ signal }) => api.layouts.read({ params: { drawingId } }, { signal }),
  })
  return { drawingId, query, drawing: query.data }
}
