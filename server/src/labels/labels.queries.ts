/** What labels are drawn with, in SQL: layouts, aliases, the words of a store. */
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

export interface LayoutRow {
  storeCode: string
  layoutId: string
  size: string
  modelClass: string
  version: number
  definition: object
}

/** Layouts and aliases change rarely: read whole when their newest change says so. */
export async function layoutsChangedAt(db: Db): Promise<string> {
  const result = await sql<{ mark: string }>`select
    coalesce((select max(updated_at)::text || count(*) from layouts), '') || coalesce((select string_agg(index || name || key || type, ',' order by index) from aliases), '')
    as mark`.execute(db)
  return result.rows[0]?.mark ?? ''
}
export function readLayouts(db: Db): Promise<LayoutRow[]> {
  return db
    .selectFrom('layouts')
    .select(['store_code as storeCode', 'layout_id as layoutId', 'size', 'model_class as modelClass', 'version', 'definition'])
    .execute()
}
export function readAliases(db: Db): Promise<{ index: number; name: string; key: boolean; type: string }[]> {
  return db.selectFrom('aliases').select(['index', 'name', 'key', 'type']).orderBy('index').execute()
}

export interface Words {
  /** BCP 47. */
  locale: string
  /** ISO 4217. */
  currency: string
}
export function storeWords(db: Db, storeCode: string): Promise<Words | undefined> {
  return db.selectFrom('stores').select(['locale', 'currency']).where('store_code', '=', storeCode).executeTakeFirst()
}

/** The type that most tags have which show this product in a store. */
export async function usualTagType(db: Db, storeCode: string, prCode: string): Promise<string | undefined> {
  const result = await sql<{ tagType: string }>`select t.tag_type as "tagType" from tag_products tp join tags t using (store_code, tag_mac)
    where tp.store_code = ${storeCode} and tp.pr_code = ${prCode} group by 1 order by count(*) desc, 1 limit 1`.execute(db)
  return result.rows[0]?.tagType
}
