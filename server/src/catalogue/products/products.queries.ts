/** Products in SQL: the merge of staged rows, and what lists show. */
import type { Product } from '@endcap/contract/products'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { numberColumn, tablePage, tableSlice, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'

const productColumns = sql`p.pr_code as "prCode", p.pr_info as "prInfo", p.layout_id as "layoutId", p.nfc, p.tag_count as "tagCount", p.updated_at as "updatedAt", p.update_id as "updateId",
  array(select distinct t.tag_type from tag_products tp join tags t using (store_code, tag_mac)
    where tp.store_code = p.store_code and tp.pr_code = p.pr_code and p.tag_count > 0) as "tagTypes"`

export type ProductRow = Omit<Product, 'updatedAt' | 'tagType'> & { updatedAt: Date; tagTypes: string[] }

export async function findProduct(db: Db, storeCode: string, prCode: string): Promise<ProductRow | undefined> {
  const result =
    await sql<ProductRow>`select ${productColumns} from products p where p.store_code = ${storeCode} and p.pr_code = ${prCode}`.execute(db)
  return result.rows[0]
}

/** What filters and order of a product list may name. */
const listed = {
  columns: {
    prCode: textColumn('p.pr_code'),
    prInfo: { sql: sql.ref('p.pr_info'), kind: 'list' as const },
    layoutId: textColumn('p.layout_id'),
    nfc: textColumn('p.nfc'),
    tagCount: numberColumn('p.tag_count'),
    updatedAt: timeColumn('p.updated_at'),
  },
  dateColumn: sql.ref('p.updated_at'),
}

const productsOf = (db: Db, storeCode: string) =>
  db
    .selectFrom('products as p')
    .select([
      'p.pr_code as prCode',
      'p.pr_info as prInfo',
      'p.layout_id as layoutId',
      'p.nfc',
      'p.tag_count as tagCount',
      'p.updated_at as updatedAt',
      'p.update_id as updateId',
    ])
    .select(
      sql<string[]>`array(select distinct t.tag_type from tag_products tp join tags t using (store_code, tag_mac)
      where tp.store_code = p.store_code and tp.pr_code = p.pr_code and p.tag_count > 0)`.as('tagTypes'),
    )
    .where('p.store_code', '=', storeCode)

export async function countProducts(db: Db, storeCode: string): Promise<number> {
  return (await db.selectFrom('product_counts').select('products').where('store_code', '=', storeCode).executeTakeFirst())?.products ?? 0
}

/** The page is cut first; what tags show its products is looked up for its rows only. */
export async function searchProducts(db: Db, storeCode: string, request: TableRequest): Promise<TablePage<ProductRow>> {
  return tablePage(productsOf(db, storeCode), request, {
    ...listed,
    defaultOrder: sql`p.updated_at desc`,
    tieBreak: sql.ref('p.pr_code'),
    total: () => countProducts(db, storeCode),
  })
}

/** The products behind `after` in the order of their codes: for reading a whole list in slices. */
export function readProducts(
  db: Db,
  storeCode: string,
  request: TableRequest,
  slice: { after: string | undefined; limit: number },
): Promise<ProductRow[]> {
  return tableSlice(productsOf(db, storeCode), request, { ...listed, key: sql.ref('p.pr_code'), ...slice })
}

export const toProduct = ({ updatedAt, tagTypes, ...row }: ProductRow, sizeName: (tagType: string) => string): Product => ({
  ...row,
  tagType: [...new Set(tagTypes.map(sizeName))],
  updatedAt: toEpoch(updatedAt),
})
