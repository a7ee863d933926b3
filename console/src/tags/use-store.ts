/** The store that the address names. */
import { useParams } from '@tanstack/react-router'

export function useStoreCode(): string {
  const { storeCode } = useParams({ strict: false }) as { storeCode?: string }
  return storeCode ?? ''
}
