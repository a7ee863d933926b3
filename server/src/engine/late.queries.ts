/** What tags say after their operation was given up. */
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** A tag's word: about an operation by its id, or about what stands on its glass. */
export interface LateWord {
  storeCode: string
  tagMac: string
  opId: string | null
  shown: string | null
  updates: number | null
}

/**
 * Failed tags that say by themselves that their newest label stands on the glass after all: status and glass follow their word. The
 * ledger keeps that the operation had failed by its time. An older operation, or an older word by the tag's own count, changes nothing.
 */
export async function settleFailed(db: Db, words: readonly LateWord[], at: Date): Promise<string[]> {
  if (words.length === 0) return []
  const result = await sql<{ storeCode: string }>`
    with w as (
      select * from unnest(${words.map((one) => one.storeCode)}::text[], ${words.map((one) => one.tagMac)}::text[],
        ${words.map((one) => one.opId)}::bigint[], ${words.map((one) => one.shown)}::text[], ${words.map((one) => one.updates)}::int[])
        as w (store_code, tag_mac, op_id, shown, updates)
    ), confirmed as (
      select distinct on (t.store_code, t.tag_mac) t.store_code, t.tag_mac, l.op_id, l.kind, l.hash, l.images, w.updates
      from w join tags t using (store_code, tag_mac) left join tag_glass g using (store_code, tag_mac)
      cross join lateral (
        select l.op_id, l.kind, l.outcome, l.hash, l.images from ledger l
        where l.store_code = t.store_code and l.tag_mac = t.tag_mac and l.kind in ('SHOW', 'BLANK')
        order by l.finished_at desc, l.op_id desc limit 1
      ) l
      where t.status = 'NG' and l.outcome = 'FAILED' and l.hash is not null and (w.op_id = l.op_id or w.shown = l.hash)
        and coalesce(w.updates >= g.updates, g.updates is null or w.op_id is not null)
      order by t.store_code, t.tag_mac, w.updates desc nulls last
    ), glass as (
      insert into tag_glass as g (store_code, tag_mac, shown_hash, images, delivery_id, shown_at, in_doubt, updates)
      select store_code, tag_mac, hash, coalesce(images, '[]'), op_id, ${at}::timestamptz, false, coalesce(updates, 0) from confirmed
      on conflict (store_code, tag_mac) do update
        set shown_hash = excluded.shown_hash, images = excluded.images, delivery_id = excluded.delivery_id, shown_at = excluded.shown_at,
          in_doubt = false, updates = greatest(g.updates, excluded.updates)
    )
    update tags t set status = case c.kind when 'BLANK' then 'DEASSIGN' else 'OK' end, updated_at = ${at}::timestamptz,
      responded_at = ${at}::timestamptz
    from confirmed c where t.store_code = c.store_code and t.tag_mac = c.tag_mac returning t.store_code as "storeCode"`.execute(db)
  return [...new Set(result.rows.map((row) => row.storeCode))]
}
