/** Which tags a list is about, and the last picture of a product on a type of tags. */
import { sql, type RawBuilder } from 'kysely'
import type { Db, LabelImage } from '../../platform/db/schema.ts'

export interface Narrowing {
  prCode: string | undefined
  tagMacList: readonly string[] | undefined
  tagIdList: readonly string[] | undefined
  taskId: string | undefined
  failedOnly: boolean
}

/** A condition on a tag of this store under the name `t`; what is not given narrows nothing. */
export function conditionOf(storeCode: string, { prCode, tagMacList, tagIdList, taskId, failedOnly }: Narrowing): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [sql<boolean>`true`]
  if (prCode !== undefined)
    parts.push(sql`t.tag_mac in (select p.tag_mac from tag_products p where p.store_code = ${storeCode} and p.pr_code = ${prCode})`)
  if (tagMacList !== undefined) parts.push(sql`t.tag_mac = any(${tagMacList}::text[])`)
  if (tagIdList !== undefined) parts.push(sql`t.barcode = any(${tagIdList}::text[])`)
  if (taskId !== undefined && failedOnly)
    parts.push(
      sql`t.tag_mac in (select l.tag_mac from ledger l where l.store_code = ${storeCode} and l.task_id = ${taskId}::bigint and l.outcome = 'FAILED')`,
    )
  else if (taskId !== undefined)
    parts.push(sql`t.tag_mac in (
      select l.tag_mac from ledger l where l.store_code = ${storeCode} and l.task_id = ${taskId}::bigint
      union all select o.tag_mac from operations o where o.store_code = ${storeCode} and o.task_id = ${taskId}::bigint)`)
  return sql.join(parts, sql` and `)
}

export async function countWhere(db: Db, storeCode: string, where: RawBuilder<boolean>): Promise<number> {
  const result = await sql<{ n: number }>`select count(*)::int as n from tags t where t.store_code = ${storeCode} and ${where}`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Whether what was drawn for the product `drawn` shows this one: as the first one, or for the tag's present first product beside which it stands. */
const isDrawnWith = (drawn: RawBuilder<unknown>, { storeCode, prCode }: { storeCode: string; prCode: RawBuilder<unknown> }) =>
  sql<boolean>`(${drawn} = ${prCode} or ${drawn} = t.pr_code and exists (
    select 1 from tag_products tp where tp.store_code = ${storeCode} and tp.tag_mac = t.tag_mac and tp.pr_code = ${prCode}))`

/** The label of a product that was last shown on the glass of a tag. */
const onGlass = ({ storeCode, prCode, ofType }: { storeCode: string; prCode: RawBuilder<unknown>; ofType: RawBuilder<boolean> }) =>
  sql<Drawn>`
    select t.tag_mac as "tagMac", l.layout_id as "layoutId", g.images from tags t join tag_glass g using (store_code, tag_mac)
    join ledger l on l.store_code = t.store_code and l.op_id = g.delivery_id
    where t.store_code = ${storeCode} and ${ofType} and ${isDrawnWith(sql`l.pr_code`, { storeCode, prCode })} and jsonb_array_length(g.images) > 0
      and t.tag_mac in (select tp.tag_mac from tag_products tp where tp.store_code = ${storeCode} and tp.pr_code = ${prCode})
    order by (t.pr_code = ${prCode}) desc, g.shown_at desc nulls last limit 1`

/** The same for each of these products that has one. */
export async function drawnOfEach(db: Db, storeCode: string, prCodes: readonly string[]): Promise<(Drawn & { prCode: string })[]> {
  const { rows } = await sql<Drawn & { prCode: string }>`
    select c.pr_code as "prCode", d.* from unnest(${prCodes}::text[]) as c (pr_code)
    cross join lateral (${onGlass({ storeCode, prCode: sql.ref('c.pr_code'), ofType: sql<boolean>`true` })}) d`.execute(db)
  return rows
}

/** The types of the tags that show a product. */
export async function typesThatShow(db: Db, storeCode: string, prCode: string): Promise<string[]> {
  const { rows } = await sql<{
    type: string
  }>`select distinct t.tag_type as type from tag_products p join tags t using (store_code, tag_mac)
    where p.store_code = ${storeCode} and p.pr_code = ${prCode}`.execute(db)
  return rows.map((row) => row.type)
}

export interface Drawn {
  tagMac: string
  layoutId: string | null
  images: LabelImage[]
}
/**
 * The label of this product that was last drawn for a tag of these types: of a task, what that task showed, or else drew; without one, what
 * stands on a glass. Labels of which it is the first product go before those on which it has another place.
 */
export async function lastDrawn(
  db: Db,
  {
    storeCode,
    prCode,
    tagTypes,
    taskId,
  }: { storeCode: string; prCode: string; tagTypes: readonly string[] | undefined; taskId: string | undefined },
): Promise<Drawn | undefined> {
  const ofType = tagTypes === undefined ? sql<boolean>`true` : sql<boolean>`t.tag_type = any(${tagTypes}::text[])`
  const drawnWith = (drawn: RawBuilder<unknown>) => isDrawnWith(drawn, { storeCode, prCode: sql`${prCode}` })
  const result =
    taskId === undefined
      ? await onGlass({ storeCode, prCode: sql`${prCode}`, ofType }).execute(db)
      : await sql<Drawn>`
          select t.tag_mac as "tagMac", d.layout_id as "layoutId", d.images from (
            select tag_mac, pr_code, layout_id, images, queued_at, outcome in ('SHOWN', 'SAME') as stood from ledger
              where store_code = ${storeCode} and task_id = ${taskId}::bigint
            union all select tag_mac, pr_code, layout_id, images, queued_at, false from operations
              where store_code = ${storeCode} and task_id = ${taskId}::bigint
          ) d join tags t on t.store_code = ${storeCode} and t.tag_mac = d.tag_mac
          where ${ofType} and ${drawnWith(sql`d.pr_code`)} and jsonb_array_length(coalesce(d.images, '[]')) > 0
          order by (d.pr_code = ${prCode}) desc, d.stood desc, d.queued_at desc limit 1`.execute(db)
  return result.rows[0]
}
