import { useStoreName } from '../data/use-stores.ts'

/** What a store is called; its code until that is known, and where it is none of the account's. */
export function StoreName({ storeCode }: { storeCode: string }) {
  const { name, waits } = useStoreName(storeCode)
  return <span aria-busy={waits}>{name ?? storeCode}</span>
}
