/** Changes of products on their way in: staged, filled up and narrowed to what really changes, then made valid in one short transaction. */
import { sql, type RawBuilder } from 'kysely'
import { holdLease, releaseLease } from '../../platform/db/leases.ts'
import type { Db } from '../../platform/db/schema.ts'
import { textArray } from '../../platform/db/text-array.ts'

export interface StagedRow {
  line: number
  prCode: string
  prInfo: string[]
  layoutId: string | null
  nfc: string | null
  /** The update that the change was made on, where that matters; `0` for a product that must be new. */
  expected?: string | undefined
}

/** Between the values of a row. */
const separator = '\u001f'
/**
 * The values of each row as one text, and how it is taken apart. Where no value has the separator that is done in half of the time that an
 * array takes as PostgreSQL writes it.
 */
function valuesOf(rows: readonly StagedRow[]): [texts: string[], apart: RawBuilder<string[]>] {
  const texts = rows.map(({ prInfo }) => prInfo.join(separator))
  const isPlain = (text: string, row: number) => text !== '' && text.split(separator).length === rows[row]?.prInfo.length
  if (texts.every(isPlain)) return [texts, sql`string_to_array(s.info, ${separator})`]
  return [rows.map(({ prInfo }) => textArray(prInfo)), sql`s.info::text[]`]
}

/** Adds rows to a stage in one statement; answers how many, as all that fill a stage do. */
export async function stageRows(db: Db, storeCode: string, fileId: string, rows: readonly StagedRow[]): Promise<number> {
  const [texts, apart] = valuesOf(rows)
  await sql`insert into staged_products (store_code, file_id, line, pr_code, pr_info, layout_id, nfc, expected)
    select ${storeCode}, ${fileId}, s.line, s.pr_code, ${apart}, s.layout_id, s.nfc, s.expected
    from unnest(${rows.map((row) => row.line)}::int[], ${textArray(rows.map((row) => row.prCode))}::text[], ${textArray(texts)}::text[],
      ${textArray(rows.map((row) => row.layoutId))}::text[], ${textArray(rows.map((row) => row.nfc))}::text[],
      ${textArray(rows.map((row) => row.expected ?? null))}::bigint[]) as s (line, pr_code, info, layout_id, nfc, expected)`.execute(db)
  return rows.length
}

