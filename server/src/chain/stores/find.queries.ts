/** Stores to choose from: found by name, code and address, a page at a time, without their figures. */
import type { Contract } from '@endcap/contract'
import type { RequestOf } from '@endcap/contract/endpoint'
import type { FoundStore } from '@endcap/contract/finding-stores'
import { sql, type RawBuilder } from 'kysely'
import { literal } from '../../platform/db/like.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

/** Words of a text that are looked for. */
const maxWords = 5
/** Store 9 before store 10: numbers in names have ten digits where they are compared. */
const inOrder = sql`regexp_replace(regexp_replace(lower(s.store_name), '(\\d+)', '0000000000\\1', 'g'), '0*(\\d{10})(?!\\d)', '\\1', 'g')`

/** Several codes mean these stores; else each word stands in name, code or address. */
function meant(term: string): { codes: string[]; words: RawBuilder<boolean> } {
  const parts = term
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  const patterns = parts.slice(0, maxWords).map((word) => `%${literal(word)}%`)
  const text = sql`lower(s.store_code || ' ' || s.store_name || ' ' || s.address)`
  return { codes: parts.length > 1 ? parts : [], words: sql`${text} like all (${patterns}::text[])` }
}

/** As many as `length` says from `start` on, and how many there are in all. */
export async function findStores(
  db: Db,
  stores: Session['stores'],
  { term, codes, first, storeType, start, length }: RequestOf<Contract['stores']['find']>['body'],
): Promise<{ total: number; storeList: FoundStore[] }> {
  const asked = meant(term.replaceAll('\0', ' '))
  const { rows } = await sql<FoundStore & { total: number }>`
    with mine as (
      select s.* from stores s
      where s.closing_at is null and ${ofStores(stores, 's.store_code')}
        and ${codes === undefined ? sql`true` : sql`s.store_code = any(${codes}::text[])`}
        and ${storeType === undefined ? sql`true` : sql`s.store_type = ${storeType}`}
    ), named as (
      select s.* from mine s where lower(s.store_code) = any(${asked.codes}::text[])
    ), found as (
      select * from named
      union all
      select s.* from mine s where not exists (select from named) and ${asked.words}
    )
    select s.store_code as "storeCode", s.store_name as "storeName", s.address, s.locale, s.time_zone as "timeZone",
      coalesce((s.config->>'enableTagStatusCheck')::boolean, false) as "enableTagStatusCheck",
      coalesce((s.config->>'hideLed')::boolean, false) as "hideLed", coalesce((s.config->>'showMac')::boolean, false) as "showMac",
      (select count(*) from found)::int as total
    from found s
    order by s.store_code = any(${first}::text[]) desc, ${inOrder}, s.store_code
    limit ${length} offset ${start}`.execute(db)
  const total = rows[0]?.total ?? 0
  return { total, storeList: rows.map(({ total: _, ...store }) => store) }
}
