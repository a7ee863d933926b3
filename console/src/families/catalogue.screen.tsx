/** /product/list/{storeCode}: the products of a store and, on the other tab, its families (specification 2 §2). */
import { useRouteSearch } from '../app/route.ts'
import { ProductListScreen } from '../products/index.ts'
import { CatalogueTabs } from '../ui/CatalogueTabs.tsx'
import { FamilyList } from './FamilyList.tsx'

export function CatalogueScreen() {
  const { view } = useRouteSearch()
  return view === 'families' ? <FamilyList tabs={<CatalogueTabs />} /> : <ProductListScreen />
}
