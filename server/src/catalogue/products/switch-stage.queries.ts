/** The switching transaction: a stage becomes the state of the products, with its history and counters. */
import type { UpdateKind } from '@endcap/contract/updates'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ProductsState } from './stage-changes.queries.ts'

export interface Switch {
  storeCode: string
  fileId: string
  updateId: string
  kind: UpdateKind
  changedBy: string
  at: Date
  /** About so many rows are in the stage. */
  staged: number
  /** The rows were compared with the products as they stand: `seen` tells new ones from others. */
  compared?: { state: ProductsState }
}
/** There was no product that a row could change. */
const allNew = ({ compared }: Switch) => compared?.state.count === 0

/** From so many rows on, one pass over what all tags show costs less than a look for each product. */
const manyRows = 2000

/** Makes the staged change the products' state; history and the day's counter follow. Answers how many products changed. */
export async function switchStage(tx: Db, change: Switch): Promise<number> {
  const { storeCode, at } = change
  const changed = await writeHistory(tx, change)
  if (change.compared === undefined) await removeProducts(tx, change)
  else if (!allNew(change)) await updateProducts(tx, change)
  await insertProducts(tx, change)
  // New products and those that are gone are noted by a trigger.
  if (changed > 0 && !allNew(change)) await tx.insertInto('product_changes').values({ store_code: storeCode, since: at }).execute()
  if (changed === 0) return 0
  await sql`insert into daily_counts as d (store_code, day, products)
    select store_code, (${at}::timestamptz at time zone time_zone)::date, ${changed} from stores where store_code = ${storeCode}
    on conflict (store_code, day) do update set products = d.products + excluded.products`.execute(tx)
  return changed
}

async function writeHistory(tx: Db, change: Switch): Promise<number> {
  const { storeCode, fileId, updateId, kind, changedBy, at } = change
  const before = allNew(change)
    ? sql`(select null::text[] as pr_info, null::text as layout_id, null::text as nfc, null::text as pr_code) p on true`
    : sql`products p on p.store_code = ${storeCode} and p.pr_code = s.pr_code`
  const written =
    await sql`insert into product_history (store_code, pr_code, changed_at, pr_info, layout_id, nfc, new_pr_info, new_layout_id, new_nfc,
      changed_by, file_id, update_id)
    select s.store_code, s.pr_code, ${at}::timestamptz, p.pr_info, p.layout_id, p.nfc, case when not s.removed then s.pr_info end, s.layout_id, s.nfc,
      ${changedBy}, ${kind === 'FILE' ? fileId : null}::bigint, ${updateId}::bigint
    from staged_products s left join ${before}
    where s.file_id = ${fileId} and (not s.removed or p.pr_code is not null)`.execute(tx)
  return Number(written.numAffectedRows ?? 0)
}

const removeProducts = (tx: Db, { storeCode, fileId }: Switch) =>
  sql`delete from products p using staged_products s where s.file_id = ${fileId} and s.removed and p.store_code = ${storeCode}
    and p.pr_code = s.pr_code`.execute(tx)

/** Products that were there when their rows were compared. */
const updateProducts = (tx: Db, { storeCode, fileId, updateId, at }: Switch) =>
  sql`update products p set pr_info = s.pr_info, layout_id = s.layout_id, nfc = s.nfc, updated_at = ${at}::timestamptz, update_id = ${updateId}::bigint
    from staged_products s where s.file_id = ${fileId} and s.seen is not null and p.store_code = ${storeCode} and p.pr_code = s.pr_code`.execute(
    tx,
  )

/** Inserts new products; without a comparison also those that are there, which are updated. */
async function insertProducts(tx: Db, { storeCode, fileId, updateId, at, staged, compared }: Switch): Promise<void> {
  const [count, counts] =
    staged < manyRows
      ? [sql`(select count(*) from tag_products tp where tp.store_code = s.store_code and tp.pr_code = s.pr_code)`, sql``]
      : [
          sql`coalesce(c.tags, 0)`,
          sql`left join (select pr_code, count(*) as tags from tag_products where store_code = ${storeCode} group by 1) c using (pr_code)`,
        ]
  const [which, present] =
    compared === undefined
      ? [
          sql`not s.removed`,
          sql`on conflict (store_code, pr_code) do update set pr_info = excluded.pr_info, layout_id = excluded.layout_id, nfc = excluded.nfc,
            updated_at = excluded.updated_at, update_id = excluded.update_id`,
        ]
      : [sql`s.seen is null`, sql``]
  await sql`insert into products as p (store_code, pr_code, pr_info, layout_id, nfc, tag_count, created_at, updated_at, update_id)
    select s.store_code, s.pr_code, s.pr_info, s.layout_id, s.nfc, ${count}, ${at}::timestamptz, ${at}::timestamptz, ${updateId}::bigint
    from staged_products s ${counts} where s.file_id = ${fileId} and ${which} ${present}`.execute(tx)
}

/** Writes the update that was made of a stage. */
export async function insertUpdate(
  tx: Db,
  { storeCode, fileId, updateId, kind, changedBy, at }: Switch,
  result: { taskId: string | null; productCount: number; tagCount: number },
): Promise<void> {
  await tx
    .insertInto('updates')
    .values({
      store_code: storeCode,
      update_id: updateId,
      kind,
      changed_by: changedBy,
      updated_at: at,
      task_id: result.taskId,
      product_count: result.productCount,
      tag_count: result.tagCount,
      file_id: kind === 'FILE' ? fileId : null,
    })
    .execute()
}
