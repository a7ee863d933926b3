/** Promotions in SQL: kept version by version, and which of them the labels of each store are drawn with. */
import { maxCurrencies, type Promotion, type StoreTypeRow } from '@endcap/contract/promotions'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { isFor } from './promotion-sql.ts'

const seen = (stores: Session['stores']) => ofStores(stores, 's.store_code')

export async function listTypes(db: Db, stores: Session['stores']): Promise<StoreTypeRow[]> {
  const result = await sql<StoreTypeRow>`
    select s.store_type as "storeType", count(*) filter (where ${seen(stores)})::int as stores, bool_and(${seen(stores)}) as "mayChange",
      (array_agg(distinct s.time_zone) filter (where ${seen(stores)}))[1:5] as "timeZones",
      (array_agg(distinct s.currency) filter (where ${seen(stores)}))[1:${maxCurrencies}::int] as currencies,
      (select count(*) from promotions p where p.current and p.store_type = s.store_type)::int as promotions,
      (select count(distinct r.promotion_id) from promotions_running r join promotions p using (promotion_id, version)
        where p.store_type = s.store_type)::int as running
    from stores s where s.closing_at is null group by s.store_type having bool_or(${seen(stores)}) order by 1`.execute(db)
  return result.rows
}

/** Whose stores of a type are: none when there is no such type. */
export async function reachOf(db: Db, stores: Session['stores'], storeType: string): Promise<'none' | 'some' | 'all'> {
  const result = await sql<{
    total: number
    own: number
  }>`select count(*)::int as total, count(*) filter (where ${seen(stores)})::int as own
    from stores s where s.closing_at is null and s.store_type = ${storeType}`.execute(db)
  const { total, own } = result.rows[0] ?? { total: 0, own: 0 }
  return own === 0 ? 'none' : own < total ? 'some' : 'all'
}

/** The account's stores of a type, in the order of their names. */
export async function listStores(
  db: Db,
  stores: Session['stores'],
  storeType: string,
): Promise<{ storeCode: string; storeName: string }[]> {
  const result = await sql<{ storeCode: string; storeName: string }>`select s.store_code as "storeCode", s.store_name as "storeName"
    from stores s where s.closing_at is null and s.store_type = ${storeType} and ${seen(stores)} order by s.store_name, s.store_code`.execute(
    db,
  )
  return result.rows
}

/** Those of these stores that are not of the type, or not the account's. */
export async function strangeStores(
  db: Db,
  { stores, storeType, codes }: { stores: Session['stores']; storeType: string; codes: readonly string[] },
) {
  const result = await sql<{ storeCode: string; ofType: boolean }>`select c.code as "storeCode", s.store_code is not null as "ofType"
    from unnest(${codes}::text[]) as c (code) left join stores s on s.store_code = c.code and s.closing_at is null and s.store_type = ${storeType}
    where s.store_code is null or not ${seen(stores)} order by 1 limit 10`.execute(db)
  return result.rows
}

type Row = Omit<Promotion, 'updatedAt' | 'state' | 'rule'> & {
  updatedAt: Date
  over: boolean
  ruleSlot: number | null
  ruleValues: string[]
  ruleContains: boolean
}

const toPromotion = ({ over, ruleSlot, ruleValues, ruleContains, updatedAt, ...row }: Row): Promotion => ({
  ...row,
  rule: ruleSlot === null ? null : { index: ruleSlot, values: ruleValues, contains: ruleContains },
  state: row.running > 0 ? 'RUNNING' : over ? 'ENDED' : 'PLANNED',
  updatedAt: toEpoch(updatedAt),
})

