/** Layouts in the database: the starter set, and their names. */
import { starterLayouts } from '@endcap/label/starter'
import { sql } from 'kysely'
import { toEpoch } from '../clock.ts'
import type { Db } from '../db/schema.ts'

/** Brings in the starter layouts; those that somebody has changed (version above 1) are left alone. */
export async function seedLayouts(db: Db): Promise<void> {
  const rows = starterLayouts().map(({ layoutId, size, modelClass, definition }) => ({
    layout_id: layoutId,
    size,
    model_class: modelClass,
    definition: JSON.stringify(definition),
  }))
  await db
    .insertInto('layouts')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['store_code', 'layout_id', 'size', 'model_class'])
        .doUpdateSet({ definition: sql`excluded.definition`, updated_at: sql`now()` })
        .where('layouts.version', '=', 1)
        .where(sql<boolean>`layouts.definition is distinct from excluded.definition`),
    )
    .execute()
}

export async function layoutNames(db: Db): Promise<{ layoutId: string; sizes: string[]; updatedAt: number }[]> {
  const result = await sql<{ layoutId: string; sizes: string[]; updatedAt: Date }>`
    select layout_id as "layoutId", array_agg(distinct size order by size) as sizes, max(updated_at) as "updatedAt" from layouts group by 1 order by 1`.execute(
    db,
  )
  return result.rows.map((row) => ({ ...row, updatedAt: toEpoch(row.updatedAt) }))
}

/** Those of these layout ids that no layout has. */
export async function unknownLayouts(db: Db, storeCode: string, layoutIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`select distinct id from unnest(${layoutIds}::text[]) as id
    where not exists (select 1 from layouts where layout_id = id and store_code in ('', ${storeCode}))`.execute(db)
  return result.rows.map((row) => row.id)
}
