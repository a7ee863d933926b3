/** The products of a store as rules look at them. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

const batchSize = 5000

export interface PlainProduct {
  prCode: string
  prInfo: string[]
  layoutId: string | null
}
/** Those that name a layout, or also those that name none. */
export interface OnlyProducts {
  layoutId: string
  orNone: boolean
}
export const naming = (only: OnlyProducts | undefined): RawBuilder<boolean> =>
  only === undefined ? sql<boolean>`true` : sql<boolean>`(layout_id = ${only.layoutId} or (${only.orNone}::boolean and layout_id is null))`

/** In the order of their codes, `limit` at a time, behind `after`. */
export async function* productsOfStore(
  db: Db,
  storeCode: string,
  { after = '', limit = batchSize, only }: { after?: string; limit?: number; only?: OnlyProducts | undefined } = {},
): AsyncGenerator<PlainProduct[]> {
  for (let last = after; ;) {
    const rows = await db
      .selectFrom('products')
      .select(['pr_code as prCode', 'pr_info as prInfo', 'layout_id as layoutId'])
      .where('store_code', '=', storeCode)
      .where('pr_code', '>', last)
      .where(naming(only))
      .orderBy('pr_code')
      .limit(limit)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = rows.at(-1)?.prCode ?? ''
  }
}
