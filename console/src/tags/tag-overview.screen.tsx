/** /tag: tag status of every store. */
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { storeOverview, StoreOverview } from '../map/index.ts'

export const tagOverview = storeOverview({ name: 'tags', counts: ['total', 'success', 'inprogress', 'error'], to: paths.tagList })

export function TagOverviewScreen() {
  const api = useApi()
  return <StoreOverview name="tags" spec={tagOverview} load={(body, signal) => api.stores.tagOverview({ params: {}, body }, { signal })} />
}
