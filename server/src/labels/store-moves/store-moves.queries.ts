/** Files of stores in SQL: their parts, their lines, and what becomes of these. */
import type { StoreMove } from '@endcap/contract/store-moves'
import { shardOf } from '@endcap/gateway-link/topics'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Kind, Line, LineOf } from './lines.ts'

export interface MoveKey {
  storeCode: string
  moveId: string
}

export async function latestMove(db: Db, storeCode: string): Promise<StoreMove | undefined> {
  const row = await db
    .selectFrom('store_moves')
    .selectAll()
    .where('store_code', '=', storeCode)
    .orderBy('move_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const [first] = row.errors
  return {
    moveId: row.move_id,
    fileName: row.file_name,
    size: Number(row.size),
    received: Number(row.received),
    state: row.state,
    lines: row.lines,
    done: row.done,
    errors: row.errors,
    errorCount: row.error_count,
    taskId: row.task_id,
    error_msg: row.state === 'FAILED' ? (first ?? 'It was given up.') : null,
    createdBy: row.created_by,
    createdAt: toEpoch(row.created_at),
  }
}

export async function insertMove(
  tx: Db,
  { storeCode, fileName, size, createdBy, at }: { storeCode: string; fileName: string; size: number; createdBy: string; at: Date },
): Promise<string> {
  const row = await tx
    .insertInto('store_moves')
    .values({ store_code: storeCode, file_name: fileName, size, created_by: createdBy, created_at: at })
    .returning('move_id')
    .executeTakeFirstOrThrow()
  return row.move_id
}

/** Notes a part that begins where the last one ended; false when it does not. */
export async function addPart(
  tx: Db,
  { storeCode, moveId }: MoveKey,
  part: { start: number; bytes: number; hash: string },
): Promise<boolean> {
  const noted = await sql`update store_moves set received = received + ${part.bytes}::bigint
    where store_code = ${storeCode} and move_id = ${moveId}::bigint and state = 'RECEIVING' and received = ${part.start}::bigint`.execute(
    tx,
  )
  if (Number(noted.numAffectedRows ?? 0) === 0) return false
  await tx
    .insertInto('store_move_parts')
    .values({ store_code: storeCode, move_id: moveId, ...part })
    .execute()
  return true
}

export async function partHashes(db: Db, { storeCode, moveId }: MoveKey): Promise<string[]> {
  const rows = await db
    .selectFrom('store_move_parts')
    .select('hash')
    .where('store_code', '=', storeCode)
    .where('move_id', '=', moveId)
    .orderBy('start')
    .execute()
  return rows.map((row) => row.hash)
}

export async function setMove(
  tx: Db,
  { storeCode, moveId }: MoveKey,
  values: {
    state?: StoreMove['state']
    size?: number
    lines?: number
    done?: number
    errors?: string[]
    error_count?: number
    task_id?: string | null
    finished_at?: Date
  },
): Promise<void> {
  await tx.updateTable('store_moves').set(values).where('store_code', '=', storeCode).where('move_id', '=', moveId).execute()
}

/** One that has come in whole and is not applied yet. */
export async function nextMove(db: Db): Promise<(MoveKey & { state: StoreMove['state']; done: number; createdBy: string }) | undefined> {
  const row = await db
    .selectFrom('store_moves')
    .select(['store_code as storeCode', 'move_id as moveId', 'state', 'done', 'created_by as createdBy'])
    .where('state', 'in', ['CHECKING', 'APPLYING'])
    .orderBy('move_id')
    .limit(1)
    .executeTakeFirst()
  return row
}

export async function dropLines(tx: Db, { storeCode, moveId }: MoveKey): Promise<void> {
  await tx.deleteFrom('store_move_lines').where('store_code', '=', storeCode).where('move_id', '=', moveId).execute()
}
export async function stageLines(
  tx: Db,
  { storeCode, moveId }: MoveKey,
  lines: readonly { line: number; kind: Kind; data: object }[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`insert into store_move_lines (store_code, move_id, line, kind, data)
    select ${storeCode}, ${moveId}::bigint, l.line, l.kind, l.data from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(line int, kind text, data jsonb)`.execute(
    tx,
  )
}
/** A line as it was staged: checked by the schema of its kind before. */
export type StagedLine = Line & { line: number }
/** The next lines to apply: of one kind, in their order. */
export async function takeLines(tx: Db, { storeCode, moveId }: MoveKey, limit: number): Promise<StagedLine[]> {
  const result = await sql<StagedLine>`
    with next as (select line, kind, data from store_move_lines where store_code = ${storeCode} and move_id = ${moveId}::bigint order by line limit ${limit}),
      taken as (select * from next where kind = (select kind from next order by line limit 1))
    delete from store_move_lines l using taken t where l.store_code = ${storeCode} and l.move_id = ${moveId}::bigint and l.line = t.line
    returning l.line, l.kind, l.data`.execute(tx)
  return result.rows.toSorted((a, b) => a.line - b.line)
}

/** Which of these are in another store of this server already. */
export async function tagsOfOtherStores(
  db: Db,
  storeCode: string,
  { tags, gateways }: { tags: readonly string[]; gateways: readonly string[] },
): Promise<Map<string, string>> {
  const result = await sql<{ id: string; storeCode: string }>`
    select tag_mac as id, store_code as "storeCode" from tags where tag_mac = any(${tags}::text[]) and store_code <> ${storeCode}
    union all select gw_mac, store_code from gateways where gw_mac = any(${gateways}::text[]) and store_code <> ${storeCode}`.execute(db)
  return new Map(result.rows.map((row) => [row.id, row.storeCode]))
}

type Apply<K extends Kind> = (tx: Db, storeCode: string, rows: readonly LineOf<K>[], at: Date) => Promise<void>
const json = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

export const applyProducts: Apply<'product'> = async (tx, storeCode, rows, at) => {
  await sql`insert into products (store_code, pr_code, pr_info, layout_id, nfc, created_at, updated_at)
    select ${storeCode}, r."prCode", array(select jsonb_array_elements_text(r."prInfo")), r."layoutId", r.nfc, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${json(rows)}) as r("prCode" text, "prInfo" jsonb, "layoutId" text, nfc text)
    on conflict (store_code, pr_code) do nothing`.execute(tx)
}
export const applyFamilies: Apply<'family'> = async (tx, storeCode, rows, at) => {
  await sql`insert into families (store_code, fm_pr_code, pr_codes, layout_id, nfc, updated_at)
    select ${storeCode}, r."fmPrCode", array(select jsonb_array_elements_text(r."prCodeList")), r."layoutId", r.nfc, ${at}::timestamptz
    from jsonb_to_recordset(${json(rows)}) as r("fmPrCode" text, "prCodeList" jsonb, "layoutId" text, nfc text)
    on conflict (store_code, fm_pr_code) do nothing`.execute(tx)
}
/** They hold in the whole chain: one that is there stays as it is. */
export const applySecondCodes: Apply<'secondCode'> = async (tx, _, rows, at) => {
  await sql`insert into second_codes (second_code, pr_code, article_code, sale_code, sale_type_code, insertion_date, cessation_date, deletion_date,
      acquisition_date, modification_date, program_name, operator_name, db_trigger, updated_at)
    select r."secondCode", r."prCode", r."articleCode", r."saleCode", r."saleTypeCode", r."insertionDate", r."cessationDate", r."deletionDate",
      r."acquisitionDate", r."modificationDate", r."programName", r."operatorName", r."dbTrigger", ${at}::timestamptz
    from jsonb_to_recordset(${json(rows)}) as r("secondCode" text, "prCode" text, "articleCode" text, "saleCode" text, "saleTypeCode" text,
      "insertionDate" text, "cessationDate" text, "deletionDate" text, "acquisitionDate" text, "modificationDate" text, "programName" text,
      "operatorName" text, "dbTrigger" boolean)
    on conflict (second_code) do nothing`.execute(tx)
}
/** Without a secret no device signs in as one of them: each gets a new one from the person who sets it up. */
export const applyGateways: Apply<'gateway'> = async (tx, storeCode, rows) => {
  const all = rows.map((row) => ({ ...row, shard: shardOf(row.gwMac) }))
  await sql`insert into gateways (store_code, gw_mac, shard, secret_hash, gw_index, ip, data_channel, event_channel, channel_group_index, config, config_version)
    select ${storeCode}, r."gwMac", r.shard, '', r."gwIndex", r.ip, r."dataChannel", r."eventChannel", r."channelGroupIndex", r.config, 1
    from jsonb_to_recordset(${json(all)}) as r("gwMac" text, shard int, "gwIndex" int, ip text, "dataChannel" int, "eventChannel" int,
      "channelGroupIndex" int, config jsonb)
    on conflict do nothing`.execute(tx)
}
/** A tag that was heard here meanwhile is there already, without a product. */
export const applyTags: Apply<'tag'> = async (tx, storeCode, rows, at) => {
  await sql`insert into tags as t (store_code, tag_mac, barcode, tag_type, pr_code, layout_id, nfc, fm_pr_code, created_at, updated_at)
    select ${storeCode}, r."tagMac", r.barcode, r."tagType", r."prCodeList"->>0, r."layoutId", r.nfc, r."fmPrCode", ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${json(rows)}) as r("tagMac" text, barcode text, "tagType" text, "layoutId" text, nfc text, "fmPrCode" text, "prCodeList" jsonb)
    where not exists (select from tags o where o.tag_mac = r."tagMac" and o.store_code <> ${storeCode})
    on conflict (store_code, tag_mac) do update set pr_code = excluded.pr_code, layout_id = excluded.layout_id, nfc = excluded.nfc,
      fm_pr_code = excluded.fm_pr_code, lifecycle = null where t.pr_code is null`.execute(tx)
  await sql`insert into tag_products (store_code, tag_mac, slot, pr_code)
    select ${storeCode}, r."tagMac", c.place - 1, c.code
    from jsonb_to_recordset(${json(rows)}) as r("tagMac" text, "prCodeList" jsonb)
      cross join lateral jsonb_array_elements_text(r."prCodeList") with ordinality as c (code, place)
    where exists (select from tags t where t.store_code = ${storeCode} and t.tag_mac = r."tagMac")
    on conflict (store_code, tag_mac, slot) do nothing`.execute(tx)
}
