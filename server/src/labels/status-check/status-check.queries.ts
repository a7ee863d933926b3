/** Tag status collections in SQL. Their progress is that of the task, or of the requests, that ask. */
import type { CheckedTag, Collection, CollectingType } from '@endcap/contract/status-check'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { isTrue } from '../../platform/db/is-true.ts'
import type { Db } from '../../platform/db/schema.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Session } from '../../platform/http/session.ts'
import { deliveriesOf } from '../../delivery/tasks/tasks.service.ts'

type Row = Omit<Collection, 'startedAt' | 'deadlineAt' | 'finishedAt'> & { startedAt: Date; deadlineAt: Date; finishedAt: Date | null }

const toCollection = ({ startedAt, deadlineAt, finishedAt, ...row }: Row): Collection => ({
  ...row,
  startedAt: toEpoch(startedAt),
  deadlineAt: toEpoch(deadlineAt),
  finishedAt: toEpochOrNull(finishedAt),
})

/** While it goes on, figures come from the task or the requests; a stopped or timed out one keeps those of its end. */
const columns = sql`c.collection_id::text as "collectionId", c.store_code as "storeCode", s.store_name as "storeName", c.cmd,
  c.task_id::text as "taskId", c.total,
  case when c.finished_at is not null then c.answered when c.task_id is null then r.answered else k.shown + k.same end as answered,
  case when c.finished_at is not null then c.failed when c.task_id is null then r.failed else k.failed end as failed,
  c.created_by as "createdBy", c.started_at as "startedAt", c.deadline_at as "deadlineAt", c.finished_at as "finishedAt", c.outcome`
const source = sql`collections c join stores s using (store_code)
  left join tasks k on k.store_code = c.store_code and k.task_id = c.task_id
  left join lateral (
    select count(*) filter (where q.state = 'DONE')::int as answered, count(*) filter (where q.state = 'FAILED')::int as failed
    from gateway_requests q where c.finished_at is null and q.store_code = c.store_code and q.request_id = any(c.request_ids)
  ) r on true`

/** Collections under way in these stores. */
export async function openCollections(db: Db, stores: Session['stores']): Promise<Collection[]> {
  const limit = ofStores(stores, 'c.store_code')
  const result = await sql<Row>`select ${columns} from ${source} where c.finished_at is null and ${limit} order by c.store_code`.execute(db)
  return result.rows.map(toCollection)
}

/** The newest collection of a store. */
export async function newestCollection(db: Db, storeCode: string): Promise<Collection | undefined> {
  const result = await sql<Row>`select ${columns} from ${source} where c.store_code = ${storeCode}
    order by c.collection_id desc limit 1`.execute(db)
  return result.rows.map(toCollection)[0]
}

export interface GatewayAnswer {
  gwMac: string
  state: 'WAITING' | 'SENT' | 'DONE' | 'FAILED'
  detail: string | null
}
/** What became of a gateway scan at each gateway. */
export async function gatewayAnswers(db: Db, storeCode: string, collectionId: string): Promise<GatewayAnswer[]> {
  const result = await sql<GatewayAnswer>`
    select q.gw_mac as "gwMac", q.state, q.detail from collections c
    join gateway_requests q on q.store_code = c.store_code and q.request_id = any(c.request_ids)
    where c.store_code = ${storeCode} and c.collection_id = ${collectionId}::bigint order by q.gw_mac`.execute(db)
  return result.rows
}

export async function searchChecked(
  db: Db,
  { storeCode, taskId }: { storeCode: string; taskId: string },
  request: TableRequest,
): Promise<TablePage<CheckedTag>> {
  const query = db
    .selectFrom(deliveriesOf(storeCode, sql`task_id = ${taskId}::bigint`).as('d'))
    .innerJoin('tags as t', (join) => join.on('t.store_code', '=', storeCode).onRef('t.tag_mac', '=', 'd.tagMac'))
    .select(['t.tag_mac as tagMac', 't.barcode', 'd.state', 'd.reason', 't.status', 't.gw_mac as gwMac', 't.rssi', 't.battery'])
    .select(['t.temperature', 't.version', 't.responded_at as respondedAt'])
  const page = await tablePage(query, request, {
    columns: {
      barcode: textColumn('t.barcode'),
      state: textColumn('d.state'),
      status: textColumn('t.status'),
      rssi: { sql: sql.ref('t.rssi'), kind: 'number' },
      battery: { sql: sql.ref('t.battery'), kind: 'number' },
      temperature: { sql: sql.ref('t.temperature'), kind: 'number' },
      version: textColumn('t.version'),
      gwMac: textColumn('t.gw_mac'),
      respondedAt: timeColumn('t.responded_at'),
    },
    defaultOrder: sql`d.state = any(${['SHOWN', 'SAME']}::text[])`,
    tieBreak: sql.ref('t.tag_mac'),
  })
  return { ...page, data: page.data.map((row) => ({ ...row, respondedAt: toEpochOrNull(row.respondedAt) })) }
}

