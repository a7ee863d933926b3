/** /print: the stores to print labels for. */
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { storeOverview, StoreOverview } from '../map/index.ts'

export const printingOverview = storeOverview({ name: 'printing', counts: ['productCount', 'todayUpdated'], to: paths.printList })

export function PrintingOverviewScreen() {
  const api = useApi()
  return (
    <StoreOverview
      name="printing"
      spec={printingOverview}
      load={(body, signal) => api.printing.overview({ params: {}, body }, { signal })}
    />
  )
}
