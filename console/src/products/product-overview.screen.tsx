/** /product: products of every store. */
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { storeOverview, StoreOverview } from '../map/index.ts'

export const productOverview = storeOverview({ name: 'products', counts: ['productCount', 'todayUpdated'], to: paths.productList })

export function ProductOverviewScreen() {
  const api = useApi()
  return (
    <StoreOverview
      name="products"
      spec={productOverview}
      load={(body, signal) => api.stores.productOverview({ params: {}, body }, { signal })}
    />
  )
}
