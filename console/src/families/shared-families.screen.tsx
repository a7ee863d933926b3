/** /family-product: the families that all stores share (specification 2 §2). */
import { FamilyList } from './FamilyList.tsx'

export function SharedFamiliesScreen() {
  return <FamilyList />
}
