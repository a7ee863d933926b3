/** Answers searches of stores like the server, out of a list, and notes what was asked. */
import type { Contract } from '@endcap/contract'
import type { CallOf, ResultOf } from '@endcap/contract/endpoint'

export type FindCall = CallOf<Contract['stores']['find']>['body']
interface Named {
  storeCode: string
  storeName: string
}
const inOrder = new Intl.Collator(undefined, { numeric: true })
const more = { address: '', locale: 'en-US', timeZone: 'UTC', enableTagStatusCheck: false, hideLed: false, showMac: false }

/** `api` has the one call; `asked` what came. */
export function findStores(stores: readonly Named[]) {
  const asked: FindCall[] = []
  const find = async ({ body }: { body: FindCall }): Promise<ResultOf<Contract['stores']['find']>> => {
    asked.push(body)
    const { term = '', codes, first = [], start = 0, length = 20 } = body
    const words = term.toLowerCase().split(/\s+/)
    const found = stores
      .filter(({ storeCode }) => codes === undefined || codes.includes(storeCode))
      .filter(({ storeCode, storeName }) => words.every((word) => `${storeCode} ${storeName}`.toLowerCase().includes(word)))
      .toSorted(
        (one, other) =>
          Number(first.includes(other.storeCode)) - Number(first.includes(one.storeCode)) ||
          inOrder.compare(one.storeName, other.storeName),
      )
    return { total: found.length, storeList: found.slice(start, start + length).map((store) => ({ ...store, ...more })) }
  }
  return { asked, find, api: { stores: { find } } }
}
