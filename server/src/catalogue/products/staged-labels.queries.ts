/** What a stage would bring about, looked at before it is applied. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

interface StageCounts {
  newCount: number
  changed: number
  tagCount: number
  displayCount: number
}
/** Of a narrowed stage: products that would be new, products that would change, tags and displays that show one of them. */
export async function countStage(db: Db, fileId: string): Promise<StageCounts> {
  const result = await sql<StageCounts>`
    select (count(*) filter (where p.pr_code is null))::int as "newCount", (count(*) filter (where p.pr_code is not null))::int as changed,
      (select count(distinct tp.tag_mac)::int from staged_products z
        join tag_products tp on tp.store_code = z.store_code and tp.pr_code = z.pr_code where z.file_id = ${fileId}::bigint) as "tagCount",
      (select count(distinct dp.mac)::int from staged_products z
        join plus_device_products dp on dp.store_code = z.store_code and dp.pr_code = z.pr_code where z.file_id = ${fileId}::bigint) as "displayCount"
    from staged_products s left join products p on p.store_code = s.store_code and p.pr_code = s.pr_code
    where s.file_id = ${fileId}::bigint`.execute(db)
  return result.rows[0] ?? { newCount: 0, changed: 0, tagCount: 0, displayCount: 0 }
}

export interface StagedLabel {
  tagMac: string
  tagType: string
  /** Of the tag's assignment. */
  layoutId: string | null
  products: { prCode: string; prInfo: string[] | null; layoutId: string | null }[]
}

/**
 * Labels that show a staged product, as they would be made once the stage is applied: by tag, behind `after`. The same data as the
 * engine loads for an operation, with the staged products in place of those that stand.
 */
export async function stagedLabels(
  db: Db,
  { storeCode, fileId, after, limit }: { storeCode: string; fileId: string; after: string; limit: number },
): Promise<StagedLabel[]> {
  const result = await sql<StagedLabel>`
    with concerned as (
      select distinct tp.tag_mac from staged_products s join tag_products tp on tp.store_code = s.store_code and tp.pr_code = s.pr_code
      where s.file_id = ${fileId}::bigint and tp.store_code = ${storeCode} and tp.tag_mac > ${after} order by tp.tag_mac limit ${limit}
    )
    select t.tag_mac as "tagMac", t.tag_type as "tagType", t.layout_id as "layoutId", l.products
    from concerned c join tags t on t.store_code = ${storeCode} and t.tag_mac = c.tag_mac
    cross join lateral (
      select jsonb_agg(jsonb_build_object('prCode', tp.pr_code, 'prInfo', coalesce(s.pr_info, p.pr_info),
        'layoutId', case when s.pr_code is null then p.layout_id else s.layout_id end) order by tp.slot) as products
      from tag_products tp
      left join products p on p.store_code = tp.store_code and p.pr_code = tp.pr_code
      left join staged_products s on s.file_id = ${fileId}::bigint and s.pr_code = tp.pr_code
      where tp.store_code = t.store_code and tp.tag_mac = t.tag_mac
    ) l order by t.tag_mac`.execute(db)
  return result.rows
}
