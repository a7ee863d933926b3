/** Sightings of tags in SQL, in one statement of named steps: readings and their histories, the best gateway of a tag, and who hears it. */
import type { Sighting } from '@endcap/gateway-link/messages'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { inSteps, type Sql } from '../../platform/db/steps.ts'

/** A link tells when its gateway heard the tag to within this many seconds: writing every sighting down would cost too much. */
export const linkSeconds = 20

/** dBm that a tag counts as heard with which says no strength: it is on a network of its own, or calls by itself. */
export const wiredRssi = 0

/** A sighting with the gateway and store that reported it. */
export interface StoredSighting extends Sighting {
  storeCode: string
  gwMac: string
}

export interface TakenSightings {
  /** Tags with a product whose type turned out to be another than was thought: their labels must be drawn anew. */
  retyped: { storeCode: string; tagMac: string }[]
  /** Tags whose label was left until they are heard: it must be drawn now. */
  due: { storeCode: string; tagMac: string }[]
  /** Tags that no store has. */
  strangers: string[]
}

/** A reading is worth a row in its histories when it moved noticeably since the last one, and once a day. */
const voltsMoved = 0.05
const degreesMoved = 2
const readingSeconds = 86_400

interface Rules {
  at: Date
  /** Volts below which a battery is low. */
  lowBattery: number
}
interface Taken {
  storeCode: string
  tagMac: string
  what: 'stranger' | 'retyped' | 'due'
}

/** Takes what gateways have heard of tags. A tag may be heard by several gateways at once. */
export async function storeSightings(db: Db, sightings: readonly StoredSighting[], rules: Rules): Promise<TakenSightings> {
  const { rows } = await sightingsStatement(sightings, rules).execute(db)
  const those = (what: Taken['what']) => rows.filter((row) => row.what === what)
  return { retyped: those('retyped'), due: those('due'), strangers: [...new Set(those('stranger').map((row) => row.tagMac))] }
}

export function sightingsStatement(sightings: readonly StoredSighting[], { at, lowBattery }: Rules): RawBuilder<Taken> {
  const heard = sql`${at}::timestamptz`
  return inSteps(
    {
      s: given(sightings),
      best: bestHeard,
      before: asTheyWere(heard),
      noted: readingsToKeep(heard),
      known: tagsAsHeard(heard, lowBattery),
      linked: whoHears(heard),
      unknown: notOfThisStore,
    },
    sql`
      select store_code as "storeCode", tag_mac as "tagMac", case when retyped then 'retyped' else 'due' end as what from before where retyped or due
      union all
      select u.store_code, u.tag_mac, 'stranger'
        from unknown u left join lateral (select 1 as one from tags t where t.tag_mac = u.tag_mac limit 1) t on true
        where t.one is null`,
  )
}

/** Sightings as rows `s`; `place`: in their order. */
export const sightingRows = (sightings: readonly StoredSighting[]): Sql => sql`unnest(
    ${sightings.map((one) => one.storeCode)}::text[], ${sightings.map((one) => one.tag)}::text[], ${sightings.map((one) => one.gwMac)}::text[],
    ${sightings.map((one) => one.type)}::text[], ${sightings.map((one) => one.rssi)}::smallint[], ${sightings.map((one) => one.battery)}::real[],
    ${sightings.map((one) => one.temperature)}::real[], ${sightings.map((one) => one.version)}::text[], ${sightings.map((one) => one.checkin)}::real[],
    ${sightings.map((one) => one.page)}::smallint[], ${sightings.map((one) => one.resets)}::int[]
  ) with ordinality as s (store_code, tag_mac, gw_mac, tag_type, rssi, battery, temperature, version, checkin, page, resets, place)`

/** `s`: the last word of each gateway about each tag. */
const given = (sightings: readonly StoredSighting[]): Sql => sql`
  select distinct on (store_code, tag_mac, gw_mac) * from ${sightingRows(sightings)}
  order by store_code, tag_mac, gw_mac, place desc`

/** `best`: of each tag, what the gateway says that hears it best. */
const bestHeard = sql`select distinct on (store_code, tag_mac) * from s order by store_code, tag_mac, rssi desc`

/**
 * `before`: tags as they were. `retyped`: a label must be drawn anew. `due`: one waits that nothing is under way for, which is so of a tag
 * that was never heard before. `moved`: a reading is worth a row.
 */
