import { usePathPart } from '../app/route.ts'

/** The store that the address names; blank where it names none. */
export function useStoreCode(): string {
  const storeCode = usePathPart('storeCode')
  return storeCode ?? ''
}
