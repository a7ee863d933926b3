/** Products in SQL: the merge of staged rows, and what lists show. */
import type { Alias, ListedProduct, Product } from '@endcap/contract/products'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { errorStatuses, inProgressStatuses } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { numberColumn, tablePage, tableSlice, textColumn, timeColumn, type Column } from '../../platform/db/table-page.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import { meantAliases } from '../aliases/aliases.service.ts'

/** How the labels of a product stand, looked up for the rows of a page only. */
export const labelsOf = sql<LabelStates>`(select jsonb_build_object(
    'types', coalesce(jsonb_agg(distinct t.tag_type), '[]'),
    'error', count(distinct t.tag_mac) filter (where t.status = any(${[...errorStatuses]}::text[])),
    'inProgress', count(distinct t.tag_mac) filter (where t.status = any(${[...inProgressStatuses]}::text[])),
    'all', count(distinct t.tag_mac),
    'glass', md5(string_agg(g.shown_hash, ' ' order by t.tag_mac)))
  from tag_products tp join tags t using (store_code, tag_mac) left join tag_glass g using (store_code, tag_mac)
  where tp.store_code = p.store_code and tp.pr_code = p.pr_code and p.tag_count > 0)`
export interface LabelStates {
  types: string[]
  error: number
  inProgress: number
  all: number
  glass: string | null
}

/** By whom its last change was made, looked up for the rows of a page only. */
const lastChange = sql<ListedProduct['lastChange']>`(select jsonb_build_object('by', u.changed_by, 'fileName', f.file_name)
  from updates u left join files f on f.store_code = u.store_code and f.file_id = u.file_id
  where u.store_code = p.store_code and u.update_id = p.update_id)`

const productColumns = [
  'p.pr_code as prCode',
  'p.pr_info as prInfo',
  'p.layout_id as layoutId',
  'p.nfc',
  'p.tag_count as tagCount',
  'p.updated_at as updatedAt',
  'p.update_id as updateId',
] as const
const productsOf = (db: Db, storeCode: string) =>
  db
    .selectFrom('products as p')
    .select(productColumns)
    .select([labelsOf.as('labelStates'), lastChange.as('lastChange')])
    .where('p.store_code', '=', storeCode)

export interface ProductRow extends Omit<Product, 'updatedAt' | 'tagType'> {
  updatedAt: Date
  labelStates: LabelStates
  lastChange: ListedProduct['lastChange']
}

export const findProduct = (db: Db, storeCode: string, prCode: string): Promise<ProductRow | undefined> =>
  productsOf(db, storeCode).where('p.pr_code', '=', prCode).executeTakeFirst()

/** A slot of prInfo; what is no number in one of numbers stands before all others. */
function slotColumn(index: number, isNumber: boolean): Column {
  const text = sql`p.pr_info[${index + 1}::int]`
  if (!isNumber) return { sql: text, kind: 'text', inSearch: false }
  return { sql: sql`case when ${text} ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' then ${text}::numeric end`, kind: 'number' }
}

/** Those of these products that the store has, in the order of their codes. */
export const findProducts = (db: Db, storeCode: string, prCodes: readonly string[]): Promise<ProductRow[]> =>
  productsOf(db, storeCode)
    .where(sql<boolean>`p.pr_code = any(${[...prCodes]}::text[])`)
    .orderBy('p.pr_code')
    .execute()

interface InStore extends Omit<ProductRow, 'lastChange'> {
  storeCode: string
  storeName: string
  locale: string
  currency: string
}
/** The product in each of these stores that has it, at most `limit`; and how many there are. */
export async function findInStores(
  db: Db,
  stores: 'all' | readonly string[],
  { prCode, limit }: { prCode: string; limit: number },
): Promise<{ rows: InStore[]; total: number }> {
  const found = await db
    .selectFrom('stores as s')
    .innerJoin('products as p', (join) => join.onRef('p.store_code', '=', 's.store_code').on('p.pr_code', '=', prCode))
    .select(productColumns)
    .select(['s.store_code as storeCode', 's.store_name as storeName', 's.locale', 's.currency'])
    .select([labelsOf.as('labelStates'), sql<number>`count(*) over ()::int`.as('total')])
    .where(ofStores(stores, 's.store_code'))
    .orderBy('s.store_code')
    .limit(limit)
    .execute()
  return { rows: found, total: found[0]?.total ?? 0 }
}

/** What filters and order of a product list may name; slots by what their aliases mean, and each by its number. */
function listed(aliases: readonly Alias[]) {
  const isNumber = ({ type }: Alias) => type === 'price' || type === 'number'
  const byNumber = Object.fromEntries(aliases.map((alias) => [`prInfo${alias.index}`, slotColumn(alias.index, isNumber(alias))]))
  const columnOf = (alias: Alias | undefined): Column =>
    alias === undefined ? { sql: sql`null::text`, kind: 'text', inSearch: false } : slotColumn(alias.index, isNumber(alias))
  const { name, price, listPrice } = meantAliases(aliases)
  return {
    columns: {
      prCode: textColumn('p.pr_code'),
      prInfo: { sql: sql.ref('p.pr_info'), kind: 'list' as const },
      layoutId: textColumn('p.layout_id'),
      nfc: textColumn('p.nfc'),
      tagCount: numberColumn('p.tag_count'),
      updatedAt: timeColumn('p.updated_at'),
      find: { sql: sql`concat_ws(' ', p.pr_code, ${columnOf(name).sql})`, kind: 'text' as const, inSearch: false as const },
      name: columnOf(name),
      price: columnOf(price),
      listPrice: columnOf(listPrice),
      ...byNumber,
    },
    dateColumn: sql.ref('p.updated_at'),
  }
}

export async function countProducts(db: Db, storeCode: string): Promise<number> {
  return (await db.selectFrom('product_counts').select('products').where('store_code', '=', storeCode).executeTakeFirst())?.products ?? 0
}

/** The page is cut first; what tags show its products is looked up for its rows only. */
export async function searchProducts(
  db: Db,
  { storeCode, aliases }: { storeCode: string; aliases: readonly Alias[] },
  request: TableRequest,
): Promise<TablePage<ProductRow>> {
  return tablePage(productsOf(db, storeCode), request, {
    ...listed(aliases),
    defaultOrder: sql`p.updated_at desc`,
    tieBreak: sql.ref('p.pr_code'),
    total: () => countProducts(db, storeCode),
  })
}

/** The products behind `after` in the order of their codes: for reading a whole list in slices. */
export function readProducts(
  db: Db,
  { storeCode, aliases }: { storeCode: string; aliases: readonly Alias[] },
  request: TableRequest,
  slice: { after: string | undefined; limit: number },
): Promise<ProductRow[]> {
  return tableSlice(productsOf(db, storeCode), request, { ...listed(aliases), key: sql.ref('p.pr_code'), ...slice })
}

export const toProduct = (
  { updatedAt, labelStates, lastChange: _, ...row }: ProductRow,
  sizeName: (tagType: string) => string,
): Product => ({
  ...row,
  tagType: [...new Set(labelStates.types.map(sizeName))],
  updatedAt: toEpoch(updatedAt),
})

/** How many labels of a product stand in which of the states that dashboards tell apart. */
export const toLabels = ({ error, inProgress, all, glass }: LabelStates): ListedProduct['labels'] => ({
  error,
  inProgress,
  good: all - error - inProgress,
  glass,
})
