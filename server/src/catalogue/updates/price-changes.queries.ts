/** Price changes over all stores of an account: which product, from what to what, by whom, when, and how its labels stand now. */
import type { Alias } from '@endcap/contract/products'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { priceChangesCounted } from '@endcap/contract/updates'
import { sql } from 'kysely'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import { numberColumn, tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import { meantAliases } from '../aliases/aliases.service.ts'
import { labelsOf, type LabelStates } from '../products/products.service.ts'
import { changeColumns, toChange, type StoredChange } from './updates.queries.ts'

export interface StoredPriceChange extends StoredChange {
  storeCode: string
  storeName: string
  locale: string
  currency: string
  percent: number | null
  labelStates: LabelStates
}

/** The slot of an alias as stored before and after a change. */
const slots = ({ index }: Alias) => ({ before: sql`h.pr_info[${index + 1}::int]`, after: sql`h.new_pr_info[${index + 1}::int]` })

/** What a change is in percent of the price before, with one decimal; null where one of the two is no number above zero. */
function percentOf(price: Alias) {
  const { before, after } = slots(price)
  const isAmount = (text: typeof before) => sql`${text} ~ '^[0-9]{1,15}([.][0-9]{1,15})?$' and ${text} ~ '[1-9]'`
  return sql<number | null>`case when ${isAmount(before)} and ${isAmount(after)}
    then round((${after}::numeric - ${before}::numeric) * 100 / ${before}::numeric, 1)::float8 end`
}

/**
 * Changes of prices, newest first: along the updates in the order of their time, so that a page reads no more than its rows. A product that
 * is new or gone has no two prices. Without an alias that means the price there is none.
 */
export function priceChanges(db: Db, stores: 'all' | readonly string[], { price, name }: { price: Alias; name: Alias | undefined }) {
  const { before, after } = slots(price)
  const percent = percentOf(price)
  const query = db
    .selectFrom('updates as u')
    // Update by update: the offset keeps the database from joining the whole history first, and the time names the part of it to look in.
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('product_history as x')
          .selectAll()
          .whereRef('x.store_code', '=', 'u.store_code')
          .whereRef('x.update_id', '=', 'u.update_id')
          .whereRef('x.changed_at', '=', 'u.updated_at')
          .offset(0)
          .as('h'),
      (join) => join.onTrue(),
    )
    .innerJoin('stores as s', 's.store_code', 'u.store_code')
    .leftJoin('files as f', (join) => join.onRef('f.store_code', '=', 'h.store_code').onRef('f.file_id', '=', 'h.file_id'))
    .leftJoin('products as p', (join) => join.onRef('p.store_code', '=', 'h.store_code').onRef('p.pr_code', '=', 'h.pr_code'))
    .select(changeColumns)
    .select(['u.store_code as storeCode', 's.store_name as storeName', 's.locale', 's.currency'])
    .select([percent.as('percent'), labelsOf.as('labelStates')])
    .where(ofStores(stores, 'u.store_code'))
    .where(sql<boolean>`h.pr_info is not null and h.new_pr_info is not null and ${before} is distinct from ${after}`)
  const columns = {
    storeCode: textColumn('u.store_code'),
    storeName: textColumn('s.store_name'),
    prCode: textColumn('h.pr_code'),
    find: {
      sql: name === undefined ? sql`h.pr_code` : sql`concat_ws(' ', h.pr_code, ${slots(name).after})`,
      kind: 'text' as const,
      inSearch: false as const,
    },
    percent: { sql: percent, kind: 'number' as const },
    kind: textColumn('u.kind'),
    changedBy: textColumn('u.changed_by'),
    fileName: textColumn('f.file_name'),
    updatedAt: timeColumn('u.updated_at'),
    updateId: numberColumn('u.update_id'),
  }
  return {
    query,
    columns,
    dateColumn: sql.ref('u.updated_at'),
    defaultOrder: sql`u.updated_at desc nulls last`,
    tieBreak: sql`u.update_id desc, h.pr_code`,
    countUpTo: { rows: priceChangesCounted, db },
  }
}

export async function searchPriceChanges(
  db: Db,
  { stores, aliases }: { stores: 'all' | readonly string[]; aliases: readonly Alias[] },
  request: TableRequest,
): Promise<TablePage<StoredPriceChange>> {
  const { price, name } = meantAliases(aliases)
  if (price === undefined) return { draw: request.draw, recordsTotal: 0, recordsFiltered: 0, data: [] }
  const { query, ...options } = priceChanges(db, stores, { price, name })
  const page = await tablePage(query, request, options)
  const data = page.data.map((row) => {
    const { storeCode, storeName, locale, currency, percent, labelStates } = row
    return { ...toChange(row), storeCode, storeName, locale, currency, percent, labelStates }
  })
  return { ...page, data }
}
