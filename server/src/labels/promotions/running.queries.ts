/** Which promotions hold at this moment, which ones labels are drawn with, and the tags for which that is not the same. */
import type { PriceRule } from '@endcap/contract/promotions'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { isFor, isTaken } from './promotion-sql.ts'

/** Instants, not clock times, are compared: an hour that a clock shows twice does not begin or end a promotion twice. */
const holding = (at: Date) => sql`(
  select s.store_code, p.promotion_id, p.version from promotions p join stores s on s.store_type = p.store_type
  where p.current and s.closing_at is null and ${isFor}
    and ${at}::timestamptz >= p.starts at time zone s.time_zone and ${at}::timestamptz < p.ends at time zone s.time_zone
)`
const different = (at: Date, which: ReturnType<typeof sql>) => sql`(
  select coalesce(h.store_code, r.store_code) as store_code, coalesce(h.promotion_id, r.promotion_id) as promotion_id,
    h.version as due, r.version as running
  from ${holding(at)} h full join promotions_running r using (store_code, promotion_id)
  where h.version is distinct from r.version and ${which}
)`

/** Stores whose labels are drawn with something else than holds now. */
export async function storesToSettle(db: Db, at: Date): Promise<string[]> {
  const result = await sql<{
    storeCode: string
  }>`select distinct d.store_code as "storeCode" from ${different(at, sql`true`)} d order by 1`.execute(db)
  return result.rows.map((row) => row.storeCode)
}

/** When the next promotion begins or ends in any store; undefined: none will. */
export async function nextTurn(db: Db, at: Date): Promise<Date | undefined> {
  const result = await sql<{ next: Date | null }>`
    select min(t) as next from promotions p join stores s on s.store_type = p.store_type and s.closing_at is null and ${isFor}
      cross join lateral (values (p.starts at time zone s.time_zone), (p.ends at time zone s.time_zone)) as v (t)
    where p.current and t > ${at}::timestamptz`.execute(db)
  return result.rows[0]?.next ?? undefined
}

export interface Difference {
  promotionId: string
  name: string
  /** Version that holds now; null: none. */
  due: number | null
  running: number | null
}

export async function differencesOf(tx: Db, storeCode: string, at: Date): Promise<Difference[]> {
  // The same lock as that of changes of products: what labels show is worked out on one state of them.
  await sql`select 1 from stores where store_code = ${storeCode} for no key update`.execute(tx)
  const own = sql`coalesce(h.store_code, r.store_code) = ${storeCode}`
  const result = await sql<Difference>`select d.promotion_id::text as "promotionId", p.name, d.due, d.running
    from ${different(at, own)} d join promotions p on p.promotion_id = d.promotion_id and p.version = coalesce(d.due, d.running)
    order by d.promotion_id`.execute(tx)
  return result.rows
}

/** Notes what labels are drawn with from now on. */
export async function setRunning(
  tx: Db,
  storeCode: string,
  differences: readonly Difference[],
  { tags, at }: { tags: readonly VersionTag[]; at: Date },
): Promise<void> {
  const labels = Map.groupBy(tags, ({ promotionId, version }) => `${promotionId} ${version}`)
  const counts = differences.map(({ promotionId, due }) => labels.get(`${promotionId} ${due}`)?.length ?? 0)
  const ids = differences.map((one) => one.promotionId)
  await sql`delete from promotions_running where store_code = ${storeCode} and promotion_id = any(${ids}::bigint[])`.execute(tx)
  await sql`insert into promotions_running (store_code, promotion_id, version, since, labels, counted_at)
    select ${storeCode}, n.id, n.version, ${at}::timestamptz, n.labels, ${at}::timestamptz
    from unnest(${ids}::bigint[], ${differences.map((one) => one.due)}::int[], ${counts}::int[]) as n (id, version, labels)
    where n.version is not null`.execute(tx)
}

/** A tag that shows a product of a version. */
export interface VersionTag {
  promotionId: string
  version: number
  tagMac: string
}
/** Tags that show a product of these versions, those that hold and those that held. */
export async function tagsOfVersions(tx: Db, storeCode: string, differences: readonly Difference[]): Promise<VersionTag[]> {
  const versions = differences.flatMap(({ promotionId, due, running }) =>
    [due, running].flatMap((version) => (version === null ? [] : [{ promotionId, version }])),
  )
  const result = await sql<VersionTag>`
    with v as (
      select p.* from unnest(${versions.map((one) => one.promotionId)}::bigint[], ${versions.map((one) => one.version)}::int[]) as n (promotion_id, version)
      join promotions p using (promotion_id, version)
    ), concerned as (
      select promotion_id, version, x.pr_code from v join promotion_products x using (promotion_id, version)
      union
      select p.promotion_id, p.version, b.pr_code from v p join products b on b.store_code = ${storeCode} and ${isTaken()}
    )
    select distinct c.promotion_id::text as "promotionId", c.version, tp.tag_mac as "tagMac" from concerned c join tag_products tp on tp.store_code = ${storeCode} and tp.pr_code = c.pr_code`.execute(
    tx,
  )
  return result.rows
}

/** Running promotions without a label that are looked at once more in one go, and how long the last look lasts. */
const recounted = 5
const recountSeconds = 600

/** Counts the labels of running promotions anew that had none: a few in each look, as the products of their stores are gone through. */
export async function recountEmpty(db: Db, at: Date): Promise<void> {
  await sql`
    with again as (
      select r.store_code, r.promotion_id, r.version from promotions_running r
      where (r.labels = 0 or r.labels is null) and (r.counted_at is null or r.counted_at < ${at}::timestamptz - make_interval(secs => ${recountSeconds}))
      order by r.counted_at nulls first limit ${recounted} for update skip locked
    )
    update promotions_running r set counted_at = ${at}::timestamptz, labels = (
      select count(distinct tp.tag_mac)::int from promotions p
      join products b on b.store_code = r.store_code and b.tag_count > 0 and (${isTaken()} or exists (
        select from promotion_products x where x.promotion_id = p.promotion_id and x.version = p.version and x.pr_code = b.pr_code))
      join tag_products tp on tp.store_code = b.store_code and tp.pr_code = b.pr_code
      where p.promotion_id = r.promotion_id and p.version = r.version)
    from again a where r.store_code = a.store_code and r.promotion_id = a.promotion_id`.execute(db)
}

export interface Holding {
  storeCode: string
  prCode: string
  name: string
  changes: { index: number; value: string }[]
  layoutId: string | null
  price: PriceRule | null
  oldPrice: boolean
  /** Of the store. */
  locale: string
  currency: string
}

/** What labels of these products are drawn with, the strongest first. */
export async function runningFor(db: Db, products: readonly { storeCode: string; prCode: string }[]): Promise<Holding[]> {
  const result = await sql<Holding>`
    select c.store_code as "storeCode", c.pr_code as "prCode", p.name, p.changes, p.layout_id as "layoutId",
      p.price, p.old_price as "oldPrice", s.locale, s.currency
    from promotions_running r join promotions p using (promotion_id, version) join stores s on s.store_code = r.store_code
    join unnest(${products.map((one) => one.storeCode)}::text[], ${products.map((one) => one.prCode)}::text[]) as c (store_code, pr_code) on c.store_code = r.store_code
    left join products b on b.store_code = c.store_code and b.pr_code = c.pr_code
    where exists (select from promotion_products x where x.promotion_id = p.promotion_id and x.version = p.version and x.pr_code = c.pr_code)
      or ${isTaken()}
    order by p.priority desc, p.starts desc, p.promotion_id desc`.execute(db)
  return result.rows
}
