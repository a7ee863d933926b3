/** Layouts by name: which there are. */
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Drawings that labels can be drawn by, or will be. */
const published = sql`layout_drawings d join lateral (
  select max(v.published_at) as at from layout_versions v where v.drawing_id = d.drawing_id and v.cancelled_at is null) v on v.at is not null where d.archived_at is null`

/** The shared ones, and those of these stores. */
export async function layoutNames(
  db: Db,
  stores: 'all' | readonly string[],
): Promise<{ layoutId: string; sizes: string[]; updatedAt: number }[]> {
  const result = await sql<{ layoutId: string; sizes: string[]; updatedAt: Date }>`
    select d.layout_id as "layoutId", array_agg(distinct d.size order by d.size) as sizes, max(v.at) as "updatedAt" from ${published} and (d.store_code = '' or ${ofStores(stores, 'd.store_code')}) group by 1 order by 1`.execute(
    db,
  )
  return result.rows.map((row) => ({ ...row, updatedAt: toEpoch(row.updatedAt) }))
}

/** Those of these layout ids that no layout has. */
export async function unknownLayouts(db: Db, storeCode: string, layoutIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`select distinct id from unnest(${layoutIds}::text[]) as id
    where not exists (select from ${published} and d.layout_id = id and d.store_code in ('', ${storeCode}))`.execute(db)
  return result.rows.map((row) => row.id)
}
