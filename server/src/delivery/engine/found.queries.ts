/** Tags that are heard and that no store has yet. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { sightingRows, wiredRssi, type StoredSighting } from './sightings.queries.ts'

/**
 * Puts tags that no store has into the list of the store whose gateway hears them best, without a product. A tag belongs to one store: one
 * that got a store meanwhile stays there, and is moved only by being assigned in another.
 */
export async function addFound(
  db: Db,
  sightings: readonly StoredSighting[],
  rules: { at: Date; lowBattery: number },
): Promise<{ storeCode: string; tagMac: string }[]> {
  if (sightings.length === 0) return []
  const { at, lowBattery } = rules
  const result = await sql<{ storeCode: string; tagMac: string }>`
    with s as (
      select s.* from ${sightingRows(sightings)}
      join gateways g on g.store_code = s.store_code and g.gw_mac = s.gw_mac
    ), added as (
      insert into tags (store_code, tag_mac, barcode, tag_type, gw_mac, version, rssi, battery, batt_status, temperature, checkin, page, resets,
        last_heard_at, responded_at, created_at)
      select distinct on (tag_mac) store_code, tag_mac, tag_mac, tag_type, gw_mac, version, rssi, battery,
        case when battery < ${lowBattery} then 'NG' else 'OK' end, temperature, checkin, page, resets,
        ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
      from s order by tag_mac, rssi desc, place desc
      on conflict do nothing returning store_code, tag_mac
    ), linked as (
      insert into tag_links (store_code, tag_mac, gw_mac, rssi, heard_at)
      select distinct on (s.store_code, s.tag_mac, s.gw_mac) s.store_code, s.tag_mac, s.gw_mac, coalesce(s.rssi, ${wiredRssi}), ${at}::timestamptz
      from s join added using (store_code, tag_mac) order by s.store_code, s.tag_mac, s.gw_mac, s.place desc
    )
    select store_code as "storeCode", tag_mac as "tagMac" from added`.execute(db)
  return result.rows
}
