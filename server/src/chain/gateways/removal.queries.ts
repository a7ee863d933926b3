/** What hangs on a gateway, and deleting it. */
import type { GatewayAddress } from '@endcap/gateway-link/topics'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** Links count while a tag that was heard then would not be MISSING yet: three check-ins, at least 30 minutes (docs/engine.md). */
const freshLink = (at: Date) => sql`l.heard_at > ${at}::timestamptz - make_interval(secs => greatest(3 * t.checkin, 1800))`

/** Tags listed at it, those of them that no other gateway hears, and what is still to be shown through it. */
export async function countDependents(
  db: Db,
  { storeCode, gwMac }: GatewayAddress,
  at: Date,
): Promise<{ tags: number; alone: number; operations: number }> {
  const result = await sql<{ tags: number; alone: number; operations: number }>`
    select count(*)::int as tags, count(*) filter (where not exists (
        select 1 from tag_links l where l.store_code = t.store_code and l.tag_mac = t.tag_mac and l.gw_mac <> ${gwMac} and ${freshLink(at)}
      ))::int as alone,
      (select count(*)::int from operations o where o.store_code = ${storeCode} and o.gw_mac = ${gwMac}) as operations
    from tags t where t.store_code = ${storeCode} and t.gw_mac = ${gwMac}`.execute(db)
  return result.rows[0] ?? { tags: 0, alone: 0, operations: 0 }
}

/**
 * Takes a gateway away: its tags are listed at the best other one that hears them, or at none; its operations are routed anew, tried gateways
 * and all. False when there is no such gateway.
 */
export async function deleteGateway(db: Db, { storeCode, gwMac }: GatewayAddress, at: Date): Promise<boolean> {
  const deleted = await db.deleteFrom('gateways').where('store_code', '=', storeCode).where('gw_mac', '=', gwMac).executeTakeFirst()
  if (Number(deleted.numDeletedRows) === 0) return false
  await sql`delete from tag_links where store_code = ${storeCode} and gw_mac = ${gwMac}`.execute(db)
  await sql`delete from cancellations where store_code = ${storeCode} and gw_mac = ${gwMac}`.execute(db)
  await sql`
    update tags t set gw_mac = (
      select l.gw_mac from tag_links l where l.store_code = t.store_code and l.tag_mac = t.tag_mac order by l.rssi desc limit 1
    ) where t.store_code = ${storeCode} and t.gw_mac = ${gwMac}`.execute(db)
  await sql`
    update operations set gw_mac = null, shard = null, deadline_at = null, due_at = ${at}::timestamptz,
      state = case when state = 'SENT' then 'RENDERED' else state end
    where store_code = ${storeCode} and gw_mac = ${gwMac}`.execute(db)
  return true
}
