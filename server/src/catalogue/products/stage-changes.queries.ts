/**
 * Rows of a file that are staged only where they change something: each is compared with its product while the file is read, and filled
 * up from it. One that changes nothing is not written at all.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { textArray } from '../../platform/db/text-array.ts'
import type { Given, StagedRow } from './stage.queries.ts'

/** How far the products of a store have come. */
export interface ProductsState {
  updateId: string
  count: number
}
/** Every change of a store's products is an update, or changes their number. */
export async function productsState(db: Db, storeCode: string): Promise<ProductsState> {
  const result = await sql<ProductsState>`select
    coalesce((select max(update_id) from updates where store_code = ${storeCode}), 0)::text as "updateId",
    coalesce((select products from product_counts where store_code = ${storeCode}), 0)::int as count`.execute(db)
  return result.rows[0] ?? { updateId: '0', count: 0 }
}

interface Changes {
  storeCode: string
  fileId: string
  /** All have a value in as many slots. */
  rows: readonly StagedRow[]
  given: Given
}

/**
 * Stages the rows that change their product or are a new one; answers how many. Each product is looked up by its key (`lateral`): a plan
 * made for a table that is not counted yet would read all products with each batch.
 */
export async function stageChanges(db: Db, { storeCode, fileId, rows, given }: Changes): Promise<number> {
  const length = rows[0]?.prInfo.length ?? 0
  const all = Array.from({ length }, (_, slot) => slot)
  const slots = given.slots ?? all
  const columns = slots.map((slot) => sql`${textArray(rows.map((row) => row.prInfo[slot] ?? ''))}::text[]`)
  const names = slots.map((slot) => sql.ref(`c${slot}`))
  const { layout, nfc } = given
  const texts = (values: (string | null)[]) => sql`${textArray(values)}::text[]`
  const asGiven = new Set(slots)
  const before = (slot: number) => sql`coalesce(p.pr_info[${sql.lit(slot + 1)}], '')`
  const merged = all.map((slot) => (asGiven.has(slot) ? sql`s.${sql.ref(`c${slot}`)}` : before(slot)))
  const differs: RawBuilder<unknown>[] = [
    sql`p.pr_code is null`,
    sql`cardinality(p.pr_info) < ${sql.lit(length)}`,
    ...slots.map((slot) => sql`p.pr_info[${sql.lit(slot + 1)}] is distinct from s.${sql.ref(`c${slot}`)}`),
    ...(layout ? [sql`p.layout_id is distinct from s.layout_id`] : []),
    ...(nfc ? [sql`p.nfc is distinct from s.nfc`] : []),
  ]
  const rest = sql`coalesce(array_replace(p.pr_info[${sql.lit(length + 1)}:], null, ''), '{}')`
  const result = await sql`insert into staged_products (store_code, file_id, line, pr_code, pr_info, layout_id, nfc, seen)
    select ${storeCode}, ${fileId}::bigint, s.line, s.pr_code, array[${sql.join(merged)}]::text[] || ${rest},
      ${layout ? sql`s.layout_id` : sql`p.layout_id`}, ${nfc ? sql`s.nfc` : sql`p.nfc`}, p.update_id
    from unnest(${`{${rows.map((row) => row.line).join(',')}}`}::int[], ${texts(rows.map((row) => row.prCode))}
      ${sql.join(
        [...columns, ...(layout ? [texts(rows.map((row) => row.layoutId))] : []), ...(nfc ? [texts(rows.map((row) => row.nfc))] : [])].map(
          (column) => sql`, ${column}`,
        ),
        sql``,
      )})
      as s (${sql.join([sql.ref('line'), sql.ref('pr_code'), ...names, ...(layout ? [sql.ref('layout_id')] : []), ...(nfc ? [sql.ref('nfc')] : [])])})
    left join lateral (select * from products where store_code = ${storeCode} and pr_code = s.pr_code limit 1) p on true
    where ${sql.join(differs, sql` or `)}`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
