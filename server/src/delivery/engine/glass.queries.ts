/** What tags say of their glass, against what is known of it (docs/engine.md, "What is on the glass"). */
import type { OperationKind } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import { ownWord } from '../../platform/db/own-word.ts'
import type { Db } from '../../platform/db/schema.ts'

/** A tag's word of what its glass shows. Its own count of changes says which of two words is newer. */
export interface GlassWord {
  storeCode: string
  tagMac: string
  shown: string | null
  updates: number | null
}

const rowsOf = (words: readonly GlassWord[]) => sql`unnest(
  ${words.map((one) => one.storeCode)}::text[], ${words.map((one) => one.tagMac)}::text[], ${words.map((one) => one.shown)}::text[],
  ${words.map((one) => one.updates)}::int[]) with ordinality as w (store_code, tag_mac, shown, updates, place)`

/**
 * Those of these words that may say something new, by themselves or because their tag waits for an operation or has failed. Most repeat what
 * is known: then this one look is all they cost.
 */
export async function findNews<T extends GlassWord>(db: Db, words: readonly T[]): Promise<T[]> {
  if (words.length === 0) return []
  const result = await sql<{ place: number }>`
    select w.place::int as place from ${rowsOf(words)} join tags t using (store_code, tag_mac)
      left join lateral (select * from tag_glass g where g.store_code = w.store_code and g.tag_mac = w.tag_mac limit 1) g on true
    where t.status = 'NG' or w.updates > g.updates or (w.updates = g.updates and (g.shown_hash is null or g.in_doubt))
      or exists (select 1 from operations o where o.store_code = w.store_code and o.tag_mac = w.tag_mac)
    order by 1`.execute(db)
  return result.rows.flatMap(({ place }) => words[place - 1] ?? [])
}

/** The newest word of each tag among these. */
const newestOf = (words: readonly GlassWord[]) =>
  sql`select distinct on (store_code, tag_mac) * from ${rowsOf(words)} order by store_code, tag_mac, updates desc nulls last`

/** An operation whose image the tag shows by its own word: its confirmation was lost on the way. */
export interface LostConfirmation {
  /** false: its gateway speaks for devices that never say what stands on their glass. */
  confirmed: boolean
  opId: string
  kind: OperationKind
  updates: number | null
}

/**
 * Finds operations under way whose image stands on the glass already, and marks tags that asked while an operation waited for them.
 * Only a change of the glass since the last word proves it: a glass that showed the same before may have shown another label meanwhile.
 */
export async function findLostConfirmations(db: Db, words: readonly GlassWord[], at: Date): Promise<LostConfirmation[]> {
  const result = await sql<LostConfirmation>`
    with w as (${newestOf(words)}), compared as (
      select o.op_id, o.kind, w.updates, o.state, o.asked_at, ${ownWord(sql`o.store_code`, sql`o.gw_mac`)} as confirmed,
        o.lane = 'image' and o.hash = w.shown and coalesce(w.updates > g.updates, g.updates is null) as shows
      from w join operations o using (store_code, tag_mac) left join tag_glass g using (store_code, tag_mac)
      where o.state = 'SENT' or (o.state = 'RENDERED' and o.offered_at is not null)
    ), asked as (
      update operations o set asked_at = ${at}::timestamptz from compared c where o.op_id = c.op_id and c.state = 'SENT' and c.asked_at is null
    )
    select op_id as "opId", kind, updates, confirmed from compared where shows`.execute(db)
  return result.rows
}

export interface StoreTag {
  storeCode: string
  tagMac: string
}

/**
 * Takes tags at their word where it is newer than the last one, and ends the doubt of those that repeat it. An older word is
 * ignored, and so is one that names another label with the same count. Answers the tags whose glass turned out to be another.
 */
