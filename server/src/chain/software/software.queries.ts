/** Upgrade files and roll-outs in SQL. */
import { recordOf } from '@endcap/contract/typed-object'
import type { Rollout, UpgradeCandidate, UpgradedGateway, UpgradeFile, VersionCount } from '@endcap/contract/software'
import { upgradeStates } from '@endcap/contract/software'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type Insertable, type Selectable } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { isTrue } from '../../platform/db/is-true.ts'
import type { Database, Db } from '../../platform/db/schema.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Session } from '../../platform/http/session.ts'

export type FileRow = Selectable<Database['software_files']>
export type RolloutRow = Selectable<Database['rollouts']>

export const toFile = (row: FileRow): UpgradeFile => ({
  fileId: row.file_id,
  fileName: row.file_name,
  component: row.component,
  version: row.version,
  minimumVersion: row.minimum_version,
  notes: row.notes,
  bytes: Number(row.bytes),
  sha256: row.sha256,
  uploadedBy: row.uploaded_by,
  updatedAt: toEpoch(row.updated_at),
})
export const listFileRows = (db: Db): Promise<FileRow[]> =>
  db.selectFrom('software_files').selectAll().orderBy('updated_at', 'desc').orderBy('file_id', 'desc').execute()
export const fileById = (db: Db, fileId: string, { lock = false } = {}): Promise<FileRow | undefined> =>
  db
    .selectFrom('software_files')
    .selectAll()
    .where('file_id', '=', fileId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
/** Undefined when this version of the program is here already. */
export const insertFile = (db: Db, row: Insertable<Database['software_files']>): Promise<FileRow | undefined> =>
  db
    .insertInto('software_files')
    .values(row)
    .onConflict((conflict) => conflict.columns(['component', 'version']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** From the counters; gateways that never reported have no version. */
export async function versionCounts(db: Db, stores: Session['stores']): Promise<VersionCount[]> {
  const result = await sql<VersionCount>`
    select v.component, v.version, sum(k.gateways)::int as gateways from gateway_kind_counts k
    cross join lateral (values ('gmp', k.gmp_version), ('grm', k.grm_version)) as v (component, version)
    where ${ofStores(stores, 'k.store_code')} and v.version <> '' group by 1, 2 having sum(k.gateways) > 0`.execute(db)
  return result.rows
}

const emptyCounts = recordOf(upgradeStates, () => 0)
export function toRollout(row: RolloutRow, counts: Partial<Rollout['counts']>): Rollout {
  const all = { ...emptyCounts, ...counts }
  return {
    rolloutId: row.rollout_id,
    component: row.component,
    version: row.version,
    state: row.state,
    paused: row.paused,
    stopReason: row.stop_reason,
    firstGateway: row.first_gw_mac,
    concurrency: row.concurrency,
    watchSeconds: row.watch_seconds,
    maxFailedPercent: row.max_failed_percent,
    total: Object.values(all).reduce((sum, n) => sum + n, 0),
    counts: all,
    startedBy: row.started_by,
    startedAt: toEpoch(row.started_at),
    finishedAt: toEpochOrNull(row.finished_at),
  }
}
const rolloutsOf = (db: Db, stores: Session['stores']) =>
  db
    .selectFrom('rollouts as r')
    .selectAll('r')
    .select(
      sql<Partial<Rollout['counts']>>`coalesce((select jsonb_object_agg(c.state, c.n) from (
        select g.state, count(*)::int as n from rollout_gateways g where g.rollout_id = r.rollout_id and ${ofStores(stores, 'g.store_code')} group by 1
      ) c), '{}')`.as('counts'),
    )
    .$if(stores !== 'all', (some) =>
      some.where(
        sql<boolean>`exists (select from rollout_gateways g where g.rollout_id = r.rollout_id and ${ofStores(stores, 'g.store_code')})`,
      ),
    )

/** A gateway of a store that is not the account's is not named to it. */
async function hideFirst(db: Db, stores: Session['stores'], rollouts: Rollout[]): Promise<Rollout[]> {
  if (stores === 'all') return rollouts
  const named = rollouts.flatMap(({ firstGateway }) => (firstGateway === null ? [] : [firstGateway]))
  if (named.length === 0) return rollouts
  const rows = await db.selectFrom('gateways').select('gw_mac').where('gw_mac', 'in', named).where(ofStores(stores, 'store_code')).execute()
  const seen = new Set(rows.map((row) => row.gw_mac))
  return rollouts.map((one) => ({
    ...one,
    firstGateway: one.firstGateway !== null && seen.has(one.firstGateway) ? one.firstGateway : null,
  }))
}

export async function findRollout(db: Db, stores: Session['stores'], rolloutId: string): Promise<Rollout | undefined> {
  const row = await rolloutsOf(db, stores).where('r.rollout_id', '=', rolloutId).executeTakeFirst()
  return row && (await hideFirst(db, stores, [toRollout(row, row.counts)]))[0]
}

export async function searchRollouts(db: Db, stores: Session['stores'], request: TableRequest): Promise<TablePage<Rollout>> {
  const page = await tablePage(rolloutsOf(db, stores), request, {
    columns: {
      component: textColumn('r.component'),
      version: textColumn('r.version'),
      state: textColumn('r.state'),
      startedBy: textColumn('r.started_by'),
      startedAt: timeColumn('r.started_at'),
      finishedAt: timeColumn('r.finished_at'),
    },
    defaultOrder: sql`r.rollout_id desc`,
    tieBreak: sql`r.rollout_id`,
  })
  return {
    ...page,
    data: await hideFirst(
      db,
      stores,
      page.data.map((row) => toRollout(row, row.counts)),
    ),
  }
}

export async function searchUpgraded(
  db: Db,
  stores: Session['stores'],
  rolloutId: string,
  request: TableRequest,
): Promise<TablePage<UpgradedGateway>> {
  const now = sql<string>`coalesce(case r.component when 'gmp' then g.gmp_version else g.grm_version end, '')`
  const query = db
    .selectFrom('rollout_gateways as u')
    .innerJoin('rollouts as r', 'r.rollout_id', 'u.rollout_id')
    .innerJoin('stores as s', 's.store_code', 'u.store_code')
    .leftJoin('gateways as g', (join) => join.onRef('g.store_code', '=', 'u.store_code').onRef('g.gw_mac', '=', 'u.gw_mac'))
    .where('u.rollout_id', '=', rolloutId)
    .where(ofStores(stores, 'u.store_code'))
    .select(['u.store_code as storeCode', 's.store_name as storeName', 'u.gw_mac as gwMac', 'u.state', 'u.reason', 'u.detail'])
    .select(['u.from_version as fromVersion', 'u.since'])
    .select(now.as('nowVersion'))
    .select(sql<boolean>`coalesce(u.gw_mac = r.first_gw_mac, false)`.as('first'))
    .select(sql<boolean>`coalesce(g.status <> 'OFFLINE', false)`.as('online'))
  const first = sql`u.gw_mac is distinct from r.first_gw_mac`
  const page = await tablePage(query, request, {
    columns: {
      storeCode: textColumn('u.store_code'),
      storeName: textColumn('s.store_name'),
      gwMac: textColumn('u.gw_mac'),
      state: textColumn('u.state'),
      fromVersion: textColumn('u.from_version'),
      nowVersion: { sql: now, kind: 'text' },
      updatedAt: timeColumn('u.since'),
    },
    defaultOrder: first,
    tieBreak: sql`u.gw_mac`,
  })
  return { ...page, data: page.data.map(({ since, ...row }) => ({ ...row, updatedAt: toEpoch(since) })) }
}

/** Gateways to choose from; those of stores that are being deleted are none. */
export async function searchCandidates(
  db: Db,
  stores: Session['stores'],
  { list, storeCodes, gwMacs }: { list: TableRequest; storeCodes?: readonly string[] | undefined; gwMacs?: readonly string[] | undefined },
): Promise<TablePage<UpgradeCandidate>> {
  const query = db
    .selectFrom('gateways as g')
    .innerJoin('stores as s', 's.store_code', 'g.store_code')
    .where('s.closing_at', 'is', null)
    .where(ofStores(stores, 'g.store_code'))
    .$if(storeCodes !== undefined, (some) => some.where(ofStores(storeCodes ?? [], 'g.store_code')))
    .$if(gwMacs !== undefined, (some) => some.where(sql<boolean>`g.gw_mac = any(${[...(gwMacs ?? [])]}::text[])`))
    .select(['g.store_code as storeCode', 's.store_name as storeName', 'g.gw_mac as gwMac', 'g.status'])
    .select(['g.gmp_version as gmpVersion', 'g.grm_version as grmVersion'])
  return tablePage(query, list, {
    columns: {
      storeCode: textColumn('g.store_code'),
      storeName: textColumn('s.store_name'),
      gwMac: textColumn('g.gw_mac'),
      gmpVersion: textColumn('g.gmp_version'),
      grmVersion: textColumn('g.grm_version'),
      status: textColumn('g.status'),
    },
    defaultOrder: sql`g.store_code`,
    tieBreak: sql`g.gw_mac`,
  })
}

/** Whether gateways may load an upgrade: there is a file of it, or one of them is still under way with it. */
export const isLoadable = (db: Db, hash: string): Promise<boolean> =>
  isTrue(
    db,
    sql`exists (select from software_files where sha256 = ${hash}) or exists (
    select from rollouts r where r.sha256 = ${hash} and (r.state in ('FIRST', 'REST') or exists (
      select from rollout_gateways g where g.rollout_id = r.rollout_id and g.state in ('LOADING', 'RESTARTING', 'CHECKING'))))`,
  )
