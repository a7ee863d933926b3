/** Which display plays which screen of which timeline. */
import { sql } from 'kysely'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

export interface Placed {
  mac: string
  storeCode: string
  /** Null: in no timeline. */
  timelineId: string | null
  timelineName: string | null
  screen: number | null
}

/** Displays of the account's stores: these, and those of the timeline. Kept from others until the transaction ends. */
export async function holdDisplays(
  tx: Db,
  stores: Session['stores'],
  macs: readonly string[],
  timelineId: string | undefined,
): Promise<Placed[]> {
  const there = timelineId === undefined ? sql`false` : sql`x.timeline_id = ${timelineId}::bigint`
  const held = await sql<{ mac: string }>`select d.mac from plus_devices d
    where d.mac in (
        select unnest(${[...macs]}::text[]) union all
        select x.mac from plus_timeline_devices x where ${there}
      ) and d.store_code is not null and ${ofStores(stores, 'd.store_code')}
    order by d.mac for update of d`.execute(tx)
  // Where they are is read once no other transaction moves them any more.
  const { rows } =
    await sql<Placed>`select d.mac, d.store_code as "storeCode", x.timeline_id::text as "timelineId", t.name as "timelineName",
      x.screen
    from plus_devices d left join plus_timeline_devices x on x.mac = d.mac left join plus_timelines t on t.timeline_id = x.timeline_id
    where d.mac = any(${held.rows.map(({ mac }) => mac)}::text[]) order by d.mac`.execute(tx)
  return rows
}

export interface Place {
  mac: string
  screen: number
  place: number
}
/** These displays leave where they are; those of `places` come here, and play this line from now on. */
export async function writePlaces(
  tx: Db,
  { timelineId, left, places, at }: { timelineId: string; left: readonly string[]; places: readonly Place[]; at: Date },
): Promise<void> {
  const macs = places.map(({ mac }) => mac)
  await sql`delete from plus_timeline_devices where mac = any(${[...left, ...macs]}::text[])`.execute(tx)
  await sql`insert into plus_timeline_devices (mac, timeline_id, screen, place)
    select p.mac, ${timelineId}::bigint, p.screen, p.place
    from unnest(${macs}::text[], ${places.map(({ screen }) => screen)}::int[], ${places.map(({ place }) => place)}::int[])
      as p (mac, screen, place)`.execute(tx)
  await sql`update plus_devices set line = 'v1', updated_at = ${at} where mac = any(${macs}::text[])`.execute(tx)
}
