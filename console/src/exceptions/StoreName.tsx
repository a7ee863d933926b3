import { useStore } from '../data/use-stores.ts'

/** Whose exceptions these are. */
export function StoreName({ storeCode }: { storeCode: string }) {
  return <span>{useStore(storeCode)?.storeName ?? storeCode}</span>
}
