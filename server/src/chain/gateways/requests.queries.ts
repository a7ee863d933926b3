/**
 * What gateways are asked to do once. The process that asks writes a row, and the engine that has the shard carries it to the gateway. The
 * gateway's answer ends it, or the process that asked when no answer comes in time.
 */
import type { UpMessage } from '@endcap/gateway-link/messages'
import { maxLogParts } from '@endcap/gateway-link/messages'
import type { GatewayAddress } from '@endcap/gateway-link/topics'
import { sql } from 'kysely'
import { isTrue } from '../../platform/db/is-true.ts'
import type { Db } from '../../platform/db/schema.ts'

export type RequestKind = 'reboot' | 'link-check' | 'log' | 'upgrade'

/** The id on its way: no other kind of request begins like it. */
const wireId = (requestId: string) => `gw-${requestId}`
const ownId = (wire: string): string | undefined => /^gw-(\d{1,18})$/.exec(wire)?.[1]

export async function insertRequest(
  db: Db,
  { storeCode, gwMac, shard }: GatewayAddress & { shard: number },
  { kind, at, expiresAt, params }: { kind: RequestKind; at: Date; expiresAt: Date; params?: Record<string, unknown> },
): Promise<string> {
  const row = await db
    .insertInto('gateway_requests')
    .values({
      store_code: storeCode,
      gw_mac: gwMac,
      shard,
      kind,
      created_at: at,
      expires_at: expiresAt,
      session: null,
      detail: null,
      params: params === undefined ? null : JSON.stringify(params),
    })
    .returning('request_id')
    .executeTakeFirstOrThrow()
  return row.request_id
}

export interface RequestState {
  state: 'WAITING' | 'SENT' | 'DONE' | 'FAILED'
  detail: string | null
  sentAt: Date | null
  finishedAt: Date | null
}
export function readRequest(db: Db, storeCode: string, requestId: string): Promise<RequestState | undefined> {
  return db
    .selectFrom('gateway_requests')
    .select(['state', 'detail', 'sent_at as sentAt', 'finished_at as finishedAt'])
    .where('store_code', '=', storeCode)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
}

/** No caller waits for it any longer: an answer that still comes is ignored. */
export async function giveUp(db: Db, storeCode: string, requestId: string, at: Date): Promise<void> {
  await db
    .updateTable('gateway_requests')
    .set({ state: 'FAILED', finished_at: at })
    .where('store_code', '=', storeCode)
    .where('request_id', '=', requestId)
    .where('state', 'in', ['WAITING', 'SENT'])
    .execute()
}

export interface RequestToSend extends GatewayAddress {
  /** As it goes to the gateway. */
  request: string
  /** `collect`: a gateway scan, asked for with the tag status collection. */
  kind: RequestKind | 'collect'
  params: Record<string, unknown> | null
}
/** Whether any gateway is to be asked something, or is not set as it shall be. */
export const hasOpenRequests = (db: Db): Promise<boolean> =>
  isTrue(
    db,
    sql`exists (select from gateway_requests where state in ('WAITING', 'SENT'))
      or exists (select from gateways where config_version <> config_applied)`,
  )

/** What was not answered is sent again after so long: it may have been lost, or its answer. */
const sendAgainSeconds = 4

/**
 * Requests for gateways of these shards that are there, noted as sent. A restart that was sent is not sent again to the gateway's next start:
 * that one shows that it worked.
 */
export async function takeRequests(db: Db, shards: readonly number[], at: Date): Promise<{ send: RequestToSend[]; rebooted: number }> {
  const now = sql`${at}::timestamptz`
  const rebooted = await sql`
    update gateway_requests r set state = 'DONE', finished_at = ${now} from gateways g
    where r.state = 'SENT' and r.kind = 'reboot' and r.shard = any(${shards}::smallint[])
      and g.store_code = r.store_code and g.gw_mac = r.gw_mac and g.session is distinct from r.session`.execute(db)
  // What came of logs before is asked for anew as a whole: meanwhile a file may have become shorter.
  const result = await sql<GatewayAddress & Pick<RequestToSend, 'kind' | 'params'> & { requestId: string }>`
    with sent as (
      update gateway_requests r set state = 'SENT', sent_at = ${now}, tries = r.tries + 1, session = g.session from gateways g
      where r.state in ('WAITING', 'SENT') and r.shard = any(${shards}::smallint[]) and r.expires_at > ${now}
        and (r.sent_at is null or r.sent_at < ${now} - make_interval(secs => ${sendAgainSeconds}))
        and g.store_code = r.store_code and g.gw_mac = r.gw_mac and g.status <> 'OFFLINE'
      returning r.store_code, r.gw_mac, r.request_id, r.kind, r.params
    ), cleared as (
      delete from gateway_log_parts p using sent s where p.store_code = s.store_code and p.request_id = s.request_id
    )
    select store_code as "storeCode", gw_mac as "gwMac", request_id as "requestId", kind, params from sent`.execute(db)
  const send = result.rows.map(({ requestId, ...row }) => ({ ...row, request: wireId(requestId) }))
  return { send, rebooted: Number(rebooted.numAffectedRows ?? 0) }
}

