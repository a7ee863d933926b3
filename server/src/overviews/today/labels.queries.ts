/** Labels that a person has to walk to: those that failed, with the price on their glass, and those whose battery is low. */
import { errorStatuses } from '@endcap/contract/vocabulary'
import { sql, type RawBuilder } from 'kysely'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

type Stores = Session['stores']

export interface StoredLabel {
  storeCode: string
  storeName: string
  timeZone: string
  locale: string
  currency: string
  tagMac: string
  prCode: string | null
  /** Null where the store has no such product. */
  prInfo: string[] | null
  gwMac: string | null
  gwIndex: number | null
  since: Date | null
}
export interface FailedLabel extends StoredLabel {
  prCode: string
  prInfo: string[]
  /** What its product said when the glass took what it shows. */
  onGlass: string[]
}

const withPlace = sql`s.store_name as "storeName", s.time_zone as "timeZone", s.locale, s.currency, t.tag_mac as "tagMac", t.pr_code as "prCode",
  p.pr_info as "prInfo", t.gw_mac as "gwMac", g.gw_index as "gwIndex"`
// Row by row through the keys: a join may be planned as a walk over every product and glass there is.
const productOf = sql`(select p.pr_info from products p where p.store_code = t.store_code and p.pr_code = t.pr_code limit 1)`
const gatewayOf = sql`left join lateral (
  select g.gw_index from gateways g where g.store_code = t.store_code and g.gw_mac = t.gw_mac limit 1) g on true`
const failedStatuses = sql.raw(errorStatuses.map((status) => `'${status}'`).join(', '))

/** The failed labels that have a product, those that failed last first: one more than `limit` where there are more. */
const failedOf = (stores: Stores, limit: number): RawBuilder<unknown> => sql`
  select t.store_code, t.tag_mac, t.pr_code, t.gw_mac, t.updated_at from tags t
  where t.status in (${failedStatuses}) and t.pr_code is not null and ${ofStores(stores, 't.store_code')}
  order by t.updated_at desc nulls last, t.tag_mac limit ${limit + 1}`

/**
 * How many labels have failed, as far as `limit`, and those of them whose glass says another price than their product does; where a promotion runs, all of
 * them: the price may be the promotion's. Of labels with several products the first counts.
 */
export async function readFailed(
  db: Db,
  { stores, slot, limit }: { stores: Stores; slot: number; limit: number },
): Promise<{ failed: number; labels: FailedLabel[] }> {
  const { rows } = await sql<FailedLabel & { failed: number }>`
    with t as materialized (${failedOf(stores, limit)}), n as (select count(*)::int as failed from t)
    select n.failed, t.store_code as "storeCode", ${withPlace}, t.updated_at as since, l.pr_info as "onGlass"
    from n cross join (select * from t limit ${limit}) t
    join stores s on s.store_code = t.store_code and s.closing_at is null
    cross join lateral (select * from tag_glass x where x.store_code = t.store_code and x.tag_mac = t.tag_mac limit 1) x
    cross join lateral (
      select l.pr_info from ledger l where l.store_code = t.store_code and l.op_id = x.delivery_id and l.kind = 'SHOW' limit 1
    ) l
    cross join lateral ${productOf} p
    ${gatewayOf}
    where l.pr_info is not null and (l.pr_info[${slot + 1}::int] is distinct from p.pr_info[${slot + 1}::int]
      or exists (select from promotions_running r where r.store_code = t.store_code))`.execute(db)
  return { failed: rows[0]?.failed ?? 0, labels: rows.map(({ failed: _, ...label }) => label) }
}

/** Labels whose battery is low, store by store and gateway by gateway: one more than `limit` where there are more. */
export async function readLowBatteries(db: Db, { stores, limit }: { stores: Stores; limit: number }): Promise<StoredLabel[]> {
  const { rows } = await sql<StoredLabel>`
    select t.store_code as "storeCode", ${withPlace}, t.last_heard_at as since
    from tags t join stores s on s.store_code = t.store_code and s.closing_at is null
    left join lateral ${productOf} p on true
    ${gatewayOf}
    where t.batt_status = 'NG' and t.lifecycle is distinct from 'RETIRED' and ${ofStores(stores, 't.store_code')}
    order by t.store_code limit ${limit + 1}`.execute(db)
  return rows
}
