/** Counts anew, row by row, what the database keeps as sums; and lists what is still open. For trials of whole systems. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/db/schema.ts'

/** Each: a statement for what the rows say, one for what is kept, both as (key, n). */
const sums: Record<string, [rows: string, kept: string]> = {
  'tags by status': [
    `select store_code || ' ' || status as key, count(*) as n from tags where lifecycle is distinct from 'RETIRED' group by 1`,
    `select store_code || ' ' || status as key, tags as n from tag_counts where tags <> 0`,
  ],
  'tags by type': [
    `select store_code || ' ' || tag_type as key, count(*) as n from tags where lifecycle is distinct from 'RETIRED' group by 1`,
    `select store_code || ' ' || tag_type as key, tags as n from tag_type_counts where tags <> 0`,
  ],
  'tags without product': [
    `select store_code as key, count(*) as n from tags where pr_code is null and lifecycle is distinct from 'RETIRED' group by 1`,
    `select store_code as key, no_product as n from tag_flag_counts where no_product <> 0`,
  ],
  'tags by gateway': [
    `select store_code || ' ' || gw_mac as key, count(*) as n from tags where lifecycle is distinct from 'RETIRED' and gw_mac is not null group by 1`,
    `select store_code || ' ' || gw_mac as key, tags as n from gateway_tag_counts where tags <> 0`,
  ],
  'tags in progress by gateway': [
    `select store_code || ' ' || gw_mac as key, count(*) as n from tags where lifecycle is distinct from 'RETIRED' and gw_mac is not null and status in ('WIP', 'UPDATE') group by 1`,
    `select store_code || ' ' || gw_mac as key, progress as n from gateway_tag_counts where progress <> 0`,
  ],
  'gateways by status': [
    `select store_code || ' ' || status as key, count(*) as n from gateways group by 1`,
    `select store_code || ' ' || status as key, gateways as n from gateway_counts where gateways <> 0`,
  ],
  products: [
    `select store_code as key, count(*) as n from products group by 1`,
    `select store_code as key, products as n from product_counts where products <> 0`,
  ],
  'tags of a product': [
    `select store_code || ' ' || pr_code as key, count(*) as n from tag_products group by 1`,
    `select store_code || ' ' || pr_code as key, tag_count as n from products where tag_count <> 0`,
  ],
  tasks: [
    `select store_code as key, count(*) as n from tasks group by 1`,
    `select store_code as key, tasks as n from task_counts where tasks <> 0`,
  ],
  'labels of a task by outcome': [
    `select store_code || ' ' || task_id || ' ' || lower(outcome) as key, count(*) as n from ledger group by 1`,
    `select store_code || ' ' || task_id || ' ' || what as key, n from tasks
      cross join lateral (values ('shown', shown), ('same', same), ('superseded', superseded), ('failed', failed)) as v (what, n) where n <> 0`,
  ],
  'labels of a task': [
    `select store_code || ' ' || task_id as key, sum(n) as n from (
      select store_code, task_id, count(*) as n from ledger group by 1, 2 union all select store_code, task_id, count(*) from operations group by 1, 2
    ) as both_sides group by 1`,
    `select store_code || ' ' || task_id as key, total as n from tasks where total <> 0`,
  ],
  'labels shown on a day': [
    `select store_code || ' ' || (finished_at at time zone time_zone)::date as key, count(*) as n from ledger join stores using (store_code)
      where outcome = 'SHOWN' and kind = 'SHOW' group by 1`,
    `select store_code || ' ' || day as key, tags as n from daily_counts where tags <> 0`,
  ],
  'tags updated on a day': [
    `select store_code || ' ' || (finished_at at time zone time_zone)::date as key, count(distinct tag_mac) as n from ledger join stores using (store_code)
      where outcome = 'SHOWN' and kind = 'SHOW' group by 1`,
    `select store_code || ' ' || day as key, distinct_tags as n from daily_counts where distinct_tags <> 0`,
  ],
  'products changed on a day': [
    `select store_code || ' ' || (changed_at at time zone time_zone)::date as key, count(*) as n from product_history join stores using (store_code)
      group by 1`,
    `select store_code || ' ' || day as key, products as n from daily_counts where products <> 0`,
  ],
  'products of an update': [
    `select store_code || ' ' || update_id as key, count(*) as n from product_history group by 1`,
    `select store_code || ' ' || update_id as key, product_count as n from updates where product_count <> 0`,
  ],
}

export interface WrongSum {
  sum: string
  key: string
  counted: number
  storedSum: number
}
/** Sums that are not what their rows add up to. */
export async function wrongSums(db: Db): Promise<WrongSum[]> {
  const found: WrongSum[] = []
  for (const [sum, [rows, storedSum]] of Object.entries(sums)) {
    const statement = sql<{ key: string; counted: string; storedSum: string }>`
      select coalesce(r.key, k.key) as key, coalesce(r.n, 0) as counted, coalesce(k.n, 0) as "storedSum"
      from (${sql.raw(rows)}) r full join (${sql.raw(storedSum)}) k on k.key = r.key where coalesce(r.n, 0) <> coalesce(k.n, 0) order by 1`
    const { rows: wrong } = await statement.execute(db)
    found.push(...wrong.map((one) => ({ sum, key: one.key, counted: Number(one.counted), storedSum: Number(one.storedSum) })))
  }
  return found
}

const count = async (db: Db, statement: RawBuilder<{ n: string }>) => Number((await statement.execute(db)).rows[0]?.n ?? 0)
/** What has not ended. */
export const openThings = async (db: Db): Promise<Record<string, number>> => ({
  operations: await count(db, sql`select count(*) as n from operations`),
  tasks: await count(db, sql`select count(*) as n from tasks where end_time is null`),
  files: await count(db, sql`select count(*) as n from files where finished_at is null`),
  'staged rows': await count(db, sql`select count(*) as n from staged_products`),
  cancellations: await count(db, sql`select count(*) as n from cancellations`),
})

export interface LastLabel {
  storeCode: string
  tagMac: string
  status: string
  prCode: string | null
  /** Of its newest entry in the ledger. */
  outcome: string | null
  reason: string | null
  hash: string | null
  prInfo: string[] | null
  /** What the tag last said it shows. */
  heard: string | null
}
/** What the ledger and the glass say of each tag. */
export async function lastLabels(db: Db): Promise<LastLabel[]> {
  const result = await sql<LastLabel>`
    select t.store_code as "storeCode", t.tag_mac as "tagMac", t.status, t.pr_code as "prCode", l.outcome, l.reason, l.hash, l.pr_info as "prInfo",
      g.shown_hash as heard
    from tags t left join tag_glass g using (store_code, tag_mac) left join lateral (
      select * from ledger l where l.store_code = t.store_code and l.tag_mac = t.tag_mac and l.kind in ('SHOW', 'BLANK') order by l.op_id desc limit 1
    ) l on true order by 1, 2`.execute(db)
  return result.rows
}

/** What each product was given, oldest first. */
export async function productValues(db: Db): Promise<{ storeCode: string; prCode: string; prInfo: string[] }[]> {
  const result = await sql<{ storeCode: string; prCode: string; prInfo: string[] }>`
    select store_code as "storeCode", pr_code as "prCode", new_pr_info as "prInfo" from product_history order by store_code, pr_code, update_id`.execute(
    db,
  )
  return result.rows
}
