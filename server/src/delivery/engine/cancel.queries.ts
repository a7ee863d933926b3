/**
 * Operations that gateways must not carry out any more: replaced, moved to another gateway, ended over another one or given up. A
 * gateway that was out of reach meanwhile would carry them out late, over a newer label; it is told until it answers.
 */
import type { GatewayAddress } from '@endcap/gateway-link/topics'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export interface Cancel extends GatewayAddress {
  opId: string
}

/** Seconds after which a gateway that did not answer is told again: doubled each time, up to an hour. */
const againSeconds = 15
const longestSeconds = 3600

/** What our online gateways must be told now; one that does not answer is told again later. */
export async function takeCancels(db: Db, shards: readonly number[], { at, limit }: { at: Date; limit: number }): Promise<Cancel[]> {
  const result = await sql<Cancel>`
    with due as (
      select c.store_code, c.gw_mac, c.op_id from cancellations c join gateways g using (store_code, gw_mac)
      where c.due_at <= ${at}::timestamptz and g.shard = any(${shards}::smallint[]) and g.status <> 'OFFLINE'
      order by c.due_at, c.op_id limit ${limit}
    )
    update cancellations c set tries = least(c.tries + 1, 20),
      due_at = ${at}::timestamptz + make_interval(secs => least(${againSeconds} * 2 ^ c.tries, ${longestSeconds}))
    from due d where c.store_code = d.store_code and c.gw_mac = d.gw_mac and c.op_id = d.op_id
    returning c.store_code as "storeCode", c.gw_mac as "gwMac", c.op_id as "opId"`.execute(db)
  return result.rows
}

/** A gateway is (back) on its line: what it was told may not have reached it, and it is told before anything else. */
export async function cancelAgain(db: Db, { storeCode, gwMac }: GatewayAddress, at: Date): Promise<void> {
  await db
    .updateTable('cancellations')
    .set({ tries: 0, due_at: at })
    .where('store_code', '=', storeCode)
    .where('gw_mac', '=', gwMac)
    .execute()
}

const columns = (cancels: readonly Cancel[]) => sql`select distinct * from unnest(${cancels.map((one) => one.storeCode)}::text[],
  ${cancels.map((one) => one.gwMac)}::text[], ${cancels.map((one) => one.opId)}::bigint[]) as x (store_code, gw_mac, op_id)`

/** Gateways hold operations of their store that are not theirs: they are told to leave them. */
export async function cancelAt(db: Db, cancels: readonly Cancel[], at: Date): Promise<void> {
  if (cancels.length === 0) return
  await sql`insert into cancellations (store_code, gw_mac, op_id, due_at) select x.*, ${at}::timestamptz from (${columns(cancels)}) x
      where exists (select 1 from operations o where o.op_id = x.op_id and o.store_code = x.store_code)
        or exists (select 1 from ledger l where l.store_code = x.store_code and l.op_id = x.op_id)
    on conflict (store_code, gw_mac, op_id) do nothing`.execute(db)
}

/** Gateways have said what became of these operations: they do not hold them any more. */
export async function forgetCancels(db: Db, cancels: readonly Cancel[]): Promise<void> {
  if (cancels.length === 0) return
  await sql`delete from cancellations c using (${columns(cancels)}) x
    where c.store_code = x.store_code and c.gw_mac = x.gw_mac and c.op_id = x.op_id`.execute(db)
}
