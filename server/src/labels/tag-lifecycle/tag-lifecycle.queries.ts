/** Where tags are in their life, in SQL: what stands against a change, the change itself, and how many there are. */
import { lifecycleStates, type LifecycleState } from '@endcap/contract/tag-lifecycle'
import { recordOf } from '@endcap/contract/typed-object'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { lifecycleOf } from '../tags/tags.service.ts'

export interface Standing {
  tagMac: string
  prCode: string | null
  lastHeardAt: Date | null
}
/** These tags of the store as they stand, held until the transaction ends. */
export async function holdTags(tx: Db, storeCode: string, tagMacs: readonly string[]): Promise<Map<string, Standing>> {
  const result = await sql<Standing>`select tag_mac as "tagMac", pr_code as "prCode", last_heard_at as "lastHeardAt" from tags
    where store_code = ${storeCode} and tag_mac = any(${tagMacs}::text[]) order by tag_mac for update`.execute(tx)
  return new Map(result.rows.map((row) => [row.tagMac, row]))
}

/** Sets each tag's state; null is stock. A retired one is out of order no longer: nothing more is expected of it. */
export async function storeStates(tx: Db, storeCode: string, states: ReadonlyMap<string, string | null>): Promise<void> {
  const retired = [...states].flatMap(([tagMac, state]) => (state === 'RETIRED' ? [tagMac] : []))
  await sql`update tags t set lifecycle = n.state, status = case when n.state = 'RETIRED' then 'DEASSIGN' else t.status end
    from unnest(${[...states.keys()]}::text[], ${[...states.values()]}::text[]) as n (mac, state)
    where t.store_code = ${storeCode} and t.tag_mac = n.mac`.execute(tx)
  await sql`with gone as (
      delete from open_tag_alarms where store_code = ${storeCode} and tag_mac = any(${retired}::text[]) returning *
    ) insert into tag_alarms select store_code, tag_mac, alarm_type, alarm_time, value, repeats, alarm_time from gone`.execute(tx)
}

/** Takes tags off the list. What is on them goes too; updates, readings and events stay. */
export async function deleteTags(tx: Db, storeCode: string, tagMacs: readonly string[]): Promise<void> {
  await sql`delete from tags where store_code = ${storeCode} and tag_mac = any(${tagMacs}::text[])`.execute(tx)
}

interface ModelCounts {
  tagType: string
  byState: Record<LifecycleState, number>
  notHeard: number
}
/** Of one store, each tag read once: a store has thousands, not millions. */
export async function countByModel(db: Db, storeCode: string): Promise<ModelCounts[]> {
  const { rows } = await sql<{ tagType: string; state: LifecycleState; n: number; notHeard: number }>`
    select t.tag_type as "tagType", ${lifecycleOf} as state, count(*)::int as n,
      count(*) filter (where t.last_heard_at is null)::int as "notHeard"
    from tags t where t.store_code = ${storeCode} group by 1, 2 order by 1, 2`.execute(db)
  return [...Map.groupBy(rows, (row) => row.tagType)].map(([tagType, list]) => {
    return {
      tagType,
      byState: recordOf(lifecycleStates, (state) => list.find((row) => row.state === state)?.n ?? 0),
      notHeard: list.reduce((sum, row) => sum + row.notHeard, 0),
    }
  })
}
