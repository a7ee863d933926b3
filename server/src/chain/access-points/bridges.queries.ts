/** Bridges in SQL. */
import type { BridgeParams } from '../../platform/db/bridge-tables.ts'
import type { Bridge, FoundAccessPoint, Probed } from '@endcap/contract/access-points'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type Insertable, type Selectable } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import { isTrue } from '../../platform/db/is-true.ts'
import type { Database, Db } from '../../platform/db/schema.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Session } from '../../platform/http/session.ts'

export type BridgeRow = Selectable<Database['bridges']>

export const byToken = (db: Db, tokenHash: string) =>
  db.selectFrom('bridges').select(['bridge_id', 'store_codes']).where('token_hash', '=', tokenHash).executeTakeFirst()
/** Holds a bridge as long as the transaction lasts; false where its token is another one by now. */
export async function holdToken(tx: Db, { bridgeId, tokenHash }: { bridgeId: string; tokenHash: string }): Promise<boolean> {
  const row = await tx.selectFrom('bridges').select('token_hash').where('bridge_id', '=', bridgeId).forUpdate().executeTakeFirst()
  return row?.token_hash === tokenHash
}
export const find = (db: Db, bridgeId: string): Promise<BridgeRow | undefined> =>
  db.selectFrom('bridges').selectAll().where('bridge_id', '=', bridgeId).executeTakeFirst()
export const findOwn = (db: Db): Promise<BridgeRow | undefined> =>
  db.selectFrom('bridges').selectAll().where('own', '=', true).executeTakeFirst()

export async function insert(db: Db, row: Insertable<Database['bridges']>): Promise<string> {
  return (await db.insertInto('bridges').values(row).returning('bridge_id').executeTakeFirstOrThrow()).bridge_id
}

/** The servers' own bridge, with this token from now on. */
export async function keepOwn(db: Db, { name, tokenHash, at }: { name: string; tokenHash: string; at: Date }): Promise<void> {
  await sql`insert into bridges (name, token_hash, own, created_by, created_at) values (${name}, ${tokenHash}, true, 'server', ${at}::timestamptz)
    on conflict (own) where own do update set token_hash = excluded.token_hash`.execute(db)
}

export async function searchBridges(db: Db, stores: Session['stores'], request: TableRequest): Promise<TablePage<Bridge>> {
  const query = db
    .selectFrom('bridges')
    .selectAll()
    .select(sql<number>`(select count(*)::int from access_points a where a.bridge_id = bridges.bridge_id)`.as('served'))
    .$if(stores !== 'all', (all) => all.where(sql<boolean>`own or store_codes && ${stores === 'all' ? [] : [...stores]}::text[]`))
  const page = await tablePage(query, request, {
    columns: {
      name: textColumn('name'),
      version: textColumn('version'),
      seenAt: timeColumn('seen_at'),
      createdAt: timeColumn('created_at'),
    },
    defaultOrder: sql`own desc, name`,
    tieBreak: sql`bridge_id`,
  })
  const mine = new Set(stores === 'all' ? [] : stores)
  return {
    ...page,
    data: page.data.map((row) => ({
      bridgeId: row.bridge_id,
      name: row.name,
      own: row.own,
      accessPoints: row.served,
      createdBy: row.created_by,
      storeCodes: row.store_codes === null || stores === 'all' ? row.store_codes : row.store_codes.filter((code) => mine.has(code)),
      createdAt: toEpoch(row.created_at),
      seenAt: toEpochOrNull(row.seen_at),
      seenIp: row.seen_ip ?? '',
      version: row.version,
      signPort: row.report.signPort ?? null,
      problems: row.report.problems ?? [],
    })),
  }
}

/** What a bridge says of itself; written when it is different, and now and then. */
export async function note(
  db: Db,
  bridgeId: string,
  given: { version: string; problems: string[]; signPort: number | null; ip: string; at: Date; everyMs: number },
): Promise<void> {
  const { version, problems, signPort, ip, at, everyMs } = given
  const report = JSON.stringify({ problems, signPort })
  await sql`update bridges set seen_at = ${at}::timestamptz, seen_ip = ${ip}, version = ${version}, report = ${report}::jsonb
    where bridge_id = ${bridgeId}::bigint and (seen_at is null or seen_at < ${at}::timestamptz - make_interval(secs => ${everyMs / 1000})
      or version <> ${version} or report <> ${report}::jsonb or seen_ip is distinct from ${ip})`.execute(db)
}

/** Whether the servers' own bridge has anything to do. */
export const isNeeded = (db: Db, at: Date): Promise<boolean> =>
  isTrue(
    db,
    sql`exists (select 1 from access_points a join bridges b using (bridge_id) where b.own)
    or exists (select 1 from bridge_requests r join bridges b using (bridge_id) where b.own and r.answer is null and r.expires_at > ${at}::timestamptz)`,
  )
/** The servers' own bridge is there to be chosen, also before it was ever started. */
export async function seedOwn(db: Db, { name, tokenHash, at }: { name: string; tokenHash: string; at: Date }): Promise<void> {
  await sql`insert into bridges (name, token_hash, own, created_by, created_at) values (${name}, ${tokenHash}, true, 'server', ${at}::timestamptz)
    on conflict do nothing`.execute(db)
}

export async function ask(
  db: Db,
  bridgeId: string,
  { kind, params, at, expiresAt }: { kind: 'probe' | 'find'; params: BridgeParams; at: Date; expiresAt: Date },
): Promise<string> {
  await db.deleteFrom('bridge_requests').where('expires_at', '<', at).execute()
  const values = { bridge_id: bridgeId, kind, params: JSON.stringify(params), created_at: at, expires_at: expiresAt }
  return (await db.insertInto('bridge_requests').values(values).returning('request_id').executeTakeFirstOrThrow()).request_id
}
export async function openRequests(db: Db, bridgeId: string, at: Date) {
  const rows = await db
    .selectFrom('bridge_requests')
    .select(['request_id', 'kind', 'params'])
    .where('bridge_id', '=', bridgeId)
    .where('answer', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('request_id')
    .limit(50)
    .execute()
  return rows.map(({ request_id, kind, params: { keys, ...params } }) => ({ requestId: request_id, kind, params, ...(keys && { keys }) }))
}
/** False where no caller asked this bridge, or it has answered. */
export async function answer(db: Db, bridgeId: string, requestId: string, found: object): Promise<boolean> {
  const done = await db
    .updateTable('bridge_requests')
    .set({ answer: JSON.stringify(found) })
    .where('request_id', '=', requestId)
    .where('bridge_id', '=', bridgeId)
    .where('answer', 'is', null)
    .executeTakeFirst()
  return Number(done.numUpdatedRows) === 1
}
/** A bridge's answer to a question of the console. */
export interface FoundOut {
  problem?: string | undefined
  probed?: Probed | undefined
  found?: FoundAccessPoint[] | undefined
}
/** What the bridge answered, as it was checked when it came; undefined as long as it has not. */
export async function answerOf(db: Db, requestId: string): Promise<FoundOut | undefined> {
  const row = await db
    .selectFrom('bridge_requests')
    .select(sql<FoundOut | null>`answer`.as('answer'))
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row?.answer ?? undefined
}
export async function dropRequest(db: Db, requestId: string): Promise<void> {
  await db.deleteFrom('bridge_requests').where('request_id', '=', requestId).execute()
}
