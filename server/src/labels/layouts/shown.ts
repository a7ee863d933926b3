/** Which labels are drawn by which drawing: worked out as the engine does it, a store at a time. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { ruleLabels, type LayoutBook } from '../rendering/labels.service.ts'
import { layoutOfLabel } from '../../catalogue/products/layout-of-label.ts'
import { promoteLabels } from '../promotions/promotions.service.ts'
import { hasDecorator } from '../../catalogue/scripts/decorate.ts'
import { storesOf, type DrawingRow } from './drawings.queries.ts'
import { typesOfSize } from '../rendering/sizes.ts'

export interface StoredLabel {
  storeCode: string
  tagMac: string
  tagType: string
  /** Of the tag's assignment. */
  layoutId: string | null
  timeZone: string
  products: { prCode: string; prInfo: string[] | null; layoutId: string | null }[]
}
const batchSize = 1000

interface Which {
  after?: string
  /** Those with one product are left out. */
  several?: boolean
  /** Of tags whose labels are drawn for one of these sizes, or could be refitted from it; all where it is not given. */
  sizes?: readonly string[] | undefined
}
/** The labels of a store, a thousand at a time, as they are shown: with the promotions that hold. */
export async function* labelsOf(
  db: Db,
  storeCode: string,
  { after = '', several = false, sizes }: Which = {},
): AsyncGenerator<StoredLabel[]> {
  // The specification's types are two characters; what has more may be a panel that has no drawing of its own.
  const ofTypes = sizes === undefined ? sql`true` : sql`(t.tag_type = any(${sizes.flatMap(typesOfSize)}::text[]) or length(t.tag_type) > 2)`
  for (let last = after; ;) {
    const result = await sql<StoredLabel>`
      select t.store_code as "storeCode", t.tag_mac as "tagMac", t.tag_type as "tagType", t.layout_id as "layoutId", s.time_zone as "timeZone", x.products
      from tags t join stores s using (store_code) cross join lateral (
        select jsonb_agg(jsonb_build_object('prCode', tp.pr_code, 'prInfo', p.pr_info, 'layoutId', p.layout_id) order by tp.slot) as products, count(*) as n
        from tag_products tp left join products p on p.store_code = tp.store_code and p.pr_code = tp.pr_code
        where tp.store_code = t.store_code and tp.tag_mac = t.tag_mac
      ) x
      where t.store_code = ${storeCode} and t.tag_mac > ${last} and x.n > ${several ? 1 : 0} and ${ofTypes} order by t.tag_mac limit ${batchSize}`.execute(
      db,
    )
    const labels = result.rows
    if (labels.length > 0) yield await promoteLabels(db, labels)
    if (labels.length < batchSize) return
    last = labels.at(-1)?.tagMac ?? ''
  }
}

export interface ShownLabel extends StoredLabel {
  layoutId: string
  /** Undefined: none for it. */
  drawingId: string | undefined
}
/** What each of these labels is drawn by. */
export const shownBy = (labels: readonly StoredLabel[], book: LayoutBook): ShownLabel[] =>
  ruleLabels(labels, book).map((label) => {
    const layoutId = layoutOfLabel(label)
    return { ...label, layoutId, drawingId: book.find({ ...label, layoutId })?.drawingId }
  })

/**
 * Tags of a store whose labels may be drawn by one of these drawings, or were until it was archived. In a store with a tag data decorator all labels of the sizes count: its
 * script may choose any layout.
 */
export async function tagsDrawnBy(
  db: Db,
  book: LayoutBook,
  storeCode: string,
  drawings: readonly { drawing_id: string; size: string; archived: boolean }[],
): Promise<string[]> {
  const ids = new Set(drawings.map((one) => one.drawing_id))
  const archived = drawings.filter((one) => one.archived).map((one) => one.drawing_id)
  const sizes = drawings.map((one) => one.size)
  const any = await hasDecorator(db, storeCode)
  const found: string[] = []
  for await (const labels of labelsOf(db, storeCode, { sizes }))
    for (const label of shownBy(labels, book)) {
      const { tagMac, drawingId } = label
      const wasDrawn = archived.some((also) => book.find({ ...label, also })?.drawingId === also)
      if (any || wasDrawn || (drawingId !== undefined && ids.has(drawingId))) found.push(tagMac)
    }
  return found
}

/** What there is to count in a store `s`: another text means that something changed. Tags that are assigned and deassigned make tasks. */
export const seenNow = sql<string>`concat_ws(' ', (select mark from layout_mark), (select max(k.task_id) from tasks k where k.store_code = s.store_code),
  (select max(u.update_id) from updates u where u.store_code = s.store_code))`

/** Stores that are named when their labels would be left without a layout: enough to begin with. */
const maxStuck = 10
/** How many labels of which stores are drawn by this drawing and would have none without it. Looked for where it was counted, or nothing is counted yet. */
export async function stuckWithout(db: Db, book: LayoutBook, row: DrawingRow): Promise<Map<string, number>> {
  const sizes = [row.size]
  const stores = await sql<{
    storeCode: string
  }>`select s.store_code as "storeCode" from stores s left join layout_counts c using (store_code)
    where s.store_code = any(${await storesOf(db, row)}::text[]) and (c.seen is distinct from ${seenNow}
      or exists (select from layout_usage u where u.store_code = s.store_code and u.drawing_id = ${row.drawing_id}::bigint and u.tags > 0))
    order by 1`.execute(db)
  const stuck = new Map<string, number>()
  for (const { storeCode } of stores.rows) {
    let count = 0
    for await (const labels of labelsOf(db, storeCode, { sizes }))
      for (const label of shownBy(labels, book))
        if (label.drawingId === row.drawing_id && book.find({ ...label, without: row.drawing_id }) === undefined) count++
    if (count > 0) stuck.set(storeCode, count)
    if (stuck.size === maxStuck) break
  }
  return stuck
}