/**
 * Takes a gateway's answer. Logs are done only when every part of every file is there; else they are asked for once more. Answers whether
 * it was one of ours and still wanted.
 */
export async function takeReply(db: Db, gateway: GatewayAddress, reply: UpMessage<'reply'>, at: Date): Promise<boolean> {
  const requestId = ownId(reply.request)
  if (requestId === undefined) return false
  const result = await sql`
    with complete as (
      select count(*) = ${reply.files ?? 0}::int as all_there from (
        select file from gateway_log_parts where store_code = ${gateway.storeCode} and request_id = ${requestId}::bigint
        group by file having count(*) = max(parts)
      ) f
    )
    update gateway_requests r set
      state = case when not ${reply.ok}::boolean then 'FAILED' when r.kind = 'log' and not c.all_there then 'WAITING' else 'DONE' end,
      finished_at = case when ${reply.ok}::boolean and r.kind = 'log' and not c.all_there then null else ${at}::timestamptz end,
      sent_at = case when ${reply.ok}::boolean and r.kind = 'log' and not c.all_there then null else r.sent_at end,
      detail = ${reply.detail ?? null}, files = ${reply.files ?? null}
    from complete c
    where r.store_code = ${gateway.storeCode} and r.gw_mac = ${gateway.gwMac} and r.request_id = ${requestId}::bigint
      and r.state in ('WAITING', 'SENT')`.execute(db)
  return Number(result.numAffectedRows ?? 0) > 0
}

/** Keeps a part of a log that is still wanted; answers whether it was. Each part puts off that the request is sent again. */
export async function takeLogPart(db: Db, gateway: GatewayAddress, log: UpMessage<'log'>, at: Date): Promise<boolean> {
  const requestId = ownId(log.request)
  if (requestId === undefined || log.part >= log.parts) return false
  const content = Buffer.from(log.content, 'base64')
  const result = await sql`
    with wanted as (
      update gateway_requests r set sent_at = ${at}::timestamptz
      where r.store_code = ${gateway.storeCode} and r.gw_mac = ${gateway.gwMac} and r.request_id = ${requestId}::bigint
        and r.kind = 'log' and r.state = 'SENT'
        and (select count(*) from gateway_log_parts p where p.store_code = r.store_code and p.request_id = r.request_id) < ${maxLogParts}
      returning r.store_code, r.request_id
    )
    insert into gateway_log_parts (store_code, request_id, file, part, parts, modified_at, content)
    select w.store_code, w.request_id, ${log.file}, ${log.part}::int, ${log.parts}::int, to_timestamp(${log.modifiedAt}::float8), ${content}::bytea from wanted w
    on conflict (store_code, request_id, file, part) do update
      set parts = excluded.parts, modified_at = excluded.modified_at, content = excluded.content`.execute(db)
  return Number(result.numAffectedRows ?? 0) > 0
}

/** The log files that came for a request, newest first. */
export async function readLogFiles(
  db: Db,
  storeCode: string,
  requestId: string,
): Promise<{ name: string; modifiedAt: Date; content: Buffer }[]> {
  const rows = await db
    .selectFrom('gateway_log_parts')
    .select(['file', 'modified_at', 'content'])
    .where('store_code', '=', storeCode)
    .where('request_id', '=', requestId)
    .orderBy('file')
    .orderBy('part')
    .execute()
  return [...Map.groupBy(rows, (row) => row.file)]
    .map(([name, parts]) => ({ name, modifiedAt: parts[0]!.modified_at, content: Buffer.concat(parts.map((part) => part.content)) }))
    .toSorted((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime())
}

/** Requests are stored this long after their callers stopped waiting. */
const retentionSeconds = 600
/** Throws away what is over, log parts with it. */
export async function dropOldRequests(db: Db, at: Date): Promise<void> {
  await sql`delete from gateway_requests where expires_at < ${at}::timestamptz - make_interval(secs => ${retentionSeconds})`.execute(db)
}
export async function dropRequest(db: Db, storeCode: string, requestId: string): Promise<void> {
  await db.deleteFrom('gateway_requests').where('store_code', '=', storeCode).where('request_id', '=', requestId).execute()
}
