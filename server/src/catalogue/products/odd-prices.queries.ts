/** Prices of a stage that look wrong: zero, below zero, a slip of the decimal sign. Said before a file is applied; it may be meant. */
import type { PriceFinding } from '@endcap/contract/product-files'
import type { Alias } from '@endcap/contract/products'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** From this many times the old price on, or below one of as many parts, it may be a slip of the decimal sign. */
const slip = 10

/** Of a narrowed stage: the first `limit` such prices by line, and how many there are. */
export async function oddPrices(
  db: Db,
  { fileId, aliases, limit }: { fileId: string; aliases: readonly Alias[]; limit: number },
): Promise<{ priceCount: number; prices: PriceFinding[] }> {
  const slots = aliases.filter(({ type }) => type === 'price')
  // What stands may be no plain number yet: then nothing is compared.
  const plain = (text: ReturnType<typeof sql>) => sql`case when ${text} ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' then ${text}::numeric end`
  const { rows } = await sql<PriceFinding & { all: number }>`
    with price as (
      select s.line, s.pr_code, a.name, a.place, p.pr_info[a.slot] as before, s.pr_info[a.slot] as after,
        ${plain(sql`p.pr_info[a.slot]`)} as was, ${plain(sql`s.pr_info[a.slot]`)} as will
      from staged_products s left join products p on p.store_code = s.store_code and p.pr_code = s.pr_code
      cross join unnest(${slots.map(({ index }) => index + 1)}::int[], ${slots.map(({ name }) => name)}::text[]) with ordinality as a (slot, name, place)
      where s.file_id = ${fileId}::bigint and s.pr_info[a.slot] is distinct from p.pr_info[a.slot]
    ), found as (
      select *, case when will = 0 then 'zero' when will < 0 then 'negative' when will >= was * ${slip} and was > 0 then 'tenfold'
        when will * ${slip} <= was then 'tenth' end as kind from price
    )
    select line, pr_code as "prCode", name, kind, nullif(before, '') as before, after, count(*) over ()::int as all
    from found where kind is not null order by line, place limit ${limit}`.execute(db)
  return { priceCount: rows[0]?.all ?? 0, prices: rows.map(({ all: _, ...finding }) => finding) }
}
