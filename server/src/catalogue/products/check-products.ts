/** The dry run of products that are saved or put back: staged and narrowed as they would be applied, looked at, and dropped. */
import type { ProductCheck } from '@endcap/contract/price-review'
import type { Db } from '../../platform/db/schema.ts'
import { reviewPrices } from './price-review.queries.ts'
import { dropStage, holdStage, narrowStage, nextFileId, releaseStage, wholeProducts } from './stage.queries.ts'
import { countStage } from './staged-labels.queries.ts'

/** Longer than any list takes. */
const checkSeconds = 300

/** `fill` stages whole products. */
export async function checkStaged(db: Db, storeCode: string, fill: (fileId: string) => Promise<unknown>): Promise<ProductCheck> {
  const fileId = await nextFileId(db)
  await holdStage(db, fileId, checkSeconds)
  try {
    await fill(fileId)
    const unchanged = await narrowStage(db, fileId, wholeProducts)
    const { newCount, changed, tagCount } = await countStage(db, fileId)
    return { newCount, changed, unchanged, tagCount, ...(await reviewPrices(db, { storeCode, fileId })) }
  } finally {
    await dropStage(db, fileId)
    await releaseStage(db, fileId)
  }
}
