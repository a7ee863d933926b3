/** Which labels are drawn by which drawing: worked out as the engine does it, a store at a time. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { createLayoutBook, layoutOfLabel, ruleLabels, type LayoutBook } from '../labels/labels.service.ts'
import { promoteLabels } from '../promotions/promotions.service.ts'
import { hasDecorator } from '../scripts/decorate.ts'
import { storesOf, type DrawingRow } from './drawings.queries.ts'
import { typesOfSize } from './sizes.ts'

export interface StoredLabel {
  storeCode: string
  tagMac: string
  tagType: string
  /** Of the tag's assignment. */
  layoutId: string | null
  timeZone: string
  products: { prCode: string; prInfo: string[] | null; layoutId: string | null }[]
}
const labelsAtOnce = 1000

interface Which {
  after?: string
  /** Those with one product are left out. */
  several?: boolean
  /** Of these types of tags; all where it is not given. */
  tagTypes?: readonly string[] | undefined
}
/** The labels of a store, a thousand at a time, as they are shown: with the promotions that hold. */
export async function* labelsOf(
  db: Db,
  storeCode: string,
  { after = '', several = false, tagTypes }: Which = {},
): AsyncGenerator<StoredLabel[]> {
  const ofTypes = tagTypes === undefined ? sql`true` : sql`t.tag_type = any(${[...tagTypes]}::text[])`
  for (let last = after; ;) {
    const result = await sql<StoredLabel>`
      select t.store_code as "storeCode", t.tag_mac as "tagMac", t.tag_type as "tagType", t.layout_id as "layoutId", s.time_zone as "timeZone", x.products
      from tags t join stores s using (store_code) cross join lateral (
        select jsonb_agg(jsonb_build_object('prCode', tp.pr_code, 'prInfo', p.pr_info, 'layoutId', p.layout_id) order by tp.slot) as products, count(*) as n
        from tag_products tp left join products p on p.store_code = tp.store_code and p.pr_code = tp.pr_code
        where tp.store_code = t.store_code and tp.tag_mac = t.tag_mac
      ) x
      where t.store_code = ${storeCode} and t.tag_mac > ${last} and x.n > ${several ? 1 : 0} and ${ofTypes} order by t.tag_mac limit ${labelsAtOnce}`.execute(
      db,
    )
    const labels = result.rows
    if (labels.length > 0) yield await promoteLabels(db, labels)
    if (labels.length < labelsAtOnce) return
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
 * Tags of a store whose labels may be drawn by one of these drawings. In a store with a tag data decorator all labels of the sizes count: its
 * script may choose any layout.
 */
export async function tagsDrawnBy(
  db: Db,
  book: LayoutBook,
  storeCode: string,
  drawings: readonly Pick<DrawingRow, 'drawing_id' | 'size'>[],
): Promise<string[]> {
  const ids = new Set(drawings.map((one) => one.drawing_id))
  const tagTypes = drawings.flatMap((one) => typesOfSize(one.size))
  const any = await hasDecorator(db, storeCode)
  const found: string[] = []
  for await (const labels of labelsOf(db, storeCode, { tagTypes }))
    for (const { tagMac, drawingId } of shownBy(labels, book))
      if (any || (drawingId !== undefined && ids.has(drawingId))) found.push(tagMac)
  return found
}

/** Labels of all stores that are drawn by this drawing, and whether they would have another one without it. */
export async function drawnBy(
  { clock }: Pick<Context, 'clock'>,
  tx: Db,
  row: DrawingRow,
): Promise<{ storeCode: string; tagMac: string; hasOther: boolean }[]> {
  const book = await createLayoutBook(tx, clock)()
  const tagTypes = typesOfSize(row.size)
  const found: { storeCode: string; tagMac: string; hasOther: boolean }[] = []
  for (const storeCode of await storesOf(tx, row))
    for await (const labels of labelsOf(tx, storeCode, { tagTypes }))
      for (const label of shownBy(labels, book))
        if (label.drawingId === row.drawing_id)
          found.push({ storeCode, tagMac: label.tagMac, hasOther: book.find({ ...label, without: row.drawing_id }) !== undefined })
  return found
}
