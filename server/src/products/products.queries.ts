/** Products in SQL: the merge of staged rows, and what lists show. */
import type { Product } from '@endcap/contract/products'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpoch } from '../clock.ts'
import { numberColumn, tablePage, tableSlice, textColumn, timeColumn } from '../db/table-page.ts'
import type { Db } from '../db/schema.ts'

const productColumns = sql`p.pr_code as "prCode", p.pr_info as "prInfo", p.layout_id as "layoutId", p.nfc, p.tag_count as "tagCount", p.updated_at as "updatedAt",
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

export interface StagedRow {
  line: number
  prCode: string
  prInfo: string[]
  layoutId: string | null
  nfc: string | null
}

/** Adds rows to a file's stage in one statement. */
export async function stageRows(db: Db, storeCode: string, fileId: string, rows: readonly StagedRow[]): Promise<void> {
  const infos = JSON.stringify(rows.map((row) => row.prInfo))
  await sql`insert into staged_products (store_code, file_id, line, pr_code, pr_info, layout_id, nfc)
    select ${storeCode}, ${fileId}, s.line, s.pr_code, array(select jsonb_array_elements_text(i.info)), s.layout_id, s.nfc
    from unnest(${rows.map((row) => row.line)}::int[], ${rows.map((row) => row.prCode)}::text[], ${rows.map((row) => row.layoutId)}::text[],
      ${rows.map((row) => row.nfc)}::text[]) with ordinality as s (line, pr_code, layout_id, nfc, place)
    join jsonb_array_elements(${infos}::jsonb) with ordinality as i (info, place) using (place)`.execute(db)
}

export interface Given {
  /** Slots of prInfo that the rows carry; the others of a known product stay as they are. Undefined: all of them. */
  slots: readonly number[] | undefined
  layout: boolean
  nfc: boolean
}

/**
 * Turns staged rows of known products into what the product would become, and drops rows that would change nothing: what remains
 * is the change. Runs outside the switching transaction.
 */
export async function narrowStage(db: Db, fileId: string, { slots, layout, nfc }: Given): Promise<number> {
  if (slots !== undefined || !layout || !nfc) {
    const merged =
      slots === undefined
        ? sql`s.pr_info`
        : sql`array(select coalesce(case when n = any(${slots.map((slot) => slot + 1)}::int[]) then s.pr_info[n] else p.pr_info[n] end, '')
            from generate_series(1, greatest(array_length(s.pr_info, 1), array_length(p.pr_info, 1))) n order by n)`
    await sql`update staged_products s set pr_info = ${merged}, layout_id = ${layout ? sql`s.layout_id` : sql`p.layout_id`}, nfc = ${nfc ? sql`s.nfc` : sql`p.nfc`}
      from products p where s.file_id = ${fileId} and p.store_code = s.store_code and p.pr_code = s.pr_code`.execute(db)
  }
  const result =
    await sql`delete from staged_products s using products p where s.file_id = ${fileId} and p.store_code = s.store_code and p.pr_code = s.pr_code
    and p.pr_info = s.pr_info and p.layout_id is not distinct from s.layout_id and p.nfc is not distinct from s.nfc`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Makes the staged change the products' state; history and the day's counter follow. Answers how many products changed. */
export async function switchStage(
  db: Db,
  change: { storeCode: string; fileId: string; changedBy: string; ofFile: boolean; at: Date },
): Promise<number> {
  const { storeCode, fileId, changedBy, ofFile, at } = change
  await sql`insert into product_history (store_code, pr_code, changed_at, pr_info, layout_id, changed_by, file_id)
    select s.store_code, s.pr_code, ${at}::timestamptz, p.pr_info, p.layout_id, ${changedBy}, ${ofFile ? fileId : null}::bigint
    from staged_products s left join products p on p.store_code = s.store_code and p.pr_code = s.pr_code where s.file_id = ${fileId}`.execute(
    db,
  )
  const result = await sql`insert into products as p (store_code, pr_code, pr_info, layout_id, nfc, tag_count, created_at, updated_at)
    select s.store_code, s.pr_code, s.pr_info, s.layout_id, s.nfc,
      (select count(*) from tag_products tp where tp.store_code = s.store_code and tp.pr_code = s.pr_code), ${at}::timestamptz, ${at}::timestamptz
    from staged_products s where s.file_id = ${fileId}
    on conflict (store_code, pr_code) do update set pr_info = excluded.pr_info, layout_id = excluded.layout_id, nfc = excluded.nfc, updated_at = excluded.updated_at`.execute(
    db,
  )
  const changed = Number(result.numAffectedRows ?? 0)
  await sql`insert into daily_counts as d (store_code, day, products)
    select store_code, (${at}::timestamptz at time zone time_zone)::date, ${changed} from stores where store_code = ${storeCode}
    on conflict (store_code, day) do update set products = d.products + excluded.products`.execute(db)
  return changed
}

/** The tags that show a staged product. */
export async function affectedTags(db: Db, fileId: string): Promise<string[]> {
  const result = await sql<{ tagMac: string }>`select distinct tp.tag_mac as "tagMac" from staged_products s
    join tag_products tp on tp.store_code = s.store_code and tp.pr_code = s.pr_code where s.file_id = ${fileId}`.execute(db)
  return result.rows.map((row) => row.tagMac)
}

export async function dropStage(db: Db, fileId: string): Promise<void> {
  await db.deleteFrom('staged_products').where('file_id', '=', fileId).execute()
}

export async function nextFileId(db: Db): Promise<string> {
  const result = await sql<{ id: string }>`select nextval('file_ids')::text as id`.execute(db)
  return result.rows[0]?.id ?? ''
}
