/** What labels are drawn with, in SQL: layouts, rules, aliases, the words of a store. */
import type { ColourClass } from '@endcap/contract/colour-classes'
import type { LayoutContent } from '@endcap/contract/layout-drawings'
import type { LayoutRule } from '@endcap/contract/layout-rules'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export interface VersionRow {
  drawingId: string
  storeCode: string
  layoutId: string
  size: string
  modelClass: ColourClass
  version: number
  definition: LayoutContent
  /** On the stores' clocks, `2026-12-01T06:00`; null: holds since it was published. */
  from: string | null
  archived: boolean
}

/** Layouts, rules and aliases change rarely: read whole when one of these says so. */
export async function readMarks(db: Db): Promise<{ layouts: string; aliases: string }> {
  const result = await sql<{ layouts: string; aliases: string }>`select mark::text as layouts,
    coalesce((select string_agg(index || name || key || type || coalesce(origin, ''), ',' order by index) from aliases), '') as aliases from layout_mark`.execute(
    db,
  )
  return result.rows[0] ?? { layouts: '', aliases: '' }
}
/** Hours by which the last place on earth is behind UTC: what has begun there has begun everywhere. */
const lastZone = 12
/** Of a version `v`: it holds in every store, whatever its clocks show. */
export const begunEverywhere = (v: string, at: Date) =>
  sql`(${sql.ref(`${v}.from_local`)} is null or ${sql.ref(`${v}.from_local`)} <= ${at}::timestamptz at time zone 'UTC' - make_interval(hours => ${lastZone}))`
/** The version of each drawing that holds everywhere, and those behind it that begin at a time. */
export async function readVersions(db: Db, at: Date): Promise<VersionRow[]> {
  const result = await sql<VersionRow>`
    select d.drawing_id::text as "drawingId", d.store_code as "storeCode", d.layout_id as "layoutId", d.size, d.model_class as "modelClass", v.version, v.definition, d.archived_at is not null as archived,
      to_char(v.from_local, 'YYYY-MM-DD"T"HH24:MI') as "from"
    from layout_drawings d join layout_versions v using (drawing_id)
    where v.cancelled_at is null and v.version >= coalesce((
      select max(w.version) from layout_versions w where w.drawing_id = d.drawing_id and w.cancelled_at is null and ${begunEverywhere('w', at)}), 0)
    order by d.drawing_id, v.version desc`.execute(db)
  return result.rows
}
export function readRules(db: Db): Promise<{ storeCode: string; rules: LayoutRule[] }[]> {
  return db.selectFrom('layout_rules').select(['store_code as storeCode', 'rules']).execute()
}
export async function readAliases(db: Db): Promise<{ index: number; name: string; key: boolean; type: string; origin?: string }[]> {
  const rows = await db.selectFrom('aliases').select(['index', 'name', 'key', 'type', 'origin']).orderBy('index').execute()
  return rows.map(({ origin, ...alias }) => ({ ...alias, ...(origin !== null && { origin }) }))
}

export interface Words {
  /** BCP 47. */
  locale: string
  /** ISO 4217. */
  currency: string
  /** By whose clocks layouts begin. */
  timeZone: string
}
export function storeWords(db: Db, storeCode: string): Promise<Words | undefined> {
  return db
    .selectFrom('stores')
    .select(['locale', 'currency', 'time_zone as timeZone'])
    .where('store_code', '=', storeCode)
    .executeTakeFirst()
}

/** The type that most tags have which show this product in a store. */
export async function defaultTagType(db: Db, storeCode: string, prCode: string): Promise<string | undefined> {
  const result = await sql<{ tagType: string }>`select t.tag_type as "tagType" from tag_products tp join tags t using (store_code, tag_mac)
    where tp.store_code = ${storeCode} and tp.pr_code = ${prCode} group by 1 order by count(*) desc, 1 limit 1`.execute(db)
  return result.rows[0]?.tagType
}
