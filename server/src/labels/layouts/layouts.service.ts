/** The layouts that come with the server. */
import { starterLayouts } from '@endcap/label/starter'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { bumpMark } from '../../catalogue/aliases/layout-mark.ts'

/** Brings in the starter layouts; those that an account has published anew are left alone. */
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
