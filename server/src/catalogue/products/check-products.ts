/** The dry run of products that are saved or put back: staged and narrowed as they would be applied, looked at, and dropped. */
import type { ProductCheck } from '@endcap/contract/price-review'
import type { Db } from '../../platform/db/schema.ts'
import { reviewPrices } from './price-review.queries.ts'
import { dropStage, narrowStage, wholeProducts, withStage } from './stage.queries.ts'
import { countStage } from './staged-labels.queries.ts'

/** `fill` stages whole products. */
export async function checkStaged(db: Db, storeCode: string, fill: (fileId: string) => Promise<unknown>): Promise<ProductCheck> {
  return await withStage(db, async (fileId) => {
    await fill(fileId)
    const unchanged = await narrowStage(db, fileId, wholeProducts)
    const { newCount, changed, tagCount } = await countStage(db, fileId)
    const review = await reviewPrices(db, { storeCode, fileId })
    await dropStage(db, fileId)
    return { newCount, changed, unchanged, tagCount, ...review }
  })
}