export interface NewCollection {
  storeCode: string
  cmd: CollectingType
  taskId: string | null
  requestIds: readonly string[]
  total: number
  createdBy: string
  at: Date
  deadline: Date
}
/** Undefined when the store is collecting already. */
export async function insertCollection(db: Db, given: NewCollection): Promise<string | undefined> {
  const { storeCode, cmd, taskId, requestIds, total, createdBy, at, deadline } = given
  const result = await sql<{ id: string }>`
    insert into collections (store_code, cmd, task_id, request_ids, total, created_by, started_at, deadline_at)
    values (${storeCode}, ${cmd}, ${taskId}::bigint, ${requestIds}::bigint[], ${total}, ${createdBy}, ${at}::timestamptz, ${deadline}::timestamptz)
    on conflict (store_code) where finished_at is null do nothing returning collection_id::text as id`.execute(db)
  return result.rows[0]?.id
}

/** Every tag of a store that was heard at some time: one that is expected cannot answer. */
export async function tagsOfStore(db: Db, storeCode: string): Promise<string[]> {
  const result = await sql<{ tagMac: string }>`select tag_mac as "tagMac" from tags
    where store_code = ${storeCode} and responded_at is not null and lifecycle is distinct from 'RETIRED'`.execute(db)
  return result.rows.map((row) => row.tagMac)
}

/** Seconds between two check-ins of the slowest of these tags: one that cannot be woken answers then. */
export async function longestCheckin(db: Db, storeCode: string, tagMacs: readonly string[]): Promise<number> {
  const result = await sql<{ longest: number | null }>`select max(checkin) as longest from tags
    where store_code = ${storeCode} and tag_mac = any(${tagMacs}::text[])`.execute(db)
  return result.rows[0]?.longest ?? 0
}

/** Asks the gateways of a store for all they hear; those that are offline have failed from the start. */
export async function askGateways(db: Db, { storeCode, at, deadline }: { storeCode: string; at: Date; deadline: Date }): Promise<string[]> {
  const result = await sql<{ id: string }>`
    insert into gateway_requests (store_code, gw_mac, shard, kind, state, detail, created_at, expires_at, finished_at)
    select store_code, gw_mac, shard, 'collect', case when status = 'OFFLINE' then 'FAILED' else 'WAITING' end,
      case when status = 'OFFLINE' then 'gateway-offline' end, ${at}::timestamptz, ${deadline}::timestamptz,
      case when status = 'OFFLINE' then ${at}::timestamptz end
    from gateways where store_code = ${storeCode} order by gw_mac returning request_id::text as id`.execute(db)
  return result.rows.map((row) => row.id)
}

/** Whether the store may be asked: its own setting (specification 2 §3, enableTagStatusCheck), and its time budget. */
export async function checkSettings(db: Db, storeCode: string) {
  const result = await sql<{ enabled: boolean; baseTimeout: number; timeoutTag: number }>`
    select coalesce((config->>'enableTagStatusCheck')::boolean, false) as enabled,
      coalesce((config->>'baseTimeout')::float8, 60) as "baseTimeout", coalesce((config->>'timeoutTag')::float8, 0.1) as "timeoutTag"
    from stores where store_code = ${storeCode}`.execute(db)
  return result.rows[0]
}

/** Ends a collection that is still open, with its figures of this moment. Answers whether it was open. */
export async function closeCollection(
  db: Db,
  { storeCode, collectionId }: Pick<Collection, 'storeCode' | 'collectionId'>,
  end: { outcome: 'DONE' | 'STOPPED' | 'TIMED_OUT'; answered: number; failed: number; at: Date },
): Promise<boolean> {
  const result = await sql`update collections set outcome = ${end.outcome}, answered = ${end.answered}, failed = ${end.failed},
    finished_at = ${end.at}::timestamptz where store_code = ${storeCode} and collection_id = ${collectionId}::bigint and finished_at is null`.execute(
    db,
  )
  return Number(result.numAffectedRows ?? 0) > 0
}