const asTheyWere = (heard: Sql): Sql => sql`
  select t.store_code, t.tag_mac, t.tag_type <> b.tag_type and t.pr_code is not null as retyped,
    t.status = 'WIP' and t.pr_code is not null and not exists (
      select from operations o where o.store_code = t.store_code and o.tag_mac = t.tag_mac and o.lane = 'image') as due,
    t.noted_at is null
      or abs(t.noted_battery - b.battery) >= ${voltsMoved} or abs(t.noted_temperature - b.temperature) >= ${degreesMoved}
      or t.noted_resets <> b.resets or t.noted_at <= ${heard} - make_interval(secs => ${readingSeconds}) as moved
  from tags t join best b using (store_code, tag_mac)`

const readingsToKeep = (heard: Sql): Sql => sql`
  insert into tag_readings (store_code, tag_mac, read_at, battery, temperature, resets)
  select b.store_code, b.tag_mac, ${heard}, b.battery, b.temperature, b.resets from best b join before m using (store_code, tag_mac) where m.moved`

/** `known`: the tags of the store, with what they said of themselves. */
const tagsAsHeard = (heard: Sql, lowBattery: number): Sql => sql`
  update tags t set tag_type = b.tag_type, version = b.version, battery = b.battery, temperature = b.temperature, checkin = b.checkin,
    page = b.page, resets = b.resets, batt_status = case when b.battery < ${lowBattery} then 'NG' else 'OK' end,
    gw_mac = case when ${changesGateway(heard)} then b.gw_mac else t.gw_mac end,
    rssi = case when ${changesGateway(heard)} then b.rssi else t.rssi end,
    last_heard_at = ${heard}, responded_at = ${heard},
    noted_battery = case when m.moved then b.battery else t.noted_battery end,
    noted_temperature = case when m.moved then b.temperature else t.noted_temperature end,
    noted_resets = case when m.moved then b.resets else t.noted_resets end, noted_at = case when m.moved then ${heard} else t.noted_at end,
    status = case when t.status = 'MISSING' then ${statusBeforeMissing} else t.status end
  from best b join before m using (store_code, tag_mac) where t.store_code = b.store_code and t.tag_mac = b.tag_mac
  returning t.store_code, t.tag_mac`

/** A tag keeps its gateway until another hears it better or its own has not heard it for three check-ins. */
const changesGateway = (
  heard: Sql,
): Sql => sql`(t.gw_mac is null or t.gw_mac = b.gw_mac or coalesce(b.rssi, ${wiredRssi}) >= coalesce(t.rssi, -200)
  or not exists (select 1 from tag_links l where l.store_code = t.store_code and l.tag_mac = t.tag_mac and l.gw_mac = t.gw_mac
    and l.heard_at > ${heard} - make_interval(secs => 3 * b.checkin + ${linkSeconds})))`

/** A tag that was missing is what it was before: waiting, failed unless it shows what is wanted, or well. */
const statusBeforeMissing = sql`coalesce(
  (select case o.state when 'SENT' then 'UPDATE' else 'WIP' end from operations o
    where o.store_code = t.store_code and o.tag_mac = t.tag_mac and o.lane = 'image'),
  (select 'NG' from (
      select l.outcome, l.hash from ledger l where l.store_code = t.store_code and l.tag_mac = t.tag_mac and l.kind in ('SHOW', 'BLANK')
      order by l.finished_at desc, l.op_id desc limit 1
    ) l left join tag_glass g on g.store_code = t.store_code and g.tag_mac = t.tag_mac
    where g.shown_hash <> l.hash or (l.outcome = 'FAILED' and (l.hash is null or g.in_doubt or g.shown_hash is null))),
  case when t.pr_code is null then 'DEASSIGN' else 'OK' end)`

/** Which gateway hears which tag; written where the strength or the time has moved. */
const whoHears = (heard: Sql): Sql => sql`
  insert into tag_links as l (store_code, tag_mac, gw_mac, rssi, heard_at)
  select s.store_code, s.tag_mac, s.gw_mac, coalesce(s.rssi, ${wiredRssi}), ${heard} from s join known using (store_code, tag_mac)
  on conflict (store_code, tag_mac, gw_mac) do update set rssi = excluded.rssi, heard_at = excluded.heard_at
    where l.heard_at < excluded.heard_at - make_interval(secs => ${linkSeconds}) or abs(l.rssi - excluded.rssi) > 5`

const notOfThisStore = sql`
  select b.store_code, b.tag_mac from best b left join known k using (store_code, tag_mac) where k.tag_mac is null`
