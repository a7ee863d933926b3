/** Versions of drawings, and the stores that have yet to follow them. */
import type { DrawingVersion } from '@endcap/contract/layout-drawings'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import { begunEverywhere } from '../rendering/labels.service.ts'
import type { Session } from '../../platform/http/session.ts'

interface Row extends Omit<DrawingVersion, 'publishedAt' | 'state'> {
  publishedAt: Date
  cancelled: boolean
  /** It holds in some store, or does not wait for a time. */
  begun: boolean
}

/** Newest first, with what their tasks reached in the account's stores. */
export async function listVersions(db: Db, { stores }: Pick<Session, 'stores'>, drawingId: string): Promise<DrawingVersion[]> {
  const own = ofStores(stores, 't.store_code')
  const result = await sql<Row>`
    select v.version, v.author, v.note, v.reason, v.errors, v.restores, v.published_at as "publishedAt", to_char(v.from_local, 'YYYY-MM-DD"T"HH24:MI') as "from",
      v.cancelled_at is not null as cancelled, v.from_local is null or coalesce(t.done, 0) > 0 as begun,
      coalesce(t.stores, 0)::int as stores, coalesce(t.tags, 0)::int as tags
    from layout_versions v left join lateral (
      select count(*) filter (where t.done_at is not null) as done, count(*) filter (where t.task_id is not null and ${own}) as stores,
        sum(t.tags) filter (where ${own}) as tags
      from layout_turns t where t.drawing_id = v.drawing_id and t.version = v.version
    ) t on true
    where v.drawing_id = ${drawingId}::bigint order by v.version desc`.execute(db)
  const live = result.rows.find((row) => !row.cancelled && row.begun)?.version
  return result.rows.map(({ cancelled, begun, publishedAt, ...row }) => ({
    ...row,
    publishedAt: toEpoch(publishedAt),
    state: cancelled ? 'CANCELLED' : row.version === live ? 'LIVE' : begun ? 'PAST' : 'WAITING',
  }))
}
export async function tasksOfVersion(db: Db, { stores }: Pick<Session, 'stores'>, drawingId: string, version: number) {
  const rows = await db
    .selectFrom('layout_turns as t')
    .innerJoin('stores as s', 's.store_code', 't.store_code')
    .select(['t.store_code as storeCode', 's.store_name as storeName', 't.task_id as taskId', 't.tags', 't.done_at as at'])
    .where('t.drawing_id', '=', drawingId)
    .where('t.version', '=', version)
    .where('t.done_at', 'is not', null)
    .where(ofStores(stores, 't.store_code'))
    .orderBy('t.store_code')
    .limit(1000)
    .execute()
  return rows.map((row) => ({ ...row, at: toEpoch(row.at ?? new Date(0)) }))
}

/** The version that holds everywhere: labels are drawn by it or by one behind it that begins at a time. The first of these where there is none. */
export async function heldVersion(db: Db, drawingId: string, at: Date): Promise<number | undefined> {
  const result = await sql<{
    version: number | null
  }>`select coalesce(max(v.version) filter (where ${begunEverywhere('v', at)}), min(v.version)) as version
    from layout_versions v where v.drawing_id = ${drawingId}::bigint and v.cancelled_at is null`.execute(db)
  return result.rows[0]?.version ?? undefined
}

/** From now on these stores wait to follow a version; those that followed it before do so again. */
export async function takeTurns(
  tx: Db,
  { drawingId, version, stores, by }: { drawingId: string; version: number; stores: readonly string[]; by: string },
): Promise<void> {
  await sql`insert into layout_turns (drawing_id, version, store_code, by) select ${drawingId}::bigint, ${version}, s, ${by} from unnest(${[...stores]}::text[]) as s
    on conflict (drawing_id, version, store_code) do update set done_at = null, task_id = null, tags = 0, by = excluded.by`.execute(tx)
}

/** Versions that will never hold any more because of a newer one that begins no later. */
export async function cancelOvertaken(
  tx: Db,
  drawingId: string,
  { version, from, at }: { version: number; from: string | null; at: Date },
): Promise<number[]> {
  const result = await sql<{ version: number }>`update layout_versions v set cancelled_at = ${at}::timestamptz
    where v.drawing_id = ${drawingId}::bigint and v.version < ${version} and v.cancelled_at is null and v.from_local is not null
      and (${from}::timestamp is null or v.from_local >= ${from}::timestamp)
      and not exists (select from layout_turns t where t.drawing_id = v.drawing_id and t.version = v.version and t.done_at is not null)
    returning v.version`.execute(tx)
  return result.rows.map((row) => row.version)
}

/** Turns whose time has come on the clocks of their stores. */
const due = (
  at: Date,
) => sql`from layout_turns t join layout_versions v using (drawing_id, version) join layout_drawings d using (drawing_id) join stores s on s.store_code = t.store_code
  where t.done_at is null and v.cancelled_at is null and s.closing_at is null and (v.from_local is null or v.from_local at time zone s.time_zone <= ${at}::timestamptz)`

export async function storesDue(db: Db, at: Date): Promise<string[]> {
  const result = await sql<{ storeCode: string }>`select distinct t.store_code as "storeCode" ${due(at)}
    union select store_code from rule_turns order by 1`.execute(db)
  return result.rows.map((row) => row.storeCode)
}
/** When the next version begins somewhere; undefined: none waits. */
export async function nextBegin(db: Db, at: Date): Promise<Date | undefined> {
  const result = await sql<{ next: Date | null }>`select min(v.from_local at time zone s.time_zone) as next
    from layout_turns t join layout_versions v using (drawing_id, version) join stores s on s.store_code = t.store_code
    where t.done_at is null and v.cancelled_at is null and v.from_local at time zone s.time_zone > ${at}::timestamptz`.execute(db)
  return result.rows[0]?.next ?? undefined
}

export interface DueTurn {
  drawing_id: string
  version: number
  size: string
  layout_id: string
  archived: boolean
  by: string
}
/** The store's turns that are due; others who look at this store wait. */
export async function lockDue(tx: Db, storeCode: string, at: Date): Promise<DueTurn[]> {
  // The same lock as that of changes of products: what labels show is worked out on one state of them.
  await sql`select 1 from stores where store_code = ${storeCode} for no key update`.execute(tx)
  const result =
    await sql<DueTurn>`select t.drawing_id::text as drawing_id, t.version, d.size, d.layout_id, d.archived_at is not null as archived, t.by ${due(at)} and t.store_code = ${storeCode}
    order by t.drawing_id, t.version`.execute(tx)
  return result.rows
}
export async function endTurns(
  tx: Db,
  storeCode: string,
  { turns, task, at }: { turns: readonly DueTurn[]; task: { taskId: string; tagCount: number } | undefined; at: Date },
): Promise<void> {
  await sql`update layout_turns t set done_at = ${at}::timestamptz, task_id = ${task?.taskId ?? null}::bigint, tags = ${task?.tagCount ?? 0}
    from unnest(${turns.map((one) => one.drawing_id)}::bigint[], ${turns.map((one) => one.version)}::int[]) as n (drawing_id, version)
    where t.store_code = ${storeCode} and t.drawing_id = n.drawing_id and t.version = n.version`.execute(tx)
}
