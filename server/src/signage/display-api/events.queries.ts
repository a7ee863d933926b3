/** Proof of play. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

interface Batch {
  mac: string
  storeCode: string
  seq: number
  plays: readonly { index: number; content: string; area?: number | undefined; from: number; to: number }[]
}

/** A batch that comes again changes nothing. What is new is added to the day of the store on which it began. */
export async function insertPlays(db: Db, { mac, storeCode, seq, plays }: Batch): Promise<void> {
  const times = (which: 'from' | 'to') => plays.map((play) => new Date(play[which]).toISOString())
  await sql`with added as (
      insert into plus_plays (mac, seq, item, store_code, content, area, from_at, to_at)
      select ${mac}, ${seq}::bigint, p.item, ${storeCode}, p.content, p.area, p.from_at, p.to_at
      from unnest(${plays.map(({ index }) => index)}::int[], ${plays.map(({ content }) => content)}::text[],
        ${plays.map(({ area }) => area ?? null)}::int[], ${times('from')}::timestamptz[], ${times('to')}::timestamptz[])
        as p (item, content, area, from_at, to_at)
      on conflict do nothing returning content, area, from_at, to_at
    )
    insert into plus_play_days (store_code, day, mac, content, area, plays, seconds)
    select s.store_code, (a.from_at at time zone s.time_zone)::date, ${mac}, a.content, coalesce(a.area, -1), count(*),
      sum(greatest(0, extract(epoch from a.to_at - a.from_at)))
    from added a join stores s on s.store_code = ${storeCode} group by 1, 2, 4, 5
    on conflict (store_code, day, mac, content, area) do update
      set plays = plus_play_days.plays + excluded.plays, seconds = plus_play_days.seconds + excluded.seconds`.execute(db)
}

export async function dropOldPlays(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('plus_plays').where('to_at', '<', before).execute()
  await sql`delete from plus_play_days where day < ${before}::timestamptz::date`.execute(db)
}
