/** /product/list/{storeCode}: the products of a store and, on the other tab, its families (specification 2 §2). */
import { useSearch } from '@tanstack/react-router'
import { ProductListScreen } from '../products/product-list.screen.tsx'
import { CatalogueTabs, type CatalogueSearch } from './CatalogueTabs.tsx'
import { FamilyList } from './FamilyList.tsx'

export function CatalogueScreen() {
  const { view } = useSearch({ strict: false }) as CatalogueSearch
  return view === 'families' ? <FamilyList tabs={<CatalogueTabs />} /> : <ProductListScreen />
}