export async function applyReports(db: Db, words: readonly GlassWord[], at: Date): Promise<StoreTag[]> {
  if (words.length === 0) return []
  const newer = sql`(w.updates > g.updates or (w.updates = g.updates and g.shown_hash is null)
    or (w.updates = g.updates and g.shown_hash = w.shown and g.in_doubt))`
  const result = await sql<StoreTag & { changed: boolean }>`
    with w as (${newestOf(words)}), newer as materialized (
      select w.*, g.shown_hash is distinct from w.shown as changed
      -- row by row through the key: a join may be planned as a walk over every glass there is
      from w cross join lateral (select * from tag_glass g where g.store_code = w.store_code and g.tag_mac = w.tag_mac limit 1) g
      where w.shown is not null and ${newer}
    ), marked as (
      update tags t set confirmed = ${ownWord(sql`t.store_code`, sql`t.gw_mac`)} from newer w
      where w.changed and t.store_code = w.store_code and t.tag_mac = w.tag_mac
    )
    update tag_glass g set shown_hash = w.shown, in_doubt = false, updates = w.updates,
      images = case when w.changed then coalesce(label.images, '[]') else g.images end,
      delivery_id = case when w.changed then label.op_id else g.delivery_id end,
      shown_at = case when w.updates > g.updates or w.changed then ${at}::timestamptz else g.shown_at end
    from newer w left join lateral (
      select l.op_id, l.images from ledger l where l.store_code = w.store_code and l.tag_mac = w.tag_mac and l.hash = w.shown
      order by l.finished_at desc limit 1
    ) label on w.changed
    where g.store_code = w.store_code and g.tag_mac = w.tag_mac and ${newer}
    returning g.store_code as "storeCode", g.tag_mac as "tagMac", w.changed`.execute(db)
  return result.rows.filter((row) => row.changed)
}

/** Times a label is drawn again within an hour because the tag shows another one: systems that fight over a glass must not drain its battery. */
export const redrawsAnHour = 3
/** Who caused the task of a redraw, as lists show it. */
export const redrawnBy = 'tag glass'
/** The same, where the glass may show something else by the device's own word. */
export const doubtedBy = 'tag doubt'

/** How often the label of tag `t` was drawn again within the last hour. */
export const redrawsOf = (at: Date) => sql`(
    select count(*) from ledger r join tasks k using (store_code, task_id) where r.store_code = t.store_code and r.tag_mac = t.tag_mac
      and r.finished_at > ${at}::timestamptz - interval '1 hour' and k.created_by in (${redrawnBy}, ${doubtedBy})
  )`

export interface Stray extends StoreTag {
  /** Without a product: its glass must be blank. */
  bare: boolean
  /** Drawn again too often lately. */
  hopeless: boolean
}

/**
 * Those of these tags that count as well though their glass shows something else than the newest label wanted, and for which nothing is
 * under way: an older operation reached them late, over a gateway that should have dropped it.
 */
export async function findStrays(db: Db, tags: readonly StoreTag[], at: Date): Promise<Stray[]> {
  if (tags.length === 0) return []
  const result = await sql<Stray>`
    with c as (
      select distinct * from unnest(${tags.map((one) => one.storeCode)}::text[], ${tags.map((one) => one.tagMac)}::text[]) as c (store_code, tag_mac)
    )
    select t.store_code as "storeCode", t.tag_mac as "tagMac", t.pr_code is null as bare, ${redrawsOf(at)} >= ${redrawsAnHour} as hopeless
    from c join tags t using (store_code, tag_mac) join tag_glass g using (store_code, tag_mac)
    cross join lateral (
      select l.hash from ledger l where l.store_code = t.store_code and l.tag_mac = t.tag_mac and l.kind in ('SHOW', 'BLANK')
      order by l.finished_at desc, l.op_id desc limit 1
    ) l
    where t.status in ('OK', 'DEASSIGN') and l.hash is not null and g.shown_hash <> l.hash
      and not exists (select 1 from operations o where o.store_code = t.store_code and o.tag_mac = t.tag_mac and o.lane = 'image')`.execute(
    db,
  )
  return result.rows
}

/** Tags whose glass cannot be put right by itself: a person must look. */
export async function markWrong(db: Db, tags: readonly StoreTag[], at: Date): Promise<void> {
  if (tags.length === 0) return
  await sql`update tags t set status = 'NG', updated_at = ${at}::timestamptz
    from unnest(${tags.map((one) => one.storeCode)}::text[], ${tags.map((one) => one.tagMac)}::text[]) as c (store_code, tag_mac)
    where t.store_code = c.store_code and t.tag_mac = c.tag_mac`.execute(db)
}
