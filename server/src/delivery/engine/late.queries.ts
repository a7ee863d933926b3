/** What tags say after their operation was given up or replaced. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { ownWord } from '../../platform/db/own-word.ts'
import type { GlassWord } from './glass.queries.ts'

/** A confirmation of an operation that is not open any more. */
export interface LateResult {
  storeCode: string
  opId: string
  updates: number | null
}

/** A tag's word of its glass: about an operation by its id, or by itself. */
export interface LateWord extends GlassWord {
  opId: string | null
}

/** What late confirmations say of the glass: the operation's label stood there when the tag had that count. */
export async function wordsOf(db: Db, late: readonly LateResult[]): Promise<LateWord[]> {
  if (late.length === 0) return []
  const result = await sql<LateWord>`
    select l.store_code as "storeCode", l.tag_mac as "tagMac", l.op_id::text as "opId", l.hash as shown, r.updates from unnest(
      ${late.map((one) => one.storeCode)}::text[], ${late.map((one) => one.opId)}::bigint[], ${late.map((one) => one.updates)}::int[])
      as r (store_code, op_id, updates)
    join ledger l on l.store_code = r.store_code and l.op_id = r.op_id
    where l.kind in ('SHOW', 'BLANK') and l.hash is not null`.execute(db)
  return result.rows
}

/**
 * Failed tags that say by themselves that their newest label stands on the glass after all: status and glass follow their word. The
 * ledger keeps how the operation ended in its time. An older operation, or an older word by the tag's own count, changes nothing.
 */
export async function settleFailed(db: Db, words: readonly LateWord[], at: Date): Promise<string[]> {
  if (words.length === 0) return []
  const result = await sql<{ storeCode: string }>`
    with w as (
      select * from unnest(${words.map((one) => one.storeCode)}::text[], ${words.map((one) => one.tagMac)}::text[],
        ${words.map((one) => one.opId)}::bigint[], ${words.map((one) => one.shown)}::text[], ${words.map((one) => one.updates)}::int[])
        as w (store_code, tag_mac, op_id, shown, updates)
    ), confirmed as (
      select distinct on (t.store_code, t.tag_mac) t.store_code, t.tag_mac, l.op_id, l.kind, l.hash, l.images,
        coalesce(w.updates, g.updates + (g.shown_hash is distinct from l.hash)::int, 1) as counted
      from w join tags t using (store_code, tag_mac) left join tag_glass g using (store_code, tag_mac)
      cross join lateral (
        select l.op_id, l.kind, l.outcome, l.hash, l.images from ledger l
        where l.store_code = t.store_code and l.tag_mac = t.tag_mac and l.kind in ('SHOW', 'BLANK')
        order by l.finished_at desc, l.op_id desc limit 1
      ) l
      where t.status = 'NG' and l.hash is not null and (w.op_id = l.op_id or (w.shown = l.hash and (w.op_id is null or w.updates is not null)))
        and coalesce(w.updates >= g.updates, g.updates is null or (w.op_id is not null and l.outcome = 'FAILED'))
      order by t.store_code, t.tag_mac, w.updates desc nulls last
    ), glass as (
      insert into tag_glass as g (store_code, tag_mac, shown_hash, images, delivery_id, shown_at, in_doubt, updates)
      select store_code, tag_mac, hash, coalesce(images, '[]'), op_id, ${at}::timestamptz, false, counted from confirmed
      on conflict (store_code, tag_mac) do update
        set shown_hash = excluded.shown_hash, images = excluded.images, delivery_id = excluded.delivery_id, shown_at = excluded.shown_at,
          in_doubt = false, updates = greatest(g.updates, excluded.updates)
    )
    update tags t set status = case c.kind when 'BLANK' then 'DEASSIGN' else 'OK' end, updated_at = ${at}::timestamptz,
      responded_at = ${at}::timestamptz, confirmed = ${ownWord(sql`t.store_code`, sql`t.gw_mac`)}
    from confirmed c where t.store_code = c.store_code and t.tag_mac = c.tag_mac returning t.store_code as "storeCode"`.execute(db)
  return [...new Set(result.rows.map((row) => row.storeCode))]
}