/** Takes rows out of a stage by their lines; answers how many. */
export async function unstageLines(db: Db, fileId: string, lines: readonly number[]): Promise<number> {
  const result = await sql`delete from staged_products where file_id = ${fileId}::bigint and line = any(${lines}::int[])`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Whether a family holds the product `p`. */
export const heldByFamily = (storeCode: string) =>
  sql<boolean>`exists (select 1 from families f where f.store_code in ('', ${storeCode}) and f.pr_codes @> array[p.pr_code])`

/** Stages the removal of products that no label shows and no family holds: of these, or of all of the store. */
export async function stageUnused(db: Db, storeCode: string, fileId: string, prCodes: readonly string[] | undefined): Promise<number> {
  const among = prCodes === undefined ? sql`true` : sql`pr_code = any(${prCodes}::text[])`
  const result = await sql`insert into staged_products (store_code, file_id, line, pr_code, pr_info, removed)
    select store_code, ${fileId}, 0, pr_code, '{}', true from products p where store_code = ${storeCode} and tag_count = 0 and ${among}
      and not ${heldByFamily(storeCode)}`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Stages the removal of these products, also of those that a label shows; what a family holds stays. */
export async function stageRemoval(db: Db, storeCode: string, fileId: string, prCodes: readonly string[]): Promise<number> {
  const result = await sql`insert into staged_products (store_code, file_id, line, pr_code, pr_info, removed)
    select store_code, ${fileId}, 0, pr_code, '{}', true from products p where store_code = ${storeCode} and pr_code = any(${prCodes}::text[])
      and not ${heldByFamily(storeCode)}`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Stages what an update changed as it was before: the way back. */
export async function stageBefore(db: Db, storeCode: string, fileId: string, updateId: string): Promise<number> {
  const result = await sql`insert into staged_products (store_code, file_id, line, pr_code, pr_info, layout_id, nfc, removed)
    select store_code, ${fileId}, 0, pr_code, coalesce(pr_info, '{}'), layout_id, nfc, pr_info is null
    from product_history where store_code = ${storeCode} and update_id = ${updateId}::bigint`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Rows of a stage. */
export async function countStaged(db: Db, fileId: string): Promise<number> {
  const row = await db
    .selectFrom('staged_products')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

export interface Given {
  /** Slots of prInfo that the rows carry; the others of a known product stay as they are. Undefined: all of them. */
  slots: readonly number[] | undefined
  layout: boolean
  nfc: boolean
}

/** Rows that carry all of their product. */
export const wholeProducts: Given = { slots: undefined, layout: true, nfc: true }
const isPartial = ({ slots, layout, nfc }: Given) => slots !== undefined || !layout || !nfc

/** Fills partial rows up from the products they belong to; answers how many. What the rows themselves carry stays, so that it can be done again. */
async function fillUp(db: Db, fileId: string, { slots, layout, nfc }: Given, which: RawBuilder<unknown>): Promise<number> {
  const merged =
    slots === undefined
      ? sql`s.pr_info`
      : sql`array(select coalesce(case when n = any(${slots.map((slot) => slot + 1)}::int[]) then s.pr_info[n] else p.pr_info[n] end, '')
          from generate_series(1, greatest(array_length(s.pr_info, 1), array_length(p.pr_info, 1))) n order by n)`
  const result =
    await sql`update staged_products s set pr_info = ${merged}, layout_id = ${layout ? sql`s.layout_id` : sql`p.layout_id`}, nfc = ${nfc ? sql`s.nfc` : sql`p.nfc`}, seen = p.update_id
    from products p where s.file_id = ${fileId} and not s.removed and p.store_code = s.store_code and p.pr_code = s.pr_code and ${which}`.execute(
      db,
    )
  return Number(result.numAffectedRows ?? 0)
}

/** A row that was made on an older state stays, so that it is refused: equal by chance is not equal by intent. */
async function dropUnchanged(db: Db, fileId: string): Promise<number> {
  const result =
    await sql`delete from staged_products s using products p where s.file_id = ${fileId} and p.store_code = s.store_code and p.pr_code = s.pr_code
    and not s.removed and coalesce(s.expected, p.update_id) = p.update_id and p.pr_info = s.pr_info and p.layout_id is not distinct from s.layout_id and p.nfc is not distinct from s.nfc`.execute(
      db,
    )
  return Number(result.numAffectedRows ?? 0)
}

/**
 * Turns staged rows of known products into what the product would become, and drops rows that would change nothing: what remains
 * is the change. Runs outside the switching transaction. Answers how many were dropped.
 */
export async function narrowStage(db: Db, fileId: string, given: Given): Promise<number> {
  if (isPartial(given)) await fillUp(db, fileId, given, sql`true`)
  return await dropUnchanged(db, fileId)
}

/** The beginning of the switching transaction: changes of the store's products wait for one another. */
export async function lockProducts(tx: Db, storeCode: string): Promise<void> {
  // Weaker than the lock of an update of the key: rows that refer to the store can still be written.
  await sql`select 1 from stores where store_code = ${storeCode} for no key update`.execute(tx)
}

/** Partial rows whose product has changed since they were filled up are filled up again. */
export async function settleStage(tx: Db, fileId: string, given: Given): Promise<void> {
  if (!isPartial(given)) return
  if ((await fillUp(tx, fileId, given, sql`p.update_id is distinct from s.seen`)) > 0) await dropUnchanged(tx, fileId)
}

/** Staged changes that were made on another state of their product than the one it has: at most `limit`. */
export async function overtakenRows(tx: Db, fileId: string, limit: number): Promise<{ prCode: string; changedBy: string | null }[]> {
  const result = await sql<{ prCode: string; changedBy: string | null }>`
    select s.pr_code as "prCode", u.changed_by as "changedBy" from staged_products s
    left join products p on p.store_code = s.store_code and p.pr_code = s.pr_code
    left join updates u on u.store_code = p.store_code and u.update_id = p.update_id
    where s.file_id = ${fileId} and s.expected is not null and s.expected <> coalesce(p.update_id, 0) order by s.line limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

/** Drops removals of products that a label shows by now, or that are gone; the rest cannot be assigned until the transaction ends. */
export async function keepUsed(tx: Db, storeCode: string, fileId: string): Promise<void> {
  await sql`select 1 from products p join staged_products s on s.store_code = p.store_code and s.pr_code = p.pr_code
    where s.file_id = ${fileId} and p.store_code = ${storeCode} order by p.pr_code for update of p`.execute(tx)
  await sql`delete from staged_products s where s.file_id = ${fileId} and s.removed
    and not exists (select 1 from products p where p.store_code = s.store_code and p.pr_code = s.pr_code and p.tag_count = 0)`.execute(tx)
}

/** The tags that show a staged product. */
export async function affectedTags(db: Db, fileId: string): Promise<string[]> {
  const result = await sql<{ tagMac: string }>`select distinct tp.tag_mac as "tagMac" from staged_products s
    join tag_products tp on tp.store_code = s.store_code and tp.pr_code = s.pr_code where s.file_id = ${fileId}`.execute(db)
  return result.rows.map((row) => row.tagMac)
}

/** Keeps a stage that no import of its store stands for from being cleared as left behind. */
export const holdStage = (db: Db, fileId: string, seconds: number): Promise<boolean> => holdLease(db, `stage:${fileId}`, fileId, seconds)
export const releaseStage = (db: Db, fileId: string): Promise<void> => releaseLease(db, `stage:${fileId}`, fileId)

export async function dropStage(db: Db, fileId: string): Promise<void> {
  await db.deleteFrom('staged_products').where('file_id', '=', fileId).execute()
}

/** Longer than any edit takes. */
const editSeconds = 300
/** Works on a stage of its own; of work that fails nothing stays behind. */
export async function withStage<T>(db: Db, work: (fileId: string) => Promise<T>): Promise<T> {
  const fileId = await nextFileId(db)
  await holdStage(db, fileId, editSeconds)
  try {
    return await work(fileId)
  } catch (error) {
    await dropStage(db, fileId)
    throw error
  } finally {
    await releaseStage(db, fileId)
  }
}

/** The number of a file, or of another stage. */
export const nextFileId = (db: Db): Promise<string> => next(db, 'file_ids')
/** The number of an update; taken once `lockProducts` has, so that numbers grow with the changes. */
export const nextUpdateId = (tx: Db): Promise<string> => next(tx, 'update_ids')

async function next(db: Db, sequence: 'file_ids' | 'update_ids'): Promise<string> {
  const result = await sql<{ id: string }>`select nextval(${sequence})::text as id`.execute(db)
  return result.rows[0]?.id ?? ''
}