export interface Unsettled {
  storeCode: string
  collectionId: string
  taskId: string | null
  over: boolean
  late: boolean
  total: number
  answered: number
  failed: number
}
export const hasUnsettled = (db: Db): Promise<boolean> => isTrue(db, sql`exists (select from collections where not settled)`)

/** Collections that are not settled yet, each for one process at a time. */
export async function unsettledCollections(db: Db, at: Date): Promise<Unsettled[]> {
  const result = await sql<Unsettled>`
    select c.store_code as "storeCode", c.collection_id::text as "collectionId", c.task_id::text as "taskId", c.finished_at is not null as over,
      c.deadline_at <= ${at}::timestamptz as late, c.total,
      case when c.task_id is null then r.answered else k.shown + k.same end as answered,
      case when c.task_id is null then r.failed else k.failed + k.superseded end as failed
    from (select * from collections where not settled order by store_code, collection_id limit 500 for update skip locked) c
    left join tasks k on k.store_code = c.store_code and k.task_id = c.task_id
    left join lateral (
      select count(*) filter (where q.state = 'DONE')::int as answered, count(*) filter (where q.state = 'FAILED')::int as failed
      from gateway_requests q where q.store_code = c.store_code and q.request_id = any(c.request_ids)
    ) r on true`.execute(db)
  return result.rows
}

export interface OpenCheck {
  opId: string
  tagMac: string
  offline: boolean
}
/** Tags of a collection that have not answered yet: all, or those among the ids given. */
export async function openChecks(
  db: Db,
  { storeCode, taskId }: { storeCode: string; taskId: string },
  { limit, tagMacs }: { limit: number; tagMacs?: readonly string[] },
): Promise<OpenCheck[]> {
  const result = await sql<OpenCheck>`
    select o.op_id::text as "opId", o.tag_mac as "tagMac", coalesce(g.status = 'OFFLINE', true) as offline from operations o
    left join gateways g on g.store_code = o.store_code and g.gw_mac = o.gw_mac
    where o.store_code = ${storeCode} and o.task_id = ${taskId}::bigint ${tagMacs === undefined ? sql`` : sql`and o.tag_mac = any(${tagMacs}::text[])`}
    limit ${limit}`.execute(db)
  return result.rows
}

export async function answeredChecks(db: Db, { storeCode, taskId }: { storeCode: string; taskId: string }): Promise<number> {
  const result = await sql<{ answered: number }>`select shown + same as answered from tasks
    where store_code = ${storeCode} and task_id = ${taskId}::bigint`.execute(db)
  return result.rows[0]?.answered ?? 0
}

/** Tags of a task that did not answer, a few by name; not those that were taken out of it. */
export async function silentTags(db: Db, { storeCode, taskId }: { storeCode: string; taskId: string }, limit: number): Promise<string[]> {
  const result = await sql<{ tagMac: string }>`select tag_mac as "tagMac" from ledger
    where store_code = ${storeCode} and task_id = ${taskId}::bigint and outcome = 'FAILED' and reason <> 'cancelled'
    order by tag_mac limit ${limit}`.execute(db)
  return result.rows.map((row) => row.tagMac)
}

export async function markSettled(db: Db, { storeCode, collectionId }: Pick<Unsettled, 'storeCode' | 'collectionId'>): Promise<void> {
  await sql`update collections set settled = true where store_code = ${storeCode} and collection_id = ${collectionId}::bigint`.execute(db)
}

/** Requests of a gateway scan that are not waited for any more. */
export async function giveUpRequests(
  db: Db,
  { storeCode, collectionId }: Pick<Unsettled, 'storeCode' | 'collectionId'>,
  at: Date,
): Promise<void> {
  await sql`update gateway_requests q set state = 'FAILED', detail = coalesce(q.detail, 'cancelled'), finished_at = ${at}::timestamptz
    from collections c where c.store_code = ${storeCode} and c.collection_id = ${collectionId}::bigint
      and q.store_code = c.store_code and q.request_id = any(c.request_ids) and q.state in ('WAITING', 'SENT')`.execute(db)
}
