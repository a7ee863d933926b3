/** What labels are made from, looked up for a batch of operations: products, the tag's own layout, the store's language. */
import { sql } from 'kysely'
import type { OperationKind } from '@endcap/contract/vocabulary'
import { isTrue } from '../../platform/db/is-true.ts'
import type { Db } from '../../platform/db/schema.ts'

export interface QueuedOperation {
  opId: string
  taskId: string
  storeCode: string
  tagMac: string
  kind: OperationKind
  force: boolean
  tagType: string
  barcode: string
  battery: number | null
  page: number
  /** Of the tag's assignment, else of its first product. */
  layoutId: string | null
  nfc: string | null
  locale: string
  currency: string
  timeZone: string
  products: { prCode: string; prInfo: string[] | null; layoutId: string | null; nfc: string | null }[]
  shownHash: string | null
  inDoubt: boolean
  /** Named by `promoteLabels`. */
  promotion?: string | null
}

/** Whether any operation waits for its label, also one whose time has not come. */
export const hasQueued = (db: Db): Promise<boolean> => isTrue(db, sql`exists (select from operations where state = 'QUEUED')`)

/** Claims queued operations for this process until `until`, oldest of the highest priority first. */
export async function claimQueued(db: Db, claim: { holder: string; at: Date; until: Date; limit: number }): Promise<string[]> {
  const { holder, at, until, limit } = claim
  const result = await sql<{ opId: string }>`
    with next as (
      select op_id from operations
      where state = 'QUEUED' and due_at <= ${at}::timestamptz and (claimed_until is null or claimed_until < ${at}::timestamptz)
      order by priority, op_id limit ${limit} for update skip locked
    )
    update operations o set claimed_by = ${holder}, claimed_until = ${until}::timestamptz from next n
    where o.op_id = n.op_id returning o.op_id as "opId"`.execute(db)
  return result.rows.map((row) => row.opId)
}

/** Everything the label of each of these operations depends on. */
export async function loadQueued(db: Db, opIds: readonly string[]): Promise<QueuedOperation[]> {
  const result = await sql<QueuedOperation>`
    select o.op_id as "opId", o.task_id::text as "taskId", o.store_code as "storeCode", o.tag_mac as "tagMac", o.kind, o.force, t.tag_type as "tagType", t.barcode, t.battery, t.page,
      t.layout_id as "layoutId", t.nfc, s.locale, s.currency, s.time_zone as "timeZone", g.shown_hash as "shownHash", coalesce(g.in_doubt, false) as "inDoubt",
      coalesce((
        select jsonb_agg(jsonb_build_object('prCode', tp.pr_code, 'prInfo', p.pr_info, 'layoutId', p.layout_id, 'nfc', p.nfc) order by tp.slot)
        from tag_products tp left join products p on p.store_code = tp.store_code and p.pr_code = tp.pr_code
        where tp.store_code = o.store_code and tp.tag_mac = o.tag_mac
      ), '[]') as products
    from operations o
    join tags t on t.store_code = o.store_code and t.tag_mac = o.tag_mac
    join stores s on s.store_code = o.store_code
    left join tag_glass g on g.store_code = o.store_code and g.tag_mac = o.tag_mac
    where o.op_id = any(${opIds}::bigint[]) order by o.priority, o.op_id`.execute(db)
  return result.rows
}

export interface Rendered {
  opId: string
  /** Bundle hash; null for operations that change no glass. */
  hash: string | null
  /** JSON of [{page, hash, bytes}]. */
  images: string
  layoutId: string | null
  nfc: string | null
  prInfo: string[] | null
  /** The promotion it was drawn with. */
  promotion: string | null
}

/** Records what was rendered, if the operation is still ours: a newer one may have taken its place meanwhile. */
export async function markRendered(db: Db, rendered: readonly Rendered[], { holder, at }: { holder: string; at: Date }): Promise<void> {
  if (rendered.length === 0) return
  const prInfo = JSON.stringify(rendered.map((one) => one.prInfo))
  await sql`
    with r as (
      select r.*, case when jsonb_typeof(p.info) = 'array' then array(select jsonb_array_elements_text(p.info)) end as pr_info from unnest(
        ${rendered.map((one) => one.opId)}::bigint[], ${rendered.map((one) => one.hash)}::text[], ${rendered.map((one) => one.images)}::jsonb[],
        ${rendered.map((one) => one.layoutId)}::text[], ${rendered.map((one) => one.nfc)}::text[], ${rendered.map((one) => one.promotion)}::text[]
      ) with ordinality as r (op_id, hash, images, layout_id, nfc, promotion, place)
      join jsonb_array_elements(${prInfo}::jsonb) with ordinality as p (info, place) using (place)
    )
    update operations o set state = 'RENDERED', hash = r.hash, images = r.images, layout_id = r.layout_id, nfc = r.nfc, pr_info = r.pr_info, promotion = r.promotion,
      rendered_at = ${at}::timestamptz, claimed_by = null, claimed_until = null
    from r where o.op_id = r.op_id and o.state = 'QUEUED' and o.claimed_by = ${holder}`.execute(db)
}