/** Those of a type that are current, or the one with this number. */
export async function readPromotions(
  db: Db,
  { storeType, promotionId, at }: { storeType: string; promotionId?: string; at: Date },
): Promise<Promotion[]> {
  const which = promotionId === undefined ? sql`true` : sql`p.promotion_id = ${promotionId}::bigint`
  const result = await sql<Row>`
    select p.promotion_id::text as "promotionId", p.store_type as "storeType", p.name, p.rule_slot as "ruleSlot", p.rule_values as "ruleValues", p.rule_contains as "ruleContains",
      p.price, p.old_price as "oldPrice", case when not p.every_store then array(
        select x.store_code from promotion_stores x where x.promotion_id = p.promotion_id and x.version = p.version order by 1) end as "storeList",
      array(select x.pr_code from promotion_products x where x.promotion_id = p.promotion_id and x.version = p.version order by 1) as "prCodeList",
      to_char(p.starts, 'YYYY-MM-DD"T"HH24:MI:SS') as starts, to_char(p.ends, 'YYYY-MM-DD"T"HH24:MI:SS') as ends, p.priority, p.changes,
      p.layout_id as "layoutId", p.version, p.updated_by as "updatedBy", p.updated_at as "updatedAt",
      (select count(*) from promotions_running r where r.promotion_id = p.promotion_id)::int as running, t.stores,
      coalesce(t.over, ${at}::timestamptz >= p.ends at time zone 'UTC') as over
    from promotions p cross join lateral (
      select count(*)::int as stores, bool_and(${at}::timestamptz >= p.ends at time zone s.time_zone) as over
      from stores s where s.store_type = p.store_type and s.closing_at is null and ${isFor}
    ) t
    where p.current and p.store_type = ${storeType} and ${which} order by p.starts, p.promotion_id`.execute(db)
  return result.rows.map(toPromotion)
}

export async function nextPromotionId(db: Db): Promise<string> {
  const result = await sql<{ id: string }>`select nextval('promotion_ids')::text as id`.execute(db)
  return result.rows[0]?.id ?? ''
}

/** The current version, for a change in the same transaction: others wait. */
export function lockCurrent(tx: Db, storeType: string, promotionId: string) {
  return tx
    .selectFrom('promotions')
    .select(['version', 'name'])
    .where('promotion_id', '=', promotionId)
    .where('store_type', '=', storeType)
    .where('current', '=', true)
    .forUpdate()
    .executeTakeFirst()
}

/** The current version is one no more; it stays while labels are drawn with it. */
export async function retire(tx: Db, promotionId: string): Promise<void> {
  await tx.updateTable('promotions').set({ current: false }).where('promotion_id', '=', promotionId).where('current', '=', true).execute()
}

export type NewVersion = Pick<
  Promotion,
  | 'promotionId'
  | 'version'
  | 'storeType'
  | 'name'
  | 'rule'
  | 'starts'
  | 'ends'
  | 'priority'
  | 'changes'
  | 'layoutId'
  | 'prCodeList'
  | 'storeList'
  | 'price'
  | 'oldPrice'
  | 'updatedBy'
> & { at: Date }

export async function insertVersion(tx: Db, one: NewVersion): Promise<void> {
  const { promotionId, version, rule, prCodeList, storeList } = one
  await tx
    .insertInto('promotions')
    .values({
      promotion_id: promotionId,
      version,
      current: true,
      store_type: one.storeType,
      name: one.name,
      priority: one.priority,
      rule_slot: rule?.index ?? null,
      rule_values: rule?.values ?? [],
      starts: one.starts,
      ends: one.ends,
      changes: JSON.stringify(one.changes),
      layout_id: one.layoutId,
      updated_by: one.updatedBy,
      updated_at: one.at,
      price: one.price && JSON.stringify(one.price),
      old_price: one.oldPrice,
      rule_contains: rule?.contains ?? false,
      every_store: storeList === null,
    })
    .execute()
  await sql`insert into promotion_products (promotion_id, version, pr_code)
    select ${promotionId}::bigint, ${version}::int, code from unnest(${prCodeList}::text[]) as code`.execute(tx)
  await sql`insert into promotion_stores (promotion_id, version, store_code)
    select ${promotionId}::bigint, ${version}::int, code from unnest(${storeList ?? []}::text[]) as code`.execute(tx)
}

/** Versions that are not current and that no label is drawn with. */
export async function dropUnused(tx: Db): Promise<void> {
  await sql`delete from promotions p where not p.current and not exists (
    select from promotions_running r where r.promotion_id = p.promotion_id and r.version = p.version)`.execute(tx)
}
