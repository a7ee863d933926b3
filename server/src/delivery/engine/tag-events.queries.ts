/** What tags report besides readings and glass: what a person did at them, and that their glass may show something else. */
import type { TagEvent } from '@endcap/contract/tags'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { redrawsAnHour, redrawsOf, type Stray, type StoreTag } from './glass.queries.ts'

export interface ReportedEvent extends StoreTag {
  gwMac: string
  event: TagEvent
}

/** Seconds within which the same event of a tag is the same: several gateways may hear it. */
const sameSeconds = 5

/** Keeps events of tags that the store has. */
export async function keepEvents(db: Db, reported: readonly ReportedEvent[], at: Date): Promise<void> {
  if (reported.length === 0) return
  await sql`
    insert into tag_events (store_code, tag_mac, event, gw_mac, reported_at)
    select distinct on (e.store_code, e.tag_mac, e.event) e.store_code, e.tag_mac, e.event, e.gw_mac, ${at}::timestamptz from unnest(
      ${reported.map((one) => one.storeCode)}::text[], ${reported.map((one) => one.tagMac)}::text[], ${reported.map((one) => one.event)}::text[],
      ${reported.map((one) => one.gwMac)}::text[]) as e (store_code, tag_mac, event, gw_mac)
    join tags t using (store_code, tag_mac)
    where not exists (select 1 from tag_events k where k.store_code = e.store_code and k.tag_mac = e.tag_mac and k.event = e.event
      and k.reported_at > ${at}::timestamptz - make_interval(secs => ${sameSeconds}))`.execute(db)
}

export interface Doubted extends Stray {
  /** It was certain before. */
  fresh: boolean
  /** It counts as well, and nothing is under way for it: its label must be drawn again. */
  open: boolean
}

/** Puts the glass of these tags in doubt, where something is known of it. */
export async function doubtGlass(db: Db, tags: readonly StoreTag[], at: Date): Promise<Doubted[]> {
  if (tags.length === 0) return []
  const result = await sql<Doubted>`
    with c as (
      select distinct * from unnest(${tags.map((one) => one.storeCode)}::text[], ${tags.map((one) => one.tagMac)}::text[]) as c (store_code, tag_mac)
    ), known as materialized (
      -- row by row through the key: a join may be planned as a walk over every glass there is
      select c.*, g.in_doubt from c cross join lateral (
        select * from tag_glass g where g.store_code = c.store_code and g.tag_mac = c.tag_mac limit 1
      ) g where g.shown_hash is not null
    ), doubted as (
      update tag_glass g set in_doubt = true from known k where not k.in_doubt and g.store_code = k.store_code and g.tag_mac = k.tag_mac
    )
    select t.store_code as "storeCode", t.tag_mac as "tagMac", t.pr_code is null as bare, not k.in_doubt as fresh,
      t.status in ('OK', 'DEASSIGN') and not exists (
        select 1 from operations o where o.store_code = t.store_code and o.tag_mac = t.tag_mac and o.lane = 'image') as open,
      ${redrawsOf(at)} >= ${redrawsAnHour} as hopeless
    from known k join tags t using (store_code, tag_mac)`.execute(db)
  return result.rows
}
