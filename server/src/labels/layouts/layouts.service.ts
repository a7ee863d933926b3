/** Layouts by name: which there are, and those that come with the server. */
import { starterLayouts } from '@endcap/label/starter'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { bumpMark } from '../../catalogue/aliases/layout-mark.ts'

/** Brings in the starter layouts; those that somebody has published anew are left alone. */
export async function seedLayouts(db: Db): Promise<void> {
  const starters = JSON.stringify(starterLayouts())
  await inTransaction(db, async (tx) => {
    await sql`insert into layout_drawings (layout_id, size, model_class, draft)
      select s->>'layoutId', s->>'size', s->>'modelClass', s->'definition' from jsonb_array_elements(${starters}::jsonb) as s on conflict do nothing`.execute(
      tx,
    )
    const changed = await sql`insert into layout_versions (drawing_id, version, definition)
      select d.drawing_id, 1, s->'definition' from jsonb_array_elements(${starters}::jsonb) as s
      join layout_drawings d on d.store_code = '' and d.layout_id = s->>'layoutId' and d.size = s->>'size' and d.model_class = s->>'modelClass'
      where d.draft_by is null or exists (select from layout_versions v where v.drawing_id = d.drawing_id and v.author = '')
      on conflict (drawing_id, version) do update set definition = excluded.definition
        where layout_versions.author = '' and layout_versions.definition is distinct from excluded.definition
          and not exists (select from layout_versions v where v.drawing_id = layout_versions.drawing_id and v.version > 1)
      returning drawing_id`.execute(tx)
    if (changed.rows.length === 0) return
    await sql`update layout_drawings d set draft = v.definition from layout_versions v
      where v.drawing_id = d.drawing_id and v.version = 1 and d.draft_by is null and d.draft is distinct from v.definition`.execute(tx)
    await bumpMark(tx)
  })
}

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
