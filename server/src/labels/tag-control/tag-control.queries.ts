/** Which tags are meant by products. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** The tags of a store that show these products, each with the product of its first slot among them. */
export async function tagsOfProducts(db: Db, storeCode: string, prCodes: readonly string[]): Promise<{ tagMac: string; prCode: string }[]> {
  if (prCodes.length === 0) return []
  const result = await sql<{ tagMac: string; prCode: string }>`
    select distinct on (tag_mac) tag_mac as "tagMac", pr_code as "prCode" from tag_products
    where store_code = ${storeCode} and pr_code = any(${prCodes}::text[]) order by tag_mac, slot`.execute(db)
  return result.rows
}
