/** Runs the trial: the seeded chain's fleet, and a price that changes now and then. */
import type { Client } from '@endcap/contract/client'
import type { Contract } from '@endcap/contract'
import { createRandom } from '../random.ts'
import { changedPrice, trialStores } from './chain.ts'

/** Slot of the price in the starter aliases. */
const priceSlot = 3
const shortestMs = 20_000
const longestMs = 60_000

/** Changes the prices of a few products from time to time; answers what stops it. */
export function changePrices(client: Client<Contract>, seed: number, onError: (error: unknown) => void): () => void {
  const random = createRandom(seed)
  let timer: NodeJS.Timeout | undefined
  /** What was set here, by store and product. */
  const ours = new Map<string, string>()
  const plan = () => {
    timer = setTimeout(() => void change().catch(onError).finally(plan), shortestMs + random.below(longestMs - shortestMs))
  }
  async function change() {
    const store = random.pick(trialStores)
    const { storeCode } = store
    const page = await client.products.search({
      params: { storeCode },
      body: { start: random.below(100), length: 3, filter_tagCount: '1', condition_tagCount: '>=' },
    })
    const keyOf = (prCode: string) => `${storeCode} ${prCode}`
    // What a person sets by hand stays, or their change would seem lost.
    const free = page.data.filter(
      ({ prCode, prInfo, lastChange }) => lastChange?.fileName !== null || ours.get(keyOf(prCode)) === prInfo[priceSlot],
    )
    const productList = free.map(({ prCode, prInfo, layoutId, nfc }) => ({
      prCode,
      layoutId,
      nfc,
      prInfo: prInfo.with(priceSlot, changedPrice(store, prInfo[priceSlot] ?? '100', random)),
    }))
    for (const { prCode, prInfo } of productList) ours.set(keyOf(prCode), prInfo[priceSlot] ?? '')
    if (productList.length > 0) await client.products.save({ body: { storeCode, productList } })
  }
  plan()
  return () => clearTimeout(timer)
}
