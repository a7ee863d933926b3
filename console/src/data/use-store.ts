import { usePathPart } from '../app/route.ts'
/** The store that the address names. */

export function useStoreCode(): string {
  const storeCode = usePathPart('storeCode')
  return storeCode ?? ''
}
