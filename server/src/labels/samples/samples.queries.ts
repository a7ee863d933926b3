/** The sample products of a store in SQL. */
import { sql } from 'kysely'
import { heldByFamily } from '../../catalogue/products/products.service.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Those of these products that the store has, and whether a family holds them. */
export async function productsThere(db: Db, storeCode: string, prCodes: readonly string[]): Promise<{ prCode: string; held: boolean }[]> {
  const { rows } = await sql<{ prCode: string; held: boolean }>`select p.pr_code as "prCode", ${heldByFamily(storeCode)} as held
    from products p where p.store_code = ${storeCode} and p.pr_code = any(${prCodes}::text[]) order by p.pr_code`.execute(db)
  return rows
}

/** Tags that show one of these products, and those of them that show another one, too. */
export async function countLabels(
  db: Db,
  storeCode: string,
  prCodes: readonly string[],
): Promise<{ tagCount: number; sharedCount: number }> {
  const { rows } = await sql<{ tagCount: number; sharedCount: number }>`
    select count(*)::int as "tagCount", count(*) filter (where others)::int as "sharedCount" from (
      select bool_or(pr_code <> all(${prCodes}::text[])) as others from tag_products where store_code = ${storeCode} and tag_mac in (
        select tag_mac from tag_products where store_code = ${storeCode} and pr_code = any(${prCodes}::text[])
      ) group by tag_mac
    ) as labels`.execute(db)
  return rows[0] ?? { tagCount: 0, sharedCount: 0 }
}
