/** Fonts of the chain, and who uses them. */
import { sql, type Insertable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { SignageV1Tables } from '../../platform/db/signage-v1-tables.ts'

const columns = ['font_id', 'name', 'characters', 'bytes', 'sample', 'updated_by', 'updated_at'] as const

export const listFonts = (db: Db) => db.selectFrom('brand_fonts').select(columns).orderBy('name').orderBy('font_id').execute()

/** `lock`: until the transaction ends no other takes it away, or uses it. */
export const findFont = (db: Db, id: string, { lock = false } = {}) =>
  db
    .selectFrom('brand_fonts')
    .select([...columns, 'blob', 'outlines'])
    .where('font_id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()

/** Displays and templates with a text that is set in it, a few of them. */
export async function usersOfFont(db: Db, id: string): Promise<{ storeCode: string; name: string }[]> {
  const uses = (slides: string) =>
    sql`jsonb_path_exists(${sql.raw(slides)}, '$.**.text ? (@.font == $id)', jsonb_build_object('id', ${id}::text))`
  const { rows } = await sql<{ storeCode: string; name: string }>`
    select store_code as "storeCode", template_id as name from plus_templates where ${uses('show')}
    union all
    select coalesce(store_code, ''), trim(mac || ' ' || name) from plus_devices
      where ${uses("coalesce(show, '{}')")} or ${uses("coalesce(given_show, '{}')")}
    order by 1, 2 limit 20`.execute(db)
  return rows
}

export const insertFont = async (tx: Db, row: Insertable<SignageV1Tables['brand_fonts']>): Promise<string> =>
  (await tx.insertInto('brand_fonts').values(row).returning('font_id').executeTakeFirstOrThrow()).font_id
export async function deleteFont(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('brand_fonts').where('font_id', '=', id).execute()
}
export const countFonts = async (tx: Db): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom('brand_fonts')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )
/** Changes of the brand one after the other, until the transaction ends. */
export async function lockBrand(tx: Db, at: Date): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ key: 'brand', value: '{}', updated_at: at })
    .onConflict((row) => row.doNothing())
    .execute()
  await tx.selectFrom('settings').select('key').where('key', '=', 'brand').forUpdate().execute()
}
