/** The stores and products that a promotion would reach, looked for in a bounded number of rows. */
import type { PromotionCheck } from '@endcap/contract/promotions'
import { sql } from 'kysely'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { isTaken } from './promotion-sql.ts'

/** Products of stores that one look goes through, and those of them that it takes. */
export const maxLooked = 200_000
export const maxHits = 20_000

export interface ReachedStore {
  storeCode: string
  storeName: string
  locale: string
  currency: string
  /** By the store's own clock; null where no time was given. */
  isStarted: boolean | null
  isOver: boolean | null
  products: number
}
interface Reach {
  stores: Session['stores']
  storeType: string
  storeList: readonly string[] | null
  starts?: string | undefined
  ends?: string | undefined
  at: Date
}
/** The account's stores that a promotion is for. */
export async function reachedStores(db: Db, { stores, storeType, storeList, starts, ends, at }: Reach): Promise<ReachedStore[]> {
  const isPast = (time: string | undefined) => sql`${at}::timestamptz >= ${time ?? null}::timestamp at time zone s.time_zone`
  const result = await sql<ReachedStore>`
    select s.store_code as "storeCode", s.store_name as "storeName", s.locale, s.currency, ${isPast(starts)} as "isStarted", ${isPast(ends)} as "isOver",
      coalesce(c.products, 0) as products
    from stores s left join product_counts c using (store_code)
    where s.closing_at is null and s.store_type = ${storeType} and ${ofStores(stores, 's.store_code')}
      and (${storeList}::text[] is null or s.store_code = any(${storeList}::text[])) order by s.store_code`.execute(db)
  return result.rows
}

/** The currencies of all stores that a promotion is for. */
export async function reachedCurrencies(db: Db, storeType: string, storeList: readonly string[] | null): Promise<string[]> {
  const result = await sql<{ currency: string }>`select distinct s.currency from stores s
    where s.closing_at is null and s.store_type = ${storeType} and (${storeList}::text[] is null or s.store_code = any(${storeList}::text[])) order by 1`.execute(
    db,
  )
  return result.rows.map(({ currency }) => currency)
}

export interface Hit {
  storeCode: string
  prCode: string
  prInfo: string[]
  layoutId: string | null
  labels: number
}
interface Picked {
  stores: readonly ReachedStore[]
  prCodeList: readonly string[]
  rule: { index: number; values: string[]; contains?: boolean | undefined } | null
}
/** The products of these stores that a promotion takes; of as many stores as have `maxLooked` products, and of the first always. */
export async function findHits(db: Db, { stores, prCodeList, rule }: Picked): Promise<{ hits: Hit[]; partial: boolean }> {
  let sum = 0
  const looked = stores.filter(({ products }, place) => (sum += products) <= maxLooked || place === 0).map(({ storeCode }) => storeCode)
  const byRule =
    rule === null
      ? sql`false`
      : isTaken({
          slot: sql`${rule.index + 1}::int`,
          values: sql`${rule.values}::text[]`,
          contains: sql`${rule.contains === true}::boolean`,
        })
  const result = await sql<Hit>`
    select b.store_code as "storeCode", b.pr_code as "prCode", b.pr_info as "prInfo", b.layout_id as "layoutId", b.tag_count as labels
    from products b where b.store_code = any(${looked}::text[]) and (b.pr_code = any(${[...prCodeList]}::text[]) or ${byRule})
    order by b.store_code, b.pr_code limit ${maxHits + 1}`.execute(db)
  const hits = result.rows.slice(0, maxHits)
  return { hits, partial: looked.length < stores.length || result.rows.length > maxHits }
}

/** Stores as a check names them. */
export const toStarted = (stores: readonly ReachedStore[], labels: ReadonlyMap<string, number>): PromotionCheck['started'] =>
  stores.map(({ storeCode, storeName }) => ({ storeCode, storeName, labels: labels.get(storeCode) ?? 0 }))
