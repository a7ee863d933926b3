/** The stores that a call names, wherever it does: no call answers for one that is not there. */
import type { Endpoint } from '@endcap/contract/endpoint'
import { partsOf } from '@endcap/contract/typed-object'

export interface NamedStore {
  /** Where it is named. */
  field: string
  code: string
}

/** Calls that name it in another place than the one that their access is decided by. */
const places = {
  params: ['storeCode', 'storeCodeOrShared'],
  query: ['storeCode', 'stores'],
  body: ['storeCode', 'storeCodes'],
}

/**
 * Left out are texts that mean all stores, calls that make a store or give accounts theirs (`none`), and what comes beside a file: who takes
 * the file says it, and raises the alarm INVALID STORE CODE.
 */
export function storesNamed(
  { store, kind, allStores }: Endpoint,
  { params, query, body }: { params: object; query: unknown; body: unknown },
): NamedStore[] {
  if (store === 'none') return []
  const found: NamedStore[] = []
  const look = (part: unknown, fields: readonly string[]) => {
    const values = partsOf(part)
    for (const field of fields)
      for (const code of [values[field]].flat())
        if (typeof code === 'string' && code !== '' && code !== allStores) found.push({ field, code })
  }
  if (store.startsWith('params.')) look(params, [store.slice('params.'.length)])
  else look(params, places.params)
  look(query, places.query)
  if (kind !== 'upload' || store !== 'body.storeCode') look(body, places.body)
  return found
}
